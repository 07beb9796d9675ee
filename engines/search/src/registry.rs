//! Engines by their ids: those of this crate, and those that others add.
//!
//! A new engine of this crate adds its description to [`ENGINES`], what it checks to [`check`] and its constructor to
//! [`build`]. Others describe theirs by an [`EngineEntry`]: by constructors for each game, or, for players that know a
//! game by its notation only, by a [`TextEngine`].

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use torneo_contract::{
    Game, GameInfo, GameVisitor, OptionInfo, Options, Playable, Spec, SpecError, has_chance, has_choices,
    has_many_seats, has_simultaneous, nearest,
};
use torneo_solve::{Solved, Source};

use crate::alpha_beta::{self, AlphaBeta, AlphaBetaOptions};
use crate::best_first::{self, BestFirst, BestFirstOptions};
use crate::engine::{Engine, EngineInfo, Stop};
use crate::erased::{AnyEngine, erased};
use crate::flat_mc::{self, FlatMc, FlatMcOptions};
use crate::greedy::{self, Greedy};
use crate::learned::{self, Sight};
use crate::mcts::{self, Mcts, MctsOptions};
use crate::perfect::{self, Perfect};
use crate::random::{self, Random};
use crate::settings::{self, AUTO};
use crate::text::{self, TextEngine};
use crate::traits::Traits;

/// The engines of this crate.
pub static ENGINES: &[&EngineInfo] = &[
    &random::INFO,
    &greedy::INFO,
    &flat_mc::INFO,
    &alpha_beta::INFO,
    &mcts::INFO,
    &best_first::INFO,
    &AUTO,
    &perfect::INFO,
];

/// What a simulation adds to a tree: a node with the edges of a hundred actions.
const BYTES_OF_SIMULATION: u64 = 4096;

/// Makes a player of the game `G`.
type Constructor<G> = Arc<dyn Fn(&G, &Options) -> Result<Box<dyn Engine<G>>, SpecError> + Send + Sync>;

/// An engine that plays any game.
pub trait EngineKind: 'static {
    /// The description.
    const INFO: EngineInfo;

    /// Makes a player of a game.
    ///
    /// # Errors
    /// Options that contradict each other, or a game that the engine cannot play.
    fn build<G: Playable>(game: &G, options: &Options) -> Result<Box<dyn Engine<G>>, SpecError>;
}

/// How the players of an engine are made.
#[derive(Clone)]
enum Makers {
    /// By this crate, for every game.
    BuiltIn,
    /// By constructors from outside, each behind the type of its game.
    Given(HashMap<TypeId, Arc<dyn Any + Send + Sync>>),
    /// From the options, for every game that has a notation.
    Text(TextMaker),
}

/// Sets up an engine that plays by text.
type TextMaker = Arc<dyn Fn(&Options) -> Result<Arc<dyn TextEngine>, SpecError> + Send + Sync>;

/// An engine of a registry: its description, and how its players are made.
#[derive(Clone)]
pub struct EngineEntry {
    info: &'static EngineInfo,
    makers: Makers,
}

impl EngineEntry {
    /// The engines of this crate.
    pub fn built_in() -> Vec<EngineEntry> {
        ENGINES.iter().map(|&info| EngineEntry { info, makers: Makers::BuiltIn }).collect()
    }

    /// An engine that cannot make players yet.
    pub fn new(info: &'static EngineInfo) -> EngineEntry {
        EngineEntry { info, makers: Makers::Given(HashMap::new()) }
    }

    /// The same engine, with a constructor of its players of the game `G`. An engine of this crate stays as it is.
    #[must_use]
    pub fn plays<G: Game>(
        mut self,
        build: impl Fn(&G, &Options) -> Result<Box<dyn Engine<G>>, SpecError> + Send + Sync + 'static,
    ) -> EngineEntry {
        if let Makers::Given(makers) = &mut self.makers {
            let constructor: Constructor<G> = Arc::new(build);
            makers.insert(TypeId::of::<G>(), Arc::new(constructor));
        }
        self
    }

    /// An engine whose players know a game by its notation: it plays every game.
    pub fn by_text(
        info: &'static EngineInfo,
        make: impl Fn(&Options) -> Result<Arc<dyn TextEngine>, SpecError> + Send + Sync + 'static,
    ) -> EngineEntry {
        EngineEntry { info, makers: Makers::Text(Arc::new(make)) }
    }

    /// An engine that plays the games which `list` shows.
    pub fn of<E: EngineKind>(list: impl FnOnce(&mut Collected<E>)) -> EngineEntry {
        let mut collected = Collected { entry: EngineEntry::new(const { &E::INFO }), kind: PhantomData };
        list(&mut collected);
        collected.entry
    }

    /// The description.
    pub fn info(&self) -> &'static EngineInfo {
        self.info
    }

    /// Checks the options of a specification of this engine.
    ///
    /// # Errors
    /// An unknown option, or a value that the option does not take.
    pub fn spec(&self, spec: &Spec) -> Result<EngineSpec, SpecError> {
        let options = Options::check(&self.by_short_names(spec), self.info.options)?;
        let text = match &self.makers {
            Makers::Text(make) => Some(make(&options)?),
            _ => None,
        };
        if self.info.id == perfect::INFO.id {
            perfect::check(&options)?;
        }
        Ok(EngineSpec { info: self.info, options, makers: self.makers.clone(), text })
    }

    /// The option with this name, long or short.
    pub fn option(&self, name: &str) -> Option<&'static OptionInfo> {
        let of_name = |name: &str| self.info.options.iter().find(|option| option.name == name);
        let short =
            || LONG_NAMES.iter().find(|(long, _)| *long == name).and_then(|(_, short)| of_name(short));
        of_name(name).or_else(short)
    }

    /// The specification with options that have a longer name, too, under their short one.
    fn by_short_names(&self, spec: &Spec) -> Spec {
        let given = |name: &str| spec.given.iter().any(|(given, _)| given == name);
        let short = |name: &String| match self.option(name) {
            Some(option) if !given(option.name) => option.name.to_owned(),
            _ => name.clone(),
        };
        let given = spec.given.iter().map(|(name, value)| (short(name), value.clone())).collect();
        Spec { name: spec.name.clone(), given }
    }
}

/// Options that may be given by a longer name as well.
const LONG_NAMES: [(&str, &str); 1] = [("exploration", "c")];

/// The constructors of an engine for the games of a list.
pub struct Collected<E> {
    entry: EngineEntry,
    kind: PhantomData<E>,
}

impl<E: EngineKind> GameVisitor for Collected<E> {
    fn visit<G: Playable>(&mut self) {
        self.entry = self.entry.clone().plays::<G>(E::build);
    }
}

/// The engine of this name.
///
/// # Errors
/// An unknown name; the error knows the nearest one.
pub fn find<'a>(engines: &'a [EngineEntry], name: &str) -> Result<&'a EngineEntry, SpecError> {
    engines.iter().find(|entry| entry.info.id == name).ok_or_else(|| {
        let message = format!("there is no engine `{name}`; `torneo engines` lists all");
        let near = nearest(name, engines.iter().map(|entry| entry.info.id));
        SpecError::new(message).with_nearest(near)
    })
}

/// An engine's specification, checked.
#[derive(Clone)]
pub struct EngineSpec {
    info: &'static EngineInfo,
    options: Options,
    makers: Makers,
    /// The engine itself, if it plays by text.
    text: Option<Arc<dyn TextEngine>>,
}

impl fmt::Debug for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EngineSpec").field(&self.canonical()).finish()
    }
}

impl EngineSpec {
    /// Checks the name and the options of a specification of an engine of this crate, such as `mcts(sims=1000)`.
    ///
    /// # Errors
    /// An unknown engine or option, or a value that the option does not take.
    pub fn check(spec: &Spec) -> Result<EngineSpec, SpecError> {
        find(&EngineEntry::built_in(), &spec.name)?.spec(spec)
    }

    /// The specification written in the one canonical way.
    pub fn canonical(&self) -> String {
        self.options.canonical()
    }

    /// The description of the engine.
    pub fn info(&self) -> &'static EngineInfo {
        self.info
    }

    /// The values of its options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The engine, if it plays by text.
    pub fn text_engine(&self) -> Option<&Arc<dyn TextEngine>> {
        self.text.as_ref()
    }

    /// Tries whether the engine is ready to play a game: an engine that is another program is started once and says hello.
    ///
    /// # Errors
    /// Why it is not ready, or that it does not play the game.
    pub fn greet(
        &self,
        info: &GameInfo,
        seats: usize,
        canonical: &str,
        stop: &Stop,
    ) -> Result<(), SpecError> {
        match &self.text {
            Some(engine) => engine.greet(&text::game_of(info, seats, canonical), stop),
            None => Ok(()),
        }
    }

    /// The threads that a player of this engine searches with.
    pub fn threads(&self) -> usize {
        if self.info.id == alpha_beta::INFO.id { self.options.u32("threads") as usize } else { 1 }
    }

    /// Whether the engine's play is a pure function of its seed: it has no time budget and searches with one
    /// thread. For an engine that plays by text it only means that nothing here prevents it.
    pub fn is_reproducible(&self) -> bool {
        if let Some(text) = &self.text {
            return !text.is_timed();
        }
        let timed = self.info.options.iter().any(|option| option.name == "time");
        self.threads() == 1 && !(timed && self.options.maybe_float("time").is_some())
    }

    /// The most memory that a player of this engine takes by its options, in bytes. It is that of its table,
    /// of the tree that its simulations can fill, or what its program is known to take.
    pub fn memory(&self) -> u64 {
        match self.info.id {
            id if id == alpha_beta::INFO.id => u64::from(self.options.u32("hash")) << 20,
            id if id == mcts::INFO.id => {
                let most = u64::from(self.options.u32("memory")) << 20;
                let timed = self.options.maybe_float("time").is_some();
                match self.options.maybe_int("sims") {
                    None if timed => most,
                    sims => most.min(sims.map_or(0, |sims| sims as u64) * BYTES_OF_SIMULATION),
                }
            }
            id if id == AUTO.id || id == best_first::INFO.id => u64::from(self.options.u32("memory")) << 20,
            _ => self.text.as_ref().map_or(0, |engine| engine.memory()),
        }
    }

    /// The memory in bytes of the tables of a game that this engine shares with all others at its table. They
    /// are those of `perfect`, or the file that they come from.
    pub fn shared_memory(&self) -> u64 {
        if self.info.id != perfect::INFO.id {
            return 0;
        }
        match perfect::source(&self.options) {
            Source::Solving { memory } => memory,
            Source::File(path) => std::fs::metadata(path).map_or(0, |file| file.len()),
        }
    }

    /// The constructor from outside for the game `G`; none for an engine of this crate.
    fn given<G: Game>(&self) -> Option<Result<&Constructor<G>, SpecError>> {
        let Makers::Given(makers) = &self.makers else { return None };
        let found = makers.get(&TypeId::of::<G>()).and_then(|maker| maker.downcast_ref());
        Some(found.ok_or_else(|| {
            SpecError::new(format!("the engine `{}` does not play `{}`", self.info.id, G::INFO.id))
        }))
    }
}

/// The engine that plays where the specification leaves something to the game. `auto` becomes one of the
/// others, and these get the options that suit the game. None where the specification stands as it is.
///
/// # Errors
/// Invalid settings of the game.
pub fn followed(spec: &EngineSpec, traits: &Traits) -> Result<Option<EngineSpec>, SpecError> {
    match spec.info.id {
        "alpha-beta" | "mcts" | "auto" => settings::followed(spec, traits),
        _ => Ok(None),
    }
}

/// Whether [`seat`] can build the engine for a game.
///
/// This builds no engine of this crate. It only makes the tables of an engine that needs them, if `solved`,
/// which belongs to the game, does not have them yet.
///
/// # Errors
/// Options that contradict each other, or a game that the engine cannot play.
pub fn check<G: Playable>(spec: &EngineSpec, game: &G, solved: &Solved) -> Result<(), SpecError> {
    match spec.given::<G>() {
        Some(constructor) => constructor?(game, &spec.options).map(drop),
        None => {
            let canonical = solved.expander().canonical();
            let traits = Traits::of(game, canonical);
            check_own(spec, &traits, solved)?;
            let followed = followed(spec, &traits)?;
            learned::asked(&followed.as_ref().unwrap_or(spec).options, || Sight::of(game, canonical))
                .map(drop)
        }
    }
}

/// As [`check`], for all but engines from outside.
fn check_own(spec: &EngineSpec, traits: &Traits, solved: &Solved) -> Result<(), SpecError> {
    if let Some(engine) = &spec.text {
        return engine.check(&text::game_of(traits.info, traits.seats, solved.expander().canonical()));
    }
    let followed = followed(spec, traits)?;
    let spec = followed.as_ref().unwrap_or(spec);
    match spec.info.id {
        "alpha-beta" => AlphaBetaOptions::new(&spec.options).map(drop),
        "mcts" => MctsOptions::for_game(&spec.options, traits).map(drop),
        "best-first" => best_first_options(spec, traits.info).map(drop),
        "perfect" => perfect::tables(solved, &perfect::source(&spec.options)).map(drop),
        _ => Ok(()),
    }
}

/// The engine of a specification, for sessions of one game. `solved` holds the tables of the game that its engines share. Where no
/// seat ever chooses every engine of this crate is the same.
///
/// # Errors
/// Options that contradict each other, or a game that the engine cannot play.
pub fn seat<G: Playable>(
    spec: &EngineSpec,
    game: &G,
    solved: &Solved,
) -> Result<Box<dyn AnyEngine>, SpecError> {
    match &spec.text {
        Some(engine) => {
            let game = text::game_of(const { &G::INFO }, game.seats(), solved.expander().canonical());
            Ok(Box::new(text::ByText::new(engine.player(&game))))
        }
        None => build(spec, game, solved).map(erased),
    }
}

/// The engine of a specification, for one game, as [`seat`]; but not one that plays by text.
///
/// # Errors
/// Options that contradict each other, or a game that the engine cannot play.
pub fn build<G: Playable>(
    spec: &EngineSpec,
    game: &G,
    solved: &Solved,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    if let Some(constructor) = spec.given::<G>() {
        return constructor?(game, &spec.options);
    }
    let canonical = solved.expander().canonical();
    let traits = Traits::of(game, canonical);
    if const { !has_choices::<G>() } {
        check_own(spec, &traits, solved)?;
        return Ok(Box::new(Random::<G>::new()));
    }
    let followed = followed(spec, &traits)?;
    let spec = followed.as_ref().unwrap_or(spec);
    match spec.info.id {
        "random" => Ok(Box::new(Random::<G>::new())),
        "greedy" => Ok(Box::new(Greedy::<G>::new())),
        "flat-mc" => Ok(Box::new(FlatMc::<G>::new(FlatMcOptions::new(&spec.options)))),
        "alpha-beta" => {
            let learned = learned::asked(&spec.options, || Sight::of(game, canonical))?;
            Ok(Box::new(AlphaBeta::<G>::new(AlphaBetaOptions::new(&spec.options)?).with_learned(learned)))
        }
        "mcts" => {
            let learned = learned::asked(&spec.options, || Sight::of(game, canonical))?;
            let options = MctsOptions::for_game(&spec.options, &traits)?;
            Ok(Box::new(Mcts::<G>::new(options).with_learned(learned)))
        }
        "best-first" => best_first(spec, game, canonical),
        "perfect" => {
            let tables = perfect::tables(solved, &perfect::source(&spec.options))?;
            Ok(Box::new(Perfect::<G>::new(solved.expander().clone(), tables)))
        }
        id => Err(SpecError::new(format!("`{id}` plays by text: it knows no types of games"))),
    }
}

/// Best-first minimax, compiled for the games that it plays.
fn best_first<G: Playable>(
    spec: &EngineSpec,
    game: &G,
    canonical: &str,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    let options = best_first_options(spec, const { &G::INFO })?;
    let learned = learned::asked(&spec.options, || Sight::of(game, canonical))?;
    if const { has_chance::<G>() || has_simultaneous::<G>() || has_many_seats::<G>() } {
        unreachable!("the options are refused");
    } else {
        Ok(Box::new(BestFirst::<G>::new(options).with_learned(learned)))
    }
}

/// The options of best-first minimax, if it plays the game.
fn best_first_options(spec: &EngineSpec, game: &GameInfo) -> Result<BestFirstOptions, SpecError> {
    let beyond = [
        (game.turns.chance, "chance"),
        (game.turns.simultaneous, "simultaneous turns"),
        (game.seats.1 > 2, "tables of more than two seats"),
    ];
    if let Some((_, what)) = beyond.iter().find(|(has, _)| *has) {
        let message = format!("the engine `{}` does not play `{}`, which has {what}", spec.info.id, game.id);
        return Err(SpecError::new(message));
    }
    BestFirstOptions::new(&spec.options)
}
