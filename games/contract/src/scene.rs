//! What is on the table, as data: the same for a text, a picture and a page that is played on.
//!
//! A [`Board`] is what stays the same during a game, a [`Scene`] what stands on it in one position. Lengths are in units of
//! the distance between neighbouring sites; x grows to the right, y downwards, as on a screen.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::Seat;

/// Sites, lines and inscriptions of a board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Board {
    /// Where things can stand. Numbers are unique; a game whose table grows lists further ones in [`Scene::sites`].
    pub sites: Vec<Site>,
    /// What is drawn between and around the sites.
    pub lines: Vec<Line>,
    /// Coordinates and other inscriptions.
    pub labels: Vec<Label>,
    /// How it is looked at.
    pub view: View,
    /// What it is made of.
    pub surface: Surface,
    /// The seats in order.
    pub players: Vec<Player>,
}

impl Board {
    /// How many numbers there are for sites: one more than the largest in use.
    pub fn site_numbers(&self) -> usize {
        self.sites.iter().map(|site| site.id as usize + 1).max().unwrap_or(0)
    }
}

/// A seat as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// What the seat is called.
    pub name: String,
    /// The colour of its pieces.
    pub colour: Colour,
}

/// A place on the board where things can stand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Site {
    /// Its number, the same throughout the game.
    pub id: u32,
    /// Its name in the notation of the game.
    pub name: String,
    /// The centre.
    pub x: f32,
    /// The centre.
    pub y: f32,
    /// The level, 0 the lowest.
    pub z: u8,
    /// Its outline.
    pub shape: Shape,
    /// How it is coloured.
    pub tone: Tone,
}

impl Site {
    /// A plain site on the ground, with its middle at `x` and `y`.
    pub fn new(id: usize, name: String, (x, y): (f32, f32), shape: Shape) -> Site {
        Site { id: id as u32, name, x, y, z: 0, shape, tone: Tone::Plain }
    }
}

/// The outline of a site, around its centre.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A square with sides of 1.
    Square,
    /// A hexagon with a corner at the top whose neighbours are at a distance of 1.
    HexPointy,
    /// A hexagon with a side at the top whose neighbours are at a distance of 1.
    HexFlat,
    /// A triangle with sides of 1: a corner or a side at the top.
    Triangle {
        /// Whether the corner is at the top.
        up: bool,
    },
    /// A point where lines meet.
    Point,
    /// A round place with a diameter of 0.9.
    Circle,
    /// A pit for seeds.
    Pit,
    /// Corners relative to the centre.
    Polygon(Vec<(f32, f32)>),
}

/// How a site or line is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// As the board is.
    #[default]
    Plain,
    /// The lighter of two kinds.
    Light,
    /// The darker of two kinds.
    Dark,
    /// A third kind between them.
    Middle,
    /// A place with rules of its own: a throne, a castle, a goal.
    Special,
    /// Nothing may stand here.
    Blocked,
    /// A place that belongs to a seat.
    Home(Seat),
    /// Drawn only when somebody can choose it.
    Hidden,
}

/// A line of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Its corners.
    pub path: Vec<(f32, f32)>,
    /// Whether it is bent smoothly through the corners.
    pub curved: bool,
    /// How strongly it is drawn.
    pub weight: Weight,
    /// The seat that it belongs to.
    pub owner: Option<Seat>,
}

/// How strongly a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// A line like any other.
    #[default]
    Thin,
    /// A border.
    Bold,
    /// A wall that is not crossed.
    Wall,
}

/// An inscription of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// The middle of the text.
    pub x: f32,
    /// The middle of the text.
    pub y: f32,
}

/// How a board is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// From above.
    #[default]
    Top,
    /// Its levels side by side, the lowest at the left.
    Levels,
    /// From above, with solid pieces whose tops are shifted by their heights.
    Oblique,
    /// From above, and no larger than what is in use.
    Table,
}

/// What a board is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surface {
    /// Squares or cells with borders of their own.
    #[default]
    Cells,
    /// A wooden board with lines.
    Wood,
    /// A woven cloth.
    Cloth,
    /// A green table for dice.
    Felt,
    /// A bare table.
    Bare,
}

/// A colour by name. Those of seats can be told apart by people who see few colours, and the picture gives each a second
/// sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Ivory.
    White,
    /// Ebony.
    Black,
    /// Blue.
    Blue,
    /// Orange.
    Orange,
    /// Bluish green.
    Green,
    /// Reddish purple.
    Purple,
    /// Yellow.
    Yellow,
    /// Sky blue.
    Sky,
    /// Vermilion.
    Red,
    /// Brown.
    Brown,
    /// Between white and black.
    Grey,
}

impl Colour {
    /// The colours of seats without colours of their own, in seat order.
    pub const SEATS: [Colour; 8] = [
        Colour::Blue,
        Colour::Orange,
        Colour::Green,
        Colour::Purple,
        Colour::Yellow,
        Colour::Sky,
        Colour::Red,
        Colour::Grey,
    ];

    /// The colour that a seat is named after.
    pub fn named(name: &str) -> Option<Colour> {
        Some(match name {
            "White" => Colour::White,
            "Black" => Colour::Black,
            "Blue" => Colour::Blue,
            "Orange" => Colour::Orange,
            "Green" => Colour::Green,
            "Yellow" => Colour::Yellow,
            "Red" => Colour::Red,
            _ => return None,
        })
    }
}

/// What stands where in one position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Scene {
    /// Sites of this position that the board does not list, because the table grows. A number stands for the same place
    /// in all scenes of a game.
    pub sites: Vec<Site>,
    /// Inscriptions of this position.
    pub labels: Vec<Label>,
    /// What stands on sites and in areas.
    pub items: Vec<Item>,
    /// What lies beside the board.
    pub areas: Vec<Area>,
    /// What the last ply did.
    pub marks: Vec<Mark>,
    /// What the last ply showed beside the board: dice thrown, words chosen.
    pub shown: Vec<Item>,
    /// The seats that have to choose. Empty at turns of chance and at the end.
    pub to_choose: Vec<Seat>,
    /// The seat whose dice are thrown next, where chance is dice and they are somebody's.
    pub thrower: Option<Seat>,
    /// One line about the position.
    pub caption: String,
}

/// Things for which a scene has room from the first one on: growing to it step by step would take most of the time of
/// making a scene.
const ROOM: usize = 32;

impl Scene {
    /// Adds an area beside the board and returns its number.
    pub fn area(&mut self, area: Area) -> u8 {
        self.areas.push(area);
        (self.areas.len() - 1) as u8
    }

    /// Puts something into the scene.
    #[inline]
    pub fn put(&mut self, item: Item) {
        if self.items.is_empty() {
            self.items.reserve(ROOM);
        }
        self.items.push(item);
    }

    /// Adds a line of the score sheet: a title and a value.
    pub fn note(&mut self, title: &str, owner: Option<Seat>, value: impl ToString) {
        let area = self.area(Area::new(title, AreaKind::Score, 1).of(owner));
        self.put(Item::new(Place::Area(area, 0), Glyph::Text(value.to_string())));
    }

    /// Adds a line of the score sheet for each seat of a table.
    pub fn notes<T: ToString>(&mut self, title: &str, seats: usize, value: impl Fn(Seat) -> T) {
        Seat::all(seats).for_each(|seat| self.note(title, Some(seat), value(seat)));
    }

    /// Adds an area of things to choose from, one in each slot, and returns its number.
    pub fn choices(&mut self, title: &str, glyphs: impl IntoIterator<Item = Glyph>) -> u8 {
        let area = self.area(Area::new(title, AreaKind::Choices, 0));
        for (slot, glyph) in (0..).zip(glyphs) {
            self.put(Item::new(Place::Area(area, slot), glyph));
            self.areas[usize::from(area)].slots = slot + 1;
        }
        area
    }
}

/// A thing on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Where it is.
    pub at: Place,
    /// What it is.
    pub glyph: Glyph,
    /// The seat that it belongs to.
    pub owner: Option<Seat>,
    /// Its colour, where that is not the seat's.
    pub colour: Option<Colour>,
    /// How many things it stands on.
    pub level: u8,
    /// How many of it there are.
    pub count: u16,
    /// By how much it is turned clockwise, in degrees.
    pub turn: u16,
    /// All sites that it covers, where they are more than one.
    pub span: Vec<u32>,
}

impl Item {
    /// One thing at a place, nobody's.
    pub fn new(at: Place, glyph: Glyph) -> Item {
        Item { at, glyph, owner: None, colour: None, level: 0, count: 1, turn: 0, span: Vec::new() }
    }

    /// One thing on a site, nobody's.
    pub fn on(site: usize, glyph: Glyph) -> Item {
        Item::new(Place::Site(site as u32), glyph)
    }

    /// The same thing, a seat's.
    #[must_use]
    pub fn of(self, seat: Seat) -> Item {
        Item { owner: Some(seat), ..self }
    }

    /// The same thing in a colour.
    #[must_use]
    pub fn coloured(self, colour: Colour) -> Item {
        Item { colour: Some(colour), ..self }
    }

    /// The same thing on top of others.
    #[must_use]
    pub fn level(self, level: usize) -> Item {
        Item { level: level as u8, ..self }
    }

    /// How many there are of it.
    #[must_use]
    pub fn times(self, count: usize) -> Item {
        Item { count: count as u16, ..self }
    }

    /// The same thing turned clockwise, in degrees.
    #[must_use]
    pub fn turned(self, degrees: usize) -> Item {
        Item { turn: degrees as u16, ..self }
    }

    /// The same thing over several sites.
    #[must_use]
    pub fn over(self, sites: impl IntoIterator<Item = usize>) -> Item {
        Item { span: sites.into_iter().map(|site| site as u32).collect(), ..self }
    }
}

/// Where a thing is, and what a person clicks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A site by its number.
    Site(u32),
    /// An area by its number in [`Scene::areas`], and a slot of it.
    Area(u8, u16),
}

impl Place {
    /// The site with this number.
    pub fn site(id: usize) -> Place {
        Place::Site(id as u32)
    }

    /// The number of the site, unless the place is beside the board.
    pub fn id(self) -> Option<u32> {
        match self {
            Place::Site(id) => Some(id),
            Place::Area(..) => None,
        }
    }

    /// A slot of an area.
    pub fn slot(area: u8, slot: usize) -> Place {
        Place::Area(area, slot as u16)
    }
}

/// The places to click for one action. Up to four, as most actions have, need no memory of their own.
pub type Places = SmallVec<[Place; 4]>;

/// What a thing is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Glyph {
    /// A flat round man.
    Disc,
    /// A man with a crown or a cross: a king of draughts or tafl.
    Crowned,
    /// A ball.
    Ball,
    /// A ring with nothing inside.
    Ring,
    /// A peg in a hole.
    Peg,
    /// A solid: its units along x, along y, and its height. A height of 0 is flat.
    Block(u8, u8, u8),
    /// A pyramid with this number of pips.
    Pyramid(u8),
    /// A piece of chess or of one of its relatives.
    Figure(Figure),
    /// A round man with an inscription.
    Letter(String),
    /// A die: the number of its sides, and what it shows.
    Die {
        /// Its number of sides.
        sides: u8,
        /// What it shows.
        up: u8,
    },
    /// A card with an inscription.
    Card(String),
    /// A tile with tracks.
    Tile(Tile),
    /// A tile of squares joined at their sides.
    Polyomino(Polyomino),
    /// Seeds in a pit, as many as the item's count.
    Seeds,
    /// A cell that is filled.
    Filled,
    /// Something that nobody passes.
    Obstacle,
    /// A small sign on a site.
    Marker,
    /// A direction: an arrow to the top, turned by the item's turn.
    Arrow,
    /// Words or a number.
    Text(String),
}

/// A tile whose sides are joined by coloured tracks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tile {
    /// Its outline.
    pub shape: Shape,
    /// Pairs of sides with the colour of the track between them. Sides are counted clockwise from the one at the top, or at the
    /// upper right of a hexagon with a corner at the top.
    pub tracks: Vec<(u8, u8, Colour)>,
}

/// A tile of squares joined at their sides. On the board the square at the origin
/// lies on the site of the item.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Polyomino {
    /// What it is called.
    pub name: String,
    /// Its squares, x to the right and y downwards.
    pub squares: Vec<(i8, i8)>,
    /// What is written on one of its squares.
    pub sign: Option<((i8, i8), String)>,
}

/// The pieces of chess and its relatives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// Chess.
    King,
    /// Chess.
    Queen,
    /// Chess.
    Rook,
    /// Chess.
    Bishop,
    /// Chess.
    Knight,
    /// Chess.
    Pawn,
    /// Rook and knight.
    Marshal,
    /// Bishop and knight.
    Cardinal,
    /// The bird of Grande Acedrex.
    Aanca,
    /// The rhinoceros of Grande Acedrex.
    Unicorn,
    /// A lion.
    Lion,
    /// A crocodile.
    Crocodile,
    /// A giraffe.
    Giraffe,
    /// A foot soldier with one feather, a Panthan of Jetan.
    Panthan,
    /// A mounted warrior of Jetan, with an inscription.
    Thoat,
    /// Jetan.
    Warrior,
    /// Jetan.
    Padwar,
    /// Jetan.
    Dwar,
    /// Jetan.
    Flier,
    /// Jetan.
    Chief,
    /// Jetan.
    Princess,
    /// A man on foot of Camelot.
    Man,
    /// An elephant.
    Elephant,
    /// A dragon or another winged beast.
    Dragon,
    /// A ship or boat.
    Ship,
    /// A dwarf.
    Dwarf,
    /// A troll.
    Troll,
    /// A standing stone.
    Stone,
    /// A rabbit or hare.
    Rabbit,
    /// A hound, hunter or dog.
    Hunter,
}

/// Something beside the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Area {
    /// What it is called.
    pub title: String,
    /// The seat that it belongs to.
    pub owner: Option<Seat>,
    /// What it is for.
    pub kind: AreaKind,
    /// How many slots it has, counted from 0.
    pub slots: u16,
}

impl Area {
    /// An area that is nobody's.
    pub fn new(title: &str, kind: AreaKind, slots: usize) -> Area {
        Area { title: title.to_owned(), owner: None, kind, slots: slots as u16 }
    }

    /// The same area, a seat's if one is given.
    #[must_use]
    pub fn of(self, owner: Option<Seat>) -> Area {
        Area { owner, ..self }
    }
}

/// What an area is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaKind {
    /// What a seat may bring onto the board.
    Hand,
    /// What everybody may bring onto the board.
    Reserve,
    /// What was captured.
    Captured,
    /// Dice that lie on the table.
    Dice,
    /// A number of the score sheet.
    Score,
    /// Coins.
    Money,
    /// A row of fields beside the board.
    Track,
    /// What may be chosen to enter an action and is not on the table: faces of dice, promotions, words.
    Choices,
}

/// What the last ply did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Something went along these sites.
    Move(Vec<u32>),
    /// Something came onto a site.
    Enter(u32),
    /// What stood on a site is gone.
    Remove(u32),
    /// These sites matter.
    Outline(Vec<u32>),
    /// How much the number on a site changed.
    Change(u32, i32),
    /// A closed line through these sites.
    Frame(Vec<u32>),
    /// A remark about a site.
    Note(u32, String),
}
