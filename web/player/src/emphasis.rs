//! What a person should see at once in a position: a king in check, and how the game was won.

use torneo_contract::scene::{Board, Colour, Figure, Glyph, Item, Mark, Place, Scene, Site, Tile};
use torneo_contract::session::Session;
use torneo_contract::{Seat, Turn, reason};
use torneo_present::telling::Reader;

/// Words for what a chain of stones builds.
const CONNECTED: [&str; 4] = ["ring", "bridge", "fork", "connected"];

/// The distance of neighbouring sites, with room for rounding.
const NEAR: f32 = 1.08;

/// Marks the king that is in check, and the line or group that won.
pub fn emphasize(scene: &mut Scene, board: &Board, session: &dyn Session) {
    if let Some(king) = checked(scene, session) {
        scene.marks.push(Mark::Outline(vec![king]));
        scene.marks.push(Mark::Note(king, "check".to_owned()));
    }
    scene.marks.extend(winning(scene, board, session));
}

/// Whether the seat to move is in check. The games of chess say so below their drawing.
pub fn in_check(session: &dyn Session) -> bool {
    matches!(session.turn(), Turn::Seat(_)) && session.draw().lines().any(|line| line.contains("in check"))
}

fn checked(scene: &Scene, session: &dyn Session) -> Option<u32> {
    let Turn::Seat(seat) = session.turn() else { return None };
    let is_king = |item: &&Item| item.glyph == Glyph::Figure(Figure::King) && item.owner == Some(seat);
    let king = scene.items.iter().find(is_king)?.at.id()?;
    in_check(session).then_some(king)
}

/// What won: three in a row, a chain of stones, or a track of tiles; nothing in games that are won by something else.
fn winning(scene: &Scene, board: &Board, session: &dyn Session) -> Option<Mark> {
    if session.turn() != Turn::Over {
        return None;
    }
    let outcome = session.result();
    let winner = Seat::all(session.seats()).find(|seat| outcome.scores[seat.index()] == 1.0)?;
    if outcome.reason != reason::WON {
        return None;
    }
    let sites: Vec<&Site> = board.sites.iter().chain(&scene.sites).collect();
    let last = scene.marks.iter().rev().find_map(|mark| match mark {
        Mark::Enter(site) => Some(*site),
        Mark::Move(path) => path.last().copied(),
        _ => None,
    })?;
    if scene.items.iter().any(|item| matches!(item.glyph, Glyph::Tile(_))) {
        let colour = board.players.get(winner.index())?.colour;
        return track(scene, &sites, colour);
    }
    let own: Vec<&Site> = sites
        .into_iter()
        .filter(|site| {
            scene.items.iter().any(|item| item.at == Place::Site(site.id) && item.owner == Some(winner))
        })
        .collect();
    let aim = Reader::of(session).said(&session.cause());
    if aim.contains("in a row") {
        return row(&own).map(Mark::Frame);
    }
    let connects = CONNECTED.iter().any(|word| aim.contains(word));
    connects.then(|| chain(&own, last)).filter(|chain| chain.len() > 2).map(Mark::Outline)
}

/// Three sites in a straight line, one step apart.
fn row(own: &[&Site]) -> Option<Vec<u32>> {
    let at = |x: f32, y: f32| own.iter().find(|site| (site.x - x).abs() < 0.1 && (site.y - y).abs() < 0.1);
    own.iter().find_map(|first| {
        own.iter().find_map(|second| {
            let (dx, dy) = (second.x - first.x, second.y - first.y);
            let third = at(second.x + dx, second.y + dy).filter(|_| dx != 0.0 || dy != 0.0)?;
            Some(vec![first.id, second.id, third.id])
        })
    })
}

/// The sites that hang together with one of them.
fn chain(own: &[&Site], from: u32) -> Vec<u32> {
    let mut found: Vec<&Site> = own.iter().filter(|site| site.id == from).copied().collect();
    let mut next = 0;
    while let Some(&site) = found.get(next) {
        next += 1;
        for other in own {
            let near = (other.x - site.x).powi(2) + (other.y - site.y).powi(2) < NEAR.powi(2);
            if near && !found.iter().any(|known| known.id == other.id) {
                found.push(other);
            }
        }
    }
    found.into_iter().map(|site| site.id).collect()
}

/// The longest track of a colour over square tiles, loops first.
fn track(scene: &Scene, sites: &[&Site], colour: Colour) -> Option<Mark> {
    let tile = |site: &Site| {
        scene.items.iter().find_map(|item| match &item.glyph {
            Glyph::Tile(tile) if item.at == Place::Site(site.id) => Some((tile, item.turn)),
            _ => None,
        })
    };
    let laid: Vec<(&Site, &Tile, u16)> =
        sites.iter().filter_map(|site| tile(site).map(|(tile, turn)| (*site, tile, turn))).collect();
    // The sides of a tile that a track of the colour joins, by their directions: up, right, down, left.
    let ends = |tile: &Tile, turn: u16| {
        let quarter = |side: u8| (usize::from(side) + usize::from(turn / 90)) % 4;
        let own = tile.tracks.iter().find(|(_, _, track)| *track == colour);
        own.map(|(from, to, _)| [quarter(*from), quarter(*to)])
    };
    const STEPS: [(f32, f32); 4] = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
    let follow = |start: usize, out: usize| {
        let (mut path, mut at, mut side) = (vec![laid[start].0.id], start, out);
        loop {
            let (site, ..) = laid[at];
            let (x, y) = (site.x + STEPS[side].0, site.y + STEPS[side].1);
            let beside =
                |(other, ..): &(&Site, &Tile, u16)| (other.x - x).abs() < 0.1 && (other.y - y).abs() < 0.1;
            let Some(next) = laid.iter().position(beside) else { return (path, false) };
            if next == start {
                return (path, true);
            }
            let into = (side + 2) % 4;
            let Some(sides) = ends(laid[next].1, laid[next].2).filter(|sides| sides.contains(&into)) else {
                return (path, false);
            };
            side = if sides[0] == into { sides[1] } else { sides[0] };
            path.push(laid[next].0.id);
            at = next;
        }
    };
    let tracks = (0..laid.len()).filter_map(|start| {
        let [out, back] = ends(laid[start].1, laid[start].2)?;
        let (path, looped) = follow(start, out);
        if looped {
            return Some((true, path));
        }
        let (behind, _) = follow(start, back);
        Some((false, behind.into_iter().skip(1).rev().chain(path).collect()))
    });
    let (_, path) = tracks.max_by_key(|(looped, path): &(bool, Vec<u32>)| (*looped, path.len()))?;
    Some(Mark::Outline(path))
}
