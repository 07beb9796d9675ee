//! `torneo show`.

use crate::Failure;
use clap::Args;
use serde_json::{Value, json};
use torneo_contract::Turn;
use torneo_contract::session::{Due, IllegalMove, Session};
use torneo_registry::Registry;

use super::picture::Pictures;
use super::{game, open, print, print_json};

/// Play moves and print the position.
#[derive(Args)]
#[command(after_help = "Example: torneo show three-mens-morris --moves \"@b2 @a1 @a2\"")]
pub struct Show {
    /// A game, such as `hnefatafl` or `lanza(players=3)`
    #[arg(value_name = "GAME")]
    game: String,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Moves to play: tokens separated by blanks, results of chance and joint choices included
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the board, what stands on it, and what is clicked for each legal move, too
    #[arg(long, requires = "json")]
    scene: bool,
    #[command(flatten)]
    pictures: Pictures,
}

impl Show {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let game = game(registry, &self.game)?;
        let mut session = open(&*game, self.position.as_deref())?;
        if let Some(moves) = &self.moves {
            session.play_all(moves).map_err(|(number, error)| illegal(number, &error))?;
        }
        self.pictures.write(&*session)?;
        if self.json {
            let mut value = json(game.canonical(), &*session);
            if self.scene {
                add_scene(&mut value, &*session);
            }
            print_json(&value);
        } else {
            print(&text(game.canonical(), &*session));
        }
        Ok(())
    }
}

/// Adds the board, the scene and the clicks of the legal actions, in the order in which these are listed.
fn add_scene(value: &mut Value, session: &dyn Session) {
    value["board"] = json!(session.board());
    value["scene"] = json!(session.scene());
    match session.turn() {
        Turn::Simultaneous(seats) => {
            let mut by_seat = vec![Vec::new(); session.seats()];
            for (seat, clicks) in seats.iter().zip(session.clicks()) {
                by_seat[seat.index()] = clicks;
            }
            value["clicks_by_seat"] = json!(by_seat);
        }
        _ => value["clicks"] = json!(session.clicks().pop().unwrap_or_default()),
    }
}

/// The legal moves of one choosing seat in an error message.
const MOST_SHOWN: usize = 400;

/// The failure of a move of `--moves`, counted from 1.
pub fn illegal(number: usize, error: &IllegalMove) -> Failure {
    let lists = error.legal.iter().map(|legal| {
        let more = if legal.len() > MOST_SHOWN { " ..." } else { "" };
        format!("{}{more}", legal.iter().take(MOST_SHOWN).map(String::as_str).collect::<Vec<_>>().join(" "))
    });
    let lists: Vec<String> = lists.collect();
    let message = format!("argument --moves: move {number}: {error}");
    match lists.len() {
        0 => Failure::input(message),
        _ => Failure::input_with_help(message, format!("legal: {}", lists.join("\n  and: "))),
    }
}

fn json(game: &str, session: &dyn Session) -> Value {
    let mut value = json!({
        "game": game,
        "position": session.position(),
        "turn": Value::Null,
        "seat": Value::Null,
        "legal": [],
        "over": false,
        "reason": Value::Null,
        "scores": Value::Null,
        "points": Value::Null,
    });
    match session.due() {
        Due::Seat(seat, legal) => {
            value["turn"] = json!("seat");
            value["seat"] = json!(seat.index());
            value["legal"] = json!(legal);
        }
        Due::Chance(results) => {
            value["turn"] = json!("chance");
            value["legal"] = json!(results.iter().map(|(text, _)| text).collect::<Vec<_>>());
            value["weights"] = json!(results.iter().map(|(_, weight)| weight).collect::<Vec<_>>());
        }
        Due::Simultaneous(choices) => {
            value["turn"] = json!("together");
            let mut by_seat = vec![Vec::new(); session.seats()];
            for (seat, legal) in choices {
                by_seat[seat.index()] = legal;
            }
            value["legal_by_seat"] = json!(by_seat);
        }
        Due::Over(outcome) => {
            value["turn"] = json!("over");
            value["over"] = json!(true);
            value["reason"] = json!(outcome.reason);
            value["scores"] = json!(outcome.scores.to_vec());
            value["points"] = json!(outcome.points.map(|points| points.to_vec()));
        }
    }
    value
}

/// The state of a game for people.
pub fn text(game: &str, session: &dyn Session) -> String {
    let due = match session.due() {
        Due::Seat(seat, legal) => {
            format!(
                "seat {seat} ({}) is to move: {} legal\n{}",
                session.seat_name(seat),
                legal.len(),
                legal.join(" ")
            )
        }
        Due::Chance(results) => {
            let total: u64 = results.iter().map(|(_, weight)| weight).sum();
            let list: Vec<String> = results.iter().map(|(text, weight)| format!("{text}*{weight}")).collect();
            format!(
                "chance draws one of {} results of total weight {total}\n{}",
                results.len(),
                list.join(" ")
            )
        }
        Due::Simultaneous(choices) => {
            let list: Vec<String> = choices
                .iter()
                .map(|(seat, legal)| {
                    format!(
                        "seat {seat} ({}): {} legal\n{}",
                        session.seat_name(*seat),
                        legal.len(),
                        legal.join(" ")
                    )
                })
                .collect();
            format!("the seats choose together\n{}", list.join("\n"))
        }
        Due::Over(outcome) => over(&outcome),
    };
    format!("{game}\n{}\n{}\n{due}", session.position(), session.draw())
}

/// The outcome for people.
pub fn over(outcome: &torneo_contract::Outcome) -> String {
    let winner = match outcome.winner() {
        Some(seat) => format!("seat {seat} wins"),
        None => "no seat wins alone".to_owned(),
    };
    let points =
        outcome.points.as_ref().map_or(String::new(), |points| format!(", points {:?}", points.to_vec()));
    format!("over ({}): {winner}; scores {:?}{points}", outcome.reason, outcome.scores.to_vec())
}
