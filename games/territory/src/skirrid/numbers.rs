//! The numbers and the sectors of the board.

use torneo_board::grid::Grid;
use torneo_board::text;
use torneo_contract::{Refusal, refusal, refuse, refuse_if};

/// Squares of a side of the board.
pub(super) const SIDE: usize = 19;
pub(super) type Squares = Grid<SIDE, SIDE>;
pub(super) const SQUARES: usize = SIDE * SIDE;
/// File and rank of the centre, which is also how far it is from the edges.
pub(super) const CENTRE: usize = SIDE / 2;
/// The largest number of a table.
const LARGEST: u16 = 99;

/// The distances of a square's file and rank from the centre.
const fn distances(square: usize) -> (usize, usize) {
    (Squares::file(square).abs_diff(CENTRE), Squares::rank(square).abs_diff(CENTRE))
}

/// Whether a square belongs to the diamond, not to one of the four corners.
pub(super) const fn in_diamond(square: usize) -> bool {
    let (files, ranks) = distances(square);
    files + ranks <= CENTRE
}

/// The reconstructed number of a square: none where file and rank are together an odd way from the centre.
fn reconstructed(square: usize) -> u16 {
    let (files, ranks) = distances(square);
    let (far, near) = (files.max(ranks), files.min(ranks));
    if (files + ranks) % 2 == 1 {
        return 0;
    }
    let number = if in_diamond(square) { far + 3 * near } else { far + 5 * near };
    number.saturating_sub(if in_diamond(square) { 6 } else { 29 }).max(1) as u16
}

/// The numbers of all squares, 0 for those without.
///
/// # Errors
/// A text that is neither `reconstruction` nor 19 ranks, the highest first and separated by `/`, of 19 numbers.
pub(super) fn table(text: &str) -> Result<Vec<u16>, Refusal> {
    if text == "reconstruction" {
        return Ok((0..SQUARES).map(reconstructed).collect());
    }
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != SIDE {
        refuse!("expected `reconstruction` or {SIDE} ranks separated by `/`, found {}", ranks.len());
    }
    let mut numbers = vec![0; SQUARES];
    for (row, written) in ranks.into_iter().enumerate() {
        let rank = SIDE - 1 - row;
        let found: Vec<&str> = written.split([' ', ',']).filter(|number| !number.is_empty()).collect();
        refuse_if!(found.len() != SIDE, "rank {}: expected {SIDE} numbers, found {}", rank + 1, found.len());
        for (file, number) in found.into_iter().enumerate() {
            let square = Squares::at(file, rank);
            numbers[square] =
                text::parse_number(number).filter(|&number| number <= LARGEST).ok_or_else(|| {
                    refusal!("{}: expected a number 0 to {LARGEST}, found `{number}`", Squares::name(square))
                })?;
        }
    }
    Ok(numbers)
}

/// The numbers of a table that are not 0, the greatest first, with their squares rank by rank.
pub(super) fn levels(numbers: &[u16]) -> Vec<(u16, [u32; SIDE])> {
    let mut found: Vec<u16> = numbers.iter().copied().filter(|&number| number > 0).collect();
    found.sort_unstable();
    found.dedup();
    let squares = |number: u16| {
        let file = |rank: usize, file: usize| u32::from(numbers[Squares::at(file, rank)] == number) << file;
        std::array::from_fn(|rank| (0..SIDE).map(|at| file(rank, at)).sum())
    };
    found.into_iter().rev().map(|number| (number, squares(number))).collect()
}

/// The square on which a number of quarter turns puts a square.
pub(super) const fn turned(square: usize, quarters: usize) -> usize {
    let (mut file, mut rank) = (Squares::file(square), Squares::rank(square));
    let mut turn = 0;
    while turn < quarters {
        (file, rank) = (rank, SIDE - 1 - file);
        turn += 1;
    }
    Squares::at(file, rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numbers: &[u16], name: &str) -> u16 {
        numbers[Squares::parse(name).unwrap()]
    }

    #[test]
    fn the_reconstruction_has_known_numbers() {
        let numbers = table("reconstruction").unwrap();
        let sum = |inside: bool| -> u32 {
            (0..SQUARES).filter(|&at| in_diamond(at) == inside).map(|at| u32::from(numbers[at])).sum()
        };
        assert_eq!((0..SQUARES).filter(|&at| in_diamond(at)).count(), 181);
        assert_eq!(numbers.iter().filter(|&&number| number > 0).count(), 181);
        assert_eq!((sum(true), sum(false)), (297, 4 * 141));
        for (name, expected) in [
            ("j10", 1),
            ("n14", 10),
            ("m13", 6),
            ("l12", 2),
            ("r18", 19),
            ("s19", 25),
            ("p16", 7),
            ("q17", 13),
            ("s17", 15),
            ("q19", 15),
            ("r10", 2),
            ("j2", 2),
            ("o15", 1),
            ("k10", 0),
            ("f6", 10),
            ("a1", 25),
        ] {
            assert_eq!(number(&numbers, name), expected, "{name}");
        }
        let diamond = (0..SQUARES).filter(|&at| in_diamond(at)).map(|at| numbers[at]);
        assert_eq!(diamond.max(), Some(10));
    }

    #[test]
    fn tables_are_read_from_the_highest_rank() {
        let rank = |rank: usize| (0..SIDE).map(|file| (rank + file).to_string()).collect::<Vec<_>>();
        let text: Vec<String> =
            (0..SIDE).rev().map(|r| rank(r).join(if r % 2 == 0 { " " } else { "," })).collect();
        let numbers = table(&text.join("/")).unwrap();
        assert_eq!((number(&numbers, "a1"), number(&numbers, "s1"), number(&numbers, "c19")), (0, 18, 20));
        let refused = |text: String| table(&text).unwrap_err().to_string();
        assert!(refused("1/2".to_owned()).contains("found 2"));
        assert!(
            refused(text.join("/").replacen("18 19", "18", 1))
                .contains("rank 19: expected 19 numbers, found 18")
        );
        assert!(
            refused(text.join("/").replacen("18 19", "18 100", 1)).contains("b19: expected a number 0 to 99")
        );
    }

    #[test]
    fn four_quarter_turns_lead_back() {
        for square in 0..SQUARES {
            assert_eq!(turned(square, 4), square);
            assert_eq!(turned(turned(square, 1), 3), square);
            assert_eq!(in_diamond(turned(square, 1)), in_diamond(square));
        }
        assert_eq!(Squares::name(turned(Squares::at(0, 1), 1)), "b19");
    }
}
