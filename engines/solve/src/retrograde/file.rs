//! Tables of numbered positions on disk.
//!
//! A file begins with a header: a line that names the format, lines `name: value`, an empty line, and the
//! BLAKE3 hash of all that. The values are the game that the file was begun for, the numbering and the
//! version of the program.
//!
//! The layers follow, from the lowest on. Each begins with its number and its size (two little-endian 32-bit
//! words). Then come the BLAKE3 hash of these and of its bytes, and the bytes.
//!
//! An incomplete layer at the end of the file was not written to its end, and is solved again. Anything else
//! that does not fit is refused.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use torneo_contract::{Numbering, refuse_if};

use crate::{Unsolved, named};

const FORMAT: &str = "torneo table of numbered positions, format 1";
const HASH: usize = blake3::OUT_LEN;
/// Bytes before those of a layer.
const LAYER_HEADER: usize = 8 + HASH;
/// No header is longer.
const LONGEST_HEADER: usize = 4096;

/// A file of tables, open for layers to come.
pub struct TableFile {
    path: PathBuf,
    file: File,
    /// Where the next layer belongs.
    end: u64,
}

fn failure(path: &Path, what: impl std::fmt::Display) -> Unsolved {
    Unsolved::File(format!("{}: {what}", path.display()))
}

fn unwritten(path: &Path, error: &std::io::Error) -> Unsolved {
    Unsolved::Unwritten(format!("{}: {error}", path.display()))
}

fn header(key: &str, game: &str) -> Vec<u8> {
    let version = env!("CARGO_PKG_VERSION");
    let text = format!("{FORMAT}\ngame: {game}\nnumbering: {key}\nversion: {version}\n\n");
    let hash = blake3::hash(text.as_bytes());
    [text.as_bytes(), hash.as_bytes()].concat()
}

/// The numbering that the header at the start of `bytes` names, and its length; why it is none.
fn read_header(bytes: &[u8]) -> Result<(String, usize), &'static str> {
    if !bytes.starts_with(FORMAT.as_bytes()) {
        return Err("this is no table of positions of this program version");
    }
    let length = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or("the header is damaged")? + 2;
    let hash = bytes.get(length..length + HASH).ok_or("the header is damaged")?;
    if blake3::hash(&bytes[..length]).as_bytes() != hash {
        return Err("the header is damaged");
    }
    let text = std::str::from_utf8(&bytes[..length]).map_err(|_| "the header is damaged")?;
    let key = text.lines().find_map(|line| line.strip_prefix("numbering: "));
    Ok((key.ok_or("the header is damaged")?.to_owned(), length + HASH))
}

fn layer_header(layer: u32, bytes: &[u8]) -> [u8; LAYER_HEADER] {
    let mut header = [0; LAYER_HEADER];
    header[..4].copy_from_slice(&layer.to_le_bytes());
    header[4..8].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
    let mut hasher = blake3::Hasher::new();
    hasher.update(&header[..8]).update(bytes);
    header[8..].copy_from_slice(hasher.finalize().as_bytes());
    header
}

/// Reads as many bytes as there are, at most `length`.
fn read_up_to(file: &mut File, length: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    file.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl TableFile {
    /// Opens the tables of a numbering, or begins them where there is no file; the layers that are there.
    ///
    /// # Errors
    /// [`Unsolved::File`] if the file cannot be read, is damaged or holds something else; it stays as it is.
    /// [`Unsolved::Unwritten`] if it cannot be made.
    pub fn open(
        path: &Path,
        numbering: &dyn Numbering,
        game: &str,
    ) -> Result<(TableFile, Vec<Vec<u8>>), Unsolved> {
        let fail = |what: &dyn std::fmt::Display| failure(path, what);
        let file = match named::open_by(OpenOptions::new().read(true).write(true), path) {
            Ok(file) => file,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                let mut file = File::create_new(path).map_err(|error| unwritten(path, &error))?;
                let header = header(&numbering.key(), game);
                file.write_all(&header).map_err(|error| unwritten(path, &error))?;
                let end = header.len() as u64;
                return Ok((TableFile { path: path.to_owned(), file, end }, Vec::new()));
            }
            Err(error) => return Err(fail(&error)),
        };
        let mut table = TableFile { path: path.to_owned(), file, end: 0 };
        let layers = table.read(numbering)?;
        Ok((table, layers))
    }

    /// All layers of a file that is there and complete.
    ///
    /// # Errors
    /// [`Unsolved::File`] if there is no such file, or it is damaged, incomplete or holds something else.
    pub fn load(path: &Path, numbering: &dyn Numbering) -> Result<Vec<Vec<u8>>, Unsolved> {
        let file = named::open(path).map_err(|error| failure(path, error))?;
        let layers = TableFile { path: path.to_owned(), file, end: 0 }.read(numbering)?;
        match (layers.len() as u32, numbering.layers()) {
            (found, all) if found < all => {
                let missing = numbering.layer_name(found);
                Err(failure(path, format!("the table is not complete: {missing} is missing")))
            }
            _ => Ok(layers),
        }
    }

    fn read(&mut self, numbering: &dyn Numbering) -> Result<Vec<Vec<u8>>, Unsolved> {
        let path = self.path.clone();
        let fail = |what: &dyn std::fmt::Display| failure(&path, what);
        let start = read_up_to(&mut self.file, LONGEST_HEADER).map_err(|error| fail(&error))?;
        let (key, length) = read_header(&start).map_err(|what| fail(&what))?;
        if key != numbering.key() {
            let wanted = numbering.key();
            return Err(fail(&format!("the table is of `{key}`, not of `{wanted}`")));
        }
        self.end = length as u64;
        self.file.seek(SeekFrom::Start(self.end)).map_err(|error| fail(&error))?;
        let mut layers = Vec::new();
        while (layers.len() as u32) < numbering.layers() {
            let layer = layers.len() as u32;
            let size = numbering.size(layer);
            let header = read_up_to(&mut self.file, LAYER_HEADER).map_err(|error| fail(&error))?;
            if header.len() < LAYER_HEADER {
                break;
            }
            let found =
                [0, 4].map(|at| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes")));
            refuse_if!(found != [layer, size], fail(&format!("the table is damaged before layer {layer}")));
            let bytes = read_up_to(&mut self.file, size as usize).map_err(|error| fail(&error))?;
            if bytes.len() < size as usize {
                break;
            }
            if layer_header(layer, &bytes)[..] != header[..] {
                let name = numbering.layer_name(layer);
                return Err(fail(&format!("layer {layer} ({name}) is damaged: its checksum does not fit")));
            }
            self.end += (LAYER_HEADER + bytes.len()) as u64;
            layers.push(bytes);
        }
        Ok(layers)
    }

    /// Adds the next layer.
    ///
    /// # Errors
    /// [`Unsolved::Unwritten`].
    pub fn add(&mut self, layer: u32, bytes: &[u8]) -> Result<(), Unsolved> {
        let mut write = || -> std::io::Result<()> {
            self.file.set_len(self.end)?;
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(&layer_header(layer, bytes))?;
            self.file.write_all(bytes)?;
            self.file.sync_data()
        };
        write().map_err(|error| unwritten(&self.path, &error))?;
        self.end += (LAYER_HEADER + bytes.len()) as u64;
        Ok(())
    }
}
