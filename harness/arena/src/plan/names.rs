//! Which names runs and engines may have.

use crate::terminal::is_unseen;

/// Names that are devices on Windows, whatever ends them (Microsoft, *Naming Files, Paths, and Namespaces*).
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The longest name, in characters: file systems take 255 bytes.
const LONGEST: usize = 200;

/// Why a text cannot be the name of a run, which becomes a folder on any system and an argument of commands.
pub fn run_fault(name: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(fits) {
        return Some("a name has letters, digits, `-`, `_` and `.`, since it becomes a folder".to_owned());
    }
    if name.starts_with(['.', '-']) || name.ends_with('.') {
        return Some(format!(
            "`{name}` becomes a folder: its name begins with a letter, a digit or `_` and does not end with `.`"
        ));
    }
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = |word: &str| {
        let number = stem.strip_prefix(word);
        number.is_some_and(|number| number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    (DEVICES.contains(&&*stem) || numbered("com") || numbered("lpt"))
        .then(|| format!("`{name}` cannot be a folder on Windows, where `{stem}` is a device"))
}

/// Why a text cannot be the name of an engine, which goes into tables that people open in spreadsheets and terminals.
pub fn engine_fault(name: &str) -> Option<String> {
    if name.trim() != name || name.is_empty() || name.contains(char::is_control) {
        return Some("a name is one line without blanks at its ends".to_owned());
    }
    if let Some(hidden) = name.chars().find(|&c| is_unseen(c)) {
        let code = u32::from(hidden);
        return Some(format!("a name shows as it is written: it holds the unseen character U+{code:04X}"));
    }
    name.starts_with(['=', '+', '-', '@']).then(|| {
        format!(
            "`{name}` would be a formula in a spreadsheet: a name does not begin with `=`, `+`, `-` or `@`"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_do_harm_are_refused() {
        for name in
            ["", ".", "..", ".git", "-rf", "a/b", "a b", "x.", "CON", "con.txt", "Nul", "COM1", "lpt9.x", "ü"]
        {
            assert!(run_fault(name).is_some(), "{name}");
        }
        assert!(run_fault(&"a".repeat(201)).is_some());
        for name in ["quickstart", "run-2", "_x", "v1.2", "console", "com", "com10", "lpt", "7", "auxiliary"]
        {
            assert_eq!(run_fault(name), None, "{name}");
        }
        for name in
            ["", " a", "a ", "a\nb", "=1+1", "+1", "-rf", "@x", "a\u{202e}b", "a\u{200b}", "\u{feff}a"]
        {
            assert!(engine_fault(name).is_some(), "{name:?}");
        }
        for name in ["random", "mcts(sims=200)", "árbol", "木", "a-b", "1: random", "x = y", "e\u{301}"] {
            assert_eq!(engine_fault(name), None, "{name}");
        }
    }
}
