//! `torneo play`: a person against engines.

use std::io::BufRead;
use std::sync::Arc;

use clap::Args;
use torneo_contract::{SpecError, Turn};
use torneo_registry::people::{Chair, Person, PlayError, Question, Told, View, Watcher};
use torneo_registry::{AnyGame, EngineSpec, Registry, Stop};

use super::{game, print, tell};
use crate::Failure;

/// Play in the terminal.
#[derive(Args)]
#[command(after_help = "Example: torneo play blocker --engine \"alpha-beta(depth=3)\"
Moves are typed in the game's notation; `?` lists them, `b` shows the board, `h` asks for a hint, `q` ends the game.")]
pub struct Play {
    /// A game, such as `blocker`
    #[arg(value_name = "GAME")]
    game: String,
    /// An engine; they take the last seats, in the order given, and people the others
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<String>,
    /// The engine that gives hints
    #[arg(long, value_name = "SPEC", default_value = "mcts(sims=1000)")]
    hints: String,
    /// The engines take the first seats
    #[arg(long)]
    engines_first: bool,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Seed of the engines and of chance
    #[arg(long, default_value_t = 1283)]
    seed: u64,
}

impl Play {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let game = game(registry, &self.game)?;
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
        let mut chairs: Vec<Chair> = engines.into_iter().map(Chair::Engine).collect();
        let hints =
            registry.engine(&self.hints).map_err(|error: SpecError| Failure::argument("--hints", &error))?;
        let typist = |_| Typist { game: game.clone(), hints: hints.clone(), seed: self.seed };
        let people = (count..seats).map(|seat| Chair::Person(Box::new(typist(seat))));
        if self.engines_first {
            chairs.extend(people);
        } else {
            chairs.splice(0..0, people);
        }
        let ending = game.play(chairs, self.position.as_deref(), self.seed, &mut Screen);
        let ending = ending.map_err(|error| match error {
            PlayError::Position(error) => Failure::input(format!("argument --position: {error}")),
            PlayError::Engine(error) => Failure::argument("--engine", &error),
            failed => Failure::run(failed),
        })?;
        if let Some(outcome) = &ending.outcome {
            print(&super::show::over(outcome));
        }
        print(&format!("moves: {}", ending.record));
        Ok(())
    }
}

/// The terminal as it shows a game.
struct Screen;

fn show(view: &dyn View) {
    print(&format!("{}\n{}", view.draw(), view.text()));
}

impl Watcher for Screen {
    fn begun(&mut self, view: &dyn View) {
        show(view);
    }

    fn played(&mut self, ply: Told<'_>, view: &dyn View) {
        let who = match ply.turn {
            Turn::Seat(seat) => format!("seat {seat} ({})", view.seat_name(seat)),
            Turn::Chance => "chance".to_owned(),
            Turn::Simultaneous(_) | Turn::Over => "all".to_owned(),
        };
        print(&format!("\n{}. {who}: {}", ply.number, ply.token));
        show(view);
    }
}

/// A person who types.
struct Typist {
    game: Arc<dyn AnyGame>,
    /// The engine that gives hints.
    hints: EngineSpec,
    seed: u64,
}

impl Typist {
    /// What an engine would play, and why it cannot tell.
    fn hint(&self, question: &dyn Question) -> String {
        let adviser = self.game.adviser(&self.hints, Stop::default()).map_err(|error| error.to_string());
        let advice = adviser.and_then(|mut adviser| {
            adviser.begin(question.seat(), self.seed);
            adviser.set_position(&question.text()).map_err(|error| error.to_string())?;
            adviser.advise(HINTS).map_err(|fault| fault.to_string())
        });
        match advice {
            Ok(advice) => super::best_move::text(&*self.game, &(question.seat(), advice)),
            Err(why) => format!("no hint: {why}"),
        }
    }
}

/// How many moves a hint values.
const HINTS: usize = 3;

impl Person for Typist {
    fn choose(&mut self, question: &dyn Question) -> Option<usize> {
        let seat = question.seat();
        loop {
            print(&format!("seat {seat} ({}), your move:", question.seat_name(seat)));
            let line = read_line()?;
            match line.as_str() {
                "" => {}
                "q" => return None,
                "b" => show(question),
                "h" => print(&self.hint(question)),
                "?" => print(&question.legal().join(" ")),
                text => match question.read(text) {
                    Ok(action) => return Some(action),
                    Err(rule) => {
                        let rule = rule.unwrap_or_else(|| "`?` lists the legal moves".to_owned());
                        print(&format!("`{text}` is not legal: {rule}"));
                    }
                },
            }
        }
    }
}

/// A line from stdin without blanks at its ends; none at the end of the input.
fn read_line() -> Option<String> {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) => None,
        Ok(_) => Some(line.trim().to_owned()),
        Err(error) => {
            tell(&format!("cannot read from the terminal: {error}"));
            None
        }
    }
}
