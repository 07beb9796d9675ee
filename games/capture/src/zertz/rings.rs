//! The hexagon of rings as places in a bit set.

use torneo_board::grid::BitSet;
use torneo_board::hex::HexBoard;
use torneo_board::text;
use torneo_contract::zobrist;

/// A set of places. Column and height take the values 1 to 9; ten places for each column leave one between
/// the columns that is never a ring, so that no shift leads round the edge, and every ring has all its
/// neighbours.
pub(super) type Places = u128;

const HEIGHT: usize = 10;
/// The side of the largest board; a smaller one lies in its middle.
const LARGEST: usize = 5;

/// The column and the height of the first ring of a board with this side.
const fn margin(side: usize) -> usize {
    1 + LARGEST - side
}

/// Number of directions.
pub(super) const DIRECTIONS: usize = 6;
/// The directions in circular order, as differences of places; the first leads upwards.
const STEPS: [i32; DIRECTIONS] = [1, 11, 10, -1, -11, -10];
/// The letters of the columns.
const LETTERS: &[u8; 9] = b"ABCDEFGHJ";

/// The places next to those of a set in a direction.
#[inline]
pub(super) fn shifted(places: Places, direction: usize) -> Places {
    places.shifted(STEPS[direction])
}

/// The direction that leads back.
#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + DIRECTIONS / 2) % DIRECTIONS
}

/// The direction of a jump between two places, if there is one.
pub(super) fn jump_direction(from: usize, to: usize) -> Option<usize> {
    let landing = |direction| shifted(shifted(Places::one(from), direction), direction);
    (0..DIRECTIONS).find(|&direction| landing(direction) == Places::one(to))
}

/// The rings of a board before any is removed.
#[derive(Clone, Debug)]
pub(super) struct Rings {
    hex: HexBoard,
    /// The places in the order of the position text.
    order: Vec<usize>,
    /// The places as a set.
    pub(super) all: Places,
    /// For each symmetry of the hexagon and each place where it goes to.
    symmetries: Vec<[u8; HEIGHT * HEIGHT]>,
}

impl Rings {
    /// The hexagon with so many rings on each side, at most five.
    pub(super) fn new(side: usize) -> Rings {
        let hex = HexBoard::new(side);
        let margin = margin(side);
        let place = |ring: usize| {
            let (height, column) = hex.column_and_row(ring);
            (column + margin) * HEIGHT + height + margin
        };
        let order: Vec<usize> = (0..hex.cells()).map(place).collect();
        let symmetries = hex.symmetries().into_iter().map(|moved| {
            let mut places = [0; HEIGHT * HEIGHT];
            moved.iter().enumerate().for_each(|(ring, &to)| places[order[ring]] = order[to] as u8);
            places
        });
        let symmetries = symmetries.collect();
        let all = order.iter().fold(0, |all, &place| all | Places::one(place));
        Rings { hex, order, all, symmetries }
    }

    /// The centre of a ring: columns a distance of 1 apart are bent into the hexagon.
    pub(super) fn centre(&self, place: usize) -> (f32, f32) {
        let (column, height) = ((place / HEIGHT) as f32, (place % HEIGHT) as f32);
        (0.866_025_4 * column, column / 2.0 - height)
    }

    /// The places in the order of the position text.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.order.iter().copied()
    }

    /// Appends the name of a place, such as `D4`.
    pub(super) fn write(&self, place: usize, written: &mut String) {
        let margin = margin(self.hex.side());
        let (column, height) = (place / HEIGHT - margin, place % HEIGHT - margin);
        written.push(char::from(LETTERS[column]));
        text::write_number(height - self.hex.first_column(column) + 1, written);
    }

    /// The name of a place.
    pub(super) fn name(&self, place: usize) -> String {
        text::written(|name| self.write(place, name))
    }

    /// The place with this name.
    pub(super) fn parse(&self, name: &str) -> Option<usize> {
        let (letter, number) = name.split_at_checked(1)?;
        let column = LETTERS.iter().position(|&known| letter.as_bytes() == [known])?;
        let number: usize = text::parse_number(number)?;
        let row = (column < self.hex.rows()).then(|| self.hex.row(column))?;
        (1..=row.len()).contains(&number).then(|| self.order[row.start + number - 1])
    }

    /// The least hash that a symmetry of the hexagon gives, of what `content` says of each place: nothing
    /// where there is no ring, else a number below four.
    pub(super) fn symmetric_hash(&self, content: impl Fn(usize) -> Option<usize>) -> u64 {
        let held: Vec<(usize, usize)> =
            self.places().filter_map(|place| Some((place, content(place)?))).collect();
        let hash = |moved: &[u8; HEIGHT * HEIGHT]| {
            held.iter().fold(0, |hash, &(place, what)| hash ^ key(moved[place] as usize, what))
        };
        self.symmetries.iter().map(hash).min().expect("there are symmetries")
    }
}

static KEYS: [u64; 4 * HEIGHT * HEIGHT] = zobrist::table(0);
/// The first key that is not one of a place.
pub(super) const FREE_KEY: u64 = (4 * HEIGHT * HEIGHT) as u64;

/// The key of a ring that holds `what`: 0 nothing, else a marble of colour `what - 1`.
#[inline]
pub(super) fn key(place: usize, what: usize) -> u64 {
    KEYS[4 * place + what]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_rules() {
        for (side, first, last) in [(4, "A1", "G4"), (5, "A1", "J5")] {
            let rings = Rings::new(side);
            let names: Vec<String> = rings.places().map(|place| rings.name(place)).collect();
            assert_eq!((names[0].as_str(), names[names.len() - 1].as_str()), (first, last));
            assert_eq!((names.len(), rings.all.len() as usize), (3 * side * (side - 1) + 1, names.len()));
            assert!(rings.places().all(|place| rings.parse(&rings.name(place)) == Some(place)));
        }
        let small = Rings::new(4);
        for bad in ["", "A", "A0", "A5", "A01", "H1", "a1", "é1", "D8", "I1"] {
            assert_eq!(small.parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn symmetric_boards_have_one_hash() {
        let rings = Rings::new(4);
        let hash = |marbles: [(&str, usize); 2], gone: &str| {
            let gone = rings.parse(gone).unwrap();
            rings.symmetric_hash(|place| {
                let on = marbles.iter().find(|(name, _)| rings.parse(name) == Some(place));
                (place != gone).then_some(on.map_or(0, |&(_, what)| what))
            })
        };
        let first = hash([("D4", 1), ("D6", 2)], "A1");
        // A turn by 60 degrees, a mirror image, and another position.
        assert_eq!(first, hash([("D4", 1), ("F4", 2)], "A4"));
        assert_eq!(first, hash([("D4", 1), ("D6", 2)], "G1"));
        assert_ne!(first, hash([("D4", 1), ("D6", 3)], "A1"));
        assert_ne!(first, hash([("D4", 1), ("D6", 2)], "D7"));
    }

    #[test]
    fn neighbours_are_those_of_the_rules() {
        let rings = Rings::new(4);
        for (ring, near) in [("D4", "D5 E4 E3 D3 C3 C4"), ("B2", "B3 C3 C2 B1 A1 A2")] {
            let place = Places::one(rings.parse(ring).unwrap());
            let found = (0..DIRECTIONS).map(|direction| rings.name(shifted(place, direction).lowest()));
            assert_eq!(found.collect::<Vec<_>>().join(" "), near);
        }
        // No step from the edge leads to a ring on the other side.
        for (side, edge) in [(4, 18), (5, 24)] {
            let rings = Rings::new(side);
            let inner = rings.places().filter(|&place| {
                (0..DIRECTIONS).all(|direction| shifted(Places::one(place), direction) & rings.all != 0)
            });
            assert_eq!(inner.count() + edge, rings.places().count());
        }
    }
}
