//! torneo: reproducible parallel tournaments of game engines, with statistics.
//!
//! This crate is the program's registry of games and engines and the door to its command line. A program of your own
//! adds games and engines to the registry and calls the same commands:
//!
//! ```no_run
//! # use torneo::contract::Described;
//! fn run_with<Nim: Described>() -> std::process::ExitCode {
//!     let mut registry = torneo::registry();
//!     registry.add_game(torneo::GameEntry::of::<Nim>());
//!     torneo::cli::main_with(registry)
//! }
//! ```

pub use torneo_games as games;
pub use torneo_games::contract;
pub use torneo_registry::{EngineEntry, GameEntry, Registry};

/// What an engine is made of.
pub mod engine {
    pub use torneo_registry::{EngineKind, SetUp};
    pub use torneo_search::{Choice, Engine, EngineInfo, Rng};
}

/// The command line.
pub mod cli {
    pub use torneo_cli::main_with;
}

/// The pages of the rules by the ids of games, and pages that several games share.
const PAGES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The charts in the pages of the rules, by the names of their files.
const CHARTS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/charts.rs"));

/// The files of `configs`, by their names without the ending.
const CONFIGURATIONS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/configurations.rs"));

/// The files of `results/ladders`, by their names without the ending.
const LADDERS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/ladders.rs"));

/// The version with what the program was built from, and by what.
const VERSION: &str = include_str!(concat!(env!("OUT_DIR"), "/version.txt"));

/// Every game and engine of torneo.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    let families = include!(concat!(env!("OUT_DIR"), "/families.rs"));
    for add in families {
        add(&mut registry);
    }
    for (id, page) in PAGES {
        match registry.games().iter().any(|entry| entry.info().id == *id) {
            true => registry.add_rules(id, page),
            false => registry.add_common_rules(id, page),
        };
    }
    for (name, chart) in CHARTS {
        registry.add_chart(name, chart);
    }
    for (name, text) in CONFIGURATIONS {
        registry.add_configuration(name, text);
    }
    for (_, text) in LADDERS {
        registry.add_ladder(text);
    }
    registry.set_version(VERSION);
    registry
}

/// An engine that plays every game of torneo. It takes the time to compile it for each of them.
pub fn engine_for_all_games(kind: impl engine::EngineKind) -> EngineEntry {
    EngineEntry::of(kind, torneo_games::each)
}
