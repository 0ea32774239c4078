//! Text in the code page of whoever wrote it: declared, UTF-8, or guessed.

use super::text_encoding::TextEncoding;

/// Reads a file's text. The second is a note where the code page had to be guessed, or where the declared
/// one (a label such as `GB2312`) does not fit.
pub(super) fn decode(bytes: &[u8], declared: Option<&str>) -> (String, Option<String>) {
    if let Some((encoding, mark)) = TextEncoding::of_mark(bytes) {
        return (encoding.decode(&bytes[mark..]), None);
    }
    let known = declared.and_then(|label| TextEncoding::of_label(label.trim()));
    if let Some(text) = known.and_then(|encoding| encoding.decode_strictly(bytes)) {
        return (text, None);
    }
    let unfit = declared.filter(|_| !bytes.is_ascii());
    let utf8 = TextEncoding::UTF_8;
    let (text, encoding) = match utf8.decode_strictly(bytes) {
        Some(text) => (text, utf8),
        None => {
            let guess = TextEncoding::guess(bytes);
            (guess.decode(bytes), guess)
        }
    };
    let name = encoding.name();
    let note = match unfit {
        Some(label) => Some(format!(
            "the text does not fit the declared code page '{label}': read as {name}"
        )),
        None if name != utf8.name() => {
            Some(format!("no code page is declared: text read as {name}"))
        }
        None => None,
    };
    (text, note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::Encoding;

    #[test]
    fn declared_guessed_and_contradicted() {
        let chinese = "五子棋对局：黑先，白后。开局花月，讨论第五手。";
        let japanese = "五目並べの対局。これはテストです。先手が勝ちました。";
        for (label, text) in [
            ("GB18030", chinese),
            ("GB2312", chinese),
            ("Shift_JIS", japanese),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let bytes = encoding.encode(text).0;
            assert_eq!(decode(&bytes, Some(label)), (text.into(), None));
            let (guessed, note) = decode(&bytes, None);
            assert_eq!(guessed, text);
            assert!(note.unwrap().contains("no code page is declared"));
            let (guessed, note) = decode(&bytes, Some("UTF-8"));
            assert_eq!(guessed, text);
            assert!(note.unwrap().contains("'UTF-8': read as "));
        }
        let (latin, note) = decode(b"Caf\xe9 \xe0 Z\xfcrich, d\xe9j\xe0 vu", None);
        assert_eq!(latin, "Café à Zürich, déjà vu");
        assert!(note.is_some());
        assert_eq!(decode("é".as_bytes(), None), ("é".into(), None));
        assert_eq!(decode(b"\xef\xbb\xbf(;)", None), ("(;)".into(), None));
        assert_eq!(decode(b"\xff\xfe(\0;\0)\0", None), ("(;)".into(), None));
        for label in ["martian", "UTF-16", "utf-16be"] {
            assert_eq!(decode(b"plain", Some(label)), ("plain".into(), None));
        }
    }
}
