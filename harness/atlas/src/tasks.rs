//! What an atlas plays: a cell for each game and level, then matches between levels. Each is a run of its own.

use torneo_arena::Error;
use torneo_arena::plan::{
    Config, EngineEntry, Format, Limits, Opening, Output, Seatings, Shard, Tables, Tournament,
};
use torneo_registry::Registry;

use crate::design::{Design, Entry};
use crate::rows::{MatchRow, Row};

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
}

impl Task {
    /// The place of the game.
    pub fn entry(self) -> usize {
        match self {
            Task::Cell { entry, .. } | Task::Match { entry, .. } => entry,
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
        }
    }

    /// The name of the run, and of its folder.
    pub fn name(self, design: &Design) -> String {
        let game = slug(design.entries[self.entry()].spec());
        let key = |level: usize| design.levels[level].key();
        match self {
            Task::Cell { level, .. } => format!("{game}-{}", key(level)),
            Task::Match { level, opponent, .. } => format!("{game}-{}-against-{}", key(level), key(opponent)),
        }
    }

    /// What is played, in words.
    pub fn words(self, design: &Design) -> String {
        let [game, engine, level, other, other_level] = self.key(design);
        match self {
            Task::Cell { .. } => format!("{game} {engine} {level}"),
            Task::Match { .. } => format!("{game} {engine} {level} against {other} {other_level}"),
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
        let (levels, games) = match self {
            Task::Cell { level, .. } => (vec![level], entry.games(level).unwrap_or(design.bounds.games)),
            Task::Match { level, opponent, .. } => (vec![level, opponent], design.match_games),
        };
        let specs: Vec<String> = levels.iter().map(|&level| design.levels[level].spec(branching)).collect();
        let name = self.name(design);
        tournament(registry, &name, design.seed, entry, &specs, games)
    }
}

/// A run of about so many games: one engine with itself, or two against each other.
///
/// # Errors
/// An engine that cannot play the game.
pub fn tournament(
    registry: &Registry,
    name: &str,
    seed: u64,
    entry: &Entry,
    engines: &[String],
    games: u64,
) -> Result<Tournament, Error> {
    let seats = entry.game.seats();
    let is_cell = engines.len() == 1;
    let engine = |spec: &String| -> Result<EngineEntry, Error> {
        let spec = registry.engine(spec).map_err(Error::Engine)?.canonical();
        Ok(EngineEntry { name: spec.clone(), spec, identity: None })
    };
    let mut config = Config {
        name: name.to_owned(),
        seed,
        games: vec![entry.spec().to_owned()],
        engines: engines.iter().map(engine).collect::<Result<_, _>>()?,
        format: if is_cell { Format::SelfPlay } else { Format::RoundRobin },
        tables: Tables::Pairs,
        seatings: if seats < MANY_SEATS { Seatings::All } else { Seatings::Balanced },
        rounds: games,
        // Such a run may become longer.
        interleave: true,
        self_play: None,
        opening: Opening::default(),
        limits: Limits::of_plies(MAX_PLIES),
        output: Output { record: true, evaluations: false },
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
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// The cells of these entries, each entry's from its first level to its last.
pub fn cells(design: &Design, entries: &[usize]) -> Vec<Task> {
    let is_played = |entry: usize, level: usize| {
        !design.levels[level].later && design.entries[entry].games(level).is_some()
    };
    let of_entry = |&entry: &usize| {
        let levels = (0..design.levels.len()).filter(move |&level| is_played(entry, level));
        levels.map(move |level| Task::Cell { entry, level })
    };
    entries.iter().flat_map(of_entry).collect()
}

/// The matches of these entries: between the strongest levels of the engines, and, variants left out, between neighbouring
/// levels of each engine, the lowest against random play.
pub fn matches(design: &Design, entries: &[usize]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for &entry in entries {
        let game = &design.entries[entry];
        let mut strongest = Vec::new();
        for engine in design.engines() {
            let played = design.played(game, engine);
            strongest.extend(played.last().copied());
            if !game.is_variant {
                let levels: Vec<usize> = origin(design, entry).into_iter().chain(played).collect();
                tasks.extend(levels.windows(2).map(|pair| Task::Match {
                    entry,
                    level: pair[1],
                    opponent: pair[0],
                }));
            }
        }
        if let [level, opponent] = strongest[..] {
            tasks.push(Task::Match { entry, level, opponent });
        }
    }
    tasks
}

/// The level from which strength is measured: the first engine without a budget, where a game has its cell.
pub fn origin(design: &Design, entry: usize) -> Option<usize> {
    let entry = &design.entries[entry];
    (0..design.levels.len()).find(|&level| {
        design.levels[level].budget(1).is_empty()
            && !design.levels[level].later
            && entry.games(level).is_some()
    })
}

/// Whether a cell stands in the atlas as this version of the program would play it.
pub fn is_cell_done(design: &Design, rows: &[Row], entry: usize, level: usize, version: &str) -> bool {
    let (game, at) = (&design.entries[entry], &design.levels[level]);
    let budget = game.branching.map(|branching| at.budget(branching)).unwrap_or_default();
    let key = Task::Cell { entry, level }.key(design);
    let is_done = |row: &&Row| {
        [&*row.game, &row.engine, &row.level, "", ""] == key
            && row.version == version
            && row.budget == budget
            && Some(row.games) == game.games(level)
    };
    rows.iter().filter(is_done).count() == game.game.seats()
}

/// Whether a match stands in the atlas as this version of the program would play it.
pub fn is_match_done(design: &Design, rows: &[MatchRow], task: Task, version: &str) -> bool {
    use crate::rows::Keyed;
    rows.iter()
        .any(|row| row.key() == task.key(design) && row.version == version && row.games >= design.match_games)
}
