//! Files whose last line may be cut short.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// The length of a file up to the end of its last whole line, which is looked for from a byte on at which a line begins.
pub fn whole_lines(path: &Path, from: u64) -> std::io::Result<u64> {
    let mut file = File::open(path)?;
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
