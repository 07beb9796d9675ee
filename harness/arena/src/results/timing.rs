//! `timing.csv`: how long the blocks of a run took.

use std::path::Path;

use super::TIMING;
use super::reader::CsvFile;
use crate::Error;

/// The columns of the file.
pub(super) const TIMING_HEADER: [&str; 4] = ["first_game", "games", "plies", "milliseconds"];

/// The time of all games of a folder, of one thread.
///
/// # Errors
/// A file that cannot be read; the error names the line.
pub fn milliseconds(folder: &Path) -> Result<f64, Error> {
    let mut file = CsvFile::open(&folder.join(TIMING), &TIMING_HEADER, 0)?;
    let mut all = 0.0;
    while file.next()? {
        let found = file.row.get(3).and_then(|text| text.parse::<f64>().ok());
        all += found.ok_or_else(|| file.error(3, "a number"))?;
    }
    Ok(all)
}
