//! Whatever is done to the files of an atlas, nobody goes on with it, makes a page of it or takes rows from it, and what is
//! refused stays as it is.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use torneo_arena::Error;
use torneo_arena::results::PROGRAM;
use torneo_arena::storage::Store;
use torneo_atlas::checkpoints::{CHECKPOINTS, COVERED};
use torneo_atlas::coherence::Judge;
use torneo_atlas::derived::Known;
use torneo_atlas::design::Design;
use torneo_atlas::files::{DESIGN, MANIFESTS, TIMING};
use torneo_atlas::pass;
use torneo_atlas::rows::{FirstMoveRow, Keyed, MatchRow, Row};
use torneo_atlas::verdicts::VerdictRow;
use torneo_atlas::verify::verify;

use crate::small::{self, REGISTRY};

/// Two cells, the match between them, and games after each first move.
const DESIGN_OF_ROWS: &str = r#"name = "small"
seed = 3
match_games = 2
levels = [{ engine = "random" }, { engine = "mcts", sims = 2 }]
first_moves = { level = "random-0", games = 2, most = 9 }
[games]
three-mens-morris = { b = 4, random-0 = 4, mcts-2 = 4 }
"#;

static READ: LazyLock<(Design, Known)> = LazyLock::new(|| small::read(DESIGN_OF_ROWS));

fn judge() -> Judge<'static> {
    Judge { design: &READ.0, known: &READ.1 }
}

fn play(out: &Path) -> Result<(), Error> {
    small::play(&Store::default(), out, judge())
}

/// The atlas, played once.
static PLAYED: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    play(&folder.path().join("out")).unwrap();
    folder
});

/// A copy of it, with or without its checkpoints.
fn copy(is_older: bool) -> (tempfile::TempDir, PathBuf) {
    fn all(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
            let to = to.join(entry.file_name());
            if entry.path().is_dir() {
                all(&entry.path(), &to);
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    all(&PLAYED.path().join("out"), &out);
    if is_older {
        fs::remove_file(out.join(CHECKPOINTS)).unwrap();
        fs::remove_file(out.join(DESIGN)).unwrap();
    }
    (folder, out)
}

/// Everything below a folder; of what is no regular file only its kind.
fn everything(folder: &Path) -> Vec<(PathBuf, String, Vec<u8>)> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let kind = fs::symlink_metadata(&path).unwrap().file_type();
        let bytes = if kind.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        if kind.is_dir() {
            found.extend(everything(&path));
        }
        found.push((path, format!("{kind:?}"), bytes));
    }
    found.sort();
    found
}

/// It is refused with the name of the file, by a sitting and for a page, found by `verify`, and left alone.
fn is_refused(what: &str, out: &Path, file: &str) {
    let before = everything(out.parent().unwrap());
    let named = |text: &str| assert!(text.contains(file), "{what}: {text}");
    let error = play(out).expect_err(what);
    assert!(error.is_input(), "{what}: {error}");
    named(&error.to_string());
    let error = pass::open(&REGISTRY, out, judge()).map(|_| ()).expect_err(what);
    assert!(error.is_input(), "{what}: {error}");
    let found = verify(&REGISTRY, out, Some(judge().design), None, &Arc::default()).unwrap();
    assert!(!found.sound && !found.faults.is_empty(), "{what}");
    named(&found.faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    assert!(everything(out.parent().unwrap()) == before, "{what}: what is refused is left alone");
}

/// What is done to the bytes of a file.
type Change = fn(&[u8]) -> Vec<u8>;

const CHANGES: [(&str, Change); 9] = [
    ("a byte that is no text", |bytes| {
        let mut bytes = bytes.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle] = 0xff;
        bytes
    }),
    ("cut in a line", |bytes| bytes[..bytes.len() - 2].to_vec()),
    ("cut behind a line", |bytes| lines(bytes).split_last().unwrap().1.concat()),
    ("empty", |_| Vec::new()),
    ("the header alone", |bytes| lines(bytes)[0].to_vec()),
    ("the last line twice", |bytes| [bytes, lines(bytes).last().unwrap()].concat()),
    ("two lines exchanged", |bytes| {
        let mut lines = lines(bytes);
        let last = lines.len() - 1;
        lines.swap(last, last - 1);
        lines.concat()
    }),
    ("more behind the end", |bytes| [bytes, b"more\n"].concat()),
    ("a digit", |bytes| {
        let at = bytes.iter().rposition(|byte| (b'0'..=b'8').contains(byte)).unwrap();
        let mut bytes = bytes.to_vec();
        bytes[at] += 1;
        bytes
    }),
];

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

/// The files that an atlas with these tasks has.
fn files() -> impl Iterator<Item = &'static str> {
    COVERED.into_iter().chain([CHECKPOINTS]).filter(|name| PLAYED.path().join("out").join(name).exists())
}

#[test]
fn what_was_edited_or_cut_is_refused() {
    assert!(files().count() >= 6);
    for (name, (what, change)) in files().flat_map(|name| CHANGES.map(|change| (name, change))) {
        let (_folder, out) = copy(false);
        let path = out.join(name);
        fs::write(&path, change(&fs::read(&path).unwrap())).unwrap();
        is_refused(&format!("{name}: {what}"), &out, name);
    }
}

#[test]
fn what_cannot_be_read_or_is_no_file_is_refused() {
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
    };
    for name in files().chain([TIMING]) {
        for (what, put) in [
            ("a folder", &(|path: &Path| fs::create_dir(path).unwrap()) as &dyn Fn(&Path)),
            ("a pipe", &pipe),
            ("a device", &|path: &Path| symlink("/dev/zero", path).unwrap()),
            ("a link to nothing", &|path: &Path| symlink("nothing", path).unwrap()),
            ("a link to the file", &|path: &Path| {
                let beside = path.parent().unwrap().parent().unwrap().join("beside");
                fs::copy(PLAYED.path().join("out").join(path.file_name().unwrap()), &beside).unwrap();
                symlink(beside, path).unwrap();
            }),
        ] {
            let (_folder, out) = copy(false);
            fs::remove_file(out.join(name)).unwrap();
            put(&out.join(name));
            is_refused(&format!("{name}: {what}"), &out, name);
        }
        if ![CHECKPOINTS, TIMING].contains(&name) {
            let (_folder, out) = copy(false);
            fs::remove_file(out.join(name)).unwrap();
            is_refused(&format!("{name} is missing"), &out, name);
        }
    }
}

/// Changes a column of a row, counted from 0 behind the header.
fn put(out: &Path, name: &str, row: usize, column: &str, value: &str) {
    let text = fs::read_to_string(out.join(name)).unwrap();
    let mut lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let place = lines[0].iter().position(|known| *known == column).unwrap();
    assert_ne!(lines[row + 1][place], value, "{name} {column}");
    lines[row + 1][place] = value;
    let text: String = lines.into_iter().map(|line| line.join(",") + "\n").collect();
    fs::write(out.join(name), text).unwrap();
}

/// Every figure is that of a checkpoint. In an older folder, without checkpoints, it follows from other rows or from the games.
#[test]
fn every_figure_is_compared() {
    let figures = [
        (Row::FILE, "score", "0.5003"),
        (Row::FILE, "low", "0.0001"),
        (Row::FILE, "high", "0.9999"),
        (Row::FILE, "e_value", "123.0"),
        (Row::FILE, "verdict", "ahead"),
        (Row::FILE, "draws", "0.0123"),
        (Row::FILE, "plies", "1.5"),
        (Row::FILE, "branching", "1.5"),
        (Row::FILE, "measured_elo", "1.5"),
        (Row::FILE, "games", "3"),
        (Row::FILE, "distinct", "1"),
        (Row::FILE, "seat_name", "Nobody"),
        (Row::FILE, "version", "0.0.9"),
        (Row::FILE, "completion", "0.5"),
        (MatchRow::FILE, "score", "0.5003"),
        (MatchRow::FILE, "elo", "1.5"),
        (MatchRow::FILE, "superiority", "0.123"),
        (FirstMoveRow::FILE, "score", "0.5003"),
        (FirstMoveRow::FILE, "alike", "3"),
        (VerdictRow::FILE, "verdict", "ahead"),
        (VerdictRow::FILE, "draws", "0.0123"),
    ];
    for (is_older, (name, column, value)) in
        [false, true].into_iter().flat_map(|is_older| figures.map(|figure| (is_older, figure)))
    {
        let (_folder, out) = copy(is_older);
        put(&out, name, 0, column, value);
        // Without checkpoints other rows may show it.
        let file = if is_older && ["version", "elo"].contains(&column) { "" } else { name };
        is_refused(&format!("{name} {column}, older: {is_older}"), &out, file);
    }
}

/// Rows that are gone, in another order, or without a manifest, in a folder without checkpoints.
#[test]
fn rows_of_older_folders_belong_together() {
    for (name, (what, change)) in [
        (Row::FILE, CHANGES[2]),
        (Row::FILE, CHANGES[5]),
        (Row::FILE, CHANGES[6]),
        (MatchRow::FILE, CHANGES[5]),
        (FirstMoveRow::FILE, CHANGES[5]),
        (FirstMoveRow::FILE, CHANGES[6]),
        (MANIFESTS, CHANGES[0]),
        (MANIFESTS, CHANGES[2]),
        (MANIFESTS, CHANGES[3]),
        (MANIFESTS, CHANGES[6]),
    ] {
        let (_folder, out) = copy(true);
        let path = out.join(name);
        fs::write(&path, change(&fs::read(&path).unwrap())).unwrap();
        is_refused(&format!("{name}: {what}"), &out, name);
    }
}

/// An older folder is gone on with, says what it was compared with, and gets its checkpoints with the next task.
#[test]
fn an_older_folder_gets_checkpoints_with_the_next_task() {
    let (_folder, out) = copy(true);
    let found = pass::open(&REGISTRY, &out, judge()).unwrap();
    assert!(found.is_older() && found.notes[0].contains("has no checkpoints.csv"), "{:?}", found.notes);
    play(&out).unwrap();
    assert!(!out.join(CHECKPOINTS).exists(), "nothing was played");
    // Without its rows the match is entered again, from the games that are there.
    fs::remove_file(out.join(MatchRow::FILE)).unwrap();
    let text = fs::read_to_string(out.join(Row::FILE)).unwrap();
    let mut rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let elo = rows[0].iter().position(|column| *column == "measured_elo").unwrap();
    for row in rows.iter_mut().skip(1).filter(|row| row[1] == "mcts") {
        row[elo] = "";
    }
    // Without the match nothing tells this strength.
    let text: String = rows.into_iter().map(|row| row.join(",") + "\n").collect();
    fs::write(out.join(Row::FILE), text).unwrap();
    play(&out).unwrap();
    let played = PLAYED.path().join("out");
    for name in COVERED.into_iter().chain([CHECKPOINTS]) {
        assert!(fs::read(out.join(name)).ok() == fs::read(played.join(name)).ok(), "{name}");
    }
}

/// Links on the way to games lead nowhere: what is there is neither read nor removed, whoever made it.
#[test]
fn links_to_games_are_refused() {
    for name in ["games", "games/three-mens-morris-mcts-2"] {
        let (folder, out) = copy(false);
        let victim = folder.path().join("victim");
        fs::rename(out.join(name), &victim).unwrap();
        symlink(&victim, out.join(name)).unwrap();
        let manifests: Vec<PathBuf> = everything(&victim)
            .into_iter()
            .map(|(path, ..)| path)
            .filter(|path| path.ends_with("manifest.json"))
            .collect();
        for manifest in manifests {
            let text = fs::read_to_string(&manifest).unwrap();
            fs::write(&manifest, text.replace(PROGRAM, "torneo 0.0.9")).unwrap();
        }
        fs::write(victim.join("notes.txt"), "mine").unwrap();
        // Nothing of the rows is left: the games are to be played on.
        for file in COVERED.into_iter().chain([CHECKPOINTS, TIMING]) {
            let _ = fs::remove_file(out.join(file));
        }
        let before = everything(folder.path());
        let error = play(&out).unwrap_err();
        assert!(error.is_input() && error.to_string().contains("is a link"), "{error}");
        assert!(everything(folder.path()) == before, "{name}");
    }
}

/// A cell that another version of the program began is refused with both versions, whether it has rows or games alone.
#[test]
fn another_version_is_refused() {
    for has_rows in [true, false] {
        let (folder, out) = copy(true);
        for (path, _, bytes) in everything(&out) {
            let text = String::from_utf8_lossy(&bytes);
            let version = PROGRAM.trim_start_matches("torneo ");
            match path.file_name().unwrap().to_str().unwrap() {
                "manifest.json" | MANIFESTS => {
                    fs::write(&path, text.replace(PROGRAM, "torneo 0.0.9")).unwrap();
                }
                Row::FILE | MatchRow::FILE | FirstMoveRow::FILE => {
                    fs::write(&path, text.replace(&format!(",{version}"), ",0.0.9")).unwrap();
                }
                _ => {}
            }
        }
        fs::write(out.join("games/three-mens-morris-random-0/notes.txt"), "mine").unwrap();
        if !has_rows {
            COVERED.into_iter().for_each(|file| _ = fs::remove_file(out.join(file)));
        }
        let before = everything(folder.path());
        let error = play(&out).unwrap_err();
        let text = error.to_string();
        assert!(error.is_input() && text.contains("torneo 0.0.9") && text.contains(PROGRAM), "{text}");
        assert!(everything(folder.path()) == before, "{has_rows}");
    }
}
