//! Games in progress.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use torneo_contract::session::{Due, Session};
use torneo_contract::{Seat, Turn};
use torneo_picture::{Style, Theme};
use torneo_registry::AnyGame;

use crate::errors;
use crate::game::Game;

/// A game in progress. `play` changes it; `copy` makes another one.
#[pyclass(module = "torneo")]
pub struct State {
    pub game: Arc<dyn AnyGame>,
    pub session: Box<dyn Session>,
    /// The position that it began with, unless that is the start.
    pub begin: Option<String>,
    /// The tokens since then.
    pub record: Vec<String>,
}

impl State {
    /// A game from its start.
    pub fn new(game: Arc<dyn AnyGame>) -> State {
        State { session: game.session(), game, begin: None, record: Vec::new() }
    }

    /// A game from a position.
    pub fn at(game: Arc<dyn AnyGame>, text: &str) -> PyResult<State> {
        let mut state = State { begin: Some(text.to_owned()), ..State::new(game) };
        state.session.set_position(text).map_err(|error| errors::of_position(&error))?;
        Ok(state)
    }

    /// The seats that have to choose.
    pub fn choosing(&self) -> Vec<Seat> {
        self.session.turn().choosers().iter().collect()
    }
}

/// A token, or the choices of the choosing seats in seat order.
#[derive(FromPyObject)]
pub enum Choice {
    Token(String),
    Joint(Vec<String>),
}

/// What is pickled of a state: the game, the position that it began with, and the tokens since.
type Pickled = (String, Option<String>, Vec<String>);

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { game: self.game.clone() }
    }

    /// Whose turn it is: "seat" (one decides), "chance", "together" (several choose, none knowing the others' choice) or "over".
    #[getter]
    fn turn(&self) -> &'static str {
        match self.session.turn() {
            Turn::Seat(_) => "seat",
            Turn::Chance => "chance",
            Turn::Simultaneous(_) => "together",
            Turn::Over => "over",
        }
    }

    /// The seat that decides, counted from 0; None at other turns.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.session.turn() {
            Turn::Seat(seat) => Some(seat.index()),
            _ => None,
        }
    }

    /// The seats that are to choose: one, several at the same time, or none.
    #[getter]
    fn seats_to_choose(&self) -> Vec<usize> {
        self.choosing().into_iter().map(Seat::index).collect()
    }

    /// The legal tokens of a seat, in the documented order; of chance at its turns. Where several seats choose at the same
    /// time `seat` says which (ValueError without it); a seat that does not choose has none.
    #[pyo3(signature = (seat = None))]
    fn legal(&self, seat: Option<usize>) -> PyResult<Vec<String>> {
        match self.session.due() {
            Due::Seat(own, legal) => {
                Ok(if seat.is_none_or(|seat| seat == own.index()) { legal } else { Vec::new() })
            }
            Due::Chance(results) if seat.is_none() => Ok(results.into_iter().map(|(text, _)| text).collect()),
            Due::Simultaneous(choices) => {
                let Some(seat) = seat else {
                    let seats = self.seats_to_choose();
                    return Err(PyValueError::new_err(format!(
                        "seats {seats:?} choose at the same time: give one"
                    )));
                };
                let found = choices.into_iter().find(|(chooser, _)| chooser.index() == seat);
                Ok(found.map(|(_, legal)| legal).unwrap_or_default())
            }
            Due::Chance(_) | Due::Over(_) => Ok(Vec::new()),
        }
    }

    /// The results of a chance turn with their exact probabilities: a list of (token, fractions.Fraction); empty at other turns.
    fn chance<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let Due::Chance(results) = self.session.due() else { return Ok(Vec::new()) };
        let total: u128 = results.iter().map(|(_, weight)| u128::from(*weight)).sum();
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        results.into_iter().map(|(text, weight)| Ok((text, fraction.call1((weight, total))?))).collect()
    }

    /// Plays one ply: a token as `legal` lists them; at a turn of several seats the token of the joint choice, or a list of
    /// their tokens in seat order. Raises `IllegalMove`; the state stays as it is.
    fn play(&mut self, py: Python<'_>, token: Choice) -> PyResult<()> {
        let token = match token {
            Choice::Token(token) => token,
            Choice::Joint(choices) => self.session.join(&choices),
        };
        self.session.play(&token).map_err(|error| errors::of_move(py, error))?;
        self.record.push(token);
        Ok(())
    }

    /// The same game at the same point; the two go on independently.
    fn copy(&self) -> State {
        State {
            game: self.game.clone(),
            session: self.session.copy(),
            begin: self.begin.clone(),
            record: self.record.clone(),
        }
    }

    fn __copy__(&self) -> State {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> State {
        self.copy()
    }

    /// The position as one line; `Game.position` reads it.
    #[getter]
    fn text(&self) -> String {
        self.session.position()
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.session.turn() == Turn::Over
    }

    /// The score of each seat, 0 to 1, all adding up to 1; None before the end.
    #[getter]
    fn scores(&self) -> Option<Vec<f64>> {
        self.session.outcome().map(|outcome| outcome.scores.to_vec())
    }

    /// The points of each seat in the game's own unit; None before the end, and where the game has none.
    #[getter]
    fn points(&self) -> Option<Vec<f64>> {
        self.session.outcome().and_then(|outcome| outcome.points).map(|points| points.to_vec())
    }

    /// Why the game ended, such as "won" or "repetition"; None before the end.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.session.outcome().map(|outcome| outcome.reason)
    }

    /// Plies played since the start, or since the position that it began with.
    #[getter]
    fn plies(&self) -> usize {
        self.record.len()
    }

    /// The tokens played since then, separated by blanks.
    #[getter]
    fn record(&self) -> String {
        self.record.join(" ")
    }

    /// A picture of the board as SVG. `size`: its width in pixels; `theme`: "auto", "light" or "dark".
    #[pyo3(signature = (size = torneo_picture::SIZE, theme = "auto"))]
    fn svg(&self, size: u32, theme: &str) -> PyResult<String> {
        let theme = match theme {
            "auto" => Theme::Auto,
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            other => {
                let message = format!("`{other}` is no theme: expected auto, light or dark");
                return Err(PyValueError::new_err(message));
            }
        };
        let style = Style { size, theme, ..Style::default() };
        Ok(torneo_picture::svg(&self.session.board(), &self.session.scene(), style))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(360, "light")
    }

    fn __str__(&self) -> String {
        self.session.draw()
    }

    fn __repr__(&self) -> String {
        format!("<torneo.State of {}: {}>", self.game.canonical(), self.session.position())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.import("torneo")?.getattr("_restore")?;
        Ok((restore, (self.game.canonical().to_owned(), self.begin.clone(), self.record.clone())))
    }
}
