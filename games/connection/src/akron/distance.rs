//! How far each side is from connecting its borders.

use torneo_board::terms::less;

use super::Akron;
use super::board::{BLACK, Board, WHITE};
use super::links::Links;
use super::pyramid::{LEVELS, Levels, touching_at};

/// Units of the evaluation: a ball that is missing, and a link.
const MISSING: i32 = 100;
const LINK: i32 = 4;

/// What is counted, and its worth: links, the balls that are missing, those above the ground, and what is missing to who moves.
pub(super) const TERMS: [&str; 9] = [
    "links",
    "missing",
    "one-missing",
    "two-missing",
    "three-missing",
    "raised",
    "one-missing-to-move",
    "two-missing-to-move",
    "three-missing-to-move",
];
pub(super) const WEIGHTS: [i32; TERMS.len()] = [LINK, -MISSING, 0, 0, 0, 0, 0, 0, 0];

impl Akron {
    /// What Black has more than White.
    pub(super) fn advantage(&self, board: &Board) -> [i32; TERMS.len()] {
        let open = board.open(&self.all);
        less(self.counts(board, BLACK, &open), self.counts(board, WHITE, &open))
    }

    fn counts(&self, board: &Board, colour: usize, open: &Levels) -> [i32; TERMS.len()] {
        let links = board.links(colour);
        let missing = self.missing(board, colour, &links, open) as i32;
        let is = |number: i32| i32::from(missing == number);
        let raised: u32 =
            board.balls[colour][..board.height()].iter().skip(1).map(|level| level.count_ones()).sum();
        let links = links.count() as i32;
        let moves = i32::from(board.to_move == colour);
        [links, missing, is(1), is(2), is(3), raised as i32, moves * is(1), moves * is(2), moves * is(3)]
    }

    /// How many balls a colour must put on open points, one next to the other, to join its borders. Slanted links
    /// count as if nothing passed over them, and points that become open on the way do not count.
    fn missing(&self, board: &Board, colour: usize, links: &Links, open: &Levels) -> usize {
        let own = &board.balls[colour];
        let held = |&level: &usize| open[level] | own[level] != 0;
        match (0..LEVELS).rev().find(held) {
            None | Some(0) => self.missing_below::<1>(board, colour, links, open),
            Some(1) => self.missing_below::<2>(board, colour, links, open),
            Some(_) => self.missing_below::<LEVELS>(board, colour, links, open),
        }
    }

    /// The same where no level from `HEIGHT` on has balls of the colour or open points. With few levels,
    /// as nearly always, the sets stay in registers.
    fn missing_below<const HEIGHT: usize>(
        &self,
        board: &Board,
        colour: usize,
        links: &Links,
        open: &Levels,
    ) -> usize {
        let ([from, to], own) = (self.borders[colour], &board.balls[colour]);
        let mut reached = [0; HEIGHT];
        reached[0] = own[0] & from;
        board.spread(colour, links, &mut reached);
        let (height, mut border) = (HEIGHT.min(board.height() + 1), from);
        let farthest = 2 * self.size;
        for missing in 0..farthest {
            if reached[0] & to != 0 {
                return missing;
            }
            let mut holes = [0; HEIGHT];
            let mut found = 0;
            for level in 0..height {
                holes[level] = (touching_at(&reached, level) | border) & open[level] & !reached[level];
                found |= holes[level];
                border = 0;
            }
            if found == 0 {
                break;
            }
            let mut joined = 0;
            for level in 0..height {
                let balls = touching_at(&holes, level) & own[level] & !reached[level];
                reached[level] |= holes[level] | balls;
                joined |= balls;
            }
            if joined != 0 {
                board.spread(colour, links, &mut reached);
            }
        }
        farthest
    }
}

#[cfg(test)]
mod tests {
    use super::super::pyramid::{Point, members, touching};
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use torneo_board::grid::BitSet;
    use torneo_contract::{Described, Options, random};

    /// The balls of a colour that links join to a set, found ball by ball, and the set itself.
    fn joined(board: &Board, colour: usize, links: &Links, mut set: Levels) -> Levels {
        loop {
            let before = set;
            for ball in members(&board.balls[colour]) {
                let one = |point: Point| {
                    let mut one = [0; LEVELS];
                    one[point.level()] = u128::one(point.square());
                    one
                };
                let near = touching(&one(ball), LEVELS);
                let uncut = |other: Point| {
                    let (low, high) = (ball.min(other), ball.max(other));
                    let level = if high.square() == low.square() + 1 { &links.east } else { &links.north };
                    low.level() != high.level() || level[low.level()].has(low.square())
                };
                let touches = |&other: &Point| near[other.level()].has(other.square());
                let is_linked = members(&set).filter(touches).any(uncut);
                if is_linked {
                    set[ball.level()] |= u128::one(ball.square());
                }
            }
            if set == before {
                return set;
            }
        }
    }

    /// The balls that are missing, by the same search over all levels.
    fn plainly_missing(game: &Akron, board: &Board, colour: usize) -> usize {
        let (links, open, [from, to]) = (board.links(colour), board.open(&game.all), game.borders[colour]);
        let mut reached = [0; LEVELS];
        reached[0] = board.balls[colour][0] & from;
        reached = joined(board, colour, &links, reached);
        for missing in 0..2 * game.size {
            if reached[0] & to != 0 {
                return missing;
            }
            let mut holes = touching(&reached, LEVELS);
            holes[0] |= if missing == 0 { from } else { 0 };
            holes.iter_mut().zip(open).for_each(|(holes, open)| *holes &= open);
            let beside = touching(&holes, LEVELS);
            for level in 0..LEVELS {
                reached[level] |= holes[level] | beside[level] & board.balls[colour][level];
            }
            reached = joined(board, colour, &links, reached);
        }
        2 * game.size
    }

    #[test]
    fn missing_balls_are_counted_on_all_levels() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut compared = [0; LEVELS + 1];
        for spec in ["akron(size=3)", "akron(size=5)", "akron"] {
            let options = Options::check(&spec.parse().unwrap(), Akron::INFO.options).unwrap();
            let game = Akron::new(&options).unwrap();
            for _ in 0..6 {
                let mut board = Board::empty([0; 2]);
                let mut open: Vec<Point> = members(&board.open(&game.all)).collect();
                while !open.is_empty() {
                    let drawn = random::below(&mut rng, open.len());
                    board.put(random::below(&mut rng, 2), open[drawn]);
                    open = members(&board.open(&game.all)).collect();
                    for colour in [BLACK, WHITE] {
                        let points = board.open(&game.all);
                        let missing = game.missing(&board, colour, &board.links(colour), &points);
                        assert_eq!(missing, plainly_missing(&game, &board, colour));
                    }
                    compared[board.height()] += 1;
                }
            }
        }
        assert!(compared[1..=5].iter().all(|&boards| boards > 20), "{compared:?}");
    }
}
