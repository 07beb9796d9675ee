//! `torneo bestmove`.

use clap::Args;
use serde_json::{Value, json};
use torneo_contract::{Seat, SpecError, Turn, refuse_if};
use torneo_registry::advice::{Advice, Adviser};
use torneo_registry::{AnyGame, EngineSpec, Registry, Stop};

use super::{game, open, print, print_json};
use crate::Failure;

/// Ask an engine for its move.
#[derive(Args)]
#[command(after_help = "Examples: torneo bestmove hnefatafl --engine \"alpha-beta(depth=4)\" --lines 3
          torneo bestmove three-mens-morris --moves \"@b2 @a1\" --engine \"mcts(sims=1000)\" --json")]
pub struct BestMove {
    /// A game, such as `hnefatafl` or `lanza(players=3)`
    #[arg(value_name = "GAME")]
    game: String,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Moves to play first: tokens separated by blanks, results of chance and joint choices included
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// The engine
    #[arg(long, value_name = "SPEC")]
    engine: String,
    /// Seed of the engine
    #[arg(long, default_value_t = 1283)]
    seed: u64,
    /// How many moves get a value, where the engine compares them
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,
    /// Print JSON: an object, or a list of them where several seats choose at the same time
    #[arg(long)]
    json: bool,
}

/// A seat with what the engine would play there.
type Advised = (Seat, Advice);

impl BestMove {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let game = game(registry, &self.game)?;
        let spec = registry.engine(&self.engine).map_err(|error| of_engine(&error))?;
        self.check_history(&spec)?;
        let mut session = open(&*game, self.position.as_deref())?;
        if let Some(moves) = &self.moves {
            session.follow_all(moves).map_err(|(number, error)| super::show::illegal(number, &error))?;
        }
        session.play_on();
        let (seats, simultaneous) = match session.turn() {
            Turn::Seat(seat) => (vec![seat], false),
            Turn::Simultaneous(seats) => (seats.iter().collect(), true),
            Turn::Chance => return Err(no_choice("chance is to draw: add its result to --moves")),
            Turn::Over => return Err(no_choice("the game is over")),
        };
        let advise = |seat| Ok((seat, self.advise(&*game, &spec, seat)?));
        let advice = seats.into_iter().map(advise).collect::<Result<Vec<Advised>, Failure>>()?;
        let position = session.position();
        if self.json {
            let object = |one: &Advised| json(game.canonical(), &position, &spec.canonical(), one);
            match &advice[..] {
                [one] if !simultaneous => print_json(&object(one)),
                all => print_json(&all.iter().map(object).collect::<Vec<_>>()),
            }
            return Ok(());
        }
        for one in &advice {
            print(&text(&*game, one));
        }
        Ok(())
    }

    /// An engine that knows a position only by its plies cannot be asked about another beginning.
    fn check_history(&self, spec: &EngineSpec) -> Result<(), Failure> {
        let needs_history = spec.text_engine().is_some_and(|engine| engine.needs_history());
        let why = "the protocol of this engine has no positions, only moves from the start";
        refuse_if!(needs_history && self.position.is_some(), "argument --position: {why}");
        Ok(())
    }

    fn advise(&self, game: &dyn AnyGame, spec: &EngineSpec, seat: Seat) -> Result<Advice, Failure> {
        let mut adviser = game.adviser(spec, Stop::default()).map_err(|error| of_engine(&error))?;
        adviser.begin(seat, self.seed);
        follow(&mut adviser, self.position.as_deref(), self.moves.as_deref());
        adviser.advise(self.lines.into()).map_err(|fault| {
            Failure::run(format!("the engine {} failed: {}: {fault}", spec.canonical(), fault.reason))
        })
    }
}

/// Leads an adviser through a game that has been played before.
fn follow(adviser: &mut Adviser, position: Option<&str>, moves: Option<&str>) {
    if let Some(position) = position {
        adviser.set_position(position).expect("the position was read before");
    }
    for token in moves.unwrap_or_default().split_whitespace() {
        adviser.follow(token).expect("the moves were played before");
    }
    adviser.play_on();
}

fn of_engine(error: &SpecError) -> Failure {
    Failure::argument("--engine", error)
}

fn no_choice(why: &str) -> Failure {
    Failure::input(format!("argument <GAME>: no seat chooses here: {why}"))
}

fn json(game: &str, position: &str, engine: &str, (seat, advice): &Advised) -> Value {
    let candidates = advice.candidates.iter();
    let candidates = candidates.map(|one| json!({"move": one.token, "value": one.value, "nodes": one.nodes}));
    let mut object = json!({
        "game": game,
        "position": position,
        "engine": engine,
        "seat": seat.index(),
        "move": advice.token,
        "value": advice.value,
        "pv": advice.line,
        "nodes": advice.nodes,
        "candidates": candidates.collect::<Vec<_>>(),
    });
    if !advice.mixture.is_empty() {
        let mixture = advice.mixture.iter();
        let mixture = mixture.map(|(token, probability)| json!({"move": token, "probability": probability}));
        object["mixture"] = mixture.collect();
    }
    object
}

/// The advice for people; values are expected scores.
pub fn text(game: &dyn AnyGame, (seat, advice): &Advised) -> String {
    let value = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    let depth = advice.depth.map_or(String::new(), |depth| format!(", depth {depth}"));
    let drawn = advice.mixture.iter().find(|(token, _)| *token == advice.token);
    let drawn = drawn.map_or(String::new(), |(_, share)| {
        format!(", drawn of {} with probability {share:.3}", advice.mixture.len())
    });
    let mut text = format!(
        "{}: {}, expected score {}, {} nodes{depth}{drawn}\nline: {}",
        game.seat_name(*seat),
        advice.token,
        value(advice.value),
        advice.nodes,
        advice.line.join(" ")
    );
    if advice.candidates.len() > 1 {
        for one in &advice.candidates {
            text += &format!("\n    {} {} ({} nodes)", value(one.value), one.token, one.nodes);
        }
    }
    text
}
