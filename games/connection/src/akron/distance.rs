//! How far each side is from connecting its borders.

use super::Akron;
use super::board::Board;
use super::pyramid::{LEVELS, Levels, touching};

/// Units of the evaluation: a ball that is missing, and a link.
const MISSING: i32 = 100;
const LINK: i32 = 4;

impl Akron {
    /// The value of what a colour has.
    pub(super) fn value(&self, board: &Board, colour: usize) -> i32 {
        LINK * board.links(colour).count() as i32 - MISSING * self.missing(board, colour) as i32
    }

    /// How many balls a colour must put on open points, one next to the other, to join its borders. Slanted links
    /// count as if nothing passed over them, and points that become open on the way do not count.
    fn missing(&self, board: &Board, colour: usize) -> usize {
        let [from, to] = self.borders[colour];
        let links = board.links(colour);
        let open = board.open(&self.all);
        let own = &board.balls[colour];
        let height = (board.height() + 1).min(LEVELS);
        let mut reached = [0; LEVELS];
        reached[0] = own[0] & from;
        board.spread(colour, &links, &mut reached);
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
            board.spread(colour, &links, &mut reached);
        }
        farthest
    }
}
