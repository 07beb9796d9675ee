//! A scene, cut into numbers with names.

use std::fmt::Write as _;

use torneo_contract::Seat;
use torneo_contract::mixer::hash_of;
use torneo_contract::scene::{Area, AreaKind, Glyph, Item, Place, Scene};

use crate::cells::Cells;

/// Where a number belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A cell of the frame.
    Cell(usize),
    /// The scene as a whole.
    Whole,
}

/// Who takes the numbers of a scene.
pub trait Sink {
    /// Takes a number. Numbers with the same key mean the same; `name` says what, for people.
    fn put(&mut self, key: u64, spot: Spot, value: f32, name: &dyn Fn() -> String);
}

/// A seat as another one sees it: how many seats after it; none for nobody.
#[inline]
pub fn relative(owner: Option<Seat>, seat: Seat, seats: usize) -> Option<usize> {
    owner.map(|owner| {
        let mut after = owner.index() + seats - seat.index();
        // Once at most; a division would take longer than everything else.
        while after >= seats {
            after -= seats;
        }
        after
    })
}

/// A relative seat in words.
fn whose(relative: Option<usize>) -> String {
    match relative {
        None => "nobody's".to_owned(),
        Some(0) => "own".to_owned(),
        Some(after) => format!("{after} after"),
    }
}

/// A text as its words, each number replaced by a sign, and its numbers.
pub struct Words {
    /// The text with `#` for each number; a text that has this sign itself keeps its digits.
    pub frame: String,
    /// The numbers in their order.
    pub numbers: Vec<f32>,
}

impl Words {
    /// Takes a text apart. Digits beyond what a number of the array can hold exactly stay in the words.
    pub fn of(text: &str) -> Words {
        let (mut frame, mut numbers, mut rest) = (String::new(), Vec::new(), text);
        if text.contains('#') {
            return Words { frame: text.to_owned(), numbers };
        }
        while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
            frame.push_str(&rest[..at]);
            let digits = rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| at + end);
            let number = &rest[at..digits];
            match exact(number) {
                Some(value) => {
                    frame.push('#');
                    numbers.push(value);
                }
                None => frame.push_str(number),
            }
            rest = &rest[digits..];
        }
        frame.push_str(rest);
        Words { frame, numbers }
    }
}

/// The value of digits without leading zeros that stand for a number which arrays hold exactly.
fn exact(digits: &str) -> Option<f32> {
    let plain = digits.len() == 1 || !digits.starts_with('0');
    (plain && digits.len() <= 6).then(|| digits.parse().ok()).flatten()
}

/// What a thing is, in words.
fn glyph_name(glyph: &Glyph) -> String {
    match glyph {
        Glyph::Letter(_) => "letter".to_owned(),
        Glyph::Card(_) => "card".to_owned(),
        Glyph::Text(_) => "text".to_owned(),
        Glyph::Tile(_) => "tile".to_owned(),
        Glyph::Block(x, y, height) => format!("block {x}x{y}x{height}"),
        Glyph::Pyramid(pips) => format!("pyramid {pips}"),
        Glyph::Die { sides, up } => format!("die of {sides} showing {up}"),
        Glyph::Figure(figure) => format!("{figure:?}").to_lowercase(),
        glyph => format!("{glyph:?}").to_lowercase(),
    }
}

/// A number for what a thing is, its words and tracks left out.
fn glyph_key(glyph: &Glyph) -> u64 {
    let number = match glyph {
        Glyph::Disc => 0,
        Glyph::Crowned => 1,
        Glyph::Ball => 2,
        Glyph::Ring => 3,
        Glyph::Peg => 4,
        Glyph::Seeds => 5,
        Glyph::Filled => 6,
        Glyph::Obstacle => 7,
        Glyph::Marker => 8,
        Glyph::Arrow => 9,
        Glyph::Block(x, y, height) => return hash_of(&(10_u8, *x, *y, *height)),
        Glyph::Pyramid(pips) => return hash_of(&(11_u8, *pips)),
        Glyph::Figure(figure) => return hash_of(&(12_u8, *figure)),
        Glyph::Die { sides, up } => return hash_of(&(13_u8, *sides, *up)),
        Glyph::Letter(_) => 14,
        Glyph::Card(_) => 15,
        Glyph::Text(_) => 16,
        Glyph::Tile(_) => 17,
    };
    hash_of(&(number as u8, 0_u8))
}

/// One seat's view of a scene.
pub struct Viewer<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Where its sites lie.
    pub located: &'a Cells,
    /// Who looks.
    pub seat: Seat,
    /// Number of seats.
    pub seats: usize,
}

/// The key of an area, and how many like it came before.
pub type AreaKey = (u64, usize);

impl Viewer<'_> {
    /// Gives everything that the scene shows to a sink. What lies on sites beyond the frame comes with a key of its own.
    pub fn tell(&self, sink: &mut impl Sink) {
        let areas = self.areas();
        self.tell_areas(sink, &areas);
        for item in &self.scene.items {
            self.tell_thing(sink, item, &areas);
            self.tell_covered(sink, item, &areas);
        }
        self.tell_caption(sink);
        for &chooser in &self.scene.to_choose {
            self.tell_chooser(sink, chooser);
        }
        self.tell_seat(sink);
    }

    /// Tells which areas there are.
    pub fn tell_areas(&self, sink: &mut impl Sink, areas: &[AreaKey]) {
        for (area, (key, nth)) in self.scene.areas.iter().zip(areas) {
            sink.put(hash_of(&(*key, "there")), Spot::Whole, 1.0, &|| {
                format!("{}: there", self.area_name(area, *nth))
            });
        }
    }

    /// Tells what a thing is, in the place where it is.
    pub fn tell_thing(&self, sink: &mut impl Sink, item: &Item, areas: &[AreaKey]) {
        let Some((spot, place)) = self.place(item.at, areas) else { return };
        let base = self.base(item, place);
        let name = || format!("{}{}", self.place_name(item.at, areas), self.item_name(item));
        match &item.glyph {
            Glyph::Letter(text) | Glyph::Card(text) | Glyph::Text(text) => {
                self.words(sink, base, spot, &Words::of(text), &name);
                if item.count != 1 {
                    sink.put(hash_of(&(base, "count")), spot, f32::from(item.count), &|| {
                        format!("{}: count", name())
                    });
                }
            }
            Glyph::Tile(tile) => {
                sink.put(base, spot, f32::from(item.count), &name);
                for &(from, to, colour) in &tile.tracks {
                    let key = hash_of(&(base, from, to, colour));
                    let name = || format!("{}: {colour:?} track {from}-{to}", name()).to_lowercase();
                    sink.put(key, spot, 1.0, &name);
                }
            }
            _ => sink.put(base, spot, f32::from(item.count), &name),
        }
    }

    /// Tells which other sites a thing covers.
    pub fn tell_covered(&self, sink: &mut impl Sink, item: &Item, areas: &[AreaKey]) {
        let Some((_, place)) = self.place(item.at, areas) else { return };
        let base = self.base(item, place);
        for site in &item.span {
            if let Some(cell) = self.located.of(*site).filter(|_| item.at != Place::Site(*site)) {
                let name = || format!("{}{}: covers", self.place_name(item.at, areas), self.item_name(item));
                sink.put(hash_of(&(base, "covers")), Spot::Cell(cell), 1.0, &name);
            }
        }
    }

    /// Tells the caption.
    pub fn tell_caption(&self, sink: &mut impl Sink) {
        let name = || "caption".to_owned();
        self.words(sink, hash_of(&"caption"), Spot::Whole, &Words::of(&self.scene.caption), &name);
    }

    /// Tells that a seat has to choose.
    pub fn tell_chooser(&self, sink: &mut impl Sink, chooser: Seat) {
        let after = relative(Some(chooser), self.seat, self.seats);
        let name = || format!("to choose: {}", whose(after));
        sink.put(hash_of(&("choose", after)), Spot::Whole, 1.0, &name);
    }

    /// Tells who looks.
    pub fn tell_seat(&self, sink: &mut impl Sink) {
        let seat = self.seat;
        sink.put(hash_of(&("seat", seat)), Spot::Whole, 1.0, &|| format!("seat {seat}"));
    }

    /// Where a place is told of, and its key; none for an area that is not there.
    fn place(&self, place: Place, areas: &[AreaKey]) -> Option<(Spot, u64)> {
        match place {
            Place::Site(site) => {
                let cell = self.located.of(site);
                let (spot, place) =
                    cell.map_or((Spot::Whole, u64::from(site) + 1), |cell| (Spot::Cell(cell), 0));
                Some((spot, hash_of(&("site", place))))
            }
            Place::Area(number, slot) => {
                let (key, _) = areas.get(usize::from(number))?;
                Some((Spot::Whole, hash_of(&(*key, slot))))
            }
        }
    }

    /// The key of a thing, its words and tracks left out, in a place with a key.
    fn base(&self, item: &Item, place: u64) -> u64 {
        let owner = relative(item.owner, self.seat, self.seats);
        let looks = (owner, item.colour, item.level, item.turn);
        hash_of(&(place, glyph_key(&item.glyph), looks))
    }

    fn place_name(&self, place: Place, areas: &[AreaKey]) -> String {
        match place {
            Place::Site(site) if self.located.of(site).is_none() => format!("site {site}: "),
            Place::Site(_) => String::new(),
            Place::Area(number, slot) => {
                let (number, nth) = (usize::from(number), areas[usize::from(number)].1);
                format!("{}, slot {slot}: ", self.area_name(&self.scene.areas[number], nth))
            }
        }
    }

    /// The key of each area, and how many like it came before.
    pub fn areas(&self) -> Vec<AreaKey> {
        let mut keys: Vec<AreaKey> = Vec::with_capacity(self.scene.areas.len());
        let mut bases: Vec<u64> = Vec::with_capacity(self.scene.areas.len());
        for area in &self.scene.areas {
            let owner = relative(area.owner, self.seat, self.seats);
            let base = hash_of(&(&area.title, area.kind as u8, owner));
            let nth = bases.iter().filter(|&&known| known == base).count();
            bases.push(base);
            keys.push((hash_of(&(base, nth)), nth));
        }
        keys
    }

    fn area_name(&self, area: &Area, nth: usize) -> String {
        let kind = match area.kind {
            AreaKind::Hand => "hand",
            AreaKind::Reserve => "reserve",
            AreaKind::Captured => "captured",
            AreaKind::Dice => "dice",
            AreaKind::Score => "score",
            AreaKind::Money => "money",
            AreaKind::Track => "track",
            AreaKind::Choices => "choices",
        };
        let mut name = format!("{kind} \"{}\"", area.title);
        if area.owner.is_some() {
            let _ = write!(name, " ({})", whose(relative(area.owner, self.seat, self.seats)));
        }
        if nth > 0 {
            let _ = write!(name, " {}", nth + 1);
        }
        name
    }

    fn item_name(&self, item: &Item) -> String {
        let mut name = glyph_name(&item.glyph);
        let owner = relative(item.owner, self.seat, self.seats);
        let _ = write!(name, ", {}", whose(owner));
        if let Some(colour) = item.colour {
            let _ = write!(name, ", {}", format!("{colour:?}").to_lowercase());
        }
        if item.level > 0 {
            let _ = write!(name, ", level {}", item.level);
        }
        if item.turn > 0 {
            let _ = write!(name, ", turned {}", item.turn);
        }
        name
    }

    /// The words of a text, and each number in it.
    fn words(&self, sink: &mut impl Sink, base: u64, spot: Spot, words: &Words, name: &dyn Fn() -> String) {
        let frame = hash_of(&(base, &words.frame));
        sink.put(frame, spot, 1.0, &|| format!("{} `{}`", name(), words.frame));
        for (index, &number) in words.numbers.iter().enumerate() {
            let name = || format!("{} `{}` number {}", name(), words.frame, index + 1);
            sink.put(hash_of(&(frame, index)), spot, number, &name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_apart_into_words_and_numbers() {
        let words = Words::of("turn 3 of 20, +7");
        assert_eq!((words.frame.as_str(), words.numbers), ("turn # of #, +#", vec![3.0, 20.0, 7.0]));
        let words = Words::of("007 1234567890");
        assert_eq!((words.frame.as_str(), words.numbers.len()), ("007 1234567890", 0));
        assert!(Words::of("").numbers.is_empty());
    }
}
