//! `torneo solve`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::Failure;
use clap::Args;
use serde_json::Value as Json;
use torneo_registry::{Registry, solved};
mod proof;
mod retrograde;
mod solution;
mod values;

use torneo_solve::proof::ProofOptions;
use torneo_solve::stochastic::{Cards, Payoff, ValueOptions};
use torneo_solve::{Control, Method, NotSolved, Progress, Request, Unsolved};

pub use solution::to_json;
use solution::to_text;

use super::options::{Words, place, word};

use super::live::Line;
use super::memory::memory;
use super::output::{SCREENFUL, brief};
use super::{game, print, print_json, stop_on_interrupt, tell};

/// Find the exact value of a game or a position.
#[derive(Args)]
#[command(after_help = "Examples: torneo solve \"three-mens-morris(equal_turns=false)\"
          torneo solve catch-the-rabbit --table rabbit.table
          torneo solve sleeping-beauty-draughts --position \"Ld6 Md2 Mc1 la7 md4 ma3 sa1 w\"")]
pub struct Solve {
    /// A game, such as `three-mens-morris` or `catch-the-rabbit(hunters=10)`
    #[arg(value_name = "GAME", required_unless_present = "known")]
    game: Option<String>,
    /// Solve every game of the list of solved games again, and print the list as CSV: the game, and what best play gives the first
    /// player
    #[arg(long, exclusive = true)]
    known: bool,
    /// Solve this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// How to solve it
    #[arg(long, default_value = "auto", value_parser = word(METHODS))]
    method: Method,
    /// MiB that the tables may take
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = memory)]
    memory: u64,
    /// Threads to use; 0 for one per processor. The result does not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Keep the tables in this file. A later run continues with the first that is missing
    #[arg(long, value_name = "FILE", value_parser = place())]
    table: Option<PathBuf>,
    /// proof: positions to expand at most; no bound if none is given
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// proof: find the winner after each first move, and count the positions of the solution
    #[arg(long)]
    each: bool,
    /// values: what the first seat plays for
    #[arg(long, default_value = "score", value_parser = word(PAYOFFS))]
    payoff: Payoff,
    /// values: what is known of the other's choice at simultaneous turns
    #[arg(long, default_value = "hidden", value_parser = word(CARDS))]
    cards: Cards,
    /// values: most turns to look ahead, where a length rule allows more
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    turns: u32,
    /// values: look no further ahead when the interval is this narrow
    #[arg(long, default_value_t = 1e-6)]
    precision: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const METHODS: Words<Method> = &[
    ("auto", "Whatever fits the game", Method::Auto),
    ("retrograde", "All positions, from the ends back", Method::Retrograde),
    ("proof", "Only positions that prove who wins", Method::Proof),
    ("values", "Expected scores and mixtures", Method::Values),
];

pub const PAYOFFS: Words<Payoff> = &[
    ("score", "A win 1, a draw 0.5", Payoff::Score),
    ("win", "The probability of a win", Payoff::Win),
    ("no-loss", "The probability not to lose", Payoff::NoLoss),
];

pub const CARDS: Words<Cards> = &[
    ("hidden", "Nobody sees the other's choice", Cards::Hidden),
    ("first-shows", "The second seat sees the first one's choice", Cards::FirstShows),
    ("second-shows", "The first seat sees the second one's choice", Cards::SecondShows),
];

impl Solve {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let stop = stop_on_interrupt("nothing is solved")?;
        let Some(spec) = &self.game else { return self.known(registry, &stop) };
        let game = game(registry, spec)?;
        let threads = torneo_arena::run::threads(self.threads.into());
        let line = Line::new();
        let last = Mutex::new(None);
        let show = |progress: &Progress| {
            let text = told(progress);
            line.show(&text);
            *last.lock().expect("nobody fails while telling") = Some(text);
        };
        let control = Control { memory: self.memory << 20, threads, stop: &stop, progress: &show };
        let began = Instant::now();
        let solved = torneo_solve::solve(&*game.expander(), &self.request(), &control);
        line.clear();
        let solution = solved.map_err(|error| {
            let last = last.into_inner().expect("nobody fails while telling");
            if let (NotSolved::Unsolved(_, Unsolved::Interrupted), Some(last)) = (&error, last) {
                tell(&format!("stopped at {last}"));
            }
            failure(spec, &error)
        })?;
        match self.json {
            true => print_json(&to_json(&solution)),
            // The last line tells the time.
            false => print(&brief(&to_text(&solution), SCREENFUL - 1)),
        }
        tell(&format!("{:.1} s", began.elapsed().as_secs_f64()));
        Ok(())
    }

    /// Solves the games that are known to be solved, one after the other.
    fn known(&self, registry: &Registry, stop: &Arc<AtomicBool>) -> Result<(), Failure> {
        print("game,score");
        for (spec, _) in solved() {
            let control = Control { memory: self.memory << 20, threads: 0, stop, progress: &|_| () };
            let mut request = self.request();
            request.proof.nodes = Some(KNOWN_NODES);
            let expander = game(registry, spec)?.expander();
            let solution = torneo_solve::solve(&*expander, &request, &control);
            let json = to_json(&solution.map_err(|error| failure(spec, &error))?);
            // What best play gives the seat to choose, where it is an expectation; else who wins, or nobody.
            let score = match (&json["value"], json["winner"].as_u64()) {
                (Json::Array(bounds), _) => bounds.first().and_then(Json::as_f64),
                (_, Some(winner)) => Some(f64::from(u8::from(winner == 0))),
                (_, None) => Some(0.5),
            };
            let quoted = if spec.contains(',') { format!("\"{spec}\"") } else { spec.to_owned() };
            print(&format!("{quoted},{}", score.unwrap_or(f64::NAN)));
        }
        Ok(())
    }

    fn request(&self) -> Request<'_> {
        let Solve { method, nodes, each, payoff, cards, precision, turns, .. } = *self;
        Request {
            position: self.position.as_deref(),
            method,
            table: self.table.as_deref(),
            proof: ProofOptions { nodes, each_action: each, size: each },
            values: ValueOptions { payoff, cards, precision, turns },
        }
    }
}

/// Positions that a proof of a solved game may expand: all of them are known to need fewer.
const KNOWN_NODES: u64 = 100_000_000;

fn told(progress: &Progress) -> String {
    let Progress { stage, done, total } = progress;
    match total {
        Some(total) if *total > 0 => format!("{stage}: {} of {total} ({}%)", done, 100 * done / total),
        _ => format!("{stage}: {done}"),
    }
}

fn failure(game: &str, error: &NotSolved) -> Failure {
    let (method, error) = match error {
        NotSolved::Position(error) => return Failure::input(format!("argument --position: {error}")),
        NotSolved::Unsolved(method, error) => (method, error),
    };
    let message = format!("`{game}` cannot be solved by {method}: {error}");
    match error {
        Unsolved::Interrupted => Failure::Interrupted,
        Unsolved::File(message) => Failure::input(format!("argument --table: {message}")),
        Unsolved::Unwritten(message) => Failure::run(format!("argument --table: {message}")),
        Unsolved::NoThread(_) => Failure::run(message),
        Unsolved::TooLarge(_) | Unsolved::MemoryFull { .. } => Failure::input_with_help(
            message,
            "allow more with --memory (MiB), or solve a position nearer to the end with --position",
        ),
        Unsolved::Spent { .. } => Failure::input_with_help(message, "allow more with --nodes"),
        Unsolved::Unfit(_) => Failure::input(message),
    }
}
