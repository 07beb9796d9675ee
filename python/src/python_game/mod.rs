//! Games that are Python classes.
//!
//! An instance of the class is a state. `rules.rs` has what is known of a class with its options set. `calls.rs` calls the methods
//! of a state, and `node.rs` has a position with what they said of it. `tensor.rs` has what classes give learners themselves, and
//! `interchange.rs` what they tell UCI programs. `failure.rs` has what goes wrong, and `register.rs` the way into the registry.

mod calls;
pub mod failure;
mod interchange;
mod node;
mod register;
mod rules;
pub mod tensor;

use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use rand_core::Rng;
use torneo_contract::mixer::hash_of;
use torneo_contract::scene::{Area, AreaKind, Board, Glyph, Item, Place, Places, Scene};
use torneo_contract::scenery::lay_out;
use torneo_contract::session::{self, Session};
use torneo_contract::{
    Exchange, Field, Game, Heuristics, Kind, Notation, Outcome, PositionError, Scenery, Scratch, Seat,
    SeatName, Solving, Turn, TurnKinds, random, reason,
};

pub use failure::Whose;
pub use register::{
    add_games, bound, conformance, is_python, main, names_python, on_one_thread, register_game,
};

use calls::{number, returned};
use node::{Position, Token};
use rules::Rules;

/// A game in Python with its options set. `WIDE` games may have chance, several seats that choose together, and more than two
/// seats; for the others engines are compiled that cannot do with these.
#[derive(Clone)]
pub struct PythonGame<const WIDE: bool> {
    rules: Arc<Rules>,
    /// Who is told of failures.
    whose: Whose,
}

impl<const WIDE: bool> Game for PythonGame<WIDE> {
    type Position = Position;
    type Action = Token;

    const TURNS: TurnKinds = TurnKinds { decision: true, chance: WIDE, simultaneous: WIDE };
    const MANY_SEATS: bool = WIDE;

    fn seats(&self) -> usize {
        self.rules.seats
    }

    fn max_plies(&self) -> Option<u64> {
        self.rules.max_plies
    }

    fn start(&self) -> Position {
        self.rules.start.clone()
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
        *position = self.rules.after(&self.whose, position, &[action], false);
    }

    fn apply_simultaneous(&self, position: &mut Position, joint: &[Token]) {
        *position = self.rules.after(&self.whose, position, joint, true);
    }

    fn outcome(&self, position: &Position) -> Outcome {
        let outcome = position.0.outcome.clone();
        outcome.unwrap_or_else(|| Outcome::draw(self.rules.seats, reason::DRAWN))
    }

    fn hash(&self, position: &Position) -> u64 {
        hash_of(&self.rules.text(&self.whose, position))
    }

    /// Where the class has a history, the state that its text gives has none yet.
    fn forget_history(&self, position: &mut Position) {
        if self.rules.has.history
            && let Ok(fresh) = self.rules.parse(&self.whose, self.rules.text(&self.whose, position))
        {
            *position = fresh;
        }
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
    const INTERCHANGE: Option<Exchange<Self>> = Self::EXCHANGE;

    fn seat_name(&self, seat: Seat) -> SeatName {
        self.rules.seat_names[seat.index()].into()
    }

    fn write_action(&self, position: &Position, action: Token, text: &mut String) {
        text.push_str(position.0.token(&action));
    }

    fn parse_action(&self, _position: &Position, text: &str, legal: &[Token]) -> Option<Token> {
        let action = Token::of(text);
        legal.contains(&action).then_some(action)
    }

    fn position_text(&self, position: &Position) -> String {
        self.rules.text(&self.whose, position).to_owned()
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        self.rules.parse(&self.whose, text)
    }

    fn kinds(&self) -> &[Kind] {
        &self.rules.kinds
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        if self.rules.has.pieces {
            self.rules.pieces(&self.whose, position, on);
        }
    }

    fn fields(&self, position: &Position, fields: &mut Vec<Field>) {
        if self.rules.has.fields {
            self.rules.fields(&self.whose, position, fields);
        }
    }
}

/// Whether a game in Python has a history beside its texts.
pub fn has_history(session: &dyn Session) -> bool {
    fn of<const WIDE: bool>(session: &dyn Session) -> bool {
        session::Typed::<PythonGame<WIDE>>::of(session)
            .is_some_and(|typed| typed.game_and_position().0.rules.has.history)
    }
    of::<true>(session) || of::<false>(session)
}

impl<const WIDE: bool> PythonGame<WIDE> {
    /// The actions that somebody may enter now: the first chooser, unless another one is named; or the results of chance.
    fn due<'a>(&self, position: &'a Position, seat: Option<Seat>) -> Vec<&'a Token> {
        match seat.or_else(|| position.0.turn.choosers().iter().next()) {
            Some(seat) => position.0.of_seat(seat).iter().collect(),
            None => position.0.chance.iter().map(|(token, _)| token).collect(),
        }
    }

    /// Whether what may be entered has its place among all actions; else only what is due is shown.
    fn shows_all(&self, position: &Position) -> bool {
        !self.rules.actions.is_empty() && position.0.turn != Turn::Chance
    }
}

impl<const WIDE: bool> Scenery for PythonGame<WIDE> {
    fn board(&self) -> Board {
        self.rules.board.clone()
    }

    /// What is listed, and the actions that name no site as a row of words.
    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::default();
        let due = self.due(position, None);
        let words: Vec<&str> = match self.shows_all(position) {
            true => self.rules.words().collect(),
            false => due.iter().map(|action| position.0.token(action)).collect(),
        };
        if words.iter().any(|word| !self.rules.sites.contains_key(&Token::of(word))) {
            let area = scene.area(Area::new("action", AreaKind::Choices, words.len()));
            for (slot, word) in words.iter().enumerate() {
                scene.put(Item::new(Place::slot(area, slot), Glyph::Text((*word).to_owned())));
            }
        }
        scene = lay_out(scene, self, position);
        if !self.rules.has.pieces && !self.rules.has.fields {
            scene.caption = self.rules.text(&self.whose, position).to_owned();
        }
        scene
    }

    fn clicks(&self, position: &Position, seat: Option<Seat>, action: Token) -> Places {
        let place = self.rules.sites.get(&action).map(|site| Place::site(*site)).unwrap_or_else(|| {
            let slot = match self.shows_all(position) {
                true => self.rules.listed.get(&action).copied(),
                false => self.due(position, seat).iter().position(|due| **due == action),
            };
            // What is not legal here has a place that nothing else has.
            Place::slot(0, slot.unwrap_or_else(|| self.rules.listed.len().max(position.0.chance.len())))
        });
        Places::from_slice(&[place])
    }
}

impl<const WIDE: bool> Heuristics for PythonGame<WIDE> {
    fn evaluate(&self, position: &Position, seat: Seat) -> Option<i32> {
        if !self.rules.has.evaluate {
            return None;
        }
        let of = self.whose.call();
        Python::attach(|py| {
            let state = position.0.state.bind(py);
            if state.is_none() {
                return Some(0);
            }
            let _inside = of.enter(py);
            let value = state.call_method1(intern!(py, "evaluate"), (seat.index(),));
            let read = value.map_err(Into::into).and_then(|value| match number(&value) {
                Some(number) if number.is_finite() => Ok(number.round().clamp(-1e6, 1e6) as i32),
                _ => Err(returned(&value, "a number from -1000000 to 1000000")),
            });
            Some(read.unwrap_or_else(|wrong| {
                self.rules.fail(py, &self.whose, &format!("evaluate({seat})"), wrong);
                0
            }))
        })
    }
}

impl<const WIDE: bool> Solving for PythonGame<WIDE> {}
