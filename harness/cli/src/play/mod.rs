//! `torneo play`: people at the table, with engines or among themselves.

mod entry;
mod saved;
mod screen;
mod standing;
mod terminal_player;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use saved::Saved;
use screen::Screen;
use terminal_player::TerminalPlayer;
use torneo_contract::session::Session;
use torneo_contract::{Outcome, Seat, SpecError, Turn, Words, refuse_if};
use torneo_present::english::{self, Joined as _};
use torneo_present::telling::Reader;
use torneo_present::text::wrapped;
use torneo_registry::incoming::Named;
use torneo_registry::people::Participant;
use torneo_registry::watching::{Begun, PlayError};
use torneo_registry::{AnyGame, EngineSpec, Registry};

use super::output::table_width;
use super::{game, print};
use crate::Failure;

/// Play in the terminal.
#[derive(Args)]
#[command(after_help = "Example: torneo play blocker --engine \"alpha-beta(depth=3)\"
Type moves in the game's notation. Capitals do not matter, nor do the signs between the parts of a move. \
`help` lists the commands.")]
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
    /// Nobody is asked: the engine for hints takes the seats that are free, and dice are thrown at once
    #[arg(long)]
    watch: bool,
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
    /// To play another game from the same start.
    Again,
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
    /// What is said before the first board.
    greeting: String,
    /// How many games were played before.
    games: u64,
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
    /// The seats of people.
    people: Vec<Seat>,
    state: Arc<Mutex<Game>>,
}

impl GameSetup {
    fn with<T>(&self, change: impl FnOnce(&mut Game) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether a seat is that of the only person at the table.
    fn is_you(&self, seat: Seat) -> bool {
        self.people == [seat]
    }

    /// What a seat is called at this table.
    fn name(&self, seat: Seat) -> String {
        let name = self.game.seat_name(seat);
        if self.is_you(seat) { format!("{name} (you)") } else { name.to_owned() }
    }

    /// Who reads at this table: the only person, or all alike.
    fn reader(&self) -> Reader<'static> {
        let names = Seat::all(self.game.seats()).map(|seat| self.game.seat_name(seat));
        Reader::new(names).at(self.people.first().copied().filter(|seat| self.is_you(*seat)))
    }

    /// What is printed when a game is over: points, length and what people can do now, and how it ended in the last line.
    fn closing(&self, outcome: &Outcome, ending: &str) -> String {
        let moves = format!("{}.", english::counted(self.plies() as u64, "move"));
        let mut line = self.reader().points(outcome).into_iter().chain([moves]).joined(" ");
        if !self.people.is_empty() {
            line += &format!(" {}", terminal_player::AT_THE_END);
        }
        format!("{line}\n{ending}")
    }

    /// The game where it began.
    fn start(&self) -> Box<dyn Session> {
        let mut session = self.game.session();
        if let Some(position) = self.with(|state| state.position.clone()) {
            session.set_position(&position).expect("the game began there");
        }
        session
    }

    /// The game where its set-up was over.
    fn set_up(&self) -> Box<dyn Session> {
        let (mut session, moves) = (self.start(), self.with(|state| state.moves.clone()));
        for token in moves.split_whitespace() {
            if !session.sets_up() || session.play(token).is_err() {
                break;
            }
        }
        session
    }

    /// The number of plies that were played.
    fn plies(&self) -> usize {
        self.with(|state| state.moves.split_whitespace().count())
    }

    /// The game as it stands, to be saved.
    fn saved(&self) -> Saved {
        let game = self.game.canonical().to_owned();
        self.with(|state| Saved { game, position: state.position.clone(), moves: state.moves.clone() })
    }
}

impl Play {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let loaded = self.load.as_ref().map(|path| Saved::read(path, Named::ByUser)).transpose();
        let loaded = loaded.map_err(|why| Failure::input(format!("argument --load: {why}")))?;
        let spec =
            loaded.as_ref().map_or_else(|| self.game.clone().unwrap_or_default(), |saved| saved.game.clone());
        let game = game(registry, &spec)?;
        let engines = self.engines.iter().map(|engine| registry.engine(engine));
        let mut engines: Vec<EngineSpec> = engines
            .collect::<Result<_, _>>()
            .map_err(|error: SpecError| Failure::argument("--engine", &error))?;
        let seats = game.seats();
        let (count, canonical) = (engines.len(), game.canonical());
        refuse_if!(count > seats, "argument --engine: {canonical} has {seats} seats, found {count} engines");
        let hints =
            registry.engine(&self.hints).map_err(|error: SpecError| Failure::argument("--hints", &error))?;
        if self.watch {
            let free = seats - count;
            let at = if self.engines_first { count } else { 0 };
            engines.splice(at..at, std::iter::repeat_n(hints.clone(), free));
        }
        let count = engines.len();
        let begun = match loaded {
            Some(saved) => Game { position: saved.position, moves: saved.moves, ..Game::default() },
            None => Game { position: self.position.clone(), ..Game::default() },
        };
        let people: Vec<Seat> = match self.engines_first {
            true => Seat::all(seats).skip(count).collect(),
            false => Seat::all(seats).take(seats - count).collect(),
        };
        let table = GameSetup {
            rules: registry.rules(game.info().id),
            game,
            hints,
            seed: self.seed,
            people,
            state: Arc::new(Mutex::new(begun)),
        };
        let greeting = wrapped(&introduction(&table, &engines), table_width());
        table.with(|state| state.greeting = greeting);
        loop {
            let mut left = engines.iter().cloned();
            let participant = |seat| match table.people.contains(&seat) {
                true => Some(Participant::Human(Box::new(TerminalPlayer::new(table.clone())))),
                false => left.next().map(Participant::Engine),
            };
            let participants = Seat::all(seats).filter_map(participant).collect();
            if !play_on(&table, participants)? {
                return Ok(());
            }
        }
    }
}

/// The game, and who sits where.
fn introduction(table: &GameSetup, engines: &[EngineSpec]) -> String {
    let seats = Seat::all(table.game.seats());
    let mut left = engines.iter();
    let who = seats.map(|seat| match table.people.contains(&seat) {
        true if table.is_you(seat) => format!("you are {}", table.game.seat_name(seat)),
        true => format!("a person is {}", table.game.seat_name(seat)),
        false => {
            format!(
                "{} is {}",
                left.next().map_or_else(String::new, EngineSpec::canonical),
                table.game.seat_name(seat)
            )
        }
    });
    let who = english::and(&who.collect::<Vec<_>>());
    let help = if table.people.is_empty() { "" } else { "\n`help` lists the commands." };
    format!("{}: {who}.{help}", table.game.info().title)
}

/// Plays until somebody leaves the table or the game is over; whether it goes on from another position.
fn play_on(table: &GameSetup, participants: Vec<Participant>) -> Result<bool, Failure> {
    let (position, moves, seed) =
        table.with(|state| (state.position.clone(), state.moves.clone(), table.seed + state.games));
    let begun = Begun { position: position.as_deref(), moves: &moves };
    let mut screen = Screen::new(table);
    let ending = table.game.play(participants, begun, seed, &mut screen).map_err(|error| match error {
        PlayError::Position(error) => Failure::input(format!("argument --position: {error}")),
        PlayError::Engine(error) => Failure::argument("--engine", &error),
        failed => Failure::run(failed),
    })?;
    let mut wish = table.with(|state| std::mem::take(&mut state.wish));
    if let Wish::Resign(seat) = wish {
        let outcome = Outcome::shared_by(table.game.seats(), "resignation", |other| other != seat);
        let why = Words::new().name(seat).text(" resigned");
        print(&table.closing(&outcome, &table.reader().ending(&outcome, &why)));
    }
    if ending.outcome.is_some() || matches!(wish, Wish::Resign(_)) {
        wish = if table.people.is_empty() { Wish::Leave } else { terminal_player::at_the_end(table) };
    }
    Ok(match wish {
        Wish::Leave | Wish::Resign(_) => {
            print(&format!("moves: {}", ending.record));
            false
        }
        Wish::Again => {
            table.with(|state| {
                state.moves.clear();
                state.games += 1;
            });
            true
        }
        Wish::Undo => {
            let kept = before_last_choice(table, &ending.record);
            if kept.is_none() {
                print("There is nothing to take back.");
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
fn before_last_choice(table: &GameSetup, record: &str) -> Option<String> {
    let mut session = table.start();
    let tokens: Vec<&str> = record.split_whitespace().collect();
    let mut last = None;
    for (index, token) in tokens.iter().enumerate() {
        let is_person = match session.turn() {
            Turn::Seat(seat) => table.people.contains(&seat),
            Turn::Simultaneous(seats) => table.people.iter().any(|&seat| seats.contains(seat)),
            Turn::Chance | Turn::Over => false,
        };
        if is_person {
            last = Some(index);
        }
        session.play(token).ok()?;
    }
    last.map(|index| tokens[..index].join(" "))
}
