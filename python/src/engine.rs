//! Engines.

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::prelude::*;
use torneo_contract::{Seat, Turn, refuse_if};
use torneo_external::PerProcess;
use torneo_registry::advice::{self, Adviser};
use torneo_registry::{AnyGame, EngineSpec, Stop};

use crate::arguments::{Number, Seed};
use crate::call::Call;
use crate::errors::seat_of;
use crate::process::locked;
use crate::python_game::{Whose, bound, is_python};
use crate::state::{State, asked};
use crate::table::Table;
use crate::wait::{waited, waited_beside};
use crate::{errors, registry};

/// An engine with its options set.
///
/// `spec` is a specification such as `"mcts(sims=1000)"`; `torneo.engines()` lists all. Raises `SpecError`.
#[pyclass(module = "torneo", frozen)]
pub struct Engine {
    spec: EngineSpec,
    ready: Arc<PerProcess<Mutex<Vec<Ready>>>>,
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
    /// The game for which it was made.
    game: Arc<dyn AnyGame>,
    adviser: Adviser,
    /// The call that hears what fails in a game in Python.
    call: Arc<Mutex<Arc<Call>>>,
}

impl Ready {
    /// Whether it plays a game. Games in Python of the same name may be different ones.
    fn plays(&self, game: &Arc<dyn AnyGame>) -> bool {
        match is_python(&**game) {
            true => Arc::ptr_eq(&self.game, game),
            false => self.game.canonical() == game.canonical(),
        }
    }
}

/// What an engine is asked: a choice of a seat at a copy of a game.
struct Question {
    table: Table,
    seat: Seat,
    seed: u64,
    /// For an engine that is another program: the tokens since the game began.
    told: Option<Vec<String>>,
    lines: usize,
}

impl Question {
    /// What the engine answers. Its memory of other questions is wiped first, so the answer does not depend on them.
    fn ask(&self, adviser: &mut Adviser) -> Result<advice::Advice, Refusal> {
        adviser.begin(self.seat, self.seed);
        match &self.told {
            None => adviser.go_to(self.table.session()),
            Some(tokens) => {
                if let Some(text) = self.table.begin() {
                    adviser.set_position(text).map_err(|error| Refusal::Told(error.to_string()))?;
                }
                for token in tokens {
                    adviser.play(token).map_err(|error| Refusal::Told(error.to_string()))?;
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
    /// A game in Python that does not read what it wrote.
    Told(String),
}

/// An engine that several threads may ask.
#[derive(Clone)]
struct Asked {
    spec: EngineSpec,
    ready: Arc<PerProcess<Mutex<Vec<Ready>>>>,
}

impl Asked {
    /// The answer to a question in the work of a call: of an engine that was kept, or of a new one.
    fn answer(&self, question: &Question, call: &Arc<Call>) -> Result<advice::Advice, Refusal> {
        let mut ready = self.take(&question.table.game, call)?;
        let answer = question.ask(&mut ready.adviser);
        // Another program need not run between questions; what a failure left is in no known state.
        if self.spec.text_engine().is_none() && !call.is_failed() {
            self.kept().push(ready);
        }
        answer
    }

    fn take(&self, game: &Arc<dyn AnyGame>, call: &Arc<Call>) -> Result<Ready, Refusal> {
        let found = {
            let mut kept = self.kept();
            let found = kept.iter().position(|kept| kept.plays(game)).map(|place| kept.swap_remove(place));
            // Engines for another game are not kept beside those for this one.
            kept.retain(|kept| kept.plays(game));
            found
        };
        if let Some(mut ready) = found {
            *locked(&ready.call) = call.clone();
            ready.adviser.set_stop(Stop::at(call.stop()));
            return Ok(ready);
        }
        let told = Arc::new(Mutex::new(call.clone()));
        let own = bound(&**game, &Whose::Kept(told.clone())).unwrap_or_else(|| game.clone());
        let adviser = own.adviser(&self.spec, Stop::at(call.stop())).map_err(Refusal::Spec)?;
        Ok(Ready { game: game.clone(), adviser, call: told })
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Ready>> {
        locked(self.ready.get(Mutex::default))
    }
}

impl Engine {
    fn asked(&self) -> Asked {
        Asked { spec: self.spec.clone(), ready: self.ready.clone() }
    }

    /// A question at a state: of the seats that choose the one that `seat` takes.
    fn question(
        &self,
        table: Table,
        seat: impl FnOnce(&Table) -> PyResult<Seat>,
        seed: u64,
        lines: usize,
    ) -> PyResult<Question> {
        let seat = seat(&table)?;
        let text_engine = self.spec.text_engine();
        if table.begin().is_some() && text_engine.is_some_and(|engine| engine.needs_history()) {
            return Err(value_error!(
                "the protocol of this engine has no positions, only moves from the start"
            ));
        }
        let told = text_engine.map(|_| asked(&*table.game, || Ok(table.tokens()))).transpose()?;
        Ok(Question { table, seat, seed, told, lines: lines.max(1) })
    }

    /// The answers to questions.
    fn answers(&self, py: Python<'_>, questions: Vec<Question>) -> PyResult<Vec<Advice>> {
        let engine = self.asked();
        // Methods in Python wait for each other; another program is asked one question after the other.
        let waits = engine.spec.text_engine().is_some()
            || questions.iter().any(|question| is_python(&*question.table.game));
        let work = move |call: &Arc<Call>| -> Result<Vec<Advice>, Refusal> {
            let answer = |question: &Question| Ok(advised(question.seat, engine.answer(question, call)?));
            let until_stopped = |question: &Question| {
                // The others are not asked any more: the call has no value.
                if call.is_failed() { Err(None) } else { answer(question).map_err(Some) }
            };
            let answers: Result<Vec<Advice>, Option<Refusal>> = match waits {
                true => questions.iter().map(until_stopped).collect(),
                false => questions.par_iter().with_max_len(1).map(until_stopped).collect(),
            };
            answers.or_else(|refusal| refusal.map_or(Ok(Vec::new()), Err))
        };
        let answers = if waits { waited_beside(py, work) } else { waited(py, work) }?;
        answers.map_err(|refusal| match refusal {
            Refusal::Spec(error) => errors::of_spec(py, &error),
            Refusal::Fault(fault) => errors::of_fault(py, &self.spec.canonical(), &fault),
            Refusal::Told(message) => errors::GameError::new_err(message),
        })
    }
}

/// The seat that is asked at a state: the only one that chooses, or the one that is named.
fn seat_at(table: &Table, seat: Option<Number>) -> PyResult<Seat> {
    let session = table.session();
    let choosing = choosing(table);
    if let Some(named) = seat {
        let seat = seat_of(named, session.seats())?;
        let what = || value_error!("seat {named} does not choose here: {}", turn_words(&choosing));
        refuse_if!(!choosing.contains(&seat), what());
        return Ok(seat);
    }
    match choosing[..] {
        [seat] if !matches!(session.turn(), Turn::Simultaneous(_)) => Ok(seat),
        [] => Err(value_error!("no seat chooses here: {}", turn_words(&choosing))),
        _ => Err(value_error!(
            "{} to choose together: give one of them, or ask for all by bestmove_each",
            turn_words(&choosing)
        )),
    }
}

fn choosing(table: &Table) -> Vec<Seat> {
    table.session().turn().choosers().iter().collect()
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Engine> {
        let spec = registry().engine(spec).map_err(|error| errors::of_spec(py, &error))?;
        Ok(Engine { spec, ready: Arc::new(PerProcess::new()) })
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
    /// `seed`: 0 to 2^64 - 1, a fresh one without it. `seat`: where several choose at the same time, the one that is asked, needed
    /// there. `lines`: how many of the moves are valued, where the engine compares them. Raises `ValueError` where nobody has to
    /// choose, `EngineError` if the engine fails. Other Python threads run meanwhile, and may change the state: the engine thinks at a
    /// copy.
    #[pyo3(signature = (state, seed = None, seat = None, *, lines = 1))]
    fn bestmove(
        &self,
        py: Python<'_>,
        state: &State,
        seed: Option<Seed>,
        seat: Option<Number>,
        lines: usize,
    ) -> PyResult<Advice> {
        let seed = Seed::or_fresh(seed, py)?;
        let question = self.question(state.snapshot(py)?, |table| seat_at(table, seat), seed, lines)?;
        self.answers(py, vec![question])?.pop().ok_or_else(|| errors::EngineError::new_err("no answer"))
    }

    /// What the engine would play at each seat that chooses, in seat order, as `bestmove` with this seat. Raises `ValueError` where
    /// nobody has to choose.
    #[pyo3(signature = (state, seed = None, *, lines = 1))]
    fn bestmove_each(
        &self,
        py: Python<'_>,
        state: &State,
        seed: Option<Seed>,
        lines: usize,
    ) -> PyResult<Vec<Advice>> {
        let (seed, table) = (Seed::or_fresh(seed, py)?, state.snapshot(py)?);
        let choosing = choosing(&table);
        refuse_if!(choosing.is_empty(), value_error!("no seat chooses here: {}", turn_words(&choosing)));
        let ask = |seat: Seat| self.question(table.clone(), |_| Ok(seat), seed, lines);
        self.answers(py, choosing.into_iter().map(ask).collect::<PyResult<_>>()?)
    }

    /// What the engine would play at each state, at which one seat has to choose: on all cores, the same as `bestmove(state, seed)` of
    /// each. `seeds`: one for each state, fresh ones without them. Raises as `bestmove`.
    #[pyo3(signature = (states, seeds = None))]
    fn bestmoves(
        &self,
        py: Python<'_>,
        states: Vec<PyRef<'_, State>>,
        seeds: Option<Vec<Seed>>,
    ) -> PyResult<Vec<Advice>> {
        let given = seeds.as_ref().map_or(states.len(), Vec::len);
        let (count, wrong) = (states.len(), |found| {
            value_error!("expected {} seeds, one for each state, found {found}", states.len())
        });
        refuse_if!(given != count, wrong(given));
        let mut questions = Vec::with_capacity(count);
        for (index, state) in states.iter().enumerate() {
            let seed = Seed::or_fresh(seeds.as_ref().map(|seeds| seeds[index]), py)?;
            questions.push(self.question(state.snapshot(py)?, |table| seat_at(table, None), seed, 1)?);
        }
        self.answers(py, questions)
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
