//! What macOS tells of the processes that run.

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

/// The system with what it tells `of` these processes.
fn asked(of: ProcessesToUpdate<'_>, kind: ProcessRefreshKind) -> System {
    let mut system = System::new();
    system.refresh_processes_specifics(of, false, kind.without_tasks());
    system
}

/// The ids of all processes.
pub fn processes() -> Vec<u32> {
    let system = asked(ProcessesToUpdate::All, ProcessRefreshKind::nothing());
    system.processes().keys().map(|process| process.as_u32()).collect()
}

/// The value of a variable in the environment that a process began with; none if it is not to be read.
pub fn variable(process: u32, name: &str) -> Option<String> {
    let process = Pid::from_u32(process);
    let kind = ProcessRefreshKind::nothing().with_environ(UpdateKind::Always);
    let system = asked(ProcessesToUpdate::Some(&[process]), kind);
    let environment = system.process(process)?.environ();
    let mut given = environment.iter().filter_map(|variable| variable.to_str()?.split_once('='));
    given.find(|(given, _)| *given == name).map(|(_, value)| value.to_owned())
}

/// The process group and the bytes of memory of a process; none if it has ended.
pub fn group_and_memory(process: u32) -> Option<(u32, u64)> {
    let group = rustix::process::getpgid(rustix::process::Pid::from_raw(process.cast_signed())).ok()?;
    Some((group.as_raw_nonzero().get().cast_unsigned(), memory(process)?))
}

/// The bytes of memory that a process holds now; none if it has ended. macOS tells the most that it has held only to calls that are not
/// safe.
pub fn peak_memory(process: u32) -> Option<u64> {
    memory(process)
}

fn memory(process: u32) -> Option<u64> {
    let process = Pid::from_u32(process);
    let system = asked(ProcessesToUpdate::Some(&[process]), ProcessRefreshKind::nothing().with_memory());
    system.process(process).map(sysinfo::Process::memory)
}
