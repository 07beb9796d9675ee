//! Engines.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use torneo_contract::Seat;
use torneo_registry::advice;
use torneo_registry::{AnyGame, EngineSpec, Stop};

use crate::state::State;
use crate::wait::{interruptible, nothing};
use crate::{errors, registry};

/// An engine with its options set.
///
/// `spec` is a specification such as `"mcts(sims=1000)"`; `torneo.engines()` lists all. Raises `SpecError`.
#[pyclass(module = "torneo", frozen)]
pub struct Engine {
    spec: EngineSpec,
}

/// What an engine would play.
#[pyclass(module = "torneo", frozen, get_all)]
pub struct Advice {
    /// The seat that it is for.
    seat: usize,
    /// The token of its choice.
    r#move: String,
    /// The expected score of the seat, 0 to 1; None if the engine has none.
    value: Option<f64>,
    /// The decisions that it expects from here, the chosen one first.
    pv: Vec<String>,
    /// Positions visited.
    nodes: u64,
    /// The depth of the search in plies; None if it has none.
    depth: Option<u32>,
    /// Actions with their values as (token, value, nodes), the chosen one first, the others from the best on.
    candidates: Vec<(String, Option<f64>, u64)>,
    /// The tokens among which the choice was drawn as (token, probability); empty if nothing was drawn, or the engine does not tell.
    mixture: Vec<(String, f64)>,
}

#[pymethods]
impl Advice {
    fn __repr__(&self) -> String {
        let value = self.value.map_or("None".to_owned(), |value| format!("{value:.3}"));
        format!(
            "<torneo.Advice: seat {}, move {:?}, value {value}, {} nodes>",
            self.seat, self.r#move, self.nodes
        )
    }
}

/// What somebody is asked.
struct Question<'a> {
    game: &'a dyn AnyGame,
    begin: Option<&'a str>,
    record: &'a [String],
    lines: usize,
}

impl Question<'_> {
    /// What the engine answers at a seat.
    fn ask(
        &self,
        spec: &EngineSpec,
        seat: Seat,
        seed: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<advice::Advice, Refusal> {
        let mut adviser = self.game.adviser(spec, Stop::at(stop)).map_err(Refusal::Spec)?;
        adviser.begin(seat, seed);
        if let Some(text) = self.begin {
            adviser.set_position(text).expect("the state has read it");
        }
        for token in self.record {
            adviser.play(token).expect("the state has played it");
        }
        adviser.advise(self.lines).map_err(Refusal::Fault)
    }
}

/// Why an engine does not answer.
enum Refusal {
    Spec(torneo_contract::SpecError),
    Fault(torneo_search::Fault),
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Engine> {
        Ok(Engine { spec: registry().engine(spec).map_err(|error| errors::of_spec(py, &error))? })
    }

    /// The specification in its canonical form.
    #[getter]
    fn spec(&self) -> String {
        self.spec.canonical()
    }

    /// The id: the specification without its options.
    #[getter]
    fn id(&self) -> &'static str {
        self.spec.info().id
    }

    /// What the engine would play, a function of state, seed and its options (unless it has a time budget).
    ///
    /// `seed`: 0 to 2^64 - 1. `lines`: how many of the moves are valued, where the engine compares them. `seat`: where
    /// several choose at the same time, the seat that is asked; without it the answer is a list with one for each. Raises
    /// `ValueError` where nobody has to choose, `EngineError` if the engine fails. Other Python threads run meanwhile.
    #[pyo3(signature = (state, seed = 1, lines = 1, seat = None))]
    fn bestmove<'py>(
        &self,
        py: Python<'py>,
        state: &State,
        seed: u64,
        lines: usize,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let choosing = state.choosing();
        let seats: Vec<Seat> =
            choosing.iter().copied().filter(|own| seat.is_none_or(|seat| seat == own.index())).collect();
        if seats.is_empty() {
            let what = seat.map_or("no seat".to_owned(), |seat| format!("seat {seat}"));
            return Err(PyValueError::new_err(format!(
                "{what} does not choose here: {}",
                turn_words(&choosing)
            )));
        }
        if state.begin.is_some() && self.spec.text_engine().is_some_and(|engine| engine.needs_history()) {
            let message = "the protocol of this engine has no positions, only moves from the start";
            return Err(PyValueError::new_err(message));
        }
        let question = Question {
            game: &*state.game,
            begin: state.begin.as_deref(),
            record: &state.record,
            lines: lines.max(1),
        };
        let ask = |stop: &Arc<AtomicBool>| -> Result<Vec<advice::Advice>, Refusal> {
            seats.iter().map(|&seat| question.ask(&self.spec, seat, seed, stop)).collect()
        };
        let answers = interruptible(py, ask, nothing)?.map_err(|refusal| match refusal {
            Refusal::Spec(error) => errors::of_spec(py, &error),
            Refusal::Fault(fault) => errors::of_fault(py, &self.spec.canonical(), &fault),
        })?;
        let mut advice =
            seats.iter().zip(answers).map(|(seat, answer)| told(*seat, answer)).collect::<Vec<_>>();
        match advice.pop() {
            Some(only) if choosing.len() == 1 || seat.is_some() => Ok(Bound::new(py, only)?.into_any()),
            last => {
                advice.extend(last);
                advice.into_pyobject(py).map(Bound::into_any)
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("torneo.Engine({:?})", self.spec.canonical())
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((this.get_type().into_any(), (this.get().spec.canonical(),)))
    }
}

fn turn_words(choosing: &[Seat]) -> String {
    match choosing {
        [] => "it is chance's turn, or the game is over".to_owned(),
        seats => format!("seats {:?} are", seats.iter().map(|seat| seat.index()).collect::<Vec<_>>()),
    }
}

fn told(seat: Seat, answer: advice::Advice) -> Advice {
    let candidates = answer.candidates.into_iter().map(|one| (one.token, one.value, one.nodes));
    Advice {
        seat: seat.index(),
        r#move: answer.token,
        value: answer.value,
        pv: answer.line,
        nodes: answer.nodes,
        depth: answer.depth,
        candidates: candidates.collect(),
        mixture: answer.mixture,
    }
}
