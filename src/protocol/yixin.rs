//! What is particular to interfaces of the Yixin kind: the words of their swap2, and the commands of Yixin-Board that
//! are not obeyed, with the lines that follow them.

use super::reply::Reply;
use super::text::trimmed;
use crate::rule::Swap2;

/// The lines that follow a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// None.
    Nothing,
    /// Lines up to `DONE`.
    Block,
    /// One line, a path.
    Path,
}

/// What a command that is not obeyed is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Nothing: the interface sends it by itself after each move, or there is nothing to be done.
    Silence,
    /// A message for the user, who typed the command: the interface goes on.
    NotSupported,
    /// An error: the interface waits for an answer that never comes.
    Error(&'static str),
    /// A message of its own.
    Message(&'static str),
}

/// A command of Yixin-Board that is not obeyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    word: &'static str,
    /// The lines that follow it.
    pub(super) data: Data,
    answer: Answer,
}

const SOOSORV: Answer = Answer::Error("Soosorv-8 is not supported: choose another opening rule");

const UNSUPPORTED: &[(&str, Data, Answer)] = &[
    ("YXSOOSORVSTEP1", Data::Nothing, SOOSORV),
    ("YXSOOSORVSTEP2", Data::Block, SOOSORV),
    ("YXSOOSORVSTEP3", Data::Block, SOOSORV),
    ("YXSOOSORVSTEP4", Data::Block, SOOSORV),
    ("YXSOOSORVSTEP5", Data::Block, SOOSORV),
    ("YXSOOSORVSTEP6", Data::Block, SOOSORV),
    (
        "YXDRAW",
        Data::Nothing,
        Answer::Message("no draw: the game goes on"),
    ),
    ("YXRESIGN", Data::Nothing, Answer::Silence),
    ("YXFORBID", Data::Nothing, Answer::NotSupported),
    ("YXPRINTFEATURE", Data::Nothing, Answer::NotSupported),
    ("YXBLOCKPATH", Data::Block, Answer::NotSupported),
    ("YXBLOCKPATHUNDO", Data::Block, Answer::Silence),
    ("YXBLOCKPATHRESET", Data::Nothing, Answer::Silence),
    ("YXHASHDUMP", Data::Path, Answer::NotSupported),
    ("YXHASHLOAD", Data::Path, Answer::NotSupported),
    ("YXQUERYDATABASEALL", Data::Block, Answer::Silence),
    ("YXQUERYDATABASEALLT", Data::Block, Answer::Silence),
    ("YXQUERYDATABASEONE", Data::Block, Answer::NotSupported),
    ("YXQUERYDATABASETEXT", Data::Block, Answer::NotSupported),
    ("YXEDITTVDDATABASE", Data::Block, Answer::NotSupported),
    ("YXEDITLABELDATABASE", Data::Block, Answer::NotSupported),
    ("YXEDITTEXTDATABASE", Data::Block, Answer::NotSupported),
    ("YXDELETEDATABASEONE", Data::Block, Answer::NotSupported),
    ("YXDELETEDATABASEALL", Data::Block, Answer::NotSupported),
    ("YXSETBESTMOVEDATABASE", Data::Block, Answer::NotSupported),
    ("YXCLEARBESTMOVEDATABASE", Data::Block, Answer::NotSupported),
    ("YXSETDATABASE", Data::Path, Answer::NotSupported),
    ("YXSAVEDATABASE", Data::Nothing, Answer::NotSupported),
    ("YXDBTOPOS", Data::Path, Answer::NotSupported),
    ("YXDBTOTXT", Data::Path, Answer::NotSupported),
    ("YXDBTOTXTALL", Data::Path, Answer::NotSupported),
    ("YXTXTTODB", Data::Path, Answer::NotSupported),
    ("YXLIBTODB", Data::Path, Answer::NotSupported),
    ("YXDBMERGE", Data::Path, Answer::NotSupported),
    ("YXDBSPLIT", Data::Path, Answer::NotSupported),
    ("YXDBCHECK", Data::Nothing, Answer::NotSupported),
    ("YXDBFIX", Data::Nothing, Answer::NotSupported),
];

impl Unsupported {
    /// The command of a word in upper case, if it is one of these.
    pub(super) fn of(word: &str) -> Option<Unsupported> {
        let found = UNSUPPORTED.iter().find(|(known, ..)| *known == word);
        found.map(|&(word, data, answer)| Unsupported { word, data, answer })
    }

    /// What is answered: to an interface of the Yixin kind, and to other managers.
    pub(super) fn reply(self, is_yixin: bool) -> Option<Reply> {
        let word = self.word;
        match self.answer {
            _ if !is_yixin => Some(Reply::Unknown(format!("command: {word}"))),
            Answer::Silence => None,
            Answer::NotSupported => Some(Reply::Message(format!("{word} is not supported"))),
            Answer::Error(why) => Some(Reply::Error(why.into())),
            Answer::Message(text) => Some(Reply::Message(text.into())),
        }
    }
}

/// Whether a line can be a path only, also where its first word is a command's: behind that there is a separator of
/// folders, or a file's ending such as `.db` is the last.
pub(super) fn names_path(line: &str) -> bool {
    let split = trimmed(line).split_once(char::is_whitespace);
    let rest = split.map_or("", |(_, rest)| rest);
    let ending = rest.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_ending = ending.chars().all(char::is_alphanumeric);
    rest.contains(['/', '\\']) || is_ending && ending.contains(char::is_alphabetic)
}

/// The answer to a step of swap2 in Yixin's words. Where white is kept, the move itself is not sent: the interface
/// asks for it with the position.
pub(super) fn swap2_words(step: Swap2, answer: Reply) -> Vec<Reply> {
    let say = |text: &str| vec![Reply::Message(format!("SWAP2 {text}"))];
    match (step, answer) {
        (Swap2::ChooseOfThree, Reply::Swap) => say("SWAP1 YES"),
        (Swap2::ChooseOfFive, Reply::Swap) => say("SWAP2 YES"),
        (Swap2::ChooseOfThree, Reply::Stones(points)) if points.len() == 1 => say("SWAP1 NO"),
        (Swap2::ChooseOfFive, Reply::Stones(points)) if points.len() == 1 => say("SWAP2 NO"),
        (step, Reply::Stones(points)) => {
            let first = if step == Swap2::PlaceThree { 1 } else { 4 };
            let told = points.iter().zip(first..).map(|(point, number)| {
                Reply::Message(format!("SWAP2 MOVE{number} {} {}", point.x(), point.y()))
            });
            told.collect()
        }
        (_, other) => vec![other],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn swap2_is_answered_in_the_words_of_yixin() {
        let point = |x, y| Size::FIFTEEN.point(x, y).unwrap();
        let points = [point(3, 7), point(6, 7), point(8, 10)];
        let words = |step, answer| {
            let told = swap2_words(step, answer).into_iter();
            told.map(|reply| reply.to_string())
                .collect::<Vec<_>>()
                .join("|")
        };
        assert_eq!(
            words(Swap2::PlaceThree, Reply::Stones(points.to_vec())),
            "MESSAGE SWAP2 MOVE1 3 7|MESSAGE SWAP2 MOVE2 6 7|MESSAGE SWAP2 MOVE3 8 10"
        );
        let three = |answer| words(Swap2::ChooseOfThree, answer);
        assert_eq!(three(Reply::Swap), "MESSAGE SWAP2 SWAP1 YES");
        assert_eq!(
            three(Reply::Stones(vec![points[0]])),
            "MESSAGE SWAP2 SWAP1 NO"
        );
        assert_eq!(
            three(Reply::Stones(points[..2].to_vec())),
            "MESSAGE SWAP2 MOVE4 3 7|MESSAGE SWAP2 MOVE5 6 7"
        );
        let five = |answer| words(Swap2::ChooseOfFive, answer);
        assert_eq!(five(Reply::Swap), "MESSAGE SWAP2 SWAP2 YES");
        assert_eq!(
            five(Reply::Stones(vec![points[0]])),
            "MESSAGE SWAP2 SWAP2 NO"
        );
        assert_eq!(five(Reply::Error("x".into())), "ERROR x");
    }

    #[test]
    fn paths_are_told_from_commands() {
        for path in [
            "End games/my.db",
            r"board C:\x",
            "Start my game.db",
            "turn a.lib ",
        ] {
            assert!(names_path(path), "{path}");
        }
        for command in [
            "END",
            "TURN 7.7",
            "BOARD 7,7,2 DONE.",
            "TURN 7,7",
            "my.db",
            "START 15",
        ] {
            assert!(!names_path(command), "{command}");
        }
    }

    #[test]
    fn each_command_is_found_by_its_word() {
        for &(word, data, answer) in UNSUPPORTED {
            assert_eq!(
                Unsupported::of(word),
                Some(Unsupported { word, data, answer })
            );
        }
        assert_eq!(Unsupported::of("YXNBEST"), None);
    }
}
