//! Which file a name stands for, and how many names it has.

#[cfg(not(any(unix, windows)))]
pub use other::{is_at, names, names_at};
#[cfg(unix)]
pub use unix::{is_at, names, names_at};
#[cfg(windows)]
pub use windows::{is_at, names, names_at};

#[cfg(unix)]
mod unix {
    use std::fs::{self, File, Metadata};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    /// The number of names of an open file.
    pub fn names(file: &File) -> io::Result<u64> {
        Ok(file.metadata()?.nlink())
    }

    /// The number of names of the file that was found at a place.
    pub fn names_at(_path: &Path, found: &Metadata) -> io::Result<u64> {
        Ok(found.nlink())
    }

    /// Whether an open file is the one at this place.
    pub fn is_at(file: &File, path: &Path) -> bool {
        let same = |a: Metadata, b: Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
        file.metadata()
            .ok()
            .zip(fs::symlink_metadata(path).ok())
            .is_some_and(|(ours, there)| same(ours, there))
    }
}

#[cfg(windows)]
mod windows {
    use std::fs::{File, Metadata};
    use std::io;
    use std::path::Path;

    use winapi_util::file::information;

    use super::super::regular::open;

    /// The number of names of an open file.
    pub fn names(file: &File) -> io::Result<u64> {
        Ok(information(file)?.number_of_links())
    }

    /// The number of names of the file at a place.
    pub fn names_at(path: &Path, _found: &Metadata) -> io::Result<u64> {
        names(&open(path)?)
    }

    /// Whether an open file is the one at this place.
    pub fn is_at(file: &File, path: &Path) -> bool {
        let known = |file: &File| {
            let found = information(file).ok()?;
            Some((found.volume_serial_number(), found.file_index()))
        };
        let there = open(path).ok().and_then(|there| known(&there));
        there.is_some() && known(file) == there
    }
}

#[cfg(not(any(unix, windows)))]
mod other {
    use std::fs::{File, Metadata};
    use std::io;
    use std::path::Path;

    /// The number of names of an open file: nothing tells more.
    pub fn names(_file: &File) -> io::Result<u64> {
        Ok(1)
    }

    /// The number of names of the file at a place: nothing tells more.
    pub fn names_at(_path: &Path, _found: &Metadata) -> io::Result<u64> {
        Ok(1)
    }

    /// Whether something is at this place.
    pub fn is_at(_file: &File, path: &Path) -> bool {
        path.exists()
    }
}
