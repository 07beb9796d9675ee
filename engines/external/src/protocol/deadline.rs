//! When an answer is due.

use std::time::{Duration, Instant};

use torneo_contract::{reason, refuse_if};
use torneo_search::Fault;

use crate::fault;
use crate::process::Process;

/// Bytes that a program may write for one answer.
const MOST_BYTES: usize = 16 << 20;

/// When an answer is due.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    /// When it was asked for.
    pub asked: Instant,
    /// When the program is told to answer at once; none if it has no limit of time.
    pub stop: Option<Instant>,
    /// When the answer is late.
    pub late: Instant,
}

impl Deadline {
    /// An answer within this many seconds from now.
    pub fn within(seconds: f64) -> Deadline {
        let asked = Instant::now();
        Deadline { asked, stop: None, late: asked + Duration::from_secs_f64(seconds) }
    }

    /// An answer within this many seconds from now. It is late only after a margin beyond them.
    pub fn with_stop(seconds: f64, margin: f64) -> Deadline {
        let within = Deadline::within(seconds + margin);
        Deadline { stop: Some(within.asked + Duration::from_secs_f64(seconds)), ..within }
    }
}

/// What came.
pub struct Arrived<T> {
    /// The answer.
    pub answer: T,
    /// How long it took.
    pub took: Duration,
    /// Whether the program was told to answer at once.
    pub was_stopped: bool,
}

/// Reads lines until one of them is the answer. `what` names it in messages.
///
/// # Errors
/// What `read` finds wrong with a line, an answer that is late, and output without an end.
pub fn await_answer<T>(
    process: &mut Process,
    deadline: &Deadline,
    what: &str,
    read: impl FnMut(&str) -> Result<Option<T>, Fault>,
) -> Result<T, Fault> {
    await_arrival(process, deadline, what, None, read).map(|arrived| arrived.answer)
}

/// The same; `stop` is sent when the program must answer at once.
///
/// # Errors
/// As [`await_answer`].
pub fn await_arrival<T>(
    process: &mut Process,
    deadline: &Deadline,
    what: &str,
    stop: Option<&str>,
    mut read: impl FnMut(&str) -> Result<Option<T>, Fault>,
) -> Result<Arrived<T>, Fault> {
    let mut was_stopped = false;
    let mut to_stop = deadline.stop.filter(|_| stop.is_some());
    let mut bytes = 0;
    loop {
        let until = to_stop.unwrap_or(deadline.late);
        let Some((at, line)) = process.receive(until)? else {
            refuse_if!(to_stop.take().is_none(), late(what, deadline));
            process.send(stop.unwrap_or_default())?;
            was_stopped = true;
            continue;
        };
        bytes += line.len();
        if let Some(answer) = read(&line)? {
            process.check_memory()?;
            refuse_if!(at > deadline.late, late(what, deadline));
            return Ok(Arrived { answer, took: at.saturating_duration_since(deadline.asked), was_stopped });
        }
        refuse_if!(at > deadline.late, late(what, deadline));
        if bytes > MOST_BYTES {
            let message = format!("more than {MOST_BYTES} bytes before {what}");
            return Err(Fault::new(reason::PROTOCOL_ERROR, message));
        }
    }
}

fn late(what: &str, deadline: &Deadline) -> Fault {
    fault::late(what, deadline.late.duration_since(deadline.asked).as_secs_f64())
}
