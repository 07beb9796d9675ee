//! Values of games with chance or simultaneous turns.

use serde_json::{Value as Json, json};
use torneo_contract::{Playable, Ply, Seat, Turn};
use torneo_engines::solver::stochastic::{self, Cards, Interval, Payoff, ValueOptions};
use torneo_engines::solver::{Control, Unsolved};

use super::written;

/// Probabilities below this are not printed for people.
const SMALL: f64 = 5e-7;

/// Actions with a number for each.
type Numbered<T> = Vec<(String, T)>;

/// The value of a position for the first seat.
#[derive(Clone, Debug)]
pub struct Solution {
    game: String,
    position: String,
    seat_names: [&'static str; 2],
    options: ValueOptions,
    value: Interval,
    by_turns: Vec<Interval>,
    enclosures: Vec<Interval>,
    after: Numbered<Interval>,
    mixtures: Option<Mixtures>,
    positions: u64,
    joint: u64,
}

/// The mixtures of both seats.
#[derive(Clone, Debug)]
struct Mixtures {
    path: Vec<String>,
    value: Interval,
    seats: [Numbered<f64>; 2],
}

/// Solves a position.
///
/// # Errors
/// What the solver cannot do.
pub fn solve<G: Playable>(
    game: &G,
    canonical: String,
    root: &G::Position,
    options: ValueOptions,
    control: &Control,
) -> Result<Solution, Unsolved> {
    if game.turn(root) == Turn::Over {
        return Err(Unsolved::Unfit("the game is over in this position".to_owned()));
    }
    let found = stochastic::solve(game, root, options, control)?;
    let mixtures = found.mixtures.map(|mixtures| {
        let (mut position, mut path) = (root.clone(), Vec::new());
        for action in mixtures.path {
            path.push(written(game, &position, action));
            Ply::One(action).apply(game, &mut position);
        }
        let named = |mixture: Vec<(G::Action, f64)>| {
            mixture.into_iter().map(|(action, weight)| (written(game, &position, action), weight)).collect()
        };
        Mixtures { path, value: mixtures.value, seats: [mixtures.first, mixtures.second].map(named) }
    });
    Ok(Solution {
        game: canonical,
        position: game.position_text(root),
        seat_names: [Seat::FIRST, Seat::SECOND].map(|seat| game.seat_name(seat)),
        options,
        value: found.value,
        by_turns: found.by_turns,
        enclosures: found.enclosures,
        after: found.after.into_iter().map(|(action, value)| (written(game, root, action), value)).collect(),
        mixtures,
        positions: found.positions,
        joint: found.joint,
    })
}

fn numbered(actions: &Numbered<f64>) -> Json {
    actions.iter().map(|(action, weight)| json!({ "action": action, "probability": weight })).collect()
}

/// An interval by as many digits as its ends have in common, at least one, and its width.
fn shown([low, high]: Interval) -> String {
    let middle = low + (high - low) / 2.0;
    let half = (high - low) / 2.0;
    if half == 0.0 { format!("{middle}") } else { format!("{middle:.9} +- {half:.1e}") }
}

impl Solution {
    /// The JSON that `docs/solving.md` describes.
    pub fn to_json(&self) -> Json {
        let mixtures = |mixtures: &Mixtures| {
            json!({
                "path": mixtures.path,
                "value": mixtures.value,
                "seats": mixtures.seats.each_ref().map(numbered),
            })
        };
        let after = self.after.iter().map(|(action, value)| json!({ "action": action, "value": value }));
        json!({
            "game": self.game,
            "position": self.position,
            "method": "values",
            "payoff": match self.options.payoff {
                Payoff::Score => "score",
                Payoff::Win => "win",
                Payoff::NoLoss => "no-loss",
            },
            "cards": match self.options.cards {
                Cards::Hidden => "hidden",
                Cards::FirstShows => "first-shows",
                Cards::SecondShows => "second-shows",
            },
            "value": self.value,
            "by_turns": self.by_turns,
            "enclosures": self.enclosures,
            "after": after.collect::<Vec<_>>(),
            "mixtures": self.mixtures.as_ref().map(mixtures),
            "positions": self.positions,
            "joint": self.joint,
        })
    }

    /// The result for people.
    pub fn to_text(&self) -> String {
        let what = match self.options.payoff {
            Payoff::Score => "score",
            Payoff::Win => "probability of a win",
            Payoff::NoLoss => "probability not to lose",
        };
        let cards = match self.options.cards {
            Cards::Hidden => String::new(),
            Cards::FirstShows => format!(" if {} chooses first, in the open", self.seat_names[0]),
            Cards::SecondShows => format!(" if {} chooses first, in the open", self.seat_names[1]),
        };
        let mut text = format!(
            "{}\n{}\n{what} of seat 0 ({}){cards}: {}",
            self.game,
            self.position,
            self.seat_names[0],
            shown(self.value)
        );
        for (turns, (value, enclosure)) in self.by_turns.iter().zip(&self.enclosures).enumerate() {
            let turns = turns + 1;
            text += &format!("\n{turns} turns, then a draw: {}", shown(*value));
            text += &format!("; whatever comes then: {:.9} to {:.9}", enclosure[0], enclosure[1]);
        }
        for (action, value) in &self.after {
            text += &format!("\nafter {action}: {}", shown(*value));
        }
        if let Some(mixtures) = &self.mixtures {
            let path = if mixtures.path.is_empty() { "start".to_owned() } else { mixtures.path.join(" ") };
            text += &format!("\njoint choice after {path}: {}", shown(mixtures.value));
            for (name, mixture) in self.seat_names.iter().zip(&mixtures.seats) {
                let weights = mixture.iter().filter(|(_, weight)| *weight > SMALL);
                let weights: Vec<String> =
                    weights.map(|(action, weight)| format!("{action} {weight:.6}")).collect();
                text += &format!("\n{name}: {}", weights.join(", "));
            }
        }
        text + &format!("\n{} positions, {} of them joint choices", self.positions, self.joint)
    }
}
