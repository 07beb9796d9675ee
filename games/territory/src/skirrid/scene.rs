//! How the game is shown: the numbers of the board, the covered squares, and the tiles that are left.

use torneo_board::scene::{label, paint, squares};
use torneo_board::text;
use torneo_contract::scene::{
    Area, AreaKind, Board as SceneBoard, Colour, Glyph, Item, Mark, Place, Places, Polyomino, Scene, Tone,
};
use torneo_contract::{Laying, PLAYERS, Scenery, Seat};

use super::notation::{COVERED, LAST};
use super::numbers::{SIDE, SQUARES, Squares, in_diamond};
use super::shapes::{Figure, LETTERS, MULTIPLIERS, SLOTS, TILES, is_down, multiplier};
use super::{Action, Board, PASSES, Skirrid};

/// The areas of ways to lie and of words; those of the seats' tiles follow.
const WAYS: u8 = 0;
const WORDS: u8 = 1;
const HANDS: u8 = 2;

/// How a tile lies, for people.
fn way(slot: usize) -> Glyph {
    let face = if is_down(slot) { "face down" } else { "face up" };
    Glyph::Text(match 90 * (slot % (SLOTS / 2)) {
        0 => face.to_owned(),
        turn => format!("{face}, turned {turn}°"),
    })
}

/// The name of a tile: the letter of its shape and its multiplier.
fn tile_name(tile: usize) -> String {
    format!("{}{}", LETTERS[tile / MULTIPLIERS], multiplier(tile))
}

impl Skirrid {
    /// The tile of a placement, in which way it lies, and how it looks then.
    #[inline]
    fn placed(&self, figure: u8) -> (usize, usize, Figure) {
        let (tile, slot) = (usize::from(figure) / SLOTS, usize::from(figure) % SLOTS);
        (tile, slot, self.shapes.figure(tile, slot).expect("a legal placement has a figure"))
    }

    /// The way to lie face up in which a tile is the least high.
    fn flattest(&self, tile: usize) -> Option<Figure> {
        let ways =
            (0..SLOTS).filter(|&slot| !is_down(slot)).filter_map(|slot| self.shapes.figure(tile, slot));
        ways.min_by_key(|&figure| self.shapes.outline_of(figure).squares.iter().map(|&(_, rank)| rank).max())
    }

    /// A tile that lies so, with the first of its squares at the origin.
    fn shape(&self, tile: usize, figure: Figure) -> Glyph {
        let outline = self.shapes.outline_of(figure);
        let (left, low) = outline.squares.first().map_or((0, 0), |&(file, rank)| (file as i8, rank as i8));
        let squares: Vec<(i8, i8)> =
            outline.squares.iter().map(|&(file, rank)| (file as i8 - left, low - rank as i8)).collect();
        let sign =
            (multiplier(tile) > 1).then(|| (squares[usize::from(figure.star)], multiplier(tile).to_string()));
        Glyph::Polyomino(Polyomino { name: tile_name(tile), squares, sign })
    }
}

impl Scenery for Skirrid {
    /// The position tells which squares are covered, but neither by which tile nor by whom.
    const LAYING: Option<Laying<Self, Action>> = Some(|skirrid, seat, action| {
        let Action::Place { figure, at } = action else { return None };
        let (tile, _, figure) = skirrid.placed(figure);
        let (squares, _) = skirrid.squares_of(tile, figure, at.into());
        Some(Item::on(*squares.first()?, skirrid.shape(tile, figure)).of(seat).over(squares))
    });

    fn draw(&self, board: &Board) -> String {
        let last: Vec<usize> = board.last_squares(&self.shapes.outlines).collect();
        let files: String = (0..SIDE).map(|file| format!("  {}", text::file_letter(file))).collect();
        let mut drawing = String::new();
        for rank in (0..SIDE).rev() {
            drawing += &format!("{:>2}", rank + 1);
            for file in 0..SIDE {
                let square = Squares::at(file, rank);
                let number = self.numbers[square];
                drawing += &match (board.is_covered(square), number) {
                    (true, _) => format!("  {}", if last.contains(&square) { LAST } else { COVERED }),
                    (false, 0) => format!("  {}", if in_diamond(square) { '.' } else { ':' }),
                    (false, number) => format!("{number:>3}"),
                };
            }
            drawing.push('\n');
        }
        drawing += &format!("  {files}\n");
        for (side, name) in PLAYERS.into_iter().take(2).enumerate() {
            let mut tiles = String::new();
            Self::write_tiles(board.tiles[side], &mut tiles);
            drawing += &format!("{name}: {} points, tiles {tiles}\n", board.scores[side]);
        }
        drawing + &format!("{} to move", PLAYERS[board.side()])
    }

    fn board(&self) -> SceneBoard {
        let mut board = squares(SIDE, SIDE);
        paint(&mut board, 0..SQUARES, Tone::Light);
        paint(&mut board, (0..SQUARES).filter(|&square| !in_diamond(square)), Tone::Middle);
        let numbered = board.sites.iter().filter(|site| self.numbers[site.id as usize] > 0);
        board.labels.extend(numbered.map(|site| label(self.numbers[site.id as usize], site.x, site.y)));
        board
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::default();
        scene.choices("way", (0..SLOTS).map(way));
        scene.choices("say", [Glyph::Text("pass".to_owned())]);
        for seat in Seat::all(2) {
            let hand = scene.area(Area::new("", AreaKind::Hand, TILES).of(Some(seat)));
            let left = (0..TILES).filter(|tile| board.tiles[seat.index()] >> tile & 1 == 1);
            for tile in left {
                if let Some(figure) = self.flattest(tile) {
                    let glyph = self.shape(tile, figure);
                    scene.put(Item::new(Place::slot(hand, tile), glyph).of(seat));
                }
            }
        }
        let last: Vec<usize> = board.last_squares(&self.shapes.outlines).collect();
        for square in (0..SQUARES).filter(|&square| board.is_covered(square)) {
            let colour = if last.contains(&square) { Colour::Brown } else { Colour::Black };
            scene.put(Item::on(square, Glyph::Filled).coloured(colour));
        }
        scene.notes("points", 2, |seat| board.scores[seat.index()]);
        if board.passes > 0 && board.passes < PASSES {
            scene.caption = "passed".to_owned();
        } else if board.last.is_some() {
            scene.caption = "the last tile lies face down: none may be laid beside it".to_owned();
        }
        scene
    }

    /// The tile, how it lies, and the square of its multiplier.
    #[inline]
    fn clicks(&self, board: &Board, seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Pass => Places::from_slice(&[Place::slot(WORDS, 0)]),
            Action::Place { figure, at } => {
                let side = seat.map_or(board.side(), Seat::index) as u8;
                let (tile, slot, figure) = self.placed(figure);
                let star = self.star_of(figure, at.into());
                Places::from_slice(&[
                    Place::slot(HANDS + side, tile),
                    Place::slot(WAYS, slot),
                    Place::site(star),
                ])
            }
        }
    }

    fn marks(&self, _board: &Board, _seat: Option<Seat>, action: Action, _joint: &[Action]) -> Vec<Mark> {
        match action {
            Action::Pass => Vec::new(),
            Action::Place { figure, at } => {
                let (tile, _, figure) = self.placed(figure);
                let (squares, _) = self.squares_of(tile, figure, at.into());
                squares.into_iter().map(|square| Mark::Enter(square as u32)).collect()
            }
        }
    }
}
