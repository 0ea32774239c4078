//! Exports: a run's games in the formats of other programs. Each can be made again from the log.

use super::game_log::{LogError, read_logs};
use super::game_record::{GameRecord, GameResult};
use super::plan::Plan;
use crate::board::Point;
use crate::record::{PsqGame, PsqMove, SgfGame, replace_file};
use crate::rule::Rule;
use clap::ValueEnum;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The flags of a move in a binpack that is both the first and the last variation of its ply.
const ONLY_VARIATION: u16 = 0b11;

/// A format.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A folder of Piskvork's records, one file a game.
    #[value(help = "Piskvork's records")]
    Psq,
    /// One SGF collection.
    #[value(help = "An SGF collection")]
    Sgf,
    /// Text that Ordo, BayesElo and chess tools read: `White` is who had white, and so is the result.
    #[value(help = "Text for Ordo, BayesElo and others")]
    Pgn,
    /// The packed form that trainers for Gomoku networks read; games with a fault are left out.
    ///
    /// A game is two little-endian words, bits from the lowest: board 5, rule 3 (0, 1, 4; 5 is caro, 6
    /// exact caro), result 4 (2 won, 1 drawn, 0 lost for the first to move after the opening), stones
    /// 10, opening stones 10; then tag 14, moves 18. The opening's moves are 16 bits each, `x << 5 |
    /// y`; every other move is first and last of its ply's variations (both are set), no score, pass (1
    /// bit each), 2 unused, move 10, and a signed 16-bit score.
    #[value(help = "Packed games for training")]
    Binpack,
    /// Positions for training as text, `Position,Move,Result` a line; games with a fault are left out.
    /// Positions and moves are named as `h8`, rows counted from the top; the result is 2 won, 1 drawn, 0
    /// lost for the one who moves.
    #[value(help = "Positions for training, as text: position, move, result")]
    Csv,
    /// The same positions in 16-bit little-endian words, bits from the lowest: result 2, stones 9, board 5;
    /// rule 3 (as in `Binpack`), move 13; then the stones. Points are `x << 5 | y`.
    #[value(help = "Positions for training, packed")]
    Bin,
}

/// What of a run's games is written, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// The format.
    pub format: Format,
    /// The `Event` of a PGN header.
    pub event: String,
    /// The `Site` of a PGN header.
    pub site: String,
    /// The number of the engine whose lost games alone are written.
    pub losses_of: Option<usize>,
    /// Which share of all positions is written as `Csv` and `Bin`, 0 to 1; the same ones each time.
    pub share: f64,
}

impl From<Format> for Export {
    fn from(format: Format) -> Export {
        Export {
            format,
            event: "Tengen match".into(),
            site: "?".into(),
            losses_of: None,
            share: 1.0,
        }
    }
}

impl Export {
    fn takes(&self, game: &GameRecord) -> bool {
        let lost_by = game.loser().map(|side| side.engine);
        self.losses_of.is_none_or(|engine| lost_by == Some(engine))
    }
}

/// Writes the games of a run's logs and returns their number. A file is replaced as a whole or not at all.
///
/// # Errors
/// [`LogError`] if the logs cannot be read or the files not be written.
pub fn export(logs: &[PathBuf], what: &Export, out: &Path) -> Result<u64, LogError> {
    let failed = |error| LogError::Io(out.into(), error);
    if what.format == Format::Psq {
        return export_psq(logs, what, out);
    }
    let mut games = 0;
    let mut read = Ok(());
    let written = replace_file(out, |file| {
        let mut file = BufWriter::new(file);
        let mut failure = Ok(());
        read = read_logs(logs, &mut |plan, game| {
            if !what.takes(&game) {
                return;
            }
            let bytes = match what.format {
                Format::Sgf => sgf(&game).map(String::into_bytes),
                Format::Pgn => pgn(plan, &game, what).map(String::into_bytes),
                Format::Binpack => binpack(&game),
                Format::Csv => csv(&game, what.share).map(String::into_bytes),
                Format::Bin => bin(&game, what.share),
                Format::Psq => unreachable!("a folder is written elsewhere"),
            };
            if let Some(bytes) = bytes {
                games += 1;
                if failure.is_ok() {
                    failure = file.write_all(&bytes);
                }
            }
        })
        .map(|_| ());
        // Games that cannot be read leave the file as it was.
        match read {
            Ok(()) => failure.and_then(|()| file.flush()),
            Err(_) => Err(io::ErrorKind::InvalidData.into()),
        }
    });
    read?;
    written.map_err(failed)?;
    Ok(games)
}

fn export_psq(logs: &[PathBuf], what: &Export, out: &Path) -> Result<u64, LogError> {
    let failed = |path: &Path, error| LogError::Io(path.into(), error);
    std::fs::create_dir_all(out).map_err(|error| failed(out, error))?;
    let mut games = 0;
    let mut failure = None;
    read_logs(logs, &mut |_, game| {
        if !what.takes(&game) {
            return;
        }
        let league: String = game
            .league
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect();
        let path = out.join(format!("{:04}-{league}.psq", game.game + 1));
        let Some(text) = psq(&game) else { return };
        games += 1;
        if let Err(error) = replace_file(&path, |file| file.write_all(text.as_bytes())) {
            failure.get_or_insert(failed(&path, error));
        }
    })?;
    failure.map_or(Ok(games), Err)
}

fn psq(game: &GameRecord) -> Option<String> {
    let (size, points) = game.points()?;
    let ms = |number: usize| {
        let own = number.checked_sub(game.opening);
        own.and_then(|own| game.us.get(own))
            .map_or(0, |us| us / 1000)
    };
    let moves = points.iter().enumerate();
    let record = PsqGame {
        size,
        moves: moves
            .map(|(i, &point)| PsqMove { point, ms: ms(i) })
            .collect(),
        names: [game.black.name.clone(), game.white.name.clone()],
        end_code: game.reason.psq_code(),
        rule: Rule::with_code(game.rule),
    };
    Some(record.to_string())
}

fn sgf(game: &GameRecord) -> Option<String> {
    let (size, points) = game.points()?;
    let comment = |number: usize| match number.checked_sub(game.opening) {
        None => "opening".into(),
        Some(own) => {
            let mut text = game
                .us
                .get(own)
                .map_or(String::new(), |us| format!("{} ms", us / 1000));
            if let Some(Some(score)) = game.scores.get(own) {
                let _ = write!(text, ", score {score}");
            }
            text
        }
    };
    let result = match game.result {
        GameResult::BlackWins => "B+1",
        GameResult::WhiteWins => "W+1",
        GameResult::Draw => "0",
    };
    let moves = points.iter().enumerate();
    let record = SgfGame {
        size,
        rule: game.league.clone(),
        name: (game.game + 1).to_string(),
        names: [game.black.name.clone(), game.white.name.clone()],
        result: result.into(),
        comment: game.sentence(),
        moves: moves.map(|(i, &point)| (point, comment(i))).collect(),
    };
    Some(record.to_string())
}

fn pgn(plan: &Plan, game: &GameRecord, what: &Export) -> Option<String> {
    let result = match game.result {
        GameResult::BlackWins => "0-1",
        GameResult::WhiteWins => "1-0",
        GameResult::Draw => "1/2-1/2",
    };
    let words: Vec<&str> = game.moves.split_whitespace().collect();
    let time = plan.engines.get(game.black.engine)?.control.describe();
    let mut text = String::new();
    let mut header = |key: &str, value: &str| {
        let value = value.replace(['"', '\\'], "'");
        let value = value.replace(char::is_control, " ");
        let _ = writeln!(text, "[{key} \"{value}\"]");
    };
    header("Event", &what.event);
    header("Site", &what.site);
    header(
        "Round",
        &format!("{}.{}", game.game / 2 + 1, game.game % 2 + 1),
    );
    header("White", &game.white.name);
    header("Black", &game.black.name);
    header("Result", result);
    header("Variant", &game.league);
    header("TimeControl", &time);
    header("PlyCount", &words.len().to_string());
    header("Termination", game.reason.termination());
    text.push('\n');
    let mut line = String::new();
    for (number, word) in words.iter().enumerate() {
        let own = number.checked_sub(game.opening);
        let comment = own.map_or("book".into(), |own| pgn_comment(game, own));
        let number = number
            .is_multiple_of(2)
            .then(|| format!("{}. ", number / 2 + 1));
        let item = format!("{}{word} {{{comment}}} ", number.unwrap_or_default());
        if line.len() + item.len() > 100 {
            let _ = writeln!(text, "{}", line.trim_end());
            line.clear();
        }
        line.push_str(&item);
    }
    let _ = writeln!(text, "{line}{result}\n");
    Some(text)
}

/// `+12/9 0.345s, n=123`, as far as it is known.
fn pgn_comment(game: &GameRecord, own: usize) -> String {
    let mut text = String::new();
    let score = game.scores.get(own).copied().flatten();
    let depth = game.depths.get(own).copied().flatten();
    if let (Some(score), Some(depth)) = (score, depth) {
        let _ = write!(text, "{score:+}/{depth} ");
    }
    let us = game.us.get(own).copied().unwrap_or(0);
    let _ = write!(text, "{:.3}s", us as f64 / 1e6);
    if let Some(nodes) = game.nodes.get(own).copied().flatten() {
        let _ = write!(text, ", n={nodes}");
    }
    text
}

fn binpack(game: &GameRecord) -> Option<Vec<u8>> {
    let (size, points) = game.points()?;
    let played = points
        .len()
        .checked_sub(game.opening)
        .filter(|&moves| moves > 0)?;
    if game.reason.is_fault() {
        return None;
    }
    let rule = packed_rule(game)?;
    let black_first = game.opening.is_multiple_of(2);
    let of_black = game.result.half_points_of_black() as u32;
    let result = if black_first { of_black } else { 2 - of_black };
    let head = size.side() as u32
        | rule << 5
        | result << 8
        | (points.len() as u32) << 12
        | (game.opening as u32) << 22;
    let tag = (game.game % (1 << 14)) as u32 | (played as u32) << 14;
    let mut bytes = [head.to_le_bytes(), tag.to_le_bytes()].concat();
    for &point in &points[..game.opening] {
        bytes.extend(packed_point(point).to_le_bytes());
    }
    for (own, &point) in points[game.opening..].iter().enumerate() {
        let score = game.scores.get(own).copied().flatten();
        let word = ONLY_VARIATION | u16::from(score.is_none()) << 2 | packed_point(point) << 6;
        let score = score.unwrap_or(0).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        bytes.extend(word.to_le_bytes());
        bytes.extend(score.to_le_bytes());
    }
    Some(bytes)
}

fn packed_rule(game: &GameRecord) -> Option<u32> {
    Some(match Rule::with_code(game.rule)? {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 5,
        Rule::CaroExact => 6,
    })
}

fn packed_point(point: Point) -> u16 {
    (point.x() << 5 | point.y()) as u16
}

/// The moves of a game that are samples, by how many stones stand before each, and the result for the one who
/// makes it: 2 won, 1 drawn, 0 lost.
fn samples(game: &GameRecord, stones: usize, share: f64) -> Vec<(usize, usize)> {
    if game.reason.is_fault() {
        return vec![];
    }
    let of_black = game.result.half_points_of_black();
    (game.opening..stones)
        .filter(|&ply| {
            let dice = crc32fast::hash(&(game.game << 10 | ply as u64).to_le_bytes());
            f64::from(dice) < share * 2f64.powi(32)
        })
        .map(|ply| match ply.is_multiple_of(2) {
            true => (ply, of_black),
            false => (ply, 2 - of_black),
        })
        .collect()
}

fn csv(game: &GameRecord, share: f64) -> Option<String> {
    let (_, points) = game.points()?;
    let from_top = |point: &Point| format!("{}{}", (b'a' + point.x() as u8) as char, point.y() + 1);
    let names: Vec<String> = points.iter().map(from_top).collect();
    let mut text = String::new();
    for (ply, result) in samples(game, points.len(), share) {
        let _ = writeln!(text, "{},{},{result}", names[..ply].concat(), names[ply]);
    }
    Some(text)
}

fn bin(game: &GameRecord, share: f64) -> Option<Vec<u8>> {
    let (size, points) = game.points()?;
    let rule = packed_rule(game)? as u16;
    let mut bytes = Vec::new();
    for (ply, result) in samples(game, points.len(), share) {
        let head = result as u16 | (ply as u16) << 2 | (size.side() as u16) << 11;
        bytes.extend(head.to_le_bytes());
        bytes.extend((rule | packed_point(points[ply]) << 3).to_le_bytes());
        for &point in &points[..ply] {
            bytes.extend(packed_point(point).to_le_bytes());
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::game_log::GameLog;
    use super::super::game_log::tests::record;
    use super::super::plan::tests::plan;
    use super::*;

    /// Exports one game that black won from an opening of one stone.
    fn exported(format: Format) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut game = record(3, GameResult::BlackWins);
        game.black.name = "a".into();
        GameLog::create(&log, &plan(2))
            .unwrap()
            .append(&[game])
            .unwrap();
        let out = folder.path().join("out");
        assert_eq!(export(&[log], &format.into(), &out).unwrap(), 1);
        match format {
            Format::Psq => std::fs::read(out.join("0004-renju15.psq")).unwrap(),
            _ => std::fs::read(out).unwrap(),
        }
    }

    #[test]
    fn records_of_each_kind() {
        let text = |format| String::from_utf8(exported(format)).unwrap();
        let psq = PsqGame::parse(&text(Format::Psq)).unwrap();
        assert_eq!(
            psq.moves.iter().map(|m| m.ms).collect::<Vec<_>>(),
            [0, 1, 2]
        );
        assert_eq!((psq.names[0].as_str(), psq.rule), ("a", Some(Rule::Renju)));
        let sgf = text(Format::Sgf);
        assert!(
            sgf.contains("RE[B+1]") && sgf.contains(";W[ig]C[1 ms, score 5]"),
            "{sgf}"
        );
        let pgn = text(Format::Pgn);
        for part in [
            "[Black \"a\"]\n",
            "[Result \"0-1\"]\n",
            "[Round \"2.2\"]\n",
            "[Termination \"normal\"]\n\n",
            "1. h8 {book} i9 {+5/3 0.001s, n=100} 2. j10 {0.002s} 0-1\n\n",
        ] {
            assert!(pgn.contains(part), "{pgn}");
        }
    }

    #[test]
    fn packed_games_have_the_documented_bits() {
        let bytes = exported(Format::Binpack);
        assert_eq!(bytes.len(), 8 + 2 + 2 * 4);
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let half = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
        let head = word(0);
        // White moves first after one stone, and lost.
        let fields = [
            head & 31,
            head >> 5 & 7,
            head >> 8 & 15,
            head >> 12 & 1023,
            head >> 22,
        ];
        assert_eq!(fields, [15, 4, 0, 3, 1]);
        assert_eq!((word(4) & 0x3fff, word(4) >> 14), (3, 2));
        assert_eq!(half(8), 7 << 5 | 7);
        assert_eq!((half(10), half(12)), (0b011 | (8 << 5 | 6) << 6, 5));
        assert_eq!((half(14), half(16)), (0b111 | (9 << 5 | 5) << 6, 0));
    }

    #[test]
    fn positions_for_training_are_those_of_the_games() {
        // h8 is the opening; white's i9 and black's j10 follow, and black wins.
        let text = String::from_utf8(exported(Format::Csv)).unwrap();
        assert_eq!(text, "h8,i7,0\nh8i7,j6,2\n");
        let bytes = exported(Format::Bin);
        let words: Vec<u16> = bytes
            .chunks(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        let point = |x: u16, y: u16| x << 5 | y;
        let expected = [
            1 << 2 | 15 << 11,
            4 | point(8, 6) << 3,
            point(7, 7),
            2 | 2 << 2 | 15 << 11,
            4 | point(9, 5) << 3,
            point(7, 7),
            point(8, 6),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn lost_games_and_shares_alone() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut games: Vec<_> = (0..400)
            .map(|number| record(number, GameResult::BlackWins))
            .collect();
        games[7].result = GameResult::Draw;
        games[9].reason = super::super::end_reason::EndReason::Died;
        GameLog::create(&log, &plan(2))
            .unwrap()
            .append(&games)
            .unwrap();
        let lines = |what: &Export| {
            let out = folder.path().join("out");
            let games = export(std::slice::from_ref(&log), what, &out).unwrap();
            let text = std::fs::read_to_string(&out).unwrap();
            (games, text.lines().count())
        };
        let all = Export::from(Format::Csv);
        assert_eq!(lines(&all), (400, 2 * 399));
        // The first engine has white in odd games, and loses them but for the draw.
        let lost = Export {
            losses_of: Some(0),
            ..all.clone()
        };
        assert_eq!(lines(&lost), (199, 2 * 198));
        let quarter = Export {
            share: 0.25,
            ..all.clone()
        };
        let (_, positions) = lines(&quarter);
        assert!((150..250).contains(&positions), "{positions}");
        assert_eq!(lines(&quarter).1, positions);
        assert_eq!(lines(&Export { share: 0.0, ..all }).1, 0);
    }

    #[test]
    fn headers_are_those_that_were_told() {
        let folder = tempfile::tempdir().unwrap();
        let (log, out) = (folder.path().join("log"), folder.path().join("out"));
        let mut written = GameLog::create(&log, &plan(2)).unwrap();
        written.append(&[record(0, GameResult::Draw)]).unwrap();
        let what = Export {
            event: "the\n\"cup\"".into(),
            site: "Prague".into(),
            ..Format::Pgn.into()
        };
        export(&[log], &what, &out).unwrap();
        let text = std::fs::read_to_string(out).unwrap();
        assert!(
            text.starts_with("[Event \"the 'cup'\"]\n[Site \"Prague\"]\n"),
            "{text}"
        );
    }
}
