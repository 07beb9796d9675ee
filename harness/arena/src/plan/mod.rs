//! From a configuration file to the list of games to play.

pub mod adjudication;
mod books;
mod chosen;
mod config;
mod designs;
mod engines;
mod entering;
mod identity;
mod meetings;
mod mixing;
pub(crate) mod names;
mod openings;
mod pairings;
mod per_game;
mod printed;
mod reader;
mod remaining;
mod schedule;
mod swiss;
mod with_ladders;

pub use config::{
    Climbed, Config, Elimination, EngineEntry, Format, Limits, Opening, Order, Output, Rating, SelfPlay,
    Tables,
};
pub use designs::{Seating, Seatings};
pub(crate) use engines::playing;
pub use engines::{Entrant, OPTION};
pub use entering::BookReport;
pub use identity::{GameIdentity, Identities};
pub use meetings::{Meetings, Sample};
pub use names::check_run_name;
pub use pairings::Pairings;
pub use per_game::{GameIndex, PerGame};
pub use schedule::{Event, Group, MOST_GAMES, Plan, PlanError, Shard};
pub use swiss::{RoundPairings, Rounds};

#[cfg(test)]
pub(crate) use schedule::tests;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use torneo_contract::{SpecError, refusal, refuse_if};
use torneo_records::Book;
use torneo_registry::adjudication::Adjudication;
use torneo_registry::incoming::{self, Encoding, Named};
use torneo_registry::matchup::Matchup;
use torneo_registry::pairing::{MatchSettings, Pairing};
use torneo_registry::{EngineSpec, Registry, Stop, external};

use books::Placed;

use crate::Error;
use crate::document::{Origin, Source};
use crate::values::{Naming, Values};

/// Plies after which a game is adjudicated a draw, if nothing else is asked for.
pub const MAX_PLIES: u64 = 2000;

/// A tournament asked for on the command line.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// What it is called.
    pub name: String,
    /// Game specifications.
    pub games: Vec<String>,
    /// The engines: one plays against itself, more against each other.
    pub engines: Vec<Entrant>,
    /// Which seatings a group is played in.
    pub seatings: Seatings,
    /// Most rounds of each pairing and game.
    pub rounds: u64,
    /// The master seed.
    pub seed: u64,
    /// Random plies at the start.
    pub random_plies: u64,
    /// The openings of all the games.
    pub openings: Option<Arc<Book>>,
    /// In which order they are played.
    pub order: Order,
    /// Plies of a line of them at most; none for all.
    pub plies: Option<u64>,
    /// The opening that is played first, from 1; none for the first.
    pub start: Option<u64>,
    /// Plies after which a game is adjudicated a draw.
    pub max_plies: u64,
    /// What ends games before their rules do.
    pub adjudication: Option<Adjudication>,
    /// Whether moves are recorded.
    pub record: bool,
}

impl Arguments {
    /// So many rounds from the start of the games, in all seatings, without a record.
    pub fn of(
        name: &str,
        games: Vec<String>,
        engines: Vec<Entrant>,
        (rounds, seed): (u64, u64),
    ) -> Arguments {
        Arguments {
            name: name.to_owned(),
            games,
            engines,
            seatings: Seatings::All,
            rounds,
            seed,
            random_plies: 0,
            openings: None,
            order: Order::default(),
            plies: None,
            start: None,
            max_plies: MAX_PLIES,
            adjudication: None,
            record: false,
        }
    }
}

/// A configuration with everything set up that it names.
pub struct Tournament {
    /// The configuration.
    pub config: Config,
    /// The games to play.
    pub plan: Plan,
    /// The table of each game.
    pub tables: PerGame<Arc<Matchup>>,
    /// The engines, in the order of the configuration.
    pub engines: Vec<EngineSpec>,
    /// What the games' randomness comes from.
    pub identities: Identities,
    /// What the books of openings are like that were read for it.
    pub books: Vec<BookReport>,
    /// What is wrong with an engine where it stands in what was read, by its number.
    misplaced: Option<Misplaced>,
}

/// Makes the error of an engine with its place.
type Misplaced = Box<dyn Fn(usize, &SpecError) -> Error + Send + Sync>;

/// Whether the games of a configuration can be ended as it says.
fn check_adjudication(config: &Config, tables: &PerGame<Arc<Matchup>>) -> Result<(), SpecError> {
    let Some(rules) = &config.adjudication else { return Ok(()) };
    tables.iter().try_for_each(|table| table.check_adjudication(rules))
}

impl Tournament {
    /// Reads a configuration file and plans its games.
    ///
    /// # Errors
    /// A file that cannot be read or is not a configuration; the error names the place.
    pub fn read(registry: &Registry, path: &Path, shard: Shard) -> Result<Tournament, Error> {
        let text = incoming::read(path, Named::ByUser, Encoding::Utf8)
            .map_err(|error| Error::unreadable(path, &error))?;
        Tournament::parse(registry, &path.display().to_string(), &text, shard)
    }

    /// Plans the games of a configuration; `file` names it in errors.
    ///
    /// # Errors
    /// A text that is not a configuration; the error names the place.
    pub fn parse(registry: &Registry, file: &str, text: &str, shard: Shard) -> Result<Tournament, Error> {
        let source = Source::of_file(registry, file, text);
        let document = source.document(text)?;
        let read = reader::read(source, document.get_ref(), document.span())?;
        let (file, text) = (file.to_owned(), text.to_owned());
        Tournament::planned(source, read, shard, move |places| {
            Box::new(move |number, error| {
                let origin = Origin::File { file: &file, text: &text };
                origin.error(places[number].clone(), error, error.nearest().map(str::to_owned))
            })
        })
    }

    /// Plans the games of a configuration that stands in arguments, which `naming` names in errors.
    ///
    /// # Errors
    /// Values that are no configuration; the error names the argument.
    pub fn of_values(
        registry: &Registry,
        values: &Values,
        naming: Naming<'_>,
        shard: Shard,
    ) -> Result<Tournament, Error> {
        let (table, names) = values.table(naming);
        let source =
            Source { registry, origin: Origin::Arguments { names: &names, folder: values.folder() } };
        let read = reader::read(source, &table, 0..0)?;
        let known = names.clone();
        Tournament::planned(source, read, shard, move |places| {
            Box::new(move |number, error| {
                let nearest = error.nearest().map(str::to_owned);
                let origin = Origin::Arguments { names: &known, folder: Path::new("") };
                origin.error(places[number].clone(), error, nearest)
            })
        })
    }

    fn planned(
        source: Source<'_>,
        read: reader::Read,
        shard: Shard,
        misplaced: impl FnOnce(Vec<Range<usize>>) -> Misplaced,
    ) -> Result<Tournament, Error> {
        let reader::Read { mut config, engines: placed, games, rounds_at, tables_at, ends_at, books } = read;
        let engines: Vec<EngineSpec> = placed.iter().map(|engine| engine.spec.clone()).collect();
        let programs = engines.iter().filter_map(EngineSpec::text_engine);
        programs.for_each(|engine| engine.start_in(source.folder()));
        let table =
            |(game, span): Placed| game.table(&engines).map_err(|error| source.spec_error(span, &error));
        let tables = games.into_iter().map(table).collect::<Result<PerGame<_>, _>>()?;
        let books = entering::enter(books, source.registry, &mut config, &tables, Some(source))?;
        check_adjudication(&config, &tables).map_err(|why| source.spec_error(ends_at, &why))?;
        let seats = tables.map(|table| table.seats());
        let plan = Plan::new(&config, &seats, shard)
            .map_err(|error| source.error(if error.is_of_tables() { tables_at } else { rounds_at }, error))?;
        let identities = Identities::new(&config);
        let places = placed.into_iter().map(|engine| engine.span).collect();
        let misplaced = Some(misplaced(places));
        Ok(Tournament { config, plan, tables, engines, identities, books, misplaced })
    }

    /// A tournament of arguments of the command line. Nothing of it is recorded.
    ///
    /// # Errors
    /// A game or an engine that does not exist or do not fit together.
    pub fn of_arguments(registry: &Registry, arguments: &Arguments) -> Result<Tournament, Error> {
        let mut entrants = arguments.engines.clone();
        if let [game] = &arguments.games[..] {
            let game = registry.game(game).map_err(Error::Game)?;
            let at_game = entrants.into_iter().map(|engine| engine.at(&*game));
            entrants = at_game.collect::<Result<_, _>>().map_err(Error::Engine)?;
        }
        let engines: Vec<EngineSpec> = entrants.iter().map(|engine| engine.spec.clone()).collect();
        let set_up = |spec: &String| {
            let game = registry.game(spec)?;
            Ok((game.canonical().to_owned(), game.table(&engines)?))
        };
        let games = arguments.games.iter().map(set_up).collect::<Result<PerGame<_>, _>>();
        let games = games.map_err(Error::Game)?;
        let tables = games.map(|(_, table)| table.clone());
        let entries = entrants.iter().enumerate();
        let entries: Vec<EngineEntry> = entries.map(|(number, engine)| engine.entry(number)).collect();
        for (number, entry) in entries.iter().enumerate() {
            let is_known = entries[..number].iter().any(|other| other.name == entry.name);
            refuse_if!(
                is_known,
                Error::Engine(SpecError::new(format!("two engines have the name `{}`", entry.name)))
            );
        }
        let mut config = Config {
            name: arguments.name.clone(),
            seed: arguments.seed,
            games: games.map(|(spec, _)| spec.clone()),
            engines: entries,
            format: if engines.len() == 1 { Format::SelfPlay } else { Format::RoundRobin },
            tables: Tables::Pairs,
            seatings: arguments.seatings,
            rounds: arguments.rounds,
            interleave: true,
            self_play: None,
            elimination: None,
            rating: None,
            opening: Opening {
                random_plies: arguments.random_plies,
                order: arguments.order,
                plies: arguments.plies,
                start: arguments.start,
                ..Opening::default()
            },
            limits: Limits::of_plies(arguments.max_plies),
            adjudication: arguments.adjudication,
            output: Output {
                record: arguments.record,
                evaluations: arguments.adjudication.is_some(),
                times: false,
            },
        };
        let book = arguments.openings.as_ref().map(|book| books::of_all(book.clone(), &config));
        let books = entering::enter(Vec::from_iter(book), registry, &mut config, &tables, None)?;
        check_adjudication(&config, &tables).map_err(Error::Game)?;
        Ok(Tournament { books, ..Tournament::of_parts(config, tables, engines, Shard::WHOLE)? })
    }

    /// The tournament of a configuration that was understood before, such as that of a manifest.
    ///
    /// # Errors
    /// A game or an engine that does not exist or do not fit together.
    pub fn of_config(registry: &Registry, config: Config, shard: Shard) -> Result<Tournament, Error> {
        let engines = config.engines.iter().map(|engine| playing(registry, &engine.spec.parse()?));
        let engines: Vec<EngineSpec> = engines.collect::<Result<_, _>>().map_err(Error::Engine)?;
        let table = |spec: &String| registry.game(spec)?.table(&engines);
        let tables =
            config.games.iter().map(table).collect::<Result<PerGame<_>, _>>().map_err(Error::Game)?;
        for (index, game) in config.games.indexed() {
            for opening in config.opening.books.get(game).into_iter().flatten() {
                let read = tables[index].opening(opening);
                read.map_err(|why| refusal!("`{opening}` is no opening of {game}: {why}"))?;
            }
        }
        check_adjudication(&config, &tables).map_err(Error::Game)?;
        Tournament::of_parts(config, tables, engines, shard)
    }

    fn of_parts(
        config: Config,
        tables: PerGame<Arc<Matchup>>,
        engines: Vec<EngineSpec>,
        shard: Shard,
    ) -> Result<Tournament, Error> {
        let seats = tables.map(|table| table.seats());
        let plan = Plan::new(&config, &seats, shard).map_err(Error::input)?;
        let identities = Identities::new(&config);
        Ok(Tournament { config, plan, tables, engines, identities, books: Vec::new(), misplaced: None })
    }

    /// Changes the configuration of a tournament of which nothing is played yet, all but its games and engines.
    ///
    /// # Errors
    /// A configuration that has no plan.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Config)) -> Result<(), Error> {
        change(&mut self.config);
        let seats = self.tables.map(|table| table.seats());
        self.plan = Plan::new(&self.config, &seats, Shard::WHOLE).map_err(Error::input)?;
        self.identities = Identities::new(&self.config);
        Ok(())
    }

    /// The `index`-th game of a group, ready to be played.
    pub fn pairing(&self, group: &Group, index: u64) -> Pairing {
        let engines = self.plan.engines(group, index);
        let opening = self.identities.opening(group).map(|opening| opening.text.clone());
        let game_no = group.first_game + index;
        Pairing { game_no, streams: self.identities.streams(group, &engines), engines, opening }
    }

    /// The folder of the results where none is asked for: that of the name, and for a shard one in it.
    pub fn default_folder(&self) -> PathBuf {
        let folder = Path::new("results").join(&self.config.name);
        match self.plan.shard() {
            Shard::WHOLE => folder,
            shard => folder.join(shard.folder_name()),
        }
    }

    /// What holds for the games of a group.
    pub fn settings(&self, group: &Group) -> MatchSettings {
        let Config { opening, limits, output, .. } = &self.config;
        MatchSettings {
            opening_plies: if group.from_start { 0 } else { opening.random_plies },
            max_plies: limits.max_plies,
            record: output.record,
            evaluations: output.evaluations,
            times: output.times,
            play_on: false,
            adjudication: self.config.adjudication,
        }
    }

    /// Whether the same configuration gives the same results again: no engine has a time budget. Programs are taken to be
    /// as reproducible as torneo itself; [`programs`](Tournament::programs) names them.
    pub fn is_reproducible(&self) -> bool {
        self.engines.iter().all(EngineSpec::is_reproducible)
    }

    /// The names of the engines that are other programs.
    pub fn programs(&self) -> Vec<&str> {
        let engines = self.engines.iter().zip(&self.config.engines);
        engines.filter(|(spec, _)| spec.text_engine().is_some()).map(|(_, entry)| &*entry.name).collect()
    }

    /// Tries whether the engines are ready to play: those that are other programs are started once and say hello. Nothing is
    /// played yet.
    ///
    /// # Errors
    /// An engine that is not ready, or does not play a game of the run; or an interruption.
    pub fn greet(&self, stop: &Arc<AtomicBool>) -> Result<(), Error> {
        let programs = self.engines.iter().enumerate().filter(|(_, engine)| engine.text_engine().is_some());
        for (number, table) in
            programs.flat_map(|(number, _)| self.tables.iter().map(move |table| (number, table)))
        {
            let greeted = table.greet(number, &Stop::at(stop));
            refuse_if!(stop.load(Ordering::Relaxed), Error::Interrupted);
            greeted.map_err(|error| self.of_engine(number, error))?;
        }
        Ok(())
    }

    /// The error of an engine, with its place in the file.
    fn of_engine(&self, number: usize, error: SpecError) -> Error {
        match &self.misplaced {
            Some(misplaced) => misplaced(number, &error),
            None => Error::Engine(error),
        }
    }

    /// The specifications of the engines that are other programs, with their commands; control characters are written out.
    pub fn commands(&self) -> Vec<String> {
        let programs = self.engines.iter().filter(|engine| engine.text_engine().is_some());
        programs.map(|engine| external::shown(&engine.canonical())).collect()
    }

    /// Whether some engine is another program, whose answers are checked.
    pub fn asks_others(&self) -> bool {
        self.engines.iter().any(|engine| engine.text_engine().is_some())
    }

    /// Keeps what the engines that are other programs say from now on: a file for each in this folder.
    pub fn log_programs(&self, folder: &Path) {
        for (number, (spec, entry)) in self.engines.iter().zip(&self.config.engines).enumerate() {
            if let Some(engine) = spec.text_engine() {
                engine.log_to(&folder.join(format!("{number}-{}.log", file_name(&entry.name))));
            }
        }
    }
}

/// A name as part of the name of a file.
fn file_name(name: &str) -> String {
    const LONGEST: usize = 60;
    let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    name.chars().take(LONGEST).map(|c| if fits(c) { c } else { '_' }).collect()
}
