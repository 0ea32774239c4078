//! What stands on the board, and whose it is: the brain's or the opponent's.

use crate::board::{Color, Point, Size};
use crate::position::{Position, Setup, SetupError};
use crate::rule::Rule;

/// Whose stone it is, as a manager tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Brain,
    Opponent,
}

impl std::ops::Not for Owner {
    type Output = Owner;

    fn not(self) -> Owner {
        match self {
            Owner::Brain => Owner::Opponent,
            Owner::Opponent => Owner::Brain,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    pub size: Size,
    /// Who has black: the owner of the first stone.
    pub black: Option<Owner>,
    pub stones: Vec<(Point, Owner)>,
    pub blocked: Vec<Point>,
    pub used_ms: u64,
}

impl Table {
    pub fn new(size: Size) -> Table {
        Table {
            size,
            black: None,
            stones: Vec::new(),
            blocked: Vec::new(),
            used_ms: 0,
        }
    }

    pub fn is_taken(&self, point: Point) -> bool {
        self.blocked.contains(&point) || self.stones.iter().any(|&(taken, _)| taken == point)
    }

    pub fn is_full(&self) -> bool {
        self.stones.len() + self.blocked.len() >= self.size.area()
    }

    pub fn put(&mut self, point: Point, owner: Owner) {
        self.black.get_or_insert(owner);
        self.stones.push((point, owner));
    }

    /// Takes a stone off; whether one stood there.
    pub fn take(&mut self, point: Point) -> bool {
        let index = self.stones.iter().rposition(|&(stone, _)| stone == point);
        if let Some(index) = index {
            self.stones.remove(index);
        }
        if self.stones.is_empty() {
            self.black = None;
        }
        index.is_some()
    }

    /// All stones change their owners: the brain took the other color.
    pub fn exchange_colors(&mut self) {
        self.black = self.black.map(|black| !black);
        for (_, owner) in &mut self.stones {
            *owner = !*owner;
        }
    }

    pub fn color(&self, owner: Owner) -> Color {
        if self.black.is_none_or(|black| black == owner) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Whether the stones are black's, white's, black's, .. in this order, the brain's being white.
    pub fn is_opening_for_white(&self) -> bool {
        let owners = [Owner::Opponent, Owner::Brain].into_iter().cycle();
        let mut stones = self.stones.iter().zip(owners);
        self.color(Owner::Brain) == Color::White && stones.all(|(&(_, owner), of)| owner == of)
    }

    /// The position, in which an owner is to move.
    ///
    /// # Errors
    /// If the stones cannot stand together.
    pub fn position(&self, rule: Rule, turn: Owner) -> Result<Position, SetupError> {
        let stones = self.stones.iter();
        Position::from_setup(&Setup {
            rule,
            size: self.size,
            stones: stones
                .map(|&(point, owner)| (point, self.color(owner)))
                .collect(),
            blocked: self.blocked.clone(),
            turn: self.color(turn),
        })
    }
}
