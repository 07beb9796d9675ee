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
mod arrangement;
mod canvas;
mod figures;
mod geometry;
mod laid;
mod layout;
mod marks;
mod palette;
mod pieces;
mod polyominoes;
mod sites;
mod solids;
mod sprites;
mod style;
mod targets;
mod tiles;
mod words;

use torneo_contract::scene::{Board, Item, Scene, Surface, View};

use canvas::Canvas;
use geometry::Extent;
use laid::Laid;
use layout::Layout;
pub use palette::Theme;
pub use sprites::{Frame, Line, Sheet, Sprites, shared};
pub use targets::Target;
pub use words::{counted, words};

/// How a picture is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The width in pixels.
    pub size: u32,
    /// Light, dark, or as the reader's screen is.
    pub theme: Theme,
    /// The board alone, without coordinates and without what lies beside it.
    pub bare: bool,
    /// The board turned around, as the player at its other side sees it.
    pub turned: bool,
    /// For fingers: sites as large as the width allows, at the cost of coordinates.
    pub touch: bool,
    /// Of a board with levels the one that is large where not all are; else it is where the last ply went.
    pub level: Option<u8>,
}

/// The width of the line around a thing that is drawn by itself, in units of the drawing.
const OUTLINE: f32 = 1.8;

/// The width of a picture where none is asked for.
pub const SIZE: u32 = 640;

impl Default for Style {
    fn default() -> Style {
        Style { size: SIZE, theme: Theme::Auto, bare: false, turned: false, touch: false, level: None }
    }
}

/// Draws a scene.
pub fn svg(board: &Board, scene: &Scene, style: Style) -> String {
    Painter::new(board, style).draw(scene)
}

/// Draws one scene after the other on the same board, and keeps what stays the same.
pub struct Painter<'a> {
    laid: Laid<'a>,
    ground: Option<(Ground, Canvas)>,
}

/// What the drawing of an empty board depends on.
#[derive(PartialEq)]
struct Ground {
    extent: Extent,
    plate: Extent,
    pixels: f32,
    /// The sites that are shown.
    sites: Vec<u32>,
}

impl Ground {
    fn of(layout: &Layout) -> Ground {
        Ground {
            extent: layout.extent,
            plate: layout.plate,
            pixels: layout.pixels,
            sites: layout.shown_sites().map(|site| site.id).collect(),
        }
    }
}

impl<'a> Painter<'a> {
    /// A painter of scenes on this board.
    pub fn new(board: &'a Board, style: Style) -> Painter<'a> {
        Painter { laid: Laid::new(board, style), ground: None }
    }

    /// Draws a scene.
    pub fn draw(&mut self, scene: &Scene) -> String {
        self.draw_with_targets(scene).0
    }

    /// Draws a scene and tells where in the picture its places are.
    pub fn draw_with_targets(&mut self, scene: &Scene) -> (String, Vec<Target>) {
        if self.laid.follow(scene) {
            self.ground = None;
        }
        let style = self.laid.style;
        let around = style.turned.then(|| arrangement::turned(scene));
        let scene = around.as_ref().unwrap_or(scene);
        let layout = Layout::new(&self.laid, scene);
        let mut board_part = ground(&mut self.ground, &layout);
        draw_board(&mut board_part, &layout);
        let board_extent = layout.extent;
        let mut beside = Canvas::new(layout.outline());
        let hides_areas = style.bare && layout.shown_sites().next().is_some();
        let (height, slots) =
            if hides_areas { (0.0, Vec::new()) } else { areas::draw(&mut beside, &layout, board_extent) };
        let extent = Extent { bottom: board_extent.bottom + height, ..board_extent };
        let picture =
            style::frame(layout.board, scene, style, (extent, layout.outline()), &[board_part, beside]);
        (picture, targets::targets(&layout, &slots))
    }

    /// The levels that are small in the picture that was drawn last, each with its corners in the coordinates of the picture.
    pub fn small_levels(&self) -> Vec<(u8, Vec<(f32, f32)>)> {
        targets::small_levels(&self.laid.board, self.laid.active)
    }

    /// A small picture of one thing by itself, as it would stand on the table.
    pub fn draw_item(&self, item: &Item) -> String {
        let scene = Scene::default();
        let layout = Layout::new(&self.laid, &scene);
        let mut canvas = Canvas::new(OUTLINE);
        pieces::draw_item(&mut canvas, &layout, item, (0.0, 0.0), 1.0);
        let extent = Extent { left: -0.6, top: -0.6, right: 0.6, bottom: 0.6 };
        style::frame(&self.laid.board, &scene, self.laid.style, (extent, OUTLINE), &[canvas])
    }
}

/// The board with nothing on it, as it was drawn before if it is the same.
fn ground(known: &mut Option<(Ground, Canvas)>, layout: &Layout) -> Canvas {
    let ground = Ground::of(layout);
    // Sites of the scene's own move.
    let stays = layout.scene.sites.is_empty();
    if let Some((_, canvas)) = known.as_ref().filter(|(known, _)| stays && *known == ground) {
        return canvas.clone();
    }
    let mut canvas = Canvas::new(layout.outline());
    draw_ground(&mut canvas, layout);
    if stays {
        *known = Some((ground, canvas.clone()));
    }
    canvas
}

/// The board with nothing on it.
fn draw_ground(canvas: &mut Canvas, layout: &Layout) {
    sites::ground(canvas, layout);
    sites::draw(canvas, layout);
}

/// Everything that stands on the board.
fn draw_board(canvas: &mut Canvas, layout: &Layout) {
    sites::labels(canvas, layout);
    marks::below(canvas, layout);
    if layout.board.view == View::Oblique {
        return solids::draw(canvas, layout);
    }
    if layout.board.surface == Surface::Felt {
        areas::throw(canvas, layout);
    }
    pieces::draw(canvas, layout);
    sites::names(canvas, layout);
    marks::above(canvas, layout);
}
