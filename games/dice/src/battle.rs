//! The battle: throws that decide the order of play.

use std::ops::RangeInclusive;

use super::fields::list;
use super::name;
use torneo_board::text::parse_number;
use torneo_contract::{Field, MAX_SEATS, Seat, SeatVec, Words};

/// Which sum comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// No battle: seat order.
    None,
    /// The highest sum first.
    Highest,
    /// The lowest sum first.
    Lowest,
}

/// The values of the option `battle`, in the order of [`Rule`].
pub const WORDS: &[&str] = &["none", "highest", "lowest"];

impl Rule {
    /// What the words of the option stand for.
    pub const ALL: [Rule; 3] = [Rule::None, Rule::Highest, Rule::Lowest];
}

/// Appends what the text of a battle shows, as fields.
pub fn list_fields(battle: Option<Battle>, players: usize, fields: &mut Vec<Field>) {
    let shown = battle.unwrap_or(Battle::new(players));
    fields.push(Field::flag("battle", battle.is_some()));
    for place in 0..players {
        let (seat, sum) = (shown.order[place].index(), shown.sums[place]);
        let sum = if place < usize::from(shown.thrown) { sum } else { 0 };
        fields.push(Field::number(format!("battle_seat_{place}"), seat, players as i64 - 1).hidden());
        fields.push(Field::flag(format!("battle_group_ends_{place}"), shown.cuts >> place & 1 == 1).hidden());
        fields.push(Field::number(format!("battle_sum_{place}"), sum, u8::MAX.into()).hidden());
    }
}

/// What a throw of a battle did: `12 for the order of play: Player 2 begins`, if that is decided.
pub fn told(sum: u8, first: Option<Seat>) -> Words {
    let words = Words::from(format!("{sum} for the order of play"));
    first.map_or(words.clone(), |first| words.text(": ").does(first, "begin"))
}

/// A battle in progress: groups of seats in order, each waiting to be ordered among themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    order: [Seat; MAX_SEATS],
    /// Bit `i` is set where a group ends after place `i`.
    cuts: u8,
    /// Sums thrown so far by the first undecided group, in its order.
    sums: [u8; MAX_SEATS],
    thrown: u8,
}

impl Battle {
    /// The battle before its first throw, at a table of `players`.
    pub fn new(players: usize) -> Battle {
        let order = std::array::from_fn(|seat| Seat::new(seat.min(players - 1)));
        Battle { order, cuts: 1 << (players - 1), sums: [0; MAX_SEATS], thrown: 0 }
    }

    /// The first group of more than one seat: its first place and the place after its last.
    fn group(&self, players: usize) -> Option<(usize, usize)> {
        let mut start = 0;
        while start < players {
            let end = start + (self.cuts >> start).trailing_zeros() as usize + 1;
            if end - start > 1 {
                return Some((start, end));
            }
            start = end;
        }
        None
    }

    /// The seat that throws next; none when the order is decided.
    pub fn thrower(&self, players: usize) -> Option<Seat> {
        let (start, _) = self.group(players)?;
        Some(self.order[start + self.thrown as usize])
    }

    /// Takes the sum of the next throw.
    pub fn throw(&mut self, players: usize, rule: Rule, sum: u8) {
        let (start, end) = self.group(players).expect("the order is not decided yet");
        self.sums[self.thrown as usize] = sum;
        self.thrown += 1;
        let size = end - start;
        if (self.thrown as usize) < size {
            return;
        }
        let mut group: SeatVec<(u8, Seat)> = self.sums[..size]
            .iter()
            .map(|&sum| if rule == Rule::Highest { u8::MAX - sum } else { sum })
            .zip(self.order[start..end].iter().copied())
            .collect();
        group.sort_unstable();
        for (i, &(key, seat)) in group.iter().enumerate() {
            self.order[start + i] = seat;
            if group.get(i + 1).is_some_and(|&(next, _)| next != key) {
                self.cuts |= 1 << (start + i);
            }
        }
        (self.sums, self.thrown) = ([0; MAX_SEATS], 0);
    }

    /// The order of play; complete when nobody is left to throw.
    pub fn order(&self) -> [Seat; MAX_SEATS] {
        self.order
    }

    /// What the players who throw now have thrown, in words; empty before the first throw.
    pub fn thrown(&self, players: usize) -> String {
        let start = self.group(players).map_or(0, |(start, _)| start);
        let thrown = self.order[start..].iter().zip(&self.sums[..usize::from(self.thrown)]);
        thrown.map(|(&seat, sum)| format!("{} has {sum}", name(seat))).collect::<Vec<_>>().join(", ")
    }

    /// The battle as text: groups in order separated by `|`, then the sums thrown so far: `1|0,2:9`.
    pub fn text(&self, players: usize) -> String {
        let mut text = String::new();
        for place in 0..players {
            text += &self.order[place].to_string();
            if place + 1 < players {
                text.push(if self.cuts >> place & 1 == 1 { '|' } else { ',' });
            }
        }
        format!("{text}:{}", list(&self.sums[..self.thrown as usize]))
    }

    /// Reads the text of a battle at a table of `players` with dice that show these sums.
    pub fn parse(text: &str, players: usize, possible: RangeInclusive<u8>) -> Option<Battle> {
        let (groups, sums) = text.split_once(':')?;
        let mut battle = Battle::new(players);
        let (mut place, mut seen) = (0, [false; MAX_SEATS]);
        for group in groups.split('|') {
            let mut previous = None;
            for seat in group.split(',') {
                let seat: usize = parse_number(seat)?;
                if place == players || seat >= players || seen[seat] || previous >= Some(seat) {
                    return None;
                }
                (seen[seat], previous) = (true, Some(seat));
                battle.order[place] = Seat::new(seat);
                place += 1;
            }
            battle.cuts |= 1 << (place - 1);
        }
        battle.order[players..].fill(Seat::new(players - 1));
        let (start, end) = battle.group(players)?;
        let sums = if sums.is_empty() { None } else { Some(sums.split(',')) };
        for sum in sums.into_iter().flatten() {
            if start + battle.thrown as usize + 1 == end {
                return None;
            }
            battle.sums[battle.thrown as usize] = parse_number(sum).filter(|sum| possible.contains(sum))?;
            battle.thrown += 1;
        }
        (place == players).then_some(battle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(rule: Rule, players: usize, sums: &[u8]) -> Vec<usize> {
        let mut battle = Battle::new(players);
        for &sum in sums {
            let text = battle.text(players);
            assert_eq!(Battle::parse(&text, players, 3..=18).map(|b| b.text(players)), Some(text));
            battle.throw(players, rule, sum);
        }
        assert_eq!(battle.thrower(players), None);
        battle.order()[..players].iter().map(|seat| seat.index()).collect()
    }

    #[test]
    fn ties_throw_again_among_themselves_first_group_first() {
        assert_eq!(order(Rule::Highest, 2, &[9, 12]), [1, 0]);
        assert_eq!(order(Rule::Lowest, 3, &[9, 12, 3]), [2, 0, 1]);
        // Seats 1 and 3 tie at 12, seats 0 and 2 at 9: 1 and 3 throw first, twice, then 0 and 2.
        assert_eq!(order(Rule::Highest, 4, &[9, 12, 9, 12, 5, 5, 4, 8, 10, 3]), [3, 1, 0, 2]);
    }
}
