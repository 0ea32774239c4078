//! Trees of variations as RenLib keeps them in `.lib` files: 15x15, two bytes a move.
//!
//! ```text
//! file     head, then the nodes in pre-order, all in pairs of bytes
//! head     ff 'RenLib' ff, major and minor version (up to 3.4), ten times ff
//! node     point, flags, extension, comment, text: the last three only where a flag says so
//! point    low nibble: column from the left, from 1; high nibble: row from the top, from 0 (78 is h8);
//!          00 is the root where it comes first, a pass elsewhere
//! flags    80 a sibling follows    40 no child    20 old comment    10 marked    08 comment
//!          04 the view starts here    02 not a move: the text stands alone    01 extension
//! extension two bytes; the low bit of the second: a text to be shown on the point
//! comment  a title, then perhaps 08 and further lines
//! ```
//!
//! Comments and texts end with a zero byte, or with two where one would leave half a pair. Their bytes are
//! in whatever code page the writer's Windows had: UTF-8 is written; what is not UTF-8 is read in the code
//! page that the file's words look like. Oldest files have no head and begin with 78; files before 3.4 may have no root; old comments
//! are Swedish seven-bit text whose last byte has the high bit.
//!
//! A branch that RenLib saves alone keeps the flags of the whole tree on the moves that lead to it. So a
//! file may end where a sibling or a child should follow, as long as nothing has branched on the way there.
//! It may also end where a child of the last move should follow and no sibling is due, since some writers
//! leave the flag out; elsewhere it was cut.
//!
//! Not here: marks and the start of the view, because a tree of moves has no use for them.
//!
//! Source: what RenLib 3 (<https://github.com/gomoku/RenLib>) and Rapfi read and write; there is no
//! published description. A library that came with RenLib calls 78 68 58 (h8 h9 h10) the first direct
//! opening, which settles both nibbles.

use super::recorded_game::RecordedGame;
use super::text_encoding::TextEncoding;
use super::variations::{NodeId, Variations};
use crate::board::{Color, Point, Size};
use std::iter::successors;
use thiserror::Error;

/// Why a tree cannot be read from, or written to, a RenLib file.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum RenlibError {
    /// The head is another.
    #[error("not a RenLib file: the bytes ff 'RenLib' ff are expected at its start")]
    NotRenlib,
    /// A version newer than 3.4.
    #[error("version {0}.{1} of RenLib's format is not known, only those up to 3.4")]
    Version(u8, u8),
    /// The bytes end inside the tree.
    #[error("cut short: the file ends after {0} bytes, where the tree goes on")]
    CutShort(usize),
    /// The tree ends before the bytes do.
    #[error("the tree ends before byte {0} (counted from 0), but the file goes on")]
    Leftover(usize),
    /// A move byte that names no point.
    #[error("byte {at} (counted from 0) is {byte:02x}: a point of the 15x15 board is expected")]
    OffBoard {
        /// Where it stands, from 0.
        at: usize,
        /// The byte.
        byte: u8,
    },
    /// A tree for a board that RenLib does not know.
    #[error("RenLib knows the 15x15 board only, not {0}x{0}")]
    Size(usize),
    /// A tree in which white moves first.
    #[error("in a RenLib file black moves first, in this tree white does")]
    WhiteFirst,
}

const NAME: &[u8; 8] = b"\xffRenLib\xff";
const VERSION: (u8, u8) = (3, 4);
const HEAD_BYTES: usize = 20;
const CENTRE: u8 = 0x78;

const SIBLING: u8 = 0x80;
const NO_CHILD: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;
/// In the extension's second byte.
const TEXT: u8 = 0x01;
/// Between a comment's title and its further lines.
const BREAK: char = '\u{8}';

/// Reads a tree. Siblings with the same point become one.
///
/// # Errors
/// [`RenlibError`], but never [`RenlibError::Size`] nor [`RenlibError::WhiteFirst`].
pub fn parse_renlib(bytes: &[u8]) -> Result<RecordedGame, RenlibError> {
    let mut reader = Reader::behind_head(bytes, TextEncoding::UTF_8)?;
    let tree = reader.tree()?;
    if reader.foreign.is_empty() {
        return Ok(RecordedGame {
            notes: reader.notes,
            ..RecordedGame::from_tree(tree)
        });
    }
    let encoding = TextEncoding::guess(&reader.foreign);
    let mut reader = Reader::behind_head(bytes, encoding)?;
    let tree = reader.tree()?;
    let name = encoding.name();
    let note =
        format!("RenLib files name no code page: comments that are not UTF-8 read as {name}");
    reader.notes.push(note);
    Ok(RecordedGame {
        notes: reader.notes,
        ..RecordedGame::from_tree(tree)
    })
}

/// Whether any node from this one up to the root has more than one child.
fn has_branched(tree: &Variations, id: NodeId) -> bool {
    successors(Some(id), |&above| tree.parent(above)).any(|above| tree.children(above).count() > 1)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The code page of words that are not UTF-8.
    encoding: TextEncoding,
    /// Words that are not UTF-8, one behind another.
    foreign: Vec<u8>,
    notes: Vec<String>,
}

impl Reader<'_> {
    fn behind_head<'a>(bytes: &'a [u8], encoding: TextEncoding) -> Result<Reader<'a>, RenlibError> {
        let from = |at| Reader {
            bytes,
            at,
            encoding,
            foreign: Vec::new(),
            notes: Vec::new(),
        };
        if bytes.first() == Some(&CENTRE) {
            return Ok(from(0));
        }
        if !bytes.starts_with(NAME) {
            return Err(RenlibError::NotRenlib);
        }
        match bytes[NAME.len()..] {
            [major, minor, ..] if (major, minor) > VERSION => {
                Err(RenlibError::Version(major, minor))
            }
            _ if bytes.len() < HEAD_BYTES => Err(RenlibError::CutShort(bytes.len())),
            _ => Ok(from(HEAD_BYTES)),
        }
    }

    fn tree(&mut self) -> Result<Variations, RenlibError> {
        let mut tree = Variations::new(Size::FIFTEEN);
        // Parents of the siblings still to come.
        let mut waiting = Vec::new();
        let mut next = Some(NodeId::ROOT);
        match self.bytes.get(self.at) {
            Some(0) => {
                let root = self.node()?;
                tree.add_comment(NodeId::ROOT, &root.all_words());
                next = root.next_parent(NodeId::ROOT, &mut waiting);
            }
            Some(_) => {}
            None => return Err(RenlibError::CutShort(self.bytes.len())),
        }
        let mut is_child_due = true;
        while let Some(parent) = next {
            if self.is_at_end() {
                let is_last = is_child_due && waiting.is_empty();
                return self.end_early(tree, parent, is_last);
            }
            let node = self.node()?;
            is_child_due = !node.has(NO_CHILD);
            let id = node.put(&mut tree, parent);
            if node.has(SIBLING) {
                waiting.push(parent);
            }
            next = node.next_parent(id, &mut waiting);
        }
        match self.is_at_end() {
            true => Ok(tree),
            false => Err(RenlibError::Leftover(self.at)),
        }
    }

    /// The file ends although its last node says that more nodes follow below `parent`. That node's end is all that
    /// is missing if it `is_last`: no sibling is due.
    fn end_early(
        &mut self,
        tree: Variations,
        parent: NodeId,
        is_last: bool,
    ) -> Result<Variations, RenlibError> {
        if has_branched(&tree, parent) && !is_last {
            return Err(RenlibError::CutShort(self.bytes.len()));
        }
        self.notes.push(format!(
            "the last move, before byte {}, has a flag that says that more follows: a branch that was saved \
             alone, or a file that was cut short",
            self.bytes.len()
        ));
        Ok(tree)
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn pair(&mut self) -> Result<[u8; 2], RenlibError> {
        match self.bytes.get(self.at..) {
            Some(&[a, b, ..]) => {
                self.at += 2;
                Ok([a, b])
            }
            _ => Err(RenlibError::CutShort(self.bytes.len())),
        }
    }

    fn node(&mut self) -> Result<FileNode, RenlibError> {
        let at = self.at;
        let [byte, flags] = self.pair()?;
        let point = match byte {
            0 => None,
            _ => Some(point_of(byte).ok_or(RenlibError::OffBoard { at, byte })?),
        };
        let has = |flag| flags & flag != 0;
        let extension = if has(EXTENSION) { self.pair()?[1] } else { 0 };
        let comment = if has(OLD_COMMENT) {
            self.old_words()?
        } else if has(COMMENT) {
            self.words()?
        } else {
            String::new()
        };
        let text = match extension & TEXT {
            0 => String::new(),
            _ => self.words()?,
        };
        Ok(FileNode {
            point,
            flags,
            comment,
            text,
        })
    }

    fn words(&mut self) -> Result<String, RenlibError> {
        let mut bytes = Vec::new();
        loop {
            for byte in self.pair()? {
                if byte == 0 {
                    return Ok(tidy(&self.text(&bytes)));
                }
                bytes.push(byte);
            }
        }
    }

    fn text(&mut self, bytes: &[u8]) -> String {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return text.into();
        }
        self.foreign.extend(bytes);
        self.encoding.decode(bytes)
    }

    fn old_words(&mut self) -> Result<String, RenlibError> {
        let mut words = String::new();
        loop {
            for byte in self.pair()? {
                words.push(swedish(byte & 0x7f));
                if byte & 0x80 != 0 {
                    return Ok(tidy(&words));
                }
            }
        }
    }
}

/// A node as it stands in the file.
struct FileNode {
    point: Option<Point>,
    flags: u8,
    comment: String,
    text: String,
}

impl FileNode {
    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Enters the node below its parent.
    fn put(&self, tree: &mut Variations, parent: NodeId) -> NodeId {
        let Some(point) = self.point else {
            return tree.add(parent, None, &self.all_words());
        };
        if self.has(NO_MOVE) && self.has(NO_CHILD) {
            tree.put_label(parent, point, &self.all_words());
            return parent;
        }
        let id = tree.add(parent, Some(point), &self.comment);
        if !self.text.is_empty() {
            tree.put_label(id, point, &self.text);
        }
        id
    }

    /// Comment and text for where there is one place for both.
    fn all_words(&self) -> String {
        let both = [&*self.comment, &*self.text];
        tidy(&both.join("\n"))
    }

    /// The node whose child comes next, if more nodes follow.
    fn next_parent(&self, id: NodeId, waiting: &mut Vec<NodeId>) -> Option<NodeId> {
        match self.has(NO_CHILD) {
            true => waiting.pop(),
            false => Some(id),
        }
    }
}

/// Lines end as ours do, and there is none before the first nor after the last.
fn tidy(words: &str) -> String {
    let words = words.replace(['\0', '\r'], "").replace(BREAK, "\n");
    words.trim_matches('\n').into()
}

/// The letters that Sweden put in the places of ASCII's brackets.
fn swedish(byte: u8) -> char {
    match byte {
        b'[' => 'Ä',
        b'\\' => 'Ö',
        b']' => 'Å',
        b'{' => 'ä',
        b'|' => 'ö',
        b'}' => 'å',
        _ => byte as char,
    }
}

fn point_of(byte: u8) -> Option<Point> {
    Size::FIFTEEN.point((byte & 15) as i64 - 1, (byte >> 4) as i64)
}

fn byte_of(point: Option<Point>) -> u8 {
    point.map_or(0, |point| (point.y() << 4 | (point.x() + 1)) as u8)
}

/// Writes a tree as version 3.4, with a root. Bytes that the format needs for itself (0 and 8) and empty
/// lines around a comment are left out.
///
/// # Errors
/// [`RenlibError::Size`] if the board is not 15x15, [`RenlibError::WhiteFirst`] if white moves first.
pub fn write_renlib(tree: &Variations) -> Result<Vec<u8>, RenlibError> {
    if tree.turn(NodeId::ROOT) == Color::White {
        return Err(RenlibError::WhiteFirst);
    }
    if tree.size() != Size::FIFTEEN {
        return Err(RenlibError::Size(tree.size().side()));
    }
    let mut bytes = NAME.to_vec();
    bytes.extend([VERSION.0, VERSION.1]);
    bytes.resize(HEAD_BYTES, 0xff);
    for id in tree.pre_order() {
        write_node(&mut bytes, tree, id);
    }
    Ok(bytes)
}

fn write_node(bytes: &mut Vec<u8>, tree: &Variations, id: NodeId) {
    let point = tree.point(id);
    let (own, others): (Vec<_>, Vec<_>) = tree
        .labels(id)
        .iter()
        .partition(|(labelled, _)| Some(*labelled) == point);
    let text = own.first().map_or("", |(_, text)| text);
    let has_child = tree.children(id).next().is_some();
    let mut flags = 0;
    if tree.next_sibling(id).is_some() {
        flags |= SIBLING;
    }
    if !has_child && others.is_empty() {
        flags |= NO_CHILD;
    }
    write_pairs(bytes, point, flags, tree.comment(id), text);
    for (number, (labelled, text)) in others.iter().enumerate() {
        let is_last = number + 1 == others.len() && !has_child;
        let flags = NO_MOVE | NO_CHILD | if is_last { 0 } else { SIBLING };
        write_pairs(bytes, Some(*labelled), flags, "", text);
    }
}

fn write_pairs(bytes: &mut Vec<u8>, point: Option<Point>, flags: u8, comment: &str, text: &str) {
    let [comment, text] = [comment, text].map(file_words);
    let comment_flag = if comment.is_empty() { 0 } else { COMMENT };
    let text_flag = if text.is_empty() { 0 } else { EXTENSION };
    bytes.extend([byte_of(point), flags | comment_flag | text_flag]);
    if text_flag != 0 {
        bytes.extend([0, TEXT]);
    }
    for words in [comment, text].iter().filter(|words| !words.is_empty()) {
        bytes.extend(words.as_bytes());
        bytes.push(0);
        if words.len() % 2 == 0 {
            bytes.push(0);
        }
    }
}

/// A title alone, or a title, a break and further lines.
fn file_words(words: &str) -> String {
    let words = tidy(&words.replace(BREAK, ""));
    match words.split_once('\n') {
        Some((title, rest)) => format!("{title}{BREAK}{}", rest.replace('\n', "\r\n")),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::variations::tests::{at, large, sample};
    use rand::{Rng, RngCore, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const HEAD: &[u8] = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";

    fn read(bytes: &[u8]) -> Result<Variations, RenlibError> {
        parse_renlib(bytes).map(|game| game.tree)
    }

    fn file(nodes: &[u8]) -> Vec<u8> {
        [HEAD, nodes].concat()
    }

    #[test]
    fn a_file_made_by_hand() {
        // h8 (comment "ab", text "A"), then h9 with a title and a line, or i9; a text alone on j10.
        let bytes = file(
            b"\x00\x00\
              \x78\x09\x00\x01ab\0\0A\0\
              \x68\xc8up\x08!\r\n?\0\
              \x59\xc2\
              \x5a\xc3\x00\x01B\0\
              \x69\x50",
        );
        let tree = read(&bytes).unwrap();
        let mut expected = Variations::new(Size::FIFTEEN);
        let first = expected.add(NodeId::ROOT, Some(at("h8")), "ab");
        expected.put_label(first, at("h8"), "A");
        expected.add(first, Some(at("h9")), "up\n!\n?");
        expected.put_label(first, at("j10"), "B");
        expected.add(first, Some(at("i9")), "");
        assert_eq!(tree, expected);
    }

    #[test]
    fn trees_go_round() {
        let tree = sample();
        let bytes = write_renlib(&tree).unwrap();
        assert!(bytes.starts_with(HEAD) && bytes.len().is_multiple_of(2));
        assert_eq!(read(&bytes), Ok(tree));
        let empty = Variations::new(Size::FIFTEEN);
        let bytes = write_renlib(&empty).unwrap();
        assert_eq!(bytes, file(&[0, NO_CHILD]));
        assert_eq!(read(&bytes), Ok(empty));
    }

    #[test]
    fn random_trees_go_round() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let points: Vec<Point> = Size::FIFTEEN.points().collect();
        for moves in [1, 2, 5, 30, 300, 3000] {
            let mut tree = Variations::new(Size::FIFTEEN);
            let mut ids = vec![NodeId::ROOT];
            for number in 0..moves {
                let parent = ids[ids.len() - 1 - rng.random_range(0..ids.len().min(20))];
                let point = points[rng.random_range(0..points.len())];
                let comment = "x".repeat(rng.random_range(0..4));
                let id = tree.add(parent, (number % 50 != 49).then_some(point), &comment);
                if rng.random_range(0..4) == 0 {
                    tree.put_label(id, points[rng.random_range(0..points.len())], "L");
                }
                ids.push(id);
            }
            let bytes = write_renlib(&tree).unwrap();
            assert_eq!(read(&bytes), Ok(tree));
        }
    }

    #[test]
    fn long_lines_and_many_moves() {
        let tree = large();
        let bytes = write_renlib(&tree).unwrap();
        assert_eq!(bytes.len(), HEAD.len() + 2 * (tree.len() + 1));
        assert_eq!(read(&bytes), Ok(tree));
    }

    #[test]
    fn older_files() {
        // Without a head and a root, an old comment: "då" and its second line.
        let tree = read(b"\x78\x20d}\x08j\xe1\x00\x68\xc0\x69\x40").unwrap();
        let first = tree.children(NodeId::ROOT).next().unwrap();
        assert_eq!(tree.comment(first), "då\nja");
        assert_eq!(tree.main_line(), [Some(at("h8")), Some(at("h9"))]);
        assert_eq!(tree.len(), 3);
        // Two first moves without a root.
        let tree = read(&file(b"\x78\xc0\x68\x40")).unwrap();
        assert_eq!((tree.len(), tree.children(NodeId::ROOT).count()), (2, 2));
    }

    #[test]
    fn a_branch_saved_alone_keeps_its_flags() {
        // h9 had a sibling, and the move saved last has no child.
        for (nodes, moves) in [
            (&b"\x00\x00\x78\x00\x68\x80\x69\xc0\x6a\x40"[..], 4),
            (b"\x00\x00\x78\x80", 1),
            (b"\x00\x00", 0),
        ] {
            let tree = read(&file(nodes)).unwrap();
            assert_eq!(tree.len(), moves);
        }
        // A sibling that is missing behind a branch is another matter.
        let nodes = b"\x00\x00\x78\x00\x68\xc0\x69\xc0";
        assert_eq!(
            read(&file(nodes)),
            Err(RenlibError::CutShort(HEAD.len() + nodes.len()))
        );
    }

    #[test]
    fn words_in_other_code_pages() {
        let latin = parse_renlib(&file(b"\x00\x08caf\xe9\0\0\x78\x40")).unwrap();
        assert!(
            latin.notes[0].contains("read as windows-1252"),
            "{:?}",
            latin.notes
        );
        let tree = latin.tree;
        assert_eq!(tree.comment(NodeId::ROOT), "café");
        let mut tree = Variations::new(Size::FIFTEEN);
        tree.add_comment(NodeId::ROOT, "\n a\0b\u{8}\r\nc\n");
        let bytes = write_renlib(&tree).unwrap();
        let tree = read(&bytes).unwrap();
        assert_eq!(tree.comment(NodeId::ROOT), " ab\nc");
    }

    #[test]
    fn chinese_comments() {
        let words = "第五手：黑棋必胜。白棋的防守不够。";
        let (bytes, ..) = encoding_rs::GB18030.encode(words);
        let end: &[u8] = if bytes.len() % 2 == 0 { b"\0\0" } else { b"\0" };
        let nodes = [b"\x00\x00\x78\x48", &bytes[..], end].concat();
        let tree = read(&file(&nodes)).unwrap();
        let first = tree.children(NodeId::ROOT).next().unwrap();
        assert_eq!(tree.comment(first), words);
    }

    /// Some writers leave the flag of the last node's end out.
    #[test]
    fn the_last_node_may_have_no_leaf_flag() {
        // h8, then h9 (a leaf), then i9 as its last sibling.
        let game = parse_renlib(&file(b"\x00\x00\x78\x00\x68\xc0\x69\x00")).unwrap();
        assert_eq!(game.tree.len(), 3);
        assert!(game.notes[0].contains("before byte 28"), "{:?}", game.notes);
        let whole = parse_renlib(&file(b"\x00\x00\x78\x00\x68\xc0\x69\x40")).unwrap();
        assert_eq!((&whole.tree, whole.notes.len()), (&game.tree, 0));
    }

    #[test]
    fn passes_are_kept() {
        // h8, a pass, g9.
        let game = parse_renlib(&file(b"\x00\x00\x78\x00\x00\x00\x67\x40")).unwrap();
        let (board, turn) = game.position(usize::MAX).unwrap();
        assert_eq!((board.count(Color::Black), turn), (2, Color::White));
        assert_eq!(board.last(), Some(at("g9")));
    }

    #[test]
    fn wrong_files() {
        let error = |bytes: &[u8]| read(bytes).unwrap_err();
        for wrong in [&b""[..], b"\xff", b"\xffrenlib\xff\x03\x04", b"(;GM[4])"] {
            assert_eq!(error(wrong), RenlibError::NotRenlib);
        }
        let mut newer = file(&[0, NO_CHILD]);
        newer[9] = 5;
        assert_eq!(error(&newer), RenlibError::Version(3, 5));
        for byte in [0x10, 0xe0, 0xf1, 0xff] {
            let at = HEAD.len() + 2;
            let expected = RenlibError::OffBoard { at, byte };
            assert_eq!(error(&file(&[0, 0, byte, NO_CHILD])), expected);
        }
        let leftover = RenlibError::Leftover(HEAD.len() + 2);
        assert_eq!(error(&file(b"\x78\x40\x68\x40")), leftover);
        assert_eq!(
            write_renlib(&Variations::new(Size::TWENTY)),
            Err(RenlibError::Size(20))
        );
        let white_first = Variations::with_first(Size::FIFTEEN, Color::White);
        assert_eq!(write_renlib(&white_first), Err(RenlibError::WhiteFirst));
    }

    #[test]
    fn truncated_files_are_refused_or_noted() {
        let bytes = write_renlib(&sample()).unwrap();
        let accepted: Vec<usize> = (0..bytes.len())
            .filter(|&length| read(&bytes[..length]).is_ok())
            .collect();
        // Only where a branch saved alone looks the same: behind the root and its label, h8, h9, j9 and its
        // label, a1, and all that follows j9 and h8; and behind o1, after which no sibling is due.
        assert_eq!(accepted.len(), 10, "{accepted:?}");
        for length in accepted {
            assert_eq!(parse_renlib(&bytes[..length]).unwrap().notes.len(), 1);
        }
    }

    #[test]
    fn random_bytes_never_panic() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let sample = write_renlib(&sample()).unwrap();
        for _ in 0..20_000 {
            let mut nodes = vec![0; rng.random_range(0..200)];
            rng.fill_bytes(&mut nodes);
            let _ = read(&nodes);
            let _ = read(&file(&nodes));
            let mut changed = sample.clone();
            let place = rng.random_range(0..changed.len());
            changed[place] = rng.random();
            if let Ok(tree) = read(&changed) {
                let again = write_renlib(&tree).unwrap();
                assert_eq!(read(&again), Ok(tree));
            }
        }
        let passes = [0, 0].repeat(500_000);
        assert_eq!(read(&file(&passes)).unwrap().len(), 499_999);
    }
}
