//! Writing files so that nothing is lost: through a layer that tests can make fail at any point.
//!
//! [`Files`] has every way in which the files of a run are changed. [`Disk`] is the real one. A simulated one
//! behaves as a full disk or a power cut would: it fails a write, a sync or a rename, or forgets what was not
//! synced. Files are read without it, by [`open`].

mod disk;
mod identity;
mod lock;
mod names;
mod regular;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub use disk::Disk;
pub(crate) use lock::LOCK;
pub use lock::{InUse, Lock, LockError};
pub use names::{check_name, check_place};
pub use regular::{check_changeable, open, read, read_to_string};

/// A file that is being written.
pub trait Sink: Send + Sync {
    /// Writes at the end of the file; returns how many bytes were taken, as [`io::Write::write`] does.
    ///
    /// # Errors
    /// The file cannot be written, for instance because the disk is full.
    fn write(&self, bytes: &[u8]) -> io::Result<usize>;

    /// Returns when all that was written so far would survive a power cut.
    ///
    /// # Errors
    /// The disk fails; what was written since the last sync may be lost.
    fn sync(&self) -> io::Result<()>;
}

/// Everything that changes files and folders.
pub trait Files: Send + Sync + std::fmt::Debug {
    /// A new file, or one that is emptied.
    ///
    /// # Errors
    /// The file cannot be made.
    fn create(&self, path: &Path) -> io::Result<Arc<dyn Sink>>;

    /// A file that is there, to be continued at its end.
    ///
    /// # Errors
    /// The file cannot be opened.
    fn append(&self, path: &Path) -> io::Result<Arc<dyn Sink>>;

    /// Cuts a file to a length and syncs it.
    ///
    /// # Errors
    /// The file cannot be cut.
    fn cut(&self, path: &Path, length: u64) -> io::Result<()>;

    /// Makes a folder and those above it; one that is there is left as it is.
    ///
    /// # Errors
    /// A folder cannot be made.
    fn create_dir(&self, path: &Path) -> io::Result<()>;

    /// Moves a file to another name, in the place of what has that name.
    ///
    /// # Errors
    /// The file cannot be moved.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// The file cannot be removed.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder.
    ///
    /// # Errors
    /// The folder cannot be removed.
    fn remove_dir(&self, path: &Path) -> io::Result<()>;

    /// Returns when the names in a folder would survive a power cut.
    ///
    /// # Errors
    /// The disk fails.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;
}

/// Where results are written, and how often they are made to last.
#[derive(Clone, Debug)]
pub struct Store {
    /// The files.
    pub files: Arc<dyn Files>,
    /// The shortest time between two checkpoints. A checkpoint syncs the files; where that takes long the time between
    /// two grows with it.
    pub checkpoint_every: Duration,
}

impl Default for Store {
    fn default() -> Store {
        Store { files: Arc::new(Disk), checkpoint_every: Duration::from_millis(500) }
    }
}

/// Writes all of `bytes`.
///
/// # Errors
/// The file cannot be written; a part may have been.
pub fn write_all(sink: &dyn Sink, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match sink.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A file that is being written as the standard library sees it.
pub struct Writer<'a>(pub &'a dyn Sink);

impl io::Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a whole file, in the place of an older one if there is one: beside it first, synced, and then moved there, so
/// that whatever happens nobody finds half of it.
///
/// # Errors
/// The file cannot be written; the older one is as it was.
pub fn write_whole(files: &dyn Files, path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(files, path, |writer| io::Write::write_all(writer, bytes))
}

/// The same piece by piece: `write` writes what the file is to hold.
///
/// # Errors
/// The file cannot be written, or `write` fails; the older one is as it was.
pub fn write_whole_by(
    files: &dyn Files,
    path: &Path,
    write: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = (|| {
        let sink = files.create(&beside)?;
        write(&mut Writer(&*sink))?;
        sink.sync()?;
        files.rename(&beside, path)
    })();
    if written.is_err() {
        // What is beside is of no use to anybody; if it cannot be removed either, the first error is the one to tell.
        let _ = files.remove_file(&beside);
    }
    written?;
    files.sync_dir(folder_of(path))
}

/// Writes a whole file of this machine as [`write_whole`] does. What is no ordinary file, such as a terminal or a pipe,
/// is written to directly.
///
/// # Errors
/// The file cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(&Disk, path, |writer| writer.write_all(bytes))
}

/// The same piece by piece: `write` writes what the file is to hold.
///
/// # Errors
/// The file cannot be written, or `write` fails.
pub fn replace_by(
    files: &dyn Files,
    path: &Path,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> io::Result<()> {
    let place = match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            return buffered(&mut std::fs::OpenOptions::new().write(true).open(path)?, write);
        }
        // A link goes on pointing to the file.
        Ok(_) => std::fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    write_whole_by(files, &place, |writer| buffered(writer, write))
}

/// Writes in large pieces.
fn buffered(
    writer: &mut dyn io::Write,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffer = io::BufWriter::with_capacity(1 << 16, writer);
    write(&mut buffer)?;
    io::Write::flush(&mut buffer)
}

/// The folder in which a file or folder lies.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
