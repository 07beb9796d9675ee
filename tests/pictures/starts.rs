//! Pictures of the starts: nothing lies over an inscription, no table is empty, no part of a picture is left blank.

use torneo_contract::session::Session;
use torneo_picture::{Style, Theme, svg};

use super::legible::inscriptions;
use crate::support::session;

const SIZES: [u32; 3] = [150, 300, 600];

/// A game as it is shown before anybody has moved: what chance sets up is drawn.
fn start(spec: &str) -> Box<dyn Session> {
    session::game(spec).expect("a game").drawn_start()
}

fn picture(session: &dyn Session, size: u32) -> String {
    svg(&session.board(), &session.scene(), Style { size, theme: Theme::Light, ..Style::default() })
}

#[test]
fn no_inscription_lies_over_another() {
    for info in torneo_games::infos() {
        let session = start(info.id);
        for size in SIZES {
            let all = inscriptions(&picture(&*session, size));
            for (number, one) in all.iter().enumerate() {
                for other in &all[..number] {
                    assert!(!one.is_over(other), "{} at {size} pixels: {one:?} lies over {other:?}", info.id);
                }
            }
        }
    }
}

#[test]
fn a_start_that_chance_sets_up_is_not_empty() {
    for (spec, least) in
        [("tantrix", 12), ("trax", 1), ("fischerandom", 32), ("lanza", 1), ("four-seasons", 1)]
    {
        let session = start(spec);
        let scene = session.scene();
        let things = scene.items.len() + scene.sites.len();
        assert!(things >= least, "{spec}: {things} things");
    }
}

#[test]
fn places_have_names_where_a_board_has_no_coordinates() {
    for (spec, name) in [("zertz", "D4"), ("bin-fa", "1"), ("nibelungenlied", "c2")] {
        let all = inscriptions(&picture(&*start(spec), 600));
        assert!(all.iter().any(|inscription| inscription.text == name), "{spec}");
    }
}

#[test]
fn what_only_rules_count_is_not_drawn() {
    for spec in ["space-chess", "nardeshir", "millennium-3d-chess"] {
        let session = start(spec);
        let shown: Vec<String> =
            inscriptions(&picture(&*session, 600)).into_iter().map(|one| one.text).collect();
        for hidden in ["epoch", "stage", "en passant", "idle", "clock"] {
            assert!(shown.iter().all(|text| !text.contains(hidden)), "{spec} shows {hidden}");
        }
    }
}

/// How much of a picture stays blank at its sides: left, top, right and bottom, as shares of its width and height.
fn blank(picture: &str) -> [f64; 4] {
    let tree = resvg::usvg::Tree::from_str(picture, &resvg::usvg::Options::default()).expect("a picture");
    let (width, height) = (tree.size().width() as u32, tree.size().height() as u32);
    let mut pixels = resvg::tiny_skia::Pixmap::new(width, height).expect("a size");
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixels.as_mut());
    let ground = pixels.pixels()[0];
    let drawn = |x: u32, y: u32| pixels.pixels()[(y * width + x) as usize] != ground;
    let column = |x: &u32| (0..height).any(|y| drawn(*x, y));
    let row = |y: &u32| (0..width).any(|x| drawn(x, *y));
    let share = |at: Option<u32>, of: u32| f64::from(at.unwrap_or(of)) / f64::from(of);
    [
        share((0..width).find(column), width),
        share((0..height).find(row), height),
        share((0..width).rev().find(column).map(|x| width - 1 - x), width),
        share((0..height).rev().find(row).map(|y| height - 1 - y), height),
    ]
}

#[test]
fn boards_fill_their_pictures() {
    for info in torneo_games::infos() {
        let session = start(info.id);
        let style = Style { size: 150, theme: Theme::Light, bare: true, ..Style::default() };
        let sides = blank(&svg(&session.board(), &session.scene(), style));
        assert!(sides.iter().all(|side| *side < 0.2), "{}: {sides:?} of the picture is blank", info.id);
    }
}
