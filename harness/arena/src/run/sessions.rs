//! `sessions.csv`: when, with how many threads and on what machine a run was played, one row for each start.
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
const HEADER: &str = "started,ended,threads,machine";
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
    let row = |line: &str| {
        let mut fields = line.splitn(4, ',');
        let (started, ended) = (parse_rfc3339(fields.next()?).ok()?, fields.next()?);
        let ended = if ended.is_empty() { None } else { Some(parse_rfc3339(ended).ok()?) };
        Some(PlayedSession {
            started,
            ended,
            threads: fields.next()?.parse().ok()?,
            machine: fields.next()?.to_owned(),
        })
    };
    text.lines().skip(1).filter_map(row).collect()
}

/// A start whose end is still to be written.
pub(super) struct OpenSession {
    files: Arc<dyn Files>,
    path: PathBuf,
    /// The rows of earlier starts, with the header.
    before: String,
    this: PlayedSession,
}

impl OpenSession {
    /// Writes down a start.
    pub fn begin(store: &Store, folder: &Path, threads: usize) -> OpenSession {
        let path = folder.join(SESSIONS);
        let header = format!("{HEADER}\n");
        let before = storage::read_to_string(&path).ok().filter(|text| text.starts_with(&header));
        let machine = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
        let this =
            PlayedSession { started: SystemTime::now(), ended: None, threads: threads as u64, machine };
        let open = OpenSession { files: store.files.clone(), path, before: before.unwrap_or(header), this };
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
        let PlayedSession { started, ended, threads, machine } = &self.this;
        let started = format_rfc3339_seconds(*started);
        let ended = ended.map_or(String::new(), |ended| format_rfc3339_seconds(ended).to_string());
        let text = format!("{}{started},{ended},{threads},{machine}\n", self.before);
        write_whole(&*self.files, &self.path, text.as_bytes())
    }
}
