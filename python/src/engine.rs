//! Engines.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use torneo_contract::Seat;
use torneo_contract::session::Session;
use torneo_external::PerProcess;
use torneo_registry::advice::{self, Adviser};
use torneo_registry::{AnyGame, EngineSpec, Stop};

use crate::process::locked;
use crate::state::State;
use crate::wait::{interruptible, nothing};
use crate::{errors, registry};

/// An engine with its options set.
///
/// `spec` is a specification such as `"mcts(sims=1000)"`; `torneo.engines()` lists all. Raises `SpecError`.
#[pyclass(module = "torneo", frozen)]
pub struct Engine {
    spec: EngineSpec,
    ready: PerProcess<Mutex<Option<Ready>>>,
}

/// What an engine would play.
#[derive(Clone, PartialEq)]
#[pyclass(module = "torneo", frozen, get_all, eq)]
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
    #[new]
    #[expect(clippy::too_many_arguments, reason = "only pickle calls it")]
    fn new(
        seat: usize,
        r#move: String,
        value: Option<f64>,
        pv: Vec<String>,
        nodes: u64,
        depth: Option<u32>,
        candidates: Vec<(String, Option<f64>, u64)>,
        mixture: Vec<(String, f64)>,
    ) -> Advice {
        Advice { seat, r#move, value, pv, nodes, depth, candidates, mixture }
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Advice { seat, r#move, value, pv, nodes, depth, candidates, mixture } = this.get().clone();
        let attributes = (seat, r#move, value, pv, nodes, depth, candidates, mixture);
        Ok((this.get_type().into_any(), attributes.into_pyobject(this.py())?))
    }

    fn __repr__(&self) -> String {
        let value = self.value.map_or("None".to_owned(), |value| format!("{value:.3}"));
        format!(
            "<torneo.Advice: seat {}, move {:?}, value {value}, {} nodes>",
            self.seat, self.r#move, self.nodes
        )
    }
}

/// An engine ready to play a game, kept from one question to the next.
struct Ready {
    game: String,
    adviser: Adviser,
}

/// What an engine is asked.
struct Question<'a> {
    game: &'a dyn AnyGame,
    session: &'a dyn Session,
    /// For an engine that is another program: the position that the game began with, and the tokens since.
    told: Option<(Option<&'a str>, Vec<String>)>,
    lines: usize,
}

impl Question<'_> {
    /// What the engine answers at a seat. Its memory of other questions is wiped first, so the answer does not depend on them.
    fn ask(&self, adviser: &mut Adviser, seat: Seat, seed: u64) -> Result<advice::Advice, Refusal> {
        adviser.begin(seat, seed);
        match &self.told {
            None => adviser.go_to(self.session),
            Some((begin, tokens)) => {
                if let Some(text) = begin {
                    adviser.set_position(text).expect("the state has read it");
                }
                for token in tokens {
                    adviser.play(token).expect("the state has played it");
                }
            }
        }
        adviser.advise(self.lines).map_err(Refusal::Fault)
    }
}

/// Why an engine does not answer.
enum Refusal {
    Spec(torneo_contract::SpecError),
    Fault(torneo_search::Fault),
}

impl Engine {
    /// The engine ready to play a game: the one that was kept, or a new one.
    fn adviser(&self, game: &dyn AnyGame, stop: &Arc<AtomicBool>) -> Result<Adviser, Refusal> {
        let kept = self.kept().take().filter(|kept| kept.game == game.canonical());
        match kept {
            Some(mut kept) => {
                kept.adviser.set_stop(Stop::at(stop));
                Ok(kept.adviser)
            }
            None => game.adviser(&self.spec, Stop::at(stop)).map_err(Refusal::Spec),
        }
    }

    /// Keeps an engine for the next question, unless it is another program, which need not run between questions.
    fn keep(&self, game: &dyn AnyGame, adviser: Adviser) {
        if self.spec.text_engine().is_none() {
            *self.kept() = Some(Ready { game: game.canonical().to_owned(), adviser });
        }
    }

    fn kept(&self) -> MutexGuard<'_, Option<Ready>> {
        locked(self.ready.get(Mutex::default))
    }
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Engine> {
        let spec = registry().engine(spec).map_err(|error| errors::of_spec(py, &error))?;
        Ok(Engine { spec, ready: PerProcess::new() })
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
            return Err(value_error!("{what} does not choose here: {}", turn_words(&choosing)));
        }
        let (table, is_text) = (&state.table, self.spec.text_engine().is_some());
        if table.begin().is_some() && self.spec.text_engine().is_some_and(|engine| engine.needs_history()) {
            return Err(value_error!(
                "the protocol of this engine has no positions, only moves from the start"
            ));
        }
        let told = is_text.then(|| (table.begin(), table.clone().tokens()));
        let question = Question { game: &*table.game, session: table.session(), told, lines: lines.max(1) };
        let ask = |stop: &Arc<AtomicBool>| -> Result<Vec<advice::Advice>, Refusal> {
            let mut adviser = self.adviser(question.game, stop)?;
            let answers = seats.iter().map(|&seat| question.ask(&mut adviser, seat, seed)).collect();
            self.keep(question.game, adviser);
            answers
        };
        let answers = interruptible(py, ask, nothing)?.map_err(|refusal| match refusal {
            Refusal::Spec(error) => errors::of_spec(py, &error),
            Refusal::Fault(fault) => errors::of_fault(py, &self.spec.canonical(), &fault),
        })?;
        let mut advice =
            seats.iter().zip(answers).map(|(seat, answer)| advised(*seat, answer)).collect::<Vec<_>>();
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

    fn __eq__(&self, other: &Engine) -> bool {
        self.spec.canonical() == other.spec.canonical()
    }

    fn __hash__(&self) -> u64 {
        torneo_contract::mixer::hash_of(&self.spec.canonical())
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

fn advised(seat: Seat, answer: advice::Advice) -> Advice {
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
