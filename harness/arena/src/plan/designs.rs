//! How the engines of a group are seated in its games.
//!
//! A *seating* gives each seat the place of its engine in the group's list. The designs of two engines are
//! balanced incomplete block designs, whose blocks are the seats of the one engine. If there are as many
//! engines as seats, the designs are Latin squares.

use serde::{Deserialize, Serialize};
use torneo_contract::SeatVec;

/// The place of an engine in its group for each seat.
pub type Seating = SeatVec<u8>;

/// Which seatings a group is played in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seatings {
    /// All balanced ones.
    #[default]
    All,
    /// A small design that is as balanced.
    Balanced,
}

impl Seatings {
    /// The words of the configuration.
    pub const WORDS: [&str; 2] = ["all", "balanced"];

    /// The seatings of two engines.
    pub fn of_two(self, seats: usize) -> Vec<Seating> {
        match (self, base_blocks(seats)) {
            (Seatings::Balanced, Some(blocks)) => developed(seats, blocks),
            _ => all_of_two(seats),
        }
    }

    /// The seatings of as many engines as there are seats.
    pub fn of_different(self, seats: usize) -> Vec<Seating> {
        match self {
            Seatings::All => all_orders(seats),
            Seatings::Balanced => neighbours_balanced(seats),
        }
    }
}

/// All balanced ways to seat two engines: each engine has as many seats as the other or one more, and over all of them
/// every seat equally often.
fn all_of_two(seats: usize) -> Vec<Seating> {
    let half = seats / 2;
    let balanced = |mask: &u32| [half, seats - half].contains(&(mask.count_ones() as usize));
    // In this order seat 0 holds the first engine first.
    let masks = (0..1u32 << seats).filter(balanced);
    masks.map(|mask| (0..seats).map(|seat| (mask >> (seats - 1 - seat) & 1) as u8).collect()).collect()
}

/// Two blocks of seats that give a design when they are moved on round the seats but the last of an even number, which
/// stays: for 4, 6 and 8 seats the designs 2-(4,2,1), 2-(6,3,2) and 3-(8,4,1) (Bose, "On the construction of balanced
/// incomplete block designs", 1939; for 8 seats the planes of Fano, 1892, and their complements). Every seat is in half of
/// the blocks, and every two seats are together in as many as any other two. None for two seats, which need no design.
///
/// One seat fewer is the same design without the seat that stays (for 7 seats the seven lines of the Fano plane and their
/// complements): what is said of any two seats still holds. No design with this property has fewer blocks: the rows of
/// any two seats, with 1 and -1 for the engines, have the product -games / (number of seats, made odd), and games are even.
fn base_blocks(seats: usize) -> Option<[&'static [usize]; 2]> {
    match seats {
        3 | 4 => Some([&[0, 3], &[1, 2]]),
        5 | 6 => Some([&[0, 1, 5], &[0, 1, 3]]),
        7 | 8 => Some([&[0, 1, 3, 7], &[2, 4, 5, 6]]),
        _ => None,
    }
}

/// The seatings whose first engine has the seats of the blocks, moved on step by step.
fn developed(seats: usize, blocks: [&[usize]; 2]) -> Vec<Seating> {
    // An odd number: the seat after it, if there is one, stays.
    let moving = (seats - 1) | 1;
    let seating = |block: &[usize], step: usize| {
        let place = |seat: usize| if seat < moving { (seat + step) % moving } else { seat };
        let held: Vec<usize> = block.iter().map(|&seat| place(seat)).collect();
        (0..seats).map(|seat| u8::from(!held.contains(&seat))).collect()
    };
    (0..moving).flat_map(|step| blocks.map(|block| seating(block, step))).collect()
}

/// Every order of the engines, in lexicographic order.
fn all_orders(seats: usize) -> Vec<Seating> {
    let mut orders = vec![Seating::new()];
    for _ in 0..seats {
        let longer = orders.iter().flat_map(|order| {
            let free = (0..seats as u8).filter(|place| !order.contains(place));
            free.map(|place| order.iter().copied().chain([place]).collect())
        });
        orders = longer.collect();
    }
    orders
}

/// Latin squares in which every engine has every other one directly before it equally often, going through the seats
/// from the first to the last: one square for an even number of seats, two for an odd one (Williams, "Experimental designs
/// balanced for the estimation of residual effects of treatments", 1949). Each engine sits at each seat equally often.
fn neighbours_balanced(seats: usize) -> Vec<Seating> {
    // 0, 1, n - 1, 2, n - 2, ...: the steps from one to the next are all different.
    let zigzag = |place: usize| if place % 2 == 1 { place.div_ceil(2) } else { (seats - place / 2) % seats };
    let row = |shift: usize, turned: bool| -> Seating {
        let seat = |seat: usize| zigzag(if turned { seats - 1 - seat } else { seat });
        (0..seats).map(|place| ((seat(place) + shift) % seats) as u8).collect()
    };
    let squares = 1 + seats % 2;
    (0..squares).flat_map(|square| (0..seats).map(move |shift| row(shift, square == 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every seat goes to each engine equally often; how often two seats have the same engine.
    fn meetings(seatings: &[Seating]) -> Vec<usize> {
        let seats = seatings[0].len();
        for seat in 0..seats {
            assert_eq!(seatings.iter().filter(|seating| seating[seat] == 0).count() * 2, seatings.len());
        }
        for seating in seatings {
            let first = seating.iter().filter(|&&engine| engine == 0).count();
            assert!(first.abs_diff(seats - first) <= 1, "{seating:?}");
        }
        let pairs = (0..seats).flat_map(|a| (a + 1..seats).map(move |b| (a, b)));
        pairs.map(|(a, b)| seatings.iter().filter(|seating| seating[a] == seating[b]).count()).collect()
    }

    #[test]
    fn all_seatings_of_two_engines_are_balanced() {
        let of_two: Vec<Vec<u8>> = Seatings::All.of_two(2).iter().map(|seating| seating.to_vec()).collect();
        assert_eq!(of_two, [[0, 1], [1, 0]]);
        for (seats, count) in [(3, 6), (4, 6), (5, 20), (6, 20), (7, 70), (8, 70)] {
            let seatings = Seatings::All.of_two(seats);
            assert_eq!(seatings.len(), count);
            meetings(&seatings);
        }
    }

    #[test]
    fn designs_of_two_engines_hold_any_two_seats_together_equally_often() {
        assert_eq!(Seatings::Balanced.of_two(2), Seatings::All.of_two(2));
        for (seats, count, same) in [(3, 6, 2), (4, 6, 2), (5, 10, 4), (6, 10, 4), (7, 14, 6), (8, 14, 6)] {
            let mut seatings = Seatings::Balanced.of_two(seats);
            assert_eq!(seatings.len(), count);
            assert!(meetings(&seatings).into_iter().all(|times| times == same), "{seats}");
            seatings.sort_unstable();
            seatings.dedup();
            assert_eq!(seatings.len(), count, "no seating comes twice");
        }
        // Any three of eight seats are together in one block, or in its complement: a 3-design.
        let seatings = Seatings::Balanced.of_two(8);
        for (a, b, c) in (0..8).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| (a, b, c)))) {
            let held = |seating: &&Seating| [a, b, c].iter().all(|&seat| seating[seat] == 0);
            assert_eq!(seatings.iter().filter(held).count(), 1);
        }
    }

    #[test]
    fn different_engines_sit_everywhere_and_follow_each_other_equally_often() {
        for seats in 2..=8 {
            let seatings = Seatings::Balanced.of_different(seats);
            assert_eq!(seatings.len(), if seats % 2 == 0 { seats } else { 2 * seats });
            let each = seatings.len() / seats;
            for (engine, seat) in (0..seats).flat_map(|a| (0..seats).map(move |b| (a, b))) {
                let here = |seating: &&Seating| usize::from(seating[seat]) == engine;
                assert_eq!(seatings.iter().filter(here).count(), each);
                let follows = |pair: &[u8]| pair == [engine as u8, seat as u8];
                let times: usize =
                    seatings.iter().map(|row| row.windows(2).filter(|pair| follows(pair)).count()).sum();
                assert_eq!(times, if engine == seat { 0 } else { each }, "{seats}: {seat} after {engine}");
            }
        }
    }

    #[test]
    fn all_orders_of_different_engines_come_once() {
        assert_eq!(Seatings::All.of_different(2), Seatings::All.of_two(2));
        for (seats, count) in [(3, 6), (4, 24), (6, 720)] {
            let orders = Seatings::All.of_different(seats);
            assert!(orders.is_sorted() && orders.len() == count);
            assert!(orders.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
}
