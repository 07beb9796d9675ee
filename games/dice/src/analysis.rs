//! What exact analysis needs of a dice game beyond the contract: which positions have the same future in their turn,
//! and how turns make up a game.

use std::fmt::Debug;
use std::hash::Hash;

use torneo_contract::{MAX_SEATS, Notation, SpecError};

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

/// A dice game whose turns do not depend on each other: what happens in a turn depends on who begins it alone, and
/// most turns won wins.
pub trait TurnAnalysis: Notation {
    /// What the rest of a turn depends on. Positions of the same turn with equal keys have the same distribution of
    /// everything that happens until the turn ends.
    type Key: Clone + Eq + Hash + Debug;

    /// How turns make up the game.
    fn plan(&self) -> Plan;

    /// The position in which turn `turn` begins, nothing won so far and the order of play decided.
    fn begin(&self, turn: u32) -> Self::Position;

    /// How many turns are over.
    fn turns_over(&self, position: &Self::Position) -> u32;

    /// What the seats have won so far.
    fn accounts(&self, position: &Self::Position) -> Accounts;

    /// What the rest of the turn depends on. Where `max_throws` has its default the number of throws so far is left
    /// out: the analysis takes it as unlimited.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// How many throws the chance turn that is due makes; those of a battle do not count.
    fn throws(&self, position: &Self::Position) -> u32;

    /// Whether the next throw begins a round, in which each active player throws once.
    fn begins_round(&self, position: &Self::Position) -> bool;
}

/// A dice game for two whose turns depend on what earlier ones left behind. The whole game is one chain of positions.
pub trait DuelAnalysis: Notation<Position: Eq + Hash> {
    /// The position in which the game begins, the roles as if there had been no battle.
    fn begin(&self) -> Self::Position;

    /// Whether a battle decides who has the first role; both seats are equally likely to get it.
    fn has_battle(&self) -> bool;

    /// Makes positions equal whose games go on alike. Length rules at their defaults are taken as unlimited, and so
    /// the counters that only they look at are left out.
    fn lump(&self, position: &mut Self::Position);

    /// Whether [`lump`](DuelAnalysis::lump) leaves the money out as well, because it does not change how the game
    /// goes on and who wins; the sole winner of the game has then won everything that was paid in.
    fn lumps_money(&self) -> bool;

    /// How many turns are over.
    fn turns_over(&self, position: &Self::Position) -> u32;

    /// The net money of each seat, what is on the table left out.
    fn net(&self, position: &Self::Position) -> [i64; 2];

    /// The pots won by each seat, in games that count them.
    fn won(&self, position: &Self::Position) -> [i64; 2];

    /// What is on the table.
    fn table(&self, position: &Self::Position) -> i64;

    /// How many throws the chance turn that is due makes; those of a battle do not count.
    fn throws(&self, position: &Self::Position) -> u32;

    /// Whether the next throw begins a round, in which each active player throws once; throws that assign numbers
    /// belong to no round.
    fn begins_round(&self, position: &Self::Position) -> bool;

    /// What a decision depends on, for people.
    fn state_text(&self, position: &Self::Position) -> String;

    /// Whether a cautious player stops here, where a decision is due.
    fn is_cautious_stop(&self, position: &Self::Position) -> bool;
}

/// What to do with a dice game once its type is known.
pub trait AnalysisVisitor {
    /// The result.
    type Output;

    /// Called with a game of independent turns and its canonical specification.
    fn visit<G: TurnAnalysis>(self, game: G, canonical: String) -> Self::Output;

    /// Called with a game of dependent turns and its canonical specification.
    fn visit_duel<G: DuelAnalysis>(self, game: G, canonical: String) -> Self::Output;
}

/// An error that names the dice games.
pub(super) fn no_dice_game(id: &str, known: &[&'static str]) -> SpecError {
    let message = format!("`{id}` is not a dice game; the dice games are {}", known.join(", "));
    SpecError::new(message).with_nearest(torneo_contract::nearest(id, known.iter().copied()))
}
