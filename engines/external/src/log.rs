//! What programs and the harness say to each other, kept in a file.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

/// The size at which a log ends, in bytes.
const LARGEST: u64 = 256 << 20;

/// The log of an engine, for all of its processes; nothing is kept before a file is named.
#[derive(Debug, Default)]
pub struct Log {
    file: OnceLock<PathBuf>,
    open: Mutex<Option<Open>>,
}

#[derive(Debug)]
struct Open {
    file: Option<File>,
    since: Instant,
    written: u64,
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
    /// Keeps everything from now on in this file. The first call counts.
    pub fn keep(&self, file: &Path) {
        self.file.get_or_init(|| file.to_owned());
    }

    /// Writes a line, with the seconds since the log began and the process that it belongs to. A log that cannot be
    /// written stays as it is: the games go on.
    pub fn write(&self, process: u32, side: Side, line: &str) {
        let Some(path) = self.file.get() else { return };
        let mut open = self.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let open = open.get_or_insert_with(|| Open::new(path));
        if open.written > LARGEST {
            return;
        }
        let Some(file) = &mut open.file else { return };
        let mark = side.mark();
        let mut text = format!("{:.3} {process} {mark} {line}\n", open.since.elapsed().as_secs_f64());
        open.written += text.len() as u64;
        if open.written > LARGEST {
            text.push_str("the log is full\n");
        }
        let _ = file.write_all(text.as_bytes());
    }
}

impl Open {
    fn new(path: &Path) -> Open {
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
        let file = options.create(true).append(true).open(path);
        if let Err(error) = &file {
            eprintln!("warning: cannot write the log {}: {error}", path.display());
        }
        Open { file: file.ok(), since: Instant::now(), written: 0 }
    }
}
