//! A text whose lines can be read again from any of them.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Encoding, Lines, MOST_BYTES, Named, plain, too_large, unpacked};

/// A text whose lines can be read again: a regular file, which is read where it stands, or else all of what came in.
pub struct Text {
    from: From,
    encoding: Encoding,
}

enum From {
    File(PathBuf),
    Held(Arc<[u8]>),
}

/// Bytes that are read at once behind a place: a few lines.
const AT_ONCE: usize = 1 << 12;

impl Text {
    /// Opens a text. What is packed, or comes from a pipe, is held: at most [`MOST_BYTES`] of it.
    ///
    /// # Errors
    /// As [`Lines::open`], and a text that is too large to be held.
    pub fn open(path: &Path, named: Named, encoding: Encoding) -> io::Result<Text> {
        let plain = plain(path, named)?;
        if plain.is_file && !plain.is_packed {
            return Ok(Text { from: From::File(path.to_owned()), encoding });
        }
        let mut held = Vec::new();
        unpacked(plain).take(MOST_BYTES + 1).read_to_end(&mut held)?;
        if held.len() as u64 > MOST_BYTES {
            return Err(too_large());
        }
        Ok(Text { from: From::Held(held.into()), encoding })
    }

    /// The same text in another encoding.
    #[must_use]
    pub fn encoded(self, encoding: Encoding) -> Text {
        Text { encoding, ..self }
    }

    /// The lines from the beginning.
    ///
    /// # Errors
    /// A file that cannot be opened any more.
    pub fn lines(&self) -> io::Result<Lines> {
        self.lines_by(0, 1 << 16)
    }

    /// The lines from the one that begins at this byte. Their numbers count from 1 all the same.
    ///
    /// # Errors
    /// A file that cannot be opened any more.
    pub fn lines_from(&self, offset: u64) -> io::Result<Lines> {
        self.lines_by(offset, AT_ONCE)
    }

    /// The first bytes.
    ///
    /// # Errors
    /// Bytes that cannot be read.
    pub fn head(&self, bytes: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        match &self.from {
            From::File(path) => File::open(path)?.take(bytes).read_to_end(&mut head)?,
            From::Held(held) => (&held[..]).take(bytes).read_to_end(&mut head)?,
        };
        Ok(head)
    }

    fn lines_by(&self, offset: u64, at_once: usize) -> io::Result<Lines> {
        match &self.from {
            From::File(path) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(offset))?;
                Ok(Lines::of(BufReader::with_capacity(at_once, file), self.encoding))
            }
            From::Held(held) => {
                let mut cursor = Cursor::new(held.clone());
                cursor.set_position(offset);
                Ok(Lines::of(cursor, self.encoding))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn lines_are_read_again_from_their_offsets() {
        let folder = tempfile::tempdir().unwrap();
        let (plain, packed) = (folder.path().join("plain"), folder.path().join("packed"));
        let text = b"\xEF\xBB\xBFone\r\ntwo\rthree\n\nM\xFCller";
        std::fs::write(&plain, text).unwrap();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        std::fs::write(&packed, encoder.finish().unwrap()).unwrap();
        for path in [plain, packed] {
            let text = Text::open(&path, Named::InFile, Encoding::OrLatin1).unwrap();
            let mut lines = text.lines().unwrap();
            let mut offsets = Vec::new();
            loop {
                let offset = lines.offset();
                let Some(line) = lines.next() else { break };
                offsets.push((offset, line.unwrap().text));
            }
            assert_eq!(offsets.iter().map(|(offset, _)| *offset).collect::<Vec<_>>(), [0, 8, 12, 18, 19]);
            for (offset, expected) in offsets.iter().rev() {
                let again = text.lines_from(*offset).unwrap().next().unwrap().unwrap();
                assert_eq!(&again.text, expected);
            }
            assert_eq!(text.head(5).unwrap(), b"\xEF\xBB\xBFon");
        }
    }
}
