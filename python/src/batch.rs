//! Many games that step together.

use std::sync::Arc;

use numpy::{PyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use torneo_contract::refuse_if;
use torneo_encoding as encoding;
use torneo_registry::AnyGame;

use crate::encoding::Encoding;
use crate::environment::observed;
use crate::errors::{IllegalMove, seat_of};
use crate::place::{Kit, Left, Place, WAIT};
use crate::process::pool;
use crate::python_game::failure;
use crate::state::State;
use crate::table::Table;

/// Games that a core takes at least at a time: to step, to step without lists of actions, and for what is done at once, which is
/// not worth waking other cores for fewer.
const AT_ONCE: usize = 8;
const UNLISTED_AT_ONCE: usize = 64;
const MANY_AT_ONCE: usize = 512;

/// Borrows the numbers of arrays that an object has, to write to them.
macro_rules! borrow_numbers {
    ($py:ident, $object:ident: $($array:ident),*) => {
        $(let mut $array = $object.$array.bind($py).try_readwrite()?;)*
        $(let $array = $array.as_slice_mut()?;)*
    };
}

pub(crate) use borrow_numbers;

/// The numbers of one game in the arrays.
struct Row<'a> {
    obs: &'a mut [f32],
    mask: &'a mut [bool],
    to_play: &'a mut i32,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
    done: &'a mut bool,
    final_obs: &'a mut [f32],
}

impl Row<'_> {
    /// Writes what the seat that steps next sees, and what it may do, over what was written of the place before.
    fn show(&mut self, place: &mut Place, conduct: Conduct) {
        let seat = place.seat();
        *self.to_play = seat.index() as i32;
        if conduct.masks {
            place.environment.mask_again(seat, self.mask, &mut place.legal);
        }
        if conduct.observes {
            place.environment.observe_again(seat, self.obs, &mut place.written);
        }
    }

    /// Says that nothing was gained and nothing has ended.
    fn clear(&mut self) {
        self.rewards.fill(0.0);
        (*self.terminated, *self.truncated, *self.done) = (false, false, false);
    }
}

/// How a batch steps.
#[derive(Clone, Copy)]
struct Conduct {
    seed: u64,
    /// Steps after which a game is cut off; 0 for none.
    max_steps: u64,
    /// Whether observations are written.
    observes: bool,
    /// Whether masks are written.
    masks: bool,
    /// Whether a game that ends is followed at once by another one.
    restarts: bool,
}

/// Many games of one specification that step together, on all cores. See `torneo.vector.make`.
#[pyclass(module = "torneo")]
pub struct Batch {
    game: Arc<dyn AnyGame>,
    pub encoding: Arc<encoding::Encoding>,
    places: Vec<Place>,
    conduct: Conduct,
    /// Whether actions were drawn since the last step: then the next ones are drawn together with the step.
    sampled: bool,
    #[pyo3(get)]
    obs: Py<PyArrayDyn<f32>>,
    #[pyo3(get)]
    mask: Py<PyArray2<bool>>,
    #[pyo3(get)]
    to_play: Py<PyArray1<i32>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    done: Py<PyArray1<bool>>,
    #[pyo3(get)]
    final_obs: Py<PyArrayDyn<f32>>,
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        encoding: &Encoding,
        n: usize,
        seed: u64,
        max_steps: u64,
        arrays: (bool, bool),
        restarts: bool,
    ) -> PyResult<Batch> {
        let (observes, masks) = arrays;
        let (game, encoding) = (encoding.game.clone(), encoding.encoding.clone());
        refuse_if!(n == 0, value_error!("n is the number of games: at least 1"));
        // Without observations or masks one number stands for each, which nobody sees.
        let shape = if observes { encoding.layout().shape() } else { vec![1] };
        let shape: Vec<usize> = std::iter::once(n).chain(shape).collect();
        let mut batch = Batch {
            places: Vec::new(),
            conduct: Conduct { seed, max_steps, observes, masks, restarts },
            sampled: false,
            obs: zeros(py, shape.clone(), "float32")?,
            mask: zeros(py, vec![n, if masks { encoding.codec().size() } else { 1 }], "bool")?,
            to_play: zeros(py, vec![n], "int32")?,
            rewards: zeros(py, vec![n, encoding.seats()], "float32")?,
            terminated: zeros(py, vec![n], "bool")?,
            truncated: zeros(py, vec![n], "bool")?,
            done: zeros(py, vec![n], "bool")?,
            final_obs: zeros(py, shape, "float32")?,
            game,
            encoding,
        };
        batch.reset(py, seed, n)?;
        Ok(batch)
    }

    /// Begins `n` new games: those with the numbers from 0 of a master seed.
    fn reset(&mut self, py: Python<'_>, seed: u64, n: usize) -> PyResult<()> {
        self.conduct.seed = seed;
        let kit = self.kit();
        let begin = |number: u64| Place::begin(&kit, number);
        self.places = py.detach(|| pool().install(|| (0..n as u64).into_par_iter().map(begin).collect()));
        self.show_anew(py)
    }

    /// Begins another game where a game has ended: with the number that follows among those of its place.
    fn begin_ended(&mut self, py: Python<'_>, places: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let chosen = places.as_array().to_vec();
        self.check_count("places", chosen.len())?;
        let (kit, conduct, games) = (self.kit(), self.conduct, self.places.len() as u64);
        self.each(py, |index, place, mut row| {
            if chosen[index] {
                place.follow(&kit, place.number + games);
                row.clear();
                row.show(place, conduct);
            }
        })
    }

    /// Steps every game by one action; -1 leaves a game as it is. A game that ends is replaced at once by a new one with the number
    /// that follows, or waits, as the batch was told.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_array().to_vec();
        py.detach(|| self.check(&actions))?;
        let (kit, conduct, games) = (self.kit(), self.conduct, self.places.len() as u64);
        let ahead = std::mem::take(&mut self.sampled) && !conduct.masks;
        self.each(py, |index, place, mut row| {
            row.clear();
            if actions[index] == WAIT {
                return;
            }
            let seat = place.seat();
            place.step(seat, actions[index]);
            let over = place.environment.is_over();
            if over {
                let gains = place.environment.returns();
                row.rewards.iter_mut().zip(gains).for_each(|(reward, gain)| *reward = gain as f32);
            }
            *row.terminated = over;
            *row.truncated = !over && conduct.max_steps > 0 && place.steps.len() as u64 >= conduct.max_steps;
            *row.done = over || *row.truncated;
            if *row.done && conduct.observes {
                let last = if over { seat } else { place.seat() };
                row.final_obs.fill(0.0);
                place.environment.observe_again(last, row.final_obs, &mut encoding::Written::default());
            }
            if *row.done && conduct.restarts {
                place.follow(&kit, place.number + games);
            } else {
                place.ended = *row.done;
            }
            row.show(place, conduct);
            if ahead {
                place.look_ahead();
            }
        })
    }

    /// What is pickled of the games under way.
    fn left(&self) -> Vec<Left> {
        self.places.iter().map(Place::left).collect()
    }

    /// Goes on with games that were left in the middle.
    fn restore(&mut self, py: Python<'_>, left: Vec<Left>) -> PyResult<()> {
        let kit = self.kit();
        let restore = |left| Place::restore(&kit, left);
        self.places = py.detach(|| pool().install(|| left.into_par_iter().map(restore).collect()));
        self.show_anew(py)
    }

    /// The legal actions of the seats that step next, game after game, and where those of each game begin: two arrays of int64,
    /// the second of length n + 1. In a game they stand in the order in which the game lists them.
    fn legal<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        self.places.iter_mut().for_each(Place::list);
        let own = |place: &Place| if place.ended { 0 } else { place.legal.len() };
        let mut offsets = Vec::with_capacity(self.places.len() + 1);
        offsets.push(0);
        let mut all = Vec::with_capacity(self.places.iter().map(own).sum());
        for place in &self.places {
            all.extend(place.legal[..own(place)].iter().map(|&step| i64::from(step)));
            offsets.push(all.len() as i64);
        }
        (PyArray1::from_vec(py, all), PyArray1::from_vec(py, offsets))
    }

    /// Which games have ended and wait for the next one.
    fn ended<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_iter(py, self.places.iter().map(|place| place.ended))
    }

    /// What a seat sees of a game.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        seat: usize,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let seat = seat_of(seat, self.encoding.seats())?;
        observed(py, &self.place(index)?.environment, seat)
    }

    /// The plies played in a game.
    fn plies(&self, index: usize) -> PyResult<u64> {
        Ok(self.place(index)?.environment.plies())
    }

    /// A game of the batch as a state, for engines and tokens. Its record begins here.
    fn state(&self, index: usize) -> PyResult<State> {
        let session = self.place(index)?.environment.session();
        Ok(State { table: Table::of(self.game.clone(), self.encoding.form(), session) })
    }

    /// A legal action of each game, each equally likely: an array of int64. What is drawn in a game depends on the seed, its number
    /// and how often something was drawn in it.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.sampled = true;
        let is_ahead = self.places.iter().all(Place::is_ahead);
        let many = if self.conduct.masks || is_ahead { MANY_AT_ONCE } else { UNLISTED_AT_ONCE };
        let places = &mut self.places;
        let all =
            |places: &mut Vec<Place>| places.par_iter_mut().with_min_len(many).map(Place::choose).collect();
        let chosen: Vec<i64> = py.detach(|| match places.len() > many {
            true => pool().install(|| all(places)),
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
        Ok(self.place(index)?.environment.session().position())
    }
}

/// An array of zeros; what does not fit into memory is an error of Python's.
pub fn zeros<T: numpy::Element, D: numpy::ndarray::Dimension>(
    py: Python<'_>,
    shape: Vec<usize>,
    kind: &str,
) -> PyResult<Py<PyArray<T, D>>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape, kind))?;
    Ok(array.cast_into::<PyArray<T, D>>()?.unbind())
}

impl Batch {
    fn kit(&self) -> Kit {
        Kit { encoding: self.encoding.clone(), seed: self.conduct.seed, masks: self.conduct.masks }
    }

    /// The games as they stand; none where one has ended.
    ///
    /// # Errors
    /// A batch without masks, in which legal actions are not listed.
    pub fn under_way(&self) -> PyResult<Vec<Option<encoding::Environment>>> {
        refuse_if!(!self.conduct.masks, value_error!("mcts needs masks: make the batch with masks=True"));
        Ok(self.places.iter().map(|place| (!place.ended).then(|| place.environment.clone())).collect())
    }

    fn place(&self, index: usize) -> PyResult<&Place> {
        let place = self.places.get(index);
        place.ok_or_else(|| value_error!("there is no game {index} in the batch"))
    }

    /// Writes all arrays.
    fn show_anew(&mut self, py: Python<'_>) -> PyResult<()> {
        let conduct = self.conduct;
        self.each(py, |_, place, mut row| {
            row.obs.fill(0.0);
            row.mask.fill(false);
            row.clear();
            row.show(place, conduct);
        })
    }

    fn check_count(&self, what: &str, found: usize) -> PyResult<()> {
        let games = self.places.len();
        refuse_if!(found != games, value_error!("expected {games} {what}, one for each game, found {found}"));
        Ok(())
    }

    /// Checks that every action is legal, before anything is played.
    fn check(&mut self, actions: &[i64]) -> PyResult<()> {
        self.check_count("actions", actions.len())?;
        let refused = |(place, &action): (&mut Place, &i64)| !place.is_legal(action);
        let wrong = match self.places.len() > MANY_AT_ONCE {
            true => pool().install(|| {
                self.places.par_iter_mut().zip(actions).with_min_len(MANY_AT_ONCE).position_first(refused)
            }),
            false => self.places.iter_mut().zip(actions).position(refused),
        };
        let Some(index) = wrong else { return Ok(()) };
        let (action, seat) = (actions[index], self.places[index].seat());
        let message = format!("action {action} is not legal in game {index} of the batch for seat {seat}");
        Err(IllegalMove::new_err(message))
    }

    /// Does something with each game and its numbers, on all cores and without the interpreter's lock.
    fn each(&mut self, py: Python<'_>, work: impl Fn(usize, &mut Place, Row<'_>) + Sync) -> PyResult<()> {
        borrow_numbers!(py, self: obs, mask, to_play, rewards, terminated, truncated, done, final_obs);
        let length = if self.conduct.observes { self.encoding.layout().size() } else { 1 };
        let actions = if self.conduct.masks { self.encoding.codec().size() } else { 1 };
        let at_once = if self.conduct.masks { AT_ONCE } else { UNLISTED_AT_ONCE };
        let seats = self.encoding.seats();
        let places = &mut self.places;
        py.detach(|| {
            let seen = obs.par_chunks_exact_mut(length).zip(final_obs.par_chunks_exact_mut(length));
            let entered = mask.par_chunks_exact_mut(actions).zip(to_play);
            let gained = rewards.par_chunks_exact_mut(seats).zip(terminated).zip(truncated).zip(done);
            let rows = places.par_iter_mut().zip(seen).zip(entered).zip(gained).enumerate();
            let each = |(index, (((place, seen), (mask, to_play)), gained)): (usize, _)| {
                let (obs, final_obs): (&mut [f32], &mut [f32]) = seen;
                let (((rewards, terminated), truncated), done) = gained;
                let row = Row { obs, mask, to_play, rewards, terminated, truncated, done, final_obs };
                work(index, place, row);
            };
            pool().install(|| rows.with_min_len(at_once).for_each(each));
        });
        failure::check()
    }
}
