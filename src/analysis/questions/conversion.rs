//! Games and positions from one format into another.

use super::position_words::size_of;
use super::question::{Convert, TargetFormat};
use super::question_error::QuestionError;
use super::reply::{Converted, Reply};
use crate::board::point_names;
use crate::record::{
    GameFile, GameFormat, MovesError, PsqGame, RecordedGame, read_game_file, write_renlib,
    write_sgf,
};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// The first game of a text in another format.
pub(super) fn convert_question(question: &Convert) -> Result<Reply, QuestionError> {
    let bytes = match (&question.text, &question.base64) {
        (Some(text), None) => text.as_bytes().to_vec(),
        (None, Some(base64)) => BASE64_STANDARD.decode(base64)?,
        _ => return Err(QuestionError::NoText),
    };
    let format: Option<GameFormat> = question.format.as_deref().map(str::parse).transpose()?;
    let size = question.size.map(|side| size_of(Some(side))).transpose()?;
    let name = question.name.as_deref().unwrap_or_default();
    let GameFile { games, notes, .. } = read_game_file(&bytes, name, format, size)?;
    let mut converted = Converted {
        notes,
        ..Converted::default()
    };
    if games.len() > 1 {
        let note = format!("{} games, game 1 is taken", games.len());
        converted.notes.push(note);
    }
    let Some(game) = games.into_iter().next() else {
        return Err(QuestionError::NoText);
    };
    converted.notes.extend(game.notes.iter().cloned());
    match question.to {
        TargetFormat::Renlib => {
            without_setup(&game)?;
            let library = write_renlib(&game.tree)?;
            converted.base64 = Some(BASE64_STANDARD.encode(library));
        }
        TargetFormat::Sgf => {
            without_setup(&game)?;
            let rule = game.rule.map_or("", |rule| rule.name());
            converted.text = Some(write_sgf(&game.tree, rule, ""));
        }
        TargetFormat::Psq => {
            let psq = PsqGame {
                rule: game.rule,
                ..PsqGame::unfinished(&game.moves()?, game.size())
            };
            converted.text = Some(psq.to_string());
        }
        TargetFormat::Moves => converted.text = Some(point_names(&game.moves()?, game.size())),
        TargetFormat::Diagram => {
            let (board, _) = game.position(usize::MAX)?;
            converted.text = Some(board.to_string());
        }
    }
    Ok(Reply::Convert(converted))
}

/// Refuses stones that stand before the first move.
fn without_setup(game: &RecordedGame) -> Result<(), MovesError> {
    match game.has_setup() {
        true => Err(MovesError::SetUp),
        false => Ok(()),
    }
}
