//! Workers on processors of their own.

use torneo_registry::EngineSpec;

use crate::Error;

/// Which processors the workers of a stream have.
#[derive(Clone, Debug)]
pub struct Affinity {
    /// The numbers of the processors, in turn; empty where the system chooses.
    processors: Vec<usize>,
}

impl Affinity {
    /// Each worker with its programs on one of the processors that this process may use, if that is `asked` for.
    ///
    /// # Errors
    /// A system that does not let a thread choose.
    pub fn new(asked: bool) -> Result<Affinity, Error> {
        let processors = if asked { allowed()? } else { Vec::new() };
        Ok(Affinity { processors })
    }

    /// Puts this thread, the worker of this number, on its processor. Programs follow the thread that plays with them.
    pub fn pin(&self, worker: usize) {
        if let Some(processor) = self.processors.get(worker % self.processors.len().max(1)) {
            pin_to(*processor);
        }
    }
}

#[cfg(target_os = "linux")]
fn allowed() -> Result<Vec<usize>, Error> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let set = sched_getaffinity(None)
        .map_err(|error| Error::run(format!("cannot ask which processors may be used: {error}")))?;
    Ok((0..CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect())
}

#[cfg(target_os = "linux")]
fn pin_to(processor: usize) {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    set.set(processor);
    // A processor that was taken away meanwhile leaves the thread where it is.
    let _ = sched_setaffinity(None, &set);
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Result<Vec<usize>, Error> {
    Err(Error::input("--affinity: this system does not let a thread choose its processor; Linux does"))
}

#[cfg(not(target_os = "linux"))]
fn pin_to(_processor: usize) {}

/// What is to be said of games by the clock where more play at once than there are processors; none if nothing.
pub fn crowded(engines: &[EngineSpec], workers: usize) -> Option<String> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let is_crowded = workers > processors && engines.iter().any(EngineSpec::is_timed);
    is_crowded.then(|| {
        format!(
            "{workers} workers share {processors} processors, and an engine plays by the clock: what it finds in its time \
             depends on the others, and games may be lost on time; `--threads {processors}` gives each its own"
        )
    })
}
