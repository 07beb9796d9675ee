//! The pictures of the games' pages are those that the scenes give now. `TORNEO_PICTURES=write cargo test -p torneo-picture --test
//! pictures` makes them anew.

use std::fs;
use std::path::{Path, PathBuf};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use torneo_contract::scene::{Board, Scene};
use torneo_contract::session::{Due, Session};
use torneo_contract::random;
use torneo_games::{registry, session};
use torneo_picture::{Style, Theme, svg};

/// The largest picture in bytes: they are shown on pages.
const LARGEST: usize = 60_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games/pictures")
}

/// The specification and the number of random plies of a game's picture, and its seed.
fn moment(id: &str) -> (String, usize, u64) {
    let (options, plies, seed) = match id {
        "three-mens-morris" => ("", 5, 3),
        _ => ("", 24, 1283),
    };
    let spec = if options.is_empty() { id.to_owned() } else { format!("{id}({options})") };
    (spec, plies, seed)
}

/// A random token of the session.
fn token(game: &dyn Session, rng: &mut Xoshiro256PlusPlus) -> Option<String> {
    let mut pick = |texts: &[String]| texts[random::below(rng, texts.len())].clone();
    Some(match game.due() {
        Due::Seat(_, legal) => pick(&legal),
        Due::Chance(results) => {
            let list: Vec<(usize, u64)> = results.iter().map(|&(_, weight)| weight).enumerate().collect();
            results[random::pick_weighted(rng.next_u64(), &list)].0.clone()
        }
        Due::Simultaneous(choices) => {
            let parts: Vec<String> = choices.iter().map(|(_, legal)| pick(legal)).collect();
            game.join(&parts)
        }
        Due::Over(_) => return None,
    })
}

/// The table in the moment of the picture, or right before the end of a shorter game.
fn shown(id: &str) -> (Board, Scene) {
    let (spec, plies, seed) = moment(id);
    let mut game = session::open(&spec).expect("a specification");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut scene = game.scene();
    for _ in 0..plies {
        let Some(token) = token(&*game, &mut rng) else { break };
        game.play(&token).expect("a legal token");
        if game.outcome().is_some() {
            break;
        }
        scene = game.scene();
    }
    (game.board(), scene)
}

#[test]
fn pictures_are_those_of_the_scenes() {
    let write = std::env::var_os("TORNEO_PICTURES").is_some();
    let mut stale = Vec::new();
    for info in registry::games() {
        let (board, scene) = shown(info.id);
        let picture = svg(&board, &scene, Style::default());
        assert!(picture.len() < LARGEST, "{}: {} bytes", info.id, picture.len());
        let file = folder().join(format!("{}.svg", info.id));
        if write {
            fs::create_dir_all(folder()).and_then(|()| fs::write(&file, &picture)).expect("the folder of pictures");
        } else if fs::read_to_string(&file).ok().as_deref() != Some(&picture) {
            stale.push(info.id);
        }
    }
    assert!(stale.is_empty(), "stale pictures: {stale:?}; the head of this file says how to make them anew");
}

/// For looking: `TORNEO_SHEET=FOLDER` writes every picture with lines for letters.
#[test]
fn every_picture_can_be_drawn_without_fonts_in_both_themes_and_sizes() {
    let sheet = std::env::var_os("TORNEO_SHEET").map(PathBuf::from);
    for info in registry::games() {
        let (board, scene) = shown(info.id);
        for (size, theme) in [(120, Theme::Light), (640, Theme::Dark), (1200, Theme::Light)] {
            let picture = svg(&board, &scene, Style { size, theme, outlines: true });
            assert!(!picture.contains("<text") && !picture.contains("var("), "{}", info.id);
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{}", info.id);
            if let Some(folder) = &sheet {
                fs::write(folder.join(format!("{}-{size}.svg", info.id)), picture).expect("a folder");
            }
        }
    }
}
