//! What the registry knows of a game without setting it up.

use crate::{OptionInfo, Options, Playable, SpecError};

/// A game that is described by its type, as all built-in games are. A game that is known only when the program runs has its
/// [`GameInfo`] as a value instead.
pub trait Described: Playable {
    /// The description.
    const INFO: GameInfo;

    /// Sets the game up.
    ///
    /// # Errors
    /// Options that contradict each other; kinds and ranges have been checked already.
    fn new(options: &Options) -> Result<Self, SpecError>;
}

/// Which kinds of turn a game can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnKinds {
    /// One seat decides.
    pub decision: bool,
    /// Chance draws.
    pub chance: bool,
    /// Several seats choose at the same time.
    pub simultaneous: bool,
}

impl TurnKinds {
    /// One seat after the other decides.
    pub const DECISIONS: TurnKinds = TurnKinds { decision: true, chance: false, simultaneous: false };
    /// One seat after the other decides, and chance draws.
    pub const WITH_CHANCE: TurnKinds = TurnKinds { chance: true, ..TurnKinds::DECISIONS };

    /// Whether both are the same, as a constant.
    pub const fn is(self, other: TurnKinds) -> bool {
        self.decision == other.decision
            && self.chance == other.chance
            && self.simultaneous == other.simultaneous
    }
}

/// The description of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name in specifications: lower case, `-` for blanks.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The family, which is also the folder of its source file.
    pub family: &'static str,
    /// Whether parts of the rules are lost and reconstructed; the docs page says which.
    pub reconstructed: bool,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// The kinds of turn that the game can have with some options.
    pub turns: TurnKinds,
    /// The options in the order in which they are listed.
    pub options: &'static [OptionInfo],
}

impl GameInfo {
    /// What most games share: two seats, which decide one after the other, and no options.
    pub const TWO_SEATS: GameInfo = GameInfo {
        id: "",
        title: "",
        family: "",
        reconstructed: false,
        seats: (2, 2),
        turns: TurnKinds::DECISIONS,
        options: &[],
    };
}
