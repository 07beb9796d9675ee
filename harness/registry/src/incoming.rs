//! Text that comes in from elsewhere: files that people and other programs wrote.
//!
//! All of them are opened here. A byte order mark is left out, lines end in any way, and a file that gzip packed is
//! unpacked. Text that is not UTF-8 is refused with its line, or read as ISO 8859-1 or in the character set that the file
//! declares, where its format allows it.
//!
//! What a user names on the command line may be a link, a pipe or `-`, the standard input. What another file names is a
//! regular file or a link to one ([`torneo_solve::named`]). Neither is read without a limit.

mod text;

pub use text::Text;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use torneo_contract::refuse_if;
use torneo_solve::named;
pub use torneo_solve::named::{MOST_BYTES, too_large};

use crate::charset::Charset;

/// In which encodings a text may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8 alone.
    Utf8,
    /// UTF-8, or else ISO 8859-1: of PGN (its standard, 4.1).
    OrLatin1,
    /// What the file declares, else as PGN: of SGF (FF\[4\], `CA`).
    Declared,
}

/// Where the name of a file stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// On the command line: a file, a link, a pipe, or `-` for the standard input.
    ByUser,
    /// In another file: a regular file, or a link to one.
    InFile,
}

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = MOST_BYTES;

/// A packed text of more than [`MOST_BYTES`] is at most so many times as long as what it is packed in. Games pack to a
/// tenth or less often a twentieth; gzip reaches a thousand with text that is the same over and over.
const MOST_UNPACKED: u64 = 250;

/// The first bytes of a text, unpacked.
///
/// # Errors
/// A file that cannot be opened or read.
pub fn head(path: &Path, named: Named, bytes: u64) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    unpacked(plain(path, named)?).take(bytes).read_to_end(&mut head)?;
    Ok(head)
}

/// The lines of a text, one after the other.
pub struct Lines {
    from: Box<dyn BufRead + Send>,
    encoding: Encoding,
    /// The character set that was declared.
    charset: Option<Charset>,
    /// Lines read so far, and their bytes.
    number: usize,
    offset: u64,
    bytes: Vec<u8>,
}

/// A line without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
}

impl Lines {
    /// Opens a file, packed by gzip or not.
    ///
    /// # Errors
    /// A file that cannot be opened or read, or that may not be of its kind there.
    pub fn open(path: &Path, named: Named, encoding: Encoding) -> io::Result<Lines> {
        Ok(Lines::of_boxed(unpacked(plain(path, named)?), encoding))
    }

    /// The lines of bytes.
    pub fn of(from: impl BufRead + Send + 'static, encoding: Encoding) -> Lines {
        Lines::of_boxed(Box::new(from), encoding)
    }

    fn of_boxed(from: Box<dyn BufRead + Send>, encoding: Encoding) -> Lines {
        Lines { from, encoding, charset: None, number: 0, offset: 0, bytes: Vec::new() }
    }

    /// The bytes of the lines read so far, with their ends.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next line; none at the end. A line ends with `\n`, `\r\n` or `\r`.
    ///
    /// # Errors
    /// Bytes that cannot be read, or that are no text.
    fn read(&mut self) -> io::Result<Option<Line>> {
        self.bytes.clear();
        loop {
            let (taken, ended) = {
                let there = self.from.fill_buf()?;
                if there.is_empty() {
                    if self.bytes.is_empty() {
                        return Ok(None);
                    }
                    break;
                }
                match there.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
                    Some(at) => {
                        self.bytes.extend_from_slice(&there[..at]);
                        (at + 1, Some(there[at]))
                    }
                    None => {
                        self.bytes.extend_from_slice(there);
                        (there.len(), None)
                    }
                }
            };
            self.consume(taken);
            if ended == Some(b'\r') && self.from.fill_buf()?.first() == Some(&b'\n') {
                self.consume(1);
            }
            if ended.is_some() {
                break;
            }
            if self.bytes.len() as u64 > LONGEST_LINE {
                return Err(self.error(&format!("a line of more than {} MiB", LONGEST_LINE >> 20)));
            }
        }
        self.number += 1;
        if self.number == 1 {
            self.leave_out_mark()?;
        }
        let text = self.text()?;
        Ok(Some(Line { number: self.number, text }))
    }

    fn consume(&mut self, bytes: usize) {
        self.from.consume(bytes);
        self.offset += bytes as u64;
    }

    /// The text of the line.
    fn text(&mut self) -> io::Result<String> {
        if self.encoding == Encoding::Declared
            && let Some(charset) = Charset::declared(&self.bytes)
        {
            self.charset = Some(charset.map_err(|why| self.error(&why.to_string()))?);
        }
        if let Some(charset) = &self.charset {
            return charset.text(&self.bytes).map_err(|why| self.error(&why.to_string()));
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) if self.encoding == Encoding::Utf8 => Err(self.error("not UTF-8")),
            Err(_) => Ok(self.bytes.iter().map(|&byte| char::from(byte)).collect()),
        }
    }

    /// Leaves out the byte order mark of UTF-8.
    fn leave_out_mark(&mut self) -> io::Result<()> {
        if self.bytes.starts_with(b"\xEF\xBB\xBF") {
            self.bytes.drain(..3);
        } else if self.bytes.starts_with(b"\xFF\xFE") || self.bytes.starts_with(b"\xFE\xFF") {
            return Err(self.error("UTF-16; save the file as UTF-8"));
        }
        Ok(())
    }

    fn error(&self, what: &str) -> io::Error {
        let number = self.number.max(1);
        io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {what}"))
    }
}

impl Iterator for Lines {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.read().transpose()
    }
}

/// The bytes of a file as they are.
struct Plain {
    from: BufReader<Counted<Box<dyn Read + Send>>>,
    /// Whether gzip packed them.
    is_packed: bool,
    /// Whether it is a regular file, which can be read again.
    is_file: bool,
}

/// Opens what a name stands for.
fn plain(path: &Path, named: Named) -> io::Result<Plain> {
    let (file, is_file): (Box<dyn Read + Send>, bool) = match named {
        Named::InFile => (Box::new(named::open(path)?), true),
        Named::ByUser if path == Path::new("-") => (Box::new(io::stdin()), false),
        Named::ByUser => {
            let file = File::open(path)?;
            let kind = file.metadata()?.file_type();
            refuse_if!(kind.is_dir(), io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
            (Box::new(file), kind.is_file())
        }
    };
    let mut from = BufReader::with_capacity(1 << 16, Counted { from: file, read: 0 });
    let is_packed = from.fill_buf()?.starts_with(&[0x1F, 0x8B]);
    Ok(Plain { from, is_packed, is_file })
}

/// The same unpacked, where it is packed.
fn unpacked(plain: Plain) -> Box<dyn BufRead + Send> {
    if !plain.is_packed {
        return Box::new(plain.from);
    }
    let unpacked = Unpacked { from: MultiGzDecoder::new(plain.from), given: 0 };
    Box::new(BufReader::with_capacity(1 << 16, unpacked))
}

/// A reader that knows how much it has read.
struct Counted<R> {
    from: R,
    read: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        self.read += read as u64;
        Ok(read)
    }
}

/// What gzip packed, unpacked; a bomb, which unpacks to far more than any text does, is refused.
struct Unpacked<R> {
    from: MultiGzDecoder<BufReader<Counted<R>>>,
    given: u64,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let given = self.from.read(into)?;
        self.given += given as u64;
        let packed = self.from.get_ref().get_ref().read;
        if self.given > MOST_BYTES && self.given / MOST_UNPACKED > packed {
            let message = format!("it unpacks to more than {MOST_UNPACKED} times its size");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(given)
    }
}

/// Reads a whole text, of at most [`MOST_BYTES`] bytes.
///
/// # Errors
/// As [`Lines::open`], bytes that are no text, and a text that is too large.
pub fn read(path: &Path, named: Named, encoding: Encoding) -> io::Result<String> {
    let mut text = String::new();
    for line in Lines::open(path, named, encoding)? {
        text += &line?.text;
        text.push('\n');
        if text.len() as u64 > MOST_BYTES {
            return Err(too_large());
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &'static [u8], encoding: Encoding) -> Vec<Result<String, String>> {
        let lines = Lines::of(bytes, encoding);
        lines.map(|line| line.map(|line| line.text).map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn lines_end_in_any_way_and_marks_are_left_out() {
        let read = lines(b"\xEF\xBB\xBFa\r\nb\rc\n\nd", Encoding::Utf8);
        assert_eq!(read, ["a", "b", "c", "", "d"].map(|line| Ok(line.to_owned())));
        assert!(lines(b"", Encoding::Utf8).is_empty());
        assert_eq!(
            lines(b"\xFF\xFEa", Encoding::OrLatin1),
            [Err("line 1: UTF-16; save the file as UTF-8".to_owned())]
        );
    }

    #[test]
    fn other_encodings_are_read_where_the_format_allows_it() {
        assert_eq!(lines(b"a\nM\xFCller", Encoding::OrLatin1)[1], Ok("Müller".to_owned()));
        assert_eq!(lines(b"a\nM\xFCller", Encoding::Utf8)[1], Err("line 2: not UTF-8".to_owned()));
        assert_eq!(lines("Müller".as_bytes(), Encoding::OrLatin1)[0], Ok("Müller".to_owned()));
    }

    #[test]
    fn declared_character_sets_are_read_or_refused_by_name() {
        let read = |bytes: &'static [u8]| lines(bytes, Encoding::Declared);
        for (declared, text) in [
            (&b"(;CA[gb2312]PB[\xBA\xDA]"[..], "PB[黑]"),
            (b"(;FF[4]CA[Big5]PB[\xB6\xC2]", "PB[黑]"),
            // The second byte of a character may be one of ASCII, such as a backslash.
            (b"(;FF[4] CA[Shift_JIS]PB[\x95\x5C]", "PB[表]"),
            (b"CA[windows-1251]PB[\xCC\xE8\xF0]", "PB[Мир]"),
            (b"(;CA[UTF-8]PB[\xE9\xBB\x91]", "PB[黑]"),
            (b"(;PB[M\xFCller]", "PB[Müller]"),
            (b"(;C[see CA[xyz]]", "C[see CA[xyz]]"),
        ] {
            assert!(
                read(declared)[0].as_ref().is_ok_and(|line| line.ends_with(text)),
                "{text}: {:?}",
                read(declared)
            );
        }
        // Bytes that would be UTF-8, too.
        assert_eq!(read(b";CA[GBK]\nC[\xC2\xB7]")[1], Ok("C[路]".to_owned()));
        for (wrong, says) in [
            (&b"(;CA[klingon]"[..], "line 1: the character set `klingon` is not read"),
            (b"(;CA[UTF-16]", "`UTF-16` is not read"),
            (b"(;CA[utf-8]\nC[\xFC]", "line 2: not `utf-8`, which the file declares"),
        ] {
            let last = read(wrong).pop().unwrap().unwrap_err();
            assert!(last.contains(says), "{last}");
        }
    }

    #[test]
    fn packed_files_are_unpacked() {
        use std::io::Write;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.gz");
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(b"one\ntwo\n").unwrap();
        std::fs::write(&path, packed.finish().unwrap()).unwrap();
        assert_eq!(super::read(&path, Named::InFile, Encoding::Utf8).unwrap(), "one\ntwo\n");
    }
}
