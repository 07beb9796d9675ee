//! Where things are in a picture.

use torneo_contract::Seat;
use torneo_contract::scene::{Area, AreaKind, Board, Colour, Glyph, Item, Place, Scene, Site, Tone, View};

use crate::Style;
use crate::canvas::UNIT;
use crate::geometry::{Extent, corners};
use crate::laid::Laid;

/// Fewest pixels of a coordinate's letter that can be read.
const LEGIBLE: f32 = 7.0;
/// By how much letters on things may grow to be read.
const GROWTH: f32 = 1.8;
/// Sizes of a coordinate in units of the board: on large pictures, and the largest for which there is room on small ones.
const LABEL: (f32, f32) = (0.36, 0.52);
/// Most pixels of the letter of a coordinate, and of a site's name.
pub const LARGEST: f32 = 16.0;
/// Pixels of the line around a piece, and the units of the drawing between which it stays.
const OUTLINE: f32 = 2.0;
const OUTLINES: (f32, f32) = (0.8, 3.0);
/// Fewest pixels of a site that is touched (WCAG 2.2, success criterion 2.5.8).
const TOUCHED: f32 = 24.0;
/// Pixels of letters that are read with ease, and a little more, as numbers in pictures are rounded.
pub const EASY: f32 = 11.1;
/// Size of the table on which only dice lie.
const TABLE: (f32, f32) = (8.0, 2.6);

/// What is drawn, and where.
pub struct Layout<'a> {
    pub board: &'a Board,
    pub scene: &'a Scene,
    /// What is shown of the board's plane, with its margin.
    pub extent: Extent,
    /// The board itself without labels.
    pub plate: Extent,
    /// Whether coordinates are large enough to be read.
    pub labelled: bool,
    /// Whether sites are to be named where the board has no coordinates.
    pub named: bool,
    /// Whether the picture is touched on a page, which says in text what is to be read.
    pub touch: bool,
    /// Size of a coordinate in units of the board.
    pub label: f32,
    /// Pixels of a unit of the board.
    pub pixels: f32,
    laid: &'a Laid<'a>,
    /// The sites on which something lies, in ascending order.
    used: Vec<u32>,
}

impl<'a> Layout<'a> {
    pub fn new(laid: &'a Laid<'a>, scene: &'a Scene) -> Layout<'a> {
        let (board, Style { size, bare, touch, .. }) = (&*laid.board, laid.style);
        let mut used: Vec<u32> = scene.items.iter().flat_map(places).collect();
        used.sort_unstable();
        let mut layout = Layout {
            board,
            scene,
            extent: Extent::NONE,
            plate: Extent::NONE,
            labelled: true,
            label: LABEL.0,
            named: !bare && !touch,
            touch,
            pixels: 1.0,
            laid,
            used,
        };
        layout.plate = layout.measured();
        let with_labels = board.labels.iter().chain(&scene.labels).fold(layout.plate, |mut extent, label| {
            extent.include((label.x - 0.3, label.y - 0.3));
            extent.include((label.x + 0.3, label.y + 0.3));
            extent
        });
        let unit = size as f32 / with_labels.grown(0.3).width();
        let has_labels = !(board.labels.is_empty() && scene.labels.is_empty());
        layout.label = (EASY / unit).clamp(LABEL.0.min(LARGEST / unit), LABEL.1);
        let least = if touch { EASY } else { LEGIBLE };
        layout.labelled = !bare && (layout.label * unit).ceil() >= least && has_labels;
        let fits = |extent: Extent| size as f32 / extent.width() >= TOUCHED;
        let narrow = layout.plate.grown(0.1);
        let crowded = touch && !fits(with_labels.grown(0.3)) && fits(narrow);
        layout.labelled &= !crowded;
        let shown = if layout.labelled { with_labels } else { layout.plate };
        layout.extent = if crowded { narrow } else { shown.grown(0.3) };
        if !bare {
            layout.widen();
        }
        layout.pixels = size as f32 / layout.extent.width();
        layout
    }

    /// Keeps a narrow board from squeezing what lies beside it.
    fn widen(&mut self) {
        const NARROWEST: f32 = 4.5;
        let missing = (NARROWEST - self.extent.width()).max(0.0) / 2.0;
        self.extent.left -= missing;
        self.extent.right += missing;
    }

    fn measured(&self) -> Extent {
        let mut extent = self.laid.extent;
        // The others are measured once for all scenes.
        let of_scene = if self.board.view == View::Table { &*self.board.sites } else { &[] };
        let shown = of_scene.iter().chain(&self.scene.sites).filter(|site| self.shows(site));
        shown.flat_map(corners).for_each(|point| extent.include(point));
        if extent == Extent::NONE {
            extent.include((-TABLE.0 / 2.0, -TABLE.1 / 2.0));
            extent.include((TABLE.0 / 2.0, TABLE.1 / 2.0));
        }
        extent
    }

    /// The width of the lines around pieces, in units of the drawing.
    pub fn outline(&self) -> f32 {
        (OUTLINE * UNIT / self.pixels).clamp(OUTLINES.0, OUTLINES.1)
    }

    /// The size of letters on a thing or over it, which are to have this size: larger where they could not be read.
    pub fn letters(&self, size: f32) -> f32 {
        size.max((EASY / self.pixels).min(GROWTH * size))
    }

    /// Whether nothing lies on a table that grows with what is laid.
    pub fn is_empty_table(&self) -> bool {
        self.board.view == View::Table && self.used.is_empty()
    }

    /// The sites that are drawn. Of an empty table, the place where the first thing is laid.
    pub fn shown_sites(&self) -> impl Iterator<Item = &'a Site> {
        let all = self.board.sites.iter().chain(&self.scene.sites);
        all.filter(|site| self.shows(site))
    }

    fn shows(&self, site: &Site) -> bool {
        let table = self.board.view == View::Table;
        let always = if table { self.used.is_empty() } else { site.tone != Tone::Hidden };
        always || self.used.binary_search(&site.id).is_ok()
    }

    /// Whether a ring stands on a site.
    pub fn has_ring(&self, id: u32) -> bool {
        let on = |item: &&Item| places(item).any(|site| site == id);
        self.scene.items.iter().filter(on).any(|item| item.glyph == Glyph::Ring)
    }

    /// Whether nothing stands on a site but a ring, through which its ground is seen.
    pub fn is_free(&self, id: u32) -> bool {
        let stands = |item: &&Item| places(item).any(|site| site == id);
        self.scene.items.iter().filter(stands).all(|item| item.glyph == Glyph::Ring)
    }

    pub fn site(&self, id: u32) -> Option<&'a Site> {
        let own = self.scene.sites.iter().find(|site| site.id == id);
        own.or_else(|| self.laid.sites.get(&id).map(|&number| &self.board.sites[number]))
    }

    /// The middle of what stands at an item's sites.
    pub fn middle(&self, item: &Item) -> Option<(f32, f32)> {
        let sites: Vec<&Site> = places(item).filter_map(|id| self.site(id)).collect();
        let count = sites.len() as f32;
        let sum = sites.iter().fold((0.0, 0.0), |sum, site| (sum.0 + site.x, sum.1 + site.y));
        (!sites.is_empty()).then(|| (sum.0 / count, sum.1 / count))
    }

    /// The colour of a thing.
    pub fn colour(&self, item: &Item) -> Colour {
        item.colour.or_else(|| item.owner.map(|seat| self.colour_of(seat))).unwrap_or(Colour::Grey)
    }

    /// The colour of a seat.
    pub fn colour_of(&self, seat: Seat) -> Colour {
        self.board.players.get(seat.index()).map_or(Colour::Grey, |player| player.colour)
    }

    /// The areas that are drawn, with their numbers and what lies in them.
    pub fn areas(&self) -> impl Iterator<Item = (&'a Area, Vec<&'a Item>)> {
        let drawn = self.scene.areas.iter().enumerate().filter(|(_, area)| area.kind != AreaKind::Choices);
        // An empty hand is not worth a row.
        let items = |number: usize| {
            let lies =
                move |item: &&Item| matches!(item.at, Place::Area(area, _) if usize::from(area) == number);
            let mut items: Vec<&Item> = self.scene.items.iter().filter(lies).collect();
            items.sort_by_key(|item| item.at);
            items
        };
        drawn.map(move |(number, area)| (area, items(number))).filter(|(_, items)| !items.is_empty())
    }

    /// The things on sites, from below to above.
    pub fn on_board(&self) -> Vec<&'a Item> {
        let mut items: Vec<&Item> =
            self.scene.items.iter().filter(|item| matches!(item.at, Place::Site(_))).collect();
        let height = |item: &&Item| match item.at {
            Place::Site(id) => (self.site(id).map_or(0, |site| site.z), item.level),
            Place::Area(..) => (0, 0),
        };
        items.sort_by_key(height);
        items
    }
}

/// The sites of an item.
pub fn places(item: &Item) -> impl Iterator<Item = u32> {
    let own = match item.at {
        Place::Site(id) if item.span.is_empty() => Some(id),
        _ => None,
    };
    item.span.iter().copied().chain(own)
}
