//! One process at a time writes to a folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::identity::is_at;
use super::regular::{open, open_to_change};

/// Name of the file that is locked. It holds the number of the process that has the lock.
pub(crate) const LOCK: &str = ".lock";

/// How often a lock whose file is gone is taken again. A file system on which a file does not look the same twice must not
/// hold anybody up for ever.
const MOST_TRIES: u32 = 1000;

/// A folder that no other process writes to. The system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

/// The process that uses a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InUse {
    /// Its number, if it has been written already.
    pub process: Option<u32>,
}

impl std::fmt::Display for InUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.process {
            Some(process) => write!(f, "process {process}"),
            None => f.write_str("another process"),
        }
    }
}

/// Why a folder could not be locked.
#[derive(Debug)]
pub enum LockError {
    /// Another process writes to it.
    InUse(InUse),
    /// The folder cannot be written to, or not at all.
    Io(io::Error),
}

impl Lock {
    /// Locks a folder for writing.
    ///
    /// # Errors
    /// Another process has it, or the lock cannot be written.
    pub fn take(folder: &Path) -> Result<Lock, LockError> {
        let path = folder.join(LOCK);
        let mut tries = 0..MOST_TRIES;
        loop {
            let opened =
                open_to_change(OpenOptions::new().read(true).write(true).create(true).truncate(false), &path);
            let mut file = opened.map_err(LockError::Io)?;
            if !locked(file.try_lock(), &mut file)? {
                return Ok(Lock { file, path }); // a file system without locks
            }
            // Whoever had the lock before may have removed the file after it was opened here.
            if is_at(&file, &path) || tries.next().is_none() {
                // The number is a help to people: the lock holds without it, on a full disk for instance.
                let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
                return Ok(Lock { file, path });
            }
        }
    }

    /// Makes sure that nobody writes to a folder while the file is open; none for a folder where nobody does.
    ///
    /// # Errors
    /// Another process writes to it.
    pub fn shared(folder: &Path) -> Result<Option<File>, InUse> {
        let Ok(mut file) = open(&folder.join(LOCK)) else { return Ok(None) };
        match locked(file.try_lock_shared(), &mut file) {
            Ok(_) => Ok(Some(file)),
            Err(LockError::InUse(other)) => Err(other),
            Err(LockError::Io(_)) => Ok(None),
        }
    }
}

/// Whether there is a lock now; false where the file system knows none.
fn locked(tried: Result<(), TryLockError>, file: &mut File) -> Result<bool, LockError> {
    match tried {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            let _ = file.read_to_string(&mut text);
            Err(LockError::InUse(InUse { process: text.trim().parse().ok() }))
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(false),
        Err(TryLockError::Error(error)) => Err(LockError::Io(error)),
    }
}

impl Drop for Lock {
    /// Removes the file while it is still locked, so that nothing stays behind.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}
