//! Exact values of games and positions.

mod proof;
mod retrograde;
mod values;

use std::path::Path;

use serde_json::Value as Json;
use torneo_contract::{GameInfo, Playable, PositionError, Spec, SpecError};
use torneo_engines::solver::proof::ProofOptions;
use torneo_engines::solver::stochastic::ValueOptions;
use torneo_engines::solver::{Control, Unsolved};
use torneo_games::registry::{self, Visitor};

pub use retrograde::LineEnd;

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
pub struct Request<'a> {
    /// The position; the start if there is none.
    pub position: Option<&'a str>,
    /// The method.
    pub method: Method,
    /// Where tables are kept.
    pub table: Option<&'a Path>,
    /// What proof-number search is to find.
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

/// A solved game or position.
pub enum Solution {
    /// By retrograde analysis.
    Retrograde(Box<retrograde::Solution>),
    /// By proof-number search.
    Proof(proof::Solution),
    /// Values.
    Values(values::Solution),
}

impl Solution {
    /// The JSON that `docs/solving.md` describes.
    pub fn to_json(&self) -> Json {
        match self {
            Solution::Retrograde(solution) => solution.to_json(),
            Solution::Proof(solution) => solution.to_json(),
            Solution::Values(solution) => solution.to_json(),
        }
    }

    /// The result for people.
    pub fn to_text(&self) -> String {
        match self {
            Solution::Retrograde(solution) => solution.to_text(),
            Solution::Proof(solution) => solution.to_text(),
            Solution::Values(solution) => solution.to_text(),
        }
    }
}

/// Solves the game of a specification.
///
/// # Errors
/// A specification that stands for no game; inside, a position that is none or a game that cannot be solved.
pub fn solve(
    spec: &Spec,
    request: &Request,
    control: &Control,
) -> Result<Result<Solution, NotSolved>, SpecError> {
    struct Solve<'a>(&'a Request<'a>, &'a Control<'a>);
    impl Visitor for Solve<'_> {
        type Output = Result<Solution, NotSolved>;
        fn visit<G: Playable>(self, game: G, canonical: String) -> Self::Output {
            let root = match self.0.position {
                Some(text) => game.parse_position(text).map_err(NotSolved::Position)?,
                None => game.start(),
            };
            Task { game: &game, canonical, root, request: self.0, control: self.1 }.run()
        }
    }
    registry::visit(spec, Solve(request, control))
}

struct Task<'a, G: Playable> {
    game: &'a G,
    canonical: String,
    root: G::Position,
    request: &'a Request<'a>,
    control: &'a Control<'a>,
}

impl<G: Playable> Task<'_, G> {
    fn run(self) -> Result<Solution, NotSolved> {
        match self.request.method {
            Method::Retrograde => self.retrograde(),
            Method::Proof => self.proof(self.request.proof),
            Method::Values => self.values(),
            Method::Auto if has_mixed_turns(&G::INFO) => self.values(),
            Method::Auto => match self.retrograde() {
                Err(NotSolved::Unsolved(
                    method,
                    large @ (Unsolved::TooLarge(_) | Unsolved::MemoryFull { .. }),
                )) => {
                    let nodes = Some(self.request.proof.nodes.unwrap_or(TRY));
                    let tried = self.proof(ProofOptions { nodes, ..self.request.proof });
                    match tried {
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

    fn retrograde(&self) -> Result<Solution, NotSolved> {
        let canonical = self.canonical.clone();
        retrograde::solve(self.game, canonical, &self.root, self.request.table, self.control)
            .map(|solution| Solution::Retrograde(Box::new(solution)))
            .map_err(|error| NotSolved::Unsolved("retrograde analysis", error))
    }

    fn proof(&self, options: ProofOptions) -> Result<Solution, NotSolved> {
        proof::solve(self.game, self.canonical.clone(), &self.root, options, self.control)
            .map(Solution::Proof)
            .map_err(|error| NotSolved::Unsolved("proof-number search", error))
    }

    fn values(&self) -> Result<Solution, NotSolved> {
        values::solve(self.game, self.canonical.clone(), &self.root, self.request.values, self.control)
            .map(Solution::Values)
            .map_err(|error| NotSolved::Unsolved("backward induction", error))
    }
}

/// Whether the game has turns of chance or of several seats for two seats.
fn has_mixed_turns(info: &GameInfo) -> bool {
    (info.turns.chance || info.turns.simultaneous) && info.seats.0 == 2
}

fn written<G: Playable>(game: &G, position: &G::Position, action: G::Action) -> String {
    let mut text = String::new();
    game.write_action(position, action, &mut text);
    text
}
