//! What can be wrong with the text of an expression.

use std::ops::Range;

/// A text that is no expression: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("character {}: {kind}", span.start + 1)]
pub struct Fault {
    /// The bytes of the text that are wrong; empty at the end of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FaultKind {
    /// Something else stands there.
    #[error("expected {expected}, found {}", shown(found))]
    Expected {
        /// What could stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A name that nobody knows.
    #[error("there is no {found}; {known}")]
    Unknown {
        /// The name, and of what.
        found: String,
        /// The known ones.
        known: &'static str,
        /// The name that is most like it.
        nearest: Option<String>,
    },
    /// A number out of range.
    #[error("expected {min} to {max} {what}, found {found}")]
    Range {
        /// What is counted.
        what: &'static str,
        /// The smallest number allowed.
        min: i64,
        /// The largest number allowed.
        max: i64,
        /// The number found.
        found: String,
    },
    /// More dice are dropped or kept than there are.
    #[error("{dice} dice are there; none would be left to count")]
    NothingLeft {
        /// How many dice there are.
        dice: u32,
    },
    /// Every face is thrown again.
    #[error("every face would be thrown again for ever")]
    NeverEnds,
    /// Every face is followed by another die.
    #[error("every face would explode, for ever")]
    AlwaysExplodes,
    /// A modifier of dice whose faces are a value themselves.
    #[error("the faces of these dice vary: they can be kept, dropped, thrown again once, and counted")]
    UnknownFaces,
    /// Fewer dice than the rank of the one that is wanted.
    #[error("there is no die of rank {rank}: {dice} dice are there")]
    NoRank {
        /// The rank, 1 for the highest die.
        rank: u32,
        /// How many dice there are.
        dice: u32,
    },
    /// Fewer dice than are wanted of the middle, or an unknown number of them.
    #[error("the middle {wanted} cannot be taken: {}", dice_there(*dice))]
    NoMiddle {
        /// How many are wanted.
        wanted: u32,
        /// How many dice there are, where that is known.
        dice: Option<u32>,
    },
    /// A direction of rounding for something else than a quotient.
    #[error("`{function}` rounds one quotient: write `{function}(A / B)`, without a further `/` in A or B")]
    NotQuotient {
        /// The function.
        function: &'static str,
    },
    /// Something after `cs`.
    #[error("`cs` comes last: it counts the dice")]
    NotLast,
    /// A function of something else than dice.
    #[error("expected dice such as `5d6`: `{function}` looks at the dice of one throw")]
    NotDice {
        /// The function.
        function: &'static str,
    },
    /// A load of a face that the die does not have, or a second one of the same face.
    #[error("the die has no face {face} to load, or it is loaded already")]
    NoFace {
        /// The face.
        face: i64,
    },
    /// Loads that leave less than nothing for the other faces, or something when there are none.
    #[error("these loads leave the other faces no probability between 0 and 1")]
    Load,
    /// Conditions on the dice of an expression of several throws.
    #[error("only the value of an expression of several throws can be given, such as `>=10`")]
    SeveralThrows,
    /// Too deep a nesting.
    #[error("parentheses are nested too deeply (at most {0} levels)")]
    TooDeep(usize),
    /// Too long a text.
    #[error("the expression is too long (at most {0} characters)")]
    TooLong(usize),
}

impl FaultKind {
    /// The word most like a wrong one.
    pub fn nearest(&self) -> Option<&str> {
        match self {
            FaultKind::Unknown { nearest, .. } => nearest.as_deref(),
            _ => None,
        }
    }
}

fn dice_there(dice: Option<u32>) -> String {
    dice.map_or("the number of dice depends on the throw".to_owned(), |dice| format!("{dice} dice are there"))
}

fn shown(found: &str) -> String {
    if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") }
}
