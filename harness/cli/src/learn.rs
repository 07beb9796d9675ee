//! `torneo learn`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use torneo_arena::Error;
use torneo_arena::storage::Disk;
use torneo_contract::session::Session;
use torneo_contract::{Refusal, refusal};
use torneo_learning::{
    Conduct, Features, Met, NODES_OF_MINUTE, Progress, Settings, Tried, check_policy, learn, nodes,
    policy_nodes, sight,
};
use torneo_registry::{AnyGame, Registry};

use super::learn_policy;
use super::live::Line;
use super::options::place;
use super::{Failure, game, print, print_json, stop_on_interrupt, tell};

/// Learn an evaluation for a game of two seats from games of alpha-beta against itself (TD-leaf), or a policy.
#[derive(Args)]
#[command(after_help = "Example: torneo learn surakarta --minutes 10 --out surakarta.weights
         torneo bestmove surakarta --engine \"alpha-beta(time=1, evaluation=learned, weights=surakarta.weights)\"
         torneo learn surakarta --policy --out surakarta.policy
         torneo bestmove surakarta --engine \"mcts(sims=400, policy=learned, weights=surakarta.policy)\"
There are weights for the game's own evaluation, for its terms where the game names them, and for what \
stands on the board: on each site, and on each sort of line of two and three neighbouring sites. The second \
 half of the nodes is for games against the game's own evaluation. Lines whose weights do not win these \
games are left out. A policy has weights for what actions do: what they move and capture, what lies \
round the target, what the game tells searches of them. It is learnt from what `auto` chooses, for any \
number of seats. Every fifth game is held out, and the command says how often the policy names the \
choice of the search there. Minutes are counted in nodes, not by the clock: the same command gives the same file \
on every machine.")]
pub struct Learn {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// Learn a policy: the probability with which a search chooses each action
    #[arg(long, conflicts_with = "lines")]
    policy: bool,
    /// Weigh only what lies round the target of an action, as such a policy plays on boards of any size. Searches weigh without playing each action where the game tells what actions place
    #[arg(long, requires = "policy")]
    local: bool,
    /// How long to learn; a minute counts as twenty million nodes of the searches. The generation of games under way is finished
    #[arg(long, value_name = "M", default_value_t = 10.0, value_parser = minutes)]
    minutes: f64,
    /// Nodes for each choice [default: 300, or eight for each action that random games have in the mean, where that is more; for a policy eight times as many, up to 40000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Option<u64>,
    /// The file for the weights [default: GAME.weights or GAME.policy]. Weights of an evaluation are written after each generation
    #[arg(long, value_name = "FILE", value_parser = place())]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    /// Most random plies that a game begins with
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(..=1000))]
    random_plies: u64,
    /// Plies after which a game counts as drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    max_plies: u64,
    /// Sites of the longest lines that have weights at the end; 0 for the terms of the game's own evaluation alone [default: what wins against the game's own evaluation]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    lines: Option<u8>,
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1283)]
    seed: u64,
    /// Threads to play with; 0 for one per processor. The weights do not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn minutes(text: &str) -> Result<f64, Refusal> {
    let found = text.parse().ok().filter(|minutes| (0.001..=1e6).contains(minutes));
    found.ok_or_else(|| refusal!("expected a number of minutes in 0.001..=1000000, found `{text}`"))
}

impl Learn {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let game = game(registry, &self.game)?;
        let possible = if self.policy { check_policy(&*game) } else { sight(&*game).map(drop) };
        possible.map_err(|error| Failure::argument("<GAME>", &error))?;
        let out = self.place(&*game)?;
        if self.policy {
            return self.learn_policy(registry, &*game, out);
        }
        let settings = self.settings(&*game, nodes);
        let stop =
            stop_on_interrupt("the generation under way is left, the weights of the last one are kept")?;
        let conduct = Conduct { threads: self.threads.into(), stop, out, files: Arc::new(Disk) };
        let line = Line::new();
        let found = learn(registry, &settings, self.lines, &conduct, |progress| {
            line.show(&told(progress, &settings));
        });
        line.clear();
        let kept = conduct.out.display();
        match found {
            Ok(progress) if self.json => {
                let mut settings = json!(settings);
                settings["lines"] = json!(self.lines);
                print_json(&json!({ "settings": settings, "found": progress, "weights": kept.to_string() }));
            }
            Ok(progress) => {
                print(&told(&progress, &settings));
                print(&chosen(&progress));
                print(&format!("weights: {kept}"));
            }
            Err(Error::Interrupted) => {
                tell(&format!("interrupted; the weights of the last generation are in {kept}"));
                return Err(Failure::Interrupted);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn settings(&self, game: &dyn AnyGame, usual: fn(&dyn Session) -> u64) -> Settings {
        Settings {
            game: game.canonical().to_owned(),
            budget: (self.minutes * NODES_OF_MINUTE as f64) as u64,
            nodes: self.nodes.unwrap_or_else(|| usual(&*game.session())),
            seed: self.seed,
            random_plies: self.random_plies,
            max_plies: self.max_plies,
        }
    }

    /// The file for the weights.
    fn place(&self, game: &dyn AnyGame) -> Result<PathBuf, Failure> {
        let ending = if self.policy { "policy" } else { "weights" };
        let out = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.{ending}", game.info().id)));
        if out.exists() && !self.force {
            let message = format!("argument --out: {} is there already", out.display());
            return Err(Failure::input_with_help(
                message,
                "name another file, or write over it with --force",
            ));
        }
        Ok(out)
    }

    fn learn_policy(&self, registry: &Registry, game: &dyn AnyGame, out: PathBuf) -> Result<(), Failure> {
        let settings = self.settings(game, policy_nodes);
        let stop = stop_on_interrupt("the games under way are left, no policy is written")?;
        let conduct = Conduct { threads: self.threads.into(), stop, out, files: Arc::new(Disk) };
        let features = if self.local { Features::Local } else { Features::All };
        learn_policy::execute(registry, (&settings, features), &conduct, (self.minutes, self.json))
    }
}

/// A line about how far it is.
fn told(progress: &Progress, settings: &Settings) -> String {
    let Progress { generations, games, nodes, positions, error, weights, .. } = progress;
    format!(
        "{}: {generations} generations, {games} games, {:.0}% of {} nodes, {positions} positions, error {error:.4}, {weights} weights",
        settings.game,
        (100 * nodes) as f64 / settings.budget as f64,
        settings.budget,
    )
}

/// What came out of the matches against the game's own evaluation, a line each, and what is kept.
fn chosen(progress: &Progress) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (place, Tried { longest, share, first, last }) in progress.tried.iter().enumerate() {
        let looked = match longest {
            0 => "what the game's own evaluation counts".to_owned(),
            1 => "sites".to_owned(),
            longest => format!("lines of up to {longest} sites"),
        };
        let met = |Met { score, games }: &Met| format!("{score:.3} in {games} games");
        let last = last.as_ref().map_or_else(String::new, |last| format!("; at last {}", met(last)));
        let kept = if progress.kept == Some(place) { ", kept" } else { "" };
        lines.push(format!("{looked}, {:.0}% of what was learnt: {}{last}{kept}", 100.0 * share, met(first)));
    }
    if progress.kept.is_none() {
        lines.push(
            "none of them wins against the game's own evaluation, which is what the weights say".to_owned(),
        );
    }
    lines.join("\n")
}
