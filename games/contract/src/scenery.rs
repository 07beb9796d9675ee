//! How a game is shown and its actions are entered.

use std::collections::{HashMap, HashSet};

use crate::drawing::drawing;
use crate::scene::{Area, AreaKind, Board, Colour, Glyph, Item, Mark, Place, Places, Player, Scene};
use crate::{Field, Game, Kind, Notation, Ply, Seat, Show, Turn};

/// What a seat's action lays on the table for good.
pub type Laying<G, A> = fn(&G, Seat, A) -> Option<Item>;

/// What is on the table. [`table`] and [`shown`] add what is the same for all games: the seats, whose turn it is, and the
/// marks of the last ply.
pub trait Scenery: Notation {
    /// What an action that is legal lays on the table for good, where the position tells neither what it is nor whose. People see
    /// it in place of what the position tells of the same sites; learners see the position alone.
    const LAYING: Option<Laying<Self, Self::Action>> = None;

    /// The sites and lines, which stay the same during a game.
    fn board(&self) -> Board;

    /// What stands where: things by their [`kinds`](Notation::kinds), and beside the board the
    /// [`fields`](Notation::fields).
    fn scene(&self, position: &Self::Position) -> Scene {
        lay_out(Scene::default(), self, position)
    }

    /// A drawing of the board for people, several lines.
    fn draw(&self, position: &Self::Position) -> String {
        drawn(self, position, "")
    }

    /// The places that a person clicks to enter an action that is legal here, of a seat or of chance: at least one. No
    /// other action of the same turn and seat begins with all of them.
    fn clicks(&self, position: &Self::Position, seat: Option<Seat>, action: Self::Action) -> Places;

    /// How an action that is legal here is marked after it was played: where it went, or where it came onto the board.
    /// `joint` holds the actions of all seats that chose with this one.
    fn marks(
        &self,
        position: &Self::Position,
        seat: Option<Seat>,
        action: Self::Action,
        _joint: &[Self::Action],
    ) -> Vec<Mark> {
        let clicked = self.clicks(position, seat, action);
        let mut sites: Vec<u32> = clicked.into_iter().filter_map(Place::id).collect();
        sites.dedup();
        match sites[..] {
            [] => Vec::new(),
            [site] => vec![Mark::Enter(site)],
            _ => vec![Mark::Move(sites)],
        }
    }
}

/// The places to click for some actions, one action after the other, in memory that is used again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clicks {
    places: Vec<Place>,
    /// Where the places of each action end, from the first action on that has not just one.
    ends: Vec<usize>,
}

impl Clicks {
    /// Forgets all actions and keeps the memory.
    pub fn clear(&mut self) {
        self.places.clear();
        self.ends.clear();
    }

    /// Adds an action.
    #[inline]
    pub fn push(&mut self, places: &[Place]) {
        match (places, &*self.ends) {
            // Made anew from its number: processors wait long for eight bytes that were just written in two parts.
            ([Place::Site(site)], []) => self.places.push(Place::site(*site as usize)),
            ([place], []) => self.places.push(*place),
            _ => self.push_end(places),
        }
    }

    /// Adds an action where not every action has just one place.
    fn push_end(&mut self, places: &[Place]) {
        if self.ends.is_empty() {
            self.ends.extend(1..=self.places.len());
        }
        // They are few: a call to copy them would take longer.
        places.iter().for_each(|&place| self.places.push(place));
        self.ends.push(self.places.len());
    }

    /// The place of each action, if every action has just one.
    pub fn single(&self) -> Option<&[Place]> {
        self.ends.is_empty().then_some(&self.places)
    }

    /// The number of actions.
    pub fn len(&self) -> usize {
        if self.ends.is_empty() { self.places.len() } else { self.ends.len() }
    }

    /// Whether there are no actions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The places of each action.
    pub fn iter(&self) -> impl Iterator<Item = &[Place]> + '_ {
        let end = |action: usize| if self.ends.is_empty() { action + 1 } else { self.ends[action] };
        (0..self.len()).map(move |action| &self.places[action.checked_sub(1).map_or(0, end)..end(action)])
    }
}

/// The board of a game with its seats.
pub fn table<G: Scenery>(game: &G) -> Board {
    let player = |seat| {
        let name = game.seat_name(seat);
        Player { name: name.text.to_owned(), colour: name.colour(seat) }
    };
    Board { players: Seat::all(game.seats()).map(player).collect(), ..game.board() }
}

/// The scene with the things of a position on their sites and its fields beside the board, after what it holds already.
#[must_use]
pub fn lay_out<G: Scenery>(mut scene: Scene, game: &G, position: &G::Position) -> Scene {
    place_pieces(&mut scene, game, position);
    note_fields(&mut scene, game, position);
    scene
}

/// Puts the things of a position on their sites.
pub fn place_pieces<G: Scenery>(scene: &mut Scene, game: &G, position: &G::Position) {
    let mut on = vec![0; game.board().site_numbers()];
    game.pieces(position, &mut on);
    let kinds = game.kinds();
    for (site, &kind) in on.iter().enumerate().filter(|(_, kind)| **kind > 0) {
        let Kind { glyph, owner, .. } = &kinds[usize::from(kind) - 1];
        scene.put(Item { owner: *owner, ..Item::on(site, glyph.clone()) });
    }
}

/// Shows the fields of a position beside the board, and those that name sites on it.
pub fn note_fields<G: Scenery>(scene: &mut Scene, game: &G, position: &G::Position) {
    let mut fields = Vec::new();
    game.fields(position, &mut fields);
    for field in fields {
        note(scene, game.kinds(), &field);
    }
}

fn note(scene: &mut Scene, kinds: &[Kind], field: &Field) {
    let (title, owner) = (field.name.replace('_', " "), field.owner);
    let (of, kind) = match field.show {
        Show::Number => return scene.note(&title, owner, field.value),
        Show::Flag if field.value > 0 => return scene.note(&title, owner, ""),
        Show::Site => {
            let site = usize::try_from(field.value).ok();
            let marker = site.map(|site| Item::on(site, Glyph::Marker).coloured(Colour::Grey));
            return scene.items.extend(marker);
        }
        Show::Flag | Show::Hidden => return,
        Show::Hand(kind) => (if owner.is_some() { AreaKind::Hand } else { AreaKind::Reserve }, kind),
        Show::Captured(kind) => (AreaKind::Captured, kind),
    };
    let area = scene.area(Area::new(&title, of, 1).of(owner));
    if let Some(kind) = kinds.get(usize::from(kind) - 1).filter(|_| field.value > 0) {
        let item = Item::new(Place::Area(area, 0), kind.glyph.clone()).times(field.value as usize);
        scene.put(Item { owner, ..item });
    }
}

/// A drawing of the board, with something more to say of the position at its end.
pub fn drawn<G: Scenery>(game: &G, position: &G::Position, more: &str) -> String {
    let scene = shown(game, position, None);
    let text = drawing(&table(game), &scene);
    match (more, scene.to_choose.len()) {
        ("", _) => text,
        (_, 1) => text + ", " + more,
        _ => text + "\n" + more,
    }
}

/// The ply that led to a position, and where it was played.
#[derive(Clone, Debug)]
pub struct Last<G: Game> {
    /// The position before it.
    pub before: G::Position,
    /// The ply.
    pub ply: Ply<G::Action>,
}

/// What stands where, whose turn it is, and what the last ply did.
pub fn shown<G: Scenery>(game: &G, position: &G::Position, last: Option<&Last<G>>) -> Scene {
    let mut scene =
        Scene { to_choose: game.turn(position).choosers().iter().collect(), ..game.scene(position) };
    if let Some(Last { before, ply }) = last {
        let old = game.scene(before);
        for (seat, action) in actions(game.turn(before), ply) {
            let clicked = game.clicks(before, seat, action);
            scene.shown.extend(clicked.iter().filter_map(|&place| beside(&old, place)));
            scene.marks.extend(game.marks(before, seat, action, ply.actions()));
        }
        let more = differences(&old, &scene);
        scene.marks.extend(more);
    }
    scene
}

/// Puts things that were laid on the table in place of those that the position tells of on the same sites.
pub fn lay(scene: &mut Scene, laid: &[Item]) {
    let covered: HashSet<u32> = laid.iter().flat_map(|item| item.span.iter().copied()).collect();
    scene.items.retain(|item| item.at.id().is_none_or(|site| !covered.contains(&site)));
    scene.items.extend_from_slice(laid);
}

/// The actions of a ply and whose they are.
fn actions<A: Copy>(turn: Turn, ply: &Ply<A>) -> Vec<(Option<Seat>, A)> {
    match ply {
        Ply::One(action) => vec![(turn.choosers().iter().next(), *action)],
        Ply::Joint(joint) => turn.choosers().iter().map(Some).zip(joint.iter().copied()).collect(),
    }
}

/// What lies in a slot of an area of choices.
fn beside(scene: &Scene, place: Place) -> Option<Item> {
    let Place::Area(area, _) = place else { return None };
    let choices = scene.areas.get(usize::from(area))?.kind == AreaKind::Choices;
    scene.items.iter().find(|item| choices && item.at == place).cloned()
}

/// What a ply did to sites that its marks do not name: emptied them, changed numbers, gave pieces to others.
fn differences(before: &Scene, after: &Scene) -> Vec<Mark> {
    let named = |site: u32| {
        after.marks.iter().any(|mark| match mark {
            Mark::Move(path) => path.contains(&site),
            Mark::Enter(at) | Mark::Remove(at) => *at == site,
            _ => false,
        })
    };
    let mut changed = Vec::new();
    let (old, new) = (by_site(before), by_site(after));
    let mut sites: Vec<u32> = old.keys().chain(new.keys()).copied().collect();
    sites.sort_unstable();
    sites.dedup();
    for site in sites.into_iter().filter(|&site| !named(site)) {
        let [old, new] = [&old, &new].map(|scene| scene.get(&site).map_or(&[][..], Vec::as_slice));
        changed.extend(difference(site, old, new));
    }
    changed
}

/// What became of the things on a site.
fn difference(site: u32, old: &[&Item], new: &[&Item]) -> Option<Mark> {
    let seeds = |items: &[&Item]| items.iter().any(|item| item.glyph == Glyph::Seeds);
    let count = |items: &[&Item]| items.iter().map(|item| i32::from(item.count)).sum::<i32>();
    let owners = |items: &[&Item]| items.iter().map(|item| item.owner).collect::<Vec<_>>();
    match count(new) - count(old) {
        0 => (owners(old) != owners(new)).then(|| Mark::Outline(vec![site])),
        by if seeds(old) || seeds(new) => Some(Mark::Change(site, by)),
        _ if new.is_empty() => Some(Mark::Remove(site)),
        _ if old.is_empty() => Some(Mark::Enter(site)),
        by => Some(Mark::Change(site, by)),
    }
}

/// The things on each site.
fn by_site(scene: &Scene) -> HashMap<u32, Vec<&Item>> {
    let mut sites: HashMap<u32, Vec<&Item>> = HashMap::new();
    for item in &scene.items {
        if let Place::Site(site) = item.at {
            sites.entry(site).or_default().push(item);
        }
    }
    sites
}
