//! The games that `tengen review` is given, whatever their format, as SGF that can be annotated.

use super::super::files::read_bytes;
use anyhow::{Context, Result, anyhow, bail};
use std::path::{Path, PathBuf};
use tengen::arena::{GameRecord, find_log, read_runs};
use tengen::board::{Point, Size};
use tengen::position::Position;
use tengen::record::{
    GameFormat, NodeId, SgfFile, Variations, parse_sgf, parse_sgf_on, read_game_file, write_sgf,
};
use tengen::rule::{Rule, standing_five};

/// The endings of files that are taken from a folder.
const ENDINGS: [&str; 6] = ["sgf", "lib", "psq", "rec", "pgn", "pos"];

/// A file's games, or one of a match.
pub struct ReviewedFile {
    /// Names it in messages.
    pub place: String,
    /// The name of the SGF file that is written.
    pub target: String,
    pub sgf: SgfFile,
    /// The index of the first move that is graded.
    pub first: usize,
    /// The rule, where the SGF does not name it.
    pub rule: Option<Rule>,
}

/// A game to be reviewed.
pub struct ReviewedGame {
    pub start: Position,
    pub moves: Vec<Point>,
    /// How the file was understood.
    pub notes: Vec<String>,
}

/// How files are read.
#[derive(Clone, Copy)]
pub struct Reading {
    pub format: Option<GameFormat>,
    pub size: Option<Size>,
}

/// The files that a path stands for: itself, or those of a folder and its folders, in order. A match is one file.
pub fn files_of(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() || path.join("results.jsonl").is_file() {
        return Ok(vec![path.into()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        let ending = entry.extension().and_then(|ending| ending.to_str());
        let ending = ending.unwrap_or_default().to_ascii_lowercase();
        if entry.is_dir() {
            files.extend(files_of(&entry)?);
        } else if ENDINGS.contains(&ending.as_str()) {
            files.push(entry);
        }
    }
    Ok(files)
}

/// Reads a file, or the games of a match.
pub fn read(path: &Path, reading: Reading) -> Result<Vec<ReviewedFile>> {
    let is_match = path.is_dir() || path.extension().is_some_and(|ending| ending == "jsonl");
    match is_match {
        true => read_match(path),
        false => read_file(path, reading).map(|file| vec![file]),
    }
}

fn read_match(path: &Path) -> Result<Vec<ReviewedFile>> {
    let mut games = Vec::new();
    read_runs(&[find_log(path)?], &mut |_, _, game| games.push(game))?;
    let name = path.display();
    let name = |game: &GameRecord| format!("{name}: game {}", game.game + 1);
    let read = |game: &GameRecord| -> Result<ReviewedFile> {
        let (size, moves) = game.points().context("no moves")?;
        let mut tree = Variations::new(size);
        moves.iter().fold(NodeId::ROOT, |parent, &point| {
            tree.add(parent, Some(point), "")
        });
        let rule = Rule::from_code(game.rule.into());
        let text = write_sgf(&tree, rule.name(), &game.title());
        Ok(ReviewedFile {
            place: name(game),
            target: format!("{}.sgf", game.game + 1),
            sgf: parse_sgf(text.as_bytes())?,
            first: game.opening,
            rule: Some(rule),
        })
    };
    let each = games.iter();
    each.map(|game| read(game).with_context(|| format!("{} is damaged", name(game))))
        .collect()
}

fn read_file(path: &Path, reading: Reading) -> Result<ReviewedFile> {
    let place = path.display().to_string();
    let bytes = read_bytes(path, "a file of games")?;
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or_default();
    let file = read_game_file(&bytes, name, reading.format, reading.size);
    let file = file.with_context(|| place.clone())?;
    let sgf = match file.format {
        GameFormat::Sgf => parse_sgf_on(&bytes, reading.size).with_context(|| place.clone())?,
        _ => {
            if file.games.iter().any(|game| game.has_setup()) {
                bail!("{place}: stones that were set up; a game with moves is expected");
            }
            let texts = file
                .games
                .iter()
                .map(|game| write_sgf(&game.tree, game.rule.map_or("", Rule::name), ""));
            let mut sgf =
                parse_sgf(texts.collect::<String>().as_bytes()).with_context(|| place.clone())?;
            sgf.notes.extend(file.notes);
            for (written, game) in sgf.games.iter_mut().zip(file.games) {
                written.notes.extend(game.notes);
            }
            sgf
        }
    };
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    Ok(ReviewedFile {
        target: format!("{}.sgf", stem.unwrap_or("game")),
        sgf,
        first: 0,
        rule: None,
        place,
    })
}

impl ReviewedFile {
    /// A game's main line up to its first pass, under the rule that the file names, or else `rule`.
    pub fn game(&self, index: usize, rule: Option<Rule>) -> Result<ReviewedGame> {
        let game = &self.sgf.games[index];
        let mut notes = [&self.sgf.notes[..], &game.notes].concat();
        let named = game.rule.or(self.rule);
        let rule = named.or(rule).unwrap_or_else(|| {
            notes.push("the file names no rule, freestyle is taken".into());
            Rule::Freestyle
        });
        if let Some((_, color)) = standing_five(&game.start, &rule.spec()) {
            return Err(anyhow!("{} has five before the first move", color.name()));
        }
        let line = game.tree.main_line();
        let moves: Vec<Point> = line.iter().map_while(|&point| point).collect();
        if moves.len() < line.len() {
            let number = moves.len() + 1;
            notes.push(format!(
                "move {number} is a pass; it and what follows is left out"
            ));
        }
        Ok(ReviewedGame {
            start: Position::from_board(rule, game.start.clone(), game.tree.turn(NodeId::ROOT)),
            moves,
            notes,
        })
    }
}
