//! What should stand on the board, from what was said: the harness's own book-keeping.

use tengen::board::{Board, Color, Point, Size};
use tengen::rule::foul;

/// The position as the manager told it. Reads only what a case may send; a block with anything strange in it is
/// left out as a whole.
#[derive(Default)]
pub struct Model {
    size: Option<Size>,
    renju: bool,
    /// Stones in order, and whether each is the brain's.
    stones: Vec<(Point, bool)>,
    blocked: Vec<Point>,
    block: Option<Vec<String>>,
    swap2: bool,
    /// The brain was asked for lines that begin with INFO.
    pub shows_details: bool,
    /// Milliseconds that it was told: for a turn, and left for the match.
    limits_ms: [Option<u64>; 2],
}

impl Model {
    /// Takes what was sent.
    pub fn hear(&mut self, bytes: &[u8]) {
        for line in String::from_utf8_lossy(bytes).split(['\n', '\r']) {
            self.hear_line(line.trim_matches(|c: char| c.is_whitespace() || c == '\0'));
        }
    }

    fn hear_line(&mut self, line: &str) {
        let upper = line.to_ascii_uppercase();
        let mut words = upper.split_whitespace();
        let (word, rest) = (words.next().unwrap_or(""), words.collect::<String>());
        match word {
            "START" | "RECTSTART" => {
                let side = line
                    .split_whitespace()
                    .nth(1)
                    .and_then(|n| n.split(',').next()?.parse().ok());
                if let Some(size) = side.and_then(Size::new) {
                    *self = Model {
                        size: Some(size),
                        renju: self.renju,
                        shows_details: self.shows_details,
                        limits_ms: self.limits_ms,
                        ..Model::default()
                    };
                }
            }
            "RESTART" => {
                self.stones.clear();
                self.blocked.clear();
                self.block = None;
            }
            "BOARD" | "YXBOARD" | "SWAP2BOARD" => {
                self.swap2 = word == "SWAP2BOARD";
                self.block = Some(Vec::new());
                self.hear_points(&upper[word.len()..]);
            }
            "DONE" => self.end_block(),
            "INFO" if rest.starts_with("TIME") => {
                for (limit, key) in self.limits_ms.iter_mut().zip(["TIMEOUT_TURN", "TIME_LEFT"]) {
                    if let Some(ms) = rest.strip_prefix(key).and_then(|n| n.parse::<i64>().ok()) {
                        *limit = Some(ms.max(0) as u64);
                    }
                }
            }
            "INFO" if rest.starts_with("RULE") => self.renju = rest == "RULE4",
            "INFO" if rest.starts_with("SHOW_DETAIL") => {
                self.shows_details = rest.ends_with(['2', '3']);
            }
            "TURN" | "PLAY" => {
                if let Some(point) = self.free_point(&rest) {
                    self.stones.push((point, word == "PLAY"));
                }
            }
            "TAKEBACK" => {
                let point = self.point(&rest);
                if let Some(at) = self
                    .stones
                    .iter()
                    .rposition(|&(stone, _)| Some(stone) == point)
                {
                    self.stones.remove(at);
                }
            }
            _ => self.hear_points(&upper),
        }
    }

    /// Points of a block, and perhaps the word that ends it.
    fn hear_points(&mut self, text: &str) {
        let Some(block) = &mut self.block else {
            return;
        };
        let (points, rest) = text.split_once("DONE").unwrap_or((text, ""));
        let rest = rest.trim_matches(';');
        let mut compact = points.replace(';', " ");
        while [" ,", ", ", "  "].iter().any(|two| compact.contains(two)) {
            compact = compact
                .replace(" ,", ",")
                .replace(", ", ",")
                .replace("  ", " ");
        }
        block.extend(compact.split_whitespace().map(String::from));
        if !rest.is_empty() {
            block.push(rest.to_string());
        }
        if text.contains("DONE") {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let Some(points) = self.block.take() else {
            return;
        };
        let empty = Model {
            size: self.size,
            renju: self.renju,
            swap2: self.swap2,
            shows_details: self.shows_details,
            limits_ms: self.limits_ms,
            ..Model::default()
        };
        let told = points
            .iter()
            .try_fold(empty, |model, text| model.with_point(text));
        if let Some(told) = told {
            *self = told;
        }
    }

    /// The position with a point `x,y,f` more, or `x,y` in swap2.
    fn with_point(mut self, text: &str) -> Option<Model> {
        let owner = if self.stones.len().is_multiple_of(2) {
            "2"
        } else {
            "1"
        };
        let (xy, field) = match text.rsplit_once(',') {
            Some((xy, field)) if xy.contains(',') => (xy, field),
            _ => (text, if self.swap2 { owner } else { "" }),
        };
        let point = self.free_point(xy)?;
        match if self.swap2 { owner } else { field } {
            "1" => self.stones.push((point, true)),
            "2" => self.stones.push((point, false)),
            "3" => self.blocked.push(point),
            _ => return None,
        }
        Some(self)
    }

    fn point(&self, xy: &str) -> Option<Point> {
        let (x, y) = xy.split_once(',')?;
        self.size?.point(x.parse().ok()?, y.parse().ok()?)
    }

    fn free_point(&self, xy: &str) -> Option<Point> {
        let taken = |point: &Point| {
            self.blocked.contains(point) || self.stones.iter().any(|(stone, _)| stone == point)
        };
        self.point(xy).filter(|point| !taken(point))
    }

    /// The milliseconds that a turn may take, as far as any were told.
    pub fn turn_ms(&self) -> Option<u64> {
        self.limits_ms.into_iter().flatten().min()
    }

    /// Checks the brain's move and plays it.
    pub fn take_move(&mut self, text: &str) -> Result<(i64, i64), String> {
        let point = self.check(text)?;
        self.stones.push((point, true));
        Ok((point.x() as i64, point.y() as i64))
    }

    /// Checks the stones of a swap2 answer: free and different points.
    pub fn check_stones(&self, text: &str, count: usize) -> Result<(), String> {
        let words: Vec<&str> = text.split(' ').collect();
        let distinct: std::collections::HashSet<&&str> = words.iter().collect();
        if words.len() != count || distinct.len() != count {
            return Err(format!("{count} different stones expected"));
        }
        words
            .iter()
            .try_for_each(|word| self.free_point(word).map(|_| ()).ok_or("taken".into()))
    }

    fn check(&self, text: &str) -> Result<Point, String> {
        let point = self
            .free_point(text)
            .ok_or("not an empty point of the board")?;
        if !self.renju || self.color_of_brain() == Color::White {
            return Ok(point);
        }
        let board = self.board();
        let is_forbidden = foul(&board, point).is_some();
        let all_forbidden = || board.empty_points().all(|p| foul(&board, p).is_some());
        if is_forbidden && !all_forbidden() {
            Err("forbidden".into())
        } else {
            Ok(point)
        }
    }

    fn color_of_brain(&self) -> Color {
        match self.stones.first() {
            Some((_, false)) => Color::White,
            _ => Color::Black,
        }
    }

    /// The board as it should stand.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size.expect("a game was started"));
        let brain = self.color_of_brain();
        for &(point, own) in &self.stones {
            board.put(point, if own { brain } else { !brain });
        }
        self.blocked.iter().for_each(|&point| board.block(point));
        board
    }
}
