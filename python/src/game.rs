//! Games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;
use torneo_contract::Seat;
use torneo_external::PerProcess;
use torneo_registry::AnyGame;

use crate::call::Call;
use crate::encoding::{Encoding, form_of};
use crate::process::locked;
use crate::python_game::is_python;
use crate::state::State;
use crate::{errors, registry};

/// The games that were set up last, by their specifications: to lay out their tables takes most of the time of loading a state.
static KNOWN: PerProcess<Mutex<HashMap<String, Arc<dyn AnyGame>>>> = PerProcess::new();
/// So many are kept at most.
const MOST_KNOWN: usize = 64;

fn known() -> MutexGuard<'static, HashMap<String, Arc<dyn AnyGame>>> {
    locked(KNOWN.get(Mutex::default))
}

/// A game with its options set.
///
/// `spec` is a specification such as `"hnefatafl"` or `"lanza(players=3)"`; `torneo.games()` lists all.
/// Raises `SpecError` for an unknown game or option, or a value that the option does not take.
#[pyclass(module = "torneo", frozen)]
pub struct Game {
    pub game: Arc<dyn AnyGame>,
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Game> {
        if let Some(game) = known().get(spec) {
            return Ok(Game { game: game.clone() });
        }
        let game = Call::here(|| registry().game(spec))?.map_err(|error| errors::of_spec(py, &error))?;
        // A class may take the place of a game in Python.
        if !is_python(&*game) {
            let mut known = known();
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            known.insert(spec.to_owned(), game.clone());
        }
        Ok(Game { game })
    }

    /// The specification in its canonical form.
    #[getter]
    fn spec(&self) -> &str {
        self.game.canonical()
    }

    /// The id: the specification without its options.
    #[getter]
    fn id(&self) -> &'static str {
        self.game.info().id
    }

    /// The title.
    #[getter]
    fn title(&self) -> &'static str {
        self.game.info().title
    }

    /// Number of seats, 2 to 8. Seats are counted from 0.
    #[getter]
    fn seats(&self) -> usize {
        self.game.seats()
    }

    /// What the seats are called, in seat order.
    #[getter]
    fn seat_names(&self) -> Vec<&'static str> {
        Seat::all(self.game.seats()).map(|seat| self.game.seat_name(seat)).collect()
    }

    /// The largest number of plies that a game can last, where the options set one; else None.
    #[getter]
    fn max_plies(&self) -> Option<u64> {
        self.game.max_plies()
    }

    /// The kinds of turn that occur: some of "seat", "chance", "together".
    #[getter]
    fn turns(&self) -> Vec<&'static str> {
        let turns = self.game.info().turns;
        let kinds = [("seat", turns.decision), ("chance", turns.chance), ("together", turns.simultaneous)];
        kinds.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
    }

    /// A game from its start. `encoding`: how it becomes integers and arrays, that of `torneo.encoding(spec)` unless another one is
    /// given.
    #[pyo3(signature = (encoding = None))]
    fn start(&self, encoding: Option<&Encoding>) -> PyResult<State> {
        Ok(State::new(self.game.clone(), form_of(&*self.game, encoding)?))
    }

    /// A game from a position, as `State.text` writes it. Histories that the text does not show start afresh.
    /// `encoding` as for `start`. Raises `PositionError` for a text that is no position.
    #[pyo3(signature = (text, encoding = None))]
    fn position(&self, text: &str, encoding: Option<&Encoding>) -> PyResult<State> {
        State::at(self.game.clone(), form_of(&*self.game, encoding)?, text)
    }

    fn __repr__(&self) -> String {
        format!("torneo.Game({:?})", self.game.canonical())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.game.canonical() == other.game.canonical()
    }

    fn __hash__(&self) -> u64 {
        torneo_contract::mixer::hash_of(&self.game.canonical())
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, game) = (this.py(), &this.get().game);
        if is_python(&**game) {
            return py.import("torneo._games")?.call_method1("reduce", (game.info().id, game.canonical()));
        }
        Ok((this.get_type(), (game.canonical(),)).into_pyobject(py)?.into_any())
    }
}
