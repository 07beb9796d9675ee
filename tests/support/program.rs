//! The program that is tested.

use std::env;
use std::sync::LazyLock;

/// The program: `TORNEO_PROGRAM`, such as that of a release, else the one that was built with the tests.
pub static PROGRAM: LazyLock<String> =
    LazyLock::new(|| env::var("TORNEO_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_torneo").to_owned()));

/// Whether the program was built with the tests.
pub static IS_OWN: LazyLock<bool> = LazyLock::new(|| env::var_os("TORNEO_PROGRAM").is_none());
