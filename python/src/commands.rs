//! What the commands of the command line answer.

use std::sync::Arc;

use pyo3::prelude::*;
use torneo_cli::json;
use torneo_solve::proof::ProofOptions;
use torneo_solve::stochastic::{Cards, Payoff, ValueOptions};
use torneo_solve::{Control, Method, Progress, Request};

use crate::call::Call;
use crate::python_game::on_one_thread;
use crate::wait::{waited, waited_for};
use crate::{errors, registry, to_python};

/// Every game with its card and its options: a list of dicts, as `torneo games --json`. A card is its `source`, `length` and `summary`.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &json::games(registry()))
}

/// Every engine with its options: a list of dicts, as `torneo engines --json`.
#[pyfunction]
pub fn engines(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &json::engines(registry()))
}

/// The exact results of a dice game, as `torneo dice odds --json`.
#[pyfunction]
#[pyo3(signature = (spec, policy = Vec::new()))]
pub fn odds<'py>(py: Python<'py>, spec: &str, policy: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
    let spec = spec.to_owned();
    let solved = waited(py, move |call| json::odds(&call.registry(), &spec, &policy))?;
    to_python(py, &solved.map_err(|failure| errors::of_failure(py, failure))?)
}

/// The distribution of a dice expression, as `torneo dice combos --json`.
#[pyfunction]
#[pyo3(signature = (expression, sum = None, given = None))]
pub fn combos<'py>(
    py: Python<'py>,
    expression: &str,
    sum: Option<i64>,
    given: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let (expression, given) = (expression.to_owned(), given.map(str::to_owned));
    let counted = waited(py, move |_| json::combos(&expression, sum, given.as_deref()))?;
    to_python(py, &counted.map_err(|failure| errors::of_failure(py, failure))?)
}

/// The exact value of a game or a position, as `torneo solve --json`.
#[pyfunction]
#[pyo3(signature = (spec, position = None, method = "auto", memory = 1024, threads = 0))]
pub fn solve<'py>(
    py: Python<'py>,
    spec: &str,
    position: Option<&str>,
    method: &str,
    memory: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let method = match method {
        "auto" => Method::Auto,
        "retrograde" => Method::Retrograde,
        "proof" => Method::Proof,
        "values" => Method::Values,
        other => {
            return Err(value_error!("`{other}` is no method: expected auto, retrograde, proof or values"));
        }
    };
    let threads =
        if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let call = Call::new();
    let game = call.end(call.registry().game(spec))?.map_err(|error| errors::of_spec(py, &error))?;
    let values = ValueOptions { payoff: Payoff::Score, cards: Cards::Hidden, precision: 1e-6, turns: 1_000 };
    let proof = ProofOptions { nodes: None, each_action: false, size: false };
    let position = position.map(str::to_owned);
    let solve = move |call: &Arc<Call>| {
        let request = Request { position: position.as_deref(), method, table: None, proof, values };
        let quiet = |_: &Progress| ();
        let control = Control { memory: memory << 20, threads, stop: call.stop(), progress: &quiet };
        torneo_solve::solve(&*game.expander(), &request, &control)
    };
    let solved = waited_for(py, &call, solve, |_| Ok(()))?;
    let solution = solved.map_err(|error| errors::of_unsolved(spec, &error))?;
    to_python(py, &json::solution(&solution))
}

/// What a command of the command line prints, by its arguments; raises what it fails with. `failing`: whether a failure after
/// something was printed is an answer too.
#[pyfunction]
pub fn call(py: Python<'_>, arguments: Vec<String>, failing: bool) -> PyResult<String> {
    let arguments = on_one_thread(arguments);
    // Commands that play stop at once and leave what can be resumed; the others are left alone.
    let (printed, failure) =
        waited(py, move |call| torneo_cli::call(&call.registry(), &arguments, call.stop()))?;
    match failure {
        Some(_) if failing && !printed.is_empty() => Ok(printed),
        Some(failure) => Err(errors::of_failure(py, failure)),
        None => Ok(printed),
    }
}
