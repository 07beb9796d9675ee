//! Which names runs and engines may have.

use torneo_contract::{Refusal, refusal, refuse_if};
use torneo_present::terminal::is_unseen;

use crate::storage::check_name;

/// The longest name, in characters: file systems take 255 bytes.
const LONGEST: usize = 200;

/// Whether a text can be the name of a run, which becomes a folder on any system and an argument of commands.
///
/// # Errors
/// It cannot.
pub fn check_run_name(name: &str) -> Result<(), Refusal> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_plain = !name.is_empty() && name.len() <= LONGEST && name.chars().all(fits);
    refuse_if!(!is_plain, "a name has letters, digits, `-`, `_` and `.`, since it becomes a folder");
    refuse_if!(
        name.starts_with(['.', '-']),
        "`{name}` becomes a folder: its name begins with a letter, a digit or `_`"
    );
    check_name(name).map_err(|why| refusal!("a name becomes a folder: {why}"))
}

/// What programs that read CSV take for a missing value, in small letters (pandas, `read_csv`; R, `read.csv`).
const MISSING: [&str; 11] =
    ["na", "n/a", "nan", "-nan", "null", "none", "<na>", "#n/a", "#na", "1.#ind", "1.#qnan"];

/// Whether a text can be the name of an engine, which goes into tables that people open in spreadsheets and terminals.
///
/// # Errors
/// It cannot.
pub fn check_engine_name(name: &str) -> Result<(), Refusal> {
    let is_line = name.trim() == name && !name.is_empty() && !name.contains(char::is_control);
    refuse_if!(!is_line, "a name is one line without blanks at its ends");
    if let Some(hidden) = name.chars().find(|&c| is_unseen(c)) {
        let code = u32::from(hidden);
        return Err(refusal!("a name shows as it is written: it holds the unseen character U+{code:04X}"));
    }
    refuse_if!(
        name.starts_with(['=', '+', '-', '@']),
        "`{name}` would be a formula in a spreadsheet: a name does not begin with `=`, `+`, `-` or `@`"
    );
    refuse_if!(
        MISSING.contains(&&*name.to_lowercase()),
        "`{name}` is a missing value to programs that read CSV, such as pandas: expected another name, such as `{name}-1`"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_do_harm_are_refused() {
        for name in
            ["", ".", "..", ".git", "-rf", "a/b", "a b", "x.", "CON", "con.txt", "Nul", "COM1", "lpt9.x", "ü"]
        {
            assert!(check_run_name(name).is_err(), "{name}");
        }
        assert!(check_run_name(&"a".repeat(201)).is_err());
        for name in ["quickstart", "run-2", "_x", "v1.2", "console", "com", "com10", "lpt", "7", "auxiliary"]
        {
            assert_eq!(check_run_name(name), Ok(()), "{name}");
        }
        for name in [
            "NA",
            "null",
            "NaN",
            "n/a",
            "None",
            "<NA>",
            "",
            " a",
            "a ",
            "a\nb",
            "=1+1",
            "+1",
            "-rf",
            "@x",
            "a\u{202e}b",
            "a\u{200b}",
            "\u{feff}a",
        ] {
            assert!(check_engine_name(name).is_err(), "{name:?}");
        }
        for name in [
            "random",
            "nano",
            "nullmove",
            "NA-1",
            "mcts(sims=200)",
            "árbol",
            "木",
            "a-b",
            "1: random",
            "x = y",
            "e\u{301}",
        ] {
            assert_eq!(check_engine_name(name), Ok(()), "{name}");
        }
    }
}
