//! Numbers that players throw for: sums of three dice that are points.

use crate::contract::MAX_SEATS;
use crate::parts::text::parse_number;

/// Whether a sum of three dice is a point (7 to 14), not a hazard (3 to 6, 15 to 18).
#[inline]
pub const fn is_point(sum: u8) -> bool {
    sum >= 7 && sum <= 14
}

/// Reads the numbers of `players` places: points, or 0 for none.
pub fn parse_numbers(text: &str, players: usize) -> Option<[u8; MAX_SEATS]> {
    let mut numbers = [0; MAX_SEATS];
    let mut items = text.split(',');
    for number in &mut numbers[..players] {
        *number = parse_number(items.next()?).filter(|&number| number == 0 || is_point(number))?;
    }
    items.next().is_none().then_some(numbers)
}
