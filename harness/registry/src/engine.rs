//! Engines by their ids: those of `torneo-search`, and those that others add.
//!
//! An [`EngineKind`] makes the players of an engine for any game. A player that knows a game by its
//! notation only is made by a [`TextEngine`].

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use torneo_contract::{
    Described, Game, GameVisitor, OptionInfo, Options, Playable, Spec, SpecError, has_choices, nearest,
    refuse,
};
use torneo_search::built_in::{self, KindVisitor};
use torneo_search::learned::Sight;
use torneo_search::text::{self, TextEngine, TextGame};
use torneo_search::{
    AnyEngine, Blend, CLOCK, Clocked, Engine, EngineInfo, EngineKind, GameClock, SHARE, Scale, SetUp, Stop,
    Traits, erased,
};
use torneo_solve::Solved;

use crate::interchange::carries;
use crate::ladder::{Ladder, Rungs};
use crate::{Registry, ladder};

/// Makes a player of the game `G`.
type Constructor<G> = Arc<dyn Fn(&G, &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> + Send + Sync>;

/// How the players of an engine are made.
#[derive(Clone)]
enum Makers {
    /// By `torneo-search`, for every game.
    BuiltIn,
    /// By constructors from outside, each behind the type of its game.
    Given(HashMap<TypeId, Arc<dyn Any + Send + Sync>>),
    /// From the options, for every game that has a notation.
    Text(TextMaker),
    /// None: a specification becomes that of another engine, by the game.
    Followed,
}

/// Sets up an engine that plays by text.
type TextMaker = Arc<dyn Fn(&Options) -> Result<Arc<dyn TextEngine>, SpecError> + Send + Sync>;

/// An engine of which nothing but the description is known.
struct Plain(&'static EngineInfo);

impl EngineKind for Plain {
    fn info(&self) -> &'static EngineInfo {
        self.0
    }

    fn draws_at_random(&self, _options: &Options) -> bool {
        false
    }

    fn build<G: Playable>(&self, _game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        Err(set_up.refuse(self.0, ""))
    }
}

/// An engine of a registry: what it tells of itself, and how its players are made.
#[derive(Clone)]
pub struct EngineEntry {
    kind: Arc<dyn EngineKind>,
    makers: Makers,
}

impl EngineEntry {
    /// The engines of `torneo-search`, and the rungs of ladders.
    pub fn built_in() -> Vec<EngineEntry> {
        struct List(Vec<EngineEntry>);
        impl KindVisitor for List {
            fn visit<E: EngineKind>(&mut self, kind: E) {
                self.0.push(EngineEntry { kind: Arc::new(kind), makers: Makers::BuiltIn });
            }
        }
        let mut list = List(Vec::new());
        built_in::each(&mut list);
        list.0.push(EngineEntry { kind: Arc::new(Rungs), makers: Makers::Followed });
        list.0
    }

    /// An engine that cannot make players yet.
    pub fn new(info: &'static EngineInfo) -> EngineEntry {
        EngineEntry { kind: Arc::new(Plain(info)), makers: Makers::Given(HashMap::new()) }
    }

    /// The same engine, with a constructor of its players of the game `G`. An engine of `torneo-search` stays as it is.
    #[must_use]
    pub fn plays<G: Game>(
        mut self,
        build: impl Fn(&G, &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> + Send + Sync + 'static,
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
        EngineEntry { kind: Arc::new(Plain(info)), makers: Makers::Text(Arc::new(make)) }
    }

    /// An engine that plays the games which `list` shows.
    pub fn of<E: EngineKind>(kind: E, list: impl FnOnce(&mut Collected<E>)) -> EngineEntry {
        let kind = Arc::new(kind);
        let entry = EngineEntry { kind: kind.clone(), makers: Makers::Given(HashMap::new()) };
        let mut collected = Collected { entry, kind };
        list(&mut collected);
        collected.entry
    }

    /// The description.
    pub fn info(&self) -> &'static EngineInfo {
        self.kind.info()
    }

    /// Checks the options of a specification of this engine, which may be made of others of a registry.
    ///
    /// # Errors
    /// An unknown option, or a value that the option does not take.
    pub fn spec(&self, spec: &Spec, among: &Registry) -> Result<EngineSpec, SpecError> {
        self.spec_of(spec, &|part| among.engine_of(part))
    }

    /// The same where `find` knows the engines of which it may be made.
    fn spec_of(
        &self,
        spec: &Spec,
        find: &dyn Fn(&Spec) -> Result<EngineSpec, SpecError>,
    ) -> Result<EngineSpec, SpecError> {
        let mut options = Options::check(&self.filled(self.by_short_names(spec)), self.info().options)?;
        let names = self.kind.parts().iter();
        let parts = names.map(|name| part(&options, name, find)).collect::<Result<Vec<_>, _>>()?;
        if !parts.is_empty() {
            options = with_parts(&options, self.kind.parts(), &parts)?;
        }
        let text = match &self.makers {
            Makers::Text(make) => Some(make(&options)?),
            _ => None,
        };
        self.kind.check_options(&options)?;
        let (kind, makers) = (self.kind.clone(), self.makers.clone());
        Ok(EngineSpec { kind, options, makers, text, carried: Vec::new(), parts, ladders: Arc::default() })
    }

    /// The specification with the options that always stand there.
    fn filled(&self, mut spec: Spec) -> Spec {
        for (name, value) in self.kind.filled() {
            if !spec.given.iter().any(|(given, _)| given == name) {
                spec.given.push(((*name).to_owned(), (*value).to_owned()));
            }
        }
        spec
    }

    /// The option with this name, long or short.
    pub fn option(&self, name: &str) -> Option<&'static OptionInfo> {
        let of_name = |name: &str| self.info().options.iter().find(|option| option.name == name);
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

/// The engine that an option names.
fn part(
    options: &Options,
    name: &str,
    find: &dyn Fn(&Spec) -> Result<EngineSpec, SpecError>,
) -> Result<EngineSpec, SpecError> {
    let read = options.text(name).parse::<Spec>().and_then(|spec| find(&spec));
    let inside =
        |error: SpecError| options.error(name, &error).with_nearest(error.nearest().map(str::to_owned));
    let part = read.map_err(inside)?;
    let is_program = part.text.is_some();
    options.refuse_if(is_program, name, "an engine of torneo is expected, not another program")?;
    let is_clocked = part.has_clock();
    options.refuse_if(
        is_clocked,
        name,
        "two engines cannot share a `clock`: expected a counted budget or `time`",
    )?;
    Ok(part)
}

/// The options with the canonical specifications of the engines that they name.
fn with_parts(options: &Options, names: &[&str], parts: &[EngineSpec]) -> Result<Options, SpecError> {
    let mut spec = options.spec();
    for (name, part) in names.iter().zip(parts) {
        let given = spec.given.iter_mut().filter(|(given, _)| given == name);
        given.for_each(|(_, value)| *value = part.canonical());
    }
    Options::check(&spec, options.infos())
}

/// Options that may be given by a longer name as well.
const LONG_NAMES: [(&str, &str); 1] = [("exploration", "c")];

/// The constructors of an engine for the games of a list.
pub struct Collected<E> {
    entry: EngineEntry,
    kind: Arc<E>,
}

impl<E: EngineKind> GameVisitor for Collected<E> {
    fn visit<G: Described>(&mut self) {
        let kind = self.kind.clone();
        self.entry = self.entry.clone().plays::<G>(move |game, set_up| kind.build(game, set_up));
    }
}

/// The engine of this name.
///
/// # Errors
/// An unknown name; the error knows the nearest one.
pub fn find<'a>(engines: &'a [EngineEntry], name: &str) -> Result<&'a EngineEntry, SpecError> {
    engines.iter().find(|entry| entry.info().id == name).ok_or_else(|| {
        let message = format!("there is no engine `{name}`; `torneo engines` lists all");
        let near = nearest(name, engines.iter().map(|entry| entry.info().id));
        SpecError::new(message).with_nearest(near)
    })
}

/// An engine's specification, checked.
#[derive(Clone)]
pub struct EngineSpec {
    kind: Arc<dyn EngineKind>,
    options: Options,
    makers: Makers,
    /// The engine itself, if it plays by text.
    text: Option<Arc<dyn TextEngine>>,
    /// The games of the registry that the form of its moves carries, for messages.
    carried: Vec<&'static str>,
    /// The engines of which its players are made, if they are.
    parts: Vec<EngineSpec>,
    /// The ladders of the registry, if it is a rung.
    ladders: Arc<[Ladder]>,
}

impl fmt::Debug for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EngineSpec").field(&self.canonical()).finish()
    }
}

impl EngineSpec {
    /// Checks the name and the options of a specification of an engine of `torneo-search`, such as `mcts(sims=1000)`.
    ///
    /// # Errors
    /// An unknown engine or option, or a value that the option does not take.
    pub fn check(spec: &Spec) -> Result<EngineSpec, SpecError> {
        find(&EngineEntry::built_in(), &spec.name)?.spec_of(spec, &EngineSpec::check)
    }

    /// The same engine, which knows the games of a registry.
    pub(crate) fn among(self, registry: &Registry) -> EngineSpec {
        let form = self.text.as_ref().and_then(|text| text.form());
        let carried = form.map_or(Vec::new(), |form| registry.carried(form));
        let ladders = if self.is_rung() { registry.shared_ladders() } else { Arc::default() };
        EngineSpec { carried, ladders, ..self }
    }

    /// Whether it is the rung of whatever ladder the game has.
    pub fn is_rung(&self) -> bool {
        matches!(self.makers, Makers::Followed)
    }

    /// Whether it is a rung, or made of one.
    pub(crate) fn leads_to_rung(&self) -> bool {
        self.is_rung() || self.parts.iter().any(EngineSpec::leads_to_rung)
    }

    /// What results call it in a game: a rung by the ladder's name for it, such as `surakarta/5`, else its specification.
    pub fn name_in(&self, game: &str) -> String {
        let rung = ladder::rung(&self.ladders, game, &self.options).ok().filter(|_| self.is_rung());
        rung.map_or_else(|| self.canonical(), |rung| rung.name.clone())
    }

    /// Whether a clock of the whole game ends its thinking.
    fn has_clock(&self) -> bool {
        self.options.has(CLOCK.name) && !self.options.text(CLOCK.name).is_empty()
    }

    /// Checks that an engine which plays by text can play a game.
    ///
    /// # Errors
    /// Why it cannot.
    fn check_text(&self, text: &dyn TextEngine, game: &TextGame) -> Result<(), SpecError> {
        if let Some(form) = text.form().filter(|form| !game.formats.carry(*form)) {
            refuse!("a program by {form} does not play `{}`: {}", game.spec, carries(form, &self.carried));
        }
        text.check(game)
    }

    /// The specification written in the one canonical way.
    pub fn canonical(&self) -> String {
        self.options.canonical()
    }

    /// The description of the engine.
    pub fn info(&self) -> &'static EngineInfo {
        self.kind.info()
    }

    /// The values of its options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The same engine, with what runs of an engine before it that differs in its options only.
    #[must_use]
    pub fn after(mut self, before: &EngineSpec) -> EngineSpec {
        if let Some(with) = before.text.as_ref().and_then(|before| before.with(&self.options)) {
            self.text = Some(with);
        }
        self
    }

    /// The engine, if it plays by text.
    pub fn text_engine(&self) -> Option<&Arc<dyn TextEngine>> {
        self.text.as_ref()
    }

    /// Tries whether the engine is ready to play a game: an engine that is another program is started once and says hello.
    ///
    /// # Errors
    /// Why it is not ready, or that it does not play the game.
    pub fn greet(&self, traits: &Traits, stop: &Stop) -> Result<(), SpecError> {
        match &self.text {
            Some(engine) => engine.greet(&text::game_of(traits), stop),
            None => Ok(()),
        }
    }

    /// The threads that a player of this engine searches with.
    pub fn threads(&self) -> usize {
        self.parts.iter().map(EngineSpec::threads).max().unwrap_or_else(|| self.kind.threads(&self.options))
    }

    /// Whether the engine's play is a pure function of its seed: it has no time budget and searches with one
    /// thread. For an engine that plays by text it only means that nothing here prevents it.
    pub fn is_reproducible(&self) -> bool {
        match &self.text {
            Some(text) => !text.is_timed(),
            None if self.parts.is_empty() => self.kind.is_reproducible(&self.options),
            None => self.parts.iter().all(EngineSpec::is_reproducible),
        }
    }

    /// Whether a clock or a time budget ends its thinking.
    pub fn is_timed(&self) -> bool {
        match &self.text {
            Some(text) => text.is_timed(),
            None => {
                GameClock::of(&self.options).is_ok_and(|clock| clock.is_some()) || !self.is_reproducible()
            }
        }
    }

    /// Whether the engine is known to draw at random: engines of `torneo-search` do, and programs that are said to.
    pub fn draws_at_random(&self) -> bool {
        match &self.text {
            Some(text) => text.draws_at_random(),
            None => self.kind.draws_at_random(&self.options),
        }
    }

    /// The most memory that a player of this engine takes by its options, in bytes. It is that of its table,
    /// of the tree that its simulations can fill, or what its program is known to take.
    pub fn memory(&self) -> u64 {
        match &self.text {
            Some(text) => text.memory(),
            None if self.is_rung() => ladder::memory(&self.ladders, &self.options),
            None => self.kind.memory(&self.options) + self.parts.iter().map(EngineSpec::memory).sum::<u64>(),
        }
    }

    /// The memory in bytes of the tables of a game that this engine shares with all others at its table. They
    /// are those of `perfect`, or the file that they come from.
    pub fn shared_memory(&self) -> u64 {
        let parts = self.parts.iter().map(EngineSpec::shared_memory).max();
        parts.unwrap_or_else(|| self.kind.shared_memory(&self.options))
    }

    /// The engine that plays where the specification leaves something to the game. `auto` becomes one of the
    /// others, and these get the options that suit the game. None where the specification stands as it is.
    ///
    /// # Errors
    /// Tuned options of the game that are none.
    pub(crate) fn followed(&self, traits: &Traits) -> Result<Option<EngineSpec>, SpecError> {
        if self.is_rung() {
            let rung = ladder::rung(&self.ladders, &traits.canonical, &self.options)?;
            let engine = EngineSpec::check(&rung.spec.parse()?)?;
            return Ok(Some(engine.followed(traits)?.unwrap_or(engine)));
        }
        if !self.parts.is_empty() {
            return self.with_followed_parts(traits);
        }
        let followed = self.kind.followed(&self.options, traits);
        followed.map(|spec| EngineSpec::check(&spec)).transpose()
    }

    /// The same engine of the parts that play, where these leave something to the game.
    fn with_followed_parts(&self, traits: &Traits) -> Result<Option<EngineSpec>, SpecError> {
        let followed = self.parts.iter().map(|part| part.followed(traits)).collect::<Result<Vec<_>, _>>()?;
        if followed.iter().all(Option::is_none) {
            return Ok(None);
        }
        let pairs = followed.into_iter().zip(&self.parts);
        let parts: Vec<EngineSpec> = pairs.map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect();
        let options = with_parts(&self.options, self.kind.parts(), &parts)?;
        Ok(Some(EngineSpec { options, parts, ..self.clone() }))
    }

    /// The scale of the values that the engine tells in a game.
    ///
    /// # Errors
    /// As [`followed`](Self::followed).
    fn scale(&self, traits: &Traits) -> Result<Scale, SpecError> {
        let followed = self.followed(traits)?;
        let EngineSpec { kind, options, .. } = followed.as_ref().unwrap_or(self);
        let is_learned = options.has("evaluation") && options.text("evaluation") == "learned";
        Ok(traits.scale(kind.info().id, is_learned))
    }

    /// The constructor from outside for the type of a game; none for an engine of `torneo-search`.
    fn given(&self, game: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        let Makers::Given(makers) = &self.makers else { return None };
        makers.get(&game).map(|maker| &**maker)
    }
}

/// Whether [`seat`] can build the engine for a game.
///
/// This builds no engine of `torneo-search`. It only makes the tables of an engine that needs them, if `solved`,
/// which belongs to the game, does not have them yet.
///
/// # Errors
/// Options that contradict each other, or a game that the engine cannot play.
pub fn check<G: Playable>(
    spec: &EngineSpec,
    game: &G,
    traits: &Traits,
    solved: &Solved,
) -> Result<(), SpecError> {
    if let Some(engine) = &spec.text {
        return spec.check_text(&**engine, &text::game_of(traits));
    }
    if let Makers::Given(_) = &spec.makers {
        return build(spec, game, traits, solved).map(drop);
    }
    let followed = spec.followed(traits)?;
    let spec = followed.as_ref().unwrap_or(spec);
    for part in &spec.parts {
        check(part, game, traits, solved)?;
    }
    let sight = || sight(game, traits);
    spec.kind.check(&SetUp { options: &spec.options, traits, solved, sight: &sight })
}

/// What a game tells to what is learnt, with what comes with it.
fn sight<G: Playable>(game: &G, traits: &Traits) -> Sight {
    let (weights, policy) = (traits.weights.clone(), traits.policy.clone());
    Sight { weights, policy, ..Sight::of(game, traits.info.id) }
}

/// The engine of a specification, for sessions of one game. `solved` holds the tables of the game that its engines share. Where no
/// seat ever chooses every engine of `torneo-search` is the same.
///
/// # Errors
/// Options that contradict each other, or a game that the engine cannot play.
pub fn seat<G: Playable>(
    spec: &EngineSpec,
    game: &G,
    traits: &Traits,
    solved: &Solved,
) -> Result<Box<dyn AnyEngine>, SpecError> {
    let followed = spec.followed(traits)?;
    let playing = followed.as_ref().unwrap_or(spec);
    match &spec.text {
        Some(engine) => Ok(Box::new(text::ByText::new(engine.player(&text::game_of(traits))))),
        None if const { has_choices::<G>() } && !playing.parts.is_empty() => {
            let [weak, strong] = &playing.parts[..] else { unreachable!("a blend has two parts") };
            let parts = [seat(weak, game, traits, solved)?, seat(strong, game, traits, solved)?];
            Ok(Box::new(Blend::new(parts, playing.options.float(SHARE))))
        }
        None => {
            let engine = erased(build(spec, game, traits, solved)?, spec.scale(traits)?);
            Ok(match GameClock::of(&spec.options)? {
                Some(clock) => Box::new(Clocked::new(engine, clock)),
                None => engine,
            })
        }
    }
}

/// The engine of a specification, for one game, as [`seat`]; but not one that plays by text.
///
/// # Errors
/// Options that contradict each other, or a game that the engine cannot play.
pub fn build<G: Playable>(
    spec: &EngineSpec,
    game: &G,
    traits: &Traits,
    solved: &Solved,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    let followed = spec.followed(traits)?;
    let spec = followed.as_ref().unwrap_or(spec);
    let sight = || sight(game, traits);
    let set_up = SetUp { options: &spec.options, traits, solved, sight: &sight };
    match &spec.makers {
        Makers::BuiltIn => {
            // Where no seat chooses, players are alike, but what the options ask for must be there.
            if const { !has_choices::<G>() } {
                spec.kind.check(&set_up)?;
            }
            built_in::build(&*spec.kind, game, &set_up).expect("the kind is listed")
        }
        Makers::Given(_) => {
            match spec.given(TypeId::of::<G>()).and_then(|given| given.downcast_ref::<Constructor<G>>()) {
                Some(constructor) => constructor(game, &set_up),
                None => Err(set_up.refuse(spec.info(), "")),
            }
        }
        Makers::Text(_) => refuse!("`{}` plays by text: it knows no types of games", spec.info().id),
        Makers::Followed => unreachable!("it has become another engine"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::Formats;
    use torneo_search::{TunedConfig, Tuning};

    fn config(engine: &str, seconds: f64, steps: u64, options: &str) -> TunedConfig {
        let engine = format!("{engine}({options})").parse().unwrap();
        TunedConfig { engine, game: Vec::new(), seconds, steps }
    }

    fn tuned() -> Vec<TunedConfig> {
        vec![
            config("mcts", 0.05, 1000, "prior=0, rave=1000"),
            config("alpha-beta", 0.01, 10, "quiescence=4"),
            config("mcts", 0.0, 0, "c=0.3"),
        ]
    }

    fn traits(tuned: Vec<TunedConfig>, is_evaluated: bool) -> Traits {
        let info = &torneo_games::morris::ThreeMensMorris::INFO;
        let canonical = info.id.to_owned();
        let options = Options::check(&canonical.parse().unwrap(), info.options).unwrap();
        Traits {
            info,
            options,
            canonical,
            seats: 2,
            formats: Formats::NONE,
            is_evaluated,
            prefers_rollouts: false,
            tuned,
            scales: Vec::new(),
            weights: None,
            policy: None,
        }
    }

    fn plays(spec: &str, traits: &Traits) -> String {
        let spec = EngineSpec::check(&spec.parse().unwrap()).unwrap();
        let followed = spec.followed(traits).unwrap();
        followed.unwrap_or(spec).canonical()
    }

    #[test]
    fn engines_follow_the_game_from_the_budget_on() {
        let plays = |spec| plays(spec, &traits(tuned(), true));
        assert_eq!(plays("mcts(sims=1000)"), "mcts(sims=1000, prior=0, rave=1000)");
        assert_eq!(plays("mcts(sims=999)"), "mcts(sims=999, c=0.3)");
        assert_eq!(plays("mcts(time=0.05, memory=9)"), "mcts(time=0.05, prior=0, rave=1000, memory=9)");
        assert_eq!(plays("mcts(time=0.05, sims=10)"), "mcts(sims=10, time=0.05, c=0.3)");
        assert_eq!(plays("mcts"), "mcts(c=0.3)");
        assert_eq!(plays("alpha-beta(nodes=10000)"), "alpha-beta(nodes=10000, quiescence=4)");
        for own in ["mcts(sims=1000, c=1)", "mcts(sims=1000, tuned=false)", "alpha-beta(depth=9)", "random"] {
            assert_eq!(plays(own), own);
        }
    }

    #[test]
    fn auto_is_the_engine_that_was_found_best() {
        assert_eq!(
            plays("auto(sims=1000)", &traits(tuned(), true)),
            "mcts(sims=1000, prior=0, rave=1000, memory=64)"
        );
        assert_eq!(
            plays("auto(time=0.02)", &traits(tuned(), true)),
            "alpha-beta(time=0.02, hash=64, quiescence=4)"
        );
        assert_eq!(plays("auto", &traits(Vec::new(), true)), "alpha-beta(nodes=8000, hash=64)");
        assert_eq!(plays("auto(sims=10, memory=5)", &traits(Vec::new(), false)), "mcts(sims=10, memory=5)");
    }

    #[test]
    fn what_was_learnt_is_used_where_there_are_weights() {
        use torneo_games::morris::ThreeMensMorris;
        let info = &ThreeMensMorris::INFO;
        let options = Options::check(&info.id.parse().unwrap(), info.options).unwrap();
        let game = ThreeMensMorris::new(&options).unwrap();
        let mut tuning = Tuning::default();
        tuning.configs.push(config("alpha-beta", 0.0, 0, "evaluation=learned"));
        let without = Traits::of(&game, info, &options, &tuning);
        assert_eq!(plays("alpha-beta(nodes=9)", &without), "alpha-beta(nodes=9)");
        tuning.weights.push("torneo-weights 2\ngame three-mens-morris\n".to_owned());
        let with = Traits::of(&game, info, &options, &tuning);
        assert_eq!(plays("alpha-beta(nodes=9)", &with), "alpha-beta(nodes=9, evaluation=learned)");
    }

    #[test]
    fn what_was_tuned_for_other_options_is_left_out() {
        let info = &torneo_games::morris::ThreeMensMorris::INFO;
        let options = Options::check(&info.id.parse().unwrap(), info.options).unwrap();
        let of = |game: &str| {
            let game = game.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
            TunedConfig { game: game.into_iter().collect(), ..config("mcts", 0.0, 0, "") }
        };
        assert!(of("").is_for(&options) && of("equal_turns=true").is_for(&options));
        assert!(!of("equal_turns=false").is_for(&options));
    }

    #[test]
    fn a_blend_is_written_in_one_way() {
        let canonical = |text: &str| EngineSpec::check(&text.parse().unwrap()).unwrap().canonical();
        let whole = "blend(weak=random, strong=mcts(sims=10), share=0.25)";
        assert_eq!(canonical("blend"), whole);
        assert_eq!(canonical("blend(share=0.250, strong=\"mcts( sims=10 , reuse=true)\")"), whole);
        assert_eq!(
            canonical("blend(share=1,weak=blend(share=0.5),strong=auto(sims=9))"),
            "blend(weak=blend(weak=random, strong=mcts(sims=10), share=0.5), strong=auto(sims=9), share=1)"
        );
        assert_eq!(
            plays("blend(weak=greedy, strong=auto(sims=10))", &traits(tuned(), true)),
            "blend(weak=greedy, strong=alpha-beta(nodes=200, hash=64, quiescence=4), share=0.25)"
        );
    }

    #[test]
    fn a_blend_is_what_its_parts_are() {
        let check = |text: &str| EngineSpec::check(&text.parse().unwrap());
        let timed = check("blend(strong=mcts(time=0.1))").unwrap();
        assert!(timed.is_timed() && !timed.is_reproducible());
        let counted = check("blend(strong=alpha-beta(depth=2, hash=3), weak=mcts(sims=10))").unwrap();
        assert!(!counted.is_timed() && counted.is_reproducible() && counted.draws_at_random());
        assert_eq!(counted.memory(), (3 << 20) + 10 * 4096);
        assert_eq!(check("blend(weak=alpha-beta(depth=2, threads=2))").unwrap().threads(), 2);
        for (text, option, why, near) in [
            ("blend(strong=mcts(simms=9))", "strong", "no option `simms`", Some("sims")),
            ("blend(weak=rndom)", "weak", "no engine `rndom`", Some("random")),
            ("blend(strong=mcts(clock=\"10+0.1\"))", "strong", "cannot share a `clock`", None),
            ("blend(share=1.5)", "share", "0..=1", None),
        ] {
            let error = check(text).unwrap_err();
            assert!(error.to_string().contains(&format!("`blend`: option `{option}`")), "{error}");
            assert!(error.to_string().contains(why) && error.nearest() == near, "{error}");
        }
        let program = Registry::new().engine("blend(strong=external(command=\"./x\"))").unwrap_err();
        assert!(program.to_string().contains("not another program"), "{program}");
    }

    #[test]
    fn tuned_options_that_are_none_are_refused() {
        let wrong = vec![config("mcts", 0.0, 0, "speed=9")];
        let spec = EngineSpec::check(&"mcts".parse().unwrap()).unwrap();
        assert!(spec.followed(&traits(wrong, true)).unwrap_err().to_string().contains("speed"));
    }
}
