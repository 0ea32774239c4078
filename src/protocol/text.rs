//! The text of a line.

/// A line without byte order mark, blanks and zero bytes around it.
pub(super) fn trimmed(line: &str) -> &str {
    let line = line.trim_start_matches('\u{FEFF}');
    line.trim_matches(|c: char| c.is_whitespace() || c == '\0')
}
