//! `tengen openings`: makes balanced openings for a league, checks files of them, converts them.

use super::super::files::{check_target, make_folder, read_text, write};
use super::super::progress::Progress;
use super::super::{Failure, sayln};
use super::swap2;
use anyhow::{Context, Error, Result, anyhow, bail};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::arena::League;
use tengen::board::{Point, Size};
use tengen::datagen::{OpeningSet, OpeningSetError, first_twins};
use tengen::record::{OpeningFormat, OpeningLine, PsqGame, read_openings, read_psq_openings};
use tengen::rule::Rule;

const EXAMPLES: &str = "\
Examples:
  tengen openings make standard15 --count 2 --least 5 --most 6 --window 1000 --nodes 2000 --out standard15.txt
  tengen openings check standard15.txt
  tengen openings convert standard15.txt --to pos --out standard15.pos";
const MAKE_EXAMPLES: &str = "\
Example:
  tengen openings make renju15 --count 2 --least 5 --most 6 --window 1000 --nodes 2000 --out renju15.txt";
const CHECK_EXAMPLES: &str = "\
Example:
  echo '0,0 1,1 -1,0' >renju15.txt
  tengen openings check renju15.txt";
const CONVERT_EXAMPLES: &str = "\
Example:
  echo '0,0 1,1 -1,0' >openings.txt
  tengen openings convert openings.txt --to pos --out openings.pos";

/// Makes, checks and converts files of openings.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Make(MakeOptions),
    Check(CheckOptions),
    Convert(ConvertOptions),
    Swap2(swap2::Options),
}

/// Make balanced openings for a league by search. Numbers of stones are spread evenly, and so are openings in
/// the centre, between and near the edge. No two are equal by symmetry.
#[derive(Args)]
#[command(after_help = MAKE_EXAMPLES)]
struct MakeOptions {
    /// The league.
    #[arg(value_parser = League::names().collect::<Vec<_>>())]
    league: String,
    #[command(flatten)]
    set: OpeningSet,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
}

/// Checks that a file's openings are legal, unfinished, and no two alike by symmetry.
#[derive(Args)]
#[command(after_help = CHECK_EXAMPLES)]
struct CheckOptions {
    /// The file.
    file: PathBuf,
    /// The league. [default: the one in the file's name]
    #[arg(long, value_parser = League::names().collect::<Vec<_>>())]
    league: Option<String>,
    /// offset, pos (rows from the bottom) or pos-from-top.
    #[arg(long, default_value = "offset")]
    format: OpeningFormat,
}

/// Writes a file's openings in another format.
#[derive(Args)]
#[command(after_help = CONVERT_EXAMPLES)]
struct ConvertOptions {
    /// The file.
    file: PathBuf,
    /// The format that it has: offset, pos, pos-from-top, or psq for a record or a folder of them.
    #[arg(long, default_value = "offset")]
    from: String,
    /// The format to write: the same.
    #[arg(long)]
    to: String,
    /// The board's side.
    #[arg(long, default_value = "15")]
    boardsize: Size,
    /// The file, or for psq the folder, to write.
    #[arg(long, short)]
    out: PathBuf,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    match &options.action {
        Action::Make(options) => make(options)?,
        Action::Check(options) => check(options)?,
        Action::Convert(options) => convert(options)?,
        Action::Swap2(options) => return swap2::run(options),
    }
    Ok(ExitCode::SUCCESS)
}

fn make(options: &MakeOptions) -> Result<()> {
    check_target(&options.out).map_err(Failure::usage)?;
    let league = League::named(&options.league).context("no such league")?;
    let (rule, size, set) = (league.rule, league.size, &options.set);
    let mut progress = Progress::start();
    let openings = set.make(rule, size, &mut |made| {
        progress.tell(made, set.count, || "openings".into());
    });
    drop(progress);
    let openings = openings.map_err(|error| match error {
        OpeningSetError::NoneEven(_) => anyhow!("{error}: a wider --window, or other stones?"),
        OpeningSetError::NoRange(..) => Failure::usage(anyhow!("--least, --most: {error}")),
        OpeningSetError::TooFew(_) => error.into(),
    })?;
    let text = set.file(&league.name, &openings, size);
    write(&options.out, text.as_bytes())?;
    sayln!("{} openings in {}", openings.len(), options.out.display());
    Ok(())
}

/// Reads a file; what is wrong in it is the user's to put right.
fn read(path: &Path, rule: Rule, size: Size, format: OpeningFormat) -> Result<Vec<OpeningLine>> {
    let read = || -> Result<Vec<OpeningLine>> {
        let text = read_text(path, "a file of openings, one a line,")?;
        let name = || path.display().to_string();
        let openings = read_openings(&text, rule, size, format).with_context(name)?;
        if openings.is_empty() {
            bail!("{}: no opening in it, one a line is expected", name());
        }
        Ok(openings)
    };
    read().map_err(Failure::usage)
}

fn check(options: &CheckOptions) -> Result<()> {
    let stem = options.file.file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy().into_owned();
    let name = options.league.as_ref().unwrap_or(&stem);
    let league = League::named(name)
        .with_context(|| {
            let leagues = League::names().collect::<Vec<_>>().join(", ");
            format!("'{name}' is no league; --league tells which: {leagues}")
        })
        .map_err(Failure::usage)?;
    let openings = read(&options.file, league.rule, league.size, options.format)?;
    if let Some((number, twin)) = first_twins(&openings, league.size) {
        let file = options.file.display();
        let error = anyhow!("{file}, line {number}: the same as line {twin}, turned");
        return Err(Failure::usage(error));
    }
    sayln!("{} openings, all legal and different", openings.len());
    Ok(())
}

fn convert(options: &ConvertOptions) -> Result<()> {
    let size = options.boardsize;
    let format = |name: &str| -> Result<OpeningFormat> {
        name.parse()
            .map_err(|why: String| Failure::usage(Error::msg(why)))
    };
    let openings = match options.from.as_str() {
        "psq" => {
            read_psq_openings(&options.file, size).map_err(|error| Failure::usage(error.into()))?
        }
        from => {
            let lines = read(&options.file, Rule::Freestyle, size, format(from)?)?;
            lines.into_iter().map(|line| line.points).collect()
        }
    };
    if options.to == "psq" {
        write_psq(&openings, size, &options.out)?;
    } else {
        let to = format(&options.to)?;
        write(&options.out, to.write_all(&openings, size).as_bytes())?;
    }
    sayln!("{} openings in {}", openings.len(), options.out.display());
    Ok(())
}

fn write_psq(openings: &[Vec<Point>], size: Size, folder: &Path) -> Result<()> {
    make_folder(folder)?;
    for (number, opening) in openings.iter().enumerate() {
        let record = PsqGame::unfinished(opening, size).to_string();
        let file = folder.join(format!("{:04}.psq", number + 1));
        write(&file, record.as_bytes())?;
    }
    Ok(())
}
