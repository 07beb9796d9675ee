//! `torneo play`: people at the table, with engines or among themselves.

mod entry;
mod saved;
mod screen;
mod typist;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use torneo_contract::{Outcome, Seat, SpecError, Turn};
use torneo_registry::people::{Begun, Chair, PlayError};
use torneo_registry::{AnyGame, EngineSpec, Registry};

use saved::Saved;
use screen::Screen;
use typist::Typist;

use super::{game, print};
use crate::Failure;

/// Play in the terminal.
#[derive(Args)]
#[command(after_help = "Example: torneo play blocker --engine \"alpha-beta(depth=3)\"
Moves are typed in the game's notation, large or small, with or without what stands between its parts; `help` lists the commands.")]
pub struct Play {
    /// A game, such as `blocker`; not needed with --load
    #[arg(value_name = "GAME", required_unless_present = "load")]
    game: Option<String>,
    /// An engine; they take the last seats, in the order given, and people the others
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<String>,
    /// The engine that gives hints
    #[arg(long, value_name = "SPEC", default_value = "auto(sims=1000)")]
    hints: String,
    /// The engines take the first seats
    #[arg(long)]
    engines_first: bool,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "TEXT", conflicts_with = "load")]
    position: Option<String>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    load: Option<PathBuf>,
    /// Seed of the engines and of chance
    #[arg(long, default_value_t = 1283)]
    seed: u64,
}

/// What somebody asked for who left the table.
#[derive(Clone, Debug, Default)]
enum Wish {
    /// To go home.
    #[default]
    Leave,
    /// To take the last choice of a person back.
    Undo,
    /// To give up.
    Resign(Seat),
    /// To go on with another game.
    Load(Saved),
}

/// The game as it stands, as far as the people at the table can see and change it.
#[derive(Default)]
struct Game {
    position: Option<String>,
    moves: String,
    wish: Wish,
}

/// What everybody at the table shares.
#[derive(Clone)]
struct GameSetup {
    game: Arc<dyn AnyGame>,
    /// The page of its rules.
    rules: Option<&'static str>,
    /// The engine that gives hints.
    hints: EngineSpec,
    seed: u64,
    /// Whether more than one person plays.
    is_shared: bool,
    state: Arc<Mutex<Game>>,
}

impl GameSetup {
    fn with<T>(&self, change: impl FnOnce(&mut Game) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The game as it stands, to be saved.
    fn saved(&self) -> Saved {
        let game = self.game.canonical().to_owned();
        self.with(|state| Saved { game, position: state.position.clone(), moves: state.moves.clone() })
    }
}

impl Play {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let loaded = self.load.as_ref().map(|path| Saved::read(path)).transpose();
        let loaded = loaded.map_err(|why| Failure::input(format!("argument --load: {why}")))?;
        let spec =
            loaded.as_ref().map_or_else(|| self.game.clone().unwrap_or_default(), |saved| saved.game.clone());
        let game = game(registry, &spec)?;
        let engines = self.engines.iter().map(|engine| registry.engine(engine));
        let engines: Vec<EngineSpec> = engines
            .collect::<Result<_, _>>()
            .map_err(|error: SpecError| Failure::argument("--engine", &error))?;
        let (seats, count) = (game.seats(), engines.len());
        if count > seats {
            let canonical = game.canonical();
            let message = format!("argument --engine: {canonical} has {seats} seats, found {count} engines");
            return Err(Failure::input(message));
        }
        let hints =
            registry.engine(&self.hints).map_err(|error: SpecError| Failure::argument("--hints", &error))?;
        let begun = match loaded {
            Some(saved) => Game { position: saved.position, moves: saved.moves, wish: Wish::Leave },
            None => Game { position: self.position.clone(), ..Game::default() },
        };
        let table = GameSetup {
            rules: registry.rules(game.info().id),
            game,
            hints,
            seed: self.seed,
            is_shared: seats - count > 1,
            state: Arc::new(Mutex::new(begun)),
        };
        let people: Vec<Seat> = match self.engines_first {
            true => Seat::all(seats).skip(count).collect(),
            false => Seat::all(seats).take(seats - count).collect(),
        };
        loop {
            let mut left = engines.iter().cloned();
            let chair = |seat| match people.contains(&seat) {
                true => Some(Chair::Person(Box::new(Typist::new(table.clone())))),
                false => left.next().map(Chair::Engine),
            };
            let chairs = Seat::all(seats).filter_map(chair).collect();
            if !play_on(&table, &people, chairs)? {
                return Ok(());
            }
        }
    }
}

/// Plays until somebody leaves the table or the game is over; whether it goes on from another position.
fn play_on(table: &GameSetup, people: &[Seat], chairs: Vec<Chair>) -> Result<bool, Failure> {
    let (position, moves) = table.with(|state| (state.position.clone(), state.moves.clone()));
    let begun = Begun { position: position.as_deref(), moves: &moves };
    let mut screen = Screen::new(table, people);
    let ending = table.game.play(chairs, begun, table.seed, &mut screen).map_err(|error| match error {
        PlayError::Position(error) => Failure::input(format!("argument --position: {error}")),
        PlayError::Engine(error) => Failure::argument("--engine", &error),
        failed => Failure::run(failed),
    })?;
    let over = |outcome: &Outcome| {
        print(&super::show::over(outcome));
        print(&format!("moves: {}", ending.record));
        false
    };
    if let Some(outcome) = &ending.outcome {
        return Ok(over(outcome));
    }
    Ok(match table.with(|state| std::mem::take(&mut state.wish)) {
        Wish::Leave => {
            print(&format!("moves: {}", ending.record));
            false
        }
        Wish::Resign(seat) => {
            over(&Outcome::shared_by(table.game.seats(), "resignation", |other| other != seat))
        }
        Wish::Undo => {
            let kept = before_last_choice(table, people, &ending.record);
            if kept.is_none() {
                print("there is nothing to take back");
            }
            table.with(|state| state.moves = kept.unwrap_or(ending.record));
            true
        }
        Wish::Load(saved) => {
            table.with(|state| (state.position, state.moves) = (saved.position, saved.moves));
            true
        }
    })
}

/// The moves before the last choice of a person; none if there was no choice.
fn before_last_choice(table: &GameSetup, people: &[Seat], record: &str) -> Option<String> {
    let mut session = table.game.session();
    if let Some(position) = table.with(|state| state.position.clone()) {
        session.set_position(&position).ok()?;
    }
    let tokens: Vec<&str> = record.split_whitespace().collect();
    let mut last = None;
    for (index, token) in tokens.iter().enumerate() {
        let is_person = match session.turn() {
            Turn::Seat(seat) => people.contains(&seat),
            Turn::Simultaneous(seats) => people.iter().any(|&seat| seats.contains(seat)),
            Turn::Chance | Turn::Over => false,
        };
        if is_person {
            last = Some(index);
        }
        session.play(token).ok()?;
    }
    last.map(|index| tokens[..index].join(" "))
}
