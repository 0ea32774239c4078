//! From a line to a command. Reads leniently: any case, any blanks, any line end.

use super::text::trimmed;
use super::yixin::Unsupported;
use crate::rule::Swap2;

/// A line from the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, also `START n n`; the text behind the word.
    Start(String),
    /// `RECTSTART w,h`; the text behind the word.
    RectStart(String),
    /// `RESTART`
    Restart,
    /// `BEGIN`
    Begin,
    /// `TURN x,y`; the text behind the word.
    Turn(String),
    /// `BOARD`, `YXBOARD`, `SWAP2BOARD`, `YXBLOCK` or `YXBLOCKUNDO`: points follow up to `DONE`; the text behind
    /// the word.
    Block(Block, String),
    /// `TAKEBACK x,y`; the text behind the word.
    TakeBack(String),
    /// `PLAY x,y`; the text behind the word.
    Play(String),
    /// `INFO key value`; the key in lower case, the rest of the line as it is.
    Info(String, String),
    /// `END`
    End,
    /// `ABOUT`
    About,
    /// `YXSTOP` or `STOP`: play the best move now.
    Stop,
    /// `YXSHOWINFO`: a graphical interface of the Yixin kind introduces itself.
    ShowInfo,
    /// `YXSHOWFORBID`
    ShowForbidden,
    /// `YXHASHCLEAR`
    ClearHash,
    /// `YXSHOWHASHUSAGE`
    ShowHashUsage,
    /// `YXNBEST n`: the `n` best moves (multi-PV); the text behind the word.
    BestLines(String),
    /// `YXSEARCHDEFEND`: all moves, best first.
    AllLines,
    /// `YXBALANCEONE score` and `YXBALANCETWO score`: the number of moves, and the text behind the word.
    Balance(usize, String),
    /// `YXBLOCKRESET`: no move is excluded any more.
    AllowAll,
    /// `YXSWAP2STEP1`, `2` and `3`: a step of swap2 on the board that stands, answered in Yixin's words.
    Swap2Step(Swap2),
    /// A command of Yixin-Board that is not obeyed, and the text behind the word.
    Unsupported(Unsupported, String),
    /// Anything else that is not empty.
    Unknown(String),
}

/// Commands whose lines run up to `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// The whole position, then think.
    Board,
    /// The whole position, no answer.
    QuietBoard,
    /// The opening stones of swap2.
    Swap2,
    /// `YXBLOCK`: moves that are not to be played.
    Exclude,
    /// `YXBLOCKUNDO`: some of them that may be played again.
    Allow,
}

impl Block {
    /// The command's word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Block::Board => "BOARD",
            Block::QuietBoard => "YXBOARD",
            Block::Swap2 => "SWAP2BOARD",
            Block::Exclude => "YXBLOCK",
            Block::Allow => "YXBLOCKUNDO",
        }
    }
}

impl Command {
    /// Reads a line without its end; `None` for one of blanks only.
    pub fn parse(line: &str) -> Option<Command> {
        let line = trimmed(line);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_string();
        let command = match word.to_ascii_uppercase().as_str() {
            "" => return None,
            "START" => Command::Start(rest),
            "RECTSTART" => Command::RectStart(rest),
            "RESTART" => Command::Restart,
            "BEGIN" => Command::Begin,
            "TURN" => Command::Turn(rest),
            "BOARD" => Command::Block(Block::Board, rest),
            "YXBOARD" => Command::Block(Block::QuietBoard, rest),
            "SWAP2BOARD" => Command::Block(Block::Swap2, rest),
            "TAKEBACK" => Command::TakeBack(rest),
            "PLAY" => Command::Play(rest),
            "INFO" => {
                let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((&rest, ""));
                Command::Info(key.to_ascii_lowercase(), value.trim().to_string())
            }
            "END" => Command::End,
            "ABOUT" => Command::About,
            "YXSTOP" | "STOP" => Command::Stop,
            "YXSHOWINFO" => Command::ShowInfo,
            "YXSHOWFORBID" => Command::ShowForbidden,
            "YXHASHCLEAR" => Command::ClearHash,
            "YXSHOWHASHUSAGE" => Command::ShowHashUsage,
            "YXNBEST" => Command::BestLines(rest),
            "YXSEARCHDEFEND" => Command::AllLines,
            "YXBALANCEONE" => Command::Balance(1, rest),
            "YXBALANCETWO" => Command::Balance(2, rest),
            "YXBLOCK" => Command::Block(Block::Exclude, rest),
            "YXBLOCKUNDO" => Command::Block(Block::Allow, rest),
            "YXBLOCKRESET" => Command::AllowAll,
            "YXSWAP2STEP1" => Command::Swap2Step(Swap2::PlaceThree),
            "YXSWAP2STEP2" => Command::Swap2Step(Swap2::ChooseOfThree),
            "YXSWAP2STEP3" => Command::Swap2Step(Swap2::ChooseOfFive),
            word => match Unsupported::of(word) {
                Some(unsupported) => Command::Unsupported(unsupported, rest),
                None => Command::Unknown(line.chars().take(60).collect()),
            },
        };
        Some(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_leniently() {
        assert_eq!(
            Command::parse(" turn \t7 , 7 \r"),
            Some(Command::Turn("7 , 7".into()))
        );
        assert_eq!(
            Command::parse("\u{FEFF}Start 15"),
            Some(Command::Start("15".into()))
        );
        assert_eq!(Command::parse(" \0 \t"), None);
        assert_eq!(
            Command::parse(r"INFO FOLDER C:\Program Files\x y"),
            Some(Command::Info(
                "folder".into(),
                r"C:\Program Files\x y".into()
            ))
        );
        assert!(matches!(
            Command::parse("STARTX 15"),
            Some(Command::Unknown(_))
        ));
        assert_eq!(
            Command::parse("board 7,7,2 DONE"),
            Some(Command::Block(Block::Board, "7,7,2 DONE".into()))
        );
    }
}
