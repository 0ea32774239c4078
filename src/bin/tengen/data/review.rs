//! `tengen review`: a grade for each move of anybody's games.

use super::super::files::{make_folder, write};
use super::super::interrupt::{at_interrupt, this_command};
use super::super::progress::Progress;
use super::super::{Failure, sayln, warnln};
use super::reviewed_files::{Reading, ReviewedFile, ReviewedGame, files_of, read};
use super::vcf_review::{self, VcfOptions};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use parking_lot::Mutex;
use serde_json::json;
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tengen::analysis::{
    Grade, ReviewTask, ReviewedMove, Reviewer, annotate, counted, left_out, playable, remark,
};
use tengen::board::{Color, Size, point_names};
use tengen::record::{GameFormat, folder_of};
use tengen::rule::Rule;
use tengen::time::Limits;

const EXAMPLES: &str = "\
Examples:
  tengen review game.sgf --sgf reviewed
  tengen review games --nodes 20000 --json >grades.jsonl
  tengen review matches/0001 --vcf

Exit codes: 0 done, 1 a file could not be read or, with --vcf, a VCF was missed or given away, 2 wrong usage or input,
130 interrupted.";

/// Grade each move of games: the loss of the expected result, a better move, and what is proven (wins missed, moves that
/// lose by force).
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Games: files (SGF, psq, RenLib's main line, lists of moves), folders of them, or folders of matches.
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,
    /// Milliseconds for each move.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=600_000))]
    time_ms: u32,
    /// The node limit of each search, instead of time.
    #[arg(long, conflicts_with = "time_ms", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Megabytes of the search.
    #[arg(long, value_name = "MB", default_value_t = 350, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    /// The rule of games whose file names none. [default: freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// The board's side, where a file does not tell it. [default: 15]
    #[arg(long, value_parser = clap::value_parser!(u32).range(5..=22))]
    size: Option<u32>,
    /// The files' format. [default: by content]
    #[arg(long)]
    format: Option<GameFormat>,
    /// Print a JSON object for each game, with moves as in docs/ANALYSIS.md.
    #[arg(long)]
    json: bool,
    /// Write each file as SGF with remarks and variations into this folder; equal names are numbered. Files that are there
    /// are left out: the same command resumes.
    #[arg(long, value_name = "FOLDER")]
    sgf: Option<PathBuf>,
    /// Only find VCFs in matches that were missed or given away.
    #[arg(long, conflicts_with_all = ["time_ms", "nodes", "json", "sgf", "format", "rule", "size", "memory"])]
    vcf: bool,
    /// With --vcf: only the moves of this engine.
    #[arg(long, value_name = "NAME", requires = "vcf")]
    engine: Option<String>,
    /// With --vcf: the plies of the longest VCF that is searched, its five included.
    #[arg(long, requires = "vcf", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=225))]
    plies: u32,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if options.vcf {
        return vcf_review::run(&VcfOptions {
            logs: &options.files,
            engine: options.engine.as_deref(),
            plies: options.plies,
        });
    }
    if let Some(folder) = &options.sgf {
        make_folder(folder).map_err(Failure::usage)?;
    }
    let mut is_whole = true;
    let mut files = read_all(options, &mut is_whole)?;
    let mut desk = ReviewDesk {
        options,
        reviewer: Reviewer::new(u64::from(options.memory) << 20),
        reached: Arc::default(),
        progress: Progress::start(),
        done: 0,
        known: files.iter().map(moves_of).sum(),
    };
    let (is_kept, is_json) = (options.sgf.is_some(), options.json);
    at_interrupt(&desk.reached, move |rows: &mut Vec<String>| {
        let note = match is_kept {
            true => format!("interrupted; resume with: {}", this_command()),
            false => "interrupted: nothing is kept without --sgf".into(),
        };
        if is_json {
            warnln!("{note}");
            return String::new();
        }
        rows.reverse();
        rows.push(note + "\n");
        rows.join("\n")
    })?;
    for file in &mut files {
        is_whole &= desk.review_file(file)?;
    }
    Ok(ExitCode::from(u8::from(!is_whole)))
}

/// Reads all files but those that were reviewed before; what cannot be read is told.
fn read_all(options: &Options, is_whole: &mut bool) -> Result<Vec<ReviewedFile>> {
    let reading = Reading {
        format: options.format,
        size: options.size.and_then(|side| Size::new(side as usize)),
    };
    let mut files = Vec::new();
    for path in &options.files {
        for path in files_of(path).map_err(Failure::usage)? {
            match read(&path, reading) {
                Ok(read) => files.extend(read),
                Err(error) if options.files.len() == 1 && options.files[0] == path => {
                    return Err(Failure::usage(error));
                }
                Err(error) => {
                    warnln!("tengen: {error:#}");
                    *is_whole = false;
                }
            }
        }
    }
    if files.is_empty() && *is_whole {
        return Err(Failure::usage(anyhow!("no games in the folders given")));
    }
    number_targets(&mut files);
    if let Some(folder) = &options.sgf {
        files.retain(|file| {
            let is_there = folder.join(&file.target).exists();
            if is_there {
                warnln!("{}: reviewed before, {} is there", file.place, file.target);
            }
            !is_there
        });
    }
    Ok(files)
}

/// Numbers the targets that would be written twice: `1.sgf`, `1-2.sgf`.
fn number_targets(files: &mut [ReviewedFile]) {
    let mut taken = HashSet::new();
    for file in files {
        let stem = file.target.trim_end_matches(".sgf").to_string();
        let numbered = (2..).map(|number| format!("{stem}-{number}.sgf"));
        let mut names = std::iter::once(file.target.clone()).chain(numbered);
        file.target = names
            .find(|name| taken.insert(name.clone()))
            .unwrap_or(stem);
    }
}

fn moves_of(file: &ReviewedFile) -> usize {
    let games = file.sgf.games.iter();
    games.map(|game| game.tree.main_line().len()).sum()
}

/// Reviews files one after the other.
struct ReviewDesk<'a> {
    options: &'a Options,
    reviewer: Reviewer,
    /// The rows of the game that is reviewed, the last move first.
    reached: Arc<Mutex<Vec<String>>>,
    progress: Progress,
    done: usize,
    known: usize,
}

impl ReviewDesk<'_> {
    /// Reviews all games of a file; false if one could not be.
    fn review_file(&mut self, file: &mut ReviewedFile) -> Result<bool> {
        let mut is_whole = true;
        for index in 0..file.sgf.games.len() {
            let place = match file.sgf.games.len() {
                1 => file.place.clone(),
                _ => format!("{}: game {}", file.place, index + 1),
            };
            match file.game(index, self.options.rule) {
                Ok(game) => {
                    let moves = self.review_game(game, &place, file.first)?;
                    annotate(&mut file.sgf, index, &moves);
                }
                Err(error) => {
                    warnln!("{place}: {error:#}");
                    is_whole = false;
                }
            }
        }
        if let Some(folder) = &self.options.sgf {
            let path = folder.join(&file.target);
            std::fs::create_dir_all(folder_of(&path))
                .with_context(|| folder.display().to_string())?;
            write(&path, file.sgf.text.to_string().as_bytes())?;
        }
        Ok(is_whole)
    }

    /// Reviews a game and prints it.
    fn review_game(
        &mut self,
        mut game: ReviewedGame,
        place: &str,
        first: usize,
    ) -> Result<Vec<ReviewedMove>> {
        let (count, why) = playable(&game.start, &game.moves);
        let note = why.map(|why| left_out(&game.start, &game.moves, count, why));
        game.notes.extend(note);
        let task = ReviewTask {
            start: &game.start,
            moves: &game.moves[..count],
            first: first.min(count),
            limits: Limits {
                turn_ms: (self.options.nodes.is_none()).then_some(self.options.time_ms.into()),
                nodes: self.options.nodes,
                ..Limits::default()
            },
        };
        let mut moves = Vec::new();
        let (reached, progress) = (&self.reached, &mut self.progress);
        let (done, known) = (self.done, self.known);
        self.reviewer.review(&task, &mut |reviewed| {
            reached.lock().push(row(&reviewed));
            moves.push(reviewed);
            progress.tell(done + moves.len(), known, || place.into());
        })?;
        self.done += game.moves.len();
        moves.reverse();
        let mut rows = reached.lock();
        rows.clear();
        match self.options.json {
            true => print_json(&game, place, &moves),
            false => print_table(&game, place, &moves),
        }
        Ok(moves)
    }
}

fn print_json(game: &ReviewedGame, place: &str, moves: &[ReviewedMove]) {
    let (rule, size) = (game.start.rule().name(), game.start.board().size());
    let first = moves.first().map_or(0, |first| first.number - 1);
    let opening = point_names(&game.moves[..first], size);
    let line = json!({"game": place, "rule": rule, "size": size.side(), "opening": opening,
        "moves": moves, "notes": game.notes});
    sayln!("{line}");
}

fn print_table(game: &ReviewedGame, place: &str, moves: &[ReviewedMove]) {
    let (rule, side) = (game.start.rule().name(), game.start.board().size().side());
    let moves_text = counted(game.moves.len(), "move", "moves");
    sayln!("{place}: {rule} {side}x{side}, {moves_text}");
    for note in &game.notes {
        sayln!("  note: {note}");
    }
    for reviewed in moves {
        sayln!("{}", row(reviewed));
    }
    for color in Color::ALL {
        let own = moves.iter().filter(|own| own.color == color.name());
        let own: Vec<&ReviewedMove> = own.collect();
        let count = |grade| own.iter().filter(|own| own.grade == grade).count();
        let counts = Grade::ALL.map(|grade| format!("{} {}", grade.name(), count(grade)));
        let loss = own.iter().fold(0.0, |sum, own| sum + own.loss);
        let mean = 100.0 * loss / own.len().max(1) as f64;
        sayln!(
            "{}: {}; mean loss {mean:.1} %",
            color.name(),
            counts.join(", ")
        );
    }
}

/// A move in one or more lines.
fn row(reviewed: &ReviewedMove) -> String {
    let indent = format!("\n{:18}", "");
    let remark = remark(reviewed).replace('\n', &indent);
    let (number, color, point) = (reviewed.number, reviewed.color, &reviewed.point);
    format!("{number:>4}  {color:5}  {point:3}  {remark}")
}
