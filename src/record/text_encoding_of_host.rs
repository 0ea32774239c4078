//! The encodings of text, by the page around WebAssembly.

use crate::host;

/// An encoding of text, by its label.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TextEncoding(&'static str);

/// Those that bytes without a label may be: the first one that fits is guessed, or else the last.
const GUESSES: [TextEncoding; 2] = [TextEncoding("GBK"), TextEncoding("windows-1252")];
/// Those that a label may tell, but for UTF-8.
const LABELS: [(&str, &str); 12] = [
    ("gb18030", "gb18030"),
    ("gb2312", "GBK"),
    ("gbk", "GBK"),
    ("big5", "Big5"),
    ("shift_jis", "Shift_JIS"),
    ("euc-jp", "EUC-JP"),
    ("euc-kr", "EUC-KR"),
    ("windows-1251", "windows-1251"),
    ("koi8-r", "KOI8-R"),
    ("windows-1250", "windows-1250"),
    ("iso-8859-2", "ISO-8859-2"),
    ("iso-8859-1", "windows-1252"),
];

impl TextEncoding {
    pub(super) const UTF_8: TextEncoding = TextEncoding("UTF-8");

    /// The one that a byte order mark tells, and the length of the mark.
    pub(super) fn of_mark(bytes: &[u8]) -> Option<(TextEncoding, usize)> {
        match bytes {
            [0xef, 0xbb, 0xbf, ..] => Some((TextEncoding::UTF_8, 3)),
            [0xff, 0xfe, ..] => Some((TextEncoding("UTF-16LE"), 2)),
            [0xfe, 0xff, ..] => Some((TextEncoding("UTF-16BE"), 2)),
            _ => None,
        }
    }

    /// The one of a label such as `GB2312`.
    pub(super) fn of_label(label: &str) -> Option<TextEncoding> {
        let label = label.to_ascii_lowercase();
        if matches!(&label[..], "utf-8" | "utf8") {
            return Some(TextEncoding::UTF_8);
        }
        let known = LABELS.iter().find(|(known, _)| *known == label);
        known.map(|(_, name)| TextEncoding(name))
    }

    /// The one that these bytes look like; never UTF-8.
    pub(super) fn guess(bytes: &[u8]) -> TextEncoding {
        let fits = |encoding: &TextEncoding| encoding.decode_strictly(bytes).is_some();
        GUESSES.into_iter().find(fits).unwrap_or(GUESSES[1])
    }

    /// The name.
    pub(super) fn name(self) -> &'static str {
        self.0
    }

    /// The text of bytes; `None` where some are none.
    pub(super) fn decode_strictly(self, bytes: &[u8]) -> Option<String> {
        match self {
            TextEncoding::UTF_8 => std::str::from_utf8(bytes).ok().map(String::from),
            _ => host::decode(self.0, bytes, true),
        }
    }

    /// The text of bytes, with a replacement character for those that are none.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        let text = || String::from_utf8_lossy(bytes).into_owned();
        match self {
            TextEncoding::UTF_8 => text(),
            _ => host::decode(self.0, bytes, false).unwrap_or_else(text),
        }
    }
}
