//! `sessions.csv`: when, with how many threads, on what machine and by what command a run was played, one row for each start.
//!
//! Like `timing.csv` this is not reproducible. A run does not fail by it: what cannot be written is left out.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use humantime::{format_rfc3339_seconds, parse_rfc3339};

use crate::storage::{self, Files, Store, write_whole};

/// Name of the file.
pub const SESSIONS: &str = "sessions.csv";
const HEADER: [&str; 5] = ["started", "ended", "threads", "machine", "command"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// One start of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedSession {
    /// When it began.
    pub started: SystemTime,
    /// When it ended; none for one that was killed, or still goes on.
    pub ended: Option<SystemTime>,
    /// Threads that played.
    pub threads: u64,
    /// The kind of the processor and the operating system, such as `x86_64 linux`.
    pub machine: String,
    /// The command as it was typed; empty where none was, or an earlier version wrote the row.
    pub command: String,
}

impl PlayedSession {
    /// How long it took, to the second; nothing for one that did not end.
    pub fn time(&self) -> Duration {
        self.ended.and_then(|ended| ended.duration_since(self.started).ok()).unwrap_or_default()
    }

    /// The day on which it began, in UTC, as `25 November 2026`.
    pub fn day(&self) -> String {
        let time = format_rfc3339_seconds(self.started).to_string();
        let mut fields = time.split(['-', 'T']).map(|field| field.parse().unwrap_or(0));
        let [year, month, day]: [usize; 3] = std::array::from_fn(|_| fields.next().unwrap_or(0));
        format!("{day} {} {year}", MONTHS[month - 1])
    }
}

/// The starts of the run in a results folder, in order; none where the file is missing, and without rows that are none.
pub fn sessions(folder: &Path) -> Vec<PlayedSession> {
    let text = storage::read_to_string(&folder.join(SESSIONS)).unwrap_or_default();
    let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let session = |row: csv::StringRecord| {
        let ended = row.get(1)?;
        Some(PlayedSession {
            started: parse_rfc3339(row.get(0)?).ok()?,
            ended: if ended.is_empty() { None } else { Some(parse_rfc3339(ended).ok()?) },
            threads: row.get(2)?.parse().ok()?,
            machine: row.get(3)?.to_owned(),
            command: row.get(4).unwrap_or_default().to_owned(),
        })
    };
    rows.records().filter_map(Result::ok).filter_map(session).collect()
}

/// A start whose end is still to be written.
pub(super) struct OpenSession {
    files: Arc<dyn Files>,
    path: PathBuf,
    before: Vec<PlayedSession>,
    this: PlayedSession,
}

impl OpenSession {
    /// Writes down a start by this command.
    pub fn begin(store: &Store, folder: &Path, threads: usize, command: Option<&str>) -> OpenSession {
        let this = PlayedSession {
            started: SystemTime::now(),
            ended: None,
            threads: threads as u64,
            machine: format!("{} {}", std::env::consts::ARCH, std::env::consts::OS),
            command: command.unwrap_or_default().to_owned(),
        };
        let (path, before) = (folder.join(SESSIONS), sessions(folder));
        let open = OpenSession { files: store.files.clone(), path, before, this };
        let _ = open.write();
        open
    }

    /// When it began, as it is written.
    pub fn started(&self) -> String {
        format_rfc3339_seconds(self.this.started).to_string()
    }

    /// Writes down its end.
    pub fn end(mut self) {
        self.this.ended = Some(SystemTime::now());
        let _ = self.write();
    }

    fn write(&self) -> io::Result<()> {
        let mut rows = csv::Writer::from_writer(Vec::new());
        rows.write_record(HEADER)?;
        let time = |time: SystemTime| format_rfc3339_seconds(time).to_string();
        for PlayedSession { started, ended, threads, machine, command } in
            self.before.iter().chain([&self.this])
        {
            let ended = ended.map_or(String::new(), time);
            rows.write_record([&time(*started), &ended, &threads.to_string(), machine, command])?;
        }
        let text = rows.into_inner().map_err(csv::IntoInnerError::into_error)?;
        write_whole(&*self.files, &self.path, &text)
    }
}
