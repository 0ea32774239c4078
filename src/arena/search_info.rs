//! Score, nodes and depth from the messages of brains, in the dialects in use.

/// The score of a win in no moves.
const WIN: i32 = 30_000;
/// Beyond this a score is a proof, not an estimate.
const DECIDED: u32 = 20_000;

/// Larger node counts are ignored.
const MOST_NODES: f64 = 1e15;

/// Score, nodes and depth of a brain's message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// The score for the side to move, in the brain's own unit; wins count 30000 less their length.
    pub score: Option<i32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Depth reached.
    pub depth: Option<u32>,
}

impl SearchInfo {
    /// Reads `depth 5-8 ev 123 n 1.5M ..` or `Depth 9-14 | Eval +M5 | Node 12K | ..`.
    pub fn read(line: &str) -> SearchInfo {
        let mut words = line.split(|c: char| c.is_whitespace() || c == '|' || c == ':');
        let mut info = SearchInfo::default();
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "ev" | "eval" => info.score = words.find(|w| !w.is_empty()).and_then(score),
                "n" | "node" | "nodes" => {
                    info.nodes = words.find(|w| !w.is_empty()).and_then(count);
                }
                "depth" => {
                    let depth = words.find(|w| !w.is_empty());
                    info.depth = depth.and_then(|w| w.split('-').next()?.parse().ok());
                }
                _ => {}
            }
        }
        info
    }

    /// Whether the score is a proven win or loss.
    pub fn is_decided(self) -> bool {
        self.score
            .is_some_and(|score| score.unsigned_abs() >= DECIDED)
    }
}

fn score(word: &str) -> Option<i32> {
    let mate = |rest: &str, sign: i32| {
        let moves: i32 = rest.parse().ok()?;
        Some(sign * WIN.saturating_sub(moves))
    };
    let plain = word.trim_start_matches('+');
    if let Some(rest) = plain.strip_prefix(['M', 'm']) {
        return mate(rest, 1);
    }
    if let Some(rest) = plain.strip_prefix("-M").or(plain.strip_prefix("-m")) {
        return mate(rest, -1);
    }
    plain.parse().ok()
}

fn count(word: &str) -> Option<u64> {
    let digits = word.trim_end_matches(char::is_alphabetic);
    let unit = match &word[digits.len()..] {
        "" => 1.0,
        "K" | "k" => 1e3,
        "M" | "m" => 1e6,
        "G" | "g" | "B" => 1e9,
        _ => return None,
    };
    let count = digits.parse::<f64>().ok()? * unit;
    (0.0..MOST_NODES).contains(&count).then_some(count as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects() {
        let read = |line: &str| {
            let info = SearchInfo::read(line);
            (info.score, info.nodes)
        };
        assert_eq!(
            read("MESSAGE depth 5-8 ev 123 n 1.5M n/ms 150 tm 1234 pv h8 i9"),
            (Some(123), Some(1_500_000))
        );
        assert_eq!(
            read("MESSAGE Speed 500K | Depth 9-14 | Eval -M4 | Node 12K | Time 12ms"),
            (Some(-29_996), Some(12_000))
        );
        assert_eq!(
            read("MESSAGE depth 2-4 ev +M7 n 12 pv a1"),
            (Some(29_993), Some(12))
        );
        assert_eq!(read("MESSAGE hello"), (None, None));
        assert_eq!(read("MESSAGE ev x n 1Q"), (None, None));
        assert_eq!(
            read("MESSAGE ev -2147483648 n 1e30"),
            (Some(i32::MIN), None)
        );
        assert!(SearchInfo::read("MESSAGE ev -2147483648").is_decided());
        assert_eq!(SearchInfo::read("MESSAGE depth 5-8 ev 1").depth, Some(5));
        assert!(
            SearchInfo::read("ev -M12").is_decided() && !SearchInfo::read("ev 900").is_decided()
        );
    }
}
