//! What a seat sees of a position, as planes of cells and as numbers: the things on the sites by their kinds, and the fields.

use std::cell::RefCell;

use torneo_contract::mixer::hash_of;
use torneo_contract::scene::{Colour, Glyph, Place, Scene};
use torneo_contract::session::Session;
use torneo_contract::{Field, Seat, Show};

use crate::cells::Cells;
use crate::frame::Frame;
use crate::layout::{Filling, LARGEST};

/// A track of a tile: its two sides and its colour.
pub type Track = (u8, u8, Colour);

/// Where a field is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    /// One number.
    Whole(usize),
    /// The cell of its site in a plane.
    Plane(usize),
}

/// What planes and numbers show. Pieces and fields of the seat that looks come before those of others.
#[derive(Clone, Debug)]
pub struct Sight {
    seats: usize,
    /// The numbers of sites, where the table does not grow.
    sites: usize,
    /// The fields that each position has, their values left out.
    fields: Vec<Field>,
    /// By seat the plane of each kind.
    kinds: Vec<Vec<usize>>,
    /// By seat the place of each field.
    slots: Vec<Vec<Slot>>,
    /// The first number of who has to choose; those of who looks follow.
    turn: usize,
    /// The tracks of tiles on a table that grows, with the plane of the first one.
    tracks: Vec<Track>,
    first_track: usize,
}

thread_local! {
    /// What is read of a position: the pieces and the fields.
    static READ: RefCell<(Vec<u8>, Vec<Field>)> = RefCell::default();
}

/// A name with the seat that it belongs to, as another seat sees it.
fn named(name: &str, owner: Option<Seat>, seat: Seat, seats: usize) -> String {
    match owner.map(|owner| (owner.index() + seats - seat.index()) % seats) {
        None => name.to_owned(),
        Some(0) => format!("{name}, own"),
        Some(after) => format!("{name}, of the seat {after} after"),
    }
}

/// The place of a name in a list, to which it is added where it is new.
fn place(names: &mut Vec<String>, name: String) -> usize {
    let known = names.iter().position(|known| *known == name);
    known.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

impl Sight {
    /// What is seen of a game, from its start on, with what each plane and each number shows. `tracks` are those of the tiles of a
    /// table that grows.
    pub fn new(start: &dyn Session, frame: &Frame, tracks: Vec<Track>) -> (Sight, Vec<String>, Vec<String>) {
        let (seats, board) = (start.seats(), start.board());
        let sites = board.sites.iter().map(|site| site.id as usize + 1).max().unwrap_or(0);
        let mut fields = Vec::new();
        start.fields(&mut fields);
        let (mut planes, mut wholes) = (Vec::new(), Vec::new());
        let kinds = Seat::all(seats).map(|seat| {
            let kinds = start.kinds().iter();
            kinds.map(|kind| place(&mut planes, named(&kind.name, kind.owner, seat, seats))).collect()
        });
        let kinds = kinds.collect();
        let slots = Seat::all(seats).map(|seat| {
            let slot = |field: &Field| {
                let name = named(&field.name, field.owner, seat, seats);
                match field.show {
                    Show::Site if !frame.grows() => Slot::Plane(place(&mut planes, name)),
                    _ => Slot::Whole(place(&mut wholes, name)),
                }
            };
            fields.iter().map(slot).collect()
        });
        let slots = slots.collect();
        let first_track = planes.len();
        let track = |(from, to, colour): &Track| format!("{colour:?} track {from}-{to}").to_lowercase();
        planes.extend(tracks.iter().map(track));
        let turn = wholes.len();
        let chooser = |after: usize| named("to choose", Some(Seat::new(after)), Seat::FIRST, seats);
        wholes.extend((0..seats).map(chooser));
        wholes.extend((0..seats).map(|seat| format!("seat {seat}")));
        (Sight { seats, sites, fields, kinds, slots, turn, tracks, first_track }, planes, wholes)
    }

    /// Fills in what a seat sees. `scene` is that of a table that grows, whose sites are `located`.
    pub fn fill(
        &self,
        session: &dyn Session,
        scene: Option<&Scene>,
        located: &Cells,
        seat: Seat,
        filling: &mut Filling<'_>,
    ) {
        READ.with_borrow_mut(|(on, fields)| {
            on.clear();
            on.resize(self.sites, 0);
            fields.clear();
            session.pieces(on);
            session.fields(fields);
            self.fill_kinds(on, located, seat, filling);
            self.fill_fields(fields, scene, located, seat, filling);
        });
        for chooser in session.turn().choosers().iter() {
            let after = (chooser.index() + self.seats - seat.index()) % self.seats;
            filling.add_whole(self.turn + after, 1.0);
        }
        filling.add_whole(self.turn + self.seats + seat.index(), 1.0);
        if let Some(scene) = scene {
            self.fill_tiles(scene, located, filling);
        }
    }

    fn fill_kinds(&self, on: &[u8], located: &Cells, seat: Seat, filling: &mut Filling<'_>) {
        let planes = &self.kinds[seat.index()];
        for (site, &kind) in (0..).zip(on) {
            if kind > 0
                && let Some(cell) = located.of(site)
            {
                filling.add_cell(planes[usize::from(kind) - 1], cell, 1.0);
            }
        }
    }

    fn fill_fields(
        &self,
        fields: &[Field],
        scene: Option<&Scene>,
        located: &Cells,
        seat: Seat,
        filling: &mut Filling<'_>,
    ) {
        let mut fixed = self.fields.iter().zip(&self.slots[seat.index()]);
        for field in fields {
            // On a table that grows the other fields are tiles, which the scene shows.
            let is_same = |(known, _): &(&Field, _)| known.name == field.name && known.owner == field.owner;
            let next = match scene {
                Some(_) => fixed.clone().next().filter(is_same).and_then(|_| fixed.next()),
                None => fixed.next(),
            };
            let Some((_, slot)) = next else { continue };
            match *slot {
                Slot::Whole(whole) if field.value.abs() <= LARGEST as i64 => {
                    filling.add_whole(whole, field.value as f32);
                }
                Slot::Whole(whole) => filling.add_rest(hash_of(&(whole, field.value))),
                Slot::Plane(plane) => {
                    if let Some(cell) = u32::try_from(field.value).ok().and_then(|site| located.of(site)) {
                        filling.add_cell(plane, cell, 1.0);
                    }
                }
            }
        }
    }

    /// Shows the tiles by their tracks. What lies beyond the frame counts among the rest.
    fn fill_tiles(&self, scene: &Scene, located: &Cells, filling: &mut Filling<'_>) {
        for item in &scene.items {
            let (Place::Site(site), Glyph::Tile(tile)) = (item.at, &item.glyph) else { continue };
            for track in &tile.tracks {
                let plane = self.tracks.iter().position(|known| known == track);
                match (plane, located.of(site)) {
                    (Some(plane), Some(cell)) => filling.add_cell(self.first_track + plane, cell, 1.0),
                    _ => filling.add_rest(hash_of(&(site, track))),
                }
            }
        }
    }
}
