//! Files whose last line may be cut short.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use crate::storage::open;

/// The length of a file up to the end of its last whole line, which is looked for from a byte on at which a line begins.
pub fn whole_lines(path: &Path, from: u64) -> std::io::Result<u64> {
    let mut file = open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut at, mut whole) = (from, from);
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(whole);
        }
        if let Some(end) = buffer.iter().rposition(|&byte| byte == b'\n') {
            whole = at + end as u64 + 1;
        }
        let length = buffer.len();
        at += length as u64;
        reader.consume(length);
    }
}

/// The number at the beginning of the line that begins at this byte; none at the end of the file.
///
/// # Errors
/// A file that cannot be read.
pub fn number_at(file: &mut File, at: u64) -> std::io::Result<Option<u64>> {
    let mut head = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.take(24).read_to_end(&mut head)?;
    Ok(number_of(&head))
}

fn number_of(line: &[u8]) -> Option<u64> {
    let digits = line.split(|byte| !byte.is_ascii_digit()).next().unwrap_or_default();
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The number at the beginning of a file's last whole line, read from its end; none if that begins otherwise, as a header does.
///
/// # Errors
/// A file that cannot be read.
pub fn last_number(path: &Path) -> std::io::Result<Option<u64>> {
    let mut file = open(path)?;
    let length = file.metadata()?.len();
    let mut window = 1 << 12;
    loop {
        let from = length.saturating_sub(window);
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(length - from).read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(&bytes[..0], |end| &bytes[..end]);
        match whole.iter().rposition(|&byte| byte == b'\n') {
            None if from > 0 => window *= 2,
            before => {
                return Ok(number_of(&whole[before.map_or(0, |end| end + 1)..]));
            }
        }
    }
}
