//! Placements in the manner of Forsyth and Edwards: ranks from the top to the bottom separated by `/`, a letter for
//! a piece, a decimal number for that many empty squares.

use super::text;
use torneo_contract::{PositionError, Refusal, refuse, refuse_if};

/// The placement of a board; `piece` gives the letter on a file and rank, both counted from 0.
pub fn placement(files: usize, ranks: usize, piece: impl Fn(usize, usize) -> Option<char>) -> String {
    let mut out = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..files {
            let Some(letter) = piece(file, rank) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text::write_number(empty, &mut out);
            }
            empty = 0;
            out.push(letter);
        }
        if empty > 0 {
            text::write_number(empty, &mut out);
        }
        if rank > 0 {
            out.push('/');
        }
    }
    out
}

/// Reads the placement of a board and calls `place` with file, rank (counted from 0) and letter of every piece.
///
/// # Errors
/// Another number of ranks or squares, or whatever `place` refuses; the message names the rank or square.
pub fn parse_ranks(
    written: &str,
    files: usize,
    ranks: usize,
    mut place: impl FnMut(usize, usize, char) -> Result<(), Refusal>,
) -> Result<(), PositionError> {
    let found = written.split('/').count();
    refuse_if!(found != ranks, "expected {ranks} ranks separated by `/`, found {found}");
    for (row, rank_text) in written.split('/').enumerate() {
        let (rank, number) = (ranks - 1 - row, ranks - row);
        let (mut file, mut rest) = (0, rank_text);
        while let Some(letter) = rest.chars().next() {
            if letter.is_ascii_digit() {
                let length = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let (digits, after) = rest.split_at(length);
                let Some(empty) = text::parse_number(digits).filter(|n| (1..=files).contains(n)) else {
                    refuse!("rank {number}: a number of empty squares is 1 to {files}, found `{digits}`");
                };
                file += empty;
                rest = after;
            } else if file < files {
                let refused = |message| format!("{}: {message}", text::square_name(file, rank));
                place(file, rank, letter).map_err(refused)?;
                file += 1;
                rest = &rest[letter.len_utf8()..];
            } else {
                file += 1;
            }
            refuse_if!(file > files, "rank {number}: expected {files} squares, found more in `{rank_text}`");
        }
        refuse_if!(file < files, "rank {number}: expected {files} squares, found {file} in `{rank_text}`");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::refusal;

    fn parse(written: &str) -> Result<Vec<(usize, usize, char)>, Refusal> {
        let mut pieces = Vec::new();
        let place = |file, rank, letter| match letter {
            'a' => {
                pieces.push((file, rank, letter));
                Ok(())
            }
            _ => Err(refusal!("expected `a`, found `{letter}`")),
        };
        parse_ranks(written, 12, 2, place).map_err(Refusal::new)?;
        Ok(pieces)
    }

    #[test]
    fn whole_numbers_are_read_and_written() {
        assert_eq!(parse("10a1/12").unwrap(), [(10, 1, 'a')]);
        let written = placement(12, 2, |file, rank| ((file, rank) == (10, 1)).then_some('a'));
        assert_eq!(written, "10a1/12");
    }

    #[test]
    fn errors_name_the_place() {
        for (bad, place) in [
            ("12", "2 ranks"),
            ("12/12/12", "2 ranks"),
            ("12/11", "rank 1"),
            ("11/12", "rank 2"),
            ("12a/12", "rank 2"),
            ("12é/12", "rank 2"),
            ("11a1/12", "rank 2"),
            ("0a11/12", "`0`"),
            ("99999999999999999999999/12", "rank 2"),
            ("b11/12", "a2"),
            ("12/5é6", "f1"),
        ] {
            assert!(parse(bad).unwrap_err().to_string().contains(place), "{bad}");
        }
    }
}
