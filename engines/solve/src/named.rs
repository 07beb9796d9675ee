//! Files that a specification or another file names.
//!
//! Such a name comes from whoever wrote the specification, not from who starts the program. It stands for a regular file, or
//! for a link to one: a pipe or a device could hold up the reader for ever, or give it bytes without end.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Most bytes of a file that is read whole, unpacked.
pub const MOST_BYTES: u64 = 64 << 20;

/// Opens a regular file, or what a link to one leads to, for reading.
///
/// # Errors
/// A file that cannot be opened, a folder, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    open_by(OpenOptions::new().read(true), path)
}

/// The same with other options, such as for writing as well.
///
/// # Errors
/// Those of [`open`].
pub fn open_by(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    // A look before opening: opening alone can already wait, or change a device.
    is_regular(&std::fs::metadata(path)?)?;
    // It may have become a pipe in between.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.open(path)?;
    is_regular(&file.metadata()?)?;
    Ok(file)
}

/// The whole text of a file, of at most [`MOST_BYTES`].
///
/// # Errors
/// Those of [`open`], a file that is larger, and bytes that are not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}

/// The error of a text that is too large to be read whole.
pub fn too_large() -> io::Error {
    let message = format!("it is too large, expected at most {} MiB", MOST_BYTES >> 20);
    io::Error::new(ErrorKind::FileTooLarge, message)
}

fn is_regular(found: &Metadata) -> io::Result<()> {
    let what = match found.file_type() {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "a folder",
        _ => "a pipe or a device",
    };
    let message = format!("it is {what}, expected a regular file or a link to one");
    Err(io::Error::new(ErrorKind::InvalidInput, message))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_files_and_nothing_else_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "text").unwrap();
        std::os::unix::fs::symlink(at("file"), at("link")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", at("device")).unwrap();
        std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap();
        File::create(at("large")).unwrap().set_len(1 << 30).unwrap();
        std::fs::write(at("bytes"), b"\xFF").unwrap();
        let read = |name: &str| read_to_string(&at(name)).map_err(|error| error.to_string());
        assert_eq!(read("file").unwrap(), "text");
        assert_eq!(read("link").unwrap(), "text");
        for (name, expected) in [
            ("device", "it is a pipe or a device, expected a regular file or a link to one"),
            ("pipe", "it is a pipe or a device, expected a regular file or a link to one"),
            (".", "it is a folder, expected a regular file or a link to one"),
            ("large", "it is too large, expected at most 64 MiB"),
            ("bytes", "it is not UTF-8"),
        ] {
            assert_eq!(read(name).unwrap_err(), expected, "{name}");
        }
        assert_eq!(open(&at("none")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
