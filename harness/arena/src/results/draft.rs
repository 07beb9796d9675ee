//! How a results folder comes into being: at once or not at all.
//!
//! Its files are written into a folder `.new` inside it. Then they are moved, the manifest last: with the manifest the
//! results are there. A folder with `.new` and without a manifest was never begun, whatever else is in it, and is begun
//! again by the next run.

use std::io;
use std::path::{Path, PathBuf};

use super::{CHECKPOINTS, FAULTS, GAMES, MANIFEST, MOVES, Manifest, PLAYED_ON, SEATS, TIMES, TIMING};
use crate::Error;
use crate::storage::{Files, InUse, LOCK, Lock, LockError, Store, check_place, folder_of, write_all};
use torneo_contract::refuse_if;

/// The folder in which the files are written.
const NEW: &str = ".new";

/// The files of a run in the order in which they are moved.
const MOVED: [&str; 9] = [GAMES, SEATS, TIMING, CHECKPOINTS, MOVES, TIMES, PLAYED_ON, FAULTS, MANIFEST];
/// Those that only joined runs have from the beginning.
const OF_JOINED: [&str; 4] = [MOVES, TIMES, PLAYED_ON, FAULTS];

/// A results folder that is not there yet. Dropped without a commit, it leaves nothing behind.
pub(super) struct Draft {
    store: Store,
    path: PathBuf,
    manifest: String,
    /// Whether the folder itself is new.
    made: bool,
    lock: Option<Lock>,
}

/// What a folder holds as far as beginning a run in it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It does not exist.
    Missing,
    /// It is empty.
    Empty,
    /// A run was to be begun here, but that was interrupted.
    Unbegun,
    /// Something else.
    Taken,
}

/// What a folder holds.
pub(super) fn state(path: &Path) -> State {
    let Ok(entries) = std::fs::read_dir(path) else {
        return if path.exists() { State::Taken } else { State::Missing };
    };
    let names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
    let known =
        |name: &std::ffi::OsString| name == LOCK || name == NEW || MOVED.iter().any(|known| name == known);
    match () {
        () if names.is_empty() => State::Empty,
        () if names.iter().all(|name| name == LOCK) => State::Unbegun,
        () if names.iter().any(|name| name == MANIFEST) || !names.iter().any(|name| name == NEW) => {
            State::Taken
        }
        () if names.iter().all(known) => State::Unbegun,
        () => State::Taken,
    }
}

/// The failure to lock a folder.
fn not_locked(path: &Path, error: LockError) -> Error {
    match error {
        LockError::InUse(other) => in_use(path, other),
        LockError::Io(error) if error.kind() == io::ErrorKind::InvalidInput => {
            Error::input(format!("{} is not written to: {error}", path.display()))
        }
        LockError::Io(error) => Error::io("write to", path, error),
    }
}

/// Locks a results folder for writing into it.
///
/// # Errors
/// Another process writes to it, or it cannot be written to.
pub fn lock(path: &Path) -> Result<Lock, Error> {
    Lock::take(path).map_err(|error| not_locked(path, error))
}

/// The refusal of a folder that another process writes to.
pub(crate) fn in_use(path: &Path, other: InUse) -> Error {
    let message = format!("{} is in use: {other} is writing to it", path.display());
    Error::input_with_help(message, "wait until it is done, stop it, or choose another folder")
}

impl Draft {
    /// Begins a folder.
    pub fn begin(store: &Store, path: &Path, manifest: &Manifest) -> Result<Draft, Error> {
        check_place(path)?;
        refuse_if!(path.is_file(), "{} is a file, not a folder", path.display());
        let made = match state(path) {
            State::Taken => return Err(not_empty(path, manifest)),
            found => found == State::Missing,
        };
        let place = path.display();
        store.files.create_dir(path).map_err(|error| Error::io("make", path, error))?;
        let lock = lock(path)?;
        // Another process may have been quicker.
        refuse_if!(state(path) == State::Taken, not_empty(path, manifest));
        let is_link = path.join(NEW).is_symlink();
        refuse_if!(is_link, "{place} is not written to: {NEW} is a link; remove it");
        let draft = Draft {
            store: store.clone(),
            path: path.to_owned(),
            manifest: manifest.text(),
            made,
            lock: Some(lock),
        };
        draft.prepare().map_err(Error::unwritable(path))?;
        Ok(draft)
    }

    fn prepare(&self) -> io::Result<()> {
        let files = &*self.store.files;
        if self.made {
            files.sync_dir(folder_of(&self.path))?;
        }
        files.create_dir(&self.path.join(NEW))?;
        files.sync_dir(&self.path)?;
        self.clear(files)
    }

    /// Removes what an interrupted beginning has left, the manifest first: without it there are no results.
    fn clear(&self, files: &dyn Files) -> io::Result<()> {
        for folder in [self.path.clone(), self.path.join(NEW)] {
            for name in MOVED.into_iter().rev() {
                if let Err(error) = files.remove_file(&folder.join(name))
                    && error.kind() != io::ErrorKind::NotFound
                {
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Where a file is written.
    pub fn place(&self, name: &str) -> PathBuf {
        self.path.join(NEW).join(name)
    }

    /// Moves the files into the folder. All but the manifest are there and synced.
    pub fn commit(mut self) -> io::Result<Lock> {
        let (files, new) = (self.store.files.clone(), self.path.join(NEW));
        let manifest = files.create(&new.join(MANIFEST))?;
        write_all(&*manifest, self.manifest.as_bytes())?;
        manifest.sync()?;
        files.sync_dir(&new)?;
        for name in MOVED {
            if name == MANIFEST {
                files.sync_dir(&self.path)?;
            }
            if !OF_JOINED.contains(&name) || new.join(name).exists() {
                files.rename(&new.join(name), &self.path.join(name))?;
            }
        }
        // Where this fails the folder is taken back: what is reported as failed must not look complete.
        files.sync_dir(&self.path)?;
        let lock = self.lock.take().expect("a draft has a lock until it is committed");
        finish(files.as_ref(), &self.path);
        Ok(lock)
    }
}

impl Drop for Draft {
    /// Without a commit nothing stays; what cannot be removed is removed by the next run.
    fn drop(&mut self) {
        let Some(lock) = self.lock.take() else { return };
        let files = &*self.store.files;
        if self.clear(files).is_ok() {
            let _ = files.remove_dir(&self.path.join(NEW));
        }
        drop(lock);
        if self.made {
            let _ = files.remove_dir(&self.path);
        }
    }
}

/// Removes the folder `.new` of results that are there. It is empty then, and harms nobody where it stays.
pub(super) fn finish(files: &dyn Files, path: &Path) {
    let new = path.join(NEW);
    if new.exists() {
        let _ = files.remove_dir(&new);
    }
}

fn not_empty(path: &Path, manifest: &Manifest) -> Error {
    let place = path.display();
    let found = match Manifest::read(path).map(|there| there.continues_as(manifest)) {
        Ok(Ok(())) => {
            let help = "continue it with --resume, look at it with `torneo analyze`, or choose another folder with --out DIR";
            return Error::input_with_help(format!("{place} holds this run already"), help);
        }
        Ok(Err(difference)) => format!(": {difference}"),
        Err(_) => " and is not the results of a run".to_owned(),
    };
    Error::input_with_help(format!("{place} is not empty{found}"), "choose another folder with --out DIR")
}
