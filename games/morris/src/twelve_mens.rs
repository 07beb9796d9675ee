//! Twelve Men's Morris, the alquerque of twelve (rules: `docs/games/twelve-mens-morris.md`).

use super::jumping::{JumpingMorris, MANDATORY, QUIET_LIMIT, Variety};
use torneo_board::point_graph::{PointGraph, lattice};
use torneo_board::{ranks, scene};
use torneo_contract::scene::Board as SceneBoard;
use torneo_contract::{GameInfo, Options, PositionError, Refusal};

const SIDE: usize = 5;

/// The alquerque board with twelve men a side.
#[derive(Clone, Debug)]
pub struct Alquerque;

/// The rules with their options.
pub type TwelveMensMorris = JumpingMorris<Alquerque>;

impl Variety for Alquerque {
    const INFO: GameInfo = GameInfo {
        id: "twelve-mens-morris",
        title: "Twelve Men's Morris",
        family: "morris",
        options: &[MANDATORY, QUIET_LIMIT],
        ..GameInfo::TWO_SEATS
    };
    const MEN: u8 = 12;
    const PLACED: bool = false;
    const START: &'static str = "bbbbb/bbbbb/bb.ww/wwwww/wwwww w";

    fn board(_options: &Options) -> PointGraph {
        lattice::graph(SIDE, true)
    }

    fn placement(letter: impl Fn(usize) -> char) -> String {
        ranks::placement(SIDE, SIDE, |file, rank| letter(rank * SIDE + file))
    }

    fn parse_placement(
        written: &str,
        mut place: impl FnMut(usize, char) -> Result<(), Refusal>,
    ) -> Result<(), PositionError> {
        ranks::parse(written, SIDE, SIDE, |file, rank, letter| place(rank * SIDE + file, letter))
    }

    fn table(board: &PointGraph) -> SceneBoard {
        scene::lattice(board, SIDE)
    }
}
