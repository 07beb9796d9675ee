//! What is asked of the solvers, and what they answer.

use std::path::Path;

use torneo_contract::{PositionError, Refusal, Seat, Turn};

use crate::proof::{self, Proof, ProofOptions};
use crate::stochastic::{self, ValueOptions};
use crate::{Control, Expander, Position, Unsolved, retrograde};

/// Positions for which proof-number search is tried where retrograde analysis finds a game too large.
const TRY: u64 = 300_000;

/// How a game is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Whatever fits.
    Auto,
    /// All positions, from the ends back.
    Retrograde,
    /// The positions that it takes to prove who wins.
    Proof,
    /// Expected scores and mixtures.
    Values,
}

/// What is to be solved, and how.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The position; the start if there is none.
    pub position: Option<&'a str>,
    /// The method.
    pub method: Method,
    /// Where tables are kept.
    pub table: Option<&'a Path>,
    /// What proof-number search has to find.
    pub proof: ProofOptions,
    /// What values are to be found.
    pub values: ValueOptions,
}

/// Why there is no solution.
#[derive(Debug)]
pub enum NotSolved {
    /// A text that is no position of the game.
    Position(PositionError),
    /// What a method, which is named, says.
    Unsolved(&'static str, Unsolved),
}

/// What a method found.
#[derive(Clone, Debug)]
pub enum Found {
    /// By retrograde analysis.
    Retrograde(Box<retrograde::Solution>),
    /// By proof-number search.
    Proof(Proof),
    /// Values.
    Values(stochastic::Solution, ValueOptions),
}

/// A solved game or position of a game for two seats.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The canonical specification of the game.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// What the seats are called.
    pub seat_names: [&'static str; 2],
    /// The seat to move, if one alone is.
    pub to_move: Option<Seat>,
    /// What was found.
    pub found: Found,
}

/// Solves a game or a position of it.
///
/// # Errors
/// A text that is no position, or a game that the method cannot solve.
pub fn solve(expander: &dyn Expander, request: &Request, control: &Control) -> Result<Solution, NotSolved> {
    let root = match request.position {
        Some(text) => expander.parse(text).map_err(NotSolved::Position)?,
        None => expander.start(),
    };
    let task = Task { expander, root: root.at(0), request, control };
    let found = task.run()?;
    Ok(Solution {
        game: expander.canonical().to_owned(),
        position: expander.text(task.root),
        seat_names: [Seat::FIRST, Seat::SECOND].map(|seat| expander.seat_name(seat)),
        to_move: match expander.turn(task.root) {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        },
        found,
    })
}

struct Task<'a> {
    expander: &'a dyn Expander,
    root: Position<'a>,
    request: &'a Request<'a>,
    control: &'a Control<'a>,
}

impl Task<'_> {
    fn run(&self) -> Result<Found, NotSolved> {
        let turns = self.expander.turns();
        let has_mixed_turns = turns.chance || turns.simultaneous;
        match self.request.method {
            Method::Retrograde => self.retrograde(),
            Method::Proof => self.proof(self.request.proof),
            Method::Values => self.values(),
            Method::Auto if self.expander.seats() == 2 && has_mixed_turns => self.values(),
            Method::Auto => match self.retrograde() {
                Err(NotSolved::Unsolved(
                    method,
                    large @ (Unsolved::TooLarge(_) | Unsolved::MemoryFull { .. }),
                )) => {
                    let nodes = Some(self.request.proof.nodes.unwrap_or(TRY));
                    match self.proof(ProofOptions { nodes, ..self.request.proof }) {
                        Err(NotSolved::Unsolved(_, Unsolved::Spent { .. })) => {
                            Err(NotSolved::Unsolved(method, large))
                        }
                        tried => tried,
                    }
                }
                solved => solved,
            },
        }
    }

    fn retrograde(&self) -> Result<Found, NotSolved> {
        retrograde::solve(self.expander, self.root, self.request.table, self.control)
            .map(|solution| Found::Retrograde(Box::new(solution)))
            .map_err(|error| NotSolved::Unsolved("retrograde analysis", error))
    }

    fn proof(&self, options: ProofOptions) -> Result<Found, NotSolved> {
        let proof = match self.expander.turn(self.root) {
            Turn::Seat(_) => proof::solve(self.expander, self.root, options, self.control),
            _ => Err(Refusal::new("no single seat is to move in this position").into()),
        };
        proof.map(Found::Proof).map_err(|error| NotSolved::Unsolved("proof-number search", error))
    }

    fn values(&self) -> Result<Found, NotSolved> {
        let options = self.request.values;
        stochastic::solve(self.expander, self.root, options, self.control)
            .map(|solution| Found::Values(solution, options))
            .map_err(|error| NotSolved::Unsolved("backward induction", error))
    }
}
