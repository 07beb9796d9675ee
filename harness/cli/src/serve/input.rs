//! Reading what an engine is asked while it thinks.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use torneo_registry::Stop;

use crate::Failure;

/// How long the engine may think after the end: the program has to end within a second.
const LAST_THOUGHTS: Duration = Duration::from_millis(500);

/// What a line means to the reader, who sees it at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It asks for a choice.
    Go,
    /// It ends the thinking.
    Stop,
    /// It ends the program, and soon the thinking.
    Quit,
    /// It is to be answered at once while the engine thinks.
    Ping,
    /// It waits until the engine has chosen.
    Other,
}

/// The lines of the standard input in their order. The reader raises the flag for what ends the thinking.
pub struct Input {
    lines: Receiver<String>,
    stopped: Arc<AtomicBool>,
    thinking: Arc<AtomicBool>,
}

impl Input {
    /// Begins to read. `kind` says what a line is; a ping during thinking is answered with `pong`, and goes no further.
    pub fn open(kind: fn(&str) -> Kind, pong: &'static str) -> Result<Input, Failure> {
        let (sender, lines) = channel();
        let (stopped, thinking) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (flag, busy) = (stopped.clone(), thinking.clone());
        let read = move || {
            for line in std::io::stdin().lock().lines() {
                let Ok(line) = line else { break };
                match kind(&line) {
                    Kind::Go => {
                        flag.store(false, Ordering::Relaxed);
                        busy.store(true, Ordering::Relaxed);
                    }
                    Kind::Stop => flag.store(true, Ordering::Relaxed),
                    Kind::Quit => {
                        let _ = sender.send(line);
                        break;
                    }
                    Kind::Ping if busy.load(Ordering::Relaxed) => {
                        super::say(pong);
                        continue;
                    }
                    Kind::Ping | Kind::Other => {}
                }
                if sender.send(line).is_err() {
                    break;
                }
            }
            drop(sender);
            // Whoever writes `go` and `quit` at once wants the answer, too, if it does not take long.
            thread::sleep(LAST_THOUGHTS);
            flag.store(true, Ordering::Relaxed);
        };
        let thread = thread::Builder::new().name("input".to_owned()).spawn(read);
        thread.map_err(|error| Failure::run(format!("cannot read the input: {error}")))?;
        Ok(Input { lines, stopped, thinking })
    }

    /// The next line; none at the end.
    pub fn next(&self) -> Option<String> {
        self.lines.recv().ok()
    }

    /// The flag that ends the thinking.
    pub fn stop(&self) -> Stop {
        Stop::at(&self.stopped)
    }

    /// Whether the thinking was ended from outside.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The choice is made.
    pub fn has_chosen(&self) {
        self.thinking.store(false, Ordering::Relaxed);
    }
}
