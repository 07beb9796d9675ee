//! The engines of this crate, each with what it tells of itself.
//!
//! A new engine adds its kind here, and to [`each`].

use std::any::{Any, TypeId};

use torneo_contract::{
    Options, Playable, Spec, SpecError, has_chance, has_choices, has_many_seats, has_simultaneous,
};
use torneo_solve::Source;

use crate::alpha_beta::{self, AlphaBeta, AlphaBetaOptions};
use crate::auto::Auto;
use crate::best_first::{self, BestFirst, BestFirstOptions};
use crate::blend::BlendKind;
use crate::common::{budget, memory};
use crate::engine::{Engine, EngineInfo};
use crate::flat_mc::{self, FlatMc, FlatMcOptions};
use crate::greedy::{self, Greedy};
use crate::kind::{EngineKind, SetUp};
use crate::mcts::{self, Mcts, MctsOptions};
use crate::perfect::{self, Perfect};
use crate::policy::{self, PolicyPlayer};
use crate::random::{self, Random};
use crate::traits::Traits;
use crate::tuning;

/// What to do with each engine of this crate.
pub trait KindVisitor {
    /// Called once for every engine, in the order in which they are listed.
    fn visit<E: EngineKind>(&mut self, kind: E);
}

/// Shows every engine of this crate to `visitor`.
pub fn each(visitor: &mut impl KindVisitor) {
    visitor.visit(RandomKind);
    visitor.visit(GreedyKind);
    visitor.visit(FlatMcKind);
    visitor.visit(AlphaBetaKind);
    visitor.visit(MctsKind);
    visitor.visit(BestFirstKind);
    visitor.visit(Auto);
    visitor.visit(PerfectKind);
    visitor.visit(BlendKind);
    visitor.visit(PolicyKind);
}

/// What a simulation adds to a tree: a node with the edges of a hundred actions.
const BYTES_OF_SIMULATION: u64 = 4096;

/// A player, its type erased.
fn made<G: Playable, E: Engine<G> + 'static>(engine: E) -> Result<Box<dyn Engine<G>>, SpecError> {
    Ok(Box::new(engine))
}

struct RandomKind;

impl EngineKind for RandomKind {
    fn info(&self) -> &'static EngineInfo {
        &random::INFO
    }

    fn build<G: Playable>(&self, _game: &G, _set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        made(Random::<G>::new())
    }
}

struct GreedyKind;

impl EngineKind for GreedyKind {
    fn info(&self) -> &'static EngineInfo {
        &greedy::INFO
    }

    fn build<G: Playable>(&self, _game: &G, _set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        made(Greedy::<G>::new())
    }
}

struct FlatMcKind;

impl EngineKind for FlatMcKind {
    fn info(&self) -> &'static EngineInfo {
        &flat_mc::INFO
    }

    fn build<G: Playable>(&self, _game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        made(FlatMc::<G>::new(FlatMcOptions::new(set_up.options)))
    }
}

struct AlphaBetaKind;

impl EngineKind for AlphaBetaKind {
    fn info(&self) -> &'static EngineInfo {
        &alpha_beta::INFO
    }

    fn threads(&self, options: &Options) -> usize {
        options.u32("threads") as usize
    }

    fn memory(&self, options: &Options) -> u64 {
        memory::bytes(options, "hash")
    }

    fn followed(&self, options: &Options, traits: &Traits) -> Option<Spec> {
        const BUDGET: [&str; 6] = ["depth", "nodes", "time", "clock", "hash", "threads"];
        tuning::tuned(self.info().id, &BUDGET, options, &traits.tuned)
    }

    fn check(&self, set_up: &SetUp<'_>) -> Result<(), SpecError> {
        AlphaBetaOptions::new(set_up.options)?;
        set_up.policy()?;
        set_up.learned().map(drop)
    }

    fn build<G: Playable>(&self, _game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        let (learned, policy) = (set_up.learned()?, set_up.policy()?);
        let options = AlphaBetaOptions::new(set_up.options)?;
        made(AlphaBeta::<G>::new(options).with_learned(learned).with_policy(policy))
    }
}

struct MctsKind;

impl EngineKind for MctsKind {
    fn info(&self) -> &'static EngineInfo {
        &mcts::INFO
    }

    /// The tree that the simulations can fill.
    fn memory(&self, options: &Options) -> u64 {
        let most = memory::bytes(options, "memory");
        match options.maybe_int("sims") {
            None if budget::seconds(options).is_some() => most,
            sims => most.min(sims.map_or(0, |sims| sims as u64) * BYTES_OF_SIMULATION),
        }
    }

    fn followed(&self, options: &Options, traits: &Traits) -> Option<Spec> {
        tuning::tuned(self.info().id, &["sims", "time", "clock", "memory"], options, &traits.tuned)
    }

    fn check(&self, set_up: &SetUp<'_>) -> Result<(), SpecError> {
        MctsOptions::for_game(set_up.options, set_up.traits)?;
        set_up.policy()?;
        set_up.learned().map(drop)
    }

    fn build<G: Playable>(&self, _game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        let (learned, policy) = (set_up.learned()?, set_up.policy()?);
        let options = MctsOptions::for_game(set_up.options, set_up.traits)?;
        made(Mcts::<G>::new(options).with_learned(learned).with_policy(policy))
    }
}

struct BestFirstKind;

impl BestFirstKind {
    /// The options, if the engine plays the game.
    fn options(set_up: &SetUp<'_>) -> Result<BestFirstOptions, SpecError> {
        let game = set_up.traits.info;
        let beyond = [
            (game.turns.chance, "chance"),
            (game.turns.simultaneous, "simultaneous turns"),
            (game.seats.1 > 2, "tables of more than two seats"),
        ];
        match beyond.iter().find(|(has, _)| *has) {
            Some((_, what)) => Err(set_up.refuse(&best_first::INFO, &format!(", which has {what}"))),
            None => BestFirstOptions::new(set_up.options),
        }
    }
}

impl EngineKind for BestFirstKind {
    fn info(&self) -> &'static EngineInfo {
        &best_first::INFO
    }

    fn memory(&self, options: &Options) -> u64 {
        memory::bytes(options, "memory")
    }

    fn check(&self, set_up: &SetUp<'_>) -> Result<(), SpecError> {
        BestFirstKind::options(set_up)?;
        set_up.learned().map(drop)
    }

    /// Compiled for the games that it plays.
    fn build<G: Playable>(&self, _game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        let options = BestFirstKind::options(set_up)?;
        let learned = set_up.learned()?;
        if const { has_chance::<G>() || has_simultaneous::<G>() || has_many_seats::<G>() } {
            unreachable!("the options are refused");
        } else {
            made(BestFirst::<G>::new(options).with_learned(learned))
        }
    }
}

struct PerfectKind;

impl EngineKind for PerfectKind {
    fn info(&self) -> &'static EngineInfo {
        &perfect::INFO
    }

    /// The tables, or the file that they come from.
    fn shared_memory(&self, options: &Options) -> u64 {
        match perfect::source(options) {
            Source::Solving { memory } => memory,
            Source::File(path) => std::fs::metadata(path).map_or(0, |file| file.len()),
        }
    }

    fn check_options(&self, options: &Options) -> Result<(), SpecError> {
        memory::check(options, "memory")
    }

    fn check(&self, set_up: &SetUp<'_>) -> Result<(), SpecError> {
        perfect::tables(set_up.solved, &perfect::source(set_up.options)).map(drop)
    }

    fn build<G: Playable>(&self, _game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        let tables = perfect::tables(set_up.solved, &perfect::source(set_up.options))?;
        made(Perfect::<G>::new(set_up.solved.expander().clone(), tables))
    }
}

struct PolicyKind;

impl EngineKind for PolicyKind {
    fn info(&self) -> &'static EngineInfo {
        &policy::INFO
    }

    fn check(&self, set_up: &SetUp<'_>) -> Result<(), SpecError> {
        set_up.policy().map(drop)
    }

    fn build<G: Playable>(&self, _game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        let policy = set_up.policy()?.expect("the engine asks for a policy");
        if const { has_simultaneous::<G>() } {
            unreachable!("such games have no policy");
        } else {
            made(PolicyPlayer::<G>::new(policy))
        }
    }
}

/// Makes a player of an engine of this crate; none where `kind` is another's. Where no seat ever chooses every engine is the
/// same.
///
/// # Errors
/// As [`EngineKind::build`].
pub fn build<G: Playable>(
    kind: &dyn EngineKind,
    game: &G,
    set_up: &SetUp<'_>,
) -> Option<Result<Box<dyn Engine<G>>, SpecError>> {
    struct Find<'a, G: Playable> {
        kind: TypeId,
        game: &'a G,
        set_up: &'a SetUp<'a>,
        found: Option<Result<Box<dyn Engine<G>>, SpecError>>,
    }
    impl<G: Playable> KindVisitor for Find<'_, G> {
        fn visit<E: EngineKind>(&mut self, kind: E) {
            if self.kind == TypeId::of::<E>() {
                self.found = Some(kind.build(self.game, self.set_up));
            }
        }
    }
    if const { !has_choices::<G>() } {
        return Some(made(Random::<G>::new()));
    }
    let any: &dyn Any = kind;
    let mut find = Find { kind: any.type_id(), game, set_up, found: None };
    each(&mut find);
    find.found
}
