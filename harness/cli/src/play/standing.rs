//! What the players still have, and what a ply took from them, in words.

use torneo_contract::scene::{AreaKind, Glyph, Item, Mark, Place, Scene};
use torneo_contract::session::Session;
use torneo_contract::{Seat, Turn};
use torneo_picture::counted;
use torneo_present::english::{and, does};
use torneo_present::table::{Column, aligned};

use super::GameSetup;

/// A kind of thing and how many of it there are.
type Kinds = Vec<(Glyph, usize)>;

/// More kinds than these are not named: their number is told.
const NAMED: usize = 2;

/// A seat's pieces on the board, with those in hand.
fn pieces(scene: &Scene, seat: Seat, in_hand: bool) -> Kinds {
    let is_there = |item: &&Item| match item.at {
        Place::Site(_) => true,
        Place::Area(area, _) => in_hand && scene.areas[usize::from(area)].kind == AreaKind::Hand,
    };
    let mut kinds: Kinds = Vec::new();
    for item in scene.items.iter().filter(is_there).filter(|item| item.owner == Some(seat)) {
        match kinds.iter_mut().find(|(glyph, _)| *glyph == item.glyph) {
            Some((_, count)) => *count += usize::from(item.count),
            None => kinds.push((item.glyph.clone(), item.count.into())),
        }
    }
    kinds
}

fn named(kinds: &Kinds) -> String {
    let named: Vec<String> = kinds.iter().map(|(glyph, count)| counted(glyph, *count, "")).collect();
    and(&named)
}

/// What of `before` is no longer in `now`.
fn missing(before: &Kinds, now: &Kinds) -> Kinds {
    let left = |glyph: &Glyph| now.iter().find(|(known, _)| known == glyph).map_or(0, |(_, count)| *count);
    let gone = before.iter().map(|(glyph, count)| (glyph.clone(), count.saturating_sub(left(glyph))));
    gone.filter(|(_, count)| *count > 0).collect()
}

fn count(kinds: &Kinds) -> usize {
    kinds.iter().map(|(_, count)| count).sum()
}

/// A line for each seat: what stands on the board, and what is lost. Nothing in games that begin with an empty board, until
/// something is lost.
pub fn standing(table: &GameSetup, session: &dyn Session) -> String {
    let (start, now) = (table.set_up().plain_scene(), session.plain_scene());
    let lost = |seat: Seat| missing(&pieces(&start, seat, true), &pieces(&now, seat, true));
    let seats = || Seat::all(session.seats());
    let begins_empty = seats().any(|seat| pieces(&start, seat, false).is_empty());
    if begins_empty && seats().all(|seat| lost(seat).is_empty()) {
        return String::new();
    }
    let row = |seat: Seat| {
        let (here, lost) = (pieces(&now, seat, false), lost(seat));
        let has = match here.len() {
            0 => "nothing on the board".to_owned(),
            kinds if kinds <= NAMED => named(&here),
            _ => format!("{} pieces", count(&here)),
        };
        let lost = if lost.is_empty() { String::new() } else { format!(", lost {}", named(&lost)) };
        vec![table.name(seat), format!("{has}{lost}")]
    };
    aligned(&[("", Column::Left(0)); 2], seats().map(row).collect())
}

/// What a ply took from whom, as `, you lose g2`.
pub fn losses(table: &GameSetup, before: &dyn Session, scene: &Scene, turn: Turn) -> String {
    let old = before.plain_scene();
    let mover = turn.choosers().iter().next().filter(|_| matches!(turn, Turn::Seat(_)));
    let sites = left(scene);
    let board = before.board();
    let name = |id: u32| {
        let mut known = board.sites.iter().chain(&old.sites);
        known.find(|site| site.id == id).map(|site| site.name.clone())
    };
    let mut words = String::new();
    for seat in Seat::all(before.seats()).filter(|seat| Some(*seat) != mover) {
        let lost = missing(&pieces(&old, seat, true), &pieces(scene, seat, true));
        if lost.is_empty() {
            continue;
        }
        let was_there =
            |id: &&u32| old.items.iter().any(|item| item.at == Place::Site(**id) && item.owner == Some(seat));
        let places: Vec<String> = sites.iter().filter(was_there).filter_map(|id| name(*id)).collect();
        let what = if places.len() == count(&lost) { and(&places) } else { named(&lost) };
        let who = match table.is_you(seat) {
            true => "you lose".to_owned(),
            false => does(before.seat_name(seat), "lose"),
        };
        words += &format!(", {who} {what}");
    }
    words
}

/// The sites that the last ply emptied or took.
fn left(scene: &Scene) -> Vec<u32> {
    let mut sites = Vec::new();
    for mark in &scene.marks {
        match mark {
            Mark::Remove(site) => sites.push(*site),
            Mark::Move(path) => sites.extend(path.last()),
            _ => {}
        }
    }
    sites
}
