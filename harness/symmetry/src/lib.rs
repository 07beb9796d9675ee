//! Symmetries of the rules: maps of the board, with or without an exchange of the seats, under which games go the same way.
//!
//! No game declares them. A map counts as a symmetry if random games and their images go the same way: the same things stand on
//! the images of sites, the images of actions are legal, and the same seats win.
//!
//! ```
//! use torneo_contract::{Described, Options, Seat, session};
//! use torneo_games::morris::ThreeMensMorris;
//!
//! let options = Options::check(&"three-mens-morris".parse()?, ThreeMensMorris::INFO.options)?;
//! let start = session::begin(ThreeMensMorris::new(&options)?);
//! // A corner, a side or the middle: the nine first moves are of three kinds.
//! assert_eq!(torneo_symmetry::alike_choices(&*start, Seat::FIRST).len(), 3);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod board_map;

pub use board_map::BoardMap;

use rand_core::SeedableRng as _;
use torneo_contract::random::{self, Generator};
use torneo_contract::scene::{Area, Place};
use torneo_contract::session::Session;
use torneo_contract::{Field, Kind, Seat, Turn};

const SEED: u64 = 1511;
/// Positions that are compared with their images, and actions beyond which fewer do.
const POSITIONS: usize = 1000;
const ACTIONS: usize = 60_000;
/// Plies of one game at most.
const PLIES: usize = 400;
/// Plies after which the text of a position must have shown how it says whose turn it is.
const SHOWN: usize = 12;

/// A map of the board together with a shift of the seats.
pub struct Symmetry {
    /// The map.
    pub map: BoardMap,
    /// By how many seats each player moves on.
    shift: usize,
    seats: usize,
    /// One more than the largest number of a site.
    sites: usize,
    /// By area the one that takes its place.
    pub areas: Vec<usize>,
    /// By kind and by field the one that takes its place.
    kinds: Vec<u8>,
    fields: Vec<usize>,
}

/// The symmetry that turns the board from the first seat to the second, if there is one: the simplest. `areas` are those beside the
/// board.
pub fn to_next_seat(start: &dyn Session, areas: &[Area]) -> Option<Symmetry> {
    let mut rng = Generator::seed_from_u64(SEED);
    let mut one = start.copy();
    // Chance may set the game up first.
    for _ in 0..PLIES {
        if one.turn() != Turn::Chance || !one.play_randomly(&mut rng) {
            break;
        }
    }
    let maps = BoardMap::all(&start.board()).into_iter();
    let mut symmetries = maps.filter_map(|map| Symmetry::between(start, areas, map, 1));
    symmetries.find(|symmetry| {
        let other = symmetry.image_of(&*one, &mut rng);
        other.is_some_and(|other| symmetry.holds(&*one, &*other, &mut rng))
    })
}

/// The symmetries that leave the seats as they are, the first of which leaves everything.
pub fn of_board(start: &dyn Session, areas: &[Area]) -> Vec<BoardMap> {
    let mut rng = Generator::seed_from_u64(SEED);
    let maps = BoardMap::all(&start.board()).into_iter();
    let symmetries = maps.filter_map(|map| Symmetry::between(start, areas, map, 0));
    symmetries
        .enumerate()
        .filter(|(index, symmetry)| *index == 0 || symmetry.holds(start, start, &mut rng))
        .map(|(_, symmetry)| symmetry.map)
        .collect()
}

/// The choices of a seat at the start of a game, those together that symmetries of the board map onto each other: their numbers, in
/// the order in which the game lists them. The symmetries are found by random play.
pub fn alike_choices(start: &dyn Session, seat: Seat) -> Vec<Vec<usize>> {
    let places = start.places(Some(seat));
    let maps = of_board(start, &start.plain_scene().areas);
    let image = |map: &BoardMap, places: &[Place]| -> Vec<Place> {
        let of_place = |place: &Place| match *place {
            Place::Site(site) => Place::Site(map.image(site)),
            place => place,
        };
        places.iter().map(of_place).collect()
    };
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (choice, own) in places.iter().enumerate() {
        // What is clicked alike is not the same for that.
        let is_alike =
            |first: usize| places[first] != *own && maps.iter().any(|map| image(map, &places[first]) == *own);
        match classes.iter_mut().find(|class| is_alike(class[0])) {
            Some(class) => class.push(choice),
            None => classes.push(vec![choice]),
        }
    }
    classes
}

impl Symmetry {
    /// A map that may be a symmetry; none if there is something that nothing takes the place of.
    fn between(start: &dyn Session, areas: &[Area], map: BoardMap, shift: usize) -> Option<Symmetry> {
        let seats = start.seats();
        let next = |owner: Option<Seat>| owner.map(|seat| Seat::new((seat.index() + shift) % seats));
        let kinds = start.kinds();
        let kind = |kind: &Kind| {
            let image = |other: &Kind| other.name == kind.name && other.owner == next(kind.owner);
            kinds.iter().position(image).map(|place| place as u8 + 1)
        };
        let mut fields = Vec::new();
        start.fields(&mut fields);
        let field = |field: &Field| {
            fields.iter().position(|other| other.name == field.name && other.owner == next(field.owner))
        };
        let area = |(place, area): (usize, &Area)| {
            let same = |other: &Area| other.title == area.title && other.kind == area.kind;
            let image = |other: &Area| same(other) && other.owner == next(area.owner);
            if shift == 0 { Some(place) } else { areas.iter().position(image) }
        };
        Some(Symmetry {
            shift,
            seats,
            sites: map.sites(),
            areas: areas.iter().enumerate().map(area).collect::<Option<_>>()?,
            kinds: kinds.iter().map(kind).collect::<Option<_>>()?,
            fields: fields.iter().map(field).collect::<Option<_>>()?,
            map,
        })
    }

    /// By area the one in whose place it stands for a seat to whom the board is turned.
    pub fn areas_back(&self, seat: usize) -> Vec<usize> {
        let back = |area| (0..(self.seats - seat) % self.seats).fold(area, |area, _| self.areas[area]);
        (0..self.areas.len()).map(back).collect()
    }

    fn seat(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() + self.shift) % self.seats)
    }

    fn place(&self, place: Place) -> Place {
        match place {
            Place::Site(site) => Place::Site(self.map.image(site)),
            Place::Area(area, slot) => {
                let image = self.areas.get(usize::from(area)).map_or(area, |&image| image as u8);
                Place::Area(image, slot)
            }
        }
    }

    /// The position in which the seats stand exchanged: that of a text that differs in one word, which says whose turn it is.
    fn image_of(&self, one: &dyn Session, rng: &mut Generator) -> Option<Box<dyn Session>> {
        if self.alike(one, one) {
            return Some(one.copy());
        }
        let (text, mut later) = (one.position(), one.copy());
        let words: Vec<&str> = text.split(' ').collect();
        for _ in 0..SHOWN {
            if !later.play_randomly(rng) {
                return None;
            }
            let others = later.position();
            let others: Vec<&str> = others.split(' ').collect();
            if others.len() != words.len() {
                continue;
            }
            for (index, &word) in
                others.iter().enumerate().rev().filter(|(index, word)| words[*index] != **word)
            {
                let mut changed = words.clone();
                changed[index] = word;
                let mut image = one.copy();
                if image.set_position(&changed.join(" ")).is_ok() && self.alike(one, &*image) {
                    return Some(image);
                }
            }
        }
        None
    }

    /// Whether one position is the image of another, as far as one can see.
    fn alike(&self, one: &dyn Session, other: &dyn Session) -> bool {
        let image = match one.turn() {
            Turn::Seat(seat) => Turn::Seat(self.seat(seat)),
            Turn::Simultaneous(seats) => {
                Turn::Simultaneous(seats.iter().map(|seat| self.seat(seat)).collect())
            }
            turn => turn,
        };
        image == other.turn()
            && self.same_pieces(one, other)
            && self.same_fields(one, other)
            && self.same_outcome(one, other)
    }

    fn same_pieces(&self, one: &dyn Session, other: &dyn Session) -> bool {
        let [mut on, mut there] = [vec![0; self.sites], vec![0; self.sites]];
        one.pieces(&mut on);
        other.pieces(&mut there);
        (0..).zip(&on).all(|(site, &kind)| {
            let image = if kind == 0 { 0 } else { self.kinds[usize::from(kind) - 1] };
            there[self.map.image(site) as usize] == image
        })
    }

    fn same_fields(&self, one: &dyn Session, other: &dyn Session) -> bool {
        let [mut fields, mut others] = [Vec::new(), Vec::new()];
        one.fields(&mut fields);
        other.fields(&mut others);
        let same = |field: &Field, other: &Field| match self.shift {
            _ if field.value >= 0 && field.names_site(self.sites) => {
                i64::from(self.map.image(field.value as u32)) == other.value
            }
            // Some count a move only after the last seat has moved.
            1.. if field.is_counter() => (field.value - other.value).abs() <= 1,
            _ => field.value == other.value,
        };
        fields.len() == others.len()
            && fields.len() == self.fields.len()
            && fields.iter().zip(&self.fields).all(|(field, &image)| same(field, &others[image]))
    }

    fn same_outcome(&self, one: &dyn Session, other: &dyn Session) -> bool {
        match (one.outcome(), other.outcome()) {
            (Some(one), Some(other)) => Seat::all(self.seats)
                .all(|seat| (one.scores[seat.index()] - other.scores[self.seat(seat).index()]).abs() < 1e-9),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// Whether random games from a position and their images, from its image on, go the same way.
    fn holds(&self, begin: &dyn Session, image: &dyn Session, rng: &mut Generator) -> bool {
        let (mut positions, mut actions) = (0, 0);
        while positions < POSITIONS && actions < ACTIONS {
            let (mut one, mut other) = (begin.copy(), image.copy());
            for _ in 0..PLIES {
                if !self.alike(&*one, &*other) {
                    return false;
                }
                positions += 1;
                if one.turn() == Turn::Over {
                    break;
                }
                let Some((count, numbers, images)) = self.choose(&*one, &*other, rng) else { return false };
                actions += count;
                let played = one.play_numbers(&numbers).and_then(|()| other.play_numbers(&images));
                if played.is_err() || positions >= POSITIONS || actions >= ACTIONS {
                    break;
                }
            }
        }
        true
    }

    /// A ply and its image, by the numbers of actions, with the number of actions that were compared; none if not every action has an
    /// image.
    fn choose(
        &self,
        one: &dyn Session,
        other: &dyn Session,
        rng: &mut Generator,
    ) -> Option<(usize, Vec<usize>, Vec<usize>)> {
        let image =
            |places: &[Place]| -> Vec<Place> { places.iter().map(|&place| self.place(place)).collect() };
        if one.turn() == Turn::Chance {
            let [places, images] = [one, other].map(|session| session.places(None));
            let same = one.weights() == other.weights()
                && places.iter().map(|places| image(places)).eq(images.iter().cloned());
            let number = random::below(rng, places.len());
            return same.then(|| (1, vec![number], vec![number]));
        }
        let mut chosen = Vec::new();
        let mut count = 0;
        for seat in one.turn().choosers().iter() {
            let [places, images] =
                [(one, seat), (other, self.seat(seat))].map(|(session, seat)| session.places(Some(seat)));
            count += places.len();
            let number = random::below(rng, places.len());
            let wanted = image(&places[number]);
            let found = images.iter().position(|places| *places == wanted)?;
            let [mut all, mut others]: [Vec<Vec<Place>>; 2] =
                [places.iter().map(|places| image(places)).collect(), images];
            all.sort_unstable();
            others.sort_unstable();
            if all != others {
                return None;
            }
            chosen.push((seat, number, self.seat(seat), found));
        }
        let numbers = chosen.iter().map(|&(_, number, ..)| number).collect();
        chosen.sort_by_key(|&(_, _, seat, _)| seat);
        Some((count, numbers, chosen.iter().map(|&(.., found)| found).collect()))
    }
}
