//! What an atlas plays: a cell for each game and level, matches between levels, games after each first move, and games with unequal
//! budgets. Each is a run of its own.

use std::collections::BTreeMap;

use torneo_arena::Error;
use torneo_arena::plan::{
    Config, EngineEntry, Format, Limits, Opening, Output, Seatings, Shard, Tables, Tournament,
};
use torneo_present::english::Joined as _;
use torneo_registry::Registry;

use crate::design::{Design, Entry, Section};
use crate::first_moves::{FirstMove, taking_turns};
use crate::rows::{AFTER_FIRST_MOVES, Contents, FirstMoveRow, Keyed, UNEQUAL, UnequalRow, in_order};

/// Plies after which a game is adjudicated a draw, as in tournaments.
const MAX_PLIES: u64 = 2000;
/// Seats from which a match has a design of seatings in place of all of them.
const MANY_SEATS: usize = 5;

/// A run of an atlas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// One engine with one budget plays all seats.
    Cell {
        /// The place of the game in the design.
        entry: usize,
        /// The place of the level.
        level: usize,
    },
    /// Two levels play against each other.
    Match {
        /// The place of the game in the design.
        entry: usize,
        /// The place of the level whose score is given.
        level: usize,
        /// The place of the other.
        opponent: usize,
    },
    /// One engine with one budget plays all seats after each first move in turn.
    FirstMoves {
        /// The place of the game in the design.
        entry: usize,
        /// The place of the level.
        level: usize,
    },
    /// Two levels of one engine play against each other, each as often from each seat, and the seats are told apart.
    Unequal {
        /// The place of the game in the design.
        entry: usize,
        /// The place of the higher level.
        level: usize,
        /// The place of the lower one.
        opponent: usize,
    },
}

impl Task {
    /// The place of the game.
    pub fn entry(self) -> usize {
        match self {
            Task::Cell { entry, .. }
            | Task::Match { entry, .. }
            | Task::FirstMoves { entry, .. }
            | Task::Unequal { entry, .. } => entry,
        }
    }

    /// The game, the engine with its level, and the opponent with its level, as in the files.
    pub fn key(self, design: &Design) -> [&str; 5] {
        let game = design.entries[self.entry()].spec();
        let named = |level: usize| (&*design.levels[level].engine, &*design.levels[level].name);
        match self {
            Task::Cell { level, .. } => {
                let (engine, name) = named(level);
                [game, engine, name, "", ""]
            }
            Task::Match { level, opponent, .. } => {
                let ((engine, name), (other, other_name)) = (named(level), named(opponent));
                [game, engine, name, other, other_name]
            }
            Task::FirstMoves { level, .. } => {
                let (engine, name) = named(level);
                [game, engine, name, AFTER_FIRST_MOVES, ""]
            }
            Task::Unequal { level, opponent, .. } => {
                let [name, other] = in_order(named(level).1, named(opponent).1);
                [game, named(level).0, name, UNEQUAL, other]
            }
        }
    }

    /// The name of the run, and of its folder.
    pub fn name(self, design: &Design) -> String {
        let game = slug(design.entries[self.entry()].spec());
        let key = |level: usize| design.levels[level].key();
        match self {
            Task::Cell { level, .. } => format!("{game}-{}", key(level)),
            Task::Match { level, opponent, .. } => format!("{game}-{}-against-{}", key(level), key(opponent)),
            Task::FirstMoves { level, .. } => format!("{game}-{}-{AFTER_FIRST_MOVES}", key(level)),
            Task::Unequal { level, opponent, .. } => {
                format!("{game}-{}-{UNEQUAL}-{}", key(level), key(opponent))
            }
        }
    }

    /// What is played, in words.
    pub fn words(self, design: &Design) -> String {
        let [game, engine, level, other, other_level] = self.key(design);
        match self {
            Task::Cell { .. } => format!("{game} {engine} {level}"),
            Task::Match { .. } => format!("{game} {engine} {level} against {other} {other_level}"),
            Task::FirstMoves { .. } => format!("{game} {engine} {level} after each first move"),
            Task::Unequal { .. } => {
                format!("{game} {engine} with unequal budgets, {level} and {other_level}")
            }
        }
    }

    /// The run. Its games follow from the seed of the design, the game, the engines and their number alone.
    ///
    /// # Errors
    /// A game whose sizes are not planned, or an engine that cannot play it.
    pub fn tournament(self, registry: &Registry, design: &Design) -> Result<Tournament, Error> {
        let entry = &design.entries[self.entry()];
        design.check_planned(entry)?;
        let branching = entry.branching.unwrap_or(1);
        let (levels, games, book): (Vec<usize>, u64, Vec<String>) = match self {
            Task::Cell { level, .. } => {
                (vec![level], entry.games(level).unwrap_or(design.bounds.games), Vec::new())
            }
            Task::Match { level, opponent, .. } => (vec![level, opponent], design.match_games, Vec::new()),
            Task::FirstMoves { entry, level } => {
                let moves = design.first_moves(entry);
                let games = moves.iter().map(|first| design.games_after(entry, first)).sum();
                let is_apart = design.first_moves.as_ref().is_some_and(|asked| asked.apart == Some(entry));
                let book = match is_apart {
                    true => moves.iter().flat_map(FirstMove::all).cloned().collect(),
                    false => taking_turns(moves),
                };
                (vec![level], games, book)
            }
            Task::Unequal { level, opponent, .. } => {
                let games = design.unequal.as_ref().map_or(0, |unequal| unequal.games);
                (vec![level, opponent], 2 * games, Vec::new())
            }
        };
        let engines: Vec<String> = levels.iter().map(|&level| design.levels[level].spec(branching)).collect();
        let (name, seed) = (self.name(design), design.seed);
        run_of(registry, entry, RunOf { name: &name, seed, engines: &engines, games, book })
    }
}

/// What a run is made of.
pub struct RunOf<'a> {
    /// Its name.
    pub name: &'a str,
    /// The master seed.
    pub seed: u64,
    /// One engine that plays all seats, or two against each other.
    pub engines: &'a [String],
    /// Games, about.
    pub games: u64,
    /// Openings, one a round; none for the start of the game.
    pub book: Vec<String>,
}

/// A run at a game of the design.
///
/// # Errors
/// An engine that cannot play the game.
pub fn run_of(registry: &Registry, entry: &Entry, run: RunOf) -> Result<Tournament, Error> {
    let RunOf { name, seed, engines, games, book } = run;
    let seats = entry.game.seats();
    let is_cell = engines.len() == 1;
    let engine = |spec: &String| -> Result<EngineEntry, Error> {
        let spec = registry.engine(spec).map_err(Error::Engine)?.canonical();
        Ok(EngineEntry { name: spec.clone(), spec, identity: None })
    };
    let books = (!book.is_empty()).then(|| (entry.spec().to_owned(), book)).into_iter();
    let mut config = Config {
        name: name.to_owned(),
        seed,
        games: vec![entry.spec().to_owned()].into(),
        engines: engines.iter().map(engine).collect::<Result<_, _>>()?,
        format: if is_cell { Format::SelfPlay } else { Format::RoundRobin },
        tables: Tables::Pairs,
        seatings: if seats < MANY_SEATS { Seatings::All } else { Seatings::Balanced },
        rounds: games,
        // Such a run may become longer.
        interleave: true,
        self_play: None,
        elimination: None,
        rating: None,
        opening: Opening { books: books.collect::<BTreeMap<_, _>>(), ..Opening::default() },
        limits: Limits::of_plies(MAX_PLIES),
        adjudication: None,
        output: Output { record: true, evaluations: false, times: false },
    };
    if !is_cell {
        let one = Tournament::of_config(registry, Config { rounds: 1, ..config.clone() }, Shard::WHOLE)?;
        config.rounds = games.div_ceil(one.plan.total_games());
    }
    Tournament::of_config(registry, config, Shard::WHOLE)
}

/// A specification as part of the name of a folder.
fn slug(spec: &str) -> String {
    let words = spec.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| !word.is_empty()).joined("-")
}

/// The cells of these entries, each entry's from its first level to its last.
pub fn cells(design: &Design, entries: &[usize]) -> Vec<Task> {
    let is_played = |entry: usize, level: usize| {
        design.levels[level].has_cells() && design.entries[entry].games(level).is_some()
    };
    let of_entry = |&entry: &usize| {
        let levels = (0..design.levels.len()).filter(move |&level| is_played(entry, level));
        levels.map(move |level| Task::Cell { entry, level })
    };
    entries.iter().flat_map(of_entry).collect()
}

/// The matches of these entries: between neighbouring levels of each engine, the lowest against random play, and between the
/// strongest levels of two engines.
pub fn matches(design: &Design, entries: &[usize]) -> Vec<Task> {
    let of_entry =
        |&entry: &usize| against_weaker(design, entry).into_iter().chain(between_engines(design, entry));
    entries.iter().flat_map(of_entry).collect()
}

/// The matches of an entry between neighbouring levels of each engine, the lowest against random play.
pub fn against_weaker(design: &Design, entry: usize) -> Vec<Task> {
    let of_engine = |engine: &str| {
        let played = design.played(&design.entries[entry], engine);
        let levels: Vec<usize> = origin(design, entry).into_iter().chain(played).collect();
        let task = |pair: &[usize]| Task::Match { entry, level: pair[1], opponent: pair[0] };
        levels.windows(2).map(task).collect::<Vec<_>>()
    };
    design.engines().into_iter().flat_map(of_engine).collect()
}

/// The match of an entry between the strongest levels of two engines.
pub fn between_engines(design: &Design, entry: usize) -> Option<Task> {
    let strongest = |engine: &str| design.played(&design.entries[entry], engine).last().copied();
    match design.engines().into_iter().filter_map(strongest).collect::<Vec<_>>()[..] {
        [level, opponent] => Some(Task::Match { entry, level, opponent }),
        _ => None,
    }
}

/// The level from which strength is measured: the first engine without a budget, where a game has its cell. Variants have
/// none, but their levels play against it.
pub fn origin(design: &Design, entry: usize) -> Option<usize> {
    let entry = &design.entries[entry];
    (0..design.levels.len()).find(|&level| {
        let at = &design.levels[level];
        let is_there = entry.games(level).is_some() || entry.section == Section::Variants;
        at.budget(1).is_empty() && at.has_cells() && is_there
    })
}

/// The games after each first move of these entries, variants left out.
pub fn after_first_moves(design: &Design, entries: &[usize]) -> Vec<Task> {
    let Some(asked) = &design.first_moves else { return Vec::new() };
    let level = asked.level;
    let has_some = |&entry: &usize| {
        let game = &design.entries[entry];
        !game.is_variant() && game.games(level).is_some() && !design.first_moves(entry).is_empty()
    };
    let entries = entries.iter().copied().filter(has_some);
    entries.map(|entry| Task::FirstMoves { entry, level }).collect()
}

/// The games with unequal budgets of these entries: each pair of levels that are played, and in decided games the lowest level
/// with the one that is played there alone.
pub fn unequal(design: &Design, entries: &[usize]) -> Vec<Task> {
    let Some(asked) = &design.unequal else { return Vec::new() };
    let levels = |entry: usize| design.played(&design.entries[entry], &asked.engine);
    let mut tasks = Vec::new();
    for &entry in entries {
        if asked.entries.contains(&entry) {
            let levels = levels(entry);
            for (place, &opponent) in levels.iter().enumerate() {
                tasks.extend(levels[place + 1..].iter().map(|&level| Task::Unequal {
                    entry,
                    level,
                    opponent,
                }));
            }
        }
        if asked.decided.contains(&entry) {
            let pair = design.unequal_level().zip(levels(entry).first().copied());
            tasks.extend(pair.map(|(level, opponent)| Task::Unequal { entry, level, opponent }));
        }
    }
    tasks
}

/// Whether a task stands in the atlas as this version of the program would play it.
pub fn is_done(design: &Design, contents: &Contents, task: Task, version: &str) -> bool {
    let (entry, key) = (&design.entries[task.entry()], task.key(design));
    let budget_of = |level: usize| design.levels[level].budget(entry.branching.unwrap_or(0));
    match task {
        Task::Cell { level, .. } => {
            let (budget, games) = (budget_of(level), entry.games(level));
            let own = contents.cells.iter().filter(|row| row.key() == key && row.version == version);
            own.filter(|row| row.budget == budget && Some(row.games) == games).count() == entry.game.seats()
        }
        Task::Match { .. } => {
            let mut own = contents.matches.iter().filter(|row| row.key() == key && row.version == version);
            own.any(|row| row.games >= design.match_games)
        }
        Task::FirstMoves { level, .. } => {
            let (budget, moves) = (budget_of(level), design.first_moves(task.entry()));
            let own = contents.first_moves.iter().filter(|row| row.key() == key && row.version == version);
            let is_own = |row: &&FirstMoveRow| {
                let first = moves.iter().find(|first| first.token == row.first_move);
                let games = first.map(|first| design.games_after(task.entry(), first));
                row.budget == budget && Some(row.games) == games
            };
            let own = own.filter(is_own).count();
            own > 0 && own == entry.game.seats() * moves.len()
        }
        Task::Unequal { level, opponent, .. } => {
            let games = design.unequal.as_ref().map_or(0, |unequal| unequal.games);
            let budgets = [budget_of(level), budget_of(opponent)];
            let own = contents.unequal.iter().filter(|row| row.key() == key && row.version == version);
            let is_own = |row: &UnequalRow| {
                row.games == games && budgets.contains(&row.budget) && budgets.contains(&row.other_budget)
            };
            own.filter(|row| is_own(row)).count() == 2
        }
    }
}
