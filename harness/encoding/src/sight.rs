//! What a seat sees of a position, as planes of cells and as numbers: the things on the sites by their kinds, and the fields.

use std::cell::RefCell;

use torneo_contract::mixer::hash_of;
use torneo_contract::scene::{Colour, Glyph, Place, Scene};
use torneo_contract::session::Session;
use torneo_contract::{Field, Seat, Show};

use crate::Form;
use crate::cells::Cells;
use crate::frame::Frame;
use crate::layout::{Filling, LARGEST};
use crate::scale::Scale;

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

/// How something is shown that is one of the seats or a set of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    /// Not at all.
    Nothing,
    /// By one number for two seats.
    One(usize),
    /// By a number for each seat, from this one on.
    Each(usize),
}

/// What a sight depends on beside the game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The version.
    pub form: Form,
    /// The tracks of tiles on a table that grows.
    pub tracks: Vec<Track>,
    /// Whether several seats choose at the same time.
    pub together: bool,
    /// Whether the board is turned to the seat that looks, so that it does not matter which one it is.
    pub turned: bool,
}

/// What is seen of a game, with what each plane and each number shows.
pub struct Seen {
    /// What is seen.
    pub sight: Sight,
    /// The names of the planes.
    pub planes: Vec<String>,
    /// The names of the numbers.
    pub wholes: Vec<String>,
}

/// What planes and numbers show. Pieces and fields of the seat that looks come before those of others.
#[derive(Clone, Debug)]
pub struct Sight {
    seats: usize,
    /// The numbers of sites, where the table does not grow.
    sites: usize,
    /// The fields that each position has, their values left out, and how they are written.
    fields: Vec<(Field, Scale)>,
    /// By seat the plane of each kind.
    kinds: Vec<Vec<usize>>,
    /// By seat the place of each field.
    slots: Vec<Vec<Slot>>,
    /// Who has to choose.
    turn: Shown,
    /// Who looks.
    looker: Shown,
    /// The tracks of tiles on a table that grows, with the plane of the first one. Where sides are shown, a track joins a side
    /// with itself.
    tracks: Vec<Track>,
    sides: bool,
    first_track: usize,
}

thread_local! {
    /// What is read of a position: the pieces and the fields.
    static READ: RefCell<(Vec<u8>, Vec<Field>)> = RefCell::default();
}

/// A name with the seat that it belongs to, as another seat sees it.
fn named(name: &str, owner: Option<Seat>, seat: Seat, seats: usize) -> String {
    match owner.map(|owner| owner.after(seat, seats)) {
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
    /// What is seen of a game, from its start on.
    pub fn seen(start: &dyn Session, frame: &Frame, setting: Setting) -> Seen {
        let Setting { form, mut tracks, together, turned } = setting;
        let (seats, board) = (start.seats(), start.board());
        let sites = board.site_numbers();
        let mut fields = Vec::new();
        start.fields(&mut fields);
        let (mut planes, mut wholes) = (Vec::new(), Vec::new());
        let kinds = Seat::all(seats).map(|seat| {
            let kinds = start.kinds().iter();
            kinds.map(|kind| place(&mut planes, named(&kind.name, kind.owner, seat, seats))).collect()
        });
        let kinds = kinds.collect();
        let of_kinds = if form == Form::First { 0 } else { planes.len() };
        let slots = Seat::all(seats).map(|seat| {
            let slot = |field: &Field| {
                let mut name = named(&field.name, field.owner, seat, seats);
                if planes[..of_kinds].contains(&name) {
                    name.push_str(", field");
                }
                let on_board = match form {
                    Form::First => field.show == Show::Site,
                    Form::Second { .. } => field.names_site(sites),
                };
                match on_board && !frame.grows() {
                    true => Slot::Plane(place(&mut planes, name)),
                    false => Slot::Whole(place(&mut wholes, name)),
                }
            };
            fields.iter().map(slot).collect()
        });
        let slots = slots.collect();
        let fields = fields.into_iter().map(|field| (Scale::of(&field, form), field));
        let fields = fields.map(|(scale, field)| (field, scale)).collect();
        let first_track = planes.len();
        let sides = form != Form::First;
        if sides {
            // The colours of its sides tell a tile, with fewer planes than its tracks.
            tracks = tracks
                .iter()
                .flat_map(|&(from, to, colour)| [(from, from, colour), (to, to, colour)])
                .collect();
            tracks.sort_unstable_by_key(|&(side, _, colour)| (colour as u8, side));
            tracks.dedup();
        }
        let track = |&(from, to, colour): &Track| match sides {
            true => format!("{colour:?} side {from}").to_lowercase(),
            false => format!("{colour:?} track {from}-{to}").to_lowercase(),
        };
        planes.extend(tracks.iter().map(track));
        let few = sides && seats == 2;
        let turn = match few && !together {
            true => Shown::One(place(&mut wholes, "to choose: own 1, other 0, nobody 0.5".to_owned())),
            false => {
                let chooser = |after: usize| named("to choose", Some(Seat::new(after)), Seat::FIRST, seats);
                wholes.extend((0..seats).map(chooser));
                Shown::Each(wholes.len() - seats)
            }
        };
        let looker = match (turned, few) {
            (true, _) => Shown::Nothing,
            (false, true) => Shown::One(place(&mut wholes, "seat".to_owned())),
            (false, false) => {
                wholes.extend((0..seats).map(|seat| format!("seat {seat}")));
                Shown::Each(wholes.len() - seats)
            }
        };
        let sight = Sight { seats, sites, fields, kinds, slots, turn, looker, tracks, sides, first_track };
        Seen { sight, planes, wholes }
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
        let choosers = session.turn().choosers();
        match self.turn {
            Shown::Nothing => {}
            Shown::One(whole) if choosers.is_empty() => filling.add_whole(whole, 0.5),
            Shown::One(whole) => filling.add_whole(whole, f32::from(choosers.contains(seat))),
            Shown::Each(first) => {
                for chooser in choosers.iter() {
                    filling.add_whole(first + chooser.after(seat, self.seats), 1.0);
                }
            }
        }
        match self.looker {
            Shown::Nothing => {}
            Shown::One(whole) => filling.add_whole(whole, seat.index() as f32),
            Shown::Each(first) => filling.add_whole(first + seat.index(), 1.0),
        }
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
            let is_same = |((known, _), _): &(&(Field, Scale), _)| {
                known.name == field.name && known.owner == field.owner
            };
            let next = match scene {
                Some(_) => fixed.clone().next().filter(is_same).and_then(|_| fixed.next()),
                None => fixed.next(),
            };
            let Some(((_, scale), slot)) = next else { continue };
            match *slot {
                Slot::Whole(whole) => {
                    let is_large = field.value.abs() > LARGEST as i64;
                    if !(is_large && *scale == Scale::Raw) {
                        filling.add_whole(whole, scale.number(field.value));
                    }
                    if is_large {
                        filling.add_rest(hash_of(&(whole, field.value)));
                    }
                }
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
            for &(from, to, colour) in &tile.tracks {
                let ends = [(from, from, colour), (to, to, colour)];
                let track = [(from, to, colour)];
                for shown in if self.sides { &ends[..] } else { &track[..] } {
                    let plane = self.tracks.iter().position(|known| known == shown);
                    match (plane, located.of(site)) {
                        (Some(plane), Some(cell)) => filling.add_cell(self.first_track + plane, cell, 1.0),
                        _ => filling.add_rest(hash_of(&(site, shown))),
                    }
                }
            }
        }
    }
}
