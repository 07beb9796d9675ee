//! Positions as lists of things, for tables without rows and columns and for networks that read sets.

use torneo_contract::Seat;
use torneo_contract::scene::{Glyph, Place, Shape, Site, Tile};
use torneo_contract::session::Session;
use torneo_symmetry::BoardMap;

use crate::sight::Track;

/// A thing on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Object {
    /// Its kind, by number in [`Objects::kinds`]; a tile that random games did not show has the number after the last.
    pub kind: usize,
    /// By how many seats its owner comes after the seat that looks; none for things that are nobody's.
    pub owner: Option<usize>,
    /// Where it stands, in distances of neighbouring sites; y grows downwards.
    pub x: f32,
    /// Where it stands.
    pub y: f32,
    /// By how much it is turned clockwise, in degrees.
    pub turn: u16,
}

/// The things of a game's positions.
#[derive(Clone, Debug)]
pub struct Objects {
    seats: usize,
    /// The names of kinds, and for each kind of the game its name and owner.
    kinds: Vec<String>,
    of_kinds: Vec<(usize, Option<Seat>)>,
    /// The tiles, whose kinds are the last ones.
    tiles: Vec<Vec<Track>>,
    /// The sites by their numbers, where the table does not grow.
    sites: Vec<Option<Site>>,
    /// By seat the map that turns the board to it.
    turned: Vec<BoardMap>,
}

impl Objects {
    /// The things of a game. `turn` turns the board from one seat to the next; `tiles` are those of a table that grows.
    pub fn new<'a>(
        start: &dyn Session,
        turn: Option<BoardMap>,
        tiles: impl Iterator<Item = &'a Tile>,
    ) -> Objects {
        let (seats, board) = (start.seats(), start.board());
        let mut kinds: Vec<String> = Vec::new();
        let of_kinds = start.kinds().iter().map(|kind| {
            let known = kinds.iter().position(|known| *known == kind.name);
            let place = known.unwrap_or_else(|| {
                kinds.push(kind.name.to_string());
                kinds.len() - 1
            });
            (place, kind.owner)
        });
        let of_kinds = of_kinds.collect();
        let mut tiles: Vec<Vec<Track>> = tiles.map(|tile| upright(tile).0).collect();
        tiles.sort_unstable_by_key(|tracks| number(tracks));
        tiles.dedup();
        let track = |&(from, to, colour): &Track| format!(" {colour:?} {from}-{to}").to_lowercase();
        kinds.extend(
            tiles
                .iter()
                .map(|tracks| tracks.iter().map(track).fold("tile".to_owned(), |name, track| name + &track)),
        );
        let mut sites = vec![None; board.site_numbers()];
        for site in board.sites {
            let place = site.id as usize;
            sites[place] = Some(site);
        }
        let turned =
            turn.map_or_else(Vec::new, |turn| (0..seats).map(|seat| turn.times(seat).inverse()).collect());
        Objects { seats, kinds, of_kinds, tiles, sites, turned }
    }

    /// The names of kinds.
    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// The things on the sites of a position as a seat sees them. The board is turned to it as in observations.
    pub fn of(&self, session: &dyn Session, seat: Seat) -> Vec<Object> {
        let mut objects = Vec::new();
        let mut on = vec![0; self.sites.len()];
        session.pieces(&mut on);
        for (site, &kind) in (0..).zip(&on).filter(|(_, kind)| **kind > 0) {
            let (kind, owner) = self.of_kinds[usize::from(kind) - 1];
            let site = self.turned.get(seat.index()).map_or(site, |map| map.image(site));
            if let Some(Some(site)) = self.sites.get(site as usize) {
                let owner = owner.map(|owner| owner.after(seat, self.seats));
                objects.push(Object { kind, owner, x: site.x, y: site.y, turn: 0 });
            }
        }
        if self.sites.is_empty() {
            let scene = session.plain_scene();
            for item in &scene.items {
                let (Place::Site(id), Glyph::Tile(tile)) = (item.at, &item.glyph) else { continue };
                let Some(site) = scene.sites.iter().find(|site| site.id == id) else { continue };
                let (tracks, turn) = upright(tile);
                let known = self.tiles.iter().rposition(|known| *known == tracks);
                let kind = self.kinds.len() - self.tiles.len() + known.unwrap_or(self.tiles.len());
                objects.push(Object { kind, owner: None, x: site.x, y: site.y, turn });
            }
        }
        objects
    }
}

/// The tracks of a tile that are the same however it is turned, and by how much it is turned, in degrees.
fn upright(tile: &Tile) -> (Vec<Track>, u16) {
    let sides: u8 = if tile.shape == Shape::Square { 4 } else { 6 };
    let turned = |by: u8| {
        let turn = |&(from, to, colour): &Track| {
            let ends = [(from + by) % sides, (to + by) % sides];
            (ends[0].min(ends[1]), ends[0].max(ends[1]), colour)
        };
        let mut tracks: Vec<Track> = tile.tracks.iter().map(turn).collect();
        tracks.sort_unstable_by_key(|&(from, to, colour)| (from, to, colour as u8));
        tracks
    };
    let least = (0..sides).min_by_key(|&by| number(&turned(by))).unwrap_or(0);
    (turned(least), u16::from((sides - least) % sides) * (360 / u16::from(sides)))
}

/// By what tiles are ordered.
fn number(tracks: &[Track]) -> Vec<(u8, u8, u8)> {
    tracks.iter().map(|&(from, to, colour)| (from, to, colour as u8)).collect()
}
