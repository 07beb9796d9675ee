//! Links between balls and the over/under rule.

use super::board::Board;
use super::pyramid::{
    DIRECTIONS, EAST, LEVELS, Levels, NEAR, NEAR_DIRECTIONS, NOT_LAST, NOWHERE, POINT, Point, ROW, first_of,
    slanting_at,
};
use torneo_board::grid::BitSet;

/// The links of one colour along the levels that no mid-point crossing cuts, and the balls that a ball of the other
/// colour passes over.
#[derive(Clone, Copy, Debug)]
pub struct Links {
    /// Number of levels that hold balls.
    height: usize,
    /// The left balls of links to the right.
    pub(super) east: Levels,
    /// The lower balls of links upwards.
    pub(super) north: Levels,
    /// The balls that the other colour passes over.
    pub(super) crossed: Levels,
}

impl Links {
    /// Whether a ball of the other colour passes over a ball.
    #[inline]
    pub fn have_crossed(&self) -> bool {
        self.height > 2 && self.crossed.iter().any(|&crossed| crossed != 0)
    }

    /// Whether the links along levels are others.
    #[inline]
    pub fn differ(&self, other: &Links) -> bool {
        let height = self.height.max(other.height).min(LEVELS);
        self.east[..height] != other.east[..height] || self.north[..height] != other.north[..height]
    }

    /// The number of links along levels.
    pub fn count(&self) -> u32 {
        let levels = self.east.iter().zip(&self.north).take(self.height);
        levels.map(|(east, north)| east.len() + north.len()).sum()
    }

    /// Whether the link of a ball along its level in this direction, if there is one, is not cut in the middle.
    pub fn along_level(&self, ball: Point, direction: usize) -> bool {
        let (links, back) = match direction % (DIRECTIONS / 2) {
            EAST => (&self.east, 1),
            _ => (&self.north, ROW),
        };
        let square =
            if direction < DIRECTIONS / 2 { Some(ball.square()) } else { ball.square().checked_sub(back) };
        square.is_some_and(|square| links[ball.level()].has(square))
    }
}

impl Board {
    /// The links of a colour.
    #[inline]
    pub fn links(&self, colour: usize) -> Links {
        let height = self.height().min(LEVELS);
        let mut links = Links { height, east: [0; LEVELS], north: [0; LEVELS], crossed: [0; LEVELS] };
        let (own, other) = (&self.balls[colour & 1], &self.balls[colour & 1 ^ 1]);
        for level in 0..height {
            let balls = own[level];
            let (mut east, mut north) = (balls & balls >> 1 & NOT_LAST, balls & balls >> ROW);
            for (k, &over) in other[level + 1..height].iter().step_by(2).enumerate() {
                let down = k * (ROW + 1);
                east &= !((over & over >> ROW) << (down + ROW));
                north &= !((over & over >> 1) << (down + 1));
            }
            links.east[level] = east;
            links.north[level] = north;
        }
        // From the highest level down: what passes over a level also passes over those further down.
        let mut above = [0; 2];
        for level in (2..height).rev() {
            above[level % 2] |= self.passing(colour ^ 1, level);
            above[level % 2] <<= ROW + 1;
            links.crossed[level - 2] = above[level % 2] & own[level - 2];
        }
        links
    }

    /// The balls of a colour on a level that have links in two directions or more.
    fn passing(&self, colour: usize, level: usize) -> u128 {
        let own = &self.balls[colour & 1];
        let (balls, below) = (own[level], own[level - 1]);
        if balls == 0 {
            return 0;
        }
        let on = own.get(level + 1).copied().unwrap_or(0);
        let directions = [
            balls >> 1,
            below >> (ROW + 1) | on,
            balls >> ROW,
            below >> ROW | on << 1,
            balls << 1,
            below | on << (ROW + 1),
            balls << ROW,
            below >> 1 | on << ROW,
        ];
        let (mut once, mut twice) = (0, 0);
        for set in directions {
            twice |= once & set;
            once |= set;
        }
        balls & twice
    }

    /// The directions in which a ball of a colour has links, cut or not.
    fn directions(&self, colour: usize, ball: usize) -> u8 {
        let near = NEAR[ball].iter().zip(NEAR_DIRECTIONS).filter(|&(&near, _)| {
            near as usize != NOWHERE && self.colour(POINT[near as usize]) == Some(colour)
        });
        near.fold(0, |set, (_, direction)| set | 1 << direction)
    }

    /// The directions in which connections of the other colour pass over a ball.
    pub(super) fn directions_over(&self, colour: usize, ball: usize) -> u8 {
        let (level, square) = (POINT[ball].level(), POINT[ball].square());
        let mut over = 0;
        for (k, level) in (level + 2..self.height()).step_by(2).enumerate() {
            let Some(square) = square.checked_sub((k + 1) * (ROW + 1)) else { break };
            if self.balls[colour ^ 1][level].has(square) {
                let directions = self.directions(colour ^ 1, first_of(level) + square);
                over |= if directions.count_ones() > 1 { directions } else { 0 };
            }
        }
        over
    }

    /// Adds to a set of points, on the levels below `HEIGHT`, the balls of a colour that links join to it;
    /// slanted links count as uncut.
    #[inline]
    pub fn spread<const HEIGHT: usize>(&self, colour: usize, links: &Links, set: &mut [u128; HEIGHT]) {
        let own = &self.balls[colour & 1];
        loop {
            let mut grown = false;
            for level in 0..HEIGHT.min(LEVELS) {
                let (east, north) = (links.east[level], links.north[level]);
                let mut here = set[level] | slanting_at(set, level) & own[level];
                loop {
                    let beside = (here & east) << 1 | here >> 1 & east;
                    let new = beside | (here & north) << ROW | here >> ROW & north;
                    if new & !here == 0 {
                        break;
                    }
                    here |= new;
                }
                grown |= here != set[level];
                set[level] = here;
            }
            if !grown || HEIGHT == 1 {
                return;
            }
        }
    }
}
