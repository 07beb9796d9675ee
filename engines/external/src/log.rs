//! What programs and the harness say to each other, kept in a file.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use crate::note;

/// The size at which a log ends, in bytes.
const LARGEST: u64 = 256 << 20;

/// Bytes that are remembered of what is said before a file is named: a greeting.
const MOST_EARLY: usize = 1 << 16;

/// The log of an engine, for all of its processes; before a file is named only a beginning is remembered.
#[derive(Debug)]
pub struct Log {
    since: Instant,
    file: OnceLock<PathBuf>,
    open: Mutex<Open>,
    /// Whether no more is remembered.
    is_full: AtomicBool,
}

#[derive(Debug, Default)]
struct Open {
    /// The file, once it was opened.
    file: Option<Option<File>>,
    early: String,
    written: u64,
}

impl Default for Log {
    fn default() -> Log {
        let is_full = AtomicBool::new(false);
        Log { since: Instant::now(), file: OnceLock::new(), open: Mutex::default(), is_full }
    }
}

/// Where a line comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The harness said it.
    Harness,
    /// The program said it on its standard output.
    Program,
    /// The program wrote it to its standard error.
    Error,
    /// A note of the harness to itself.
    Note,
}

impl Side {
    /// What stands before its lines.
    pub fn mark(self) -> char {
        match self {
            Side::Harness => '>',
            Side::Program => '<',
            Side::Error => '!',
            Side::Note => '#',
        }
    }
}

impl Log {
    /// Keeps everything in this file. The first call counts.
    pub fn keep(&self, file: &Path) {
        self.file.get_or_init(|| file.to_owned());
    }

    /// Writes a line, with the seconds since the log began and the process that it belongs to. A log that cannot be
    /// written stays as it is: the games go on.
    pub fn write(&self, process: u32, side: Side, line: &str) {
        let path = self.file.get();
        if path.is_none() && self.is_full.load(Ordering::Relaxed) {
            return;
        }
        let mut open = self.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if open.written > LARGEST {
            return;
        }
        let mark = side.mark();
        let mut text = format!("{:.3} {process} {mark} {line}\n", self.since.elapsed().as_secs_f64());
        open.written += text.len() as u64;
        if open.written > LARGEST {
            text.push_str("the log is full\n");
        }
        let Some(path) = path else {
            if open.early.len() + text.len() <= MOST_EARLY {
                open.early += &text;
            } else {
                self.is_full.store(true, Ordering::Relaxed);
            }
            return;
        };
        let early = std::mem::take(&mut open.early);
        if let Some(file) = open.file.get_or_insert_with(|| opened(path)) {
            let _ = file.write_all(early.as_bytes()).and_then(|()| file.write_all(text.as_bytes()));
        }
    }
}

/// Opens links instead of what they lead to (Microsoft, *CreateFileW*, `FILE_FLAG_OPEN_REPARSE_POINT`).
#[cfg(windows)]
const OPEN_REPARSE_POINT: u32 = 0x0020_0000;

/// Refuses a link that was opened itself.
#[cfg(windows)]
fn no_link(file: File) -> std::io::Result<File> {
    let is_link = file.metadata()?.file_type().is_symlink();
    if is_link { Err(std::io::Error::other("it is a link")) } else { Ok(file) }
}

/// The file of a log, if it can be written; a warning tells if not.
fn opened(path: &Path) -> Option<File> {
    if let Some(folder) = path.parent() {
        let _ = fs::create_dir_all(folder);
    }
    let mut options = OpenOptions::new();
    // A link in the results would lead to a file outside them, and a pipe would hold up the game.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        (rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK).bits().cast_signed(),
    );
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::custom_flags(&mut options, OPEN_REPARSE_POINT);
    let file = options.create(true).append(true).open(path);
    #[cfg(windows)]
    let file = file.and_then(no_link);
    if let Err(error) = &file {
        note::warn(&format!("cannot write the log {}: {error}", path.display()));
    }
    file.ok()
}
