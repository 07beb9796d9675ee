//! Numbers that players throw for: sums of three dice that are points.

use torneo_board::text::parse_number;
use torneo_contract::{Field, MAX_SEATS, PositionError, Seat, Words};

use super::duel::{Moment, Thrown};
use super::fields::{Fields, list};
use super::name;
use super::phrases::{becomes_number, fixes_nothing};
use super::table::listed;

/// Whether a sum of three dice is a point (7 to 14), not a hazard (3 to 6, 15 to 18).
#[inline]
pub const fn is_point(sum: u8) -> bool {
    sum >= 7 && sum <= 14
}

/// Exchanges the sums `s` and `21 - s` wherever the higher of the two comes first.
pub fn exchange_complements(numbers: &mut [u8]) {
    for low in 7..=10 {
        let high = 21 - low;
        if numbers.iter().find(|&&sum| sum == low || sum == high) == Some(&high) {
            for sum in numbers.iter_mut().filter(|sum| **sum == low || **sum == high) {
                *sum = 21 - *sum;
            }
        }
    }
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

/// Two numbers, thrown for one after the other before the throws that count; 0 before it is fixed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Numbers {
    /// The number fixed first.
    pub first: u8,
    /// The number fixed second.
    pub second: u8,
}

impl Numbers {
    /// Whether both numbers are fixed.
    #[inline]
    pub const fn are_fixed(self) -> bool {
        self.second > 0
    }

    /// Exchanges sums of the same weight so that the lower of two comes first.
    ///
    /// Sums `s` and `21 - s` come with the same probability (turn every die over). Suppose that the rules
    /// compare sums with the numbers and the hazards only. Then exchanging two such points in both numbers
    /// exchanges throws of equal weight, and the turn goes on alike.
    pub fn exchange_complements(&mut self) {
        let mut numbers = [self.first, self.second];
        exchange_complements(&mut numbers);
        [self.first, self.second] = numbers;
    }

    /// Takes the sum of a throw while not both are fixed: hazards and, with `distinct`, the first number again fix
    /// nothing.
    #[inline]
    pub fn assign(&mut self, sum: u8, distinct: bool) {
        if !is_point(sum) {
            return;
        }
        if self.first == 0 {
            self.first = sum;
        } else if !distinct || sum != self.first {
            self.second = sum;
        }
    }

    /// Appends the numbers as fields of these names.
    pub fn list_fields(self, names: [&'static str; 2], fields: &mut Vec<Field>) {
        let numbers = names.into_iter().zip([self.first, self.second]);
        fields.extend(numbers.map(|(name, number)| Field::number(name, number, 18)));
    }

    /// `11,0`.
    pub fn text(self) -> String {
        list([self.first, self.second])
    }

    /// Reads the numbers that `throws` throws can have fixed.
    pub fn parse(text: &str, throws: u32, distinct: bool) -> Option<Numbers> {
        let [first, second, ..] = parse_numbers(text, 2)?;
        let fixed = u32::from(first > 0) + u32::from(second > 0);
        let in_order = first > 0 || second == 0;
        let differ = !distinct || first != second || first == 0;
        (in_order && differ && fixed <= throws).then_some(Numbers { first, second })
    }

    /// Reads the different numbers of a turn in which the thrower decides after deciding throws.
    ///
    /// # Errors
    /// Numbers that cannot be fixed at this moment.
    pub fn read(fields: &Fields, moment: Moment) -> Result<Numbers, PositionError> {
        let numbers = Numbers::parse(fields.text("numbers"), moment.throws, true);
        let expected =
            "the opponent's number and the thrower's that so many throws can have fixed, 0 for none";
        let numbers = numbers.ok_or_else(|| fields.wrong("numbers", expected))?;
        let decides = !moment.deciding || numbers.are_fixed() && moment.throws > 2;
        fields.check(decides, "due", "`throw` until both numbers are fixed and the dice thrown again")?;
        Ok(numbers)
    }

    /// The two numbers that different players have, as one of them is known to people.
    pub fn describe(number: u8) -> String {
        if number == 0 { "no number yet".to_owned() } else { format!("number {number}") }
    }

    /// Whose number the next throw fixes, in words: that of the player at the first or second place.
    pub fn needed(self, owners: [Seat; 2], distinct: bool) -> String {
        let free = (7..=14).filter(|&sum| !distinct || sum != self.first);
        format!("{} is the number of {}", listed(free), name(owners[usize::from(self.first > 0)]))
    }

    /// What a throw for the numbers did that led from these to `after`: the first is that of the other player than the thrower.
    pub fn tell<S>(self, thrown: &Thrown<'_, S>, after: &Numbers) -> Words {
        let (own, other) = (thrown.first, thrown.first.other());
        match (self.first != after.first, self.second != after.second) {
            (true, _) => becomes_number(thrown.sum(), other),
            (_, true) => becomes_number(thrown.sum(), own),
            _ => fixes_nothing(thrown.sum(), is_point(thrown.sum()).then_some(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hazards_and_repeated_numbers_fix_nothing() {
        let mut numbers = Numbers::default();
        for (sum, text) in [(6, "0,0"), (15, "0,0"), (14, "14,0"), (14, "14,0"), (3, "14,0"), (7, "14,7")] {
            numbers.assign(sum, true);
            assert_eq!(numbers.text(), text);
        }
        let mut numbers = Numbers::default();
        (0..2).for_each(|_| numbers.assign(9, false));
        assert_eq!(numbers.text(), "9,9");
    }

    #[test]
    fn impossible_numbers_are_refused() {
        assert_eq!(Numbers::parse("11,10", 2, true).map(Numbers::text), Some("11,10".to_owned()));
        for (text, throws) in [("11,10", 1), ("11", 9), ("0,11", 9), ("6,0", 9), ("9,9", 9), ("9,8,7", 9)] {
            assert_eq!(Numbers::parse(text, throws, true), None, "{text}");
        }
    }
}
