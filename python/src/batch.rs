//! Many games that step together.

use std::sync::Arc;

use numpy::{PyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use torneo_contract::refuse_if;
use torneo_encoding as encoding;
use torneo_registry::AnyGame;

use crate::arguments::{Number, Seed};
use crate::encoding::Encoding;
use crate::environment::observed;
use crate::errors::{IllegalMove, RunError, seat_of};
use crate::place::{Kit, Left, Place, WAIT};
use crate::process::pool;
use crate::python_game::is_python;
use crate::state::{State, asked};
use crate::table::Table;
use crate::turns::{Turn, Turns};

/// Games that a core takes at least at a time: to step, to step without lists of actions, and for what is done at once, which is
/// not worth waking other cores for fewer.
const AT_ONCE: usize = 8;
const UNLISTED_AT_ONCE: usize = 64;
const MANY_AT_ONCE: usize = 512;

/// An array of integers.
type Integers<'py> = Bound<'py, PyArray1<i64>>;

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
    /// Plies after which a game is cut off; 0 for none.
    max_plies: u64,
    /// Whether observations are written.
    observes: bool,
    /// Whether masks are written.
    masks: bool,
    /// Whether a game that ends is followed at once by another one.
    restarts: bool,
}

/// Many games of one specification that step together, on all cores. See `torneo.vector.make`.
#[pyclass(module = "torneo", frozen)]
pub struct Batch {
    game: Arc<dyn AnyGame>,
    pub encoding: Arc<encoding::Encoding>,
    turns: Turns<Inner>,
    arrays: Arrays,
}

/// The games, and how they step.
struct Inner {
    places: Vec<Place>,
    conduct: Conduct,
    /// Whether actions were drawn since the last step: then the next ones are drawn together with the step.
    sampled: bool,
    /// Whether a method of a game in Python failed: then the games do not go on.
    failed: bool,
}

/// What the batch writes into.
struct Arrays {
    obs: Py<PyArrayDyn<f32>>,
    mask: Py<PyArray2<bool>>,
    to_play: Py<PyArray1<i32>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    done: Py<PyArray1<bool>>,
    final_obs: Py<PyArrayDyn<f32>>,
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        encoding: &Encoding,
        n: usize,
        seed: Seed,
        max_plies: u64,
        arrays: (bool, bool),
        restarts: bool,
    ) -> PyResult<Batch> {
        let (observes, masks) = arrays;
        let (game, encoding) = (encoding.game.clone(), encoding.encoding.clone());
        refuse_if!(n == 0, value_error!("n is the number of games: at least 1"));
        // Without observations or masks one number stands for each, which nobody sees.
        let shape = if observes { encoding.layout().shape() } else { vec![1] };
        let shape: Vec<usize> = std::iter::once(n).chain(shape).collect();
        let conduct = Conduct { seed: seed.0, max_plies, observes, masks, restarts };
        let batch = Batch {
            turns: Turns::new(Inner { places: Vec::new(), conduct, sampled: false, failed: false }),
            arrays: Arrays {
                obs: zeros(py, shape.clone(), "float32")?,
                mask: zeros(py, vec![n, if masks { encoding.codec().size() } else { 1 }], "bool")?,
                to_play: zeros(py, vec![n], "int32")?,
                rewards: zeros(py, vec![n, encoding.seats()], "float32")?,
                terminated: zeros(py, vec![n], "bool")?,
                truncated: zeros(py, vec![n], "bool")?,
                done: zeros(py, vec![n], "bool")?,
                final_obs: zeros(py, shape, "float32")?,
            },
            game,
            encoding,
        };
        batch.reset(py, seed, n)?;
        Ok(batch)
    }

    #[getter]
    fn obs(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.arrays.obs.clone_ref(py)
    }

    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.arrays.mask.clone_ref(py)
    }

    #[getter]
    fn to_play(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.arrays.to_play.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.rewards.clone_ref(py)
    }

    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.terminated.clone_ref(py)
    }

    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.truncated.clone_ref(py)
    }

    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.done.clone_ref(py)
    }

    #[getter]
    fn final_obs(&self, py: Python<'_>) -> Py<PyArrayDyn<f32>> {
        self.arrays.final_obs.clone_ref(py)
    }

    /// Begins `n` new games: those with the numbers from 0 of a master seed.
    fn reset(&self, py: Python<'_>, seed: Seed, n: usize) -> PyResult<()> {
        let mut inner = self.turns.change(py)?;
        inner.conduct.seed = seed.0;
        let kit = self.kit(&inner);
        self.fill(py, &mut inner, (0..n as u64).collect(), |number| Place::begin(&kit, number))
    }

    /// Begins another game where a game has ended: with the number that follows among those of its place.
    fn begin_ended(&self, py: Python<'_>, places: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let chosen = places.as_array().to_vec();
        let mut inner = self.changed(py)?;
        inner.check_count("places", chosen.len())?;
        let (kit, conduct, games) = (self.kit(&inner), inner.conduct, inner.places.len() as u64);
        self.each(py, &mut inner, |index, place, mut row| {
            if chosen[index] {
                place.follow(&kit, place.number + games);
                row.clear();
                row.show(place, conduct);
            }
        })
    }

    /// Steps every game by one action; -1 leaves a game as it is. A game that ends is replaced at once by a new one with the number
    /// that follows, or waits, as the batch was told.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_array().to_vec();
        let mut inner = self.changed(py)?;
        let own = &mut *inner;
        self.detached(py, || own.check(&actions, !is_python(&*self.game)))?;
        let (kit, conduct, games) = (self.kit(&inner), inner.conduct, inner.places.len() as u64);
        let ahead = std::mem::take(&mut inner.sampled) && !conduct.masks;
        self.each(py, &mut inner, |index, place, mut row| {
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
            *row.truncated = !over && conduct.max_plies > 0 && place.environment.plies() >= conduct.max_plies;
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
    fn left(&self, py: Python<'_>) -> PyResult<Vec<Left>> {
        Ok(self.seen(py)?.places.iter().map(Place::left).collect())
    }

    /// Goes on with games that were left in the middle.
    fn restore(&self, py: Python<'_>, left: Vec<Left>) -> PyResult<()> {
        let mut inner = self.turns.change(py)?;
        let kit = self.kit(&inner);
        self.fill(py, &mut inner, left, |left| Place::restore(&kit, left))
    }

    /// The legal actions of the seats that step next, game after game, and where those of each game begin: two arrays of int64,
    /// the second of length n + 1. In a game they stand in the order in which the game lists them.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Integers<'py>, Integers<'py>)> {
        let mut inner = self.seen(py)?;
        asked(&*self.game, || {
            inner.places.iter_mut().for_each(Place::list);
            Ok(())
        })?;
        let own = |place: &Place| if place.ended { 0 } else { place.legal.len() };
        let mut offsets = Vec::with_capacity(inner.places.len() + 1);
        offsets.push(0);
        let mut all = Vec::with_capacity(inner.places.iter().map(own).sum());
        for place in &inner.places {
            all.extend(place.legal[..own(place)].iter().map(|&step| i64::from(step)));
            offsets.push(all.len() as i64);
        }
        Ok((PyArray1::from_vec(py, all), PyArray1::from_vec(py, offsets)))
    }

    /// Which games have ended and wait for the next one.
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_iter(py, self.seen(py)?.places.iter().map(|place| place.ended)))
    }

    /// What a seat sees of a game.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        index: Number,
        seat: Number,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let seat = seat_of(seat, self.encoding.seats())?;
        self.look(py, index, |place| observed(py, &place.environment, seat))
    }

    /// The plies played in a game.
    fn plies(&self, py: Python<'_>, index: Number) -> PyResult<u64> {
        self.look(py, index, |place| Ok(place.environment.plies()))
    }

    /// A game of the batch as a state, for engines and tokens. Its record begins here.
    fn state(&self, py: Python<'_>, index: Number) -> PyResult<State> {
        let form = self.encoding.form();
        self.look(py, index, |place| {
            Ok(State::of(Table::of(self.game.clone(), form, place.environment.session())))
        })
    }

    /// The action of the seat that steps next in a game that enters a token, or the next one where it takes several.
    fn encode(&self, py: Python<'_>, index: Number, token: &str) -> PyResult<usize> {
        self.look(py, index, |place| {
            let action = place.environment.next_step_of(place.seat(), token).filter(|_| !place.ended);
            action.ok_or_else(|| IllegalMove::new_err(format!("`{token}` is not legal in game {index}")))
        })
    }

    /// The token that an action of the seat that steps next in a game completes; None if it does not complete one.
    fn decode(&self, py: Python<'_>, index: Number, action: i64) -> PyResult<Option<String>> {
        self.look(py, index, |place| {
            let refused = || IllegalMove::new_err(format!("action {action} is not legal in game {index}"));
            refuse_if!(action == WAIT || !place.is_legal(action), refused());
            Ok(place.environment.token(place.seat(), action as usize))
        })
    }

    /// A legal action of each game, each equally likely: an array of int64. What is drawn in a game depends on the seed, its number
    /// and how often something was drawn in it.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut inner = self.changed(py)?;
        inner.sampled = true;
        let is_ahead = inner.places.iter().all(Place::is_ahead);
        let many = if inner.conduct.masks || is_ahead { MANY_AT_ONCE } else { UNLISTED_AT_ONCE };
        let places = &mut inner.places;
        let all =
            |places: &mut Vec<Place>| places.par_iter_mut().with_min_len(many).map(Place::choose).collect();
        let chosen: Vec<i64> = self.detached(py, || {
            Ok(match places.len() > many && !is_python(&*self.game) {
                true => pool().install(|| all(places)),
                false => places.iter_mut().map(Place::choose).collect(),
            })
        })?;
        Ok(PyArray1::from_vec(py, chosen))
    }

    /// The numbers of the games, from which their chance comes.
    fn numbers(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        Ok(self.seen(py)?.places.iter().map(|place| place.number).collect())
    }

    /// The text of the position of a game.
    fn text(&self, py: Python<'_>, index: Number) -> PyResult<String> {
        self.look(py, index, |place| Ok(place.environment.session().position()))
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
    fn kit(&self, inner: &Inner) -> Kit {
        let Conduct { seed, masks, .. } = inner.conduct;
        Kit { encoding: self.encoding.clone(), seed, masks }
    }

    /// The games as they stand, once nobody changes them.
    fn seen(&self, py: Python<'_>) -> PyResult<Turn<'_, Inner>> {
        checked(self.turns.wait(py)?)
    }

    /// The games, to change them.
    fn changed(&self, py: Python<'_>) -> PyResult<Turn<'_, Inner>> {
        checked(self.turns.change(py)?)
    }

    /// Looks at one game.
    fn look<T>(
        &self,
        py: Python<'_>,
        index: Number,
        look: impl FnOnce(&mut Place) -> PyResult<T>,
    ) -> PyResult<T> {
        let mut inner = self.seen(py)?;
        let found = index.below(inner.places.len());
        let index = found.ok_or_else(|| {
            value_error!(
                "there is no game {index} in the batch: the games are 0 to {}",
                inner.places.len() - 1
            )
        })?;
        asked(&*self.game, || look(&mut inner.places[index]))
    }

    /// Does something without the interpreter's lock.
    fn detached<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
        py.detach(|| asked(&*self.game, work))
    }

    /// The games as they stand; none where one has ended.
    ///
    /// # Errors
    /// A batch without masks, in which legal actions are not listed.
    pub fn under_way(&self, py: Python<'_>) -> PyResult<Vec<Option<encoding::Environment>>> {
        let inner = self.seen(py)?;
        refuse_if!(!inner.conduct.masks, value_error!("mcts needs masks: make the batch with masks=True"));
        Ok(inner.places.iter().map(|place| (!place.ended).then(|| place.environment.clone())).collect())
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// Puts other games in the places, and writes all arrays.
    fn fill<S: Send>(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        from: Vec<S>,
        make: impl Fn(S) -> Place + Send + Sync,
    ) -> PyResult<()> {
        inner.failed = true;
        inner.places = self.detached(py, || {
            Ok(match is_python(&*self.game) {
                true => from.into_iter().map(make).collect(),
                false => pool().install(|| from.into_par_iter().map(make).collect()),
            })
        })?;
        let conduct = inner.conduct;
        self.each(py, inner, |_, place, mut row| {
            row.obs.fill(0.0);
            row.mask.fill(false);
            row.clear();
            row.show(place, conduct);
        })
    }

    /// Does something with each game and its numbers, on all cores and without the interpreter's lock.
    fn each(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        work: impl Fn(usize, &mut Place, Row<'_>) + Sync,
    ) -> PyResult<()> {
        let arrays = &self.arrays;
        borrow_numbers!(py, arrays: obs, mask, to_play, rewards, terminated, truncated, done, final_obs);
        let length = if inner.conduct.observes { self.encoding.layout().size() } else { 1 };
        let actions = if inner.conduct.masks { self.encoding.codec().size() } else { 1 };
        let at_once = if inner.conduct.masks { AT_ONCE } else { UNLISTED_AT_ONCE };
        let seats = self.encoding.seats();
        inner.failed = true;
        let places = &mut inner.places;
        let each = |(index, (((place, seen), (mask, to_play)), gained)): (usize, _)| {
            let (obs, final_obs): (&mut [f32], &mut [f32]) = seen;
            let (((rewards, terminated), truncated), done) = gained;
            let row = Row { obs, mask, to_play, rewards, terminated, truncated, done, final_obs };
            work(index, place, row);
        };
        self.detached(py, || {
            if is_python(&*self.game) {
                // Methods in Python wait for each other, and belong to the thread of the call.
                let seen = obs.chunks_exact_mut(length).zip(final_obs.chunks_exact_mut(length));
                let entered = mask.chunks_exact_mut(actions).zip(to_play);
                let gained = rewards.chunks_exact_mut(seats).zip(terminated).zip(truncated).zip(done);
                places.iter_mut().zip(seen).zip(entered).zip(gained).enumerate().for_each(each);
                return Ok(());
            }
            let seen = obs.par_chunks_exact_mut(length).zip(final_obs.par_chunks_exact_mut(length));
            let entered = mask.par_chunks_exact_mut(actions).zip(to_play);
            let gained = rewards.par_chunks_exact_mut(seats).zip(terminated).zip(truncated).zip(done);
            let rows = places.par_iter_mut().zip(seen).zip(entered).zip(gained).enumerate();
            pool().install(|| rows.with_min_len(at_once).for_each(each));
            Ok(())
        })?;
        inner.failed = false;
        Ok(())
    }
}

/// The games, unless one has failed.
fn checked(inner: Turn<'_, Inner>) -> PyResult<Turn<'_, Inner>> {
    let failed =
        || RunError::new_err("a game of the batch has failed in the middle of a step: reset the batch");
    refuse_if!(inner.failed, failed());
    Ok(inner)
}

impl Inner {
    fn check_count(&self, what: &str, found: usize) -> PyResult<()> {
        let games = self.places.len();
        refuse_if!(found != games, value_error!("expected {games} {what}, one for each game, found {found}"));
        Ok(())
    }

    /// Checks that every action is legal, before anything is played.
    fn check(&mut self, actions: &[i64], together: bool) -> PyResult<()> {
        self.check_count("actions", actions.len())?;
        let refused = |(place, &action): (&mut Place, &i64)| !place.is_legal(action);
        let wrong = match self.places.len() > MANY_AT_ONCE && together {
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
}
