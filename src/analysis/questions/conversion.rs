//! Games and positions from one format into another.

use super::position_words::size_of;
use super::question::{Convert, TargetFormat};
use super::question_error::QuestionError;
use super::reply::{Converted, Reply};
use crate::board::point_names;
use crate::record::{
    GameFile, GameFormat, PsqGame, RecordedGame, read_game_file, write_renlib, write_sgf,
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
    let GameFile { games, notes, .. } = read_game_file(&bytes, "", format, size)?;
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
        TargetFormat::Renlib => converted.base64 = Some(renlib(&game)?),
        to => converted.text = Some(text(&game, to)?),
    }
    Ok(Reply::Convert(converted))
}

fn renlib(game: &RecordedGame) -> Result<String, QuestionError> {
    without_setup(game)?;
    Ok(BASE64_STANDARD.encode(write_renlib(&game.tree)?))
}

fn text(game: &RecordedGame, to: TargetFormat) -> Result<String, QuestionError> {
    let moves = || {
        game.moves()
            .map_err(|error| QuestionError::NotHeld(error.to_string()))
    };
    Ok(match to {
        TargetFormat::Psq => PsqGame::unfinished(&moves()?, game.size()).to_string(),
        TargetFormat::Moves => point_names(&moves()?, game.size()),
        TargetFormat::Diagram => match game.position(usize::MAX) {
            Ok((board, _)) => board.to_string(),
            Err(error) => return Err(QuestionError::NotHeld(error.to_string())),
        },
        TargetFormat::Sgf | TargetFormat::Renlib => {
            without_setup(game)?;
            let rule = game.rule.map_or("", |rule| rule.name());
            write_sgf(&game.tree, rule, "")
        }
    })
}

/// Refuses stones that stand before the first move.
fn without_setup(game: &RecordedGame) -> Result<(), QuestionError> {
    match game.start.vacant() == game.size().area() {
        true => Ok(()),
        false => Err(QuestionError::NotHeld(
            "stones are set up before the first move".into(),
        )),
    }
}
