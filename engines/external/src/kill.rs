//! Ending programs with all that they started.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use crate::per_process::PerProcess;
use crate::started::Started;

/// The variable by which the processes of a program are known, wherever they went.
pub const VARIABLE: &str = "TORNEO_ENGINE";

/// The programs that run, by their process ids, with their marks.
static RUNNING: PerProcess<Mutex<BTreeMap<u32, String>>> = PerProcess::new();

/// What all marks of this process begin with. Process ids come again; the time tells their owners apart.
pub fn root() -> &'static str {
    static ROOT: PerProcess<String> = PerProcess::new();
    ROOT.get(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        format!(":{}.{:x}-", std::process::id(), now.as_nanos())
    })
}

/// A new mark, different from that of every other program that runs.
pub fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}:", root(), NEXT.fetch_add(1, Ordering::Relaxed))
}

fn running() -> std::sync::MutexGuard<'static, BTreeMap<u32, String>> {
    RUNNING.get(Mutex::default).lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Notes that a program runs.
pub fn register(process: u32, mark: &str) {
    running().insert(process, mark.to_owned());
}

/// Ends every program that runs, at once. For a program that is about to exit without going through its destructors.
pub fn end_all() {
    let all = std::mem::take(&mut *running());
    all.keys().copied().for_each(kill_group);
    if !all.is_empty() {
        kill_marked(root());
    }
}

/// Waits until the process has ended; false if it still runs at `deadline`.
pub fn wait_until(child: &Started, deadline: Instant) -> bool {
    const PAUSE: Duration = Duration::from_millis(2);
    while ending(child).is_none() {
        if Instant::now() >= deadline {
            return false;
        }
        std::thread::sleep(PAUSE);
    }
    true
}

/// Kills a program whose status was not taken yet, with everything that it started.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub fn kill_all_of(process: u32, mark: &str) {
    // As long as the status is not taken the process id belongs to the program, and so does the group.
    kill_group(process);
    kill_marked(mark);
}

/// Ends a program and everything that it started, and takes its status.
pub fn end(child: &mut Started, mark: &str) {
    kill_group(child.id());
    let _ = child.kill();
    let _ = child.wait();
    kill_marked(mark);
    running().remove(&child.id());
}

/// How the process ended, in words; none while it runs. Its status stays where it is, and with it the process id.
#[cfg(unix)]
pub fn ending(child: &Started) -> Option<String> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let unknown = || Some("no status".to_owned());
    let Some(pid) = Pid::from_raw(child.id().cast_signed()) else { return unknown() };
    match waitid(WaitId::Pid(pid), options) {
        Ok(None) => None,
        Ok(Some(status)) => match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Some(format!("exit code {code}")),
            (None, Some(signal)) => Some(format!("signal {signal}{}", meaning(signal))),
            (None, None) => unknown(),
        },
        Err(_) => unknown(),
    }
}

/// How the process ended, in words; none while it runs.
#[cfg(windows)]
pub fn ending(child: &Started) -> Option<String> {
    match child.try_wait() {
        Ok(None) => None,
        Ok(Some(status)) => Some(status.code().map_or_else(|| "no status".to_owned(), said)),
        Err(_) => Some("no status".to_owned()),
    }
}

#[cfg(not(any(unix, windows)))]
pub fn ending(_child: &Started) -> Option<String> {
    Some("no status".to_owned())
}

/// An exit code in words. Codes of the system are known by their hexadecimal figures (Microsoft, *NTSTATUS Values*).
#[cfg(windows)]
fn said(code: i32) -> String {
    match code.cast_unsigned() {
        0xC000_0005 => "exit code 0xC0000005, memory fault".to_owned(),
        0xC000_0017 => "exit code 0xC0000017, out of memory".to_owned(),
        0xC000_0044 => "exit code 0xC0000044, a limit was reached".to_owned(),
        0xC000_0409 => "exit code 0xC0000409, aborted".to_owned(),
        code if code >= 0x8000_0000 => format!("exit code {code:#010X}"),
        code => format!("exit code {code}"),
    }
}

/// What a signal means where it says more than its number.
#[cfg(unix)]
fn meaning(signal: i32) -> &'static str {
    use rustix::process::Signal;
    match Signal::from_named_raw(signal) {
        Some(Signal::ABORT) => ", aborted",
        Some(Signal::KILL) => ", killed",
        Some(Signal::SEGV) => ", memory fault",
        Some(Signal::XCPU) => ", processor time used up",
        _ => "",
    }
}

#[cfg(unix)]
fn kill_group(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = Pid::from_raw(process.cast_signed()) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// The system ends the job of a program when its last handle is closed, at the end of this process at the latest.
#[cfg(not(unix))]
fn kill_group(_process: u32) {}

/// Kills the processes whose environment has the mark: those that left the group too.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub fn kill_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};

    use crate::system;

    /// Rounds in which new processes may still appear.
    const ROUNDS: usize = 20;
    let own = std::process::id();
    let is_marked = |process: u32| {
        process != own && system::variable(process, VARIABLE).is_some_and(|marks| marks.contains(mark))
    };
    for _ in 0..ROUNDS {
        let found: Vec<u32> = system::processes().into_iter().filter(|&process| is_marked(process)).collect();
        if found.is_empty() {
            return;
        }
        for pid in found.into_iter().filter_map(|process| Pid::from_raw(process.cast_signed())) {
            let _ = kill_process(pid, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub fn kill_marked(_mark: &str) {}
