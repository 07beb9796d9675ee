//! What lies beside the board, and whose turn it is.

use torneo_contract::scene::{Area, AreaKind, Glyph, Item, Place, Polyomino};

use crate::canvas::{Anchor, Canvas, Frame};
use crate::geometry::Extent;
use crate::layout::Layout;
use crate::palette::class;
use crate::pieces::{piece, sign};
use crate::polyominoes;

/// Pixels of the text beside a board of any size.
const TEXT: f32 = 14.0;
/// What is beside the board is measured in parts of a row with names of this size.
const NAME: f32 = 0.34;
/// Height of a row.
const ROW: f32 = 0.8;
/// The smallest letters.
const SMALLEST: f32 = 0.32;
/// How long a text is that is more than a number.
const WORDY: f32 = 1.6;
/// The narrowest picture, in pixels, on which what lies beside the board is meant to be read.
const NARROWEST: f32 = 200.0;

/// Where something lies in an area: its place, its upper left corner and its size.
pub type Slot = (Place, (f32, f32), (f32, f32));

/// Draws the areas below the board; returns the height that they take and what lies where. Where nobody could read them they
/// are left out.
pub fn draw(canvas: &mut Canvas, layout: &Layout, board: Extent) -> (f32, Vec<Slot>) {
    // Of an empty table the hands are all there is to see.
    let scale = if layout.pixels * board.width() >= NARROWEST {
        TEXT / (NAME * layout.pixels)
    } else if layout.is_empty_table() {
        board.width() / 10.0
    } else {
        return (0.0, Vec::new());
    };
    let (x, y) = (board.left + 0.2 * scale, board.bottom + 0.1 * scale);
    let mut pen = Pen { x, y, scale, board, slots: Vec::new() };
    // Pages that are touched say in text what is read.
    for (area, items) in layout.areas().filter(|(area, _)| !(layout.touch && area.kind == AreaKind::Score)) {
        pen.area(canvas, layout, area, &items);
    }
    if !layout.scene.shown.is_empty() && layout.board.surface != torneo_contract::scene::Surface::Felt {
        let area = Area::new("last", AreaKind::Dice, layout.scene.shown.len());
        let items: Vec<&Item> = layout.scene.shown.iter().collect();
        // What was thrown lies nowhere that could be meant.
        let known = pen.slots.len();
        pen.area(canvas, layout, &area, &items);
        pen.slots.truncate(known);
    }
    pen.line();
    if !layout.touch {
        pen.legend(canvas, layout);
    }
    (pen.y - board.bottom + 0.1 * scale, pen.slots)
}

/// The dice of the last throw in the middle of their table.
pub fn throw(canvas: &mut Canvas, layout: &Layout) {
    // Many dice lie closer together.
    const USUAL: f32 = 1.35;
    const ROOM: f32 = 8.0;
    let dice = &layout.scene.shown;
    let apart = USUAL.min(ROOM / dice.len() as f32);
    for (index, item) in dice.iter().enumerate() {
        let x = (index as f32 - (dice.len() as f32 - 1.0) / 2.0) * apart;
        let tilt = if index % 2 == 0 { 0.12 } else { -0.12 };
        canvas.group("thrown", |canvas| piece(canvas, layout, item, (x, tilt), apart / USUAL * 1.25));
    }
}

/// Where the next area begins.
struct Pen {
    x: f32,
    y: f32,
    scale: f32,
    board: Extent,
    /// What was drawn where.
    slots: Vec<Slot>,
}

impl Pen {
    /// Width of a text in units of the board, roughly.
    fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().count() as f32 * size * 0.56 * self.scale
    }

    /// Goes to the next row, unless this one is empty.
    fn line(&mut self) {
        let start = self.board.left + 0.2 * self.scale;
        if self.x > start {
            self.x = start;
            self.y += ROW * self.scale;
        }
    }

    fn area(&mut self, canvas: &mut Canvas, layout: &Layout, area: &Area, items: &[&Item]) {
        let size = 0.32;
        let step = 0.62 * self.scale;
        let chip = if area.owner.is_some() { 0.42 * self.scale } else { 0.0 };
        let title = self.width(&area.title, size) + 0.25 * self.scale;
        let content: f32 = items.iter().map(|item| self.item_width(item, step)).sum();
        let width = chip + title + content + 0.35 * self.scale;
        // What is said of a player in words has a row of its own.
        let said = area.owner.is_some() && content > WORDY * self.scale;
        if said || self.x + width > self.board.right {
            self.line();
        }
        let middle = self.y + ROW / 2.0 * self.scale;
        if let Some(seat) = area.owner {
            let at = (self.x + 0.15 * self.scale, middle);
            chip_of(canvas, layout, seat, at, self.scale);
        }
        canvas.text("f", &area.title, (self.x + chip, middle), size * self.scale, Anchor::Start);
        let mut x = self.x + chip + title;
        for item in items {
            if let Glyph::Text(text) = &item.glyph {
                self.slots.push((item.at, (x, self.y), (self.item_width(item, step), ROW * self.scale)));
                x = self.words(canvas, "t", text, x, 0.36);
                continue;
            }
            let width = self.item_width(item, step);
            if x + width > self.board.right && x > self.board.left + 2.0 * step {
                // This row holds something, although the area began at its start.
                self.x = x;
                self.line();
                x = self.x + 0.4 * self.scale;
            }
            self.item(canvas, layout, item, (x, self.y + ROW / 2.0 * self.scale), step);
            self.slots.push((item.at, (x, self.y), (width, ROW * self.scale)));
            x += width;
        }
        self.x = x + 0.35 * self.scale;
    }

    /// Writes a text from `x` on, over as many rows as it needs; returns where it ends.
    fn words(&mut self, canvas: &mut Canvas, class: &str, text: &str, mut x: f32, size: f32) -> f32 {
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if x + self.width(&longer, size) <= self.board.right || line.is_empty() {
                line = longer;
                continue;
            }
            self.write(canvas, class, &line, x, size);
            // This row holds something, although the text began at its start.
            self.x = x + 1.0;
            self.line();
            x = self.x + 0.4 * self.scale;
            word.clone_into(&mut line);
        }
        self.write(canvas, class, &line, x, size);
        x + self.width(&line, size) + 0.1 * self.scale
    }

    fn write(&self, canvas: &mut Canvas, class: &str, text: &str, x: f32, size: f32) {
        let middle = self.y + ROW / 2.0 * self.scale;
        canvas.text(class, text, (x, middle), size * self.scale, Anchor::Start);
    }

    /// The side of a square of a tile that fits into a row.
    fn side(&self, tile: &Polyomino) -> f32 {
        const LARGEST: f32 = 0.3;
        LARGEST.min(0.9 * ROW / polyominoes::extent(tile).height()) * self.scale
    }

    fn item_width(&self, item: &Item, step: f32) -> f32 {
        match &item.glyph {
            Glyph::Text(text) => self.width(text, 0.36) + 0.1 * self.scale,
            Glyph::Seeds => step,
            // Hexagons with a side at the top are wider than the others.
            Glyph::Tile(_) => 1.2 * step,
            Glyph::Polyomino(tile) => polyominoes::extent(tile).width() * self.side(tile) + 0.2 * self.scale,
            _ if item.count > 1 => step + self.width(&times(item.count), SMALLEST) + 0.2 * self.scale,
            _ => step,
        }
    }

    fn item(&self, canvas: &mut Canvas, layout: &Layout, item: &Item, (x, y): (f32, f32), step: f32) {
        // A number on a thing as small as this could not be read.
        let one = Item { count: 1, ..item.clone() };
        let counted = item.count > 1 && item.glyph != Glyph::Seeds;
        if counted {
            canvas.text("t", &times(item.count), (x + step, y), SMALLEST * self.scale, Anchor::Start);
        }
        let item = if counted { &one } else { item };
        match &item.glyph {
            Glyph::Tile(_) => piece(canvas, layout, item, (x + 0.6 * step, y), 0.6 * self.scale),
            Glyph::Polyomino(tile) => {
                let side = self.side(tile);
                let middle = polyominoes::extent(tile).middle();
                let at = (
                    x + polyominoes::extent(tile).width() * side / 2.0 - middle.0 * side,
                    y - middle.1 * side,
                );
                piece(canvas, layout, item, at, side);
            }
            _ => piece(canvas, layout, item, (x + step / 2.0, y), 0.62 * self.scale),
        }
    }

    /// The seats with their colours; those that are to choose are pointed out. Then the caption.
    fn legend(&mut self, canvas: &mut Canvas, layout: &Layout) {
        let size = NAME;
        // Whom the score sheet names is not named again.
        let named = |name: &str| layout.areas().any(|(area, _)| area.owner.is_some() && area.title == name);
        for (index, player) in
            layout.board.players.iter().enumerate().filter(|(_, player)| !named(&player.name))
        {
            let width = self.width(&player.name, size) + 0.95 * self.scale;
            if self.x + width > self.board.right {
                self.line();
            }
            let middle = self.y + ROW / 2.0 * self.scale;
            let seat = torneo_contract::Seat::new(index);
            let chooses = layout.scene.to_choose.contains(&seat);
            if chooses {
                let place =
                    Frame { at: (self.x + 0.1 * self.scale, middle), scale: 0.5 * self.scale, turn: 90.0 };
                canvas.stamp("tip", "tick", place);
            }
            chip_of(canvas, layout, seat, (self.x + 0.38 * self.scale, middle), self.scale);
            let name = if chooses { "t" } else { "f" };
            canvas.text(
                name,
                &player.name,
                (self.x + 0.62 * self.scale, middle),
                size * self.scale,
                Anchor::Start,
            );
            self.x += width;
        }
        if !layout.scene.caption.is_empty() {
            if self.x + self.width(&layout.scene.caption, size) > self.board.right {
                self.line();
            }
            self.x = self.words(canvas, "t", &layout.scene.caption, self.x, size);
        }
        self.line();
    }
}

/// How many there are of a thing.
fn times(count: u16) -> String {
    format!("×{count}")
}

/// A small man in the colour of a seat.
fn chip_of(canvas: &mut Canvas, layout: &Layout, seat: torneo_contract::Seat, at: (f32, f32), scale: f32) {
    let colour = layout.colour_of(seat);
    canvas.circle(class(colour), at, 0.16 * scale);
    sign(canvas, colour, at, 0.42 * scale);
}
