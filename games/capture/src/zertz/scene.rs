//! How the game is shown: rings, and marbles on them.

use torneo_board::grid::BitSet;
use torneo_contract::scene::{
    Area, AreaKind, Board as SceneBoard, Colour, Glyph, Item, Mark, Place, Places, Scene, Shape, Site,
    Surface, Tone,
};
use torneo_contract::{Scenery, Seat};

use super::Zertz;
use super::action::{Action, Kind};
use super::board::{COLOURS, Marbles};

const MARBLES: [Colour; COLOURS] = [Colour::White, Colour::Grey, Colour::Black];
/// The area of the pool; those of the seats' captured marbles follow it.
const POOL: u8 = 0;

/// Adds an area with the marbles of each colour.
fn supply(scene: &mut Scene, title: &str, kind: AreaKind, owner: Option<Seat>, marbles: &Marbles) {
    let area = scene.area(Area::new(title, kind, COLOURS).of(owner));
    let held = marbles.iter().zip(MARBLES).enumerate().filter(|(_, (count, _))| **count > 0);
    for (slot, (&count, colour)) in held {
        scene.put(Item::new(Place::slot(area, slot), Glyph::Ball).coloured(colour).times(count.into()));
    }
}

impl Scenery for Zertz {
    fn board(&self) -> SceneBoard {
        let site = |place: usize| {
            let site = Site::new(place, self.rings.name(place), self.rings.centre(place), Shape::Circle);
            Site { tone: Tone::Hidden, ..site }
        };
        SceneBoard {
            sites: self.rings.places().map(site).collect(),
            surface: Surface::Bare,
            ..SceneBoard::default()
        }
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let board = &position.board;
        let mut scene = Scene::default();
        for place in board.rings.members() {
            scene.put(Item::on(place, Glyph::Ring).coloured(Colour::Brown));
            if let Some(colour) = board.content(place).checked_sub(1) {
                scene.put(Item::on(place, Glyph::Ball).coloured(MARBLES[colour]).level(1));
            }
        }
        supply(&mut scene, "pool", AreaKind::Reserve, None, &board.pool);
        for seat in Seat::all(2) {
            supply(&mut scene, "captured", AreaKind::Captured, Some(seat), &board.captured[seat.index()]);
        }
        scene
    }

    #[inline]
    fn clicks(&self, position: &Self::Position, _seat: Option<Seat>, action: Action) -> Places {
        match action.kind() {
            Kind::Place { colour, ring, removed } => {
                let board = &position.board;
                let own = board.pool == [0; COLOURS];
                let area = if own { POOL + 1 + board.mover().index() as u8 } else { POOL };
                let (marble, ring) = (Place::slot(area, colour), Place::site(ring));
                match removed {
                    Some(removed) => Places::from_slice(&[marble, ring, Place::site(removed)]),
                    None => Places::from_slice(&[marble, ring]),
                }
            }
            Kind::Jump { from, path } => {
                let landings = path.jumps(from).map(|(_, landing)| landing.lowest());
                std::iter::once(from).chain(landings).map(Place::site).collect()
            }
        }
    }

    fn marks(
        &self,
        position: &Self::Position,
        seat: Option<Seat>,
        action: Action,
        _joint: &[Action],
    ) -> Vec<Mark> {
        let mut sites = self.clicks(position, seat, action).into_iter().filter_map(Place::id);
        match action.kind() {
            Kind::Place { .. } => {
                sites.next().map(Mark::Enter).into_iter().chain(sites.map(Mark::Remove)).collect()
            }
            Kind::Jump { .. } => vec![Mark::Move(sites.collect())],
        }
    }
}
