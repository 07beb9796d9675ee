//! Threads on which engines that are Python objects think, each for one thread of a run. One that does not come back after the run
//! was stopped, such as one that sleeps, is left behind, and the run ends without it.

use std::cell::RefCell;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::call::Call;

/// How often it is looked whether the run was stopped.
const PAUSE: Duration = Duration::from_millis(20);
/// How long what was told to stop is waited for.
const GRACE: Duration = Duration::from_millis(150);

/// What is done on the other thread.
type Job = Box<dyn FnOnce(Python<'_>) + Send>;

thread_local! {
    /// The thread that works for this one. It ends with it.
    static HAND: RefCell<Option<Sender<Job>>> = const { RefCell::new(None) };
}

/// Does something on the thread that works for this one, and waits for it. None if it was left behind.
pub fn done<T: Send + 'static>(call: &Call, job: impl FnOnce(Python<'_>) -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let job: Job = Box::new(move |py| _ = sender.send(job(py)));
    let sent = HAND.with_borrow_mut(|hand| hand.get_or_insert_with(begun).send(job));
    sent.ok()?;
    let mut until = None;
    loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if !call.stop().load(Ordering::Relaxed) => {}
            Err(RecvTimeoutError::Timeout) => {
                if Instant::now() > *until.get_or_insert_with(|| Instant::now() + GRACE) {
                    break;
                }
            }
        }
    }
    HAND.take();
    None
}

fn begun() -> Sender<Job> {
    let (sender, receiver): (Sender<Job>, Receiver<Job>) = mpsc::channel();
    // Python knows the thread for as long as it lives, so that what belongs to a thread stays from call to call.
    std::thread::spawn(move || {
        Python::attach(|py| {
            py.detach(|| receiver.into_iter().for_each(|job| Python::attach(job)));
        });
    });
    sender
}
