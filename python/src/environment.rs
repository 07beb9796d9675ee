//! Games in progress that are played by integers and seen as arrays.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::PyDeprecationWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use torneo_contract::{Outcome, Seat, Turn, refuse_if};
use torneo_encoding as encoding;
use torneo_registry::AnyGame;

use crate::arguments::{Action, Number, Seed};
use crate::encoding::{Encoding, encoding_of};
use crate::errors::{self, IllegalMove, seat_of};
use crate::python_game::is_python;
use crate::state::{State, asked, not_legal, token_not_legal};
use crate::table::Table;
use crate::turns::Turns;

/// A game in progress that is played by integers and seen as arrays.
///
/// With `open_chance` the caller draws the results of chance (`chances`, `draw`). Else they come from the stream of game `number` of
/// the master seed `seed`, a fresh one if it is None. Two threads that change it at the same time are told so (`ConcurrentUse`).
#[pyclass(module = "torneo", frozen)]
pub struct Environment {
    game: Arc<dyn AnyGame>,
    turns: Turns<Inner>,
}

#[derive(Clone)]
struct Inner {
    environment: encoding::Environment,
    made: Made,
    /// The seat and its action, or no seat and a result of chance, of each step since the beginning.
    steps: Vec<(Option<usize>, usize)>,
}

/// What an environment was made of.
#[derive(Clone)]
struct Made {
    /// The game as it stood then.
    table: Table,
    seed: u64,
    number: u64,
    open_chance: bool,
}

/// What is pickled of an environment: what it was made of, and the steps since.
type Pickled = (State, u64, u64, bool, Vec<(Option<usize>, usize)>);

impl Environment {
    fn of(py: Python<'_>, made: Made) -> PyResult<Environment> {
        let drawn = (!made.open_chance).then_some((made.seed, made.number));
        let game = made.table.game.clone();
        let environment = asked(&*game, || {
            let encoding = encoding_of(py, &*game, made.table.form)?;
            Ok(encoding::Environment::at(&encoding, made.table.session().copy(), drawn))
        })?;
        Ok(Environment { game, turns: Turns::new(Inner { environment, made, steps: Vec::new() }) })
    }

    /// Looks at the game; waits for who changes it.
    fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&Inner) -> PyResult<T>) -> PyResult<T> {
        let inner = self.turns.wait(py)?;
        asked(&*self.game, || look(&inner))
    }

    /// Changes the game, or leaves it as it was.
    fn change<T>(&self, py: Python<'_>, change: impl FnOnce(&mut Inner) -> PyResult<T>) -> PyResult<T> {
        let mut inner = self.turns.change(py)?;
        let before = is_python(&*self.game).then(|| inner.clone());
        let done = asked(&*self.game, || change(&mut inner));
        if let (Err(_), Some(before)) = (&done, before) {
            *inner = before;
        }
        done
    }
}

impl Inner {
    fn seat(&self, seat: Number) -> PyResult<Seat> {
        seat_of(seat, self.environment.encoding().seats())
    }

    /// The seat that is meant: the one that is named, or the first that has still something to enter.
    fn chooser(&self, seat: Option<Number>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => Ok(self.environment.choosers().next().unwrap_or(Seat::FIRST)),
        }
    }
}

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (encoding, seed = None, number = 0, open_chance = false))]
    fn new(
        py: Python<'_>,
        encoding: &Encoding,
        seed: Option<Seed>,
        number: u64,
        open_chance: bool,
    ) -> PyResult<Environment> {
        let seed = Seed::or_fresh(seed, py)?;
        let table =
            asked(&*encoding.game, || Ok(Table::new(encoding.game.clone(), encoding.encoding.form())))?;
        Environment::of(py, Made { table, seed, number, open_chance })
    }

    /// A game that goes on where a state stands. `seed`, `number`, `open_chance`: as for an environment.
    #[staticmethod]
    #[pyo3(signature = (state, seed = None, number = 0, open_chance = false))]
    fn at(
        py: Python<'_>,
        state: &State,
        seed: Option<Seed>,
        number: u64,
        open_chance: bool,
    ) -> PyResult<Environment> {
        let table = state.snapshot(py)?;
        refuse_if!(table.is_in_between(), errors::in_between());
        Environment::of(py, Made { table, seed: Seed::or_fresh(seed, py)?, number, open_chance })
    }

    /// The game as it stands now as a state, for engines and tokens; what was entered of an action that is not complete is
    /// left out. Its record begins here.
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        self.look(py, |inner| {
            let Table { game, form, .. } = &inner.made.table;
            Ok(State::of(Table::of(game.clone(), *form, inner.environment.session())))
        })
    }

    /// The seats that still have something to enter, in seat order.
    fn choosers(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.look(py, |inner| Ok(inner.environment.choosers().map(Seat::index).collect()))
    }

    /// Whose turn it is, as `State.turn`.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.look(py, |inner| Ok(word_of(inner.environment.session().turn())))
    }

    /// Whether nothing more can be done.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.look(py, |inner| Ok(inner.environment.is_over()))
    }

    /// Plies played, results of chance included.
    #[getter]
    fn plies(&self, py: Python<'_>) -> PyResult<u64> {
        self.look(py, |inner| Ok(inner.environment.plies()))
    }

    /// What each seat gains: 1 for a sole winner, 0 for a draw of all, adding up to 0; zeros before the end.
    fn returns(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        self.look(py, |inner| Ok(inner.environment.returns().to_vec()))
    }

    /// Why the game ended; None before.
    #[getter]
    fn reason(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        self.look(py, |inner| Ok(inner.environment.outcome().map(|outcome| outcome.reason)))
    }

    /// The points of each seat; None before the end, and where the game has none.
    #[getter]
    fn points(&self, py: Python<'_>) -> PyResult<Option<Vec<f64>>> {
        let points = |outcome: &Outcome| Some(outcome.points.as_ref()?.to_vec());
        self.look(py, |inner| Ok(inner.environment.outcome().and_then(points)))
    }

    /// The actions that a seat may take now, ascending: an array of int64. Without `seat` the first that has still something to enter.
    #[pyo3(signature = (seat = None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Number>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let legal = self.look(py, |inner| Ok(inner.environment.legal_as(inner.chooser(seat)?, i64::from)))?;
        Ok(PyArray1::from_vec(py, legal))
    }

    /// Which actions a seat may take now: bool `(encoding.actions,)`. Without `seat` as for `legal_actions`.
    #[pyo3(signature = (seat = None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Number>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = self.look(py, |inner| inner.mask(seat))?;
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The action that enters a token of `seat`, else of the first seat that has still something to enter; where a token takes several,
    /// the next one. Raises `IllegalMove` for a token that is not legal, or does not go on with what was entered.
    #[pyo3(signature = (token, seat = None))]
    fn encode(&self, py: Python<'_>, token: &str, seat: Option<Number>) -> PyResult<usize> {
        self.look(py, |inner| {
            let action = inner.environment.next_step_of(inner.chooser(seat)?, token);
            action.ok_or_else(|| token_not_legal(token))
        })
    }

    /// The token that an action of `seat` completes, else of the first seat that has still something to enter; None if it does not
    /// complete one. Raises `IllegalMove` for an action that is not legal.
    #[pyo3(signature = (action, seat = None))]
    fn decode(&self, py: Python<'_>, action: Action, seat: Option<Number>) -> PyResult<Option<String>> {
        self.look(py, |inner| {
            let seat = inner.chooser(seat)?;
            let mut is_legal = false;
            inner.environment.for_each_legal(seat, |legal| is_legal |= legal == action.number());
            refuse_if!(!is_legal, not_legal(action, seat));
            Ok(inner.environment.token(seat, action.number()))
        })
    }

    /// Deprecated: `legal_actions`.
    #[pyo3(warn(message = "Environment.legal is deprecated: use Environment.legal_actions", category = PyDeprecationWarning))]
    fn legal(&self, py: Python<'_>, seat: Number) -> PyResult<Vec<usize>> {
        self.look(py, |inner| Ok(inner.environment.legal(inner.seat(seat)?)))
    }

    /// Deprecated: `action_mask`, which is bool; this one is int8.
    #[pyo3(warn(message = "Environment.mask is deprecated: use Environment.action_mask", category = PyDeprecationWarning))]
    fn mask<'py>(&self, py: Python<'py>, seat: Number) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask = self.look(py, |inner| inner.mask(Some(seat)))?;
        Ok(PyArray1::from_iter(py, mask.into_iter().map(i8::from)))
    }

    /// Deprecated: `decode`.
    #[pyo3(warn(message = "Environment.token is deprecated: use Environment.decode", category = PyDeprecationWarning))]
    fn token(&self, py: Python<'_>, seat: Number, action: Action) -> PyResult<Option<String>> {
        self.look(py, |inner| Ok(inner.environment.token(inner.seat(seat)?, action.number())))
    }

    /// Deprecated: `encode`, which gives one action after the other.
    #[pyo3(warn(message = "Environment.actions_of is deprecated: use Environment.encode", category = PyDeprecationWarning))]
    fn actions_of(&self, py: Python<'_>, seat: Number, token: &str) -> PyResult<Option<Vec<usize>>> {
        self.look(py, |inner| Ok(inner.environment.steps_of(inner.seat(seat)?, token)))
    }

    /// What a seat sees: an array of float32 with the shape of the encoding.
    fn observe<'py>(&self, py: Python<'py>, seat: Number) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        self.look(py, |inner| observed(py, &inner.environment, inner.seat(seat)?))
    }

    /// Takes an action of a seat. Raises `IllegalMove`; nothing changes then.
    fn step(&self, py: Python<'_>, seat: Number, action: Action) -> PyResult<()> {
        self.change(py, |inner| {
            let own = inner.seat(seat)?;
            inner.environment.step(own, action.number()).map_err(|_| not_legal(action, own))?;
            inner.steps.push((Some(own.index()), action.number()));
            Ok(())
        })
    }

    /// The weights of what chance may do next, if the caller draws; else None.
    fn chances(&self, py: Python<'_>) -> PyResult<Option<Vec<u64>>> {
        self.look(py, |inner| Ok(inner.environment.chances()))
    }

    /// Draws a result of chance by its number in `chances`. Raises `IllegalMove`.
    fn draw(&self, py: Python<'_>, number: Action) -> PyResult<()> {
        self.change(py, |inner| {
            let is_drawn = inner.environment.draw(number.number());
            refuse_if!(!is_drawn, IllegalMove::new_err(format!("chance has no result {number} here")));
            inner.steps.push((None, number.number()));
            Ok(())
        })
    }

    /// The text of the position.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |inner| Ok(inner.environment.session().position()))
    }

    /// A picture of the board as SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |inner| {
            let session = inner.environment.session();
            Ok(torneo_picture::svg(&session.board(), &session.scene(), torneo_picture::Style::default()))
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let position = self.text(py)?;
        Ok(format!("<torneo.Environment of {}: {position}>", self.game.canonical()))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |inner| Ok(inner.environment.session().draw()))
    }

    /// The same game at the same point; the two go on independently.
    fn copy(&self, py: Python<'_>) -> PyResult<Environment> {
        let inner = self.turns.wait(py)?.clone();
        Ok(Environment { game: self.game.clone(), turns: Turns::new(inner) })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Environment> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> PyResult<Environment> {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.import("torneo")?.getattr("_restore_environment")?;
        let inner = self.turns.wait(py)?;
        let Made { table, seed, number, open_chance } = inner.made.clone();
        Ok((restore, (State::of(table), seed, number, open_chance, inner.steps.clone())))
    }
}

impl Inner {
    fn mask(&self, seat: Option<Number>) -> PyResult<Vec<bool>> {
        let seat = self.chooser(seat)?;
        let mut mask = vec![false; self.environment.encoding().codec().size()];
        self.environment.for_each_legal(seat, |action| mask[action] = true);
        Ok(mask)
    }
}

/// Whose turn it is, in a word.
pub fn word_of(turn: Turn) -> &'static str {
    match turn {
        Turn::Seat(_) => "seat",
        Turn::Chance => "chance",
        Turn::Simultaneous(_) => "together",
        Turn::Over => "over",
    }
}

/// What a seat of an environment sees.
pub fn observed<'py>(
    py: Python<'py>,
    environment: &encoding::Environment,
    seat: Seat,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let seen = PyArrayDyn::zeros(py, environment.encoding().layout().shape(), false);
    {
        let mut numbers: PyReadwriteArrayDyn<'_, f32> = seen.readwrite();
        environment.observe_again(seat, numbers.as_slice_mut()?, &mut encoding::Written::default());
    }
    Ok(seen)
}
