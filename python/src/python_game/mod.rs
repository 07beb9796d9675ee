//! Games that are Python classes.
//!
//! An instance of the class is a state. `rules.rs` has what is known of a class with its options set. `calls.rs` calls the methods
//! of a state, and `node.rs` has a position with what they said of it. `failure.rs` has what goes wrong, and `register.rs` the way into the registry.

mod calls;
pub mod failure;
mod node;
mod register;
mod rules;

use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use rand_core::Rng;
use torneo_contract::mixer::hash_of;
use torneo_contract::scene::{Area, AreaKind, Board, Glyph, Item, Place, Places, Scene};
use torneo_contract::scenery::lay_out;
use torneo_contract::{
    Field, Game, Heuristics, Kind, Notation, Outcome, PositionError, Scenery, Scratch, Seat, SeatName,
    Solving, Turn, TurnKinds, random, reason,
};

pub use register::{conformance, is_python, main, names_python, on_one_thread, register_game};

use calls::{number, returned};
use node::{Position, Token};
use rules::Rules;

/// A game in Python with its options set. `WIDE` games may have chance, several seats that choose together, and more than two
/// seats; for the others engines are compiled that cannot do with these.
#[derive(Clone)]
pub struct PythonGame<const WIDE: bool>(Arc<Rules>);

impl<const WIDE: bool> Game for PythonGame<WIDE> {
    type Position = Position;
    type Action = Token;

    const TURNS: TurnKinds = TurnKinds { decision: true, chance: WIDE, simultaneous: WIDE };
    const MANY_SEATS: bool = WIDE;

    fn seats(&self) -> usize {
        self.0.seats
    }

    fn max_plies(&self) -> Option<u64> {
        self.0.max_plies
    }

    fn start(&self) -> Position {
        self.0.start.clone()
    }

    fn turn(&self, position: &Position) -> Turn {
        position.0.turn
    }

    fn actions(&self, position: &Position, seat: Seat, actions: &mut Vec<Token>) {
        actions.extend_from_slice(position.0.of_seat(seat));
    }

    fn chance(&self, position: &Position, outcomes: &mut Vec<(Token, u64)>) {
        outcomes.extend_from_slice(&position.0.chance);
    }

    fn apply(&self, position: &mut Position, action: Token) {
        *position = self.0.after(position, &[action], false);
    }

    fn apply_simultaneous(&self, position: &mut Position, joint: &[Token]) {
        *position = self.0.after(position, joint, true);
    }

    fn outcome(&self, position: &Position) -> Outcome {
        let outcome = position.0.outcome.clone();
        outcome.unwrap_or_else(|| Outcome::draw(self.0.seats, reason::DRAWN))
    }

    fn hash(&self, position: &Position) -> u64 {
        hash_of(&self.0.text(position))
    }

    fn random_action<R: Rng>(
        &self,
        position: &Position,
        seat: Seat,
        rng: &mut R,
        _: &mut Scratch<Token>,
    ) -> Token {
        let legal = position.0.of_seat(seat);
        legal[random::below(rng, legal.len())]
    }

    fn chance_at(&self, position: &Position, word: u64, _: &mut Scratch<Token>) -> Token {
        random::pick_weighted(word, &position.0.chance)
    }

    fn count_actions(&self, position: &Position, seat: Seat, _: &mut Scratch<Token>) -> usize {
        position.0.of_seat(seat).len()
    }
}

impl<const WIDE: bool> Notation for PythonGame<WIDE> {
    fn seat_name(&self, seat: Seat) -> SeatName {
        self.0.seat_names[seat.index()].into()
    }

    fn write_action(&self, _position: &Position, action: Token, text: &mut String) {
        text.push_str(action.0);
    }

    fn parse_action(&self, _position: &Position, text: &str, legal: &[Token]) -> Option<Token> {
        legal.iter().copied().find(|action| action.0 == text)
    }

    fn position_text(&self, position: &Position) -> String {
        self.0.text(position).to_owned()
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        self.0.parse(text)
    }

    fn kinds(&self) -> &[Kind] {
        &self.0.kinds
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        if self.0.has.pieces {
            self.0.pieces(position, on);
        }
    }

    fn fields(&self, position: &Position, fields: &mut Vec<Field>) {
        if self.0.has.fields {
            self.0.fields(position, fields);
        }
    }
}

impl<const WIDE: bool> PythonGame<WIDE> {
    /// The site that a token names.
    fn site(&self, action: Token) -> Option<Place> {
        self.0.sites.get(action.0).map(|site| Place::site(*site))
    }

    /// The actions that somebody may enter now.
    fn due<'a>(&self, position: &'a Position, seat: Option<Seat>) -> Vec<&'a str> {
        match seat.or_else(|| position.0.turn.choosers().iter().next()) {
            Some(seat) => position.0.of_seat(seat).iter().map(|token| token.0).collect(),
            None => position.0.chance.iter().map(|(token, _)| token.0).collect(),
        }
    }
}

impl<const WIDE: bool> Scenery for PythonGame<WIDE> {
    fn board(&self) -> Board {
        self.0.board.clone()
    }

    /// What is listed, and the actions that name no site as a row of words.
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::default();
        let due = self.due(position, None);
        let words: Vec<&str> = match self.0.actions.is_empty() {
            true => due,
            false => self.0.words().collect(),
        };
        if words.iter().any(|word| !self.0.sites.contains_key(*word)) {
            let area = scene.area(Area::new("action", AreaKind::Choices, words.len()));
            for (slot, word) in words.iter().enumerate() {
                scene.put(Item::new(Place::slot(area, slot), Glyph::Text((*word).to_owned())));
            }
        }
        scene = lay_out(scene, self, position);
        if !self.0.has.pieces && !self.0.has.fields {
            scene.caption = self.0.text(position).to_owned();
        }
        scene
    }

    fn clicks(&self, position: &Position, seat: Option<Seat>, action: Token) -> Places {
        let place = self.site(action).unwrap_or_else(|| {
            let slot = match self.0.actions.is_empty() {
                true => self.due(position, seat).iter().position(|word| *word == action.0),
                false => self.0.words().position(|word| word == action.0),
            };
            Place::slot(0, slot.unwrap_or(0))
        });
        Places::from_slice(&[place])
    }
}

impl<const WIDE: bool> Heuristics for PythonGame<WIDE> {
    fn evaluate(&self, position: &Position, seat: Seat) -> Option<i32> {
        if !self.0.has.evaluate {
            return None;
        }
        Python::attach(|py| {
            let state = position.0.state.bind(py);
            let value = state.call_method1(intern!(py, "evaluate"), (seat.index(),));
            let read = value.map_err(Into::into).and_then(|value| match number(&value) {
                Some(number) if number.is_finite() => Ok(number.round().clamp(-1e6, 1e6) as i32),
                _ => Err(returned(&value, "a number from -1000000 to 1000000")),
            });
            Some(read.unwrap_or_else(|wrong| {
                self.0.fail(py, &format!("evaluate({seat})"), wrong);
                0
            }))
        })
    }
}

impl<const WIDE: bool> Solving for PythonGame<WIDE> {}
