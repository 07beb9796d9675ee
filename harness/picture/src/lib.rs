//! Draws what is on the table of any game as SVG.
//!
//! The picture is made of a [`Board`] and a [`Scene`] alone: no game is known here, no file is read, and the same scene gives
//! the same bytes.
//!
//! ```
//! use torneo_contract::scene::{Board, Colour, Glyph, Item, Player, Scene, Shape, Site, Tone};
//! use torneo_contract::Seat;
//!
//! let site = |id: u32| Site {
//!     id, name: format!("{}", id + 1), x: id as f32, y: 0.0, z: 0, shape: Shape::Square, tone: Tone::Light,
//! };
//! let player = |name: &str, colour| Player { name: name.to_owned(), colour };
//! let board = Board {
//!     sites: (0..3).map(site).collect(),
//!     players: vec![player("White", Colour::White), player("Black", Colour::Black)],
//!     ..Board::default()
//! };
//! let scene = Scene { items: vec![Item::on(1, Glyph::Disc).of(Seat::FIRST)], ..Scene::default() };
//! let svg = torneo_picture::svg(&board, &scene, torneo_picture::Style::default());
//! assert!(svg.starts_with("<svg") && svg.contains("class=\"white\""));
//! ```

mod areas;
mod canvas;
mod elements;
mod figures;
mod layout;
mod marks;
mod palette;
mod pieces;
mod sites;
mod solids;
mod strokes;
mod style;
mod tiles;

use torneo_contract::scene::{Board, Scene, Surface, View};

use canvas::Canvas;
pub use elements::elements;
use layout::{Extent, Layout};
pub use palette::Theme;

/// How a picture is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The width in pixels.
    pub size: u32,
    /// Light, dark, or as the reader's screen is.
    pub theme: Theme,
    /// Letters as lines instead of text, for programs that have no fonts.
    pub outlines: bool,
}

/// The width of a picture where none is asked for.
pub const SIZE: u32 = 640;

impl Default for Style {
    fn default() -> Style {
        Style { size: SIZE, theme: Theme::Auto, outlines: false }
    }
}

/// Draws a scene.
pub fn svg(board: &Board, scene: &Scene, style: Style) -> String {
    let layout = Layout::new(board, scene, style.size);
    let mut board_part = Canvas::new(style.outlines);
    draw_board(&mut board_part, &layout);
    let board_extent = layout.extent;
    let mut beside = Canvas::new(style.outlines);
    let height = areas::draw(&mut beside, &layout, board_extent);
    let extent = Extent { bottom: board_extent.bottom + height, ..board_extent };
    style::frame(board, scene, style, extent, &[board_part, beside])
}

/// Everything on the board and its labels.
fn draw_board(canvas: &mut Canvas, layout: &Layout) {
    sites::ground(canvas, layout);
    if layout.board.view == View::Isometric {
        solids::draw(canvas, layout);
        return;
    }
    sites::draw(canvas, layout);
    sites::labels(canvas, layout);
    marks::below(canvas, layout);
    if layout.board.surface == Surface::Felt {
        areas::throw(canvas, layout);
    }
    pieces::draw(canvas, layout);
    marks::above(canvas, layout);
}
