//! `torneo learn --policy`.

use serde_json::json;
use torneo_arena::Error;
use torneo_learning::{Conduct, Features, HeldOut, PolicyProgress, Settings, learn_policy};
use torneo_registry::Registry;

use super::live::Line;
use super::{Failure, print, print_json, tell};

/// Learns a policy and prints what was found. `minutes` is what was asked for.
///
/// # Errors
/// A game for which no policy can be learnt, a file that cannot be written, or an interruption.
pub fn execute(
    registry: &Registry,
    (settings, features): (&Settings, Features),
    conduct: &Conduct,
    (minutes, json): (f64, bool),
) -> Result<(), Failure> {
    let line = Line::new();
    let found =
        learn_policy(registry, settings, features, conduct, |progress| line.show(&told(progress, settings)));
    line.clear();
    match found {
        Ok(progress) if json => {
            let HeldOut { games, choices, policy, evaluation, policy_rank, evaluation_rank } =
                progress.held_out;
            print_json(&json!({
                "game": settings.game,
                "seed": settings.seed,
                "minutes": minutes,
                "choices": progress.choices,
                "held_out": {
                    "games": games,
                    "choices": choices,
                    "policy": policy,
                    "evaluation": evaluation,
                    "policy_rank": policy_rank,
                    "evaluation_rank": evaluation_rank,
                },
                "games": progress.games,
                "nodes": progress.nodes,
                "weights": conduct.out.display().to_string(),
            }));
        }
        Ok(progress) => {
            print(&told(&progress, settings));
            print(&held_out(&progress.held_out));
            print(&format!("policy: {} weights in {}", progress.weights, conduct.out.display()));
        }
        Err(Error::Interrupted) => {
            tell("interrupted; no policy is written");
            return Err(Failure::Interrupted);
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// A line about how far it is.
fn told(progress: &PolicyProgress, settings: &Settings) -> String {
    let PolicyProgress { games, nodes, choices, .. } = progress;
    format!(
        "{}: {games} games, {:.0}% of {} nodes, {choices} choices learnt from",
        settings.game,
        (100 * nodes) as f64 / settings.budget as f64,
        settings.budget,
    )
}

/// How well the policy names what the search chose.
fn held_out(found: &HeldOut) -> String {
    let HeldOut { games, choices, policy, evaluation, policy_rank, evaluation_rank } = found;
    format!(
        "In {games} other games the search chose {choices} times. Its choice is the first of\n  \
         the policy      {policy:.3}   mean rank {policy_rank:.2}\n  \
         the evaluation  {evaluation:.3}   mean rank {evaluation_rank:.2}"
    )
}
