//! Games as numbers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use torneo_encoding as encoding;
use torneo_external::PerProcess;
use torneo_registry::AnyGame;

use crate::game::Game;
use crate::python_game::failure;

/// How a game becomes numbers: the shape of its observations, and the number of its actions. Made once for a specification.
#[pyclass(module = "torneo", frozen)]
pub struct Encoding {
    pub encoding: Arc<encoding::Encoding>,
    pub game: Arc<dyn AnyGame>,
}

/// The encodings made so far, by the canonical specification.
static MADE: PerProcess<Mutex<HashMap<String, Arc<encoding::Encoding>>>> = PerProcess::new();

/// The encoding of a game, made at the first call.
pub fn encoding_of(py: Python<'_>, game: &dyn AnyGame) -> Arc<encoding::Encoding> {
    py.detach(|| {
        let mut made = MADE.get(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = || Arc::new(encoding::Encoding::of(game.session()));
        made.entry(game.canonical().to_owned()).or_insert_with(fresh).clone()
    })
}

/// Forgets the encodings made so far: a game may have taken the place of another one.
pub fn forget_encodings() {
    MADE.get(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner).clear();
}

impl Encoding {
    /// The encoding of a game.
    pub fn of(py: Python<'_>, game: &Arc<dyn AnyGame>) -> Encoding {
        Encoding { encoding: encoding_of(py, &**game), game: game.clone() }
    }

    /// The canonical specification of the game.
    pub fn spec(&self) -> &str {
        self.game.canonical()
    }
}

#[pymethods]
impl Encoding {
    #[new]
    fn new(py: Python<'_>, game: &Game) -> PyResult<Encoding> {
        let encoding = Encoding::of(py, &game.game);
        failure::check().map(|()| encoding)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { game: self.game.clone() }
    }

    /// The shape of an observation: (channels, rows, columns), or (length,) where the board has no rows and columns or too much
    /// lies beside it.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.encoding.layout().shape()
    }

    /// The number of actions: integers from 0.
    #[getter]
    fn actions(&self) -> usize {
        self.encoding.codec().size()
    }

    /// Whether an action enters two places at once; else an action of several places takes several steps.
    #[getter]
    fn pairs(&self) -> bool {
        self.encoding.codec().pairs
    }

    /// The number of places, the escape included.
    #[getter]
    fn places(&self) -> usize {
        self.encoding.codec().alphabet.size()
    }

    /// What the planes of cells show, in their order.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.encoding.layout().planes.clone()
    }

    /// What the numbers that concern the whole position are, in their order.
    #[getter]
    fn wholes(&self) -> Vec<String> {
        self.encoding.layout().wholes.clone()
    }

    /// The most results that one draw of chance has.
    #[getter]
    fn chance(&self) -> usize {
        self.encoding.chance()
    }

    /// The largest absolute value of a number of an observation.
    #[getter]
    fn bound(&self) -> f32 {
        encoding::LARGEST
    }

    fn __repr__(&self) -> String {
        format!("<torneo.Encoding of {}: {:?}, {} actions>", self.spec(), self.shape(), self.actions())
    }

    fn __eq__(&self, other: &Encoding) -> bool {
        self.spec() == other.spec()
    }

    fn __hash__(&self) -> u64 {
        torneo_contract::mixer::hash_of(&self.spec())
    }

    fn __deepcopy__<'py>(this: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        this.clone()
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Game,))> {
        Ok((this.get_type().into_any(), (Game { game: this.get().game.clone() },)))
    }

    /// What an action enters, in words. Raises `ValueError` for what is no action.
    fn describe(&self, action: usize) -> PyResult<String> {
        let actions = self.encoding.codec().size();
        if action < actions {
            return Ok(self.encoding.codec().describe(action));
        }
        Err(PyValueError::new_err(format!(
            "there is no action {action}: the actions are 0 to {}",
            actions - 1
        )))
    }
}
