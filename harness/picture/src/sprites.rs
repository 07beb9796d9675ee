//! Scenes of one game as data: sprites that are drawn once, and what stands where.
//!
//! A page that shows many positions of a game puts each picture together from a few sprites. Between two positions hardly
//! anything changes, so a frame is a list of numbers, and most of it is that of the frame before.

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexSet;
use serde::Serialize;
use torneo_contract::Seat;
use torneo_contract::scene::{Area, AreaKind, Board, Glyph, Item, Place, Scene, Surface, View};

use crate::canvas::{Anchor, Canvas, UNIT, number};
use crate::laid::Laid;
use crate::layout::Layout;
use crate::{Ground, Style, areas, marks, pieces, sites, solids, style, words};

/// A sprite at a place: its number, and the place in tenths of a unit of the drawing.
type Placed = (u32, i32, i32);

/// A position: numbers of what its [`Sheet`] holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// What is seen of the board's plane.
    pub view: u32,
    /// What is drawn, from below to above.
    pub placed: Vec<u32>,
    /// What lies beside the board, line by line.
    pub beside: Vec<u32>,
    /// The line about the position, and who chooses next.
    pub caption: u32,
}

/// What frames are put together from.
#[derive(Serialize)]
pub struct Sheet {
    /// The title of each seat and the sprite of its chip.
    pub seats: Vec<(String, u32)>,
    /// SVG around the point where it is placed.
    pub sprites: Vec<String>,
    /// Sprites with their places in units of the drawing.
    pub placed: Vec<(u32, f32, f32)>,
    /// The `viewBox` of each view, and the width of the lines around pieces there.
    pub views: Vec<(String, String)>,
    /// Lines beside the board.
    pub lines: Vec<Line>,
    /// Captions, each with the seats that are to choose.
    pub captions: Vec<(String, Vec<usize>)>,
    /// The shapes that sprites draw by reference.
    #[serde(skip)]
    pub shapes: BTreeSet<&'static str>,
}

/// A line beside the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Line {
    title: String,
    seat: Option<usize>,
    things: Vec<Thing>,
}

/// What lies beside the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
enum Thing {
    /// Words or a number.
    Text(String),
    /// A sprite, how many of it there are, and both in words.
    Drawn(u32, u16, String),
}

/// Turns the scenes of a game into frames.
pub struct Sprites<'a> {
    laid: Laid<'a>,
    ground: Option<(Ground, u32)>,
    kept: Kept,
}

/// What was drawn so far, each once.
#[derive(Default)]
struct Kept {
    sprites: IndexSet<String>,
    placed: IndexSet<Placed>,
    views: IndexSet<(String, String)>,
    lines: IndexSet<Line>,
    captions: IndexSet<(String, Vec<usize>)>,
    /// The things that stood at each place, with the room and the pixels that they had there: looking for one of a few is faster
    /// than drawing it again.
    things: HashMap<Place, Vec<(Item, [f32; 2], u32)>>,
    shapes: BTreeSet<&'static str>,
}

impl<'a> Sprites<'a> {
    /// For scenes on this board, as wide as `style` says; what lies beside the board is data, whatever the style.
    pub fn new(board: &'a Board, style: Style) -> Sprites<'a> {
        let style = Style { touch: true, turned: false, ..style };
        Sprites { laid: Laid::new(board, style), ground: None, kept: Kept::default() }
    }

    /// The frame of a scene.
    pub fn frame(&mut self, scene: &Scene) -> Frame {
        if self.laid.follow(scene) {
            self.ground = None;
        }
        let layout = Layout::new(&self.laid, scene);
        let kept = &mut self.kept;
        let mut placed = Vec::with_capacity(scene.items.len() + 4);
        if layout.board.view == View::Table {
            kept.table(&layout, &mut placed);
        } else {
            let ground = Ground::of(&layout);
            let known = self.ground.as_ref().filter(|(known, _)| scene.sites.is_empty() && *known == ground);
            let sprite = known.map_or_else(
                || kept.sprite(&layout, |canvas| crate::draw_ground(canvas, &layout)),
                |(_, sprite)| *sprite,
            );
            placed.push(kept.place(sprite, (0.0, 0.0)));
            self.ground = Some((ground, sprite));
        }
        for (class, label) in sites::inscribed(&layout) {
            placed.push(kept.draw(&layout, (label.x, label.y), |canvas| {
                canvas.text(class, &label.text, (0.0, 0.0), layout.label, Anchor::Middle);
            }));
        }
        if !scene.marks.is_empty() {
            placed.push(kept.draw(&layout, (0.0, 0.0), |canvas| marks::below(canvas, &layout)));
        }
        if layout.board.view == View::Oblique {
            for item in solids::standing(&layout) {
                let sprite = kept.thing(&layout, item, 1.0, |canvas| solids::piece(canvas, &layout, item));
                placed.push(kept.place(sprite, (0.0, 0.0)));
            }
        } else {
            if layout.board.surface == Surface::Felt && !scene.shown.is_empty() {
                placed.push(kept.draw(&layout, (0.0, 0.0), |canvas| areas::throw(canvas, &layout)));
            }
            for (item, at, room) in pieces::standing(&layout) {
                let sprite = kept.thing(&layout, item, room, |canvas| {
                    pieces::piece(canvas, &layout, item, (0.0, 0.0), room);
                });
                placed.push(kept.place(sprite, at));
            }
            if !scene.marks.is_empty() {
                placed.push(kept.draw(&layout, (0.0, 0.0), |canvas| marks::above(canvas, &layout)));
            }
        }
        let extent = layout.extent;
        let [x, y, w, h] =
            [extent.left, extent.top, extent.width(), extent.height()].map(|value| number(value * UNIT));
        let view = (format!("{x} {y} {w} {h}"), number(layout.outline()));
        let view = kept.views.insert_full(view).0 as u32;
        let beside = kept.beside(&layout);
        let due = scene.to_choose.iter().map(|seat| seat.index()).collect();
        let caption = kept.captions.insert_full((scene.caption.clone(), due)).0 as u32;
        Frame { view, placed, beside, caption }
    }

    /// What the frames so far are put together from.
    pub fn into_sheet(self) -> Sheet {
        let (scene, mut kept) = (Scene::default(), self.kept);
        let layout = Layout::new(&self.laid, &scene);
        let chip = |seat: Seat| {
            let man = Item::new(Place::Site(0), Glyph::Disc).of(seat);
            let sprite =
                kept.sprite(&layout, |canvas| pieces::draw_item(canvas, &layout, &man, (0.0, 0.0), 1.0));
            (layout.board.players[seat.index()].name.clone(), sprite)
        };
        let seats = Seat::all(layout.board.players.len()).map(chip).collect();
        let Kept { sprites, placed, views, lines, captions, shapes, .. } = kept;
        let point = |(sprite, x, y): Placed| (sprite, x as f32 / 10.0, y as f32 / 10.0);
        Sheet {
            seats,
            sprites: sprites.into_iter().collect(),
            placed: placed.into_iter().map(point).collect(),
            views: views.into_iter().collect(),
            lines: lines.into_iter().collect(),
            captions: captions.into_iter().collect(),
            shapes,
        }
    }
}

impl Kept {
    /// The number of what is drawn.
    fn sprite(&mut self, layout: &Layout, draw: impl FnOnce(&mut Canvas)) -> u32 {
        let mut canvas = Canvas::new(layout.outline());
        draw(&mut canvas);
        self.shapes.append(&mut canvas.uses);
        self.sprites.insert_full(canvas.body).0 as u32
    }

    /// The number of a sprite at a place in units of the board.
    fn place(&mut self, sprite: u32, (x, y): (f32, f32)) -> u32 {
        let tenths = |value: f32| (value * UNIT * 10.0).round() as i32;
        self.placed.insert_full((sprite, tenths(x), tenths(y))).0 as u32
    }

    /// The number of what is drawn at a place.
    fn draw(&mut self, layout: &Layout, at: (f32, f32), draw: impl FnOnce(&mut Canvas)) -> u32 {
        let sprite = self.sprite(layout, draw);
        self.place(sprite, at)
    }

    /// The number of a thing, which is drawn unless it stood there before.
    fn thing(&mut self, layout: &Layout, item: &Item, room: f32, draw: impl FnOnce(&mut Canvas)) -> u32 {
        let size = [room, layout.pixels];
        let known = self.things.get(&item.at).into_iter().flatten();
        let known = known.into_iter().find(|(known, known_size, _)| *known_size == size && known == item);
        if let Some((.., sprite)) = known {
            return *sprite;
        }
        let sprite = self.sprite(layout, draw);
        self.things.entry(item.at).or_default().push((item.clone(), size, sprite));
        sprite
    }

    /// The ground of a table that grows: site by site, as it is never the same for long.
    fn table(&mut self, layout: &Layout, placed: &mut Vec<u32>) {
        for site in layout.shown_sites().filter(|site| layout.is_free(site.id)) {
            placed.push(self.draw(layout, (site.x, site.y), |canvas| {
                canvas.path(&sites::tone(layout, site), &sites::cell(&site.shape, (0.0, 0.0)));
            }));
        }
    }

    /// What lies beside the board.
    fn beside(&mut self, layout: &Layout) -> Vec<u32> {
        let last = Area::new("last", AreaKind::Dice, 0);
        let shown = layout.board.surface != Surface::Felt && !layout.scene.shown.is_empty();
        let shown = shown.then(|| (&last, layout.scene.shown.iter().collect()));
        let lines = layout.areas().chain(shown).collect::<Vec<(&Area, Vec<&Item>)>>().into_iter().map(
            |(area, items)| {
                let things = items.into_iter().map(|item| self.lying(layout, item)).collect();
                let line = Line { title: area.title.clone(), seat: area.owner.map(Seat::index), things };
                self.lines.insert_full(line).0 as u32
            },
        );
        lines.collect()
    }

    fn lying(&mut self, layout: &Layout, item: &Item) -> Thing {
        if let Glyph::Text(text) = &item.glyph {
            return Thing::Text(text.clone());
        }
        let one = Item { count: if item.glyph == Glyph::Seeds { item.count } else { 1 }, ..item.clone() };
        let sprite =
            self.thing(layout, &one, 1.0, |canvas| pieces::draw_item(canvas, layout, &one, (0.0, 0.0), 1.0));
        let count = if item.glyph == Glyph::Seeds { 1 } else { item.count };
        Thing::Drawn(sprite, count, words::words(layout.board, item))
    }
}

/// The rules of the classes that occur in these sprites, and the shapes that they draw by reference, as SVG.
pub fn shared<'s>(sheets: impl IntoIterator<Item = &'s Sheet>) -> (String, String) {
    let (mut bodies, mut shapes) = (String::new(), BTreeSet::new());
    for sheet in sheets {
        sheet.sprites.iter().for_each(|sprite| bodies += sprite);
        shapes.extend(&sheet.shapes);
    }
    (style::rules(crate::Theme::Auto, &bodies), style::definitions(shapes))
}
