//! What the commands share that play until a question is answered.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use torneo_arena::Error;
use torneo_arena::figures::{MOST_IN_A_ROW, STOPPED};
use torneo_arena::plan::{BookReport, Entrant, Order, Seatings};
use torneo_arena::run::{crowded, threads};
use torneo_arena::trial::{Conduct, Keeping};
use torneo_contract::{SpecError, nearest, refuse_if};
use torneo_present::english::Joined as _;
use torneo_records::Book as Openings;
use torneo_registry::incoming::Named;
use torneo_registry::{EngineSpec, Registry};

use super::live::Line;
use super::options::{Words, place, word, word_for};
use super::run::option;
use super::signals::Interrupt;
use super::{Failure, print, tell, typed};

/// How games begin.
#[derive(Args)]
pub struct Book {
    /// A book of openings: PGN, SGF, EPD, FEN, JSON of `torneo export`, or lines of moves, packed by gzip or not. All games of a
    /// mirrored group begin with the same one
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Most plies of a line of the book
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), requires = "openings")]
    pub plies: Option<u64>,
    /// The opening that is played first, from 1; behind the last comes the first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), requires = "openings")]
    pub start: Option<u64>,
    /// In which order the openings of the file are played
    #[arg(long, default_value = "sequential", value_parser = word(ORDERS), requires = "openings")]
    pub order: Order,
}

pub const ORDERS: Words<Order> = &[
    ("sequential", "From the first to the last, and again", Order::Sequential),
    ("random", "Shuffled by the seed", Order::Random),
];

impl Book {
    /// Whether there is one.
    pub fn is_given(&self) -> bool {
        self.openings.is_some()
    }

    /// The openings.
    ///
    /// # Errors
    /// A file that cannot be read or has none.
    pub fn open(&self) -> Result<Option<Arc<Openings>>, Failure> {
        let opened = self.openings.as_deref().map(|file| Openings::open(file, Named::ByUser)).transpose();
        let opened = opened.map_err(|why| Failure::input(format!("argument --openings: {why}")))?;
        Ok(opened.map(Arc::new))
    }

    /// Its options, as the rest of a command.
    pub fn again(&self) -> String {
        let Some(file) = &self.openings else { return String::new() };
        let order = word_for(ORDERS, &self.order).filter(|_| self.order != Order::default());
        [
            option("openings", [file.display()]),
            option("plies", self.plies),
            option("start", self.start),
            option("order", order),
        ]
        .concat()
    }

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

/// Who plays, where a file of engines names them.
#[derive(Args)]
pub struct Engines {
    /// A file of engines: `[[engines]]` as in a configuration, and `[defaults]` for what they have in common, such as limits. The
    /// engines of the command are names in it, or specifications
    #[arg(long = "engines", value_name = "FILE")]
    pub engines_file: Option<PathBuf>,
}

impl Engines {
    /// The engines of these words, which stand in an argument; without words all those of the file.
    ///
    /// # Errors
    /// A file that holds something else, or a word that is neither a name in it nor a specification.
    pub fn entrants(
        &self,
        registry: &Registry,
        argument: &str,
        words: &[String],
    ) -> Result<Vec<Entrant>, Failure> {
        let Some(file) = &self.engines_file else {
            return Entrant::each(registry, words).map_err(|error| Failure::argument(argument, &error));
        };
        let named = Entrant::of_file(registry, file)?;
        if words.is_empty() {
            return Ok(named);
        }
        let entrant = |word: &String| {
            if let Some(entrant) = named.iter().find(|entrant| entrant.name.as_ref() == Some(word)) {
                return Ok(entrant.clone());
            }
            Entrant::read(registry, word).map_err(|error| {
                let names = named.iter().filter_map(|entrant| entrant.name.as_deref());
                let file = file.display();
                let message = format!(
                    "`{word}` is no name in {file}, which has {}, and no specification: {error}",
                    names.clone().joined(", ")
                );
                let near = nearest(word, names).or(error.nearest().map(str::to_owned));
                Failure::argument(argument, &SpecError::new(message).with_nearest(near))
            })
        };
        words.iter().map(entrant).collect()
    }
}

/// With what the games are played, and how the answer is printed.
#[derive(Args)]
pub struct Run {
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1283)]
    pub seed: u64,
    /// Threads to play with; 0 for one per processor. The result does not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Time between two lines of progress on stderr, where it is no terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub report_every: u32,
    /// Give each thread, with its programs, a processor of its own
    #[arg(long)]
    pub affinity: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl Run {
    /// Tells what the openings are like, and warns where more games than processors go on by the clock.
    pub fn warn(&self, engines: &[EngineSpec], books: &[BookReport]) {
        books.iter().flat_map(BookReport::lines).for_each(|line| tell(&line));
        if let Some(warning) = crowded(engines, threads(self.threads.into())) {
            tell(&format!("warning: {warning}"));
        }
    }
}

/// Where the games go.
#[derive(Args)]
pub struct Keep {
    /// A results folder for the games, with their records. Without it they are not kept
    #[arg(long, value_name = "DIR", value_parser = place())]
    pub out: Option<PathBuf>,
    /// Continue from what the folder holds: after an interruption, or for more precision
    #[arg(long, requires = "out")]
    resume: bool,
    /// Keep the messages of engines that are other programs, one file each, in the folder `logs` of the results
    #[arg(long, requires = "out")]
    log_engines: bool,
}

impl Keep {
    /// Whether the trial goes on with what a folder holds.
    pub fn goes_on(&self) -> bool {
        self.resume
    }

    /// Plays a trial until it is stopped, of which `left` says what is lost, and describes what it found. While it is played
    /// a line of the terminal shows how far it came. `describe` is told whether the
    /// trial is over: if it was interrupted, what is known is described, and how to go on.
    ///
    /// # Errors
    /// The error that ended it.
    pub fn play<T: Clone>(
        &self,
        run: &Run,
        left: &'static str,
        trial: impl FnOnce(&Conduct, &mut dyn FnMut(&T)) -> Result<T, Error>,
        show: impl Fn(&Line, &T),
        describe: impl Fn(&T, bool),
    ) -> Result<T, Failure> {
        let conduct = self.conduct(run, Interrupt::watched(left)?)?;
        let (line, mut known) = (Line::new(), None);
        let found = line.telling(Duration::from_secs(run.report_every.into()), || {
            trial(&conduct, &mut |found| {
                show(&line, found);
                known = Some(found.clone());
            })
        });
        line.clear();
        if let Err(Error::Interrupted) = found {
            if let Some(known) = known {
                print("interrupted; so far:");
                describe(&known, false);
            }
            tell(&match self.out {
                Some(_) => format!("interrupted; continue with: {}", continuation()),
                None => "interrupted; with --out DIR the games are kept, and --resume goes on".to_owned(),
            });
        }
        let found = found?;
        describe(&found, true);
        Ok(found)
    }

    fn conduct(&self, run: &Run, Interrupt { stop, finishing }: Interrupt) -> Result<Conduct, Failure> {
        let logs = self.out.as_deref().filter(|_| self.log_engines).map(logs_of).transpose()?;
        let keeping = match &self.out {
            Some(out) => Keeping::Folder { out: out.clone(), resume: self.resume },
            None => Keeping::Nothing,
        };
        let conduct = Conduct::new(run.threads.into(), keeping);
        Ok(Conduct { stop, finishing, logs, affinity: run.affinity, command: typed(), ..conduct })
    }

    /// What to say of the results folder at the end.
    pub fn tell_folder(&self) {
        if let Some(out) = &self.out {
            tell(&format!("results: {}", out.display()));
        }
    }
}

/// The folder of a results folder in which engines that are other programs are listened to.
///
/// # Errors
/// A link, which would lead elsewhere.
pub fn logs_of(out: &Path) -> Result<PathBuf, Failure> {
    let logs = out.join("logs");
    refuse_if!(logs.is_symlink(), "{} is a link, not a folder; remove it", logs.display());
    Ok(logs)
}

/// The command that was given, with `--resume`.
fn continuation() -> String {
    let command = typed().unwrap_or_default();
    if command.split(' ').any(|word| word == "--resume") { command } else { command + " --resume" }
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
