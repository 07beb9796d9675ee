//! A table as lines of text, from what is on it.

use std::collections::BTreeMap;

use crate::Seat;
use crate::scene::{AreaKind, Board, Figure, Glyph, Item, Place, Player, Scene, Tone};

/// The board with what stands on it, and what lies beside it, a line each.
///
/// A thing is a letter: that of its figure, or that with which the name of its seat begins. Capitals are the first seat's
/// figures, and crowned men. Of several things the number follows.
pub fn drawing(board: &Board, scene: &Scene) -> String {
    let mut text = on_board(board, scene);
    for (number, area) in scene.areas.iter().enumerate().filter(|(_, area)| area.kind != AreaKind::Choices) {
        let inside = |item: &&Item| matches!(item.at, Place::Area(at, _) if usize::from(at) == number);
        let signs: Vec<String> =
            scene.items.iter().filter(inside).map(|item| sign(item, &board.players)).collect();
        let owner = area.owner.map(|seat| &*board.players[seat.index()].name);
        let named = owner.filter(|name| !area.title.contains(name));
        let title = match named {
            Some(name) if area.title.is_empty() => name.to_owned(),
            Some(name) => format!("{name}, {}", area.title),
            None => area.title.clone(),
        };
        text += &match signs.join(" ") {
            _ if signs.is_empty() => format!("{title}: -\n"),
            said if said.is_empty() => format!("{title}\n"),
            said => format!("{title}: {said}\n"),
        };
    }
    if !scene.caption.is_empty() {
        text += &format!("{}\n", scene.caption);
    }
    if let [seat] = scene.to_choose[..] {
        text += &format!("{} to move", board.players[seat.index()].name);
    }
    text.trim_end().to_owned()
}

/// A ring that is nobody's.
const RING: &str = "o";

/// A text in the row and near the column of a place.
type Rows = BTreeMap<i32, Vec<(f32, String)>>;

fn on_board(board: &Board, scene: &Scene) -> String {
    let mut signs: BTreeMap<u32, String> = BTreeMap::new();
    for item in &scene.items {
        let Place::Site(at) = item.at else { continue };
        let covered = if item.span.is_empty() { std::slice::from_ref(&at) } else { &item.span };
        for site in covered {
            let known = signs.entry(*site).or_default();
            // What lies on a ring hides it.
            if known == RING {
                known.clear();
            }
            *known += &sign(item, &board.players);
        }
    }
    let mut rows = Rows::new();
    let mut sites: Vec<_> = board.sites.iter().chain(&scene.sites).collect();
    sites.sort_by_key(|site| site.z);
    for site in sites {
        let row = rows.entry(row_of(site.y)).or_default();
        let empty = match site.tone {
            Tone::Blocked => "#",
            Tone::Special => "+",
            Tone::Hidden => " ",
            _ => ".",
        };
        let lower = row.iter_mut().find(|(x, _)| (*x - site.x).abs() < 0.1);
        match (signs.remove(&site.id), lower) {
            (Some(sign), Some(lower)) => lower.1 = sign,
            (None, Some(_)) => {}
            (sign, None) => row.push((site.x, sign.unwrap_or_else(|| empty.to_owned()))),
        }
    }
    let (widest, nearest) = (rows.values().flatten().map(|(_, sign)| width(sign)).max(), nearest(&mut rows));
    let scale = (widest.unwrap_or(1) + 1) as f32 / nearest;
    let left = rows.values().flatten().map(|(x, _)| *x).fold(f32::INFINITY, f32::min);
    // Inscriptions before the first site of a row end right before it; there is room for the longest.
    let (mut before, mut inside) = (BTreeMap::new(), Rows::new());
    for label in board.labels.iter().chain(&scene.labels) {
        let row = row_of(label.y);
        match rows.get(&row).and_then(|sites| sites.first()) {
            Some((first, _)) if label.x < *first => drop(before.insert(row, label.text.clone())),
            _ => inside.entry(row).or_default().push((label.x, label.text.clone())),
        }
    }
    let margin = before.values().map(|label| width(label) + 1).max().unwrap_or(0);
    for (row, labels) in inside {
        rows.entry(row).or_default().extend(labels);
    }
    let mut text = String::new();
    for (number, row) in &mut rows {
        row.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let column = |x: f32| margin + ((x - left) * scale).round().max(0.0) as usize;
        let mut line = match (before.get(number), row.first()) {
            (Some(label), Some((x, _))) => format!("{label:>width$}", width = column(*x) - 1),
            _ => String::new(),
        };
        for (x, sign) in row {
            let gap = column(*x).saturating_sub(width(&line)).max(usize::from(!line.is_empty()));
            line += &" ".repeat(gap);
            line += sign;
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Half a unit is a row of its own.
fn row_of(y: f32) -> i32 {
    (2.0 * y).round() as i32
}

/// The least distance of two sites in a row.
fn nearest(rows: &mut Rows) -> f32 {
    let mut least = f32::INFINITY;
    for row in rows.values_mut() {
        row.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        least = row.windows(2).map(|two| two[1].0 - two[0].0).fold(least, f32::min);
    }
    if least.is_finite() { least } else { 1.0 }
}

/// What stands for a thing.
fn sign(item: &Item, players: &[Player]) -> String {
    let first = item.owner.is_none_or(|seat| seat == Seat::FIRST);
    let cased = |text: &str| if first { text.to_uppercase() } else { text.to_lowercase() };
    let initial = item.owner.map(|seat| initial(seat, players));
    let colour = || item.colour.map(|colour| format!("{colour:?}")[..1].to_lowercase());
    let owned = |nobodys: &str| initial.clone().or_else(colour).unwrap_or_else(|| nobodys.to_owned());
    // Of more than two seats, a figure does not tell whose it is.
    let many = |text: String| if players.len() > 2 { owned("") + &text } else { text };
    let text = match &item.glyph {
        Glyph::Figure(figure) => many(cased(&letter(*figure))),
        // A sign that has no capital does not tell whose it is.
        Glyph::Letter(text) if text.to_uppercase() == text.to_lowercase() => owned("") + text,
        Glyph::Letter(text) => many(cased(text)),
        Glyph::Text(text) | Glyph::Card(text) => text.clone(),
        Glyph::Crowned => owned("o").to_uppercase(),
        Glyph::Pyramid(pips) => format!("{}{pips}", owned("")),
        Glyph::Block(_, _, height) => format!("{}{height}", owned("")),
        Glyph::Die { up, .. } => up.to_string(),
        Glyph::Seeds => return item.count.to_string(),
        Glyph::Obstacle => "#".to_owned(),
        Glyph::Marker => owned("*"),
        Glyph::Arrow => ["^", ">", "v", "<"][usize::from((item.turn + 45) / 90 % 4)].to_owned(),
        Glyph::Tile(_) | Glyph::Polyomino(_) | Glyph::Filled => owned("#"),
        Glyph::Ring => initial.unwrap_or_else(|| RING.to_owned()),
        Glyph::Disc | Glyph::Ball | Glyph::Peg => owned("o"),
    };
    if item.count == 1 { text } else { format!("{text}{}", item.count) }
}

/// The letter with which the name of a seat begins; its number where another begins alike.
fn initial(seat: Seat, players: &[Player]) -> String {
    let begin = |player: &Player| player.name.chars().next().unwrap_or('?').to_ascii_lowercase();
    let own = begin(&players[seat.index()]);
    match players.iter().filter(|player| begin(player) == own).count() {
        1 => own.to_string(),
        _ => (seat.index() + 1).to_string(),
    }
}

/// The letter of a figure, mostly that with which its name begins: those of one game differ.
fn letter(figure: Figure) -> String {
    let letter = match figure {
        Figure::Flier => "K",
        Figure::Knight => "N",
        Figure::Crocodile => "O",
        Figure::Padwar => "A",
        Figure::Princess => "I",
        named => return format!("{named:?}")[..1].to_owned(),
    };
    letter.to_owned()
}
