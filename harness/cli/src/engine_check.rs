//! `torneo engine-check`: a program against its protocol.

use std::sync::Arc;

use clap::Args;
use serde_json::json;
use torneo_contract::session::Session;
use torneo_contract::{Form, GameInfo, Seat, Spec};
use torneo_registry::external::check::{Checked, Table, examine, examine_gtp, examine_uci};
use torneo_registry::external::{INFO, Settings, command_text};
use torneo_registry::people::Participant;
use torneo_registry::watching::{Begun, PlyEvent, Watcher};
use torneo_registry::{AnyGame, EngineSpec, Registry};

use super::{print, print_json};
use crate::Failure;
use crate::serve::Protocol;

/// Test a program against its protocol: by the line protocol over games of every kind.
#[derive(Args)]
#[command(after_help = "Examples: torneo engine-check python3 examples/engines/one_ply.py
          torneo engine-check --protocol uci stockfish
          torneo engine-check --protocol gtp --game \"atari-go(size=9)\" gnugo --mode gtp")]
pub struct EngineCheck {
    /// What the program speaks
    #[arg(long, value_enum, default_value_t = Protocol::Torneo)]
    protocol: Protocol,
    /// The program and its arguments
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
    /// A game to play; by default one of each kind that the program says it plays, by UCI chess, by GTP Atari Go
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// Positions for each choice that the program is told, where its protocol has a word for them
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seconds for a choice after which the program counts as hanging
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    watchdog: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Games whose seats may be more than two.
const MANY_SEATS: &str = "three or more seats";
/// A kind of game in words, and whether a game is of it.
type Kind = (&'static str, fn(&GameInfo) -> bool);
/// The kinds of games that a program should have met.
const KINDS: [Kind; 4] = [
    ("decisions alone", |game| game.turns.decision && !game.turns.chance && !game.turns.simultaneous),
    ("decisions and chance", |game| game.turns.decision && game.turns.chance),
    ("choices at the same time", |game| game.turns.simultaneous),
    (MANY_SEATS, |game| game.seats.1 > 2 && (game.turns.decision || game.turns.simultaneous)),
];
/// The option for the number of seats.
const SEATS: &str = "players";

impl EngineCheck {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let checks = match self.protocol.form() {
            None => self.check_lines(registry)?,
            Some(form) => self.check_games(registry, form)?,
        };
        let faults = checks.iter().filter(|check| check.fault.is_some()).count();
        if self.json {
            let row =
                |check: &Checked| json!({"check": check.what, "note": check.note, "fault": check.fault});
            print_json(&json!({"faults": faults, "checks": checks.iter().map(row).collect::<Vec<_>>()}));
        }
        match faults {
            0 => Ok(()),
            1 => Err(Failure::run("the program breaks the protocol in one place")),
            _ => Err(Failure::run(format!("the program breaks the protocol in {faults} places"))),
        }
    }

    /// Tests a program that speaks the line protocol.
    fn check_lines(&self, registry: &Registry) -> Result<Vec<Checked>, Failure> {
        let engine = self.engine(registry)?;
        let (mut checks, games) =
            examine(&self.settings()?).map_err(|error| Failure::input(error.to_string()))?;
        self.show(&checks);
        if checks.iter().all(|check| check.fault.is_none()) {
            let plays = |id: &str| games.as_ref().is_none_or(|games| games.iter().any(|game| game == id));
            for (kind, game) in self.choose_games(registry, plays)? {
                let found = match game {
                    Some(game) => play_each_seat(&*game, &engine, registry),
                    None => vec![Checked::skipped(&format!("plays a game with {kind}"), "it plays none")],
                };
                self.show(&found);
                checks.extend(found);
            }
        }
        Ok(checks)
    }

    /// Tests a program that speaks UCI or GTP in games that its protocol carries.
    fn check_games(&self, registry: &Registry, form: Form) -> Result<Vec<Checked>, Failure> {
        let (settings, engine) = (self.settings()?, self.engine(registry)?);
        let named: Vec<Option<&str>> = match self.games.is_empty() {
            true => vec![None],
            false => self.games.iter().map(|game| Some(game.as_str())).collect(),
        };
        let mut checks = Vec::new();
        for name in named {
            let game = crate::serve::game_of(registry, form, name)?;
            let of_all_starts =
                registry.game(game.info().id).map_err(|error| Failure::argument("--game", &error))?;
            let has_others = of_all_starts.canonical() != game.canonical();
            let table = Table {
                game: game.text_game(),
                start: game.session(),
                of_all_starts: has_others.then(|| of_all_starts.session()),
            };
            let before = checks.len();
            let mut told = |check: Checked| {
                self.show(std::slice::from_ref(&check));
                checks.push(check);
            };
            let examined = match form {
                Form::Gtp => examine_gtp(&settings, &table, &mut told),
                _ => examine_uci(&settings, &table, &mut told),
            };
            examined.map_err(|error| Failure::input(error.to_string()))?;
            if checks[before..].iter().all(|check| check.fault.is_none()) {
                let found = play_each_seat(&*game, &engine, registry);
                self.show(&found);
                checks.extend(found);
            }
        }
        Ok(checks)
    }

    /// Prints what was tested as soon as it is known, for people.
    fn show(&self, checks: &[Checked]) {
        if !self.json {
            checks.iter().for_each(|check| print(&check.to_string()));
        }
    }

    fn spec(&self) -> Result<Spec, Failure> {
        let command = command_text(self.command.iter().map(String::as_str)).map_err(Failure::input)?;
        let nodes = (self.protocol != Protocol::Gtp).then(|| ("nodes", self.nodes.to_string()));
        let given = [
            ("command", command),
            ("watchdog", self.watchdog.to_string()),
            ("protocol", self.protocol.name().to_owned()),
        ];
        let given = given.into_iter().chain(nodes).map(|(name, value)| (name.to_owned(), value)).collect();
        Ok(Spec { name: INFO.id.to_owned(), given })
    }

    fn engine(&self, registry: &Registry) -> Result<EngineSpec, Failure> {
        registry.engine_of(&self.spec()?).map_err(|error| Failure::argument("<COMMAND>", &error))
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let options = torneo_contract::Options::check(&self.spec()?, INFO.options);
        let settings = options.and_then(|options| Settings::new(&options));
        settings.map_err(|error| Failure::argument("<COMMAND>", &error))
    }

    /// The games to play, each with its kind; none where the program plays no game of the kind.
    fn choose_games(
        &self,
        registry: &Registry,
        plays: impl Fn(&str) -> bool,
    ) -> Result<Vec<Chosen>, Failure> {
        if !self.games.is_empty() {
            let game = |spec: &String| Ok((spec.clone(), Some(super::game(registry, spec)?)));
            return self.games.iter().map(game).collect();
        }
        let mut chosen = Vec::new();
        for (kind, is_kind) in KINDS {
            let infos = registry.games().iter().map(torneo_registry::GameEntry::info);
            let fitting = infos.filter(|game| is_kind(game) && plays(game.id));
            let games = fitting.map(|info| super::game(registry, &spec_of(info, kind)));
            let games: Vec<Arc<dyn AnyGame>> = games.collect::<Result<_, _>>()?;
            let game = games.into_iter().min_by_key(|game| game.max_plies().unwrap_or(u64::MAX));
            chosen.push((kind.to_owned(), game));
        }
        Ok(chosen)
    }
}

/// A kind of game, with a game of it.
type Chosen = (String, Option<Arc<dyn AnyGame>>);

/// A game as a specification: with all its seats where it is to have more than two.
fn spec_of(info: &GameInfo, kind: &str) -> String {
    let adjustable = info.options.iter().any(|option| option.name == SEATS);
    match kind == MANY_SEATS && info.seats.0 < 3 && adjustable {
        true => format!("{}({SEATS}={})", info.id, info.seats.1),
        false => info.id.to_owned(),
    }
}

/// Counts the plies of a game.
struct Count(u64);

impl Watcher for Count {
    fn begun(&mut self, _session: &dyn Session) {}

    fn played(&mut self, ply: PlyEvent<'_>, _session: &dyn Session) {
        self.0 = ply.number;
    }
}

/// Plays a game with the program at each seat in turn and random play at the others, and the first of them again.
fn play_each_seat(game: &dyn AnyGame, engine: &EngineSpec, registry: &Registry) -> Vec<Checked> {
    let play = |seat: usize| {
        let participant = |at: usize| match at == seat {
            true => Ok(Participant::Engine(engine.clone())),
            false => registry.engine("random").map(Participant::Engine),
        };
        let participants: Result<Vec<Participant>, _> = (0..game.seats()).map(participant).collect();
        let mut count = Count(0);
        let ending = participants.map_err(|error| error.to_string()).and_then(|participants| {
            game.play(participants, Begun::default(), 1283, &mut count).map_err(|error| error.to_string())
        });
        (ending.map(|ending| ending.record), count.0)
    };
    let mut checks = Vec::new();
    let mut first = None;
    for seat in 0..game.seats() {
        let what = format!("plays {} as {}", game.canonical(), game.seat_name(Seat::new(seat)));
        let (record, plies) = play(seat);
        checks.push(match &record {
            Ok(_) => Checked::passed(&what, &format!("{plies} plies")),
            Err(why) => Checked::failed(&what, &format!("after {plies} plies: {why}")),
        });
        first = first.or_else(|| record.ok().filter(|_| seat == 0));
    }
    if let Some(first) = first {
        let again = play(0).0.is_ok_and(|record| record == first);
        let note = if again { "yes" } else { "no: runs with it cannot be reproduced" };
        checks.push(Checked::passed(&format!("plays {} the same way again", game.canonical()), note));
    }
    checks
}
