//! What the commands share that play until a question is answered.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use torneo_arena::Error;
use torneo_arena::figures::{MOST_IN_A_ROW, STOPPED};
use torneo_arena::plan::{Order, Seatings};
use torneo_arena::trial::{Conduct, Keeping};

use super::live::Line;
use super::options::{Words, word};
use super::run::quoted;
use super::{Failure, print, stop_on_interrupt, tell};

/// How games begin.
#[derive(Args)]
pub struct Book {
    /// A file of openings, one a line: moves from the start, or a position; `#` begins a comment. All games of a mirrored group
    /// begin with the same one
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// In which order the openings of the file are played
    #[arg(long, default_value = "sequential", value_parser = word(ORDERS), requires = "openings")]
    pub order: Order,
}

const ORDERS: Words<Order> = &[
    ("sequential", "From the first to the last, and again", Order::Sequential),
    ("random", "Shuffled by the seed", Order::Random),
];

impl Book {
    /// The random plies of games: the number asked for, else none with a book and the default without one.
    pub fn random_plies(&self, asked: Option<u64>, default: u64) -> u64 {
        asked.unwrap_or(if self.openings.is_some() { 0 } else { default })
    }
}

/// How two engines are seated at tables of three and more.
#[derive(Args)]
pub struct Seating {
    /// Seatings of a mirrored group at three and more seats
    #[arg(long, default_value = "all", value_parser = word(SEATINGS))]
    pub seatings: Seatings,
}

const SEATINGS: Words<Seatings> = &[
    ("all", "All balanced ones: 70 at seven and eight seats", Seatings::All),
    ("balanced", "A small design that is as balanced: 14 at seven and eight seats", Seatings::Balanced),
];

/// With what the games are played, and how the answer is printed.
#[derive(Args)]
pub struct Run {
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1283)]
    pub seed: u64,
    /// Threads to play with; 0 for one per processor. The result does not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Where the games go.
#[derive(Args)]
pub struct Keep {
    /// A results folder for the games, with their records. Without it they are not kept
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Continue from what the folder holds: after an interruption, or for more precision
    #[arg(long, requires = "out")]
    resume: bool,
}

impl Keep {
    /// Plays a trial until it is stopped, of which `left` says what is lost, and describes what it found. While it is played
    /// a line of the terminal shows how far it came. If it was interrupted, what is known is described, and how to go on.
    ///
    /// # Errors
    /// The error that ended it.
    pub fn play<T: Clone>(
        &self,
        threads: u16,
        left: &'static str,
        trial: impl FnOnce(&Conduct, &mut dyn FnMut(&T)) -> Result<T, Error>,
        show: impl Fn(&Line, &T),
        describe: impl Fn(&T),
    ) -> Result<T, Failure> {
        let conduct = self.conduct(threads, stop_on_interrupt(left)?);
        let (line, mut known) = (Line::new(), None);
        let found = trial(&conduct, &mut |found| {
            show(&line, found);
            known = Some(found.clone());
        });
        line.clear();
        if let Err(Error::Interrupted) = found {
            if let Some(known) = known {
                print("interrupted; so far:");
                describe(&known);
            }
            if self.out.is_some() {
                tell(&format!("interrupted; continue with: {}", continuation()));
            }
        }
        let found = found?;
        describe(&found);
        Ok(found)
    }

    fn conduct(&self, threads: u16, stop: Arc<AtomicBool>) -> Conduct {
        let keeping = match &self.out {
            Some(out) => Keeping::Folder { out: out.clone(), resume: self.resume },
            None => Keeping::Nothing,
        };
        Conduct { stop, ..Conduct::new(threads.into(), keeping) }
    }

    /// What to say of the results folder at the end.
    pub fn tell_folder(&self) {
        if let Some(out) = &self.out {
            tell(&format!("results: {}", out.display()));
        }
    }
}

/// The command that was given, with `--resume`.
fn continuation() -> String {
    let mut words: Vec<String> = std::env::args().skip(1).map(|word| quoted(&word)).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    format!("torneo {}", words.join(" "))
}

/// The failure of a command that stopped because only copies of its games came.
///
/// # Errors
/// That it did.
pub fn nothing_new(stopped: Option<&str>) -> Result<(), Failure> {
    match stopped {
        Some(STOPPED) => Err(Failure::run_with_help(
            format!(
                "nothing new: the last {MOST_IN_A_ROW} groups of games went move by move like others before them"
            ),
            "give openings (--openings FILE, --random-plies N), or say of a program that draws at random: `random=true`",
        )),
        _ => Ok(()),
    }
}
