//! Games in progress that are played by integers and seen as arrays.

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use torneo_contract::{Seat, Turn, refuse_if};
use torneo_encoding as encoding;

use crate::encoding::{Encoding, encoding_of};
use crate::errors::{self, IllegalMove, seat_of};
use crate::python_game::failure;
use crate::state::State;
use crate::table::Table;

/// A game in progress that is played by integers and seen as arrays.
///
/// With `open_chance` the caller draws the results of chance (`chances`, `draw`); else they come from the stream of game
/// `number` of the master seed `seed`.
#[derive(Clone)]
#[pyclass(module = "torneo")]
pub struct Environment {
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
    fn of(py: Python<'_>, made: Made) -> Environment {
        let drawn = (!made.open_chance).then_some((made.seed, made.number));
        let session = made.table.session().copy();
        let encoding = encoding_of(py, &*made.table.game, made.table.form);
        let environment = encoding::Environment::at(&encoding, session, drawn);
        Environment { environment, made, steps: Vec::new() }
    }

    fn seat(&self, seat: usize) -> PyResult<Seat> {
        seat_of(seat, self.environment.encoding().seats())
    }
}

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (encoding, seed = 0, number = 0, open_chance = false))]
    fn new(py: Python<'_>, encoding: &Encoding, seed: u64, number: u64, open_chance: bool) -> Environment {
        let table = Table::new(encoding.game.clone(), encoding.encoding.form());
        Environment::of(py, Made { table, seed, number, open_chance })
    }

    /// A game that goes on where a state stands.
    #[staticmethod]
    #[pyo3(signature = (state, seed = 0, number = 0, open_chance = false))]
    fn at(py: Python<'_>, state: &State, seed: u64, number: u64, open_chance: bool) -> PyResult<Environment> {
        refuse_if!(state.table.is_in_between(), errors::in_between());
        Ok(Environment::of(py, Made { table: state.table.clone(), seed, number, open_chance }))
    }

    /// The game as it stands now as a state, for engines and tokens; what was entered of an action that is not complete is
    /// left out. Its record begins here.
    fn state(&self) -> State {
        let Table { game, form, .. } = &self.made.table;
        State { table: Table::of(game.clone(), *form, self.environment.session()) }
    }

    /// The seats that still have something to enter, in seat order.
    fn choosers(&self) -> Vec<usize> {
        self.environment.choosers().map(Seat::index).collect()
    }

    /// Whose turn it is, as `State.turn`.
    #[getter]
    fn turn(&self) -> &'static str {
        word_of(self.environment.session().turn())
    }

    /// Whether nothing more can be done.
    #[getter]
    fn over(&self) -> bool {
        self.environment.is_over()
    }

    /// Plies played, results of chance included.
    #[getter]
    fn plies(&self) -> u64 {
        self.environment.plies()
    }

    /// What each seat gains: 1 for a sole winner, 0 for a draw of all, adding up to 0; zeros before the end.
    fn returns(&self) -> Vec<f64> {
        self.environment.returns().to_vec()
    }

    /// Why the game ended; None before.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.environment.outcome().map(|outcome| outcome.reason)
    }

    /// The points of each seat; None before the end, and where the game has none.
    #[getter]
    fn points(&self) -> Option<Vec<f64>> {
        self.environment.outcome().and_then(|outcome| outcome.points.as_ref()).map(|points| points.to_vec())
    }

    /// The actions that a seat may take now, ascending.
    fn legal(&self, seat: usize) -> PyResult<Vec<usize>> {
        Ok(self.environment.legal(self.seat(seat)?))
    }

    /// The actions that a seat may take now as an array of int8: 1 where one is legal.
    fn mask<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let seat = self.seat(seat)?;
        let mask = PyArray1::zeros(py, self.environment.encoding().codec().size(), false);
        {
            let mut numbers: PyReadwriteArray1<'_, i8> = mask.readwrite();
            self.environment.mask_again(seat, numbers.as_slice_mut()?, &mut Vec::new());
        }
        Ok(mask)
    }

    /// What a seat sees: an array of float32 with the shape of the encoding.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        observed(py, &self.environment, self.seat(seat)?)
    }

    /// Takes an action of a seat. Raises `IllegalMove`; nothing changes then.
    fn step(&mut self, seat: usize, action: usize) -> PyResult<()> {
        let own = self.seat(seat)?;
        self.environment.step(own, action).map_err(|error| IllegalMove::new_err(error.to_string()))?;
        self.steps.push((Some(seat), action));
        failure::check()
    }

    /// The weights of what chance may do next, if the caller draws; else None.
    fn chances(&self) -> Option<Vec<u64>> {
        self.environment.chances()
    }

    /// Draws a result of chance by its number in `chances`. Raises `IllegalMove`.
    fn draw(&mut self, number: usize) -> PyResult<()> {
        let is_drawn = self.environment.draw(number);
        refuse_if!(!is_drawn, IllegalMove::new_err(format!("chance has no result {number} here")));
        self.steps.push((None, number));
        failure::check()
    }

    /// The token that an action of a seat completes; None if it does not complete one.
    fn token(&self, seat: usize, action: usize) -> PyResult<Option<String>> {
        Ok(self.environment.token(self.seat(seat)?, action))
    }

    /// The actions that enter a token of a seat, one after the other; None if it is not legal here.
    fn actions_of(&self, seat: usize, token: &str) -> PyResult<Option<Vec<usize>>> {
        Ok(self.environment.steps_of(self.seat(seat)?, token))
    }

    /// The text of the position.
    #[getter]
    fn text(&self) -> String {
        self.environment.session().position()
    }

    /// A picture of the board as SVG.
    fn svg(&self) -> String {
        let session = self.environment.session();
        torneo_picture::svg(&session.board(), &session.scene(), torneo_picture::Style::default())
    }

    fn __repr__(&self) -> String {
        let (spec, position) = (self.made.table.game.canonical(), self.environment.session().position());
        format!("<torneo.Environment of {spec}: {position}>")
    }

    fn __str__(&self) -> String {
        self.environment.session().draw()
    }

    /// The same game at the same point; the two go on independently.
    fn copy(&self) -> Environment {
        self.clone()
    }

    fn __copy__(&self) -> Environment {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Environment {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.import("torneo")?.getattr("_restore_environment")?;
        let Made { table, seed, number, open_chance } = self.made.clone();
        Ok((restore, (State { table }, seed, number, open_chance, self.steps.clone())))
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
