//! The design of an atlas, such as `configs/atlas.toml`: levels, games, and the size of each cell.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use torneo_arena::Error;
use torneo_contract::nearest;
use torneo_registry::incoming::{self, Encoding, Named};
use torneo_registry::{AnyGame, Registry};

use crate::first_moves::{FirstMove, first_moves};
use crate::reader;

/// A table of games in a design.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Games with their default options.
    Games,
    /// Variants, which are played at the levels that say so.
    Variants,
    /// Variants of known value, which are played as games are: verdicts are compared with their values.
    Solved,
}

impl Section {
    /// All tables, in the order in which they are read.
    pub const ALL: [Section; 3] = [Section::Games, Section::Variants, Section::Solved];

    /// The key of the table.
    pub fn key(self) -> &'static str {
        match self {
            Section::Games => "games",
            Section::Variants => "variants",
            Section::Solved => "solved",
        }
    }
}

/// The key of a game's branching number.
pub const BRANCHING: &str = "b";
/// An engine with one budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The engine, such as `alpha-beta`.
    pub engine: String,
    /// Its level as the design writes it: `8b`, `50`; `0` for an engine without a budget.
    pub name: String,
    /// The option that holds the budget, and the number; none for an engine without one.
    pub(crate) budget: Option<(&'static str, Budget)>,
    /// Whether variants are played at this level.
    pub variants: bool,
    /// Whether it is left to a later pass.
    pub later: bool,
    /// Whether it is played with unequal budgets alone.
    pub unequal: bool,
}

/// A number, or a multiple of a game's branching number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Budget {
    Fixed(u64),
    Branching(u64),
}

impl Level {
    /// Whether it has cells in this pass.
    pub fn has_cells(&self) -> bool {
        !self.later && !self.unequal
    }

    /// What names the level in the design and in folders, such as `alpha-beta-8b`.
    pub fn key(&self) -> String {
        format!("{}-{}", self.engine, self.name)
    }

    /// The budget at a game with this branching number, such as `nodes=256`; empty for an engine without one.
    pub fn budget(&self, branching: u64) -> String {
        match self.budget {
            None => String::new(),
            Some((option, Budget::Fixed(number))) => format!("{option}={number}"),
            Some((option, Budget::Branching(times))) => format!("{option}={}", times * branching),
        }
    }

    /// The specification of the engine at a game with this branching number.
    pub fn spec(&self, branching: u64) -> String {
        match self.budget {
            None => self.engine.clone(),
            Some(_) => format!("{}({})", self.engine, self.budget(branching)),
        }
    }
}

/// How many games a cell has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Size {
    /// This number.
    Games(u64),
    /// None, and why.
    NotPlayed(String),
}

/// A game of the design.
pub struct Entry {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// As the design writes it.
    pub written: String,
    /// The table in which it stands.
    pub section: Section,
    /// The mean number of legal actions of random games, as a power of two; none before the sizes are planned.
    pub branching: Option<u64>,
    /// The size of each level's cell; none where it is not planned.
    pub sizes: Vec<Option<Size>>,
    /// Its first moves, once they are asked for.
    pub(crate) first_moves: OnceLock<Vec<FirstMove>>,
    /// Set once it is known that nothing lacks: each of its runs asks.
    pub(crate) is_planned: OnceLock<()>,
}

impl Entry {
    /// The game's canonical specification.
    pub fn spec(&self) -> &str {
        self.game.canonical()
    }

    /// Whether it is a variant of a game.
    pub fn is_variant(&self) -> bool {
        self.section != Section::Games
    }

    /// Whether it is played at this level.
    pub fn has_level(&self, level: &Level) -> bool {
        level.has_cells() && (level.variants || self.section != Section::Variants)
    }

    /// The games of a level's cell; none where it is not played.
    pub fn games(&self, level: usize) -> Option<u64> {
        match self.sizes[level] {
            Some(Size::Games(games)) => Some(games),
            _ => None,
        }
    }
}

/// The games after each first move, where one seat decides first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMoves {
    /// The place of the level.
    pub level: usize,
    /// Games after each move.
    pub games: u64,
    /// A game has them if it has at most so many first moves. Those that symmetries map onto each other count once.
    pub most: usize,
    /// The entry in which a move has so many games for each move that symmetries map it onto: there the scores of such moves
    /// are compared with more care.
    pub apart: Option<usize>,
    /// The entries whose boards the page shows as Markdown, from files `pictures/first-moves-ID.svg` beside it.
    pub shown: Vec<usize>,
}

/// Games in which one seat has a weaker level than the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unequal {
    /// The places of the games, which have two seats.
    pub entries: Vec<usize>,
    /// Those of games that one seat wins always: there the lowest level of the engine plays against the one that is played
    /// with unequal budgets alone.
    pub decided: Vec<usize>,
    /// The engine.
    pub engine: String,
    /// Games of each pair of levels, and as many with the levels exchanged.
    pub games: u64,
}

/// A figure that others found.
#[derive(Clone, PartialEq, Debug)]
pub struct Published {
    /// The place of the game.
    pub entry: usize,
    /// The figure, in words.
    pub figure: String,
    /// The first player's score there, if it is told as one.
    pub score: Option<f64>,
    /// What differs in the rules, or in how it was found.
    pub differs: String,
    /// Where it stands.
    pub source: String,
}

/// The bounds that sizes are planned by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Games of a cell.
    pub games: u64,
    /// Games of the strongest level of an engine.
    pub strongest_games: u64,
    /// Core-minutes of a cell.
    pub minutes: u64,
    /// Core-minutes of the strongest level of an engine.
    pub strongest_minutes: u64,
}

/// A design.
pub struct Design {
    /// What the file is called, for errors and commands.
    pub file: String,
    /// The text of the file.
    pub text: String,
    /// The name of the atlas.
    pub name: String,
    /// The master seed.
    pub seed: u64,
    /// The bounds that sizes were planned by.
    pub bounds: Bounds,
    /// Games of a match between two levels, about.
    pub match_games: u64,
    /// The levels, each engine's from weak to strong.
    pub levels: Vec<Level>,
    /// The games, then the variants.
    pub entries: Vec<Entry>,
    /// What is played after each first move.
    pub first_moves: Option<FirstMoves>,
    /// What is played with unequal budgets.
    pub unequal: Option<Unequal>,
    /// What others found.
    pub published: Vec<Published>,
}

impl Design {
    /// Reads a design.
    ///
    /// # Errors
    /// A file that cannot be read or is no design; the error names the place.
    pub fn read(registry: &Registry, path: &Path) -> Result<Design, Error> {
        let file = path.display().to_string();
        let text = incoming::read(path, Named::ByUser, Encoding::Utf8)
            .map_err(|error| Error::input(format!("argument <CONFIG>: cannot read {file}: {error}")))?;
        Design::parse(registry, &file, &text)
    }

    /// Reads a design from its text; `file` names it in errors.
    ///
    /// # Errors
    /// A text that is no design; the error names the place.
    pub fn parse(registry: &Registry, file: &str, text: &str) -> Result<Design, Error> {
        reader::read(registry, file, text)
    }

    /// The levels of this pass that a game has no size for.
    pub fn unplanned(&self, entry: &Entry) -> Vec<usize> {
        let is_missing =
            |&level: &usize| entry.has_level(&self.levels[level]) && entry.sizes[level].is_none();
        (0..self.levels.len()).filter(is_missing).collect()
    }

    /// Refuses a game whose sizes are not planned.
    ///
    /// # Errors
    /// What is missing, and how it is planned.
    pub fn check_planned(&self, entry: &Entry) -> Result<(), Error> {
        if entry.is_planned.get().is_some() {
            return Ok(());
        }
        let missing = match (entry.branching, &self.unplanned(entry)[..]) {
            (Some(_), []) => {
                entry.is_planned.get_or_init(|| ());
                return Ok(());
            }
            (None, _) => BRANCHING.to_owned(),
            (_, [level, ..]) => self.levels[*level].key(),
        };
        let message = format!("{}: the line of `{}` lacks `{missing}`", self.file, entry.written);
        Err(Error::input_with_help(message, format!("torneo atlas {} --plan writes it", self.file)))
    }

    /// The place of a level, by its engine and its name.
    pub fn level(&self, engine: &str, name: &str) -> Option<usize> {
        self.levels.iter().position(|level| (&*level.engine, &*level.name) == (engine, name))
    }

    /// The engines with several levels, each once.
    pub fn engines(&self) -> Vec<&str> {
        let mut engines: Vec<&str> = Vec::new();
        for level in self.levels.iter().filter(|level| level.budget.is_some()) {
            if !engines.contains(&&*level.engine) {
                engines.push(&level.engine);
            }
        }
        engines
    }

    /// The levels of an engine whose cells a game has in this pass, from weak to strong.
    pub fn played(&self, entry: &Entry, engine: &str) -> Vec<usize> {
        let is_played = |&index: &usize| {
            let level = &self.levels[index];
            level.engine == engine && level.has_cells() && entry.games(index).is_some()
        };
        (0..self.levels.len()).filter(is_played).collect()
    }

    /// The level that is played with unequal budgets alone, if there is one.
    pub fn unequal_level(&self) -> Option<usize> {
        let engine = &self.unequal.as_ref()?.engine;
        self.levels.iter().position(|level| level.unequal && level.engine == *engine)
    }

    /// Games after a first move of an entry.
    pub fn games_after(&self, entry: usize, first: &FirstMove) -> u64 {
        let Some(asked) = &self.first_moves else { return 0 };
        let times = if asked.apart == Some(entry) { first.all().count() as u64 } else { 1 };
        asked.games * times
    }

    /// The first moves after which games of an entry are played; none where the design has none.
    pub fn first_moves(&self, entry: usize) -> &[FirstMove] {
        let Some(asked) = &self.first_moves else { return &[] };
        let found = || first_moves(&*self.entries[entry].game, asked.most);
        self.entries[entry].first_moves.get_or_init(found)
    }

    /// The entries that a user names, by specifications or ids; all for none.
    ///
    /// # Errors
    /// A game that the design does not have.
    pub fn chosen(&self, registry: &Registry, names: &[String]) -> Result<Vec<usize>, Error> {
        if names.is_empty() {
            return Ok((0..self.entries.len()).collect());
        }
        let mut chosen = Vec::new();
        for name in names {
            let canonical = registry.game(name).map(|game| game.canonical().to_owned());
            let spec = canonical.as_deref().unwrap_or(name);
            let Some(index) = self.entries.iter().position(|entry| entry.spec() == spec) else {
                let near = nearest(name, self.entries.iter().map(Entry::spec));
                let help = near.map(|near| format!("did you mean `{near}`?"));
                let message = format!("{} has no game `{name}`", self.file);
                return Err(Error::Input { message, help });
            };
            chosen.push(index);
        }
        Ok(chosen)
    }
}
