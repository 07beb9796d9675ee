//! Placements that show every point: ranks from the top to the bottom separated by `/`, one letter for each point.

use super::text;
use torneo_contract::{PositionError, Refusal, refuse, refuse_if};

/// The placement of a board; `letter` gives what is on a file and rank, both counted from 0.
pub fn placement(files: usize, ranks: usize, letter: impl Fn(usize, usize) -> char) -> String {
    let rank = |rank| (0..files).map(|file| letter(file, rank)).collect();
    (0..ranks).rev().map(rank).collect::<Vec<String>>().join("/")
}

/// Reads the placement of a board and calls `place` with file, rank (counted from 0) and letter of every point.
///
/// # Errors
/// Another number of ranks or points, or whatever `place` refuses; the message names the rank or point.
pub fn parse(
    written: &str,
    files: usize,
    ranks: usize,
    mut place: impl FnMut(usize, usize, char) -> Result<(), Refusal>,
) -> Result<(), PositionError> {
    let found = written.split('/').count();
    refuse_if!(found != ranks, "expected {ranks} ranks separated by `/`, found {found}");
    for (row, letters) in written.split('/').enumerate() {
        let rank = ranks - 1 - row;
        let found = letters.chars().count();
        let number = rank + 1;
        refuse_if!(found != files, "rank {number}: expected {files} points, found {found} in `{letters}`");
        for (file, letter) in letters.chars().enumerate() {
            let refused = |message| format!("{}: {message}", text::square_name(file, rank));
            place(file, rank, letter).map_err(refused)?;
        }
    }
    Ok(())
}

/// Reads the placement of a board on whose points stand things with letters, or nothing: `.`. Gives the points with
/// things, counted rank by rank from the bottom, and which of the letters stands there.
///
/// # Errors
/// Another number of ranks or points, or another letter; the message names the rank or point.
pub fn things(
    written: &str,
    files: usize,
    ranks: usize,
    letters: &[char],
) -> Result<Vec<(usize, usize)>, PositionError> {
    let mut things = Vec::new();
    parse(written, files, ranks, |file, rank, found| {
        let thing = letters.iter().position(|&letter| letter == found);
        if thing.is_none() && found != '.' {
            let known: Vec<String> = letters.iter().map(|letter| format!("`{letter}`")).collect();
            refuse!("expected {} or `.`, found `{found}`", known.join(", "));
        }
        things.extend(thing.map(|thing| (rank * files + file, thing)));
        Ok(())
    })?;
    Ok(things)
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::refusal;

    fn parsed(written: &str) -> Result<String, Refusal> {
        let mut found = String::new();
        let place = |file, rank, letter| match letter {
            'a' => {
                text::write_square(file, rank, &mut found);
                Ok(())
            }
            '.' => Ok(()),
            _ => Err(refusal!("expected `a` or `.`, found `{letter}`")),
        };
        parse(written, 3, 2, place).map_err(Refusal::new)?;
        Ok(found)
    }

    #[test]
    fn placements_are_read_and_written() {
        assert_eq!(parsed("..a/.a.").unwrap(), "c2b1");
        let written = placement(3, 2, |file, rank| if file == rank + 1 { 'a' } else { '.' });
        assert_eq!(written, "..a/.a.");
    }

    #[test]
    fn errors_name_the_place() {
        for (bad, place) in [
            ("", "2 ranks"),
            ("...", "2 ranks"),
            (".../..", "rank 1"),
            ("3/...", "rank 2"),
            (".../.é.", "b1"),
        ] {
            assert!(parsed(bad).unwrap_err().to_string().contains(place), "{bad}");
        }
    }
}
