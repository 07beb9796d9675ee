//! The files of this machine.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::regular::open_to_change;
use super::{Files, Sink};

/// The files of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disk;

impl Sink for File {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        Write::write(&mut &*self, bytes)
    }

    fn sync(&self) -> io::Result<()> {
        tolerated(self.sync_data())
    }
}

/// Some file systems cannot sync a folder, or anything, and say so: then there is nothing more to be had.
fn tolerated(synced: io::Result<()>) -> io::Result<()> {
    match synced {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

impl Files for Disk {
    fn create(&self, path: &Path) -> io::Result<Arc<dyn Sink>> {
        // Opened for appending, so that a file that is cut while it is open goes on at its new end.
        let _ = fs::remove_file(path);
        Ok(Arc::new(OpenOptions::new().append(true).create_new(true).open(path)?))
    }

    fn append(&self, path: &Path) -> io::Result<Arc<dyn Sink>> {
        Ok(Arc::new(open_to_change(OpenOptions::new().append(true), path)?))
    }

    fn cut(&self, path: &Path, length: u64) -> io::Result<()> {
        let file = open_to_change(OpenOptions::new().write(true), path)?;
        file.set_len(length)?;
        tolerated(file.sync_all())
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    #[cfg(unix)]
    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        tolerated(File::open(path)?.sync_all())
    }

    #[cfg(not(unix))]
    fn sync_dir(&self, _path: &Path) -> io::Result<()> {
        Ok(()) // only Unix can
    }
}
