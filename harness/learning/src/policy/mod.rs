//! Policies that are learnt: a search plays a game against itself, and weights of the features of actions are fitted to what it
//! chooses.
//!
//! The weights are those of a softmax over the legal actions (multinomial logistic regression: McFadden, "Conditional Logit Analysis of
//! Qualitative Choice Behavior", 1974), with a penalty on their squares. Every fifth game is held out: how often the policy
//! names what the search chose is counted there.

mod choices;
mod held_out;
mod softmax;

use std::path::Path;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use tempfile::TempDir;
use torneo_arena::Error;
use torneo_arena::storage::{Disk, Files, replace_by};
use torneo_contract::session::Session;
use torneo_contract::{Spec, SpecError, refuse_if};
use torneo_registry::streams::Streams;
use torneo_registry::{AnyGame, EngineSpec, Registry};
use torneo_search::policy::{self, Weights};

use crate::{Conduct, Settings, all_of, nodes};
use choices::{Choice, Played, Teacher};

pub use choices::Features;
pub use held_out::HeldOut;

/// Nodes for each choice, in those with which an evaluation is learnt.
const NODES: u64 = 8;
/// At most, unless an evaluation asks for more. Ten minutes then give four thousand choices to learn from.
const MOST_NODES: u64 = 40_000;
/// Every so many games one is held out.
const HELD_OUT: u64 = 5;
/// Games that are played before it is looked how many nodes they took.
const GAMES: u64 = 10;
/// Features of all choices that are kept, of those to learn from and of those held out.
const MOST_FEATURES: [usize; 2] = [60_000_000, 30_000_000];
/// Games at most, where hardly anything is searched.
const MOST_GAMES: u64 = 100_000;

/// How far it is, and in the end what was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PolicyProgress {
    /// Games.
    pub games: u64,
    /// Nodes of all searches. A simulation of `mcts` counts as twenty.
    pub nodes: u64,
    /// Choices of games that are not held out.
    pub choices: u64,
    /// Weights that are not zero. None while games are played.
    pub weights: usize,
    /// The choices of games that are held out.
    pub held_out: HeldOut,
}

/// Checks whether a policy can be learnt for a game.
///
/// # Errors
/// A game with simultaneous turns, or in which no seat ever decides.
pub fn check_policy(game: &dyn AnyGame) -> Result<(), SpecError> {
    policy::check(&all_of(game))
}

/// Nodes for each choice with which a policy is learnt: eight times those of an evaluation, up to 40 000.
pub fn policy_nodes(session: &dyn Session) -> u64 {
    let nodes = nodes(session);
    (NODES * nodes).min(MOST_NODES).max(nodes)
}

/// Choices, as far as they fit into memory.
struct Kept {
    choices: Vec<Choice>,
    features: usize,
    most: usize,
}

impl Kept {
    fn new(most: usize) -> Kept {
        Kept { choices: Vec::new(), features: 0, most }
    }

    /// Keeps the choices of a game, if there is room.
    fn add(&mut self, choices: Vec<Choice>) {
        self.features += choices.iter().map(Choice::features).sum::<usize>();
        if self.features <= self.most {
            self.choices.extend(choices);
        }
    }
}

/// Learns a policy of a game and writes it to the file. It tells `watch` how far it is.
///
/// # Errors
/// A game for which no policy can be learnt or in which nothing is to be chosen, a file that cannot be written, or an interruption.
pub fn learn_policy(
    registry: &Registry,
    settings: &Settings,
    features: Features,
    conduct: &Conduct,
    mut watch: impl FnMut(&PolicyProgress),
) -> Result<PolicyProgress, Error> {
    let game = registry.game(&settings.game).map_err(Error::Game)?;
    check_policy(&*game).map_err(Error::Game)?;
    try_place(&conduct.out)?;
    let (teacher, eye, _folder) = players(registry, &*game, settings)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(conduct.threads).build();
    let pool = pool.map_err(|error| Error::Failed(format!("the threads could not be started: {error}")))?;
    let mut progress = PolicyProgress::default();
    let [mut learnt, mut held_out] = MOST_FEATURES.map(Kept::new);
    while progress.nodes < settings.budget && progress.games < MOST_GAMES {
        let play = |number: u64| {
            refuse_if!(conduct.stop.load(Ordering::Relaxed), Error::Interrupted);
            let is_whole = is_held_out(number);
            let streams = Streams::numbered(settings.seed, number);
            choices::game(&*game, (&teacher, &eye), streams, settings, (features, is_whole))
                .map_err(Error::Engine)
        };
        let numbers = progress.games..progress.games + GAMES;
        let played: Vec<Result<Played, Error>> = pool.install(|| numbers.into_par_iter().map(play).collect());
        for played in played {
            let Played { nodes, choices } = played?;
            progress.nodes += nodes;
            let kept = if is_held_out(progress.games) { &mut held_out } else { &mut learnt };
            kept.add(choices);
            progress.games += 1;
        }
        progress.choices = learnt.choices.len() as u64;
        watch(&progress);
    }
    refuse_if!(
        learnt.choices.is_empty(),
        Error::Game(SpecError::new(format!(
            "nothing is to be chosen in the games of `{}` that were played: no policy can be learnt",
            settings.game
        )))
    );
    let weights = softmax::fit(&learnt.choices, settings.seed);
    progress.weights = weights.count();
    let games = progress.games / HELD_OUT;
    progress.held_out = HeldOut::of(games, &held_out.choices, &weights);
    write(&*conduct.files, &weights.text(&settings.game, &all_of(&*game)), conduct)?;
    Ok(progress)
}

fn is_held_out(number: u64) -> bool {
    number % HELD_OUT == HELD_OUT - 1
}

/// The search whose choices are learnt, and a policy without weights, which tells the features of actions; with the folder that
/// holds its file.
fn players(
    registry: &Registry,
    game: &dyn AnyGame,
    settings: &Settings,
) -> Result<(Teacher, EngineSpec, TempDir), Error> {
    let folder =
        TempDir::new().map_err(|error| Error::run(format!("no folder of temporary files: {error}")))?;
    let path = folder.path().join("blank");
    let text = Weights::new(Vec::new()).text(&settings.game, &all_of(game));
    let written = replace_by(&Disk, &path, |writer| writer.write_all(text.as_bytes()));
    written.map_err(|error| Error::io("write", &path, error))?;
    let eye = Spec::new("policy", &[("weights", &path.display().to_string())]).to_string();
    let eye = registry.engine(&eye).map_err(Error::Engine)?;
    Ok((Teacher::new(registry, game, settings.nodes)?, eye, folder))
}

/// Finds out before all games whether the folder of the file can be written to.
fn try_place(path: &Path) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::tempfile_in(folder).map(drop).map_err(|error| Error::io("write", path, error))
}

fn write(files: &dyn Files, text: &str, conduct: &Conduct) -> Result<(), Error> {
    let path = &conduct.out;
    let written = replace_by(files, path, |writer| writer.write_all(text.as_bytes()));
    written.map_err(|error| Error::io("write", path, error))
}
