//! The pictures and the index of the games' pages are those that the games give now.
//!
//! `TORNEO_PICTURES=write cargo test -p torneo --test main pictures::` makes them anew.

#[path = "pictures/index.rs"]
mod index;
#[path = "pictures/legible.rs"]
mod legible;
#[path = "pictures/marks.rs"]
mod marks;
#[path = "pictures/odds.rs"]
mod odds;
#[path = "pictures/plots.rs"]
mod plots;
#[path = "pictures/screenshots.rs"]
mod screenshots;
#[path = "pictures/sprites.rs"]
mod sprites;
#[path = "pictures/starts.rs"]
mod starts;

use std::fs;
use std::path::{Path, PathBuf};

use rand_core::SeedableRng as _;
use torneo_contract::random::Generator;
use torneo_contract::scene::{Board, Scene};
use torneo_contract::session::Session;
use torneo_picture::{Style, Theme, svg};

use crate::support::session;

/// The largest picture in bytes: they are shown on pages.
const LARGEST: usize = 60_000;

/// The games' pages.
fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/games")
}

/// Compares a file with what it is to hold, or writes it if that is asked for; whether it is up to date.
fn is_current(file: &Path, text: &str) -> bool {
    if std::env::var_os("TORNEO_PICTURES").is_some() {
        let folder = file.parent().expect("a file in a folder");
        fs::create_dir_all(folder).and_then(|()| fs::write(file, text)).expect("the pages can be written");
    }
    fs::read_to_string(file).is_ok_and(|found| found == text)
}

const ANEW: &str = "`TORNEO_PICTURES=write cargo test -p torneo --test main pictures::` makes them anew";

/// The table in the moment of the picture.
fn shown(id: &str) -> (Board, Scene) {
    let game = session::moment(id).expect("a game");
    (game.board(), game.scene())
}

#[test]
fn pictures_are_those_of_the_scenes() {
    let mut stale = Vec::new();
    for info in torneo_games::infos() {
        let (board, scene) = shown(info.id);
        let picture = svg(&board, &scene, Style::default());
        assert!(picture.len() < LARGEST, "{}: {} bytes", info.id, picture.len());
        if !is_current(&pages().join(format!("pictures/{}.svg", info.id)), &picture) {
            stale.push(info.id);
        }
    }
    assert!(stale.is_empty(), "stale pictures: {stale:?}; {ANEW}");
}

/// Other programs draw what `torneo show --json --scene` and the pages in browsers hold.
#[test]
fn boards_and_scenes_read_back_from_json() {
    for info in torneo_games::infos() {
        let (mut game, mut rng) = (session::open(info.id).expect("a game"), Generator::seed_from_u64(1283));
        let board = game.board();
        let json = serde_json::to_string(&board).expect("it can be written");
        assert_eq!(serde_json::from_str::<Board>(&json).ok(), Some(board), "{}", info.id);
        for _ in 0..200 {
            let scene = game.scene();
            let json = serde_json::to_string(&scene).expect("it can be written");
            assert_eq!(serde_json::from_str::<Scene>(&json).ok(), Some(scene), "{}", info.id);
            if !game.play_randomly(&mut rng) {
                break;
            }
        }
    }
}

#[test]
fn every_page_opens_with_its_picture() {
    for info in torneo_games::infos() {
        let page = fs::read_to_string(pages().join(format!("{}.md", info.id))).expect("a page");
        let expected = format!("![{}](pictures/{}.svg)", info.title, info.id);
        assert_eq!(page.lines().nth(2), Some(&*expected), "{}", info.id);
    }
}

#[test]
fn the_index_lists_every_game() {
    assert!(is_current(&pages().join("README.md"), &index::page()), "the index is stale; {ANEW}");
}

/// `TORNEO_SHEET=FOLDER` keeps the pictures, for looking.
#[test]
fn every_picture_can_be_drawn_in_both_themes_and_sizes() {
    let sheet = std::env::var_os("TORNEO_SHEET").map(PathBuf::from);
    for info in torneo_games::infos() {
        let (board, scene) = shown(info.id);
        for (size, theme) in [(120, Theme::Light), (640, Theme::Dark), (1200, Theme::Light)] {
            let picture = svg(&board, &scene, Style { size, theme, ..Style::default() });
            assert!(!picture.contains("var("), "{}", info.id);
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{}", info.id);
            if let Some(folder) = &sheet {
                fs::write(folder.join(format!("{}-{size}.svg", info.id)), picture).expect("a folder");
            }
        }
    }
}

/// Points have names where one points at them, and their rings have numbers.
#[test]
fn small_cells_are_not_written_over() {
    let (board, scene) = shown("bin-fa");
    for size in [320, 640, 1600] {
        let picture = svg(&board, &scene, Style { size, ..Style::default() });
        let texts = legible::inscriptions(&picture);
        assert!(texts.iter().all(|text| text.text.matches('.').count() < 2), "{size}");
    }
}

/// The moments in which every board is looked at: before the first choice, between engines, and where random play led to.
fn moments(id: &str) -> [(&'static str, Box<dyn Session>); 3] {
    const PLIES: usize = 2000;
    let (mut end, mut rng) = (session::open(id).expect("a game"), Generator::seed_from_u64(7));
    for _ in 0..PLIES {
        if !end.play_randomly(&mut rng) {
            break;
        }
    }
    let game = session::game(id).expect("a game");
    [("start", game.drawn_start()), ("moment", session::moment(id).expect("a game")), ("end", end)]
}

#[test]
fn pieces_are_the_elements_of_their_class() {
    for (spec, pieces) in [("hnefatafl", 37), ("fischerandom(start=518)", 32), ("blocker", 10), ("thud", 41)]
    {
        let session = session::game(spec).expect("a game").drawn_start();
        let picture = svg(&session.board(), &session.scene(), Style::default());
        assert_eq!(picture.matches("<g class=\"piece\">").count(), pieces, "{spec}");
        assert_eq!(picture.matches("class=\"piece").count(), pieces, "{spec}");
    }
}

#[test]
fn letters_and_pieces_of_all_boards_can_be_seen() {
    let mut flaws = Vec::new();
    for info in torneo_games::infos() {
        for (name, session) in moments(info.id) {
            for theme in [Theme::Light, Theme::Dark] {
                let picture = svg(&session.board(), &session.scene(), Style { theme, ..Style::default() });
                let found = legible::flaws(&picture).into_iter();
                flaws.extend(found.map(|flaw| format!("{} at its {name}, {theme:?}: {flaw}", info.id)));
            }
        }
    }
    assert!(flaws.is_empty(), "{} flaws:\n{}", flaws.len(), flaws.join("\n"));
}
