//! `tengen openings`: makes balanced openings for a league, checks files of them, converts them.

use super::super::Failure;
use super::super::files::{check_target, read_text, write};
use super::super::progress::Progress;
use super::swap2;
use anyhow::{Context, Error, Result, anyhow, bail};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::arena::League;
use tengen::board::{Point, Size};
use tengen::datagen::{OpeningSet, first_twins};
use tengen::record::{OpeningFormat, OpeningLine, PsqGame, read_openings};
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
    /// How many.
    #[arg(long, default_value_t = 210)]
    count: usize,
    /// The least number of stones.
    #[arg(long, default_value_t = 3)]
    least: usize,
    /// The greatest number of stones.
    #[arg(long, default_value_t = 9)]
    most: usize,
    /// How far the score may be from even.
    #[arg(long, default_value_t = 60)]
    window: i32,
    /// The node limit of each search.
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// The same seed gives the same openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
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
    #[arg(long, default_value_t = 15)]
    boardsize: usize,
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
    let (least, most) = (options.least, options.most);
    if least == 0 || most < least {
        let error = anyhow!("--least {least} --most {most}: from 1, and not less than before");
        return Err(Failure::usage(error));
    }
    let set = OpeningSet {
        rule: league.rule,
        size: league.size,
        count: options.count,
        stones: (least, most),
        window: options.window,
        nodes: options.nodes,
        seed: options.seed,
    };
    let mut progress = Progress::start();
    let openings =
        set.make(&mut |made| progress.tell(made, options.count, || "openings".into()))?;
    drop(progress);
    let lines = openings
        .iter()
        .map(|opening| OpeningFormat::Offset.write(opening, set.size) + "\n");
    let text = format!(
        "# Balanced openings of Tengen's own making, offsets from the centre, black first, y down.\n\
         # tengen openings make {} --count {} --least {least} --most {most} --window {} --nodes {} --seed {}\n{}",
        league.name,
        options.count,
        options.window,
        options.nodes,
        options.seed,
        lines.collect::<String>()
    );
    write(&options.out, text.as_bytes())?;
    println!("{} openings in {}", openings.len(), options.out.display());
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
    let stem = options
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
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
    println!("{} openings, all legal and different", openings.len());
    Ok(())
}

fn convert(options: &ConvertOptions) -> Result<()> {
    let size = Size::new(options.boardsize)
        .with_context(|| format!("--boardsize {}: 5 to 22", options.boardsize))
        .map_err(Failure::usage)?;
    let format = |name: &str| -> Result<OpeningFormat> {
        name.parse()
            .map_err(|why: String| Failure::usage(Error::msg(why)))
    };
    let openings = match options.from.as_str() {
        "psq" => read_psq(&options.file, size)?,
        from => {
            let lines = read(&options.file, Rule::Freestyle, size, format(from)?)?;
            lines.into_iter().map(|line| line.points).collect()
        }
    };
    if options.to == "psq" {
        write_psq(&openings, size, &options.out)?;
    } else {
        let to = format(&options.to)?;
        let lines = openings
            .iter()
            .map(|opening| to.write(opening, size) + "\n");
        write(&options.out, lines.collect::<String>().as_bytes())?;
    }
    println!("{} openings in {}", openings.len(), options.out.display());
    Ok(())
}

/// Reads a record, or all records of a folder in the order of their names.
fn read_psq(path: &Path, size: Size) -> Result<Vec<Vec<Point>>> {
    let mut files = vec![path.to_path_buf()];
    if path.is_dir() {
        let entries: Result<Vec<_>, _> = std::fs::read_dir(path)?.collect();
        let paths = entries?.into_iter().map(|entry| entry.path());
        files = paths
            .filter(|path| path.extension().is_some_and(|end| end == "psq"))
            .collect();
        files.sort();
    }
    let mut openings = Vec::new();
    for file in files {
        let name = || file.display().to_string();
        let text = read_text(&file, "a record of Piskvork").map_err(Failure::usage)?;
        let game = PsqGame::parse(&text).with_context(name);
        let game = game.map_err(Failure::usage)?;
        if game.size != size {
            let [expected, found] = [size.side(), game.size.side()];
            let error =
                anyhow!("a board of {expected}x{expected} is expected, {found}x{found} is found");
            return Err(Failure::usage(error.context(name())));
        }
        openings.push(game.moves.iter().map(|played| played.point).collect());
    }
    Ok(openings)
}

fn write_psq(openings: &[Vec<Point>], size: Size, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (number, opening) in openings.iter().enumerate() {
        let file = folder.join(format!("{:04}.psq", number + 1));
        write(
            &file,
            PsqGame::unfinished(opening, size).to_string().as_bytes(),
        )?;
    }
    Ok(())
}
