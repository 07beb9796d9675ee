//! A small process that outlives this one, however it ends, and then kills what the programs started.
//!
//! The system ends a program with its parent, but not what the program started. The guard waits at a pipe that this process
//! holds open. It is another run of this program: the owner of the executable says how it is started.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ChildStdin;
use std::sync::OnceLock;

use crate::kill;
use crate::per_process::PerProcess;

/// The longest mark that a guard takes, in bytes.
const LONGEST: u64 = 256;

/// This executable; on Linux even if its file has been replaced.
pub const THIS_EXECUTABLE: &str = "/proc/self/exe";

/// The executable and the arguments with which it is a guard, once somebody has said so.
static COMMAND: OnceLock<(PathBuf, Vec<String>)> = OnceLock::new();

/// Says that this executable, with these arguments, calls [`guard`]. Without it what programs started outlives a process
/// that is killed.
pub fn guard_with(executable: impl Into<PathBuf>, arguments: &[&str]) {
    COMMAND
        .get_or_init(|| (executable.into(), arguments.iter().map(|&argument| argument.to_owned()).collect()));
}

/// Waits until the process that started this one ends, and kills what its programs started.
///
/// # Errors
/// A pipe that cannot be read.
pub fn guard(mut input: impl Read) -> io::Result<()> {
    let mut mark = String::new();
    input.by_ref().take(LONGEST).read_to_string(&mut mark)?;
    // An empty mark would stand for the programs of everybody.
    if mark.starts_with(':') && mark.ends_with('-') {
        kill::kill_marked(&mark);
    }
    Ok(())
}

/// Starts the guard before the first program.
pub fn post() {
    static PIPE: PerProcess<OnceLock<Option<ChildStdin>>> = PerProcess::new();
    PIPE.get(OnceLock::new)
        .get_or_init(|| COMMAND.get().and_then(|(executable, arguments)| start(executable, arguments).ok()));
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn start(executable: &Path, arguments: &[String]) -> io::Result<ChildStdin> {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    let is_this = executable == Path::new(THIS_EXECUTABLE);
    let mut command = if is_this && cfg!(not(target_os = "linux")) {
        Command::new(std::env::current_exe()?)
    } else {
        Command::new(executable)
    };
    // In a group of its own it does not hear the terminal's signals.
    command.args(arguments).process_group(0);
    if is_this {
        // Under another name it is not killed with this process by name.
        command.arg0("engine-guard");
    }
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut guard = command.spawn()?;
    let mut pipe = guard.stdin.take().expect("it is piped");
    pipe.write_all(kill::root().as_bytes())?;
    Ok(pipe)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn start(_executable: &Path, _arguments: &[String]) -> io::Result<ChildStdin> {
    Err(io::ErrorKind::Unsupported.into())
}
