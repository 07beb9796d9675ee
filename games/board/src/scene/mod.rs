//! Boards as they are shown: sites, lines and inscriptions from a few numbers, shared by all games, and what they click.

mod cells;
mod dice;
mod points;

pub use cells::{Cells, hexagon, hexagons, levels, pits, squares, triangles};
pub use dice::{faces, roll, table};
pub use points::{crossings, graph, lattice};

use torneo_contract::scene::{Board, Figure, Glyph, Label, Line, Mark, Place, Places, Shape, Tone, Weight};
use torneo_contract::{Kind, Seat};

/// The clicks of a move from one site to another.
#[inline]
pub fn from_to(from: usize, to: usize) -> Places {
    Places::from_slice(&[Place::site(from), Place::site(to)])
}

/// The clicks of a move along several sites that could go on: the last one is clicked twice.
pub fn chain(path: impl IntoIterator<Item = usize>) -> Places {
    let mut places: Places = path.into_iter().map(Place::site).collect();
    places.extend(places.last().copied());
    places
}

/// Gives sites a tone.
pub fn paint(board: &mut Board, sites: impl IntoIterator<Item = usize>, tone: Tone) {
    for site in sites {
        if let Some(site) = board.sites.iter_mut().find(|known| known.id as usize == site) {
            site.tone = tone;
        }
    }
}

/// A straight line, or one with corners.
pub fn line(path: impl IntoIterator<Item = (f32, f32)>) -> Line {
    Line { path: path.into_iter().collect(), curved: false, weight: Weight::Thin, owner: None }
}

/// An inscription.
pub fn label(text: impl ToString, x: f32, y: f32) -> Label {
    Label { text: text.to_string(), x, y }
}

/// An octagon that stands on a side, with corners at this distance from the middle.
pub fn octagon(radius: f32) -> Shape {
    let corner = |number: usize| {
        let angle = (45.0 * number as f32 + 22.5).to_radians();
        (radius * libm::sinf(angle), radius * libm::cosf(angle))
    };
    Shape::Polygon((0..8).map(corner).collect())
}

/// The names of files below a board and of ranks at its left, so far from the centres of the sites at the edge.
fn edge_labels(files: usize, ranks: usize, left: f32, bottom: f32, away: f32) -> Vec<Label> {
    let file = |file: usize| label(crate::text::file_letter(file), left + file as f32, bottom + away);
    let rank = |rank: usize| label(rank + 1, left - away, bottom - rank as f32);
    (0..files).map(file).chain((0..ranks).map(rank)).collect()
}

/// The mark of a move along sites.
pub fn moved(path: impl IntoIterator<Item = usize>) -> Vec<Mark> {
    vec![Mark::Move(path.into_iter().map(|site| site as u32).collect())]
}

/// Writes a kind of thing to the sites where it stands, for [`Notation::pieces`](torneo_contract::Notation::pieces).
#[inline]
pub fn stand(on: &mut [u8], kind: u8, sites: impl IntoIterator<Item = usize>) {
    sites.into_iter().for_each(|site| on[site] = kind);
}

/// Writes kinds of things, from `first` on one for each set of sites, to where they stand.
#[inline]
pub fn stand_all<S: IntoIterator<Item = usize>>(on: &mut [u8], first: u8, sets: impl IntoIterator<Item = S>) {
    (first..).zip(sets).for_each(|(kind, sites)| stand(on, kind, sites));
}

/// The piece of chess with this English letter, a pawn for any other; M and C are marshal and cardinal.
pub fn figure(letter: char) -> Figure {
    match letter {
        'K' => Figure::King,
        'Q' => Figure::Queen,
        'R' => Figure::Rook,
        'B' => Figure::Bishop,
        'N' => Figure::Knight,
        'M' => Figure::Marshal,
        'C' => Figure::Cardinal,
        _ => Figure::Pawn,
    }
}

/// The kinds of chess pieces of these letters: those of White, then those of Black, whose letters are small.
pub fn armies(letters: impl Iterator<Item = char> + Clone) -> Vec<Kind> {
    let kind = |seat: Seat, letter: char| {
        let figure = figure(letter);
        let letter = if seat == Seat::FIRST { letter } else { letter.to_ascii_lowercase() };
        let name = format!("{figure:?}").to_lowercase().into();
        Kind { letter, name, owner: Some(seat), glyph: Glyph::Figure(figure) }
    };
    Seat::all(2).flat_map(|seat| letters.clone().map(move |letter| kind(seat, letter))).collect()
}
