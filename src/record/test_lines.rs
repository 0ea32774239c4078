//! Files of tests: one a line; blank lines and lines that begin with # are left out.

use thiserror::Error;

/// Why a file of tests cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TestLineError<E: std::error::Error + 'static> {
    /// There is no line.
    #[error("nothing in it")]
    Empty,
    /// A line, from 1, is wrong.
    #[error("line {0}")]
    Line(usize, #[source] E),
}

/// Reads each test with its line and the line's number, from 1.
///
/// # Errors
/// [`TestLineError`] with the first line that is wrong, or if there is none.
pub fn read_test_lines<'a, T, E: std::error::Error>(
    text: &'a str,
    parse: impl Fn(&'a str) -> Result<T, E>,
) -> Result<Vec<(usize, &'a str, T)>, TestLineError<E>> {
    let numbered = (1..).zip(text.lines());
    let tests =
        numbered.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let parsed = tests.map(|(number, line)| {
        let test = parse(line).map_err(|error| TestLineError::Line(number, error))?;
        Ok((number, line, test))
    });
    let parsed: Vec<_> = parsed.collect::<Result<_, _>>()?;
    match parsed.is_empty() {
        true => Err(TestLineError::Empty),
        false => Ok(parsed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_are_left_out_but_counted() {
        let read = |text| read_test_lines(text, str::parse::<u8>);
        assert_eq!(
            read("# one\n\n7\n 8x"),
            Err(TestLineError::Line(4, "8x".parse::<u8>().unwrap_err()))
        );
        assert_eq!(read("# one\n\n7\n"), Ok(vec![(3, "7", 7)]));
        assert_eq!(read("# one\n"), Err(TestLineError::Empty));
    }
}
