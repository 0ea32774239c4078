//! Points as managers write them: one a line, several a line or behind the command's own word, up to `DONE`.
//!
//! Commas join the numbers of a point, blanks allowed around them; blanks and semicolons separate points. What
//! can be read in two ways is refused, with the line and the reason: a stone in the wrong place is worse than none.

use super::command::Block;
use crate::board::{Point, Size};

/// The numbers that a point may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `x,y`
    Xy,
    /// `x,y,f`
    Xyf,
    /// Either.
    Both,
}

impl Form {
    fn fits(self, numbers: usize) -> bool {
        match self {
            Form::Xy => numbers == 2,
            Form::Xyf => numbers == 3,
            Form::Both => numbers == 2 || numbers == 3,
        }
    }

    fn wanted(self) -> &'static str {
        match self {
            Form::Xy => "x,y expected",
            Form::Xyf => "x,y,f expected, f 1 own, 2 opponent's or 3 blocked",
            Form::Both => "x,y expected",
        }
    }
}

/// The most characters of a line that an error repeats.
const MOST_QUOTED: usize = 40;

/// What may stand behind the `DONE` that ends a block.
pub(super) const AFTER_DONE: [char; 5] = [';', ',', '.', ' ', '\t'];

/// A point of a block, and what was said of it: 1, 2 or 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub point: Point,
    pub field: Option<i64>,
}

/// Reads the one point `x,y` of a text.
///
/// # Errors
/// Says what was expected and what was found.
pub(super) fn read_point(text: &str, size: Size) -> Result<Point, String> {
    match read_numbers(text, Form::Xy)?[..] {
        [ref numbers] => on_board(numbers, size),
        _ => Err(format!("one point x,y expected, {} found", quoted(text))),
    }
}

/// Reads the two sides `w,h` of a board.
pub(super) fn read_sides(text: &str) -> Option<(i64, i64)> {
    let numbers = read_numbers(text, Form::Xy).ok()?;
    match numbers.as_slice() {
        [sides] => Some((sides[0], sides[1])),
        _ => None,
    }
}

fn on_board(numbers: &[i64], size: Size) -> Result<Point, String> {
    let (x, y) = (numbers[0], numbers[1]);
    size.point(x, y).ok_or_else(|| {
        let last = size.side() - 1;
        format!("{x},{y} is off the board: x and y are 0 to {last}")
    })
}

/// The numbers of each point of a text.
fn read_numbers(text: &str, form: Form) -> Result<Vec<Vec<i64>>, String> {
    let mut points = Vec::new();
    for part in text.split(';') {
        let groups = groups(part);
        // `7 7 2`: one point without commas.
        let is_one = groups.len() > 1 && groups.iter().all(|group| group.len() == 1);
        let groups = if is_one {
            vec![groups.concat()]
        } else {
            groups
        };
        for group in groups {
            if !form.fits(group.len()) {
                let found = if is_one { part } else { &group.join(",") };
                return Err(format!("{}; {} found", form.wanted(), quoted(found)));
            }
            let numbers = group.iter().map(|word| {
                let number = word.parse::<i64>();
                number.map_err(|_| format!("{}; {} is no such number", form.wanted(), quoted(word)))
            });
            points.push(numbers.collect::<Result<_, _>>()?);
        }
    }
    Ok(points)
}

/// The words of a text that commas join.
fn groups(text: &str) -> Vec<Vec<&str>> {
    let text = text.trim_end();
    let text = text.strip_suffix(',').unwrap_or(text);
    let mut groups: Vec<Vec<&str>> = Vec::new();
    if text.trim().is_empty() {
        return groups;
    }
    for (i, piece) in text.split(',').enumerate() {
        let mut words = piece.split_whitespace();
        // Between two commas there may be nothing: no number, but a place.
        let first = words.next().unwrap_or("");
        match groups.last_mut().filter(|_| i > 0) {
            Some(group) => group.push(first),
            None => groups.push(vec![first]),
        }
        groups.extend(words.map(|word| vec![word]));
    }
    groups
}

/// A text for an error, cut where it is long.
fn quoted(text: &str) -> String {
    let text = text.trim();
    let mut cut: String = text.chars().take(MOST_QUOTED).collect();
    if cut.len() < text.len() {
        cut.push_str("..");
    }
    format!("\"{cut}\"")
}

/// Where a block's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Behind the command's word.
    Head,
    /// In a line of its own.
    Line,
}

/// A block that is being read. The first fault of a block is kept; nothing behind it is read.
pub(super) struct BlockReader {
    kind: Block,
    size: Size,
    /// Lines behind the one with the command's word.
    lines: usize,
    named: Result<Vec<Named>, String>,
}

impl BlockReader {
    pub fn new(kind: Block, size: Size) -> BlockReader {
        BlockReader {
            kind,
            size,
            lines: 0,
            named: Ok(Vec::new()),
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Takes text. Whether the block ends with it.
    pub fn take(&mut self, text: &str, place: Place) -> bool {
        self.lines += usize::from(place == Place::Line);
        let done = text.to_ascii_lowercase().find("done");
        let points = &text[..done.unwrap_or(text.len())];
        let rest = done.map_or("", |at| &text[at + "done".len()..]);
        if let Ok(named) = &mut self.named {
            let read = add_points(named, points, self.kind, self.size).and_then(|()| {
                let is_over = rest.trim_matches(AFTER_DONE).is_empty();
                let more = || format!("nothing expected behind DONE; {} found", quoted(rest));
                is_over.then_some(()).ok_or_else(more)
            });
            if let Err(why) = read {
                self.named = Err(format!("in {}: {why}", self.name_of(text, place)));
            }
        }
        done.is_some()
    }

    fn name_of(&self, text: &str, place: Place) -> String {
        let word = self.kind.word();
        match place {
            Place::Head => format!("the line {}", quoted(&format!("{word} {text}"))),
            Place::Line => format!("line {} of {word}, {}", self.lines, quoted(text)),
        }
    }

    /// Ends the block.
    ///
    /// # Errors
    /// The first line that could not be read, its number, counted from the one behind the command's word, and why.
    pub fn finish(self) -> Result<(Block, Vec<Named>), String> {
        Ok((self.kind, self.named?))
    }
}

fn add_points(named: &mut Vec<Named>, text: &str, kind: Block, size: Size) -> Result<(), String> {
    let form = match kind {
        Block::Board | Block::QuietBoard => Form::Xyf,
        Block::Swap2 => Form::Both,
        Block::Exclude | Block::Allow => Form::Xy,
    };
    let is_position = form != Form::Xy;
    for numbers in read_numbers(text, form)? {
        let point = on_board(&numbers, size)?;
        let field = numbers.get(2).copied();
        let most = if kind == Block::Swap2 { 2 } else { 3 };
        if let Some(field) = field.filter(|field| !(1..=most).contains(field)) {
            return Err(format!("{}; f is {field} at {point}", form.wanted()));
        }
        if kind == Block::Swap2 && !fits_swap2(named, field) {
            return Err(
                "x,y of black, white, black, .. expected; the third numbers tell another order"
                    .into(),
            );
        }
        if !named.iter().any(|other| other.point == point) {
            named.push(Named { point, field });
        } else if is_position {
            return Err(format!("{point} is named twice"));
        }
    }
    Ok(())
}

/// Whether what is said of a stone of swap2, beyond its point, fits the stones before it: these are black, white,
/// black, .. in the order of the lines, so that one color's stones have the one number, the other's the other or the
/// same.
fn fits_swap2(named: &[Named], field: Option<i64>) -> bool {
    let told_alike = |other: &Named| other.field.is_some() == field.is_some();
    let two_before = named.iter().rev().nth(1);
    named.first().is_none_or(told_alike) && two_before.is_none_or(|other| other.field == field)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str, form: Form) -> Vec<Vec<i64>> {
        read_numbers(text, form).unwrap_or_else(|why| panic!("{text:?}: {why}"))
    }

    /// What a block's lines name; `|` separates lines, the first one is behind the word.
    fn block(kind: Block, lines: &str) -> Result<Vec<(String, i64)>, String> {
        let mut reader = BlockReader::new(kind, Size::FIFTEEN);
        let mut is_done = false;
        for (i, line) in lines.split('|').enumerate() {
            assert!(!is_done, "{lines}");
            is_done = reader.take(line, if i == 0 { Place::Head } else { Place::Line });
        }
        assert!(is_done, "{lines}");
        let (_, named) = reader.finish()?;
        let told = named
            .iter()
            .map(|n| (n.point.to_string(), n.field.unwrap_or(0)));
        Ok(told.collect())
    }

    #[test]
    fn points_are_read_wherever_they_are_clear() {
        let two = vec![vec![7, 7, 2], vec![8, 8, 1]];
        for text in [
            "7,7,2 8,8,1",
            "7,7,2\t8,8,1",
            "7,7,2;8,8,1;",
            " 7, 7, 2 ; 8 ,8 , 1 ",
            "7, 7, 2 8, 8, 1",
            "7 7 2; 8 8 1",
            "7,7,2;; 8,8,1,",
        ] {
            assert_eq!(numbers(text, Form::Xyf), two, "{text:?}");
        }
        assert_eq!(numbers("7 12", Form::Xy), [[7, 12]]);
        assert_eq!(numbers("7, 12;", Form::Xy), [[7, 12]]);
        assert_eq!(
            numbers("1,2 3,4,1", Form::Both),
            [vec![1, 2], vec![3, 4, 1]]
        );
        assert!(numbers(" ;\t; ", Form::Xyf).is_empty());
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_refused() {
        // Three pairs and two triples look the same.
        for text in ["7,7,1,1,2,2", "7,7 1,1 2,2", "7 7 1 1 2 2", "7,7,2, 8,8,1"] {
            assert!(read_numbers(text, Form::Xyf).is_err(), "{text:?}");
        }
        for text in [
            "7",
            "7,",
            ",7",
            "7,,7",
            "7,7,7",
            "x,y",
            "h8",
            "7;7",
            "7.7",
            "99999999999999999999,1",
        ] {
            assert!(read_numbers(text, Form::Xy).is_err(), "{text:?}");
        }
        assert_eq!(
            read_point("7 7 7", Size::FIFTEEN),
            Err("x,y expected; \"7 7 7\" found".into())
        );
        assert_eq!(
            read_point("7,x", Size::FIFTEEN),
            Err("x,y expected; \"x\" is no such number".into())
        );
        assert_eq!(
            read_point("", Size::FIFTEEN),
            Err("one point x,y expected, \"\" found".into())
        );
        assert_eq!(
            read_point("15,0", Size::FIFTEEN),
            Err("15,0 is off the board: x and y are 0 to 14".into())
        );
    }

    #[test]
    fn a_block_ends_with_done_wherever_it_stands() {
        let expected = Ok(vec![("7,7".to_string(), 2), ("8,8".to_string(), 1)]);
        for lines in [
            "|7,7,2|8,8,1|DONE",
            "|7,7,2|8,8,1 done",
            "7,7,2 8,8,1 DONE",
            "7,7,2|8,8,1|Done;",
            "|7,7,2;8,8,1DONE.",
        ] {
            assert_eq!(block(Block::Board, lines), expected, "{lines}");
        }
        assert_eq!(block(Block::Board, "|DONE"), Ok(vec![]));
    }

    #[test]
    fn the_first_fault_is_told_with_its_line() {
        let fault = |kind, lines| block(kind, lines).unwrap_err();
        let wanted = "x,y,f expected, f 1 own, 2 opponent's or 3 blocked";
        assert_eq!(
            fault(Block::Board, "|7,7,2|8,8|x|DONE"),
            format!("in line 2 of BOARD, \"8,8\": {wanted}; \"8,8\" found")
        );
        assert_eq!(
            fault(Block::QuietBoard, "7,7,2 8,8,4 DONE"),
            format!("in the line \"YXBOARD 7,7,2 8,8,4 DONE\": {wanted}; f is 4 at 8,8")
        );
        assert_eq!(
            fault(Block::Board, "|7,7,2|7,7,1|DONE"),
            "in line 2 of BOARD, \"7,7,1\": 7,7 is named twice"
        );
        assert_eq!(
            fault(Block::Exclude, "|7,7|99,99|DONE"),
            "in line 2 of YXBLOCK, \"99,99\": 99,99 is off the board: x and y are 0 to 14"
        );
        assert_eq!(
            fault(Block::Board, "|7,7,2 DONE TURN 8,8"),
            "in line 1 of BOARD, \"7,7,2 DONE TURN 8,8\": nothing expected behind DONE; \"TURN 8,8\" found"
        );
        let long = format!("|{}|DONE", "7".repeat(99));
        assert!(fault(Block::Board, &long).len() < 200);
    }

    #[test]
    fn stones_of_swap2_may_tell_their_colors_too() {
        for fields in [
            ["", "", ""],
            [",1", ",1", ",1"],
            [",2", ",1", ",2"],
            [",1", ",2", ",1"],
        ] {
            let [a, b, c] = fields;
            let named = block(Block::Swap2, &format!("|7,7{a}|8,7{b}|9,9{c}|DONE")).unwrap();
            assert_eq!(named[2].0, "9,9");
        }
        for fields in [["", ",1", ""], [",1", ",1", ",2"], [",3", ",3", ",3"]] {
            let [a, b, c] = fields;
            assert!(block(Block::Swap2, &format!("|7,7{a}|8,7{b}|9,9{c}|DONE")).is_err());
        }
    }
}
