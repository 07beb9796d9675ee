//! Many games that step together.

use std::sync::Arc;

use numpy::{PyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use torneo_contract::{Seat, random};
use torneo_encoding as encoding;
use torneo_registry::streams::{Purpose, Streams};
use torneo_search::Rng;

use crate::encoding::Encoding;
use crate::errors::IllegalMove;

/// Games that a core takes at least at a time: to step, and for what is done at once, which is not worth waking other cores
/// for fewer.
const AT_ONCE: usize = 8;
const MANY_AT_ONCE: usize = 512;

/// One game of a batch.
struct Place {
    environment: encoding::Environment,
    /// The number of the game, from which its chance comes.
    number: u64,
    /// Steps taken in the game.
    steps: u64,
    /// For random actions.
    rng: Rng,
    /// The legal actions of the seat that steps next, which are set in the mask.
    legal: Vec<u32>,
    /// Where its row of observations was written.
    written: encoding::Written,
}

impl Place {
    /// A game at its start.
    fn begin(encoding: &Arc<encoding::Encoding>, seed: u64, number: u64) -> Place {
        let rng = Streams::numbered(seed, number).generator(Purpose::Seat(Seat::FIRST));
        let environment = encoding::Environment::new(encoding, seed, number);
        Place { environment, number, steps: 0, rng, legal: Vec::new(), written: encoding::Written::default() }
    }

    /// Begins another game in the same rows.
    fn follow(&mut self, encoding: &Arc<encoding::Encoding>, seed: u64, number: u64) {
        let (legal, written) = (std::mem::take(&mut self.legal), std::mem::take(&mut self.written));
        *self = Place { legal, written, ..Place::begin(encoding, seed, number) };
    }

    /// Whether the seat that steps next may take an action.
    fn is_legal(&self, action: i64) -> bool {
        self.legal.iter().any(|&step| i64::from(step) == action)
    }

    /// One of the legal actions, which are in the order in which the game lists them.
    fn choose(&mut self) -> i64 {
        i64::from(self.legal[random::below(&mut self.rng, self.legal.len())])
    }

    /// The seat that steps next; seat 0 where nobody does.
    fn seat(&self) -> Seat {
        self.environment.choosers().next().unwrap_or(Seat::FIRST)
    }
}

/// The numbers of one game in the arrays.
struct Row<'a> {
    obs: &'a mut [f32],
    mask: &'a mut [bool],
    to_play: &'a mut i32,
    rewards: &'a mut [f32],
    done: &'a mut bool,
}

impl Row<'_> {
    /// Writes what the seat that steps next sees, and what it may do, over what was written of the place before.
    fn show(self, place: &mut Place) {
        let seat = place.seat();
        *self.to_play = seat.index() as i32;
        place.environment.mask_again(seat, self.mask, &mut place.legal);
        place.environment.observe_again(seat, self.obs, &mut place.written);
    }
}

/// Many games of one specification that step together, on all cores. See `torneo.vector.make`.
#[pyclass(module = "torneo")]
pub struct Batch {
    encoding: Arc<encoding::Encoding>,
    places: Vec<Place>,
    seed: u64,
    max_steps: u64,
    obs: Py<PyArrayDyn<f32>>,
    mask: Py<PyArray2<bool>>,
    to_play: Py<PyArray1<i32>>,
    rewards: Py<PyArray2<f32>>,
    done: Py<PyArray1<bool>>,
}

#[pymethods]
impl Batch {
    #[new]
    fn new(py: Python<'_>, encoding: &Encoding, n: usize, seed: u64, max_steps: u64) -> PyResult<Batch> {
        let encoding = encoding.encoding.clone();
        if n == 0 {
            return Err(PyValueError::new_err("n is the number of games: at least 1"));
        }
        let seats = encoding.seats();
        let shape: Vec<usize> = std::iter::once(n).chain(encoding.layout().shape()).collect();
        let mut batch = Batch {
            places: Vec::new(),
            seed,
            max_steps,
            obs: zeros(py, shape, "float32")?,
            mask: zeros(py, vec![n, encoding.codec().size()], "bool")?,
            to_play: zeros(py, vec![n], "int32")?,
            rewards: zeros(py, vec![n, seats], "float32")?,
            done: zeros(py, vec![n], "bool")?,
            encoding,
        };
        batch.reset(py, seed, n)?;
        Ok(batch)
    }

    #[getter]
    fn obs(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.obs.clone_ref(py)
    }

    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.mask.clone_ref(py)
    }

    #[getter]
    fn to_play(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.to_play.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.done.clone_ref(py)
    }

    /// Begins `n` new games: those with the numbers from 0 of a master seed.
    fn reset(&mut self, py: Python<'_>, seed: u64, n: usize) -> PyResult<()> {
        self.seed = seed;
        let encoding = &self.encoding;
        let begin = |number: u64| Place::begin(encoding, seed, number);
        self.places = py.detach(|| (0..n as u64).into_par_iter().map(begin).collect());
        self.each(py, |_, place, row| {
            row.obs.fill(0.0);
            row.mask.fill(false);
            row.rewards.fill(0.0);
            *row.done = false;
            row.show(place);
        })
    }

    /// Steps every game by one action. A game that ends is replaced at once by a new one, with the number that follows.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_array().to_vec();
        py.detach(|| self.check(&actions))?;
        let (encoding, seed, games, max_steps) =
            (self.encoding.clone(), self.seed, self.places.len() as u64, self.max_steps);
        self.each(py, |index, place, row| {
            let seat = place.seat();
            place.environment.step(seat, actions[index] as usize).expect("the action was checked");
            place.steps += 1;
            let over = place.environment.is_over();
            *row.done = over || (max_steps > 0 && place.steps >= max_steps);
            for (reward, gain) in row.rewards.iter_mut().zip(place.environment.returns()) {
                *reward = if over { gain as f32 } else { 0.0 };
            }
            if *row.done {
                place.follow(&encoding, seed, place.number + games);
            }
            row.show(place);
        })
    }

    /// A legal action of each game, each equally likely: an array of int64. What is drawn in a game depends on the seed, its number
    /// and how often something was drawn in it.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let places = &mut self.places;
        let chosen: Vec<i64> = py.detach(|| match places.len() > MANY_AT_ONCE {
            true => places.par_iter_mut().with_min_len(MANY_AT_ONCE).map(Place::choose).collect(),
            false => places.iter_mut().map(Place::choose).collect(),
        });
        PyArray1::from_vec(py, chosen)
    }

    /// The numbers of the games, from which their chance comes.
    fn numbers(&self) -> Vec<u64> {
        self.places.iter().map(|place| place.number).collect()
    }

    /// The text of the position of a game.
    fn text(&self, index: usize) -> PyResult<String> {
        let place = self.places.get(index);
        let place =
            place.ok_or_else(|| PyValueError::new_err(format!("there is no game {index} in the batch")))?;
        Ok(place.environment.session().position())
    }
}

/// An array of zeros; what does not fit into memory is an error of Python's.
fn zeros<T: numpy::Element, D: numpy::ndarray::Dimension>(
    py: Python<'_>,
    shape: Vec<usize>,
    kind: &str,
) -> PyResult<Py<PyArray<T, D>>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape, kind))?;
    Ok(array.cast_into::<PyArray<T, D>>()?.unbind())
}

impl Batch {
    /// Checks that every action is legal, before anything is played.
    fn check(&self, actions: &[i64]) -> PyResult<()> {
        if actions.len() != self.places.len() {
            let message =
                format!("expected {} actions, one for each game, found {}", self.places.len(), actions.len());
            return Err(PyValueError::new_err(message));
        }
        let refused = |(place, &action): (&Place, &i64)| !place.is_legal(action);
        let wrong = match self.places.len() > MANY_AT_ONCE {
            true => self.places.par_iter().zip(actions).with_min_len(MANY_AT_ONCE).position_first(refused),
            false => self.places.iter().zip(actions).position(refused),
        };
        match wrong {
            None => Ok(()),
            Some(index) => Err(IllegalMove::new_err(format!(
                "action {} is not legal in game {index} of the batch for seat {}",
                actions[index],
                self.places[index].seat()
            ))),
        }
    }

    /// Does something with each game and its numbers, on all cores and without the interpreter's lock.
    fn each(&mut self, py: Python<'_>, work: impl Fn(usize, &mut Place, Row<'_>) + Sync) -> PyResult<()> {
        let (mut obs, mut mask) = (self.obs.bind(py).try_readwrite()?, self.mask.bind(py).try_readwrite()?);
        let (mut to_play, mut rewards) =
            (self.to_play.bind(py).try_readwrite()?, self.rewards.bind(py).try_readwrite()?);
        let mut done = self.done.bind(py).try_readwrite()?;
        let (obs, mask) = (obs.as_slice_mut()?, mask.as_slice_mut()?);
        let (to_play, rewards, done) =
            (to_play.as_slice_mut()?, rewards.as_slice_mut()?, done.as_slice_mut()?);
        let (length, actions) = (self.encoding.layout().size(), self.encoding.codec().size());
        let (seats, places) = (self.encoding.seats(), &mut self.places);
        py.detach(|| {
            let rows = obs.par_chunks_exact_mut(length).zip(mask.par_chunks_exact_mut(actions));
            let rows = rows.zip(to_play).zip(rewards.par_chunks_exact_mut(seats)).zip(done);
            places.par_iter_mut().zip(rows).enumerate().with_min_len(AT_ONCE).for_each(
                |(index, (place, ((((obs, mask), to_play), rewards), done)))| {
                    work(index, place, Row { obs, mask, to_play, rewards, done });
                },
            );
        });
        Ok(())
    }
}
