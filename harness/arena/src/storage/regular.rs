//! Opening the files of a folder: regular files only, and never through a link.
//!
//! A link in a results folder would lead a writer to a file outside it. A pipe would hold up a reader for ever.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::identity;

/// Opens links instead of what they lead to (Microsoft, *CreateFileW*, `FILE_FLAG_OPEN_REPARSE_POINT`).
#[cfg(windows)]
const OPEN_REPARSE_POINT: u32 = 0x0020_0000;

/// Opens a regular file for reading.
///
/// # Errors
/// A file that cannot be opened, a link, or something else that is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), path)
}

/// The bytes of a regular file.
///
/// # Errors
/// Those of [`open`], and a file that cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a regular file.
///
/// # Errors
/// Those of [`read`], and bytes that are no text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Opens a regular file that has no other name, to change it.
pub(super) fn open_to_change(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = open_with(options, path)?;
    is_alone(path, identity::names(&file)?)?;
    Ok(file)
}

/// Makes sure that what has this name may be changed, if there is anything.
///
/// # Errors
/// A link, something that is no regular file, or a file that has another name as well.
pub fn check_changeable(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        found => found.and_then(|found| {
            is_regular(path, &found)?;
            is_alone(path, identity::names_at(path, &found)?)
        }),
    }
}

fn open_with(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    // A look before opening gives the better message; the flags see to it that nothing is changed in between.
    if let Ok(found) = fs::symlink_metadata(path) {
        is_regular(path, &found)?;
    }
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options,
        (rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK).bits().cast_signed(),
    );
    // The link itself is opened, and is then refused.
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::custom_flags(options, OPEN_REPARSE_POINT);
    let file = options.open(path)?;
    is_regular(path, &file.metadata()?)?;
    Ok(file)
}

fn is_regular(path: &Path, found: &Metadata) -> io::Result<()> {
    let what = match found.file_type() {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_symlink() => "a link",
        kind if kind.is_dir() => "a folder",
        _ => "a pipe or a device",
    };
    refused(path, &format!("is {what}, not a regular file; remove it or put a copy of the file there"))
}

fn is_alone(path: &Path, names: u64) -> io::Result<()> {
    if names > 1 {
        return refused(
            path,
            "has another name, a hard link, and would change there too; replace it by a copy",
        );
    }
    Ok(())
}

fn refused(path: &Path, why: &str) -> io::Result<()> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{} {why}", name.display())))
}
