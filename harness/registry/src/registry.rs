//! The games and engines that a program knows.

use std::sync::{Arc, OnceLock};

use torneo_contract::{Described, GameInfo, GameVisitor, OptionInfo, Options, Spec, SpecError, nearest};
use torneo_exact::{Analysis, SetUp};
use torneo_present::english::Joined as _;
use torneo_present::text::folded;

use crate::engine::{self, EngineEntry, EngineSpec};
use crate::ladder::Ladder;
use crate::nicknames::{ids, named, suggestions};
use crate::{AnyGame, GameEntry};

/// The games and engines that a program knows, each under its id.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<GameEntry>,
    engines: Vec<EngineEntry>,
    /// Pages of rules that several games share, by name.
    common_rules: Vec<(String, &'static str)>,
    /// Charts in pages of rules, by the names of their files.
    charts: Vec<(&'static str, &'static str)>,
    /// Configurations of tournaments, by name.
    configurations: Vec<(&'static str, &'static str)>,
    /// The texts of the ladders of games, and the ladders once somebody has asked.
    ladder_texts: Vec<&'static str>,
    ladders: Arc<OnceLock<Arc<[Ladder]>>>,
    /// The version of the program, and lines on its build.
    version: Option<&'static str>,
}

/// The games that were solved, with what best play gives the first seat: the lines of `solved.csv` after its header.
pub fn solved() -> impl Iterator<Item = (&'static str, f64)> {
    include_str!("solved.csv").lines().skip(1).filter_map(|line| {
        let (game, score) = line.rsplit_once(',')?;
        Some((game.trim_matches('"'), score.parse().ok()?))
    })
}

impl Registry {
    /// The engines of `torneo-search` and that of other programs, where there are others, and no game.
    pub fn new() -> Registry {
        let mut engines = EngineEntry::built_in();
        #[cfg(not(target_family = "wasm"))]
        engines.push(EngineEntry::by_text(&torneo_external::INFO, torneo_external::program));
        Registry { engines, ..Registry::default() }
    }

    /// Adds a game. It takes the place of an earlier one of the same id.
    pub fn add_game(&mut self, entry: GameEntry) -> &mut Registry {
        match self.games.iter_mut().find(|known| known.info().id == entry.info().id) {
            Some(known) => *known = entry,
            None => self.games.push(entry),
        }
        self
    }

    /// Adds the exact analysis of a dice game that is here already.
    pub fn add_exact(&mut self, id: &str, exact: SetUp) -> &mut Registry {
        self.change(id, |known| known.with_exact(exact))
    }

    /// Adds the page of the rules, in Markdown, of a game that is here already.
    pub fn add_rules(&mut self, id: &str, rules: &'static str) -> &mut Registry {
        self.change(id, |known| known.with_rules(rules))
    }

    /// Adds a page of rules, in Markdown, that several games share.
    pub fn add_common_rules(&mut self, name: &str, rules: &'static str) -> &mut Registry {
        self.common_rules.push((name.to_owned(), rules));
        self
    }

    /// The pages of rules that several games share, with their names.
    pub fn common_rules(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.common_rules.iter().map(|(name, rules)| (name.as_str(), *rules))
    }

    /// Adds a chart, as SVG, to which pages of rules refer by this name of a file.
    pub fn add_chart(&mut self, name: &'static str, chart: &'static str) -> &mut Registry {
        self.charts.push((name, chart));
        self
    }

    /// The charts in pages of rules, with the names of their files.
    pub fn charts(&self) -> &[(&'static str, &'static str)] {
        &self.charts
    }

    /// Adds the configuration of a tournament, as TOML, which can be run by this name.
    pub fn add_configuration(&mut self, name: &'static str, text: &'static str) -> &mut Registry {
        self.configurations.push((name, text));
        self
    }

    /// The configurations that can be run by name.
    pub fn configurations(&self) -> &[(&'static str, &'static str)] {
        &self.configurations
    }

    /// Adds the ladder of a game that is here already: the text of a file as [`Ladder::read`] takes it. A text that it refuses is
    /// left out.
    pub fn add_ladder(&mut self, text: &'static str) -> &mut Registry {
        self.ladder_texts.push(text);
        self.ladders = Arc::default();
        self
    }

    /// The ladders of games, in the order in which they were added.
    pub fn ladders(&self) -> &[Ladder] {
        self.known_ladders()
    }

    /// The same for another owner.
    pub(crate) fn shared_ladders(&self) -> Arc<[Ladder]> {
        self.known_ladders().clone()
    }

    fn known_ladders(&self) -> &Arc<[Ladder]> {
        let read = |text: &&'static str| Ladder::read(text, self).ok();
        self.ladders.get_or_init(|| self.ladder_texts.iter().filter_map(read).collect())
    }

    /// Says what `torneo --version` prints behind the name: the version, and lines on what the program was built from.
    pub fn set_version(&mut self, version: &'static str) -> &mut Registry {
        self.version = Some(version);
        self
    }

    /// The version with lines on the build, where the program says something of it.
    pub fn version(&self) -> Option<&'static str> {
        self.version
    }

    fn change(&mut self, id: &str, change: impl FnOnce(GameEntry) -> GameEntry) -> &mut Registry {
        if let Some(known) = self.games.iter_mut().find(|known| known.info().id == id) {
            *known = change(known.clone());
        }
        self
    }

    /// The page of a game's rules, if it has one, or the page of this name that several games share.
    pub fn rules(&self, id: &str) -> Option<&'static str> {
        let of_game = self.games.iter().find(|known| known.info().id == id).and_then(GameEntry::rules);
        let mut common = self.common_rules();
        of_game.or_else(|| common.find(|(name, _)| *name == id).map(|(_, rules)| rules))
    }

    /// What best play gives the first seat of a game of two seats, by its canonical specification, where `torneo solve` has
    /// found it; the list is printed by `torneo solve --known`.
    pub fn solved(&self, canonical: &str) -> Option<f64> {
        solved().find(|(game, _)| *game == canonical).map(|(_, score)| score)
    }

    /// Adds an engine. It takes the place of an earlier one of the same id.
    pub fn add_engine(&mut self, entry: EngineEntry) -> &mut Registry {
        match self.engines.iter_mut().find(|known| known.info().id == entry.info().id) {
            Some(known) => *known = entry,
            None => self.engines.push(entry),
        }
        self
    }

    /// The games in the order in which they were added.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// The engines in the order in which they were added.
    pub fn engines(&self) -> &[EngineEntry] {
        &self.engines
    }

    /// The entry of the game with this id.
    ///
    /// # Errors
    /// An unknown id; the error knows what may be meant.
    pub fn entry(&self, id: &str) -> Result<&GameEntry, SpecError> {
        let id = self.id(id)?.unwrap_or(id);
        let id = named(id).and_then(|spec| spec.split('(').next()).unwrap_or(id);
        self.games.iter().find(|entry| entry.info().id == id).ok_or_else(|| self.unknown(id))
    }

    /// The id of a game by any way to write its name; none of a name that no game has.
    ///
    /// # Errors
    /// A name that several games have.
    fn id<'a>(&self, name: &'a str) -> Result<Option<&'a str>, SpecError> {
        match ids(name, &self.games)[..] {
            [] => Ok(None),
            [id] => Ok(Some(id)),
            ref several => {
                let several = several.iter().joined(", ");
                Err(SpecError::new(format!("several games are called \"{name}\": {several}")))
            }
        }
    }

    /// The error of a name that is no game's.
    fn unknown(&self, name: &str) -> SpecError {
        self.meant(name).unwrap_or_else(|| {
            let written = folded(name).replace(' ', "-");
            SpecError::new(format!("no game is called \"{name}\"; `torneo games` lists all"))
                .with_nearest(nearest(&written, self.games.iter().map(|entry| entry.info().id)))
        })
    }

    /// Reads the specification of a game. The name may be written as people write it, as in `Three Men's Morris` or
    /// `Zèrtz(rings=61)`; the specification has the id.
    ///
    /// # Errors
    /// A text of another form, or a name that is no game's or that of several.
    pub fn spec(&self, text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        if let Some(id) = self.id(text)? {
            return Ok(Spec::new(id, &[]));
        }
        let end = text.find('(').unwrap_or(text.len());
        let (name, options) = (text[..end].trim_end(), &text[end..]);
        match self.id(name)? {
            Some(id) => format!("{id}{options}").parse(),
            None => {
                let is_name = |letter: char| letter.is_alphanumeric() || " '’-_.".contains(letter);
                let read: Result<Spec, SpecError> = text.parse();
                read.map_err(|error| match !name.is_empty() && name.chars().all(is_name) {
                    true => self.unknown(name),
                    false => self.meant(text).unwrap_or(error),
                })
            }
        }
    }

    /// The description of the game with this id.
    ///
    /// # Errors
    /// As [`entry`](Registry::entry).
    pub fn info(&self, id: &str) -> Result<&'static GameInfo, SpecError> {
        self.entry(id).map(GameEntry::info)
    }

    /// Sets up the game of a specification such as `lanza(players=3)`.
    ///
    /// # Errors
    /// An unknown game or option, a value that the option does not take, or options that contradict each other.
    pub fn game(&self, spec: &str) -> Result<Arc<dyn AnyGame>, SpecError> {
        self.game_of(&self.spec(spec)?)
    }

    /// The error of a name that is no game's but is near to some; none where nothing is near.
    fn meant(&self, name: &str) -> Option<SpecError> {
        if folded(name).is_empty() {
            return None;
        }
        let meant = suggestions(name, &self.games)?;
        Some(SpecError::new(format!("no game is called \"{name}\". Do you mean {meant}?")))
    }

    /// Sets up the game of a specification that is read already.
    ///
    /// # Errors
    /// As [`game`](Registry::game).
    pub fn game_of(&self, spec: &Spec) -> Result<Arc<dyn AnyGame>, SpecError> {
        if let Some(stands_for) = named(&spec.name) {
            let message = format!("`{}` is `{stands_for}`: it takes no options", spec.name);
            return if spec.given.is_empty() { self.game(stands_for) } else { Err(SpecError::new(message)) };
        }
        let entry = self.entry(&spec.name)?;
        entry.set_up(&Options::check(spec, entry.info().options)?)
    }

    /// Checks the specification of an engine such as `mcts(sims=1000)`.
    ///
    /// # Errors
    /// An unknown engine or option, or a value that the option does not take.
    pub fn engine(&self, spec: &str) -> Result<EngineSpec, SpecError> {
        self.engine_of(&spec.parse()?)
    }

    /// Checks the specification of an engine that is read already.
    ///
    /// # Errors
    /// As [`engine`](Registry::engine).
    pub fn engine_of(&self, spec: &Spec) -> Result<EngineSpec, SpecError> {
        Ok(engine::find(&self.engines, &spec.name)?.spec(spec, self)?.among(self))
    }

    /// An option of an engine, by any of its names.
    ///
    /// # Errors
    /// An engine that does not exist, or that has no such option.
    pub fn engine_option(&self, engine: &str, option: &str) -> Result<&'static OptionInfo, SpecError> {
        let entry = engine::find(&self.engines, engine)?;
        entry.option(option).ok_or_else(|| {
            let near = nearest(option, entry.info().options.iter().map(|option| option.name));
            SpecError::new(format!("`{engine}` has no option `{option}`")).with_nearest(near)
        })
    }

    /// Sets up a dice game for exact analysis.
    ///
    /// # Errors
    /// As [`game`](Registry::game), and a game that offers no exact analysis.
    pub fn analysis(&self, spec: &Spec) -> Result<Analysis, SpecError> {
        let entry = self.entry(&spec.name)?;
        let Some(set_up) = entry.exact() else { return Err(self.no_dice_game(&spec.name)) };
        set_up(&Options::check(spec, entry.info().options)?)
    }

    fn no_dice_game(&self, id: &str) -> SpecError {
        let known = self.games.iter().filter(|entry| entry.exact().is_some()).map(|entry| entry.info().id);
        let known: Vec<&str> = known.collect();
        let message = format!("`{id}` is not a dice game; the dice games are {}", known.iter().joined(", "));
        SpecError::new(message).with_nearest(nearest(id, known))
    }
}

/// Adds every game of a list, each with all engines of `torneo-search`.
impl GameVisitor for Registry {
    fn visit<G: Described>(&mut self) {
        self.add_game(GameEntry::of::<G>());
    }
}
