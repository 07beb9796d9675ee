//! Nine Men's Morris in its jumping form (rules: `docs/games/nine-mens-morris.md`).

use super::jumping::{JumpingMorris, MANDATORY, QUIET_LIMIT, Variety};
use torneo_board::point_graph::PointGraph;
use torneo_board::{scene, text};
use torneo_contract::scene::Board as SceneBoard;
use torneo_contract::{GameInfo, OptionInfo, Options, PositionError, Refusal, refusal, refuse_if};

/// Files and ranks of the points.
const SIDE: usize = 7;

/// The points in the order of the position text.
const POINTS: [&str; 24] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3",
    "e3", "b2", "d2", "f2", "a1", "d1", "g1",
];

const LINES: [[&str; 3]; 16] = [
    ["a7", "d7", "g7"],
    ["b6", "d6", "f6"],
    ["c5", "d5", "e5"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c3", "d3", "e3"],
    ["b2", "d2", "f2"],
    ["a1", "d1", "g1"],
    ["a1", "a4", "a7"],
    ["b2", "b4", "b6"],
    ["c3", "c4", "c5"],
    ["d1", "d2", "d3"],
    ["d5", "d6", "d7"],
    ["e3", "e4", "e5"],
    ["f2", "f4", "f6"],
    ["g1", "g4", "g7"],
];

const DIAGONALS: [[&str; 3]; 4] =
    [["a1", "b2", "c3"], ["a7", "b6", "c5"], ["g1", "f2", "e3"], ["g7", "f6", "e5"]];

/// Three nested squares with nine men a side.
#[derive(Clone, Debug)]
pub struct Squares;

/// The rules with their options.
pub type NineMensMorris = JumpingMorris<Squares>;

impl Variety for Squares {
    const INFO: GameInfo = GameInfo {
        id: "nine-mens-morris",
        title: "Nine Men's Morris, jumping form",
        family: "morris",
        options: &[
            OptionInfo::flag("diagonals", false)
                .help("draw the four diagonals between the corners of the squares"),
            MANDATORY,
            QUIET_LIMIT,
        ],
        ..GameInfo::TWO_SEATS
    };
    const MEN: u8 = 9;
    const PLACED: bool = true;
    const START: &'static str = "........................ w 9,9";

    fn board(options: &Options) -> PointGraph {
        let diagonals = if options.bool("diagonals") { &DIAGONALS[..] } else { &[] };
        let lines: Vec<Vec<String>> =
            LINES.iter().chain(diagonals).map(|line| line.map(str::to_owned).to_vec()).collect();
        PointGraph::new(POINTS.map(str::to_owned).to_vec(), &lines)
    }

    fn placement(letter: impl Fn(usize) -> char) -> String {
        (0..POINTS.len()).map(letter).collect()
    }

    fn parse_placement(
        written: &str,
        mut place: impl FnMut(usize, char) -> Result<(), Refusal>,
    ) -> Result<(), PositionError> {
        let found = written.chars().count();
        refuse_if!(found != POINTS.len(), "expected {} points, found {found} in `{written}`", POINTS.len());
        for (point, letter) in written.chars().enumerate() {
            place(point, letter).map_err(|message| refusal!("{}: {message}", POINTS[point]))?;
        }
        Ok(())
    }

    fn table(board: &PointGraph) -> SceneBoard {
        let place = |point: usize| {
            let (file, rank) =
                text::parse_square(POINTS[point], SIDE, SIDE).expect("names of points are squares");
            (file as f32, (SIDE - 1 - rank) as f32)
        };
        scene::graph(board, SIDE, SIDE, place)
    }
}
