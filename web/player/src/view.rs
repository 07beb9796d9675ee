//! A position as the page shows it.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use torneo_contract::Seat;
use torneo_contract::scene::{Area, AreaKind, Board, Glyph, Item, Place, Scene};
use torneo_contract::session::{Due, Session};
use torneo_picture::{Painter, Target, counted, words};
use torneo_present::telling::Reader;

use crate::emphasis::in_check;
use crate::losses::Losses;

/// What a page needs to show a position and to let a person choose.
#[derive(Serialize)]
pub struct View {
    /// The picture.
    svg: String,
    /// `seat`, `together`, `chance` or `over`.
    turn: &'static str,
    /// The seats that are to choose.
    seats: Vec<usize>,
    /// What is legal: one list for each choosing seat, or one for chance.
    legal: Vec<Vec<String>>,
    /// The places to click for each of them, as keys of `targets` and `choices`.
    clicks: Vec<Vec<Vec<String>>>,
    /// Places in the picture.
    targets: Vec<Spot>,
    /// The levels that are small in the picture.
    levels: Vec<Level>,
    /// Places beside the board, such as the tiles of a hand: buttons below the picture.
    choices: Vec<Choice>,
    /// The text of the position.
    position: String,
    /// One line about it.
    caption: String,
    /// Whether the seat to move is in check.
    check: bool,
    /// The seat whose dice are thrown next, where chance is dice.
    thrower: Option<usize>,
    /// The seats as they are shown: each with a chip in its colour.
    seated: Vec<Seated>,
    /// What is written beside the board.
    score: Vec<Entry>,
    /// What the seats lost so far; those that lost nothing are left out.
    losses: Vec<Loss>,
    /// What the last ply did, where the game has words for it.
    told: Option<Told>,
    /// The result, once it is over.
    outcome: Option<Ending>,
}

/// A seat as it is shown.
#[derive(Serialize)]
struct Seated {
    name: String,
    svg: String,
}

/// A line of the score sheet.
#[derive(Serialize)]
struct Entry {
    title: String,
    seat: Option<usize>,
    text: String,
}

/// What a seat lost.
#[derive(Serialize)]
struct Loss {
    seat: usize,
    things: Vec<Thing>,
}

/// Some things of a kind.
#[derive(Serialize)]
struct Thing {
    name: String,
    svg: String,
    count: usize,
}

/// A place in the picture.
#[derive(Serialize)]
struct Spot {
    key: String,
    name: String,
    /// Corners in the coordinates of the picture, as SVG lists points.
    points: String,
    level: u8,
    /// Whether it lies on a small level, which is made large before a place of it is clicked.
    small: bool,
}

/// A small level, which a touch makes large.
#[derive(Serialize)]
struct Level {
    level: u8,
    name: String,
    /// Its corners, as those of places.
    points: String,
}

/// A place beside the board.
#[derive(Serialize)]
struct Choice {
    key: String,
    title: String,
    name: String,
    svg: String,
}

/// Something in words.
#[derive(Serialize)]
pub struct Told {
    /// To somebody who has no seat: `9: Player 1's number`.
    text: String,
    /// To the player of each seat: `9: your number`.
    to: Vec<String>,
}

impl Told {
    fn of(session: &dyn Session, say: impl Fn(&Reader) -> String) -> Told {
        let reader = Reader::of(session);
        let to = Seat::all(session.seats()).map(|seat| say(&reader.clone().at(seat))).collect();
        Told { text: say(&reader), to }
    }

    /// What the last ply of a session did, where the game has words for it.
    pub fn last(session: &dyn Session) -> Option<Told> {
        let words = session.told()?;
        Some(Told::of(session, |reader| reader.told(&words)))
    }
}

#[derive(Serialize)]
struct Ending {
    /// Who won and why: `Black wins: three in a row.`
    sentence: Told,
    scores: Vec<f64>,
    points: Option<Vec<f64>>,
}

impl View {
    /// The view of a session, drawn by a painter of its board.
    pub fn of(session: &dyn Session, scene: &Scene, board: &Board, painter: &mut Painter) -> View {
        let (svg, targets) = painter.draw_with_targets(scene);
        let (turn, seats, legal) = due(session);
        let clicks = session.clicks();
        let wanted: BTreeSet<Place> = clicks.iter().flatten().flatten().copied().collect();
        // What lies beside the board is small in the picture, so it is chosen by buttons.
        let on_board = targets.iter().filter(|target| target.place.id().is_some());
        let shown: HashMap<Place, &Target> = on_board.map(|target| (target.place, target)).collect();
        let levels = painter.small_levels();
        let spot = |target: &&Target| Spot {
            key: key(target.place),
            name: target.name.clone(),
            points: points(&target.corners),
            level: target.level,
            small: levels.iter().any(|(level, _)| *level == target.level),
        };
        let level = |(level, corners): &(u8, Vec<(f32, f32)>)| Level {
            level: *level,
            name: format!("level {}", level + 1),
            points: points(corners),
        };
        let mut spots: Vec<&Target> = wanted.iter().filter_map(|place| shown.get(place).copied()).collect();
        spots.sort_by_key(|target| target.level);
        let choices = wanted.iter().filter(|place| !shown.contains_key(place));
        View {
            svg,
            turn,
            seats,
            legal,
            clicks: clicks.iter().map(|of_seat| keys(of_seat)).collect(),
            targets: spots.iter().map(spot).collect(),
            levels: levels.iter().map(level).collect(),
            choices: choices.map(|&place| choice(board, painter, scene, place)).collect(),
            position: session.position(),
            caption: scene.caption.clone(),
            check: in_check(session),
            thrower: scene.thrower.map(Seat::index),
            seated: Seat::all(session.seats()).map(|seat| seated(seat, board, painter)).collect(),
            score: score(scene),
            losses: Vec::new(),
            told: Told::last(session),
            outcome: session.outcome().map(|outcome| {
                let cause = session.cause();
                Ending {
                    sentence: Told::of(session, |reader| reader.ending(&outcome, &cause)),
                    scores: outcome.scores.to_vec(),
                    points: outcome.points.map(|points| points.to_vec()),
                }
            }),
        }
    }

    /// The view with what the seats lost.
    #[must_use]
    pub fn losing(mut self, losses: &Losses, painter: &Painter, board: &Board) -> View {
        for seat in Seat::all(losses.len()).filter(|seat| !losses[seat.index()].is_empty()) {
            let things = losses[seat.index()].iter().map(|(glyph, count)| {
                let item = Item::new(Place::Site(0), glyph.clone()).of(seat);
                let name = counted(glyph, *count, &format!("{} ", board.players[seat.index()].name));
                Thing { name, svg: painter.draw_item(&item), count: *count }
            });
            self.losses.push(Loss { seat: seat.index(), things: things.collect() });
        }
        self
    }
}

/// A seat with a chip in its colour.
fn seated(seat: Seat, board: &Board, painter: &Painter) -> Seated {
    let name = board.players[seat.index()].name.clone();
    Seated { name, svg: painter.draw_item(&Item::new(Place::Site(0), Glyph::Disc).of(seat)) }
}

/// The lines of the score sheet.
fn score(scene: &Scene) -> Vec<Entry> {
    let lines = scene.areas.iter().enumerate().filter(|(_, area)| area.kind == AreaKind::Score);
    let entry = |(number, area): (usize, &Area)| {
        let here = |item: &&Item| matches!(item.at, Place::Area(at, _) if usize::from(at) == number);
        let texts = scene.items.iter().filter(here).filter_map(|item| match &item.glyph {
            Glyph::Text(text) => Some(text.as_str()),
            _ => None,
        });
        Entry {
            title: area.title.clone(),
            seat: area.owner.map(Seat::index),
            text: texts.collect::<Vec<_>>().join(" "),
        }
    };
    lines.map(entry).collect()
}

/// Whose turn it is and what is legal.
fn due(session: &dyn Session) -> (&'static str, Vec<usize>, Vec<Vec<String>>) {
    match session.due() {
        Due::Seat(seat, legal) => ("seat", vec![seat.index()], vec![legal]),
        Due::Chance(results) => {
            ("chance", vec![], vec![results.into_iter().map(|(token, _)| token).collect()])
        }
        Due::Simultaneous(choices) => {
            let (seats, legal) = choices.into_iter().map(|(seat, legal)| (seat.index(), legal)).unzip();
            ("together", seats, legal)
        }
        Due::Over(_) => ("over", vec![], vec![]),
    }
}

fn keys(actions: &[Vec<Place>]) -> Vec<Vec<String>> {
    actions.iter().map(|places| places.iter().copied().map(key).collect()).collect()
}

/// Corners as SVG lists points.
fn points(corners: &[(f32, f32)]) -> String {
    corners.iter().map(|(x, y)| format!("{x:.1},{y:.1} ")).collect()
}

/// The name of a place between the page and this module.
fn key(place: Place) -> String {
    match place {
        Place::Site(id) => format!("s{id}"),
        Place::Area(area, slot) => format!("a{area}-{slot}"),
    }
}

/// A place beside the board with what lies there.
fn choice(board: &Board, painter: &Painter, scene: &Scene, place: Place) -> Choice {
    let title = match place {
        Place::Area(area, _) => scene.areas.get(usize::from(area)).map(|area| area.title.clone()),
        Place::Site(_) => None,
    };
    let here: Vec<&Item> = scene.items.iter().filter(|item| item.at == place).collect();
    let names: Vec<String> = here.iter().map(|item| words(board, item)).collect();
    let drawn = here.first().filter(|item| !matches!(item.glyph, Glyph::Text(_)));
    Choice {
        key: key(place),
        title: title.unwrap_or_default(),
        name: names.join(", "),
        svg: drawn.map_or_else(String::new, |item| painter.draw_item(item)),
    }
}
