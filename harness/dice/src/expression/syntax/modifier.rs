//! What is done with dice.

use std::fmt;

use super::{Comparison, Condition, Count};

/// What is done with the dice of a pool, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// `kh`: only the highest dice count.
    KeepHighest(u32),
    /// `kl`: only the lowest dice count.
    KeepLowest(u32),
    /// `dh`: the highest dice do not count.
    DropHighest(u32),
    /// `dl`: the lowest dice do not count.
    DropLowest(u32),
    /// `x`: for every die that shows this another one is thrown, which counts too.
    Explode(Condition),
    /// `!p`: the same, and every further die counts one less than it shows.
    Penetrate(Condition),
    /// `!!`: a die that shows this grows by another throw of it.
    Compound(Condition),
    /// `r`: dice that show this are thrown again, once.
    Reroll(Condition),
    /// `rr`: dice that show this are thrown again until they do not.
    RerollAlways(Condition),
    /// `cs`: the value is the number of dice that show this, less those that show what `f` names.
    Count(Count),
    /// `min`: a die counts at least this.
    Min(i64),
    /// `max`: a die counts at most this.
    Max(i64),
}

impl Modifier {
    /// Whether it chooses among the dice.
    pub fn keeps(self) -> bool {
        use Modifier::{DropHighest, DropLowest, KeepHighest, KeepLowest};
        matches!(self, KeepHighest(_) | KeepLowest(_) | DropHighest(_) | DropLowest(_))
    }

    /// Whether dice are thrown because of it.
    pub fn throws(self) -> bool {
        self.chain().is_some() || matches!(self, Modifier::Reroll(_) | Modifier::RerollAlways(_))
    }

    /// What a die has to show for it to act; none for one that acts on every die, or only counts.
    pub fn acts_on(self) -> Option<Condition> {
        match self {
            Modifier::Reroll(condition) | Modifier::RerollAlways(condition) => Some(condition),
            Modifier::Min(value) => Some(Condition { comparison: Comparison::Less, value }),
            Modifier::Max(value) => Some(Condition { comparison: Comparison::Greater, value }),
            _ => self.chain(),
        }
    }

    /// The condition on which a die is followed by another one, which is a die of its own, and by how much that
    /// one counts more than it shows.
    pub fn adds(self) -> Option<(Condition, i64)> {
        match self {
            Modifier::Explode(condition) => Some((condition, 0)),
            Modifier::Penetrate(condition) => Some((condition, -1)),
            _ => None,
        }
    }

    /// The condition on which another throw follows, and another after that.
    pub fn chain(self) -> Option<Condition> {
        match self {
            Modifier::Compound(condition) => Some(condition),
            _ => self.adds().map(|(condition, _)| condition),
        }
    }
}

impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Modifier::KeepHighest(count) => write!(f, "kh{count}"),
            Modifier::KeepLowest(count) => write!(f, "kl{count}"),
            Modifier::DropHighest(count) => write!(f, "dh{count}"),
            Modifier::DropLowest(count) => write!(f, "dl{count}"),
            Modifier::Explode(condition) => write!(f, "x{condition}"),
            Modifier::Penetrate(condition) => write!(f, "!p{condition}"),
            Modifier::Compound(condition) => write!(f, "!!{condition}"),
            Modifier::Reroll(condition) => write!(f, "r{condition}"),
            Modifier::RerollAlways(condition) => write!(f, "rr{condition}"),
            Modifier::Count(Count { of, less: None }) => write!(f, "cs{of}"),
            Modifier::Count(Count { of, less: Some(less) }) => write!(f, "cs{of}df{less}"),
            Modifier::Min(value) => write!(f, "min{value}"),
            Modifier::Max(value) => write!(f, "max{value}"),
        }
    }
}

/// How many of `dice` dice count after modifiers; none where dice are added by throws.
pub fn left(dice: u32, modifiers: &[Modifier]) -> Option<u32> {
    modifiers.iter().try_fold(dice, |dice, modifier| match *modifier {
        Modifier::KeepHighest(count) | Modifier::KeepLowest(count) => Some(dice.min(count)),
        Modifier::DropHighest(count) | Modifier::DropLowest(count) => Some(dice.saturating_sub(count)),
        modifier if modifier.adds().is_some() => None,
        _ => Some(dice),
    })
}
