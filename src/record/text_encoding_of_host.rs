//! The encodings of text, by the page around WebAssembly.

use crate::host;

/// An encoding of text, by its label.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TextEncoding(&'static str);

/// What a label may tell, but for UTF-8, and the encoding's name.
const LABELS: [(&str, &str); 18] = [
    ("gb18030", "gb18030"),
    ("gb2312", "GBK"),
    ("gbk", "GBK"),
    ("cp936", "GBK"),
    ("big5", "Big5"),
    ("shift_jis", "Shift_JIS"),
    ("x-sjis", "Shift_JIS"),
    ("euc-jp", "EUC-JP"),
    ("euc-kr", "EUC-KR"),
    ("windows-1250", "windows-1250"),
    ("windows-1251", "windows-1251"),
    ("windows-1252", "windows-1252"),
    ("iso-8859-1", "windows-1252"),
    ("latin1", "windows-1252"),
    ("iso-8859-2", "ISO-8859-2"),
    ("koi8-r", "KOI8-R"),
    ("cp1250", "windows-1250"),
    ("cp1251", "windows-1251"),
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

    /// The one that these bytes look like; never UTF-8. By the bytes that are frequent in each: the first bytes of frequent
    /// characters in GB2312, of kana and kanji in Shift_JIS, lower-case Cyrillic letters.
    pub(super) fn guess(bytes: &[u8]) -> TextEncoding {
        let high: Vec<u8> = bytes.iter().copied().filter(|byte| *byte >= 0x80).collect();
        let most = |is_usual: fn(u8) -> bool| {
            2 * high.iter().filter(|byte| is_usual(**byte)).count() > high.len()
        };
        let is_first = |of: fn(u8) -> bool| {
            let pairs = || high.chunks(2);
            3 * pairs().filter(|pair| of(pair[0])).count() > 2 * pairs().count()
        };
        let fits = |label| TextEncoding(label).decode_strictly(bytes).is_some();
        if is_first(|byte| matches!(byte, 0xa1..=0xa3 | 0xb0..=0xd7)) && fits("GBK") {
            TextEncoding("GBK")
        } else if most(|byte| byte >= 0xe0) && fits("windows-1251") {
            TextEncoding("windows-1251")
        } else if most(|byte| matches!(byte, 0x81..=0x9f)) && fits("Shift_JIS") {
            TextEncoding("Shift_JIS")
        } else {
            TextEncoding("windows-1252")
        }
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
