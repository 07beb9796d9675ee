//! Whatever is done to the files of a run, nobody panics and nobody takes wrong rows for right ones. What once did harm is
//! kept in `tests/corpus` and looked at again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use torneo_arena::Error;
use torneo_arena::plan::{Shard, Tournament};
use torneo_arena::results::{Folder, Manifest, MergeOptions, Opened, Resumed, each_game, merge};
use torneo_arena::run::{RunOptions, run};
use torneo_arena::storage::Store;
use torneo_arena::verify::{VerifyOptions, verify};

use crate::small::{self, REGISTRY, tournament};

/// The files of a folder.
type Files = Vec<(&'static str, Vec<u8>)>;

const NAMES: [&str; 6] =
    ["manifest.json", "games.csv", "seats.csv", "checkpoints.csv", "timing.csv", "moves.csv"];

const EVALUATIONS: &str = "[output]\nevaluations = true\n";

const FIRST: Shard = Shard::Every { index: 1, count: 2 };

/// A run: what its configuration has more, and the files of the whole run and of its two halves.
struct Played {
    more: &'static str,
    files: [Files; 3],
}

impl Played {
    fn new(more: &'static str) -> Played {
        let files = [Shard::WHOLE, FIRST, Shard::Every { index: 2, count: 2 }].map(|shard| {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path().join("out");
            play(&out, shard, more, false).unwrap();
            let read = |name| Some((name, fs::read(out.join(name)).ok()?));
            NAMES.into_iter().filter_map(read).collect()
        });
        Played { more, files }
    }
}

static PLAIN: LazyLock<Played> = LazyLock::new(|| Played::new(""));
static EVALUATED: LazyLock<Played> = LazyLock::new(|| Played::new(EVALUATIONS));

fn play(out: &Path, shard: Shard, more: &str, resume: bool) -> Result<u64, Error> {
    let options = RunOptions { threads: 1, resume, ..RunOptions::default() };
    run(&tournament(shard, more), out, options, &Arc::new(AtomicBool::new(false)))
        .map(|summary| summary.played)
}

/// What must be the same however it is played.
fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    let mut files = small::bytes(folder);
    files.extend(fs::read(folder.join("moves.csv")));
    files
}

fn write(folder: &Path, files: &Files) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    folder.to_owned()
}

/// Every file of a folder.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

/// Something that is done to a file.
#[derive(Clone, Debug)]
enum Damage {
    Flip(prop::sample::Index, u8),
    Fill(prop::sample::Index, usize, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Remove(prop::sample::Index, usize),
    Cut(prop::sample::Index),
    Digit(prop::sample::Index, u8),
    SwapLines(prop::sample::Index, prop::sample::Index),
    RepeatLine(prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = || any::<prop::sample::Index>();
    prop_oneof![
        (at(), 1..=255u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        (at(), 1..600usize, prop_oneof![Just(0u8), any::<u8>()])
            .prop_map(|(at, n, byte)| Damage::Fill(at, n, byte)),
        (at(), prop::collection::vec(any::<u8>(), 1..20)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (at(), 1..200usize).prop_map(|(at, n)| Damage::Remove(at, n)),
        at().prop_map(Damage::Cut),
        (at(), b'0'..=b'9').prop_map(|(at, digit)| Damage::Digit(at, digit)),
        (at(), at()).prop_map(|(a, b)| Damage::SwapLines(a, b)),
        at().prop_map(Damage::RepeatLine),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    let lines =
        |bytes: &[u8]| bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    match damage {
        Damage::Flip(at, bits) => bytes[at.index(length)] ^= bits,
        Damage::Fill(at, count, byte) => {
            bytes.iter_mut().skip(at.index(length)).take(*count).for_each(|b| *b = *byte);
        }
        Damage::Insert(at, more) => {
            let at = at.index(length);
            bytes.splice(at..at, more.iter().copied());
        }
        Damage::Remove(at, count) => {
            let at = at.index(length);
            bytes.drain(at..(at + count).min(length));
        }
        Damage::Cut(at) => bytes.truncate(at.index(length)),
        Damage::Digit(at, digit) => {
            let digits: Vec<usize> = (0..length).filter(|&at| bytes[at].is_ascii_digit()).collect();
            if !digits.is_empty() {
                bytes[digits[at.index(digits.len())]] = *digit;
            }
        }
        Damage::SwapLines(a, b) => {
            let mut lines = lines(bytes);
            let (a, b) = (a.index(lines.len()), b.index(lines.len()));
            lines.swap(a, b);
            *bytes = lines.concat();
        }
        Damage::RepeatLine(at) => {
            let mut lines = lines(bytes);
            let at = at.index(lines.len());
            lines.insert(at, lines[at].clone());
            *bytes = lines.concat();
        }
    }
}

/// A run with these files is resumed to the right bytes, or refused untouched.
fn resumed(played: &Played, files: &Files) {
    let folder = tempfile::tempdir().unwrap();
    let out = write(&folder.path().join("out"), files);
    let before = everything(&out);
    match play(&out, Shard::WHOLE, played.more, true) {
        Ok(_) => {
            let whole = write(&folder.path().join("whole"), &played.files[0]);
            assert!(bytes(&out) == bytes(&whole), "wrong rows were kept");
        }
        Err(error) => {
            assert!(error.is_input(), "{error}");
            assert!(everything(&out) == before, "what is refused is left alone: {error}");
        }
    }
}

/// A shard with these files merges into the right bytes, or is refused.
fn merged(played: &Played, files: &Files) {
    let folder = tempfile::tempdir().unwrap();
    let parts = [write(&folder.path().join("1"), files), write(&folder.path().join("2"), &played.files[2])];
    let out = folder.path().join("out");
    match merge(&Store::default(), &parts, &out, MergeOptions::default()) {
        Ok(_) => {
            let whole = write(&folder.path().join("whole"), &played.files[0]);
            assert!(bytes(&out) == bytes(&whole), "wrong rows were merged");
        }
        Err(error) => assert!(error.is_input() && !out.exists(), "{error}"),
    }
}

/// Results that are not as they were written are not called sound.
fn looked_at(played: &Played, files: &Files) {
    let folder = tempfile::tempdir().unwrap();
    let out = write(&folder.path().join("out"), files);
    let _ = Opened::open(&out).map(|opened| opened.left_out());
    let _ = each_game(&out, |_| {});
    let same =
        |name| files.iter().find(|file| file.0 == name) == played.files[0].iter().find(|file| file.0 == name);
    match verify(&Store::default(), &REGISTRY, &out, VerifyOptions::default()) {
        Ok(found) => {
            let same = ["games.csv", "seats.csv", "moves.csv"].into_iter().all(same);
            assert!(!found.sound || same, "wrong rows are sound");
        }
        Err(error) => assert!(error.is_input(), "{error}"),
    }
}

/// The files of a run with one in another form.
fn with(files: &Files, name: &str, change: impl Fn(&mut Vec<u8>)) -> Files {
    let mut files = files.clone();
    files.iter_mut().filter(|file| file.0 == name).for_each(|file| change(&mut file.1));
    files
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_results_do_no_harm(
        name in prop::sample::select(&NAMES[..]),
        done in prop::collection::vec(damage(), 1..4),
    ) {
        let damaged = |bytes: &mut Vec<u8>| done.iter().for_each(|damage| apply(bytes, damage));
        for played in [&*PLAIN, &*EVALUATED] {
            let whole = with(&played.files[0], name, damaged);
            resumed(played, &whole);
            looked_at(played, &whole);
            merged(played, &with(&played.files[1], name, damaged));
        }
    }

    #[test]
    fn manifests_are_read_or_refused(text in "(\\PC|[{}\\[\\]\",:0-9\n]){0,200}") {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("manifest.json"), text).unwrap();
        prop_assert!(Manifest::read(folder.path()).is_err_and(|error| error.is_input()));
    }
}

/// A checkpoint that holds, but says that it stands behind another number of games, confirms nothing.
#[test]
fn checkpoints_fit_their_rows() {
    for (played, games) in [(&*PLAIN, 3), (&*EVALUATED, 3), (&*EVALUATED, 99)] {
        let number = |bytes: &mut Vec<u8>| {
            let text = String::from_utf8(bytes.clone()).unwrap();
            let (before, last) = text.trim_end().rsplit_once('\n').unwrap();
            let (_, marks) = last.split_once(',').unwrap();
            *bytes = format!("{before}\n{games},{marks}\n").into_bytes();
        };
        let files = with(&played.files[0], "checkpoints.csv", number);
        resumed(played, &files);
        looked_at(played, &files);
        merged(played, &with(&played.files[1], "checkpoints.csv", number));
    }
}

/// A figure of a row, changed to another that the file could hold.
fn changed(name: &str, column: usize, value: &str) -> String {
    match (name, column) {
        ("games.csv", 6) => if value == "0" { "1" } else { "0" }.to_owned(),
        ("games.csv", 7) => if value == "won" { "repetition" } else { "won" }.to_owned(),
        ("games.csv", 8) | ("seats.csv", 5) => (value.parse::<u64>().unwrap() + 1).to_string(),
        ("games.csv", 9) => value.rsplit_once(' ').unwrap().0.to_owned(),
        ("seats.csv", 3) => if value == "0.5" { "1" } else { "0.5" }.to_owned(),
        ("seats.csv", 4) => "3".to_owned(),
        _ => panic!("{name} has no such column that follows from the record"),
    }
}

/// Changes a figure of a row, counted from 0 behind the header.
fn change(bytes: &mut Vec<u8>, name: &str, row: usize, column: usize) {
    let text = String::from_utf8(bytes.clone()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut fields: Vec<String> = lines[row + 1].split(',').map(str::to_owned).collect();
    fields[column] = changed(name, column, &fields[column]);
    lines[row + 1] = fields.join(",");
    *bytes = (lines.join("\n") + "\n").into_bytes();
}

/// Behind the last checkpoint a game counts only if its record leads to its rows. Every figure that follows from a record is
/// changed in turn, in the first row, in a later one and in the last; the checkpoints tell of no game, or are missing.
#[test]
fn rows_behind_the_last_checkpoint_are_replayed() {
    let figures = [
        ("games.csv", 6),
        ("games.csv", 7),
        ("games.csv", 8),
        ("games.csv", 9),
        ("seats.csv", 3),
        ("seats.csv", 4),
    ];
    let games = PLAIN.files[0][1].1.iter().filter(|&&byte| byte == b'\n').count() - 1;
    for (name, column) in figures.into_iter().chain([("seats.csv", 5)]) {
        for game in [0, games / 2, games - 1] {
            let row = if name == "seats.csv" { 2 * game + 1 } else { game };
            let files = with(&PLAIN.files[0], name, |bytes| change(bytes, name, row, column));
            let few = |bytes: &mut Vec<u8>| {
                let rows: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
                *bytes = rows[..2].concat();
            };
            let without = files.iter().filter(|file| file.0 != "checkpoints.csv").cloned().collect();
            for files in [with(&files, "checkpoints.csv", few), without] {
                let folder = tempfile::tempdir().unwrap();
                let out = write(&folder.path().join("out"), &files);
                let Resumed { games, notes, .. } =
                    Folder::resume(&Store::default(), &out, &tournament(Shard::WHOLE, PLAIN.more)).unwrap();
                assert_eq!(games, game as u64, "{name} {column}");
                let place = format!("games.csv, line {}: game {game}: ", game + 2);
                assert!(notes.iter().any(|note| note.contains(&place) && note.contains(".cut")), "{notes:?}");
                assert!(out.join(format!("{name}.cut")).exists());
                resumed(&PLAIN, &files);
                looked_at(&PLAIN, &files);
                // It must not be a refusal.
                let out = write(&folder.path().join("again"), &files);
                play(&out, Shard::WHOLE, PLAIN.more, true).unwrap();
            }
        }
    }
}

/// Games without records that no checkpoint confirms are played again, whatever their rows say.
#[test]
fn unconfirmed_games_without_records_are_played_again() {
    let played = Played::new("[output]\nrecord = false\n");
    for keep in [0, 2] {
        let mut files = with(&played.files[0], "checkpoints.csv", |bytes| {
            let rows: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            *bytes = rows[..keep].concat();
        });
        files.retain(|(name, _)| keep > 0 || *name != "checkpoints.csv");
        // Rows that agree with each other.
        for (name, column) in [("games.csv", 6), ("seats.csv", 5)] {
            files = with(&files, name, |bytes| change(bytes, name, 3, column));
        }
        let folder = tempfile::tempdir().unwrap();
        let out = write(&folder.path().join("out"), &files);
        assert!(play(&out, Shard::WHOLE, played.more, true).unwrap() > 0);
        assert!(bytes(&out) == bytes(&write(&folder.path().join("whole"), &played.files[0])));
    }
}

/// Without one of its files a run is resumed or refused, but never taken for another.
#[test]
fn missing_files_do_no_harm() {
    for (name, played) in NAMES.into_iter().flat_map(|name| [(name, &*PLAIN), (name, &*EVALUATED)]) {
        let without = |files: &Files| files.iter().filter(|file| file.0 != name).cloned().collect::<Files>();
        resumed(played, &without(&played.files[0]));
        looked_at(played, &without(&played.files[0]));
        merged(played, &without(&played.files[1]));
    }
}

fn corpus(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let kept = everything(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(folder));
    assert!(kept.len() >= 3, "{folder}: what did harm is kept");
    kept
}

#[test]
fn the_corpus_of_results_does_no_harm() {
    for (folder, name) in [
        ("manifests", "manifest.json"),
        ("games", "games.csv"),
        ("seats", "seats.csv"),
        ("checkpoints", "checkpoints.csv"),
    ] {
        for (_, kept) in corpus(folder) {
            let put = |bytes: &mut Vec<u8>| bytes.clone_from(&kept);
            for played in [&*PLAIN, &*EVALUATED] {
                resumed(played, &with(&played.files[0], name, put));
                looked_at(played, &with(&played.files[0], name, put));
                merged(played, &with(&played.files[1], name, put));
            }
        }
    }
}

#[test]
fn the_corpus_of_configurations_is_read_or_refused() {
    for (path, text) in corpus("configurations") {
        let text = String::from_utf8_lossy(&text);
        match Tournament::parse(&REGISTRY, "kept.toml", &text, Shard::WHOLE) {
            Ok(tournament) => assert!(tournament.plan.games() > 0, "{}", path.display()),
            Err(error) => assert!(error.is_input(), "{}: {error}", path.display()),
        }
    }
}
