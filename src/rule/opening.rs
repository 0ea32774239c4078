//! Swap2 as a state machine: three stones, a choice, perhaps two more stones, a choice.

use crate::board::Point;
use thiserror::Error;

/// A step of the swap2 opening rule, for the side that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// Place three stones: black, white, black.
    PlaceThree,
    /// Of three stones: take black, stay white with a fourth stone, or place two more.
    ChooseOfThree,
    /// Of five stones: take black, or stay white with a sixth stone.
    ChooseOfFive,
}

/// The answer to a step of swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Answer {
    /// Placed stones: three to open, one to stay white, two to hand the choice on.
    Stones(Vec<Point>),
    /// Took black.
    Swap,
}

/// What is wrong with a swap2 position or answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Swap2Error {
    /// Swap2 asks with none, three or five stones.
    #[error("swap2 asks with 0, 3 or 5 stones, not {0}")]
    Stones(usize),
    /// The answer does not fit what was asked.
    #[error("the answer does not fit this step of swap2")]
    Answer,
}

impl Swap2 {
    /// The step at which `stones` stones stand.
    ///
    /// # Errors
    /// [`Swap2Error::Stones`] for any number but 0, 3 and 5.
    pub fn with_stones(stones: usize) -> Result<Swap2, Swap2Error> {
        match stones {
            0 => Ok(Swap2::PlaceThree),
            3 => Ok(Swap2::ChooseOfThree),
            5 => Ok(Swap2::ChooseOfFive),
            other => Err(Swap2Error::Stones(other)),
        }
    }

    /// Checks an answer and returns the step that the other side is asked next, if there is one.
    ///
    /// # Errors
    /// [`Swap2Error::Answer`] if the step does not allow it.
    pub fn answer(self, answer: &Swap2Answer) -> Result<Option<Swap2>, Swap2Error> {
        match (self, answer) {
            (Swap2::PlaceThree, Swap2Answer::Stones(p)) if p.len() == 3 => {
                Ok(Some(Swap2::ChooseOfThree))
            }
            (Swap2::ChooseOfThree, Swap2Answer::Stones(p)) if p.len() == 2 => {
                Ok(Some(Swap2::ChooseOfFive))
            }
            (Swap2::ChooseOfThree | Swap2::ChooseOfFive, Swap2Answer::Swap) => Ok(None),
            (Swap2::ChooseOfThree | Swap2::ChooseOfFive, Swap2Answer::Stones(p))
                if p.len() == 1 =>
            {
                Ok(None)
            }
            _ => Err(Swap2Error::Answer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn each_step_takes_its_own_answers() {
        let stones = |n| Swap2Answer::Stones(Size::FIFTEEN.points().take(n).collect());
        let open = Swap2::with_stones(0).unwrap();
        assert_eq!(open.answer(&stones(3)), Ok(Some(Swap2::ChooseOfThree)));
        assert_eq!(open.answer(&Swap2Answer::Swap), Err(Swap2Error::Answer));
        let three = Swap2::with_stones(3).unwrap();
        assert_eq!(three.answer(&stones(2)), Ok(Some(Swap2::ChooseOfFive)));
        assert_eq!(three.answer(&stones(1)), Ok(None));
        let five = Swap2::with_stones(5).unwrap();
        assert_eq!(five.answer(&stones(2)), Err(Swap2Error::Answer));
        assert_eq!(five.answer(&Swap2Answer::Swap), Ok(None));
        assert_eq!(Swap2::with_stones(4), Err(Swap2Error::Stones(4)));
    }
}
