//! What is known of the things on the table before a game is played.
//!
//! The survey shows most things that games will show. What each of them adds to an observation is found once
//! and kept here, under all that it depends on. An observation takes from here what is known. Everything else
//! goes the long way ([`Viewer::tell`]), to the same numbers. The tables never change after the survey, so
//! games on all cores share them.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use torneo_contract::Seat;
use torneo_contract::mixer::{HashedMap, Mixer};
use torneo_contract::scene::{Area, Glyph, Item, Place, Scene, Tile};

use crate::atoms::{AreaKey, Sink, Spot, Viewer, relative};
use crate::cells::Cells;
use crate::layout::{Effect, Filling, Layout};

/// Things, and texts, that are known at most.
const MOST: usize = 1 << 16;
/// Sets of areas that are known of each seat at most, and areas.
const MOST_SETS: usize = 32;
const MOST_AREAS: usize = 0xffff;
/// Bytes of a text, and tracks of a tile, that fit into a [`Look`]. Longer texts go by their numbers.
const SHORT: usize = 7;
const TRACKS: usize = 4;
/// Things that are remembered while a scene is written.
const RECENT: usize = 16;
/// Marks the number of a long text among short texts.
const LONG: u64 = 0xff << 56;

type Mixed<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Everything that the numbers of a thing depend on, except for the cell that it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Look {
    /// What tells it from other things of its kind.
    thing: u64,
    /// Its kind, relative owner, colour, level, turn and count.
    manner: u64,
    /// 0 on a cell; else the number of the area and the slot.
    place: u32,
}

impl Look {
    /// Where it is remembered for a while: pieces of different kinds and owners in different slots.
    #[inline]
    fn slot(&self) -> usize {
        (self.thing << 2 ^ self.manner >> 8) as usize % RECENT
    }
}

/// A part of the list of effects.
#[derive(Clone, Copy, Debug)]
struct Part {
    from: u32,
    to: u32,
}

/// The areas of a scene.
#[derive(Clone, Debug)]
struct Areas {
    areas: Vec<Area>,
    keys: Vec<AreaKey>,
    numbers: Vec<u32>,
    part: Part,
}

impl Areas {
    /// Whether these are the areas, as far as keys depend on them.
    fn are(&self, areas: &[Area]) -> bool {
        let same = |(one, other): (&Area, &Area)| {
            one.kind == other.kind && one.owner == other.owner && one.title == other.title
        };
        self.areas.len() == areas.len() && self.areas.iter().zip(areas).all(same)
    }
}

/// What things add to observations.
#[derive(Clone, Debug, Default)]
pub struct Known {
    effects: Vec<Effect>,
    things: Mixed<Look, Part>,
    /// The numbers of long texts.
    texts: Mixed<Box<str>, u64>,
    captions: Mixed<Box<str>, Part>,
    /// The numbers of areas from 1 by their keys.
    areas: HashedMap<u32>,
    /// By seat: the sets of areas that it sees, each chooser, and itself.
    sets: Vec<Vec<Areas>>,
    choosers: Vec<Vec<Part>>,
    seats: Vec<Part>,
}

/// Takes down what numbers do, and whether it is the same on all cells.
struct Recorder<'a> {
    layout: &'a Layout,
    effects: &'a mut Vec<Effect>,
    constant: bool,
}

impl Sink for Recorder<'_> {
    fn put(&mut self, key: u64, spot: Spot, value: f32, _name: &dyn Fn() -> String) {
        let effect = self.layout.effect(key, spot, value);
        self.constant &= spot == Spot::Whole || matches!(effect, Effect::Plane(..));
        self.effects.push(effect);
    }
}

impl Known {
    /// What is known of every scene of a game with this number of seats.
    pub fn new(layout: &Layout, seats: usize) -> Known {
        let (mut known, scene, located) = (Known::default(), Scene::default(), Cells::default());
        for seat in Seat::all(seats) {
            let viewer = Viewer { scene: &scene, located: &located, seat, seats };
            let choosers = Seat::all(seats)
                .filter_map(|chooser| known.record(layout, |sink| viewer.tell_chooser(sink, chooser)));
            let choosers = choosers.collect();
            known.choosers.push(choosers);
            let own = known.record(layout, |sink| viewer.tell_seat(sink));
            known.seats.extend(own);
            known.sets.push(Vec::new());
        }
        known
    }

    /// Takes in everything that a view shows.
    pub fn learn(&mut self, layout: &Layout, viewer: &Viewer<'_>) {
        let areas = viewer.areas();
        let numbers = self.learn_areas(layout, viewer, &areas);
        for item in &viewer.scene.items {
            self.learn_text(&item.glyph);
            let look = self.look(viewer, item, &numbers).map(|(look, _)| look);
            let Some(look) = look.filter(|look| !self.things.contains_key(look)) else { continue };
            if self.things.len() < MOST
                && let Some(part) = self.record(layout, |sink| viewer.tell_thing(sink, item, &areas))
            {
                self.things.insert(look, part);
            }
        }
        let caption = &*viewer.scene.caption;
        if self.captions.len() < MOST
            && !self.captions.contains_key(caption)
            && let Some(part) = self.record(layout, |sink| viewer.tell_caption(sink))
        {
            self.captions.insert(caption.into(), part);
        }
    }

    /// Takes in a set of areas: the numbers of the areas, 0 for those that have none.
    fn learn_areas(&mut self, layout: &Layout, viewer: &Viewer<'_>, keys: &[AreaKey]) -> Vec<u32> {
        let sets = &self.sets[viewer.seat.index()];
        if let Some(set) = sets.iter().find(|set| set.are(&viewer.scene.areas)) {
            return set.numbers.clone();
        }
        let mut number = |&(key, _): &AreaKey| {
            let next = self.areas.len() as u32 + 1;
            match self.areas.get(&key) {
                Some(&number) => number,
                None if next as usize > MOST_AREAS => 0,
                None => *self.areas.entry(key).or_insert(next),
            }
        };
        let numbers: Vec<u32> = keys.iter().map(&mut number).collect();
        if sets.len() < MOST_SETS
            && let Some(part) = self.record(layout, |sink| viewer.tell_areas(sink, keys))
        {
            let areas = viewer.scene.areas.clone();
            let set = Areas { areas, keys: keys.to_vec(), numbers: numbers.clone(), part };
            self.sets[viewer.seat.index()].push(set);
        }
        numbers
    }

    fn learn_text(&mut self, glyph: &Glyph) {
        if let Glyph::Letter(text) | Glyph::Card(text) | Glyph::Text(text) = glyph
            && text.len() > SHORT
            && self.texts.len() < MOST
            && !self.texts.contains_key(&**text)
        {
            self.texts.insert(text.as_str().into(), self.texts.len() as u64);
        }
    }

    /// Takes down what is told; none if it depends on the cell.
    fn record(&mut self, layout: &Layout, tell: impl FnOnce(&mut Recorder<'_>)) -> Option<Part> {
        let from = self.effects.len();
        let mut recorder = Recorder { layout, effects: &mut self.effects, constant: true };
        tell(&mut recorder);
        if recorder.constant {
            return Some(Part { from: from as u32, to: self.effects.len() as u32 });
        }
        self.effects.truncate(from);
        None
    }

    /// Writes everything that a viewer sees, as [`Viewer::tell`].
    pub fn write(&self, viewer: &Viewer<'_>, filling: &mut Filling<'_>) {
        let Viewer { scene, seat, .. } = viewer;
        let set = self.sets[seat.index()].iter().find(|set| set.are(&scene.areas));
        let unknown: Vec<AreaKey>;
        let (areas, numbers) = match set {
            Some(set) => {
                self.apply(set.part, 0, filling);
                (&set.keys[..], &set.numbers[..])
            }
            None => {
                unknown = viewer.areas();
                viewer.tell_areas(filling, &unknown);
                (&unknown[..], &[][..])
            }
        };
        self.write_things(viewer, (areas, numbers), filling);
        match self.captions.get(&*scene.caption) {
            Some(&part) => self.apply(part, 0, filling),
            None => viewer.tell_caption(filling),
        }
        for &chooser in &scene.to_choose {
            match self.choosers[seat.index()].get(chooser.index()) {
                Some(&part) => self.apply(part, 0, filling),
                None => viewer.tell_chooser(filling, chooser),
            }
        }
        self.apply(self.seats[seat.index()], 0, filling);
    }

    /// Writes what stands on sites and in areas with these keys and numbers.
    fn write_things(
        &self,
        viewer: &Viewer<'_>,
        (areas, numbers): (&[AreaKey], &[u32]),
        filling: &mut Filling<'_>,
    ) {
        // Most things look like one shortly before.
        let mut recent: [Option<(Look, Part)>; RECENT] = [None; RECENT];
        for item in &viewer.scene.items {
            let known = self.look(viewer, item, numbers).and_then(|(look, cell)| {
                let recent = &mut recent[look.slot()];
                let part = match *recent {
                    Some((known, part)) if known == look => part,
                    _ => *self.things.get(&look)?,
                };
                *recent = Some((look, part));
                Some((part, cell))
            });
            match known {
                Some((part, cell)) => self.apply(part, cell, filling),
                None => viewer.tell_thing(filling, item, areas),
            }
            if !item.span.is_empty() {
                viewer.tell_covered(filling, item, areas);
            }
        }
    }

    #[inline]
    fn apply(&self, part: Part, cell: usize, filling: &mut Filling<'_>) {
        for &effect in &self.effects[part.from as usize..part.to as usize] {
            filling.apply(effect, cell);
        }
    }

    /// How a thing looks and the cell that it stands on; none for what nothing can be known of.
    #[inline]
    fn look(&self, viewer: &Viewer<'_>, item: &Item, numbers: &[u32]) -> Option<(Look, usize)> {
        let (place, cell) = match item.at {
            Place::Site(site) => (0, viewer.located.of(site)?),
            Place::Area(area, slot) => {
                let number = numbers.get(usize::from(area)).filter(|&&number| number > 0)?;
                (number << 16 | u32::from(slot), 0)
            }
        };
        let (kind, thing) = self.thing(&item.glyph)?;
        let owner = relative(item.owner, viewer.seat, viewer.seats).map_or(0, |after| after as u64 + 1);
        let colour = item.colour.map_or(0, |colour| colour as u64 + 1);
        let (level, turn, count) = (u64::from(item.level), u64::from(item.turn), u64::from(item.count));
        let manner = kind | owner << 8 | colour << 16 | level << 24 | turn << 32 | count << 48;
        Some((Look { thing, manner, place }, cell))
    }

    /// The kind of a thing, and what tells it from others of the kind.
    #[inline]
    fn thing(&self, glyph: &Glyph) -> Option<(u64, u64)> {
        let bytes = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        Some(match glyph {
            Glyph::Disc => (0, 0),
            Glyph::Crowned => (1, 0),
            Glyph::Ball => (2, 0),
            Glyph::Ring => (3, 0),
            Glyph::Peg => (4, 0),
            Glyph::Seeds => (5, 0),
            Glyph::Filled => (6, 0),
            Glyph::Obstacle => (7, 0),
            Glyph::Marker => (8, 0),
            Glyph::Arrow => (9, 0),
            &Glyph::Block(x, y, height) => (10, bytes(&[x, y, height])),
            &Glyph::Pyramid(pips) => (11, pips.into()),
            &Glyph::Figure(figure) => (12, figure as u64),
            &Glyph::Die { sides, up } => (13, bytes(&[sides, up])),
            Glyph::Letter(text) => (14, self.text(text)?),
            Glyph::Card(text) => (15, self.text(text)?),
            Glyph::Text(text) => (16, self.text(text)?),
            Glyph::Tile(tile) => (17, tracks(tile)?),
        })
    }

    /// A text as a word: itself with its length, or its number; none for a long text that is not known.
    #[inline]
    fn text(&self, text: &str) -> Option<u64> {
        if text.len() > SHORT {
            return self.texts.get(text).map(|number| LONG | number);
        }
        let start = text.len() as u64;
        Some(text.bytes().fold(start, |word, byte| word << 8 | u64::from(byte)))
    }
}

/// The tracks of a tile as a word, if they fit.
fn tracks(tile: &Tile) -> Option<u64> {
    let fit = tile.tracks.len() <= TRACKS && tile.tracks.iter().all(|&(from, to, _)| from.max(to) < 16);
    let track = |word: u64, &(from, to, colour): &(u8, u8, _)| {
        let colour: torneo_contract::scene::Colour = colour;
        word << 16 | u64::from(from) << 12 | u64::from(to) << 8 | (colour as u64 + 1)
    };
    fit.then(|| tile.tracks.iter().fold(0, track))
}
