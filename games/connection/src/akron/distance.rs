//! How far each side is from connecting its borders.

use torneo_board::terms::less;

use super::Akron;
use super::board::{BLACK, Board, WHITE};
use super::links::Links;
use super::pyramid::{LEVELS, Levels, touching};

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
        less(self.counts(board, BLACK), self.counts(board, WHITE))
    }

    fn counts(&self, board: &Board, colour: usize) -> [i32; TERMS.len()] {
        let links = board.links(colour);
        let missing = self.missing(board, colour, &links) as i32;
        let is = |number: i32| i32::from(missing == number);
        let raised: u32 = board.balls[colour][1..].iter().map(|level| level.count_ones()).sum();
        let links = links.count() as i32;
        let moves = i32::from(board.to_move == colour);
        [links, missing, is(1), is(2), is(3), raised as i32, moves * is(1), moves * is(2), moves * is(3)]
    }

    /// How many balls a colour must put on open points, one next to the other, to join its borders. Slanted links
    /// count as if nothing passed over them, and points that become open on the way do not count.
    fn missing(&self, board: &Board, colour: usize, links: &Links) -> usize {
        let [from, to] = self.borders[colour];
        let open = board.open(&self.all);
        let own = &board.balls[colour];
        let height = (board.height() + 1).min(LEVELS);
        let mut reached = [0; LEVELS];
        reached[0] = own[0] & from;
        board.spread(colour, links, &mut reached);
        let farthest = 2 * self.size;
        for missing in 0..farthest {
            if reached[0] & to != 0 {
                return missing;
            }
            let mut next = touching(&reached, height);
            if missing == 0 {
                next[0] |= from;
            }
            let mut holes: Levels = [0; LEVELS];
            for level in 0..height {
                holes[level] = next[level] & open[level];
            }
            let beside = touching(&holes, height);
            let mut grown = false;
            for level in 0..height {
                let new = (holes[level] | beside[level] & own[level]) & !reached[level];
                reached[level] |= new;
                grown |= new != 0;
            }
            if !grown {
                break;
            }
            board.spread(colour, links, &mut reached);
        }
        farthest
    }
}
