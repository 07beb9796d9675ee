//! The Python package `torneo`: the part that is written in Rust.
//!
//! Thin on purpose: it turns the library's games, engines and tournaments into Python objects. What is convenience only is
//! written in Python, in the folder `python/torneo`.
//!
//! It is a library as well: [`module!`] makes an extension module with games of another crate.

#[macro_use]
mod errors;

mod arguments;
mod batch;
mod call;
mod choice;
mod cluster;
mod commands;
mod dice;
mod encoding;
mod engine;
mod environment;
mod game;
mod hand;
mod many;
mod messages;
mod place;
mod player;
mod playouts;
mod process;
mod python_game;
mod rate;
mod run;
mod search;
mod state;
mod table;
mod turns;
mod wait;

use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

pub use pyo3;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use serde_json::Value;
use torneo_contract::refuse_if;
use torneo_registry::Registry;

/// What [`registry`] returns.
static REGISTRY: RwLock<Option<&'static Registry>> = RwLock::new(None);

/// The games and engines of the module, the place of engines that are Python objects, and the games in Python so far.
fn registry() -> &'static Registry {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner).expect("the module was filled")
}

/// Changes the registry. Who holds the one from before keeps it: each stays for as long as the process does.
fn with_registry(change: impl FnOnce(&mut Registry)) -> &'static Registry {
    let mut known = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    let mut registry = known.cloned().unwrap_or_default();
    change(&mut registry);
    let registry: &'static Registry = Box::leak(Box::new(registry));
    *known = Some(registry);
    registry
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
    fill(module, torneo::registry())
}

/// Makes an extension module of this name in which the package `torneo` has the games and engines of a
/// [`Registry`](torneo_registry::Registry). It is imported in place of `torneo`, whose names it has.
///
/// ```ignore
/// torneo_python::module!(mygame, {
///     let mut registry = torneo::registry();
///     registry.add_game(torneo::GameEntry::of::<MyGame>());
///     registry
/// });
/// ```
#[macro_export]
macro_rules! module {
    ($name:ident, $registry:expr) => {
        #[$crate::pyo3::pymodule]
        #[pyo3(crate = "torneo_python::pyo3")]
        fn $name(
            module: &$crate::pyo3::Bound<'_, $crate::pyo3::types::PyModule>,
        ) -> $crate::pyo3::PyResult<()> {
            $crate::take_place(module, $registry)
        }
    };
}

/// Makes a module the part in Rust of the package `torneo`, and gives it the names of the package.
///
/// # Errors
/// `ImportError` where `torneo` is imported already, with its own part.
pub fn take_place(module: &Bound<'_, PyModule>, registry: Registry) -> PyResult<()> {
    let (py, name) = (module.py(), module.name()?);
    let modules = py.import("sys")?.getattr("modules")?;
    let imported = || format!("torneo is imported already: import {name} first, or in its place");
    refuse_if!(modules.contains("torneo._torneo")?, PyImportError::new_err(imported()));
    fill(module, registry)?;
    modules.set_item("torneo._torneo", module)?;
    let package = py.import("torneo")?;
    for name in package.getattr("__all__")?.try_iter()? {
        let name: String = name?.extract()?;
        // Those that need other packages are imported from `torneo` when they are used.
        if let Some(item) = package.dict().get_item(&*name)? {
            module.add(&*name, item)?;
        }
    }
    Ok(())
}

/// Adds classes and functions to a module.
macro_rules! add {
    ($module:ident: $($class:ty),*; $($function:path),* $(,)?) => {
        $($module.add_class::<$class>()?;)*
        $($module.add_function(wrap_pyfunction!($function, $module)?)?;)*
    };
}

/// Fills a module that is the part in Rust of the package `torneo`.
fn fill(module: &Bound<'_, PyModule>, registry: Registry) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    torneo_cli::set_up_panics();
    messages::to_logging();
    // Now, so that no child is forked while it is made.
    with_registry(|known| {
        *known = registry;
        known.add_engine(player::entry(
            player::Named::default(),
            player::Raised { all: false, call: call::Call::new() },
        ));
    });
    if let Some(python) = module.py().import("sys")?.getattr("executable")?.extract::<Option<PathBuf>>()? {
        torneo_external::guard_with(python, &["-c", GUARD]);
    }
    errors::add(module)?;
    add!(
        module:
        game::Game, state::State, engine::Engine, engine::Advice, encoding::Encoding, encoding::Symmetry,
        environment::Environment, batch::Batch, search::Search, dice::Numbers, dice::NumberPool,
        cluster::Collector, cluster::Race;
        commands::games, commands::engines, commands::odds, commands::combos, commands::solve, commands::call,
        guard_programs, state::restore, python_game::register_game, python_game::conformance, python_game::main, run::run,
        run::analyze, run::from_toml, rate::rate, cluster::play_groups
    );
    Ok(())
}
