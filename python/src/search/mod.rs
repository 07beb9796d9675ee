//! Searches of many games at once, in which a function in Python evaluates the positions of all games together.

mod tree;

use std::sync::Arc;

use numpy::{Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use torneo_contract::refuse_if;
use torneo_encoding as encoding;
use torneo_registry::AnyGame;

use crate::batch::{Batch, borrow_numbers, zeros};
use crate::errors::IllegalMove;
use crate::process::pool;
use crate::python_game::is_python;
use crate::state::{State, asked};
use tree::{Leaf, Row, Tree};

struct Searched {
    /// None where the game is over.
    tree: Option<Tree>,
    /// They go down one after the other before any of them is evaluated.
    leaves: Vec<Leaf>,
}

/// The trees of many games, and the positions in them that are to be evaluated next. See `torneo.vector.mcts`.
#[pyclass(module = "torneo")]
pub struct Search {
    game: Arc<dyn AnyGame>,
    encoding: Arc<encoding::Encoding>,
    games: Vec<Searched>,
    /// How many leaves each has.
    at_once: usize,
    c: f64,
    seed: u64,
    /// How often all games have gone down.
    rounds: u64,
    #[pyo3(get)]
    obs: Py<PyArrayDyn<f32>>,
    #[pyo3(get)]
    mask: Py<PyArray2<bool>>,
    #[pyo3(get)]
    to_play: Py<PyArray1<i32>>,
}

#[pymethods]
impl Search {
    /// The games of a batch as they stand.
    #[staticmethod]
    fn of_batch(py: Python<'_>, batch: &Batch, at_once: usize, c: f64, seed: u64) -> PyResult<Search> {
        Search::of(py, batch.game(), &batch.encoding, batch.under_way(py)?, at_once, c, seed)
    }

    /// States of one game.
    #[staticmethod]
    fn of_states(
        py: Python<'_>,
        states: Vec<PyRef<'_, State>>,
        at_once: usize,
        c: f64,
        seed: u64,
    ) -> PyResult<Search> {
        let root =
            |state: &PyRef<'_, State>| state.with(py, |table| Ok(Some(table.environment(py)?.clone())));
        let roots = states.iter().map(root).collect::<PyResult<Vec<_>>>()?;
        let (Some(Some(first)), Some(state)) = (roots.first(), states.first()) else {
            return Err(value_error!("mcts needs at least one game"));
        };
        let encoding = first.encoding().clone();
        if let Some(index) = roots.iter().flatten().position(|root| !Arc::ptr_eq(root.encoding(), &encoding))
        {
            return Err(value_error!(
                "mcts searches states of one game: state {index} is of another one than state 0"
            ));
        }
        Search::of(py, &state.snapshot(py)?.game, &encoding, roots, at_once, c, seed)
    }

    /// So many more simulations in every game. Whether one of them is to be evaluated: the others have come to the end of the game.
    /// `forced`: the action of each root that the simulations take; -1 for what the search would take.
    #[pyo3(signature = (width, forced = None))]
    fn descend(&mut self, py: Python<'_>, width: usize, forced: Option<Vec<i64>>) -> PyResult<bool> {
        borrow_numbers!(py, self: obs, mask, to_play);
        let (length, actions, many) =
            (self.encoding.layout().size(), self.encoding.codec().size(), self.at_once);
        let (c, seed, first) = (self.c, self.seed, self.rounds * (self.games.len() * many) as u64);
        let (games, own) = (&mut self.games, &self.game);
        let is_python = is_python(&**own);
        let descend = |((index, game), ((obs, mask), to_play)): ((usize, &mut Searched), _)| {
            let (obs, mask, to_play): (&mut [f32], &mut [bool], &mut [i32]) = (obs, mask, to_play);
            {
                let Some(tree) = &mut game.tree else { return };
                let rows = obs.chunks_exact_mut(length).zip(mask.chunks_exact_mut(actions)).zip(to_play);
                for (number, (leaf, ((obs, mask), to_play))) in
                    game.leaves.iter_mut().zip(rows).take(width).enumerate()
                {
                    let number = first + (index * many + number) as u64;
                    let forced = forced.as_ref().and_then(|forced| usize::try_from(*forced.get(index)?).ok());
                    tree.descend(leaf, Row { obs, mask, to_play }, c, (seed, number), forced);
                }
            }
        };
        py.detach(|| {
            if is_python {
                let seen = obs.chunks_exact_mut(length * many).zip(mask.chunks_exact_mut(actions * many));
                let rows = games.iter_mut().enumerate().zip(seen.zip(to_play.chunks_exact_mut(many)));
                // Methods in Python wait for each other, and belong to the thread of the call.
                return asked(&**own, || {
                    rows.for_each(descend);
                    Ok(())
                });
            }
            let seen = obs.par_chunks_exact_mut(length * many).zip(mask.par_chunks_exact_mut(actions * many));
            let rows = games.par_iter_mut().enumerate().zip(seen.zip(to_play.par_chunks_exact_mut(many)));
            pool().install(|| rows.map(descend).collect::<()>());
            Ok(())
        })?;
        self.rounds += 1;
        Ok(self.games.iter().any(|game| game.leaves.iter().any(|leaf| leaf.waits)))
    }

    /// Takes the answers for all rows: logits `(rows, actions)` and values `(rows, seats)`.
    fn back_up(
        &mut self,
        py: Python<'_>,
        logits: PyReadonlyArray2<'_, f32>,
        values: PyReadonlyArray2<'_, f32>,
    ) -> PyResult<()> {
        let (logits, values) = (logits.as_slice()?, values.as_slice()?);
        let (actions, seats, many) = (self.encoding.codec().size(), self.encoding.seats(), self.at_once);
        let games = &mut self.games;
        py.detach(|| {
            let answers = logits.par_chunks_exact(actions * many).zip(values.par_chunks_exact(seats * many));
            let work = games.par_iter_mut().zip(answers).map(|(game, (logits, values))| {
                let Some(tree) = &mut game.tree else { return };
                let answers = logits.chunks_exact(actions).zip(values.chunks_exact(seats));
                for (leaf, (logits, values)) in game.leaves.iter_mut().zip(answers) {
                    if leaf.waits {
                        tree.back_up(leaf, logits, values);
                    }
                }
            });
            pool().install(|| work.collect::<()>());
        });
        Ok(())
    }

    /// Goes on where the games of a batch stand: a tree whose root stands elsewhere begins afresh.
    fn go_to_batch(&mut self, py: Python<'_>, batch: &Batch) -> PyResult<()> {
        let games = batch.under_way(py)?;
        self.go_to(games)
    }

    /// The same for states.
    fn go_to_states(&mut self, py: Python<'_>, states: Vec<PyRef<'_, State>>) -> PyResult<()> {
        let root =
            |state: &PyRef<'_, State>| state.with(py, |table| Ok(Some(table.environment(py)?.clone())));
        let games = states.iter().map(root).collect::<PyResult<Vec<_>>>()?;
        self.go_to(games)
    }

    /// Takes a step in every game that goes on, and keeps what was searched below it. -1 leaves a game as it is.
    fn advance(&mut self, actions: Vec<i64>) -> PyResult<()> {
        let count = self.games.len();
        let wrong = || value_error!("expected {count} actions, one for each game, found {}", actions.len());
        refuse_if!(actions.len() != count, wrong());
        for (index, (game, &action)) in self.games.iter_mut().zip(&actions).enumerate() {
            let legal = game.tree.as_ref().is_none_or(|tree| action < 0 || tree.is_legal(action as usize));
            refuse_if!(!legal, IllegalMove::new_err(format!("action {action} is not legal in game {index}")));
            if action < 0 {
                continue;
            }
            let Some(tree) = game.tree.take() else { continue };
            let advanced = asked(&*self.game, || Ok(tree.advance(action as usize)))?;
            game.tree = advanced.map_err(|error| IllegalMove::new_err(error.to_string()))?;
        }
        Ok(())
    }

    /// Mixes noise into the priors of the roots: float32 `(n, actions)`.
    fn mix(&mut self, noise: PyReadonlyArray2<'_, f32>, fraction: f32) -> PyResult<()> {
        let (noise, actions) = (noise.as_slice()?, self.encoding.codec().size());
        for (game, noise) in self.games.iter_mut().zip(noise.chunks_exact(actions)) {
            game.tree.iter_mut().for_each(|tree| tree.mix(noise, fraction));
        }
        Ok(())
    }

    /// The priors of the actions at the roots, and their mean values: two arrays of float32 `(n, actions)`; zeros where an action is not
    /// legal.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn at_roots<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<f32>>)> {
        let size = self.encoding.codec().size();
        let priors = self.rows(py, size, |tree, row| tree.at_root(|action, prior, _| row[action] = prior))?;
        let values = self.rows(py, size, |tree, row| tree.at_root(|action, _, value| row[action] = value))?;
        Ok((priors, values))
    }

    /// Which roots wait for their evaluation.
    fn new_roots(&self) -> Vec<bool> {
        self.games.iter().map(|game| game.tree.as_ref().is_some_and(|tree| !tree.is_begun())).collect()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.encoding.seats()
    }

    /// How often each action of the seat to step was taken: int32 `(n, actions)`.
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        self.rows(py, self.encoding.codec().size(), |tree, row| {
            tree.visits(|action, often| row[action] = often as i32);
        })
    }

    /// The mean of what the simulations gave each seat: float32 `(n, seats)`.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.rows(py, self.encoding.seats(), |tree, row| {
            row.iter_mut().zip(tree.values()).for_each(|(value, mean)| *value = mean as f32);
        })
    }
}

impl Search {
    fn go_to(&mut self, games: Vec<Option<encoding::Environment>>) -> PyResult<()> {
        refuse_if!(games.len() != self.games.len(), value_error!("expected the games of before"));
        for (searched, game) in self.games.iter_mut().zip(games) {
            let kept = searched.tree.take().filter(|tree| game.as_ref().is_some_and(|game| tree.is_at(game)));
            searched.tree = kept.or_else(|| game.and_then(Tree::new));
        }
        Ok(())
    }

    /// A row of this width for each game, zeros where it is over.
    fn rows<'py, T: Element + Clone + Default>(
        &self,
        py: Python<'py>,
        width: usize,
        fill: impl Fn(&Tree, &mut [T]),
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        let mut rows = vec![T::default(); self.games.len() * width];
        for (game, row) in self.games.iter().zip(rows.chunks_exact_mut(width)) {
            game.tree.iter().for_each(|tree| fill(tree, row));
        }
        PyArray1::from_vec(py, rows).reshape([self.games.len(), width])
    }

    fn of(
        py: Python<'_>,
        game: &Arc<dyn AnyGame>,
        encoding: &Arc<encoding::Encoding>,
        roots: Vec<Option<encoding::Environment>>,
        at_once: usize,
        c: f64,
        seed: u64,
    ) -> PyResult<Search> {
        let rows = roots.len() * at_once;
        let shape: Vec<usize> = std::iter::once(rows).chain(encoding.layout().shape()).collect();
        let searched = |root: Option<encoding::Environment>| Searched {
            tree: root.and_then(Tree::new),
            leaves: (0..at_once).map(|_| Leaf::default()).collect(),
        };
        Ok(Search {
            game: game.clone(),
            games: roots.into_iter().map(searched).collect(),
            at_once,
            c,
            seed,
            rounds: 0,
            obs: zeros(py, shape, "float32")?,
            mask: zeros(py, vec![rows, encoding.codec().size()], "bool")?,
            to_play: zeros(py, vec![rows], "int32")?,
            encoding: encoding.clone(),
        })
    }
}
