//! Python, for what is computed a second time.

use std::process::Command;

/// A Python with a package: `TORNEO_PYTHON`, which then has to have it, else `python3` if that has it.
pub fn python(package: &str) -> Option<String> {
    let named = std::env::var("TORNEO_PYTHON");
    let python = named.clone().unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", &format!("import {package}")]).output();
    if found.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    assert!(named.is_err(), "TORNEO_PYTHON has no package {package}");
    eprintln!("skipped: python3 has no package {package} (TORNEO_PYTHON names another Python)");
    None
}
