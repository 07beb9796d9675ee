//! Games in progress.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use torneo_contract::session::{Due, Session};
use torneo_contract::{Seat, Turn, refuse_if};
use torneo_encoding::{Form, Object};
use torneo_picture::{Style, Theme};
use torneo_registry::AnyGame;

use crate::choice::Choice;
use crate::encoding::Encoding;
use crate::environment::{observed, word_of};
use crate::errors::{self, IllegalMove, seat_of};
use crate::game::Game;
use crate::playouts::play_out;
use crate::python_game::failure;
use crate::table::Table;

/// A game in progress, played by tokens or by integers. `play` changes it; `copy` makes another one.
///
/// Integers and arrays are those of `torneo.encoding`. Two states are equal if they are of the same game and stand at
/// the same position, what repetition rules remember included.
#[pyclass(module = "torneo")]
pub struct State {
    pub table: Table,
}

impl State {
    /// A game from its start.
    pub fn new(game: Arc<dyn AnyGame>, form: Form) -> State {
        State { table: Table::new(game, form) }
    }

    /// A game from a position.
    pub fn at(game: Arc<dyn AnyGame>, form: Form, text: &str) -> PyResult<State> {
        let table = Table::at(game, form, text);
        failure::check()?;
        Ok(State { table: table.map_err(|error| errors::of_position(&error))? })
    }

    /// The seats that have to choose.
    pub fn choosing(&self) -> Vec<Seat> {
        self.session().turn().choosers().iter().collect()
    }

    fn session(&self) -> &dyn Session {
        self.table.session()
    }

    /// The seat whose integers are meant: the one that is named, or the first that has still something to enter. None at turns of
    /// chance and at the end.
    fn chooser(&mut self, py: Python<'_>, seat: Option<usize>) -> PyResult<Option<Seat>> {
        let seats = self.session().seats();
        let first = self.table.environment(py).choosers().next();
        seat.map_or(Ok(first), |seat| seat_of(seat, seats).map(Some))
    }

    /// Plays one integer: a step of a seat, or the result of chance with this number.
    fn enter(&mut self, py: Python<'_>, action: usize, seat: Option<usize>) -> PyResult<()> {
        let chooser = self.chooser(py, seat)?;
        let environment = self.table.environment(py);
        let Some(seat) = chooser else {
            if environment.draw_result(action) {
                self.table.note(std::iter::once(action).collect());
                return failure::check();
            }
            return Err(IllegalMove::new_err(match self.session().turn() {
                Turn::Chance => format!("chance has no result {action} here"),
                _ => "the game is over".to_owned(),
            }));
        };
        let made = environment.step(seat, action);
        if let Some(numbers) = made.map_err(|error| IllegalMove::new_err(error.to_string()))? {
            self.table.note(numbers);
        }
        failure::check()
    }
}

/// What is pickled of a state: the game, the position that it began with, the tokens since, and the encoding unless it is the usual one.
type Pickled = (Game, Option<String>, Vec<String>, Option<Encoding>);

#[pymethods]
#[expect(
    clippy::wrong_self_convention,
    reason = "integers need the encoding, which is made when they are first asked for"
)]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { game: self.table.game.clone() }
    }

    /// Whose turn it is: "seat" (one decides), "chance", "together" (several choose, none knowing the others' choice) or "over".
    #[getter]
    fn turn(&self) -> &'static str {
        word_of(self.session().turn())
    }

    /// The seat that decides, counted from 0; None at other turns.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.session().turn() {
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
        match self.session().due() {
            Due::Seat(own, legal) => {
                Ok(if seat.is_none_or(|seat| seat == own.index()) { legal } else { Vec::new() })
            }
            Due::Chance(results) if seat.is_none() => Ok(results.into_iter().map(|(text, _)| text).collect()),
            Due::Simultaneous(choices) => {
                let Some(seat) = seat else {
                    let seats = self.seats_to_choose();
                    return Err(value_error!("seats {seats:?} choose at the same time: give one"));
                };
                let found = choices.into_iter().find(|(chooser, _)| chooser.index() == seat);
                Ok(found.map(|(_, legal)| legal).unwrap_or_default())
            }
            Due::Chance(_) | Due::Over(_) => Ok(Vec::new()),
        }
    }

    /// The results of a chance turn with their exact probabilities: a list of (token, fractions.Fraction); empty at other turns.
    fn chance<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let Due::Chance(results) = self.session().due() else { return Ok(Vec::new()) };
        let total: u128 = results.iter().map(|(_, weight)| u128::from(*weight)).sum();
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        results.into_iter().map(|(text, weight)| Ok((text, fraction.call1((weight, total))?))).collect()
    }

    /// Plays a token as `legal` lists them; at a turn of several seats the token of the joint choice, or a list of their tokens
    /// in seat order. Or plays an integer as `actions` lists them, or several one after the other: of `seat`, else of the first
    /// seat that has still something to enter. Raises `IllegalMove`; what stood before the first refused one stays.
    #[pyo3(signature = (choice, seat = None))]
    fn play(&mut self, py: Python<'_>, choice: Choice, seat: Option<usize>) -> PyResult<()> {
        let token = match choice {
            Choice::Action(action) => return self.enter(py, action, seat),
            Choice::Actions(actions) => {
                return actions.into_iter().try_for_each(|action| self.enter(py, action, seat));
            }
            Choice::Token(token) => token,
            Choice::Joint(choices) => self.session().join(&choices),
        };
        refuse_if!(self.table.is_in_between(), errors::in_between());
        self.table.play(token).map_err(|error| errors::of_move(py, error))?;
        failure::check()
    }

    /// How the game becomes integers and arrays.
    #[getter]
    fn encoding(&self, py: Python<'_>) -> Encoding {
        Encoding::of(py, &self.table.game, self.table.form)
    }

    /// The integers that may be played now, ascending: an array of int64. Of `seat`, else of the first seat that has still something
    /// to enter. At turns of chance they are the numbers of the results in the order of `chance`. Empty at the end.
    #[pyo3(signature = (seat = None))]
    fn actions<'py>(&mut self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let chooser = self.chooser(py, seat)?;
        let actions = match chooser {
            Some(seat) => self.table.environment(py).legal_as(seat, i64::from),
            None => (0..self.session().weights().len() as i64).collect(),
        };
        Ok(PyArray1::from_slice(py, &actions))
    }

    /// Which integers may be played now, `(encoding.actions,)` of bool: those of `actions(seat)`; none at turns of chance. `factored`:
    /// instead a mask for each head, as `encoding.head_masks` has them.
    #[pyo3(signature = (seat = None, factored = false))]
    fn mask<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<usize>,
        factored: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let chooser = self.chooser(py, seat)?;
        let environment = self.table.environment(py);
        let mut mask = vec![false; environment.encoding().codec().size()];
        if let Some(seat) = chooser {
            environment.for_each_legal(seat, |action| mask[action] = true);
        }
        let mask = PyArray1::from_vec(py, mask).into_any();
        if factored { self.encoding(py).head_masks(&mask)?.into_bound_py_any(py) } else { Ok(mask) }
    }

    /// What a seat sees: float32 with the shape of the encoding. Without `seat` the first seat that has still something to enter, or
    /// seat 0.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let seat = self.chooser(py, seat)?.unwrap_or(Seat::FIRST);
        observed(py, self.table.environment(py), seat)
    }

    /// The things on the sites as a seat sees them, for tables without rows and columns: float32 `(things, 5)`. The columns are the
    /// kind, a number in `encoding.kinds`; the owner: 0 own, 1 the next seat, -1 nobody; x and y in distances of neighbours, y downwards;
    /// and the turn in degrees clockwise. Without `seat` as for `observe`.
    #[pyo3(signature = (seat = None))]
    fn objects<'py>(&mut self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let seat = self.chooser(py, seat)?.unwrap_or(Seat::FIRST);
        let environment = self.table.environment(py);
        let objects = environment.encoding().objects().of(environment.session(), seat);
        failure::check()?;
        let row = |object: &Object| {
            let owner = object.owner.map_or(-1.0, |owner| owner as f32);
            [object.kind as f32, owner, object.x, object.y, f32::from(object.turn)]
        };
        let numbers: Vec<f32> = objects.iter().flat_map(row).collect();
        PyArray1::from_vec(py, numbers).reshape([objects.len(), 5])
    }

    /// The integer that plays a token of `seat`, else of the seat to choose. Raises `IllegalMove` for a token that is not legal, and
    /// `ValueError` if the token takes several integers, which `to_actions` lists.
    #[pyo3(signature = (token, seat = None))]
    fn to_action(&mut self, py: Python<'_>, token: &str, seat: Option<usize>) -> PyResult<usize> {
        match self.to_actions(py, token, seat)?[..] {
            [action] => Ok(action),
            ref actions => Err(value_error!("`{token}` takes several integers: {actions:?}")),
        }
    }

    /// The integers that play a token, one after the other: one, where a token takes no more. Raises as `to_action`.
    #[pyo3(signature = (token, seat = None))]
    fn to_actions(&mut self, py: Python<'_>, token: &str, seat: Option<usize>) -> PyResult<Vec<usize>> {
        let actions = match self.chooser(py, seat)? {
            Some(chooser) => self.table.environment(py).steps_of(chooser, token),
            None => {
                let results = self.session().legal_tokens().concat();
                results.iter().position(|result| result == token).map(|number| vec![number])
            }
        };
        actions.ok_or_else(|| IllegalMove::new_err(format!("`{token}` is not legal here")))
    }

    /// The token that an integer of `seat` completes, else of the seat to choose; None if the action takes more integers.
    /// Raises `IllegalMove` for an integer that is not legal.
    #[pyo3(signature = (action, seat = None))]
    fn to_token(&mut self, py: Python<'_>, action: usize, seat: Option<usize>) -> PyResult<Option<String>> {
        let refused = || IllegalMove::new_err(format!("action {action} is not legal here"));
        let Some(chooser) = self.chooser(py, seat)? else {
            let result = self.session().legal_tokens().concat().into_iter().nth(action);
            return result.map(Some).ok_or_else(refused);
        };
        let environment = self.table.environment(py);
        let mut is_legal = false;
        environment.for_each_legal(chooser, |legal| is_legal |= legal == action);
        if is_legal { Ok(environment.token(chooser, action)) } else { Err(refused()) }
    }

    /// The scores of `n` games that go on uniformly at random from here: float64 `(n, seats)`. A function of the position, `n` and
    /// `seed`, whatever `threads` is (0: all). A game that lasts a million plies more is shared. Ctrl-C stops it.
    #[pyo3(signature = (n, seed = 0, threads = 0))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let scores = play_out(py, &self.table.game, self.session(), n, seed, threads)?;
        failure::check()?;
        let scores = PyArray1::from_vec(py, scores);
        scores.reshape([n, self.session().seats()])
    }

    /// The same game at the same point; the two go on independently.
    fn copy(&self) -> State {
        State { table: self.table.clone() }
    }

    fn __copy__(&self) -> State {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> State {
        self.copy()
    }

    /// The position as one line; `Game.position` reads it.
    #[getter]
    fn text(&self) -> PyResult<String> {
        let text = self.session().position();
        failure::check().map(|()| text)
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.session().turn() == Turn::Over
    }

    /// The score of each seat, 0 to 1, all adding up to 1; None before the end.
    #[getter]
    fn scores(&self) -> Option<Vec<f64>> {
        self.session().outcome().map(|outcome| outcome.scores.to_vec())
    }

    /// The points of each seat in the game's own unit; None before the end, and where the game has none.
    #[getter]
    fn points(&self) -> Option<Vec<f64>> {
        self.session().outcome().and_then(|outcome| outcome.points).map(|points| points.to_vec())
    }

    /// Why the game ended, such as "won" or "repetition"; None before the end.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.session().outcome().map(|outcome| outcome.reason)
    }

    /// Plies played since the start, or since the position that it began with.
    #[getter]
    fn plies(&self) -> usize {
        self.table.plies()
    }

    /// The tokens played since then, separated by blanks.
    #[getter]
    fn record(&mut self) -> String {
        self.table.tokens().join(" ")
    }

    /// A picture of the board as SVG. `size`: its width in pixels; `theme`: "auto", "light" or "dark".
    #[pyo3(signature = (size = torneo_picture::SIZE, theme = "auto"))]
    fn svg(&self, size: u32, theme: &str) -> PyResult<String> {
        let theme = match theme {
            "auto" => Theme::Auto,
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            other => {
                return Err(value_error!("`{other}` is no theme: expected auto, light or dark"));
            }
        };
        let style = Style { size, theme, ..Style::default() };
        Ok(torneo_picture::svg(&self.session().board(), &self.session().scene(), style))
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let caption = format!("{}: {}", self.table.game.canonical(), self.session().position());
        let caption = caption.replace('&', "&amp;").replace('<', "&lt;");
        Ok(format!("<figure>{}<figcaption>{caption}</figcaption></figure>", self.svg(360, "light")?))
    }

    fn __str__(&self) -> String {
        self.session().draw()
    }

    fn __repr__(&self) -> String {
        format!("<torneo.State of {}: {}>", self.table.game.canonical(), self.session().position())
    }

    fn __eq__(&self, other: &State) -> bool {
        let games = self.table.game.canonical() == other.table.game.canonical();
        games
            && !self.table.is_in_between()
            && !other.table.is_in_between()
            && self.session().is_at(other.session())
    }

    fn __hash__(&self) -> u64 {
        torneo_contract::mixer::hash_of(&(self.table.game.canonical(), self.session().position()))
    }

    fn __reduce__<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        refuse_if!(self.table.is_in_between(), errors::in_between());
        let restore = py.import("torneo")?.getattr("_restore")?;
        let begin = self.table.begin().map(str::to_owned);
        let encoding = (self.table.form != Form::default()).then(|| self.encoding(py));
        Ok((restore, (self.game(), begin, self.table.tokens(), encoding)))
    }
}
