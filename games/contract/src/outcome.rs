//! How a game ended.

use crate::{Seat, SeatSet, SeatVec};

/// Why a game ended: one of [`reason`], or a word of the game's own (lower case, `-` for blanks).
pub type Reason = &'static str;

/// Why games end. A game may add reasons of its own; these are the shared ones.
pub mod reason {
    use super::Reason;

    /// The aim of the game was reached.
    pub const WON: Reason = "won";
    /// The seat to move had no legal action.
    pub const NO_MOVE: Reason = "no-move";
    /// The repetition rule ended the game.
    pub const REPETITION: Reason = "repetition";
    /// The length rule ended the game.
    pub const LENGTH_LIMIT: Reason = "length-limit";
    /// Too many turns passed without progress.
    pub const NO_PROGRESS: Reason = "no-progress";
    /// The board is full.
    pub const BOARD_FULL: Reason = "board-full";
    /// All sides reached a drawn result by the rules of the game itself.
    pub const DRAWN: Reason = "drawn";
    /// The seat that lost resigned, by what its engine told.
    pub const ADJUDICATED_WIN: Reason = "adjudicated-win";
    /// What the engines told called the game even for long enough.
    pub const ADJUDICATED_DRAW: Reason = "adjudicated-draw";
    /// The value of the position is known.
    pub const ADJUDICATED_SOLVED: Reason = "adjudicated-solved";
    /// An engine failed; its seat lost.
    pub const ENGINE_ERROR: Reason = "engine-error";
    /// The program of an engine ended before it answered; its seat lost.
    pub const ENGINE_CRASH: Reason = "engine-crash";
    /// An engine did not answer in time; its seat lost.
    pub const TIME_FORFEIT: Reason = "time-forfeit";
    /// The answer of an engine was no legal action; its seat lost.
    pub const ILLEGAL_MOVE: Reason = "illegal-move";
    /// The answer of an engine broke its protocol; its seat lost.
    pub const PROTOCOL_ERROR: Reason = "protocol-error";
    /// The program of an engine took more memory than allowed; its seat lost.
    pub const MEMORY_LIMIT: Reason = "memory-limit";

    /// The reasons for which a seat loses by a fault of its engine and not by the rules.
    pub const FAULTS: [Reason; 6] =
        [ENGINE_ERROR, ENGINE_CRASH, TIME_FORFEIT, ILLEGAL_MOVE, PROTOCOL_ERROR, MEMORY_LIMIT];

    /// The reasons for which a run ends games before their rules do.
    pub const ADJUDICATED: [Reason; 3] = [ADJUDICATED_WIN, ADJUDICATED_DRAW, ADJUDICATED_SOLVED];

    /// What an engine did by whose fault a seat lost, such as `ran out of time`; none for a reason of the rules.
    pub fn fault(reason: &str) -> Option<&'static str> {
        Some(match reason {
            ENGINE_ERROR => "failed",
            ENGINE_CRASH => "crashed",
            TIME_FORFEIT => "ran out of time",
            ILLEGAL_MOVE => "made an illegal move",
            PROTOCOL_ERROR => "broke its protocol",
            MEMORY_LIMIT => "took too much memory",
            _ => return None,
        })
    }

    /// A reason as a phrase for people, such as `no move is left`; the word itself, without `-`, for a game's own reason.
    pub fn phrase(reason: &str) -> String {
        match reason {
            WON => "the aim of the game is reached",
            DRAWN => "nobody is ahead",
            NO_MOVE => "no move is left",
            REPETITION => "the position came back",
            LENGTH_LIMIT => "the length limit is reached",
            NO_PROGRESS => "nothing was captured or moved on for too long",
            BOARD_FULL => "the board is full",
            ADJUDICATED_WIN => "the loser resigns",
            ADJUDICATED_DRAW => "both call it even",
            ADJUDICATED_SOLVED => "the value of the position is known",
            own => {
                return match fault(own) {
                    Some(fault) => format!("an engine {fault}"),
                    None => own.replace('-', " "),
                };
            }
        }
        .to_owned()
    }
}

/// The result of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Why the game ended.
    pub reason: Reason,
    /// The score of each seat in `[0, 1]`; the scores add up to 1. A sole winner has 1; `k` seats that share
    /// the first place have `1/k` each; everybody else has 0.
    pub scores: SeatVec<f64>,
    /// Points, money or places of each seat where the game has them, in the game's own unit.
    pub points: Option<SeatVec<f64>>,
}

impl Outcome {
    /// `winner` alone wins at a table of `seats`.
    pub fn win(winner: Seat, seats: usize, reason: Reason) -> Outcome {
        Outcome::shared_by(seats, reason, |seat| seat == winner)
    }

    /// All `seats` draw.
    pub fn draw(seats: usize, reason: Reason) -> Outcome {
        Outcome::shared_by(seats, reason, |_| true)
    }

    /// The seats for which `first` holds (at least one) share the first place.
    pub fn shared_by(seats: usize, reason: Reason, first: impl Fn(Seat) -> bool) -> Outcome {
        let sharing = Seat::all(seats).filter(|&seat| first(seat)).count();
        debug_assert!(sharing > 0, "somebody has the first place");
        let share = 1.0 / sharing as f64;
        let scores = Seat::all(seats).map(|seat| if first(seat) { share } else { 0.0 }).collect();
        Outcome { reason, scores, points: None }
    }

    /// The seats with the most points share the first place; the points are reported.
    pub fn by_points(points: impl IntoIterator<Item: Into<f64>>, reason: Reason) -> Outcome {
        let points: SeatVec<f64> = points.into_iter().map(Into::into).collect();
        let best = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let outcome = Outcome::shared_by(points.len(), reason, |seat| points[seat.index()] == best);
        outcome.with_points(points)
    }

    /// The same for a game that is won by the most points, and drawn if several seats have them.
    pub fn by_most_points(points: impl IntoIterator<Item: Into<f64>>) -> Outcome {
        let outcome = Outcome::by_points(points, reason::WON);
        let reason = if outcome.winner().is_some() { reason::WON } else { reason::DRAWN };
        Outcome { reason, ..outcome }
    }

    /// The same outcome with points reported.
    pub fn with_points(self, points: impl IntoIterator<Item: Into<f64>>) -> Outcome {
        Outcome { points: Some(points.into_iter().map(Into::into).collect()), ..self }
    }

    /// The seats with the top score.
    pub fn winners(&self) -> SeatSet {
        let best = self.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Seat::all(self.scores.len()).filter(|seat| self.scores[seat.index()] == best).collect()
    }

    /// The seat that alone has the top score, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        let mut winners = self.winners().iter();
        let winner = winners.next();
        if winners.next().is_some() { None } else { winner }
    }
}

/// How a game without points ended: a small value that positions can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; none if all seats draw.
    pub winner: Option<Seat>,
    /// Why the game ended.
    pub reason: Reason,
}

impl Ending {
    /// `winner` alone wins.
    pub const fn win(winner: Seat, reason: Reason) -> Ending {
        Ending { winner: Some(winner), reason }
    }

    /// All seats draw.
    pub const fn draw(reason: Reason) -> Ending {
        Ending { winner: None, reason }
    }

    /// Of two seats the one that has more wins; if they have the same, they draw.
    pub fn for_more<T: PartialOrd>([first, second]: [T; 2], reason: Reason) -> Ending {
        let winner = if first > second { Seat::FIRST } else { Seat::SECOND };
        Ending { winner: (first != second).then_some(winner), reason }
    }

    /// The outcome at a table of `seats`.
    pub fn outcome(self, seats: usize) -> Outcome {
        match self.winner {
            Some(winner) => Outcome::win(winner, seats, self.reason),
            None => Outcome::draw(seats, self.reason),
        }
    }
}
