//! Small helpers for notations.

use std::str::FromStr;
use torneo_contract::{Refusal, refusal};

use torneo_contract::Seat;

/// The letter of file `index` (`0..26`): a, b, c, ...
pub const fn file_letter(index: usize) -> char {
    debug_assert!(index < 26);
    (b'a' + index as u8) as char
}

/// What is written to an empty text.
pub fn written(write: impl FnOnce(&mut String)) -> String {
    let mut text = String::new();
    write(&mut text);
    text
}

/// The texts of items with a separator between each two.
pub fn joined(items: impl IntoIterator<Item = impl ToString>, separator: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// The same, or `-` for no items.
pub fn listed(items: impl IntoIterator<Item = impl ToString>, separator: &str) -> String {
    let list = joined(items, separator);
    if list.is_empty() { "-".to_owned() } else { list }
}

/// The words of a text, if there are `N` of them.
pub fn words<const N: usize>(text: &str) -> Option<[&str; N]> {
    text.split_whitespace().collect::<Vec<_>>().try_into().ok()
}

/// Appends a square such as `b12`; file and rank are counted from 0.
pub fn write_square(file: usize, rank: usize, text: &mut String) {
    text.push(file_letter(file));
    write_number(rank + 1, text);
}

/// A square such as `b12`; file and rank are counted from 0.
pub fn square_name(file: usize, rank: usize) -> String {
    written(|name| write_square(file, rank, name))
}

/// Appends a whole number in decimal digits.
pub fn write_number(number: usize, text: &mut String) {
    if number >= 10 {
        write_number(number / 10, text);
    }
    text.push((b'0' + (number % 10) as u8) as char);
}

/// Reads a whole number in decimal digits, without sign and leading zeros.
pub fn parse_number<N: FromStr>(text: &str) -> Option<N> {
    let plain = text == "0" || text.starts_with(|c: char| matches!(c, '1'..='9'));
    text.parse().ok().filter(|_| plain)
}

/// Reads exactly `LEN` numbers, as [`parse_number`] does, between which stands a separator.
pub fn parse_numbers<N: FromStr, const LEN: usize>(text: &str, separator: char) -> Option<[N; LEN]> {
    let numbers: Option<Vec<N>> = text.split(separator).map(parse_number).collect();
    numbers?.try_into().ok()
}

/// Those of two letters whose flags are set, or `-` for none.
pub fn flags(flags: [bool; 2], letters: [char; 2]) -> String {
    let set = flags.into_iter().zip(letters).filter(|(flag, _)| *flag);
    if flags == [false; 2] { "-".to_owned() } else { set.map(|(_, letter)| letter).collect() }
}

/// Reads what [`flags`] writes.
pub fn parse_flags(text: &str, letters: [char; 2]) -> Option<[bool; 2]> {
    let all = [[true, true], [true, false], [false, true], [false, false]];
    all.into_iter().find(|&set| flags(set, letters) == text)
}

/// Reads whose turn it is; `letters` are those of the first and the second side.
///
/// # Errors
/// Another text.
pub fn parse_side(text: &str, letters: [&str; 2]) -> Result<Seat, Refusal> {
    let [first, second] = letters;
    let side = letters.iter().position(|&letter| letter == text).map(Seat::new);
    side.ok_or_else(|| refusal!("the side to move is `{first}` or `{second}`, found `{text}`"))
}

/// Reads a square such as `b12` on a board of `files` by `ranks`: file and rank counted from 0.
pub fn parse_square(text: &str, files: usize, ranks: usize) -> Option<(usize, usize)> {
    let mut chars = text.chars();
    let file = (chars.next()? as usize).checked_sub('a' as usize)?;
    let digits = chars.as_str();
    if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let rank = digits.parse::<usize>().ok()?.checked_sub(1)?;
    (file < files && rank < ranks).then_some((file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain_digits() {
        assert_eq!((parse_number("0"), parse_number("250")), (Some(0u8), Some(250u8)));
        for bad in ["", "+1", "-1", "01", "00", "1 ", "256", "1.0", "é"] {
            assert_eq!(parse_number::<u8>(bad), None, "{bad}");
        }
    }

    #[test]
    fn squares_round_trip_and_nothing_else_parses() {
        let mut text = String::new();
        write_square(10, 10, &mut text);
        assert_eq!(text, "k11");
        assert_eq!(parse_square("k11", 11, 11), Some((10, 10)));
        for bad in ["", "k", "11", "l1", "a0", "a12", "a01", "a+1", "aé", "a99999999999999999999"] {
            assert_eq!(parse_square(bad, 11, 11), None, "{bad}");
        }
    }
}
