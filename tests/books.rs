//! Books of openings in all formats: what is played of them, in which order, and what is said of them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use torneo_records::Format;
use torneo_records::book::Kind;

const PGN: &str = "[Event \"a\"]\n[White \"A\"]\n\n1. e4 {best} e5 2. Nf3 (2. f4 exf4) Nc6 1/2-1/2\n\n\
                   [Event \"b\"]\n\n1. d4 d5 2. c4 *\n\n\
                   [Event \"c\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
                   [Event \"d\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n";

/// A run of a game with a book, in a folder of its own; `more` are further arguments.
fn played(folder: &Path, game: &str, book: &str, more: &[&str]) -> Output {
    let arguments =
        ["run", "--games", game, "--engines", "random", "greedy", "--no-analysis", "--openings", book];
    let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
    command.current_dir(folder).args(arguments).args(more).stdin(Stdio::null());
    command.output().expect("the program starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The openings of the rounds of a run, one for each.
#[track_caller]
fn openings(folder: &Path, game: &str, book: &str, more: &[&str]) -> Vec<String> {
    let out = format!("out-{}", fs::read_dir(folder).unwrap().count());
    let output = played(folder, game, book, &[more, &["--out", &out, "--max-plies", "30"]].concat());
    assert!(output.status.success(), "{book} {more:?}: {}", said(&output));
    let games = fs::read_to_string(folder.join(out).join("games.csv")).unwrap();
    let columns = games.lines().skip(1).map(|row| row.split(',').nth(4).unwrap().to_owned());
    // Both games of a pair begin alike.
    let openings: Vec<String> = columns.collect();
    assert!(openings.chunks(2).all(|pair| pair[0] == pair[1]), "{openings:?}");
    openings.into_iter().step_by(2).collect()
}

#[track_caller]
fn refused(folder: &Path, game: &str, book: &str, more: &[&str]) -> String {
    let output = played(folder, game, book, &[more, &["--rounds", "1"]].concat());
    assert_eq!(output.status.code(), Some(2), "{book} {more:?}: {}", said(&output));
    assert!(output.stdout.is_empty());
    said(&output).replace(" │", "")
}

#[test]
fn every_format_begins_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("book.pgn", PGN);
    write("numbered.txt", "# a book\n1. e4 e5 2. Nf3 Nc6\n1.d4 d5 2.c4   # the queen's gambit\n");
    write("plain.txt", "e4 e5 Nf3 Nc6\nd4 d5 c4\n");
    let two = ["--rounds", "2", "--plies", "2"];
    let expected = ["[518] e2e4 e7e5", "[518] d2d4 d7d5"];
    for book in ["book.pgn", "numbered.txt", "plain.txt"] {
        assert_eq!(openings(folder, "fischerandom", book, &two), expected, "{book}");
    }
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(PGN.as_bytes()).unwrap();
    fs::write(folder.join("packed"), packed.finish().unwrap()).unwrap();
    assert_eq!(openings(folder, "fischerandom", "packed", &two), expected);
    // What the program exports is a book.
    let played =
        openings(folder, "fischerandom", "book.pgn", &["--rounds", "2", "--plies", "3", "--name", "all"]);
    let results = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.file_name());
    let results =
        { results }.filter_map(|name| name.into_string().ok()).filter(|name| name.starts_with("out-"));
    let last = results.max_by_key(|name| name[4..].parse::<u32>().unwrap()).unwrap();
    let mut export = Command::new(env!("CARGO_BIN_EXE_torneo"));
    let exported = export.current_dir(folder).args(["export", &last, "--format", "json"]).output().unwrap();
    write("book.json", &String::from_utf8(exported.stdout).unwrap());
    let json = openings(folder, "fischerandom", "book.json", &["--rounds", "4", "--plies", "3"]);
    assert_eq!(json, [&played[0], &played[0], &played[1], &played[1]].map(Clone::clone));
}

/// Games that PGN does not carry, too: numbers of moves are no tokens, and what looks like them is.
#[test]
fn any_game_has_numbered_lines() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("book.txt"), "1. @b2 @a1 2. @c3\n1.@a1 @b2 2... @c3\n@b2 @a1\n").unwrap();
    let found = openings(folder.path(), "three-mens-morris", "book.txt", &["--rounds", "3", "--plies", "2"]);
    assert_eq!(found, ["@b2 @a1", "@a1 @b2", "@b2 @a1"]);
}

#[test]
fn positions_are_openings_of_pgn_epd_and_fen() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("book.pgn"), PGN).unwrap();
    let end = "4k3/8/8/8/8/8/4P3/4K3";
    fs::write(folder.join("book.epd"), format!("{end} w - - bm e4; id \"one\";\n{end} b - -\n")).unwrap();
    let from = openings(folder, "fischerandom", "book.pgn", &["--rounds", "1", "--start", "4"]);
    assert!(from[0].starts_with("8/3k4/8/8/4P3/8/8/4K3 w"), "{from:?}");
    let epd = openings(folder, "fischerandom", "book.epd", &["--rounds", "2", "--plies", "8"]);
    assert!(epd[0].starts_with(&format!("{end} w")) && epd[1].starts_with(&format!("{end} b")), "{epd:?}");
}

#[test]
fn sgf_is_a_book_of_games_in_a_line_or_in_many() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let head = "GM[1]FF[4]SZ[9]C[a (trap\\] here]";
    let games =
        format!("(;{head};B[aa];W[bb];B[cc])(;{head}\n;B[dd];W[ee])\n\n(;{head};B[ff](;W[gg])(;W[hh]))");
    fs::write(folder.join("book.sgf"), games).unwrap();
    let found = openings(folder, "atari-go(size=9)", "book.sgf", &["--rounds", "3", "--plies", "2"]);
    assert_eq!(found, ["A9 B8", "D6 E5", "F4 G3"]);
    let turned =
        openings(folder, "atari-go(size=9)", "book.sgf", &["--rounds", "4", "--plies", "1", "--start", "3"]);
    assert_eq!(turned, ["F4", "A9", "D6", "F4"]);
}

#[test]
fn random_order_is_of_the_seed_and_complete() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines: Vec<String> =
        ('a'..='h').flat_map(|file| [3, 4].map(|rank| format!("{file}2{file}{rank}"))).collect();
    fs::write(folder.join("book.txt"), lines.join("\n")).unwrap();
    let order = |seed: &str, more: &[&str]| {
        let all = [&["--rounds", "16", "--order", "random", "--seed", seed], more].concat();
        openings(folder, "fischerandom(start=518)", "book.txt", &all)
    };
    let found = order("1", &[]);
    let mut sorted = found.clone();
    sorted.sort();
    assert_eq!(sorted, lines);
    assert!(found == order("1", &[]) && found != order("2", &[]) && found != lines);
    let turned = order("1", &["--start", "5"]);
    assert_eq!(turned, [&found[4..], &found[..4]].concat());
}

#[test]
fn what_is_played_is_told_and_nothing_else_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let moves = "1. e4 e5 2. Nf3 *";
    let games =
        [moves, moves, "1. e4 e5 2. Ke3 *", moves].map(|moves| format!("[Event \"x\"]\n\n{moves}\n\n"));
    fs::write(folder.join("book.pgn"), games.concat()).unwrap();
    let two =
        played(folder, "fischerandom", "book.pgn", &["--rounds", "2", "--plies", "2", "--max-plies", "9"]);
    assert!(two.status.success(), "{}", said(&two));
    let told = "book.pgn (PGN): 4 openings of fischerandom, 2 are played, 2 of them cut by `plies`";
    assert!(said(&two).contains(told), "{}", said(&two));
    assert!(
        said(&two).contains("warning: 1 of the 2 openings that are played came before"),
        "{}",
        said(&two)
    );
    let wrong = refused(folder, "fischerandom", "book.pgn", &["--start", "3"]);
    assert!(wrong.contains("book.pgn, line 11: token 4 `Ke3`"), "{wrong}");
    // A small book of lines is looked at wholly.
    fs::write(folder.join("lines.txt"), "e4 e5\ne4 e9\n").unwrap();
    let one = played(
        folder,
        "fischerandom(start=518)",
        "lines.txt",
        &["--rounds", "1", "--max-plies", "9", "--out", "one"],
    );
    assert!(one.status.success(), "{}", said(&one));
    assert!(said(&one).contains("not played, but wrong: lines.txt, line 2"), "{}", said(&one));
}

#[test]
fn what_is_no_book_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut polyglot = Vec::new();
    for key in [3_u64, 800, 1 << 60] {
        polyglot.extend(key.to_be_bytes());
        polyglot.extend([3, 28, 0, 1, 0, 0, 0, 0]);
    }
    fs::write(folder.join("book.txt"), polyglot).unwrap();
    let wrong = refused(folder, "fischerandom", "book.txt", &[]);
    assert!(wrong.contains("argument --openings") && wrong.contains("Polyglot"), "{wrong}");
    assert!(wrong.contains("torneo import"), "{wrong}");
    fs::write(folder.join("picture"), b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\x1B[31m").unwrap();
    let wrong = refused(folder, "fischerandom", "picture", &[]);
    assert!(wrong.contains("it is no text: byte 9 is 0x00") && !wrong.contains('\u{1B}'), "{wrong}");
    fs::write(folder.join("lines.txt"), "e4 e5 \x1B]0;title\x1B\\\n").unwrap();
    let wrong = refused(folder, "fischerandom", "lines.txt", &[]);
    assert!(wrong.contains("lines.txt, line 1") && !wrong.contains('\u{1B}'), "{wrong}");
    fs::write(folder.join("mate.pgn"), "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let wrong = refused(folder, "fischerandom", "mate.pgn", &[]);
    assert!(wrong.contains("mate.pgn, line 1") && wrong.contains("the game is over"), "{wrong}");
    assert!(wrong.contains("`plies`"), "{wrong}");
    for (more, expected) in [(["--start", "0"], "--start"), (["--plies", "0"], "--plies")] {
        assert!(refused(folder, "fischerandom", "mate.pgn", &more).contains(expected));
    }
}

/// Keys stand in what is printed and in the manifest, and what is printed plays the same games.
#[test]
fn books_are_printed_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("book.pgn"), PGN).unwrap();
    let asked = ["--rounds", "3", "--plies", "2", "--start", "2", "--order", "random", "--max-plies", "20"];
    let printed = played(folder, "fischerandom", "book.pgn", &[&asked[..], &["--print-config"]].concat());
    let printed = String::from_utf8(printed.stdout).unwrap();
    for line in ["lines = \"book.pgn\"", "plies = 2", "start = 2", "order = \"random\"", "max_plies = 20"] {
        assert!(printed.lines().any(|other| other == line), "{line}: {printed}");
    }
    fs::write(folder.join("printed.toml"), &printed).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
        let output = command.current_dir(folder).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
    };
    assert!(
        played(folder, "fischerandom", "book.pgn", &[&asked[..], &["--out", "asked"]].concat())
            .status
            .success()
    );
    run(&["run", "printed.toml", "--out", "again", "--no-analysis"]);
    let read =
        |folder_name: &str, file: &str| fs::read_to_string(folder.join(folder_name).join(file)).unwrap();
    for file in ["games.csv", "seats.csv", "manifest.json"] {
        assert_eq!(read("asked", file), read("again", file), "{file}");
    }
    let manifest = read("asked", "manifest.json");
    assert!(manifest.contains("\"plies\": 2") && manifest.contains("\"start\": 2"), "{manifest}");
    run(&["verify", "asked"]);
    // A match goes on with more rounds of the same book.
    let matched =
        ["match", "random", "greedy", "--games", "fischerandom", "--openings", "book.pgn", "--plies", "2"];
    let shared = ["--max-plies", "20", "--out", "kept"];
    run(&[&matched[..], &["--pairs", "2"], &shared].concat());
    run(&[&matched[..], &["--pairs", "6", "--resume"], &shared].concat());
    run(&["verify", "kept"]);
    run(&[&matched[..], &["--pairs", "6"], &["--max-plies", "20", "--out", "whole"]].concat());
    assert_eq!(read("kept", "games.csv"), read("whole", "games.csv"));
}

/// Books come from the standard input, too: also where many tournaments of one command play them.
#[test]
fn books_come_from_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let game = ["--max-plies", "12", "--seed", "5"];
    let piped = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
        command.current_dir(folder.path()).args(arguments).args(game).args(["--openings", "-", "--json"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(PGN.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
        assert!(said(&output).contains("openings of fischerandom"), "{arguments:?}: {}", said(&output));
    };
    let short = ["--plies", "2"];
    piped(&[&["match", "random", "greedy", "--games", "fischerandom", "--pairs", "2"][..], &short].concat());
    let tune = ["tune", "mcts(sims=2)", "--game", "fischerandom", "--param", "c=0.1..2"];
    piped(&[&tune[..], &["--iterations", "2", "--pairs", "1", "--check", "1"], &short].concat());
}

#[test]
fn kinds_are_told_from_the_content() {
    for (text, kind) in [
        ("[Event \"x\"]\n\n1. e4 *", Kind::Records(Format::Pgn)),
        ("% escaped\n\n[White \"A\"]\n", Kind::Records(Format::Pgn)),
        ("{a comment}\n[White \"A\"]\n", Kind::Records(Format::Pgn)),
        ("\u{FEFF}  (\n;GM[1])", Kind::Records(Format::Sgf)),
        ("(;GM[1]C[\n[Event \"x\"]\n])", Kind::Records(Format::Sgf)),
        ("\n{ \"game\": \"blocker\" }", Kind::Records(Format::Json)),
        ("# a book\n1. e4 e5 2. Nf3", Kind::Lines),
        ("e4 e5", Kind::Lines),
        ("[4] [5,2]\n", Kind::Lines),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Kind::Lines),
        ("", Kind::Lines),
    ] {
        let found = Kind::of(text.as_bytes()).unwrap();
        // A text in parentheses over lines is SGF, too.
        assert_eq!(found, kind, "{text}");
    }
}

#[test]
fn what_is_no_text_is_refused_by_name() {
    let mut polyglot = Vec::new();
    for key in [3_u64, 3, 800, u64::MAX] {
        polyglot.extend(key.to_be_bytes());
        polyglot.extend([0x03, 0x1C, 0, 1, 0, 0, 0, 0]);
    }
    let refused = |bytes: &[u8]| Kind::of(bytes).unwrap_err().to_string();
    assert!(refused(&polyglot).contains("Polyglot") && refused(&polyglot).contains("torneo import"));
    polyglot[..8].copy_from_slice(&900_u64.to_be_bytes());
    assert!(refused(&polyglot).contains("it is no text: byte 1 is 0x00"), "{}", refused(&polyglot));
    assert!(refused(b"e4 e5\n\x07\x1B[31m").contains("byte 7 is 0x07"));
    assert_eq!(Kind::of(b"e4 e5\n\x1A").unwrap(), Kind::Lines);
}
