//! What the seats lost so far.

use torneo_contract::scene::{AreaKind, Glyph, Place, Scene};
use torneo_contract::{Seat, Turn};

/// Kinds of things, and how many of each.
pub type Kinds = Vec<(Glyph, usize)>;

/// What each seat lost, by seat.
pub type Losses = Vec<Kinds>;

/// A seat's things on the board and in hand.
fn own(scene: &Scene, seat: Seat) -> Kinds {
    let mut kinds = Kinds::new();
    for item in scene.items.iter().filter(|item| item.owner == Some(seat)) {
        let counts = match item.at {
            Place::Site(_) => true,
            Place::Area(area, _) => scene.areas[usize::from(area)].kind == AreaKind::Hand,
        };
        if counts {
            add(&mut kinds, &item.glyph, item.count.into());
        }
    }
    kinds
}

fn add(kinds: &mut Kinds, glyph: &Glyph, count: usize) {
    match kinds.iter_mut().find(|(known, _)| known == glyph) {
        Some((_, number)) => *number += count,
        None => kinds.push((glyph.clone(), count)),
    }
}

fn count(kinds: &Kinds) -> usize {
    kinds.iter().map(|(_, count)| count).sum()
}

/// Adds what a ply took from the seats that did not play it. What changes its kind, such as a pawn that becomes a queen, is not
/// lost; what changes hands is.
pub fn after(losses: &Losses, before: &Scene, now: &Scene, turn: Turn) -> Losses {
    let mut losses = losses.clone();
    let mover = if let Turn::Seat(seat) = turn { Some(seat) } else { None };
    for seat in Seat::all(losses.len()).filter(|seat| Some(*seat) != mover) {
        let (old, new) = (own(before, seat), own(now, seat));
        if count(&new) >= count(&old) {
            continue;
        }
        for (glyph, number) in &old {
            let left = new.iter().find(|(known, _)| known == glyph).map_or(0, |(_, number)| *number);
            if *number > left {
                add(&mut losses[seat.index()], glyph, number - left);
            }
        }
    }
    losses
}
