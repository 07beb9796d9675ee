//! Games as numbers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use torneo_contract::{nearest, refuse_if};
use torneo_encoding::{self as encoding, Form};
use torneo_external::PerProcess;
use torneo_registry::AnyGame;

use crate::arguments::Action;
use crate::call::Call;
use crate::errors::GameError;
use crate::game::Game;
use crate::process::locked;
use crate::python_game::{is_python, tensor};
use crate::state::asked;

/// How a game becomes numbers: the shape of its observations, and the number of its actions. Made once for a specification.
///
/// `version`: 2, or 1 as it was before. `fingerprint`: whether four numbers tell apart what has no place of its own; version 1
/// always has them. Raises `ValueError` for another version.
#[pyclass(module = "torneo", frozen)]
pub struct Encoding {
    pub encoding: Arc<encoding::Encoding>,
    pub game: Arc<dyn AnyGame>,
}

/// The encodings made so far, by the canonical specification and the version.
type Made = Mutex<HashMap<(String, Form), Arc<encoding::Encoding>>>;
static MADE: PerProcess<Made> = PerProcess::new();

/// The encoding of a game, made at the first call.
///
/// # Errors
/// What a method of a game in Python did that it must not do.
pub fn encoding_of(py: Python<'_>, game: &dyn AnyGame, form: Form) -> PyResult<Arc<encoding::Encoding>> {
    let key = (game.canonical().to_owned(), form);
    if let Some(known) = known().get(&key) {
        return Ok(known.clone());
    }
    // Nobody waits for it but who asks: methods of a game in Python are called.
    let made = py.detach(|| made_of(game, form)).map(Arc::new)?;
    Ok(known().entry(key).or_insert(made).clone())
}

fn known() -> MutexGuard<'static, HashMap<(String, Form), Arc<encoding::Encoding>>> {
    locked(MADE.get(Mutex::default))
}

fn made_of(game: &dyn AnyGame, form: Form) -> PyResult<encoding::Encoding> {
    let made = |form| match tensor::of(&*game.session()) {
        Some(tensor) => encoding::Encoding::with_tensor(game.session(), form, tensor),
        None => encoding::Encoding::of(game.session(), form),
    };
    match form {
        // A game in Python may fail to read positions that no game comes to, in which the seats stand exchanged.
        Form::Second { fingerprint, .. } if is_python(game) => Call::here(|| made(form)).or_else(|error| {
            match Python::attach(|py| error.is_instance_of::<GameError>(py)) {
                true => Call::here(|| made(Form::Second { fingerprint, turned: false })),
                false => Err(error),
            }
        }),
        _ => asked(game, || Ok(made(form))),
    }
}

/// Forgets the encodings made so far: a game may have taken the place of another one.
pub fn forget_encodings() {
    known().clear();
}

/// The version that is asked for: that of an encoding of the same game, else the second.
pub fn form_of(game: &dyn AnyGame, encoding: Option<&Encoding>) -> PyResult<Form> {
    match encoding {
        Some(encoding) if encoding.spec() != game.canonical() => {
            Err(value_error!("the encoding is of {}, the game is {}", encoding.spec(), game.canonical()))
        }
        Some(encoding) => Ok(encoding.encoding.form()),
        None => Ok(Form::default()),
    }
}

impl Encoding {
    /// The encoding of a game.
    ///
    /// # Errors
    /// As [`encoding_of`].
    pub fn of(py: Python<'_>, game: &Arc<dyn AnyGame>, form: Form) -> PyResult<Encoding> {
        Ok(Encoding { encoding: encoding_of(py, &**game, form)?, game: game.clone() })
    }

    /// The canonical specification of the game.
    pub fn spec(&self) -> &str {
        self.game.canonical()
    }
}

#[pymethods]
impl Encoding {
    #[new]
    #[pyo3(signature = (game, version = 2, fingerprint = false))]
    fn new(py: Python<'_>, game: &Game, version: u8, fingerprint: bool) -> PyResult<Encoding> {
        let form = match version {
            1 => Form::First,
            2 => Form::Second { fingerprint, turned: true },
            _ => {
                return Err(value_error!("version: expected 1 or 2, found {version}"));
            }
        };
        Encoding::of(py, &game.game, form)
    }

    /// The version: 1 or 2.
    #[getter]
    fn version(&self) -> u8 {
        self.encoding.form().version()
    }

    /// Whether four numbers tell apart what has no place of its own.
    #[getter]
    fn fingerprint(&self) -> bool {
        self.encoding.form().has_fingerprint()
    }

    /// What weights that are learnt depend on: the version, the shape, the number of actions, and what the numbers and the actions
    /// mean. Store it beside weights, and `check` it before they are used.
    #[getter]
    fn id(&self) -> String {
        self.encoding.id()
    }

    /// Raises `ValueError`, which says what differs, unless an id is that of this encoding.
    fn check(&self, id: &str) -> PyResult<()> {
        self.encoding.difference(id).map_or(Ok(()), |difference| Err(PyValueError::new_err(difference)))
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

    /// Rows and columns of the cells; None where the board has none.
    #[getter]
    fn grid(&self) -> Option<(usize, usize)> {
        self.encoding.layout().frame().grid()
    }

    /// Whether the board is turned to the seat that looks.
    #[getter]
    fn turned(&self) -> bool {
        self.encoding.layout().is_turned()
    }

    /// The names of the channels in their order; where the array has one dimension, of the planes and of the numbers after them.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.encoding.layout().names().map(|(name, _)| name.to_owned()).collect()
    }

    /// Where the numbers of a name are in an observation as a single row: a slice. Raises `ValueError` for an unknown name.
    fn slice_of<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PySlice>> {
        let layout = self.encoding.layout();
        let found = layout.names().find(|(known, _)| *known == name);
        let Some((_, range)) = found else {
            let near = nearest(name, layout.names().map(|(known, _)| known));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(value_error!("nothing is called `{name}`{hint}"));
        };
        Ok(PySlice::new(py, range.start as isize, range.end as isize, 1))
    }

    /// The sizes of the heads that choose an action together: `[n]`, or `[n, n + 1]` where an action enters two places, with `n` as
    /// the second for none.
    #[getter]
    fn heads(&self) -> Vec<usize> {
        self.encoding.codec().heads()
    }

    /// The choices of the heads that stand for an action. Raises `ValueError` for what is no action.
    fn factor<'py>(&self, py: Python<'py>, action: Action) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.encoding.codec().factor(self.number_of(action)?))
    }

    /// The action for which the choices of the heads stand. Raises `ValueError` where they are too many, too few or too large.
    #[pyo3(signature = (*parts))]
    fn join(&self, parts: Vec<usize>) -> PyResult<usize> {
        let codec = self.encoding.codec();
        codec
            .join(&parts)
            .ok_or_else(|| value_error!("the heads {:?} have no choices {parts:?}", codec.heads()))
    }

    /// The masks of the heads from a mask of actions, or from several in an array: `[first]`, or `[first, second]` of shapes `(..., n)`
    /// and `(..., n, n + 1)`. `second[..., i, :]` is what may follow the choice `i` of the first head.
    pub fn head_masks<'py>(&self, mask: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, codec) = (mask.py(), self.encoding.codec());
        let heads = codec.heads();
        let &[first, second] = &heads[..] else { return Ok(vec![mask.clone()]) };
        let mut shape: Vec<usize> = mask.getattr("shape")?.extract()?;
        let size = codec.size();
        refuse_if!(shape.pop() != Some(size), value_error!("expected masks of {size} actions"));
        shape.extend([first, second]);
        let number = |at: usize| codec.join(&[at / second, at % second]).unwrap_or(0) as i64;
        let order = PyArray1::from_iter(py, (0..first * second).map(number));
        let follows = match codec.join(&[0, 0]) {
            // In the second version the actions stand in this order already.
            Some(0) => mask.call_method1("reshape", (PyTuple::new(py, shape)?,))?,
            _ => mask
                .call_method1("take", (order, -1))?
                .call_method1("reshape", (PyTuple::new(py, shape)?,))?,
        };
        Ok(vec![follows.call_method1("any", (-1,))?, follows])
    }

    /// The symmetries of the board under which the rules stay the same: a list of `Symmetry`, the first of which changes nothing.
    /// They are found by random play.
    fn symmetries(&self, py: Python<'_>) -> PyResult<Vec<Symmetry>> {
        let found = py.detach(|| asked(&*self.game, || Ok(self.encoding.symmetries())))?;
        let array = |numbers: Vec<usize>| {
            PyArray1::from_iter(py, numbers.into_iter().map(|number| number as i64)).unbind()
        };
        let symmetry = |found: encoding::Permutation| Symmetry {
            name: found.name,
            numbers: array(found.numbers),
            actions: array(found.actions),
        };
        Ok(found.into_iter().map(symmetry).collect())
    }

    /// The names of the kinds of things in `State.objects`.
    #[getter]
    fn kinds(&self) -> Vec<String> {
        self.encoding.objects().kinds().to_vec()
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
        self.encoding.bound()
    }

    fn __repr__(&self) -> String {
        let (version, spec) = (self.version(), self.spec());
        format!(
            "<torneo.Encoding of {spec}, version {version}: {:?}, {} actions>",
            self.shape(),
            self.actions()
        )
    }

    fn __eq__(&self, other: &Encoding) -> bool {
        self.spec() == other.spec() && self.encoding.form() == other.encoding.form()
    }

    fn __hash__(&self) -> u64 {
        torneo_contract::mixer::hash_of(&(self.spec(), self.encoding.form()))
    }

    fn __deepcopy__<'py>(this: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        this.clone()
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Game, u8, bool))> {
        let encoding = this.get();
        Ok((this.get_type().into_any(), (encoding.game(), encoding.version(), encoding.fingerprint())))
    }

    /// What an action enters, in words. Raises `ValueError` for what is no action.
    fn describe(&self, action: Action) -> PyResult<String> {
        Ok(self.encoding.codec().describe(self.number_of(action)?))
    }
}

impl Encoding {
    fn number_of(&self, action: Action) -> PyResult<usize> {
        let (number, actions) = (action.number(), self.encoding.codec().size());
        let wrong = || value_error!("there is no action {action}: the actions are 0 to {}", actions - 1);
        refuse_if!(number >= actions, wrong());
        Ok(number)
    }
}

/// A symmetry of the board under which the rules stay the same, as a seat sees it.
///
/// `name` says what it does with the board. Number `i` of an observation becomes number `numbers[i]` of that of the image, action
/// `a` becomes `actions[a]`: arrays of int64.
#[pyclass(module = "torneo", frozen)]
pub struct Symmetry {
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    numbers: Py<PyArray1<i64>>,
    #[pyo3(get)]
    actions: Py<PyArray1<i64>>,
}

#[pymethods]
impl Symmetry {
    /// The observation of the image, from an observation or from several in an array.
    fn observation<'py>(&self, observation: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = self.numbers.bind(observation.py());
        let shape = observation.getattr("shape")?;
        let flat = observation.call_method1("reshape", (-1, numbers.len()?))?;
        image(&flat, numbers)?.call_method1("reshape", (shape,))
    }

    /// The mask of the image, or whatever has a number for each action, from one or from several in an array.
    fn mask<'py>(&self, mask: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        image(mask, self.actions.bind(mask.py()))
    }

    fn __repr__(&self) -> String {
        format!("<torneo.Symmetry: {}>", self.name)
    }
}

/// An array whose entry `i` of the last axis has become entry `to[i]`.
fn image<'py>(array: &Bound<'py, PyAny>, to: &Bound<'py, PyArray1<i64>>) -> PyResult<Bound<'py, PyAny>> {
    array.call_method1("take", (to.call_method0("argsort")?, -1))
}
