//! Values of games with chance or simultaneous turns, written.

use serde_json::{Value as Json, json};
use torneo_present::english::Joined as _;
use torneo_solve::Solution;
use torneo_solve::stochastic::{Cards, Interval, Mixtures, Payoff, Solution as Found, ValueOptions};

use super::{CARDS, PAYOFFS};
use crate::options::word_for;

/// Probabilities below this are not printed for people.
const SMALL: f64 = 5e-7;

fn numbered(actions: &[(String, f64)]) -> Json {
    actions.iter().map(|(action, weight)| json!({ "action": action, "probability": weight })).collect()
}

/// An interval by as many digits as its ends have in common, at least one, and its width.
fn shown([low, high]: Interval) -> String {
    let middle = low + (high - low) / 2.0;
    let half = (high - low) / 2.0;
    if half == 0.0 { format!("{middle}") } else { format!("{middle:.9} +- {half:.1e}") }
}

/// The JSON that `docs/solving.md` describes.
pub fn to_json(solution: &Solution, found: &Found, options: &ValueOptions) -> Json {
    let mixtures = |mixtures: &Mixtures| {
        json!({
            "path": mixtures.path,
            "value": mixtures.value,
            "seats": [numbered(&mixtures.first), numbered(&mixtures.second)],
        })
    };
    let after = found.after.iter().map(|(action, value)| json!({ "action": action, "value": value }));
    json!({
        "game": solution.game,
        "position": solution.position,
        "method": "values",
        "payoff": word_for(PAYOFFS, &options.payoff),
        "cards": word_for(CARDS, &options.cards),
        "value": found.value,
        "by_turns": found.by_turns,
        "enclosures": found.enclosures,
        "after": after.collect::<Vec<_>>(),
        "mixtures": found.mixtures.as_ref().map(mixtures),
        "positions": found.positions,
        "joint": found.joint,
    })
}

/// The result for people.
pub fn to_text(solution: &Solution, found: &Found, options: &ValueOptions) -> String {
    let what = match options.payoff {
        Payoff::Score => "score",
        Payoff::Win => "probability of a win",
        Payoff::NoLoss => "probability not to lose",
    };
    let cards = match options.cards {
        Cards::Hidden => String::new(),
        Cards::FirstShows => format!(" if {} chooses first, in the open", solution.seat_names[0]),
        Cards::SecondShows => format!(" if {} chooses first, in the open", solution.seat_names[1]),
    };
    let mut text = format!(
        "{}\n{}\n{what} of {}{cards}: {}",
        solution.game,
        solution.position,
        solution.seat_names[0],
        shown(found.value)
    );
    for (turns, (value, enclosure)) in found.by_turns.iter().zip(&found.enclosures).enumerate() {
        let turns = turns + 1;
        text += &format!("\n{turns} turns, then a draw: {}", shown(*value));
        text += &format!("; whatever comes then: {:.9} to {:.9}", enclosure[0], enclosure[1]);
    }
    for (action, value) in &found.after {
        text += &format!("\nafter {action}: {}", shown(*value));
    }
    if let Some(mixtures) = &found.mixtures {
        let path = if mixtures.path.is_empty() { "start".to_owned() } else { mixtures.path.join(" ") };
        text += &format!("\njoint choice after {path}: {}", shown(mixtures.value));
        for (name, mixture) in solution.seat_names.iter().zip([&mixtures.first, &mixtures.second]) {
            let weights = mixture.iter().filter(|(_, weight)| *weight > SMALL);
            let weights = weights.map(|(action, weight)| format!("{action} {weight:.6}"));
            text += &format!("\n{name}: {}", weights.joined(", "));
        }
    }
    text + &format!("\n{} positions, {} of them joint choices", found.positions, found.joint)
}
