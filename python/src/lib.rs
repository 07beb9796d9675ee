//! The Python package `torneo`: the part that is written in Rust.
//!
//! Thin on purpose: it turns the library's games, engines and tournaments into Python objects. What is convenience only is
//! written in Python, in the folder `python/torneo`.

mod batch;
mod choice;
mod cluster;
mod commands;
mod dice;
mod encoding;
mod engine;
mod environment;
mod errors;
mod game;
mod place;
mod player;
mod playouts;
mod process;
mod run;
mod state;
mod table;
mod wait;

use std::path::PathBuf;
use std::sync::OnceLock;

use pyo3::prelude::*;
use serde_json::Value;
use torneo_registry::Registry;

/// Every game and engine of torneo, and the place of engines that are Python objects.
fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        let mut registry = torneo::registry();
        registry.add_engine(player::entry(player::Named::default(), Default::default()));
        registry
    })
}

/// JSON as Python's dicts, lists, texts and numbers.
fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// What a process of this interpreter runs that kills what programs of a killed one leave behind.
const GUARD: &str = "from torneo import _torneo; _torneo.guard_programs()";

/// Waits for the end of the process at the other end of stdin, and kills what its programs started.
#[pyfunction]
fn guard_programs(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(|| torneo_external::guard(std::io::stdin()))?)
}

/// The part of the package that is written in Rust.
#[pymodule]
fn _torneo(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    torneo_cli::set_up_panics();
    registry(); // now, so that no child is forked while it is made
    if let Some(python) = module.py().import("sys")?.getattr("executable")?.extract::<Option<PathBuf>>()? {
        torneo_external::guard_with(python, &["-c", GUARD]);
    }
    errors::add(module)?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Advice>()?;
    module.add_class::<encoding::Encoding>()?;
    module.add_class::<environment::Environment>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<dice::Numbers>()?;
    module.add_class::<dice::NumberPool>()?;
    module.add_function(wrap_pyfunction!(commands::games, module)?)?;
    module.add_function(wrap_pyfunction!(commands::engines, module)?)?;
    module.add_function(wrap_pyfunction!(commands::odds, module)?)?;
    module.add_function(wrap_pyfunction!(commands::combos, module)?)?;
    module.add_function(wrap_pyfunction!(commands::solve, module)?)?;
    module.add_function(wrap_pyfunction!(commands::call, module)?)?;
    module.add_function(wrap_pyfunction!(guard_programs, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(run::analyze, module)?)?;
    module.add_class::<cluster::Collector>()?;
    module.add_class::<cluster::Race>()?;
    module.add_function(wrap_pyfunction!(cluster::play_groups, module)?)?;
    module.add_function(wrap_pyfunction!(run::to_toml, module)?)?;
    module.add_function(wrap_pyfunction!(run::from_toml, module)?)?;
    Ok(())
}
