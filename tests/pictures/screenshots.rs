//! The pictures of the site in the docs are no older than what they show.
//!
//! `docs/pictures/make.sh` takes them and writes what they show: a fingerprint of the sources and boards of each.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use torneo_picture::{Style, svg};

use super::shown;
use crate::support::fingerprint;

/// A picture, the sources of the pages on it, and the games whose boards it shows.
type Shot = (&'static str, &'static [&'static str], &'static [&'static str]);

const BOARD: [&str; 4] =
    ["web/site/index.html", "web/site/style.css", "web/site/game.js", "web/site/board.js"];

const SHOTS: [Shot; 4] = [
    ("play.png", &BOARD, &["hnefatafl"]),
    ("play-dark.png", &BOARD, &["hnefatafl"]),
    (
        "library.png",
        &["web/site/index.html", "web/site/style.css", "web/site/library.js", "harness/web/src/games.rs"],
        &["hazard", "three-mens-morris"],
    ),
    (
        "web.png",
        &[
            "web/site/index.html",
            "web/site/style.css",
            "web/site/game.js",
            "web/site/dice-turn.js",
            "web/site/setup.js",
        ],
        &["hazard"],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What the pictures show now, a line each.
fn shots() -> String {
    let mut lines = String::new();
    for (picture, sources, games) in SHOTS {
        let mut all = Vec::new();
        for source in sources {
            all.extend(fs::read(root().join(source)).expect("a source"));
        }
        for game in games {
            let (board, scene) = shown(game);
            all.extend(svg(&board, &scene, Style::default()).into_bytes());
        }
        writeln!(lines, "{picture} {:016x}", fingerprint(&all)).expect("a string");
    }
    lines
}

#[test]
fn screenshots_are_not_older_than_what_they_show() {
    let file = root().join("docs/pictures/shown.txt");
    if std::env::var_os("TORNEO_SHOTS_TAKEN").is_some() {
        fs::write(&file, shots()).expect("the docs can be written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(found, shots(), "`docs/pictures/make.sh` takes the pictures of the site again");
    for (picture, ..) in SHOTS {
        assert!(root().join("docs/pictures").join(picture).is_file(), "{picture}");
    }
}
