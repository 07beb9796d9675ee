//! What a position is worth to a side.

use torneo_board::terms::less;

use super::board::{Board, CASTLES, Squares};

/// Units of the evaluation: a man, a knight, a step nearer to the enemy castle, a piece in it, a jump that can be made
/// at once.
const MAN: i32 = 100;
const KNIGHT: i32 = 150;
const STEP: i32 = 3;
const INSIDE: i32 = 60;
const JUMP: i32 = 60;

/// Steps from each square to the castles of White and Black.
static STEPS: [[u8; Squares::SQUARES]; 2] = {
    let mut steps = [[0; Squares::SQUARES]; 2];
    let mut i = 0;
    while i < 2 * Squares::SQUARES {
        let (side, square) = (i % 2, i / 2);
        let [left, right] = CASTLES[side];
        let ranks = Squares::rank(square).abs_diff(Squares::rank(left as usize));
        let (file, left, right) =
            (Squares::file(square), Squares::file(left as usize), Squares::file(right as usize));
        let files = if file < left { left - file } else { file.saturating_sub(right) };
        steps[side][square] = if files > ranks { files } else { ranks } as u8;
        i += 1;
    }
    steps
};

/// What is counted, and its worth; the steps of the piece that is nearest to the enemy castle besides.
pub const TERMS: [&str; 6] = ["men", "knights", "steps", "nearest", "inside", "jump"];
pub const WEIGHTS: [i32; TERMS.len()] = [MAN, KNIGHT, -STEP, 0, INSIDE, JUMP];

impl Board {
    /// What the first side has more than the second.
    #[inline]
    pub fn advantage(&self) -> [i32; TERMS.len()] {
        less(self.counts(0), self.counts(1))
    }

    #[inline]
    fn counts(&self, side: usize) -> [i32; TERMS.len()] {
        let knights = self.count_knights(side) as i32;
        let men = i32::from(self.counts[side & 1]) - knights;
        let steps = self.list(side).iter().map(|&square| STEPS[side & 1 ^ 1][square as usize]);
        let (sum, nearest) =
            steps.fold((0, u8::MAX), |(sum, nearest), steps| (sum + i32::from(steps), nearest.min(steps)));
        let nearest = if men + knights > 0 { i32::from(nearest) } else { 0 };
        let inside = i32::from(self.stands_in(side, side ^ 1));
        let jump = i32::from(self.to_move == side && self.must_capture(side));
        [men, knights, sum, nearest, inside, jump]
    }
}
