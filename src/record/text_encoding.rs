//! The encodings of text, by `encoding_rs`.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// An encoding of text, as the web has it.
#[derive(Clone, Copy)]
pub(super) struct TextEncoding(&'static Encoding);

impl TextEncoding {
    pub(super) const UTF_8: TextEncoding = TextEncoding(encoding_rs::UTF_8);

    /// The one that a byte order mark tells, and the length of the mark.
    pub(super) fn of_mark(bytes: &[u8]) -> Option<(TextEncoding, usize)> {
        Encoding::for_bom(bytes).map(|(encoding, mark)| (TextEncoding(encoding), mark))
    }

    /// The one of a label such as `GB2312`; never UTF-16, in which a label would not be found as ASCII.
    pub(super) fn of_label(label: &str) -> Option<TextEncoding> {
        let encoding = Encoding::for_label(label.as_bytes())?;
        let is_utf16 = encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE;
        (!is_utf16).then_some(TextEncoding(encoding))
    }

    /// The one that these bytes look like; never UTF-8.
    pub(super) fn guess(bytes: &[u8]) -> TextEncoding {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        TextEncoding(detector.guess(None, Utf8Detection::Deny))
    }

    /// The name.
    pub(super) fn name(self) -> &'static str {
        self.0.name()
    }

    /// The text of bytes; `None` where some are none.
    pub(super) fn decode_strictly(self, bytes: &[u8]) -> Option<String> {
        let text = self
            .0
            .decode_without_bom_handling_and_without_replacement(bytes)?;
        Some(text.into_owned())
    }

    /// The text of bytes, with a replacement character for those that are none.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        self.0.decode_without_bom_handling(bytes).0.into_owned()
    }
}
