//! The points of the pyramid: the holes of the board and the places on top of four balls.

use torneo_board::grid::{BitSet, Grid};
use torneo_board::text;

/// The largest side of the board, which is also its number of levels.
pub const LARGEST: usize = 11;
pub const LEVELS: usize = LARGEST;
/// Of all sizes the points of a level are numbered as on the largest board: `y * ROW + x`.
pub const ROW: usize = LARGEST;
type Squares = Grid<ROW, LARGEST>;

/// A set of points for each level.
pub type Levels = [u128; LEVELS];

/// The values of [`first_of`], and the number of points.
const FIRST: [u16; LEVELS + 1] = {
    let mut first = [0; LEVELS + 1];
    let mut level = 0;
    while level < LEVELS {
        let last = LARGEST - 1 - level;
        first[level + 1] = first[level] + (last * ROW + last) as u16 + 1;
        level += 1;
    }
    first
};
pub const POINTS: usize = FIRST[LEVELS] as usize;

/// The number of the first point of a level, with all levels counted through.
#[inline]
pub const fn first_of(level: usize) -> usize {
    FIRST[level] as usize
}

/// All but the last point of each row.
pub const NOT_LAST: u128 = {
    let (mut set, mut row) = (0, 0);
    while row < LARGEST {
        set |= ((1 << (ROW - 1)) - 1) << (row * ROW);
        row += 1;
    }
    set
};

/// A point on some level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    level: u8,
    square: u8,
}

impl Point {
    #[inline]
    pub const fn new(level: usize, square: usize) -> Point {
        Point { level: level as u8, square: square as u8 }
    }

    #[inline]
    pub const fn level(self) -> usize {
        self.level as usize
    }

    /// The number of the point on its level.
    #[inline]
    pub const fn square(self) -> usize {
        self.square as usize
    }

    /// The number of the point with all levels counted through.
    #[inline]
    pub const fn index(self) -> usize {
        first_of(self.level()) + self.square()
    }

    /// The four points of the next lower level on which a ball here rests.
    #[inline]
    pub const fn supports(self) -> u128 {
        FOUR << self.square
    }

    /// The points of the next higher level whose balls rest on one here, at most four. Numbers past the end of a row
    /// may be among them: nothing stands there.
    #[inline]
    pub const fn above(self) -> u128 {
        (FOUR << self.square) >> (ROW + 1)
    }

    /// Appends the name: the level unless it is the lowest, the letter of the column, the number of the row.
    pub fn write(self, written: &mut String) {
        if self.level > 0 {
            text::write_number(self.level(), written);
        }
        Squares::write(self.square(), written);
    }

    /// The name of the point.
    pub fn name(self) -> String {
        text::written(|name| self.write(name))
    }

    /// The point of a name on a board of this size.
    pub fn parse(written: &str, size: usize) -> Option<Point> {
        let name = written.trim_start_matches(|c: char| c.is_ascii_digit());
        let level = match written.strip_suffix(name)? {
            "" => 0,
            level => text::parse_number(level).filter(|level| (1..size).contains(level))?,
        };
        let (x, y) = text::parse_square(name, size - level, size - level)?;
        Some(Point::new(level, Squares::at(x, y)))
    }
}

/// A point and its neighbours to the right, upwards and both.
const FOUR: u128 = 1 | 1 << 1 | 1 << ROW | 1 << (ROW + 1);

/// Directions seen from above, counter-clockwise from the right.
pub const DIRECTIONS: usize = 8;
pub const EAST: usize = 0;
pub const NORTH: usize = 2;

/// The direction back.
#[inline]
pub const fn opposite(direction: usize) -> usize {
    direction ^ (DIRECTIONS / 2)
}

/// Level, file and rank of a touching point relative to a point, and its direction: those of the same level, the
/// supports, those above.
const TOUCHING: [(i32, i32, i32, usize); 12] = [
    (0, 1, 0, EAST),
    (0, 0, 1, NORTH),
    (0, -1, 0, opposite(EAST)),
    (0, 0, -1, opposite(NORTH)),
    (-1, 1, 1, 1),
    (-1, 0, 1, 3),
    (-1, 0, 0, 5),
    (-1, 1, 0, 7),
    (1, 0, 0, 1),
    (1, -1, 0, 3),
    (1, -1, -1, 5),
    (1, 0, -1, 7),
];

/// How many of the first entries of [`TOUCHING`] are on the same level, and how many on the same level or
/// below.
pub const NOT_BELOW: usize = 4;
pub const NOT_ABOVE: usize = 8;

/// The direction of each entry of [`NEAR`].
pub const NEAR_DIRECTIONS: [usize; 12] = {
    let mut directions = [0; 12];
    let mut i = 0;
    while i < directions.len() {
        directions[i] = TOUCHING[i].3;
        i += 1;
    }
    directions
};

/// Stands for a touching point that does not exist.
pub const NOWHERE: usize = POINTS;

/// The points that touch each point, as numbers counted through, [`NOWHERE`] where there is none.
pub static NEAR: [[u16; 12]; POINTS] = near();

const fn near() -> [[u16; 12]; POINTS] {
    let mut near = [[NOWHERE as u16; 12]; POINTS];
    let mut level = 0;
    while level < LEVELS {
        let side = LARGEST - level;
        let mut place = 0;
        while place < side * side {
            let (x, y) = (place % side, place / side);
            let mut i = 0;
            while i < TOUCHING.len() {
                let (up, right, north, _) = TOUCHING[i];
                let (to, to_x, to_y) = (level as i32 + up, x as i32 + right, y as i32 + north);
                let to_side = LARGEST as i32 - to;
                if to >= 0 && to_x >= 0 && to_y >= 0 && to_x < to_side && to_y < to_side {
                    let square = Squares::at(to_x as usize, to_y as usize);
                    near[FIRST[level] as usize + Squares::at(x, y)][i] = FIRST[to as usize] + square as u16;
                }
                i += 1;
            }
            place += 1;
        }
        level += 1;
    }
    near
}

/// The points diagonally next to each point on its level, in the directions 1, 3, 5 and 7.
pub static DIAGONAL: [[u16; 4]; POINTS] = {
    const NEAR: [[u16; 12]; POINTS] = near();
    let mut diagonal = [[NOWHERE as u16; 4]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut i = 0;
        while i < 4 {
            // One step to the right or left, and from there one up or down.
            let (along, across) = ([0, 2, 2, 0][i], [1, 1, 3, 3][i]);
            let beside = NEAR[point][along] as usize;
            if beside != NOWHERE {
                diagonal[point][i] = NEAR[beside][across];
            }
            i += 1;
        }
        point += 1;
    }
    diagonal
};

/// The points of each index.
pub static POINT: [Point; POINTS] = {
    let mut points = [Point::new(0, 0); POINTS];
    let mut level = 0;
    while level < LEVELS {
        let mut index = FIRST[level];
        while index < FIRST[level + 1] {
            points[index as usize] = Point::new(level, (index - FIRST[level]) as usize);
            index += 1;
        }
        level += 1;
    }
    points
};

/// All points of a board of this size.
pub fn all(size: usize) -> Levels {
    std::array::from_fn(|level| {
        let side = size.saturating_sub(level);
        (0..side).fold(0, |set, y| set | ((1 << side) - 1) << (y * ROW))
    })
}

/// The two border rows of each colour: bottom and top of the first, left and right of the second.
pub fn borders(size: usize) -> [[u128; 2]; 2] {
    let row = |y: usize| (0..size).fold(0, |set, x| set | u128::one(Squares::at(x, y)));
    let column = |x: usize| (0..size).fold(0, |set, y| set | u128::one(Squares::at(x, y)));
    [[row(0), row(size - 1)], [column(0), column(size - 1)]]
}

/// The points of a level that touch a point of a set on the level below or above.
#[inline]
pub fn slanting_at(set: &[u128], level: usize) -> u128 {
    let over = set.get(level + 1).copied().unwrap_or(0);
    let under = level.checked_sub(1).map_or(0, |under| set[under]);
    let (over, under) = (over | over << 1, under | under >> 1);
    over | over << ROW | under | under >> ROW
}

/// The points of a level that touch a point of a set.
#[inline]
pub fn touching_at(set: &[u128], level: usize) -> u128 {
    let own = set[level];
    let beside = (own & NOT_LAST) << 1 | own >> 1 & NOT_LAST;
    beside | own << ROW | own >> ROW | slanting_at(set, level)
}

/// The points that touch a point of a set, on the levels below `height`.
#[inline]
pub fn touching(set: &Levels, height: usize) -> Levels {
    let mut found = [0; LEVELS];
    for (level, found) in found.iter_mut().enumerate().take(height) {
        *found = touching_at(set, level);
    }
    found
}

/// The points of a set, level by level.
pub fn members(set: &Levels) -> impl Iterator<Item = Point> {
    set.iter().enumerate().flat_map(|(level, set)| set.members().map(move |square| Point::new(level, square)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        Point::parse(name, LARGEST).unwrap_or_else(|| panic!("{name} is a point"))
    }

    #[test]
    fn names_round_trip() {
        for size in 3..=LARGEST {
            let all = all(size);
            let count = members(&all).map(|point| {
                assert_eq!(Point::parse(&point.name(), size), Some(point));
                assert_eq!(POINT[point.index()], point);
            });
            assert_eq!(count.count(), (1..=size).map(|side| side * side).sum());
        }
        for bad in ["", "1", "1k1", "a12", "0a1", "01a1", "11a1", "10b1", "1a11", "-1a1", "a"] {
            assert_eq!(Point::parse(bad, LARGEST), None, "{bad}");
        }
        assert_eq!(point("1b2").level(), 1);
        assert_eq!((Point::parse("1c3", 4), Point::parse("1d3", 4)), (Some(point("1c3")), None));
    }

    #[test]
    fn balls_rest_on_four() {
        let names = |level: usize, set: u128| -> Vec<String> {
            set.members().map(|square| Point::new(level, square).name()).collect()
        };
        assert_eq!(names(0, point("1b2").supports()), ["b2", "c2", "b3", "c3"]);
        assert_eq!(names(1, point("2a1").supports()), ["1a1", "1b1", "1a2", "1b2"]);
        assert_eq!(names(1, point("c3").above()), ["1b2", "1c2", "1b3", "1c3"]);
    }

    #[test]
    fn touching_sets_agree_with_the_table() {
        for point in members(&all(LARGEST)) {
            let mut set = [0; LEVELS];
            set[point.level()] = u128::one(point.square());
            let mut near: Vec<usize> = NEAR[point.index()].iter().map(|&near| near as usize).collect();
            near.retain(|&near| near != NOWHERE);
            near.sort_unstable();
            let all = all(LARGEST);
            let mut found = touching(&set, LEVELS);
            found.iter_mut().zip(all).for_each(|(found, all)| *found &= all);
            // The set tells also of the level above.
            assert_eq!(members(&found).map(Point::index).collect::<Vec<_>>(), near, "{}", point.name());
        }
    }
}
