//! `torneo show`.

use crate::Failure;
use clap::Args;
use serde_json::{Value, json};
use torneo_contract::session::{Due, IllegalMove, Session};
use torneo_contract::{Seat, Turn};
use torneo_present::english;
use torneo_present::english::Joined as _;
use torneo_present::text::wrapped;
use torneo_registry::Registry;

use super::output::table_width;
use super::picture::Pictures;
use super::state::state;
use super::{game, open, print, print_json, words};

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
    /// Print the things on the board and the named fields of the position, too
    #[arg(long, requires = "json")]
    state: bool,
    #[command(flatten)]
    pictures: Pictures,
}

impl Show {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let game = game(registry, &self.game)?;
        let mut session = open(&*game, self.position.as_deref())?;
        if let Some(moves) = &self.moves {
            session.follow_all(moves).map_err(|(number, error)| illegal(number, &error))?;
        }
        // A start that chance sets up is shown with one of its draws: an empty board shows nothing.
        let start = (self.position.is_none() && self.moves.is_none()).then(|| game.drawn_start());
        let is_drawn = |start: &&dyn Session| {
            start.position() != session.position() && session.plain_scene().thrower.is_none()
        };
        let drawn = start.as_deref().filter(is_drawn);
        let caption = drawn.map_or("", |_| DRAWN);
        self.pictures.write(start.as_deref().unwrap_or(&*session), caption)?;
        if self.json {
            let mut value = json(game.canonical(), &*session);
            if self.scene {
                add_scene(&mut value, &*session);
            }
            if self.state {
                (value["pieces"], value["fields"]) = state(&*session);
            }
            print_json(&value);
        } else {
            print(&text(game.canonical(), &*session, drawn, table_width()));
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

/// Moves of one choosing seat that are listed for people.
const MOST_LISTED: usize = 200;

/// Moves one after the other; how many are left out, where there are very many.
fn listed(moves: &[String]) -> String {
    let (shown, rest) = moves.split_at(moves.len().min(MOST_LISTED));
    shown.join(" ") + &english::more(rest.len(), " ... and ", "")
}

/// The failure of a move of `--moves`, counted from 1.
pub fn illegal(number: usize, error: &IllegalMove) -> Failure {
    let lists: Vec<String> = error.legal.iter().map(|legal| listed(legal)).collect();
    let help = (!lists.is_empty()).then(|| format!("legal: {}", lists.join("\n  and: ")));
    Failure::input_or_help(format!("argument --moves: move {number}: {error}"), help)
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

/// What is said of a start that stands for all that chance may draw.
const DRAWN: &str = "One of the starts that chance draws";

/// The state of a game for people, in at most `width` columns. The position stays in one line, so that it can be copied. `drawn`
/// is shown in place of a start that chance sets up.
fn text(game: &str, session: &dyn Session, drawn: Option<&dyn Session>, width: usize) -> String {
    let turn = words::turn(session);
    let due = match session.due() {
        Due::Seat(_, legal) => format!("{turn}: {}", moves(&legal)),
        Due::Chance(results) => {
            let total: u64 = results.iter().map(|(_, weight)| weight).sum();
            let list: Vec<String> = results.iter().map(|(text, weight)| format!("{text}*{weight}")).collect();
            let count = results.len();
            format!("{turn} one of {count} results, of total weight {total}\n{}", listed(&list))
        }
        Due::Simultaneous(choices) => {
            let of = |(seat, legal): &(Seat, Vec<String>)| {
                format!("{}: {}", session.seat_name(*seat), moves(legal))
            };
            format!("{turn}\n{}", choices.iter().map(of).joined("\n"))
        }
        Due::Over(_) => turn,
    };
    let due = wrapped(&due, width);
    let board = match drawn {
        Some(drawn) => format!("{DRAWN}:\n{}", words::board(drawn)),
        None => words::board(session),
    };
    format!("{game}\n{}\n{board}\n{due}", session.position())
}

/// How many moves are legal, and which.
fn moves(legal: &[String]) -> String {
    format!("{}\n{}", english::counted(legal.len() as u64, "legal move"), listed(legal))
}
