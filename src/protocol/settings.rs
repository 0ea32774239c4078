//! What `INFO` sets. Values survive `START` and `RESTART`; a value that cannot be read changes nothing.

use crate::engine::{FULL_STRENGTH, Resources, memory_with_table};
use crate::rule::Rule;
use crate::time::Limits;

/// A turn without any word of time takes so long.
const DEFAULT_TURN_MS: i64 = 5_000;
/// From here on a limit means none.
const UNLIMITED_MS: i64 = 1_000_000_000;
/// What Yixin's interface sends for unlimited time, for a turn and a match.
const YIXIN_UNLIMITED_MS: (i64, i64) = (2_000_000, 100_000_000);

/// What a manager wants to see of a search, beside a line after each iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// The moves that are searched just now.
    pub realtime: bool,
    /// Each variation in lines of its own.
    pub variations: bool,
}

/// The settings of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    turn_ms: Option<i64>,
    match_ms: Option<i64>,
    left_ms: Option<i64>,
    max_memory: u64,
    threads: Option<usize>,
    level: Option<u32>,
    rule_mask: i64,
    max_depth: Option<u32>,
    max_nodes: Option<u64>,
    /// What the manager wants to see of a search.
    pub(super) detail: Detail,
    /// Whether the brain may think in the opponent's turn.
    pub(super) pondering: bool,
    /// The manager introduced itself as an interface of the Yixin kind.
    pub(super) yixin: bool,
}

impl Settings {
    /// Sets a key, if it is known and its value can be read.
    pub fn set(&mut self, key: &str, value: &str) {
        let Some(number) = read_number(value) else {
            return;
        };
        let positive = (number > 0).then_some(number);
        match key {
            "timeout_turn" | "timeout_match" if number < 0 => {}
            "timeout_turn" => self.turn_ms = Some(number),
            "timeout_match" => {
                self.match_ms = Some(number);
                self.left_ms = None;
            }
            "time_left" => self.left_ms = Some(number),
            "max_memory" => self.max_memory = number.max(0) as u64,
            "hash_size" if number > 0 => {
                self.max_memory = memory_with_table((number as u64).saturating_mul(1024));
            }
            "thread_num" if number > 0 => self.threads = Some(number as usize),
            "strength" => self.level = Some(number.clamp(0, FULL_STRENGTH.into()) as u32),
            "rule" => self.rule_mask = number,
            "max_depth" => self.max_depth = positive.map(|n| n.min(u32::MAX as i64) as u32),
            "max_node" => self.max_nodes = positive.map(|n| n as u64),
            "show_detail" => {
                let bits = if (0..4).contains(&number) { number } else { 0 };
                self.detail = Detail {
                    realtime: bits & 1 != 0,
                    variations: bits & 2 != 0,
                };
            }
            "pondering" => self.pondering = number != 0,
            #[cfg(feature = "tune")]
            _ => crate::search::tune(key, number),
            #[cfg(not(feature = "tune"))]
            _ => {}
        }
    }

    /// Whether a key bears on the time of the current turn.
    pub fn is_time_key(key: &str) -> bool {
        matches!(key, "timeout_turn" | "timeout_match" | "time_left")
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        match (self.yixin, self.rule_mask) {
            (true, 2) => Rule::Renju,
            (true, 5 | 6) => Rule::Freestyle,
            (_, mask) => Rule::from_code(mask),
        }
    }

    /// How well the brain is to play, up to [`FULL_STRENGTH`], which it does if nothing was said.
    pub fn level(&self) -> u32 {
        self.level.unwrap_or(FULL_STRENGTH)
    }

    /// Memory, and threads: one, if nothing was said of them.
    pub fn resources(&self) -> Resources {
        Resources {
            max_memory: self.max_memory,
            threads: self.threads.unwrap_or(1),
            table_bytes: None,
        }
    }

    /// The limits of a turn that begins after `used_ms` of the match were used, as far as we counted.
    pub fn limits(&self, used_ms: u64) -> Limits {
        let counted = self.max_depth.is_some() || self.max_nodes.is_some();
        let left = match (self.left_ms, self.match_ms) {
            (Some(left), _) => Some(left.max(0)),
            (None, Some(0)) | (None, None) => None,
            (None, Some(total)) => Some((total - used_ms as i64).max(0)),
        };
        let yixin_unlimited = self.turn_ms == Some(YIXIN_UNLIMITED_MS.0)
            && self.match_ms == Some(YIXIN_UNLIMITED_MS.1)
            && left.is_none_or(|left| left > YIXIN_UNLIMITED_MS.1 / 2);
        let turn = match self.turn_ms {
            None if counted || left.is_some() => None,
            None => Some(DEFAULT_TURN_MS),
            Some(turn) => Some(turn),
        };
        let limit = |ms: Option<i64>| {
            ms.filter(|ms| (0..UNLIMITED_MS).contains(ms) && !yixin_unlimited)
                .map(|ms| ms as u64)
        };
        Limits {
            turn_ms: limit(turn),
            left_ms: limit(left),
            depth: self.max_depth,
            nodes: self.max_nodes,
        }
    }
}

/// Whole numbers of any length, clamped to what an `i64` holds.
pub(super) fn read_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let clamped = if text.starts_with('-') {
        i64::MIN + 1
    } else {
        i64::MAX
    };
    Some(text.parse().unwrap_or(clamped))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        pairs
            .iter()
            .for_each(|(key, value)| settings.set(key, value));
        settings
    }

    #[test]
    fn times_as_the_managers_mean_them() {
        let limits = |pairs: &[(&str, &str)]| {
            let limits = settings(pairs).limits(1_000);
            (limits.turn_ms, limits.left_ms)
        };
        assert_eq!(limits(&[]), (Some(5_000), None));
        assert_eq!(limits(&[("timeout_turn", "0")]), (Some(0), None));
        assert_eq!(limits(&[("timeout_turn", "2147483647")]), (None, None));
        assert_eq!(
            limits(&[("timeout_turn", "700"), ("timeout_match", "0")]),
            (Some(700), None)
        );
        assert_eq!(limits(&[("timeout_match", "9000")]), (None, Some(8_000)));
        assert_eq!(
            limits(&[("timeout_match", "9000"), ("time_left", "-70")]),
            (None, Some(0))
        );
        assert_eq!(limits(&[("time_left", "2147483647")]), (None, None));
        let yixin = [("timeout_turn", "2000000"), ("timeout_match", "100000000")];
        assert_eq!(limits(&yixin), (None, None));
        let late = [yixin[0], yixin[1], ("time_left", "3000")];
        assert_eq!(limits(&late), (Some(2_000_000), Some(3_000)));
    }

    #[test]
    fn what_cannot_be_read_changes_nothing() {
        let mut settings = settings(&[("timeout_turn", "700"), ("rule", "4"), ("max_memory", "9")]);
        let before = settings.clone();
        for (key, value) in [
            ("timeout_turn", "abc"),
            ("timeout_turn", "-5"),
            ("timeout_match", "-5"),
            ("rule", ""),
            ("max_memory", "0x5"),
            ("what", "5"),
        ] {
            settings.set(key, value);
        }
        assert_eq!(settings, before);
        settings.set("max_memory", "18446744073709551616");
        assert_eq!(settings.resources().max_memory, i64::MAX as u64);
        settings.set("max_memory", "-1");
        assert_eq!(settings.resources().max_memory, 0);
        settings.set("hash_size", "0");
        assert_eq!(settings.resources().max_memory, 0);
        settings.set("hash_size", "65536");
        assert_eq!(settings.resources().max_memory >> 20, 104);
    }

    #[test]
    fn rule_two_is_renju_only_for_yixin() {
        let mut settings = settings(&[("rule", "2")]);
        assert_eq!(settings.rule(), Rule::Freestyle);
        settings.yixin = true;
        assert_eq!(settings.rule(), Rule::Renju);
    }
}
