//! A board on which each first move has the colour of its score.

use torneo_contract::Turn;
use torneo_contract::scene::Place;
use torneo_contract::session::Session;
use torneo_picture::{Painter, Style, Target, Theme};
use torneo_present::svg::{Canvas, Point};
use torneo_registry::AnyGame;

/// Moves that have the same score.
pub struct Heat {
    /// The moves. If they go from one site to another only the first is drawn: arrows over the whole board would hide each other.
    pub tokens: Vec<String>,
    /// The score of the player who makes it.
    pub score: f64,
    /// What is said where one points at it.
    pub said: String,
}

const SIZE: u32 = 480;
/// A score that far from fair has the full colour.
const SPAN: f64 = 0.4;
/// Red, green and blue of a score far below fair, of a fair one and of one far above.
const COLOURS: [[f64; 3]; 3] = [[196.0, 78.0, 58.0], [242.0, 236.0, 220.0], [58.0, 128.0, 160.0]];

/// A place of the picture, with the radius of what fits into it.
#[derive(Clone, Copy, PartialEq)]
struct Spot {
    x: f32,
    y: f32,
    radius: f32,
}

impl Spot {
    fn place(&self) -> Point {
        (self.x.into(), self.y.into())
    }
}

/// A move on the board.
struct Way<'a> {
    spots: Vec<Spot>,
    heat: &'a Heat,
}

/// The picture; none if a move is made elsewhere than on the board, or if two moves are clicked alike.
pub fn heat(game: &dyn AnyGame, moves: &[Heat], fair: f64) -> Option<String> {
    let start = game.session();
    let board = start.board();
    let style = Style { size: SIZE, theme: Theme::Light, bare: true, ..Style::default() };
    let (picture, targets) = Painter::new(&board, style).draw_with_targets(&start.plain_scene());
    let ways = ways(&*start, &targets, moves)?;
    // Lines first, so that no number lies under one.
    let mut drawn = Canvas::default();
    for Way { spots, heat } in ways.iter().filter(|way| way.spots.len() > 1) {
        let (width, colour) = (spots[0].radius * 0.22, colour(heat.score, fair));
        for (colour, width) in [("#333", width + 1.2), (&*colour, width)] {
            let stroke = format_args!("stroke=\"{colour}\" stroke-width=\"{width:.1}\"");
            drawn.polyline(spots.iter().map(Spot::place), stroke);
        }
    }
    for way in &ways {
        let spot = label(way, &ways);
        let (radius, (x, y)) = (spot.radius, spot.place());
        let number = format!("{:.2}", way.heat.score);
        let number = number.strip_prefix('0').unwrap_or(&number);
        let fill = format!("fill=\"{}\" stroke=\"#333\" stroke-width=\"0.6\"", colour(way.heat.score, fair));
        let size = format!("font-size=\"{:.1}\" text-anchor=\"middle\"", radius * 0.95);
        drawn.titled(&way.heat.said, |drawn| {
            drawn.circle((x, y), format_args!("{radius:.1}"), fill);
            let place = (x, y + f64::from(radius * 0.33));
            drawn.text(place, format_args!("{size} font-family=\"sans-serif\" fill=\"#111\""), number);
        });
    }
    let end = picture.rfind("</svg>")?;
    Some(format!("{}{}{}", &picture[..end], drawn.part(), &picture[end..]))
}

/// Where the moves go; none if one of them does not go over sites alone, or if two go the same way.
fn ways<'a>(start: &dyn Session, targets: &[Target], moves: &'a [Heat]) -> Option<Vec<Way<'a>>> {
    let Turn::Seat(seat) = start.turn() else { return None };
    let (tokens, places) = (start.tokens(Some(seat)), start.places(Some(seat)));
    let spot = |place: &Place| -> Option<Spot> {
        let is_own = |target: &&Target| target.place == *place && matches!(place, Place::Site(_));
        targets.iter().find(is_own).map(middle)
    };
    let mut ways: Vec<Way> = Vec::new();
    for heat in moves {
        for (index, token) in heat.tokens.iter().enumerate() {
            let choice = tokens.iter().position(|known| known == token)?;
            let mut spots: Vec<Spot> = places[choice].iter().map(spot).collect::<Option<_>>()?;
            // A second click on the same place ends a move that might go on.
            spots.dedup();
            if spots.is_empty() || ways.iter().any(|way| way.spots == spots) {
                return None;
            }
            if spots.len() == 1 || index == 0 {
                ways.push(Way { spots, heat });
            }
        }
    }
    Some(ways)
}

/// Where the number of a move stands: at its end, or on the way if other moves end there, too.
fn label(way: &Way, all: &[Way]) -> Spot {
    let [.., before, end] = &way.spots[..] else {
        return Spot { radius: 0.8 * way.spots[0].radius, ..way.spots[0] };
    };
    let is_shared = all.iter().filter(|other| other.spots.last() == Some(end)).count() > 1;
    let share = if is_shared { 0.45 } else { 1.0 };
    let between = |from: f32, to: f32| from + share * (to - from);
    Spot { x: between(before.x, end.x), y: between(before.y, end.y), radius: 0.55 * end.radius }
}

/// The middle of a place.
fn middle(target: &Target) -> Spot {
    let count = target.corners.len().max(1) as f32;
    let (x, y) = target.corners.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
    let (x, y) = (x / count, y / count);
    let reach = |corner: &(f32, f32)| (corner.0 - x).abs().max((corner.1 - y).abs());
    Spot { x, y, radius: target.corners.iter().map(reach).fold(0.0, f32::max) }
}

/// The colour of a score.
fn colour(score: f64, fair: f64) -> String {
    let share = ((score - fair) / SPAN).clamp(-1.0, 1.0);
    let end = if share < 0.0 { COLOURS[0] } else { COLOURS[2] };
    let mixed = [0, 1, 2].map(|part| (COLOURS[1][part] + share.abs() * (end[part] - COLOURS[1][part])) as u8);
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}
