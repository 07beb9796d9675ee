//! What is tried, and how often.

/// A property of the contract that a game must have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "`text` says what each is")]
#[repr(u8)]
pub enum Property {
    Options,
    Start,
    TurnKinds,
    Length,
    Text,
    Hash,
    Order,
    Distinct,
    Count,
    Notation,
    Joint,
    RandomChoice,
    Uniform,
    Chance,
    Plies,
    Outcome,
    Evaluation,
    Terms,
    Noisy,
    Pass,
    Symmetry,
    Board,
    Scene,
    Pieces,
    State,
    Clicks,
    Drawing,
    Panic,
}

impl Property {
    /// Every property, with what it says, in the order of its number.
    pub const ALL: [(Property, &'static str); 28] = [
        (Property::Options, "options that contradict each other are refused by name"),
        (Property::Start, "a game begins in the same position each time"),
        (Property::TurnKinds, "the kinds of turn are those of the description"),
        (Property::Length, "no game is longer than `max_plies`"),
        (Property::Text, "a position text reads back to the same position"),
        (Property::Hash, "the hash is that of the position text read back"),
        (Property::Order, "the order of legal actions depends on the position alone"),
        (Property::Distinct, "legal actions are distinct, and there is at least one"),
        (Property::Count, "`count_actions` counts the legal actions"),
        (Property::Notation, "an action is one token, and the token reads back to the action"),
        (Property::Joint, "a joint choice is one token that reads back"),
        (Property::RandomChoice, "`random_action` chooses a legal action"),
        (Property::Uniform, "`random_action` chooses each legal action equally often"),
        (Property::Chance, "`chance_at` selects results by their weights"),
        (Property::Plies, "a ply changes the position, the same way each time"),
        (Property::Outcome, "scores lie between 0 and 1 and add up to 1"),
        (Property::Evaluation, "evaluations of two seats are opposite, and none is too large"),
        (Property::Terms, "the terms of the evaluation are counted"),
        (Property::Noisy, "`noisy_actions` lists what `gain` marks"),
        (Property::Pass, "a pass gives the turn to another seat"),
        (Property::Symmetry, "positions with the same symmetric hash have the same future"),
        (Property::Board, "the board stays the same"),
        (Property::Scene, "everything stands somewhere; without data, positions that differ look different"),
        (Property::Pieces, "`pieces` tells what the scene shows"),
        (Property::State, "texts differ if and only if turn, pieces or fields do"),
        (Property::Clicks, "every legal action has its own clicks"),
        (Property::Drawing, "there is a drawing"),
        (Property::Panic, "no call panics"),
    ];

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
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    tried: [u64; Property::ALL.len()],
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
    ///
    /// # Errors
    /// If it does not hold: what was found.
    pub(crate) fn holds(
        &mut self,
        property: Property,
        holds: bool,
        message: impl FnOnce() -> String,
    ) -> Result<(), Broken> {
        self.tried[property as usize] += 1;
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
