//! What the players still have, and what a ply took from them, in words.

use torneo_contract::scene::{AreaKind, Glyph, Item, Mark, Place, Scene};
use torneo_contract::session::Session;
use torneo_contract::{Seat, Turn};
use torneo_picture::counted;

use super::GameSetup;
use crate::words::{does, list};

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
    list(&named)
}

/// What of `before` is no longer in `now`.
fn missing(before: &Kinds, now: &Kinds) -> Kinds {
    let left = |glyph: &Glyph| now.iter().find(|(known, _)| known == glyph).map_or(0, |(_, count)| *count);
    let gone = before.iter().map(|(glyph, count)| (glyph.clone(), count.saturating_sub(left(glyph))));
    gone.filter(|(_, count)| *count > 0).collect()
}

/// A line for each seat in games that begin with pieces: what stands on the board and what is lost.
pub fn standing(table: &GameSetup, session: &dyn Session) -> String {
    let (start, now) = (table.start().plain_scene(), session.plain_scene());
    let seats = Seat::all(session.seats());
    let names: Vec<String> = seats.clone().map(|seat| table.name(seat)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let row = |(seat, name): (Seat, &String)| {
        let before = pieces(&start, seat, true);
        if before.is_empty() {
            return None;
        }
        let here = pieces(&now, seat, false);
        let count: usize = here.iter().map(|(_, count)| count).sum();
        let has = if here.len() <= NAMED { named(&here) } else { format!("{count} pieces") };
        let has = if here.is_empty() { "nothing on the board".to_owned() } else { has };
        let lost = missing(&before, &pieces(&now, seat, true));
        let lost = if lost.is_empty() { String::new() } else { format!(", lost {}", named(&lost)) };
        Some(format!("{name:width$}  {has}{lost}"))
    };
    let rows: Option<Vec<String>> = seats.zip(&names).map(row).collect();
    rows.unwrap_or_default().join("\n")
}

/// What a ply took from whom, as `, you lose g2`.
pub fn losses(table: &GameSetup, before: &dyn Session, scene: &Scene, turn: Turn) -> String {
    let old = before.plain_scene();
    let mover = turn.choosers().iter().next();
    let mut sites: Vec<u32> = Vec::new();
    for mark in &scene.marks {
        match mark {
            Mark::Remove(site) => sites.push(*site),
            Mark::Move(path) => sites.extend(path.last()),
            _ => {}
        }
    }
    let board = before.board();
    let name = |id: u32| {
        let mut known = board.sites.iter().chain(&old.sites);
        known.find(|site| site.id == id).map(|site| site.name.clone())
    };
    let mut words = String::new();
    for seat in Seat::all(before.seats()).filter(|seat| Some(*seat) != mover) {
        let of_seat =
            |id: &&u32| old.items.iter().any(|item| item.at == Place::Site(**id) && item.owner == Some(seat));
        let lost: Vec<String> = sites.iter().filter(of_seat).filter_map(|id| name(*id)).collect();
        if !lost.is_empty() {
            let who = match table.is_you(seat) {
                true => "you lose".to_owned(),
                false => does(before.seat_name(seat), "lose"),
            };
            words += &format!(", {who} {}", list(&lost));
        }
    }
    words
}
