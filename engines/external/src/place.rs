//! Where a program stands: beside the configuration that names it.

use std::env;
use std::path::{self, Path, PathBuf};

use torneo_contract::{Refusal, refusal, refuse_if};

use crate::options::Settings;

/// Where a program is, and where it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// What is started.
    pub program: PathBuf,
    /// The folder that it runs in; none for that of this process.
    pub folder: Option<PathBuf>,
    /// What the user should know: another program of the same name.
    pub note: Option<String>,
}

impl Place {
    /// The place of a program. `beside` is the folder of the configuration; without one it is looked up from the current
    /// folder on.
    ///
    /// # Errors
    /// A folder in its place, or no file where it is looked for.
    pub fn of(settings: &Settings, beside: Option<&Path>) -> Result<Place, Refusal> {
        Place::of_word(&settings.command[0], beside, &settings.working_directory)
    }

    /// The file of the program, and those that its arguments name from the folder on in which it runs.
    pub fn files(&self, command: &[String]) -> Vec<PathBuf> {
        let folders = env::var_os("PATH").unwrap_or_default();
        let on_path = || {
            let mut places = env::split_paths(&folders).map(|folder| program_at(folder.join(&self.program)));
            places.find(|place| place.is_file())
        };
        let is_bare = self.program.components().count() == 1;
        let program = if is_bare { on_path() } else { None };
        let folder = self.folder.clone().unwrap_or_default();
        let named = command[1..].iter().map(|word| folder.join(word)).filter(|file| file.is_file());
        std::iter::once(program.unwrap_or_else(|| self.program.clone())).chain(named).collect()
    }

    fn of_word(word: &str, beside: Option<&Path>, working_directory: &str) -> Result<Place, Refusal> {
        let folder = match beside {
            Some(beside) => Some(absolute(&beside.join(working_directory))),
            None if working_directory.is_empty() => None,
            None => Some(absolute(Path::new(working_directory))),
        };
        if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(refusal!("the working directory {} is no folder", folder.display()));
        }
        let (program, note) = find(Path::new(word), beside)?;
        refuse_if!(program.is_dir(), "{} is a folder, not a program", program.display());
        Ok(Place { program, folder, note })
    }
}

/// The file of a program that is named as on other systems: on Windows without the end of its name.
fn program_at(path: PathBuf) -> PathBuf {
    if cfg!(windows) && !path.exists() {
        let mut named = path.clone().into_os_string();
        named.push(env::consts::EXE_SUFFIX);
        if Path::new(&named).is_file() {
            return named.into();
        }
    }
    path
}

fn absolute(path: &Path) -> PathBuf {
    // The folder of a file that is named without one is the current folder.
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The file of a program, and a note if there are two.
fn find(word: &Path, beside: Option<&Path>) -> Result<(PathBuf, Option<String>), Refusal> {
    if word.is_absolute() {
        return Ok((word.to_owned(), None));
    }
    let is_bare = word.components().count() == 1 && !word.starts_with(".");
    let (here, there) =
        (program_at(absolute(word)), beside.map(|beside| program_at(absolute(&beside.join(word)))));
    let there = there.filter(|there| there.exists());
    if is_bare && (there.is_none() || is_on_path(word)) {
        // The system looks it up, as a shell would.
        return Ok((word.to_owned(), None));
    }
    match there {
        Some(there) => {
            let is_other = here.exists() && here.canonicalize().ok() != there.canonicalize().ok();
            let note = is_other.then(|| {
                format!(
                    "{} is started, beside the configuration, and not {}",
                    there.display(),
                    here.display()
                )
            });
            Ok((there, note))
        }
        None if here.exists() => Ok((here, None)),
        None => Err(match beside.map(|beside| absolute(&beside.join(word))).filter(|there| *there != here) {
            Some(there) => refusal!("there is neither {} nor {}", there.display(), here.display()),
            None => refusal!("there is no {}", here.display()),
        }),
    }
}

fn is_on_path(word: &Path) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| program_at(folder.join(word)).is_file())
}

/// Refuses a command as one text whose beginning, with its blanks, names a file: a shell would start another program.
///
/// # Errors
/// How it is written instead.
pub fn check_blanks(command: &str, beside: &Path) -> Result<(), Refusal> {
    let blanks = command.match_indices(' ').map(|(at, _)| at).chain([command.len()]);
    let named = blanks
        .skip(1)
        .map(|end| &command[..end])
        .find(|name| beside.join(name).is_file() || Path::new(name).is_file());
    match named {
        Some(name) => Err(refusal!(
            "`{name}` is one file, with a blank in its name: write a list, such as [\"{name}\"]"
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn programs_are_looked_up_beside_the_configuration() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("bin")).unwrap();
        fs::write(folder.path().join("bin/engine"), "").unwrap();
        fs::write(folder.path().join("sh"), "").unwrap();
        let beside = Some(folder.path());
        let program = |word: &str| Place::of_word(word, beside, "").map(|place| place.program);
        assert_eq!(program("./bin/engine"), Ok(folder.path().join("./bin/engine")));
        assert_eq!(program("sh"), Ok(PathBuf::from("sh")), "what the system knows comes first");
        assert!(program("bin").unwrap_err().to_string().contains("is a folder"));
        assert!(program("bin/none").unwrap_err().to_string().contains("neither"));
        assert_eq!(Place::of_word("sh", beside, "bin").unwrap().folder, Some(folder.path().join("bin")));
        assert!(Place::of_word("sh", beside, "none").unwrap_err().to_string().contains("no folder"));
        assert_eq!(Place::of_word("sh", None, "").unwrap().folder, None);
    }

    #[test]
    fn a_file_with_a_blank_is_no_command_with_arguments() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("Eng 1")).unwrap();
        fs::write(folder.path().join("Eng 1/run.sh"), "").unwrap();
        let path = folder.path().display();
        assert!(
            check_blanks(&format!("{path}/Eng 1/run.sh"), Path::new(""))
                .unwrap_err()
                .to_string()
                .contains("a list")
        );
        assert!(
            check_blanks("Eng 1/run.sh --fast", folder.path())
                .unwrap_err()
                .to_string()
                .contains("`Eng 1/run.sh`")
        );
        assert_eq!(check_blanks("python3 mine.py --fast", folder.path()), Ok(()));
        assert_eq!(check_blanks("Eng", folder.path()), Ok(()));
    }
}
