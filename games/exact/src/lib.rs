//! What exact analysis needs of a dice game beyond the contract: which positions have the same future, and how turns
//! make up a game.
//!
//! A game whose turns do not depend on each other implements [`TurnAnalysis`], one for two players whose turns do
//! [`DuelAnalysis`]. What is generic over games is small and stands here: walking the game's own rules into a finite
//! chain ([`graph`], [`process`]) and playing it ([`play`]). An [`Analysis`] hides the type of the game from whoever
//! solves the chains; a family lists an [`Entry`] for each game that offers it.
//!
//! ```
//! use torneo_contract::{Described, Game, Options};
//! use torneo_dice_games::Triga;
//! use torneo_exact::{Kind, of_turns};
//!
//! let options = Options::check(&"triga(players=3)".parse()?, Triga::INFO.options)?;
//! let analysis = of_turns::<Triga>(&options)?;
//! assert!(matches!(analysis.kind, Kind::Turns(_)));
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

pub mod graph;
pub mod play;
pub mod process;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;

use torneo_contract::{Described, Field, Game, MAX_SEATS, Notation, Options, PositionError, Seat, SpecError};

pub use graph::{Graph, Node, To};
pub use play::{Dice, Played};
pub use process::{Decision, Event, Process, Step};

/// Turns won and money of each seat; seats that do not play have 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Accounts {
    /// Turns won, in units of `1 / TURN`.
    pub won: [i64; MAX_SEATS],
    /// Net money.
    pub money: [i64; MAX_SEATS],
}

impl Accounts {
    /// What has changed since `before`.
    pub fn minus(&self, before: &Accounts) -> Accounts {
        Accounts {
            won: std::array::from_fn(|seat| self.won[seat] - before.won[seat]),
            money: std::array::from_fn(|seat| self.money[seat] - before.money[seat]),
        }
    }
}

/// A turn shared by `k` seats counts `TURN / k` for each of them.
pub const TURN: i64 = 840; // divisible by 1..=8

/// The default of `max_throws`, which exact analysis takes as unlimited.
pub const UNLIMITED_THROWS: u32 = 1_000_000;

/// When the order of play is thrown for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffle {
    /// Never.
    Never,
    /// Before every turn.
    EveryTurn,
    /// Before the first turn.
    Once,
}

/// How turns make up a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of turns.
    pub turns: u32,
    /// Turn `t` begins like turn `t mod cycle`.
    pub cycle: u32,
    /// When the order of play is thrown for. The dice of the players are alike, so every order is equally likely.
    pub shuffle: Shuffle,
}

/// More positions than are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are more than {0} positions to solve for")]
pub struct TooLarge(pub usize);

/// Why the rest of a game is not walked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoWalk {
    /// A text that is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// More positions than are wanted.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// What is counted in a dice game while it is played.
pub trait ThrowCounts: Notation {
    /// How many turns are over.
    fn turns_over(&self, position: &Self::Position) -> u32;

    /// How many throws the chance turn that is due makes; those of a battle do not count.
    fn throws(&self, position: &Self::Position) -> u32;

    /// Whether the next throw begins a round, in which each active player throws once; throws that assign numbers
    /// belong to no round.
    fn begins_round(&self, position: &Self::Position) -> bool;
}

/// A dice game without decisions whose turns do not depend on each other: what happens in a turn depends on who begins
/// it alone, and most turns won wins.
pub trait TurnAnalysis: ThrowCounts {
    /// What the rest of a turn depends on. Positions of the same turn with equal keys have the same distribution of
    /// everything that happens until the turn ends.
    type Key: Clone + Eq + Hash + Debug;

    /// How turns make up the game.
    fn plan(&self) -> Plan;

    /// The position in which turn `turn` begins, nothing won so far and the order of play decided.
    fn begin(&self, turn: u32) -> Self::Position;

    /// What the seats have won so far.
    fn accounts(&self, position: &Self::Position) -> Accounts;

    /// What the rest of the turn depends on. Where `max_throws` has its default the number of throws so far is left
    /// out: the analysis takes it as unlimited.
    fn key(&self, position: &Self::Position) -> Self::Key;
}

/// A dice game for two whose turns depend on what earlier ones left behind. The whole game is one chain of positions.
/// Decisions are between two actions whose tokens end in `:throw` and `:stop`. A game without money, battles and length
/// limits has to say no more than what its decisions depend on and what stopping takes.
pub trait DuelAnalysis: ThrowCounts<Position: Eq + Hash> {
    /// The position in which the game begins, the roles as if there had been no battle.
    fn begin(&self) -> Self::Position {
        self.start()
    }

    /// Whether a battle decides who has the first role; both seats are equally likely to get it.
    fn has_battle(&self) -> bool {
        false
    }

    /// Makes positions equal whose games go on alike. Length rules at their defaults are taken as unlimited, and so
    /// the counters that only they look at are left out.
    fn lump(&self, _position: &mut Self::Position) {}

    /// Whether [`lump`](DuelAnalysis::lump) leaves the money out as well, because money changes neither how
    /// the game goes on nor who wins. The sole winner of the game has then won everything that was paid in.
    fn lumps_money(&self) -> bool {
        false
    }

    /// The net money of each seat, what is on the table left out.
    fn net(&self, _position: &Self::Position) -> [i64; 2] {
        [0; 2]
    }

    /// The pots won by each seat, in games that count them.
    fn won(&self, _position: &Self::Position) -> [i64; 2] {
        [0; 2]
    }

    /// What is on the table.
    fn table(&self, _position: &Self::Position) -> i64 {
        0
    }

    /// What a decision depends on, for people.
    fn state_text(&self, position: &Self::Position) -> String;

    /// For a lumped position in which a decision is due: the text of a position that can be read back and has
    /// the same future.
    fn decision_text(&self, position: &Self::Position) -> String {
        self.position_text(position)
    }

    /// What stopping takes where a decision is due, in units.
    fn gain(&self, position: &Self::Position) -> i64;

    /// The policies that have names.
    fn policies(&self) -> &'static [(&'static str, Policy)] {
        &[]
    }

    /// About how many positions there are, if that is known in advance.
    fn size(&self) -> Option<f64> {
        None
    }
}

/// A fixed way to decide whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Policy {
    /// Never stops.
    Never,
    /// Stops as soon as stopping takes at least this many units.
    From(i64),
}

impl Policy {
    /// Whether it stops where stopping takes this many units.
    pub fn stops(self, gain: i64) -> bool {
        match self {
            Policy::Never => false,
            Policy::From(least) => gain >= least,
        }
    }
}

/// A game of independent turns whose type is hidden.
pub trait Turns: Send + Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// How turns make up the game.
    fn plan(&self) -> Plan;

    /// The chain of turn `turn`, of at most `limit` positions.
    ///
    /// # Errors
    /// There are more positions.
    fn walk(&self, turn: u32, limit: usize) -> Result<Graph, TooLarge>;

    /// Plays the games of these numbers with these dice.
    fn play(&self, games: Range<u64>, dice: &mut dyn Dice);
}

impl<G: TurnAnalysis> Turns for G {
    fn seats(&self) -> usize {
        Game::seats(self)
    }

    fn plan(&self) -> Plan {
        TurnAnalysis::plan(self)
    }

    fn walk(&self, turn: u32, limit: usize) -> Result<Graph, TooLarge> {
        graph::walk(self, turn, limit)
    }

    fn play(&self, games: Range<u64>, dice: &mut dyn Dice) {
        play::play(self, games, dice, |_| false);
    }
}

/// A game of dependent turns whose type is hidden.
pub trait Duel: Send + Sync {
    /// Whether a battle decides who has the first role; both seats are equally likely to get it.
    fn has_battle(&self) -> bool;

    /// Whether players have decisions.
    fn has_decisions(&self) -> bool;

    /// The policies that have names.
    fn policies(&self) -> &'static [(&'static str, Policy)];

    /// About how many positions there are, if that is known in advance.
    fn size(&self) -> Option<f64>;

    /// The chain of the whole game, of at most `limit` positions.
    ///
    /// # Errors
    /// There are more positions.
    fn walk(&self, limit: usize) -> Result<Process, TooLarge>;

    /// The chain of the rest of a game from the position of a text on, of at most `limit` positions.
    ///
    /// # Errors
    /// A text that is no position of the game, or there are more positions.
    fn walk_from(&self, position: &str, limit: usize) -> Result<Process, NoWalk>;

    /// The chain as [`walk`](Duel::walk) gives it, with one position for each of its decisions. The seat can
    /// be asked there: the text of the position comes with the tokens of going on and of stopping.
    ///
    /// # Errors
    /// There are more positions.
    fn decisions(&self, limit: usize) -> Result<(Process, HashMap<usize, Decision>), TooLarge>;

    /// The chain as [`walk`](Duel::walk) gives it, with a look at the fields of its decisions: [`process::fields`].
    ///
    /// # Errors
    /// There are more positions.
    fn fields(
        &self,
        limit: usize,
        look: &mut dyn FnMut(usize, Seat, &[Field]),
    ) -> Result<(Process, BTreeSet<String>), TooLarge>;

    /// Plays the games of these numbers with these dice; `stops` decides by the text of the state.
    fn play(&self, games: Range<u64>, dice: &mut dyn Dice, stops: &dyn Fn(&str) -> bool);
}

impl<G: DuelAnalysis> Duel for G {
    fn has_battle(&self) -> bool {
        DuelAnalysis::has_battle(self)
    }

    fn has_decisions(&self) -> bool {
        G::TURNS.decision
    }

    fn policies(&self) -> &'static [(&'static str, Policy)] {
        DuelAnalysis::policies(self)
    }

    fn size(&self) -> Option<f64> {
        DuelAnalysis::size(self)
    }

    fn walk(&self, limit: usize) -> Result<Process, TooLarge> {
        process::walk(self, limit)
    }

    fn walk_from(&self, position: &str, limit: usize) -> Result<Process, NoWalk> {
        Ok(process::walk_from(self, self.parse_position(position)?, limit)?)
    }

    fn decisions(&self, limit: usize) -> Result<(Process, HashMap<usize, Decision>), TooLarge> {
        process::decisions(self, limit)
    }

    fn fields(
        &self,
        limit: usize,
        look: &mut dyn FnMut(usize, Seat, &[Field]),
    ) -> Result<(Process, BTreeSet<String>), TooLarge> {
        process::fields(self, limit, look)
    }

    fn play(&self, games: Range<u64>, dice: &mut dyn Dice, stops: &dyn Fn(&str) -> bool) {
        play::play(self, games, dice, |position| {
            let mut position = position.clone();
            self.lump(&mut position);
            stops(&self.state_text(&position))
        });
    }
}

/// A dice game set up for exact analysis, its type hidden.
pub struct Analysis {
    /// The canonical specification.
    pub game: String,
    /// The game.
    pub kind: Kind,
}

/// How the turns of a game depend on each other.
pub enum Kind {
    /// Not at all.
    Turns(Box<dyn Turns>),
    /// By the money that players have, and what is on the table.
    Duel(Box<dyn Duel>),
}

/// Sets up a game for exact analysis.
pub type SetUp = fn(&Options) -> Result<Analysis, SpecError>;

/// What a family lists for each of its games that can be analysed: the id of the game, and what sets it up.
pub type Entry = (&'static str, SetUp);

/// Sets up a game of independent turns.
///
/// # Errors
/// Options that contradict each other.
pub fn of_turns<G: TurnAnalysis + Described>(options: &Options) -> Result<Analysis, SpecError> {
    Ok(Analysis { game: options.canonical(), kind: Kind::Turns(Box::new(G::new(options)?)) })
}

/// Sets up a game of dependent turns.
///
/// # Errors
/// Options that contradict each other.
pub fn of_duel<G: DuelAnalysis + Described>(options: &Options) -> Result<Analysis, SpecError> {
    Ok(Analysis { game: options.canonical(), kind: Kind::Duel(Box::new(G::new(options)?)) })
}
