//! Names that files and folders can have on every system, so that results can be copied to any.

use std::path::{Component, Path};

use torneo_contract::{Refusal, refuse_if};

/// Names that are devices on Windows, whatever ends them (Microsoft, *Naming Files, Paths, and Namespaces*).
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// The same before one digit, which may be raised.
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// Whether a file or folder can have this name on every system.
///
/// # Errors
/// Windows refuses it, or takes it for something else.
pub fn check_name(name: &str) -> Result<(), Refusal> {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_digit = |rest: &str| {
        let mut letters = rest.chars();
        let digit = letters.next().is_some_and(|letter| letter.is_ascii_digit() || "¹²³".contains(letter));
        digit && letters.next().is_none()
    };
    let is_device = DEVICES.contains(&&*stem)
        || NUMBERED.iter().any(|word| stem.strip_prefix(word).is_some_and(is_digit));
    refuse_if!(is_device, "`{name}` is a device on Windows: expected another name, such as `{stem}-1`");
    refuse_if!(
        name.ends_with(['.', ' ']),
        "`{name}` ends with a dot or a blank, which Windows takes away: expected another end"
    );
    refuse_if!(
        name.contains(':'),
        "`{name}` has a colon, which Windows keeps for drives and streams: expected `-` or `_` in its place"
    );
    Ok(())
}

/// Whether a file or folder at this place can have its name on every system, with the folders that would be made for it.
/// Folders that are there already, above the last name, may have any name.
///
/// # Errors
/// The first name that it cannot have.
pub fn check_place(path: &Path) -> Result<(), Refusal> {
    let mut reached = std::path::PathBuf::new();
    let mut parts = path.components().peekable();
    while let Some(part) = parts.next() {
        reached.push(part);
        let is_above = parts.peek().is_some() && reached.is_dir();
        if let Component::Normal(name) = part
            && !is_above
        {
            check_name(&name.to_string_lossy())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_windows_refuses_are_refused() {
        let refused = [
            "con",
            "CON",
            "Con.txt",
            "nul",
            "NUL.tar.gz",
            "aux",
            "prn",
            "com1",
            "COM9.csv",
            "lpt1",
            "Lpt0",
            "com²",
            "con .x",
            "out.",
            "out ",
            "a.b.",
            "a:b",
            ":",
            "C:",
        ];
        for name in refused {
            let why = check_name(name).unwrap_err().to_string();
            assert!(why.contains(&format!("`{name}`")) && why.contains("expected"), "{name}: {why}");
        }
        for name in [
            "console",
            "com",
            "com10",
            "lpt",
            "lptx",
            "nul-1",
            "a.con",
            ".git",
            "a b",
            "ünïcode",
            "auxiliary",
        ] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn every_name_of_a_place_counts_but_those_of_folders_above() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| check_place(&folder.path().join(name));
        assert!(at("con").is_err() && at("con/x").is_err() && at("x/con").is_err() && at("x/con/").is_err());
        assert!(
            at("x/y").is_ok()
                && check_place(Path::new("../x")).is_ok()
                && check_place(Path::new(".")).is_ok()
        );
        #[cfg(unix)]
        {
            std::fs::create_dir(folder.path().join("con")).unwrap();
            assert!(at("con/x").is_ok() && at("con").is_err());
        }
    }
}
