//! Evaluations that are learnt: a search plays a game against itself, and the weights of what stands on the
//! board follow what it finds. [`learn_policy`] learns policies, from what a search chooses.
//!
//! The method is TD-leaf (Baxter, Tridgell and Weaver, "Learning to Play Chess Using Temporal Differences",
//! 2000). The position at the end of a search's principal variation has a value. It moves towards the values
//! of the searches after it in the game, and the last of them moves towards the result.
//!
//! Games are played in generations with the same weights. After each generation the weights are fitted to all
//! games, or to the last ones, by least squares with a penalty on their size. The penalty is the one that
//! predicts the newest games best. At the end, matches against the game's own evaluation
//! decide how long lines of sites may be to be worth the time of their sums, and whether any are.
//!
//! Everything is counted and nothing is timed. Only the basic operations of floating-point numbers are used.
//! So the same settings give the same bytes on every machine, with any number of threads.

#[cfg(test)]
mod fault_tests;
mod fit;
mod play;
mod policy;
mod symmetry;
mod trial;
mod width;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use torneo_arena::Error;
use torneo_arena::storage::{Files, replace_by};
use torneo_contract::{Spec, SpecError, refuse, refuse_if};
use torneo_registry::EngineSpec;
use torneo_registry::streams::Streams;
use torneo_registry::{AnyGame, Registry};
use torneo_search::learned::{Sight, Staged, Weights};

use fit::Fit;
use play::{Played, Sample};
use symmetry::Sharing;
use trial::Candidate;

pub use policy::{Features, HeldOut, PolicyProgress, check_policy, learn_policy, policy_nodes};
pub use trial::{Met, Tried};
pub use width::nodes;

/// Nodes that count as a minute of learning.
pub const NODES_OF_MINUTE: u64 = 20_000_000;
/// Games of the first generations; later ones have a share of all games before.
const FEWEST_GAMES: u64 = 64;
const GROWTH: u64 = 4;
/// The part of the budget that is for learning; the rest is for finding out what is worth its time.
const LEARNING: f64 = 0.5;
/// How much of what was learnt may be taken.
const SHARES: [f64; 2] = [1.0, 0.5];
/// Patterns and terms of all positions that the weights are fitted to.
const MOST_PATTERNS: usize = 60_000_000;

/// What is learnt, and from how much.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Settings {
    /// The canonical specification of the game.
    pub game: String,
    /// The nodes that all searches may take together; the games or the generation under way are finished.
    pub budget: u64,
    /// Nodes for each choice.
    pub nodes: u64,
    /// The master seed.
    pub seed: u64,
    /// Most random plies that a game begins with.
    pub random_plies: u64,
    /// Plies after which a game ends; for an evaluation it counts as drawn then.
    pub max_plies: u64,
}

/// How it is learnt. None of this changes the weights.
pub struct Conduct {
    /// Threads to play with; 0 for one per processor.
    pub threads: usize,
    /// Set to end after the generation before.
    pub stop: Arc<AtomicBool>,
    /// The file for the weights. It has those of the last generation that was finished.
    pub out: PathBuf,
    /// How that file is written.
    pub files: Arc<dyn Files>,
}

/// The progress.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct Progress {
    /// Generations.
    pub generations: u64,
    /// Games.
    pub games: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Positions that the weights were fitted to.
    pub positions: u64,
    /// The root mean square error of the expected scores, in the last generation's games, before the weights
    /// were fitted to them.
    pub error: f64,
    /// Weights that are not zero.
    pub weights: usize,
    /// The results of the matches against the game's own evaluation. Empty while it is learnt.
    pub tried: Vec<Tried>,
    /// The place of the one that was kept. None if the game's own evaluation was not beaten: then the weights
    /// are those of it.
    pub kept: Option<usize>,
}

/// What a game tells to learnt evaluations.
///
/// # Errors
/// A game without exactly two seats, with simultaneous turns, or that tells neither what stands where nor
/// what its evaluation counts.
pub fn sight(game: &dyn AnyGame) -> Result<Sight, SpecError> {
    let info = game.info();
    let sight = all_of(game);
    sight.check()?;
    let has_simultaneous = info.turns.simultaneous;
    refuse_if!(has_simultaneous, "nothing is learnt for `{}`, which has simultaneous turns", info.id);
    Ok(sight)
}

/// All that a game tells to what is learnt.
fn all_of(game: &dyn AnyGame) -> Sight {
    let (session, info) = (game.session(), game.info());
    let things = session.kinds().to_vec();
    Sight {
        id: info.id,
        seats: game.seats(),
        board: session.board(),
        kinds: things.len() as u8,
        things,
        turns: info.turns,
        terms: session.terms(),
        weights: None,
        policy: None,
    }
}

/// Learns the weights of a game, writes them to the file, and tells `watch` of every generation. `lines` are the sites of the longest
/// lines that have weights in the end; None takes those that win.
///
/// # Errors
/// A game for which nothing can be learnt, a file that cannot be written, or an interruption.
pub fn learn(
    registry: &Registry,
    settings: &Settings,
    lines: Option<u8>,
    conduct: &Conduct,
    mut watch: impl FnMut(&Progress),
) -> Result<Progress, Error> {
    let game = registry.game(&settings.game).map_err(Error::Game)?;
    let sight = sight(&*game).map_err(Error::Game)?;
    let (fewest, most) = (u8::from(sight.terms.is_empty()), sight.longest());
    if let Some(lines) = lines.filter(|lines| !(fewest..=most).contains(lines)) {
        let game = &settings.game;
        refuse!("lines of {lines} sites are not looked at in `{game}`: expected {fewest}..={most}");
    }
    let engine = engine(registry, settings.nodes, &conduct.out)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(conduct.threads).build();
    let pool = pool.map_err(|error| Error::Failed(format!("the threads could not be started: {error}")))?;
    let of_length = |longest| sight.zero(sight.patterns(longest));
    let mut weights = Arc::new(of_length(most));
    let sharing = Sharing::new(&*game.session(), weights.patterns());
    let mut fit = Fit::new(sight.terms.len(), weights.patterns().count(), &sharing);
    write(&*conduct.files, settings, &conduct.out, &weights)?;
    let mut samples: Vec<Sample> = Vec::new();
    let mut progress = Progress::default();
    while (progress.nodes as f64) < LEARNING * settings.budget as f64 {
        let games = (progress.games / GROWTH).max(FEWEST_GAMES);
        let play = |number: u64| {
            refuse_if!(conduct.stop.load(Ordering::Relaxed), Error::Interrupted);
            let streams = Streams::numbered(settings.seed, number);
            play::game(&*game, &engine, &weights, streams, settings).map_err(Error::Engine)
        };
        let numbers = progress.games..progress.games + games;
        let played: Vec<Result<Played, Error>> = pool.install(|| numbers.into_par_iter().map(play).collect());
        let played: Vec<Played> = played.into_iter().collect::<Result<_, _>>()?;
        progress.generations += 1;
        progress.games += games;
        progress.nodes += played.iter().map(|played| played.nodes).sum::<u64>();
        let before = samples.len();
        samples.extend(played.into_iter().flat_map(|played| played.samples));
        let newer = samples.len() - before;
        if before == 0 {
            fit.fill(&samples);
        }
        progress.positions += newer as u64;
        progress.error = fit.error(&samples[before..]);
        forget(&mut samples);
        pool.install(|| fit.fit(&samples, newer.min(samples.len())));
        weights = Arc::new(fit.weights(of_length(most), 1.0, 1.0));
        progress.weights = weights.places().iter().filter(|weight| **weight != Staged::default()).count();
        write(&*conduct.files, settings, &conduct.out, &weights)?;
        watch(&progress);
    }
    let mut candidates = Vec::new();
    for longest in (fewest..=most).filter(|longest| lines.is_none_or(|lines| *longest == lines)) {
        let mut fit = fit.with_first(of_length(longest).patterns().count());
        pool.install(|| fit.settle(&samples));
        let scale = pool.install(|| fit.scale(&samples));
        let of_share = |share| {
            let weights = fit.weights(of_length(longest), scale, share);
            Candidate { longest, share, weights }
        };
        candidates.extend(SHARES.map(of_share));
    }
    let (left, of_game) = (settings.budget.saturating_sub(progress.nodes), progress.nodes / progress.games);
    let (kept, tried) =
        pool.install(|| trial::best(registry, &*game, settings, &candidates, left, of_game, &conduct.stop))?;
    (progress.kept, progress.tried) = (kept, tried);
    let weights = kept.map_or_else(|| of_length(0), |place| candidates.swap_remove(place).weights);
    progress.weights = weights.places().iter().filter(|weight| **weight != Staged::default()).count();
    write(&*conduct.files, settings, &conduct.out, &weights)?;
    Ok(progress)
}

/// Forgets the oldest positions where all of them take too much memory.
fn forget(samples: &mut Vec<Sample>) {
    let mut patterns = 0;
    let fits = |sample: &&Sample| {
        patterns += sample.patterns.len() + sample.counts.len();
        patterns <= MOST_PATTERNS
    };
    let kept = samples.iter().rev().take_while(fits).count();
    samples.drain(..samples.len() - kept);
}

/// The search that plays, with so many nodes for each choice and the weights of the file.
fn engine(registry: &Registry, nodes: u64, weights: &Path) -> Result<EngineSpec, Error> {
    let (nodes, path) = (nodes.to_string(), weights.display().to_string());
    let given = [("nodes", &*nodes), ("hash", "1"), ("evaluation", "learned"), ("weights", &path)];
    registry.engine(&Spec::new("alpha-beta", &given).to_string()).map_err(Error::Engine)
}

fn write(files: &dyn Files, settings: &Settings, path: &Path, weights: &Weights) -> Result<(), Error> {
    let text = weights.text(&settings.game);
    let written = replace_by(files, path, |writer| writer.write_all(text.as_bytes()));
    written.map_err(|error| Error::io("write", path, error))
}
