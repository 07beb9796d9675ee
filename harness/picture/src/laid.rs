//! A board as it lies in the pictures of one scene after the other.

use std::borrow::Cow;
use std::collections::HashMap;

use torneo_contract::scene::{Board, Scene, Surface, View};

use crate::Style;
use crate::arrangement;
use crate::geometry::{Extent, corners};

/// A board as it lies in a picture, and what is known of it whatever stands there.
pub struct Laid<'a> {
    given: &'a Board,
    pub style: Style,
    /// The board as the picture shows it.
    pub board: Cow<'a, Board>,
    /// The level that is large, where not all are.
    pub active: Option<u8>,
    /// Around the lines, and the sites unless they are only shown when something lies there.
    pub extent: Extent,
    /// Where each site is in the list of sites.
    pub sites: HashMap<u32, usize>,
}

impl<'a> Laid<'a> {
    pub fn new(given: &'a Board, style: Style) -> Laid<'a> {
        let board = if style.turned {
            Cow::Owned(arrangement::board(given, style, None))
        } else {
            Cow::Borrowed(given)
        };
        Laid { given, style, active: None, extent: extent(&board), sites: numbered(&board), board }
    }

    /// Lays the board as this scene is seen, and tells whether it lay otherwise before.
    pub fn follow(&mut self, scene: &Scene) -> bool {
        let active = arrangement::active(self.given, scene, self.style);
        let moves = active != self.active;
        if moves {
            let board = arrangement::board(self.given, self.style, active);
            self.active = active;
            self.extent = extent(&board);
            self.sites = numbered(&board);
            self.board = Cow::Owned(board);
        }
        moves
    }
}

fn numbered(board: &Board) -> HashMap<u32, usize> {
    board.sites.iter().enumerate().map(|(number, site)| (site.id, number)).collect()
}

fn extent(board: &Board) -> Extent {
    let mut extent = Extent::NONE;
    if board.view != View::Table {
        board.sites.iter().flat_map(corners).for_each(|point| extent.include(point));
    }
    if board.surface != Surface::Wood || board.view != View::Table {
        let points = board.lines.iter().flat_map(|line| &line.path);
        points.for_each(|&point| extent.include(point));
    }
    extent
}
