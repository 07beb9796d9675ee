//! A program that runs: lines to it, lines from it, each with a time limit and of bounded length.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use torneo_contract::{reason, refuse_if};
use torneo_search::{Fault, Stop};

use crate::fault::shortened;
use crate::log::{Log, Side};
use crate::memory::Watch;
use crate::options::Settings;
use crate::place::Place;
use crate::started::Started;
use crate::tail::Tail;
use crate::{kill, spawn};

/// The longest line that a program may write, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that may wait in either direction; a program that writes more waits until they are read.
const MOST_WAITING: usize = 256;
/// Lines for a program that reads slowly.
const MOST_UNREAD: usize = 4096;
/// How long a program may take to end after `quit`.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How long the status of a program that closed its output is waited for.
const STATUS: Duration = Duration::from_millis(200);

/// The longest piece of a line on standard error that is kept as one, in bytes.
const LONGEST_ERROR: u64 = 1 << 16;

/// How often it is looked whether the program still runs.
const LOOK: Duration = Duration::from_millis(50);

/// What comes out of a program.
enum Output {
    Line(Instant, String),
    TooLong,
}

/// A line with the time when it came.
pub type Stamped = (Instant, String);

/// A program that runs. It ends when the value is dropped.
pub struct Process {
    child: Started,
    mark: String,
    input: Option<SyncSender<String>>,
    output: Receiver<Output>,
    /// What it wrote to its standard error last.
    errors: Arc<Tail>,
    /// What it wrote last, on either output.
    words: Arc<Tail>,
    watch: Watch,
    log: Arc<Log>,
    stop: Stop,
    /// Whether it deserves a farewell.
    polite: bool,
    /// The processors on which it was put.
    #[cfg(target_os = "linux")]
    processors: Option<rustix::thread::CpuSet>,
    /// When it was asked to end, it is killed at this time.
    parted: Option<Instant>,
    /// The process that started it: what a forked child inherits is not its own.
    starter: u32,
    /// How it is run.
    pub settings: Arc<Settings>,
}

impl Process {
    /// Starts a program. Nothing is waited for once `stop` is set.
    ///
    /// # Errors
    /// A program that the system does not start, or a thread or pipe that it does not give.
    pub fn start(
        settings: &Arc<Settings>,
        place: &Place,
        log: &Arc<Log>,
        stop: &Stop,
    ) -> io::Result<Process> {
        let mark = kill::new_mark();
        let inherited = std::env::var(kill::VARIABLE).unwrap_or_default();
        let mut command = Command::new(&place.program);
        if let Some(folder) = &place.folder {
            command.current_dir(folder);
        }
        command.args(&settings.command[1..]).env(kill::VARIABLE, format!("{inherited}{mark}"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = spawn::spawn(command, settings)?;
        let id = child.id();
        kill::register(id, &mark);
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        let (sender, output) = sync_channel(MOST_WAITING);
        let (input, lines) = sync_channel(MOST_UNREAD);
        let (errors, words) = (Arc::new(Tail::default()), Arc::new(Tail::default()));
        let watch = Watch::over(id, &mark, settings.memory);
        let process = Process {
            child,
            mark,
            input: Some(input),
            output,
            errors: errors.clone(),
            words: words.clone(),
            watch,
            log: log.clone(),
            stop: stop.clone(),
            polite: true,
            #[cfg(target_os = "linux")]
            processors: None,
            parted: None,
            starter: std::process::id(),
            settings: settings.clone(),
        };
        log.write(id, Side::Note, &format!("started {}", settings.command.join(" ")));
        in_thread("to a program", move || write_lines(stdin, &lines))?;
        let (heard, log, said) = (log.clone(), log.clone(), words.clone());
        in_thread("from a program", move || {
            let note = |line: &str| {
                heard.write(id, Side::Program, line);
                said.push_from(Side::Program, line);
            };
            read_lines(stdout, note, |line| sender.send(line).is_ok());
        })?;
        in_thread("errors of a program", move || {
            read_errors(stderr, |line| {
                log.write(id, Side::Error, line);
                errors.push(line);
                words.push_from(Side::Error, line);
            });
            errors.end();
            words.end();
        })?;
        Ok(process)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// A program that has ended, or that does not read what it is sent.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.log.write(self.child.id(), Side::Harness, line);
        let Some(input) = &self.input else { return Err(self.ended()) };
        match input.try_send(line.to_owned() + "\n") {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => {
                let message = format!("{MOST_UNREAD} lines that it was sent are not read");
                Err(Fault::new(reason::TIME_FORFEIT, message))
            }
            Err(TrySendError::Disconnected(_)) => Err(self.ended()),
        }
    }

    /// The next line that came before `deadline`; none if there is no such line.
    ///
    /// # Errors
    /// A program that has ended, or that writes what is no line of text.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<Stamped>, Fault> {
        loop {
            refuse_if!(self.stop.is_set(), Fault::new(reason::ENGINE_ERROR, "interrupted"));
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(Output::Line(at, line)) => return Ok(Some((at, line))),
                Ok(Output::TooLong) => {
                    let message = format!("a line of more than {LONGEST_LINE} bytes");
                    return Err(Fault::new(reason::PROTOCOL_ERROR, message));
                }
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Ok(None),
                // A program may end while another process that it started holds its output open.
                Err(RecvTimeoutError::Timeout) if !self.is_alive() => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Makes sure, after an answer, that the program has never held more memory than it may.
    ///
    /// # Errors
    /// It has; it is killed.
    pub fn check_memory(&mut self) -> Result<(), Fault> {
        self.watch.look_at_peak();
        if self.watch.exceeded() { Err(self.ended()) } else { Ok(()) }
    }

    /// Serves this thread: by its settings, on its processors, until `stop` is set.
    pub fn serve(&mut self, settings: &Arc<Settings>, stop: &Stop) {
        (self.settings, self.stop) = (settings.clone(), stop.clone());
        #[cfg(target_os = "linux")]
        {
            self.processors = crate::system::follow(self.child.id(), self.processors);
        }
    }

    /// Asks the program to end, if it deserves that; it is waited for when the value is dropped.
    pub fn part(&mut self) {
        if self.polite && self.parted.is_none() && self.starter == std::process::id() {
            let _ = self.send(self.settings.talk.farewell());
            self.parted = Some(Instant::now() + LAST_WORDS);
        }
        self.input = None;
    }

    /// Whether the program still runs.
    pub fn is_alive(&self) -> bool {
        !kill::wait_until(&self.child, Instant::now())
    }

    /// Closes its input: it reads no more.
    pub fn close_input(&mut self) {
        self.input = None;
        self.polite = false;
    }

    /// What it wrote to its standard error last, after its end.
    pub fn last_errors(&self) -> Vec<String> {
        self.errors.lines(STATUS)
    }

    /// What it wrote last to its output and its standard error, marked as in logs.
    pub fn last_words(&self) -> Vec<String> {
        self.words.lines(if self.is_alive() { Duration::ZERO } else { STATUS })
    }

    /// Whether the program ends before `deadline`.
    pub fn ends_before(&self, deadline: Instant) -> bool {
        kill::wait_until(&self.child, deadline)
    }

    /// Notes that the program does not deserve a farewell: it ends at once.
    pub fn condemn(&mut self, fault: &Fault) {
        self.polite = false;
        let line = format!("{}: {}", fault.reason, shortened(&fault.message));
        self.log.write(self.child.id(), Side::Note, &line);
    }

    /// The fault of having ended.
    fn ended(&mut self) -> Fault {
        self.polite = false;
        kill::wait_until(&self.child, Instant::now() + STATUS);
        if self.watch.exceeded() {
            return Fault::new(reason::MEMORY_LIMIT, "it took more memory than it may");
        }
        let message = match kill::ending(&self.child) {
            Some(how) => format!("the program ended before it answered ({how})"),
            None => "the program closed its input or output".to_owned(),
        };
        Fault::new(reason::ENGINE_CRASH, message)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.starter != std::process::id() {
            return;
        }
        self.part();
        // Once the run is stopped nobody is waited for.
        if let Some(end) = self.parted.filter(|_| self.polite && !self.stop.is_set())
            && !kill::wait_until(&self.child, end)
        {
            self.log.write(self.child.id(), Side::Note, "it does not end when it is asked to: killed");
        }
        self.watch.stop();
        kill::end(&mut self.child, &self.mark);
        self.log.write(self.child.id(), Side::Note, "ended");
    }
}

/// Passes lines on until one side has gone.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Does something in a thread of its own.
fn in_thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Passes lines on until one side has gone, or a line is none. What comes before the end without a line break is no line.
fn read_lines(mut from: impl BufRead, note: impl Fn(&str), to: impl Fn(Output) -> bool) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let whole = bytes.last() == Some(&b'\n');
        if !whole && bytes.len() as u64 == LONGEST_LINE {
            to(Output::TooLong);
            return;
        }
        // A name in another encoding is no fault: what counts is the answer.
        let line = String::from_utf8_lossy(&bytes);
        note(line.trim_end());
        if !whole || !to(Output::Line(Instant::now(), line.trim_end_matches(['\n', '\r']).to_owned())) {
            return;
        }
    }
}

/// Reads to the end, whatever it is: a program that nobody listened to would wait.
fn read_errors(mut from: impl BufRead, note: impl Fn(&str)) {
    let mut bytes = Vec::new();
    while from.by_ref().take(LONGEST_ERROR).read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        note(String::from_utf8_lossy(&bytes).trim_end());
        bytes.clear();
    }
}
