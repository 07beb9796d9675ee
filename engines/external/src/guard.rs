//! A small process that outlives this one, however it ends, and then kills what the programs started.
//!
//! The system ends a program with its parent, but not what the program started. The guard waits at a pipe that this process
//! holds open. It is another run of the same executable, by an argument that only the executable's owner knows.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;

use crate::kill;

/// The longest mark that a guard takes, in bytes.
const LONGEST: u64 = 256;

/// The argument with which this executable is a guard, once somebody has said so.
static ARGUMENT: OnceLock<&str> = OnceLock::new();

/// Says that this executable, with this one argument, calls [`guard`]. Without it what programs started outlives a process
/// that is killed.
pub fn guard_with(argument: &'static str) {
    ARGUMENT.get_or_init(|| argument);
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
    static PIPE: OnceLock<Option<ChildStdin>> = OnceLock::new();
    PIPE.get_or_init(|| ARGUMENT.get().and_then(|argument| start(argument).ok()));
}

#[cfg(target_os = "linux")]
fn start(argument: &str) -> io::Result<ChildStdin> {
    use std::os::unix::process::CommandExt;
    // This executable even if its file has been replaced. In a group of its own it does not hear the terminal's signals, and
    // under another name it is not killed with this process by name.
    let mut command = Command::new("/proc/self/exe");
    command.arg0("engine-guard").arg(argument).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut guard = command.spawn()?;
    let mut pipe = guard.stdin.take().expect("it is piped");
    pipe.write_all(kill::root().as_bytes())?;
    Ok(pipe)
}

#[cfg(not(target_os = "linux"))]
fn start(_argument: &str) -> io::Result<ChildStdin> {
    Err(io::ErrorKind::Unsupported.into())
}
