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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_whole_line_is_found_from_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let long = format!("41,{}\n", "a1-b2 ".repeat(5000));
        for (text, expected) in [
            ("", None),
            ("game_no,round\n", None),
            ("game_no,round\n7,0\n", Some(7)),
            ("game_no,round\n7,0\n8,", Some(7)),
            (&format!("game_no\n{long}"), Some(41)),
            (&format!("game_no\n40,x\n{long}42,{}", "x".repeat(9000)), Some(41)),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(last_number(&path).unwrap(), expected, "{text:.40}");
        }
    }
}
