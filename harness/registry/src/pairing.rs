//! One game that is to be played, and what happened in it.

use std::sync::Arc;
use std::time::Duration;

use torneo_contract::{Outcome, Seat, SeatVec};
use torneo_search::FaultyAnswer;

use crate::adjudication::{Adjudication, Told};
use crate::streams::Streams;

/// One game to be played: who sits where, where its chance comes from, and how it begins.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The number of the game in its run.
    pub game_no: u64,
    /// Where it begins, as [`Matchup::opening`](crate::matchup::Matchup::opening) gives it; then no random moves are played. None for the start.
    pub opening: Option<Arc<str>>,
    /// Where its randomness comes from.
    pub streams: Streams,
    /// The index of the engine at each seat.
    pub engines: SeatVec<usize>,
}

/// What holds for every game of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchSettings {
    /// Random moves before the engines take over, rounded up so that every seat has as many.
    pub opening_plies: u64,
    /// Plies after which a game is adjudicated a draw.
    pub max_plies: u64,
    /// Whether the moves are recorded.
    pub record: bool,
    /// Whether it is noted what each choice rests on.
    pub evaluations: bool,
    /// Whether it is noted how long each choice took.
    pub times: bool,
    /// Whether games that are ended before their rules do are played to their end as well, to see whether that was right.
    pub play_on: bool,
    /// What ends games before their rules do. It needs `evaluations`, and holds for two seats that choose by turns.
    pub adjudication: Option<Adjudication>,
}

/// A choice with what it rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluated {
    /// Plies played before it.
    pub ply: u64,
    /// The seat that chose.
    pub seat: Seat,
    /// The token of its choice.
    pub token: String,
    /// The expected score of the seat, 0 to 1; none if the engine estimates none.
    pub value: Option<f64>,
    /// Positions visited.
    pub nodes: u64,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// Centipawns for the seat; none if the engine tells none.
    pub cp: Option<i64>,
    /// Moves to the forced win of the seat, negative for a forced loss; none if the engine tells none.
    pub mate: Option<i64>,
}

impl Evaluated {
    /// What the engine told.
    pub fn told(&self) -> Told {
        let Evaluated { value, cp, mate, .. } = *self;
        Told { value, cp, mate }
    }
}

/// An answer that was asked for again, or that lost the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faulty {
    /// Plies played before it.
    pub ply: u64,
    /// The seat that answered.
    pub seat: Seat,
    /// What was wrong with it.
    pub answer: FaultyAnswer,
}

/// A choice with the time that it took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timed {
    /// Plies played before it.
    pub ply: u64,
    /// How long it took.
    pub took: Duration,
    /// Seconds on the clock of the seat after it; none where none is kept.
    pub clock: Option<f64>,
}

/// How a game went on behind the end that was adjudicated.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedOn {
    /// How it ended by its rules.
    pub outcome: Outcome,
    /// Plies of the whole game.
    pub plies: u64,
    /// Positions visited behind the adjudicated end.
    pub nodes: u64,
    /// How long that took.
    pub took: Duration,
}

/// What happened in a game. The value is reused from game to game.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Turns of the contract played, the opening's included.
    pub plies: u64,
    /// The tokens of the opening.
    pub opening: String,
    /// Plies of the opening, up to its last random move.
    pub opening_plies: u64,
    /// The tokens of the whole game, if it is recorded.
    pub record: String,
    /// Decisions of the engine at each seat.
    pub actions: SeatVec<u64>,
    /// Positions that the engine at each seat visited.
    pub nodes: SeatVec<u64>,
    /// The choices with what they rest on, if that is noted.
    pub evaluations: Vec<Evaluated>,
    /// The choices with their times, if these are noted.
    pub times: Vec<Timed>,
    /// Answers that were asked for again, or that lost the game.
    pub faulty: Vec<Faulty>,
    /// How it went on, if it was adjudicated and is to be played to its end. Nothing else here tells of that part.
    pub on: Option<PlayedOn>,
    /// The seat whose engine failed, with its message; the reason of the outcome says how.
    pub failed: Option<(Seat, String)>,
}

impl Played {
    /// How many answers of each seat were none.
    pub fn wrong(&self) -> SeatVec<u64> {
        let of_seat = |seat: usize| self.faulty.iter().filter(|one| one.seat.index() == seat).count() as u64;
        (0..self.actions.len()).map(of_seat).collect()
    }

    pub(crate) fn reset(&mut self, seats: usize) {
        self.outcome = None;
        (self.plies, self.opening_plies) = (0, 0);
        self.opening.clear();
        self.record.clear();
        self.evaluations.clear();
        self.times.clear();
        self.faulty.clear();
        (self.on, self.failed) = (None, None);
        for counts in [&mut self.actions, &mut self.nodes] {
            counts.clear();
            counts.extend(std::iter::repeat_n(0, seats));
        }
    }
}

/// The outcome of a game in which the engine at the seat `loser` failed: all its seats have nothing, and the others share the
/// win. If it has all seats, only the one that failed loses.
pub(crate) fn loss(loser: Seat, engines: &[usize], reason: &'static str) -> Outcome {
    let faulty = engines[loser.index()];
    let is_alone = engines.iter().all(|engine| *engine == faulty);
    let shares = |seat: Seat| if is_alone { seat != loser } else { engines[seat.index()] != faulty };
    Outcome::shared_by(engines.len(), reason, shares)
}
