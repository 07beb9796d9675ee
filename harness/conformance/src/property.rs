//! What is tried, and how often.

/// Makes the properties, each with what it says.
macro_rules! properties {
    ($($name:ident: $text:literal,)*) => {
        /// A property of the contract that a game must have.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Property {
            $(#[doc = $text] $name,)*
        }

        impl Property {
            /// Every property, with what it says, in the order of its number.
            pub const ALL: [(Property, &'static str); [$($text),*].len()] = [$((Property::$name, $text)),*];
        }
    };
}

properties! {
    Options: "options that contradict each other are refused by name",
    Start: "a game begins in the same position each time",
    TurnKinds: "the kinds of turn are those of the description",
    Length: "no game is longer than `max_plies`",
    Text: "a position text reads back to the same position",
    Archive: "a position is whole again from its text and what is archived beside it",
    Damage: "a damaged text or token is refused, or read as another one",
    Hash: "the hash is that of the position text read back",
    Collision: "positions with the same hash have the same turn, pieces and, where it is kept, evaluation",
    Order: "the order of legal actions depends on the position alone",
    Distinct: "legal actions are distinct, and there is at least one",
    Count: "`count_actions` counts the legal actions",
    Notation: "an action is one token, and the token reads back to the action",
    Interchange: "what is written for other programs reads back",
    Joint: "a joint choice is one token that reads back",
    RandomChoice: "`random_action` chooses a legal action",
    Uniform: "`random_action` chooses each legal action equally often",
    Chance: "`chance_at` selects results by their weights",
    Plies: "a ply changes the position, the same way each time",
    Outcome: "scores lie between 0 and 1 and add up to 1",
    Evaluation: "evaluations of two seats are opposite, none is too large, and none that is kept depends on the history",
    Terms: "the terms of the evaluation are counted",
    Noisy: "`noisy_actions` lists what `gain` marks",
    Foresight: "decisive actions win or are needed, answers are legal, and what is placed is all that changes",
    Pass: "a pass gives the turn to another seat",
    Symmetry: "positions with the same symmetric hash have the same future",
    Board: "the board stays the same",
    Scene: "everything stands somewhere; without data, positions that differ look different",
    Pieces: "`pieces` tells what the scene shows",
    State: "texts differ if and only if turn, pieces or fields do",
    Clicks: "every legal action has its own clicks",
    Drawing: "there is a drawing",
    Panic: "no call panics",
}

impl Property {
    /// What it says.
    pub fn text(self) -> &'static str {
        Property::ALL[self as usize].1
    }
}

/// A property that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Broken {
    /// Which.
    pub property: Property,
    /// What was found instead.
    pub message: String,
}

/// How often each property was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    tried: [u64; Property::ALL.len()],
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { tried: [0; Property::ALL.len()] }
    }
}

impl Tally {
    /// How often a property was tried.
    pub fn tried(&self, property: Property) -> u64 {
        self.tried[property as usize]
    }

    /// Adds what was tried elsewhere.
    pub fn add(&mut self, other: &Tally) {
        for (tried, more) in self.tried.iter_mut().zip(other.tried) {
            *tried += more;
        }
    }

    /// Notes that a property was tried.
    pub(crate) fn note(&mut self, property: Property) {
        self.tried[property as usize] += 1;
    }

    /// Notes that a property was tried, and whether it holds.
    ///
    /// # Errors
    /// If it does not hold: what was found.
    pub(crate) fn holds(
        &mut self,
        property: Property,
        holds: bool,
        message: impl FnOnce() -> String,
    ) -> Result<(), Broken> {
        self.note(property);
        if holds { Ok(()) } else { Err(Broken { property, message: message() }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_listed_by_their_numbers() {
        assert!(Property::ALL.iter().enumerate().all(|(number, (property, _))| *property as usize == number));
    }
}
