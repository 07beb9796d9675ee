//! Files whose last line may be cut short.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The length of a file up to the end of its last whole line.
pub fn whole_lines(path: &Path) -> std::io::Result<u64> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    let (mut at, mut whole) = (0, 0);
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
