//! What both solvers share: the payoff, and the value of a turn by the values of what follows.

use torneo_contract::{Seat, Turn, refuse};

use crate::equilibrium::{Interval, MatrixSolver};
use crate::{End, Successor, Unsolved};

/// What the first seat plays for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Payoff {
    /// Its score: a win 1, a draw 0.5, a loss 0.
    #[default]
    Score,
    /// The probability of a win.
    Win,
    /// The probability of not losing.
    NoLoss,
}

impl Payoff {
    /// What a finished game pays.
    pub fn of(self, end: &End) -> f64 {
        let share = |holds: bool| if holds { 1.0 } else { 0.0 };
        match self {
            Payoff::Score => end.score,
            Payoff::Win => share(end.winner == Some(Seat::FIRST)),
            Payoff::NoLoss => share(end.winner != Some(Seat::SECOND)),
        }
    }

    /// What a draw pays.
    pub fn of_draw(self) -> f64 {
        match self {
            Payoff::Score => 0.5,
            Payoff::Win => 0.0,
            Payoff::NoLoss => 1.0,
        }
    }
}

/// What the seats know of each other's choice at a simultaneous turn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cards {
    /// Nothing, as the rules say: both mix.
    #[default]
    Hidden,
    /// The second seat sees the first one's choice.
    FirstShows,
    /// The first seat sees the second one's choice.
    SecondShows,
}

/// A kind of turn with what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The first seat decides.
    First,
    /// The second seat decides.
    Second,
    /// Chance draws.
    Chance,
    /// Both choose; this many choices of the second seat.
    Both(u32),
}

/// The kind of a turn that leads to these positions. `columns`: the choices of the second seat where both choose.
///
/// # Errors
/// A simultaneous turn of other seats than both.
pub fn kind_of(turn: Turn, columns: usize, next: &[Successor]) -> Result<Kind, Unsolved> {
    match turn {
        Turn::Seat(Seat::FIRST) => Ok(Kind::First),
        Turn::Seat(_) => Ok(Kind::Second),
        Turn::Chance if next.is_empty() => refuse!("chance draws again and again without end"),
        Turn::Chance => Ok(Kind::Chance),
        Turn::Simultaneous(seats) if seats.len() == 2 => Ok(Kind::Both(columns as u32)),
        Turn::Simultaneous(_) | Turn::Over => refuse!("at a simultaneous turn both seats have to choose"),
    }
}

/// The probabilities of the results of a turn of chance; nothing at other turns.
pub fn probabilities(kind: Kind, results: &[Successor]) -> Vec<f64> {
    if kind != Kind::Chance {
        return Vec::new();
    }
    let total: u64 = results.iter().map(|found| found.weight).sum();
    results.iter().map(|found| found.weight as f64 / total as f64).collect()
}

/// Bounds of a turn's value by the bounds of what follows.
pub fn value(
    kind: Kind,
    payoffs: &[Interval],
    weights: &[f64],
    cards: Cards,
    solver: &mut MatrixSolver,
) -> Interval {
    let least = |payoffs: &mut dyn Iterator<Item = Interval>| {
        payoffs.fold([f64::INFINITY; 2], |a, b| [a[0].min(b[0]), a[1].min(b[1])])
    };
    let most = |payoffs: &mut dyn Iterator<Item = Interval>| {
        payoffs.fold([f64::NEG_INFINITY; 2], |a, b| [a[0].max(b[0]), a[1].max(b[1])])
    };
    match (kind, cards) {
        (Kind::First, _) => most(&mut payoffs.iter().copied()),
        (Kind::Second, _) => least(&mut payoffs.iter().copied()),
        (Kind::Chance, _) => payoffs.iter().zip(weights).fold([0.0; 2], |sum, (payoff, weight)| {
            [sum[0] + payoff[0] * weight, sum[1] + payoff[1] * weight]
        }),
        (Kind::Both(columns), Cards::Hidden) => solver.bounds(payoffs, columns as usize),
        (Kind::Both(columns), Cards::FirstShows) => {
            most(&mut payoffs.chunks(columns as usize).map(|row| least(&mut row.iter().copied())))
        }
        (Kind::Both(columns), Cards::SecondShows) => {
            let columns = columns as usize;
            let column = |at: usize| most(&mut payoffs[at..].iter().step_by(columns).copied());
            least(&mut (0..columns).map(column))
        }
    }
}
