//! Reading what an engine is asked while it thinks.

use std::cell::RefCell;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
    lines: Receiver<(String, Flag)>,
    /// The flag that ends the thinking about the last line that was taken.
    current: RefCell<Flag>,
    /// Choices that are asked for and not made.
    asked: Arc<AtomicUsize>,
}

/// Ends the thinking about one question, once it is set.
type Flag = Arc<AtomicBool>;

impl Input {
    /// Begins to read. `kind` says what a line is; a ping during thinking is answered with `pong`, and goes no further.
    pub fn open(kind: fn(&str) -> Kind, pong: &'static str) -> Result<Input, Failure> {
        let (sender, lines) = channel();
        let asked = Arc::new(AtomicUsize::new(0));
        let current = Flag::default();
        let (mut flag, thinking) = (current.clone(), asked.clone());
        let read = move || {
            // Each question has a flag of its own: `stop` is for those before it, whenever they are thought about.
            let mut flags = vec![flag.clone()];
            let mut bytes = Vec::new();
            let mut stdin = std::io::stdin().lock();
            while stdin.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
                // A name in another encoding is no fault.
                let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
                bytes.clear();
                match kind(&line) {
                    Kind::Go => {
                        flag = Flag::default();
                        flags.retain(|flag| Arc::strong_count(flag) > 1);
                        flags.push(flag.clone());
                        thinking.fetch_add(1, Ordering::Relaxed);
                    }
                    Kind::Stop => flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed)),
                    Kind::Quit => {
                        let _ = sender.send((line, flag.clone()));
                        break;
                    }
                    Kind::Ping if thinking.load(Ordering::Relaxed) > 0 => {
                        super::say(pong);
                        continue;
                    }
                    Kind::Ping | Kind::Other => {}
                }
                if sender.send((line, flag.clone())).is_err() {
                    break;
                }
            }
            drop(sender);
            // Whoever writes `go` and `quit` at once wants the answer, too, if it does not take long.
            thread::sleep(LAST_THOUGHTS);
            flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        };
        let thread = thread::Builder::new().name("input".to_owned()).spawn(read);
        thread.map_err(|error| Failure::run(format!("cannot read the input: {error}")))?;
        Ok(Input { lines, current: RefCell::new(current), asked })
    }

    /// The next line; none at the end.
    pub fn next(&self) -> Option<String> {
        let (line, flag) = self.lines.recv().ok()?;
        self.current.replace(flag);
        Some(line)
    }

    /// The flag that ends the thinking about the line that was taken last.
    pub fn stop(&self) -> Stop {
        Stop::at(&self.current.borrow())
    }

    /// Whether that was ended from outside.
    pub fn is_stopped(&self) -> bool {
        self.current.borrow().load(Ordering::Relaxed)
    }

    /// The choice is made.
    pub fn has_chosen(&self) {
        self.asked.fetch_sub(1, Ordering::Relaxed);
    }
}
