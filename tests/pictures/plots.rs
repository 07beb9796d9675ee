//! The board and the plots of the README and of the atlas are those that the program draws now.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{ANEW, is_current};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The picture that a command writes behind its last argument.
fn drawn(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("picture.svg");
    let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
    let output =
        command.current_dir(root()).args(arguments).arg(&picture).output().expect("the program starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(picture).expect("the picture")
}

/// On dark screens a plot is drawn with its colours turned.
fn for_both_themes(plot: &str) -> String {
    const STYLE: &str =
        "><style>@media(prefers-color-scheme:dark){svg{filter:invert(1) hue-rotate(180deg)}}</style>";
    plot.replacen('>', STYLE, 1)
}

/// The table of ladders in their page.
#[test]
fn the_page_has_the_ladders_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ladders.md");
    let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
    let output = command.args(["ladder", "--page"]).arg(&file).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = std::fs::read_to_string(file).expect("the table");
    let page = root().join("docs/ladders.md");
    let text = std::fs::read_to_string(&page).expect("the page");
    let start = text.find("| ladder | rungs |").expect("the table");
    let end = start + text[start..].find("\n\n").expect("an end") + 1;
    let now = text[..start].to_owned() + &table + &text[end..];
    assert!(is_current(&page, &now), "docs/ladders.md has other ladders than the program: {ANEW}");
}

#[test]
fn plots_of_the_documentation_are_those_of_the_program() {
    let moves = "d1-d4 e5-e2 h1-h4 f4-g4";
    let board = drawn(&["show", "hnefatafl", "--moves", moves, "--size", "320", "--svg"]);
    let atlas = ["atlas", "configs/atlas.toml"];
    let of_game = |game: &str| drawn(&[&atlas[..], &["--games", game, "--page"]].concat());
    let pictures = [
        ("board", board),
        ("ladders", for_both_themes(&drawn(&["ladder", "--page"]))),
        ("first-move", for_both_themes(&drawn(&[&atlas[..], &["--page"]].concat()))),
        ("first-moves-havannah", of_game("havannah")),
        ("first-moves-razzle-dazzle", of_game("razzle-dazzle")),
    ];
    for (name, picture) in pictures {
        let file = root().join(format!("docs/pictures/{name}.svg"));
        assert!(is_current(&file, &picture), "docs/pictures/{name}.svg is older than what it shows: {ANEW}");
    }
}
