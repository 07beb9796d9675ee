//! Starting programs so that they end with us.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;

use crate::guard;
use crate::options::Settings;
use crate::per_process::PerProcess;
use crate::started::Started;

/// A program to be started, and where its process goes.
type Order = (Command, Sender<io::Result<Child>>);

/// Starts a program in a process group of its own, or in a job of its own, which has its limits.
#[cfg(not(windows))]
pub fn spawn(command: Command, limits: &Settings) -> io::Result<Started> {
    spawned(command, limits)
}

/// Starts a program in a process group of its own, or in a job of its own, which has its limits.
#[cfg(windows)]
pub fn spawn(command: Command, limits: &Settings) -> io::Result<Started> {
    Started::of(spawned(command, limits)?, limits.memory, limits.cpu)
}

/// All programs are started by one thread that never ends: the system's promise to kill a process with its parent
/// means the thread that started it.
fn spawned(mut command: Command, limits: &Settings) -> io::Result<Child> {
    guard::post();
    prepare(&mut command, limits);
    static ORDERS: PerProcess<OnceLock<Mutex<Option<Sender<Order>>>>> = PerProcess::new();
    let orders = ORDERS.get(OnceLock::new).get_or_init(|| Mutex::new(begin()));
    let (answer, answered) = channel();
    let closed = || io::Error::other("the thread that starts programs has ended");
    {
        let orders = orders.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let orders = orders.as_ref().ok_or_else(closed)?;
        orders.send((command, answer)).map_err(|_| closed())?;
    }
    answered.recv().map_err(|_| closed())?
}

fn begin() -> Option<Sender<Order>> {
    let (orders, ordered) = channel::<Order>();
    let work = move || {
        for (mut command, answer) in ordered {
            let _ = answer.send(command.spawn());
        }
    };
    thread::Builder::new().name("programs".to_owned()).spawn(work).ok().map(|_| orders)
}

#[cfg(unix)]
fn prepare(command: &mut Command, limits: &Settings) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    set_up_process(command, limits.cpu);
}

/// Bounds the new process, gives it the limit of open files that this one began with, and asks the system to kill it when this
/// program ends in whatever way.
#[cfg(unix)]
#[expect(unsafe_code, reason = "only the new process itself can ask for this, before it becomes the program")]
fn set_up_process(command: &mut Command, cpu: Option<u64>) {
    use rustix::process::{Resource, setrlimit};
    use std::os::unix::process::CommandExt;
    let files = crate::limits::own_files();
    let ask = move || {
        setrlimit(Resource::Nofile, files)?;
        crate::limits::bound_this_process(cpu);
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
        Ok(())
    };
    // SAFETY: the closure makes some system calls; it allocates nothing and takes no lock.
    unsafe {
        command.pre_exec(ask);
    }
}

#[cfg(windows)]
fn prepare(command: &mut Command, _limits: &Settings) {
    std::os::windows::process::CommandExt::creation_flags(command, crate::job::CREATION);
}

#[cfg(not(any(unix, windows)))]
fn prepare(_command: &mut Command, _limits: &Settings) {}
