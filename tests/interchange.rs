//! Games that a protocol or a format does not carry are refused, and the games that it carries are named.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const TORNEO: &str = env!("CARGO_BIN_EXE_torneo");
const UCI: &str = "UCI carries fischerandom, grand-chess";
const GTP: &str = "GTP carries atari-go, havannah";
const PGN: &str =
    "PGN carries fischerandom, grand-chess, grande-acedrex, martian-chess, millennium-3d-chess, nardeshir";
const SGF: &str = "SGF carries atari-go, havannah";

fn torneo(arguments: &[&str]) -> Output {
    Command::new(TORNEO).args(arguments).output().expect("the program starts")
}

/// What a refused command says, in one line. It says nothing else, and reads nothing: its input stays open.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let mut child = Command::new(TORNEO)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = child.stdin.take().expect("piped");
    let output = child.wait_with_output().expect("it ends");
    drop(input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {stderr}");
    stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

#[test]
fn a_protocol_serves_the_games_that_it_carries() {
    for (protocol, games) in [("uci", UCI), ("gtp", GTP)] {
        for game in ["hnefatafl", "trax", "lanza(players=3)"] {
            let said = refused(&["engine", "random", "--protocol", protocol, "--game", game]);
            let parts = ["--game", &format!("`{game}`"), games];
            assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        }
        let said = refused(&["engine", "random", "--protocol", protocol, "--game", "havanah"]);
        assert!(said.contains("--game") && said.contains("havannah"), "{said}");
    }
    let progressive = "atari-go(variant=progressive)";
    assert!(refused(&["engine", "random", "--protocol", "gtp", "--game", progressive]).contains(progressive));
}

#[test]
fn a_format_takes_the_games_that_it_carries() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x");
    fs::write(&file, "1. e4 *\n").unwrap();
    for (format, games) in [("pgn", PGN), ("sgf", SGF)] {
        let said = refused(&["import", file.to_str().unwrap(), "--format", format, "--game", "hnefatafl"]);
        assert!(said.contains("--game") && said.contains("`hnefatafl`") && said.contains(games), "{said}");
    }
    fs::write(&file, "[Game \"hnefatafl\"]\n\n1. e4 *\n").unwrap();
    let said = refused(&["import", file.to_str().unwrap(), "--format", "pgn"]);
    assert!(said.contains("line 1") && said.contains("`hnefatafl`") && said.contains(PGN), "{said}");
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let run = ["run", "--games", "three-mens-morris", "--engines", "random", "greedy", "--out", out];
    assert!(torneo(&run).status.success());
    for (format, games) in [("pgn", PGN), ("sgf", SGF)] {
        let said = refused(&["export", out, "--format", format]);
        assert!(said.contains("`three-mens-morris`") && said.contains(games), "{said}");
    }
}

#[test]
fn a_run_with_a_program_is_of_games_that_its_protocol_carries() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("c.toml");
    for (protocol, games) in [("protocol = \"uci\", depth = 1", UCI), ("protocol = \"gtp\"", GTP)] {
        let engine = format!("{{ name = \"p\", command = \"no-such-program\", {protocol} }}");
        let text =
            format!("name = \"c\"\nseed = 1\ngames = [\"hnefatafl\"]\nengines = [\"random\", {engine}]\n");
        fs::write(&config, text).unwrap();
        for arguments in
            [&["run", config.to_str().unwrap(), "--dry-run"][..], &["run", config.to_str().unwrap()]]
        {
            let said = refused(arguments);
            assert!(
                said.contains("`hnefatafl`") && said.contains(games) && said.contains("c.toml:3:"),
                "{said}"
            );
        }
    }
    let engine = "external(command=no-such-program, protocol=gtp)";
    let said = refused(&["match", engine, "random", "--games", "trax", "--sprt", "0,50"]);
    assert!(said.contains("`trax`") && said.contains(GTP), "{said}");
    let said = refused(&["bestmove", "trax", "--engine", engine]);
    assert!(said.contains("`trax`") && said.contains(GTP), "{said}");
}

/// What an engine says to lines of UCI.
fn said(arguments: &[&str], lines: &str) -> Vec<String> {
    let mut child = Command::new(TORNEO)
        .args(["engine", "alpha-beta(depth=1)", "--protocol", "uci"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// Whether the last move that was asked for is one of a board with ten files.
fn plays_grand_chess(said: &[String]) -> bool {
    said.iter().any(|line| line.starts_with("bestmove ") && !line.ends_with("0000"))
}

#[test]
fn uci_begins_with_a_game_and_changes_it() {
    let chess = "option name UCI_Variant type combo default chess var chess var grand";
    let (wide, narrow) =
        ("position startpos moves e3e5\ngo depth 1\n", "position startpos moves e2e4\ngo depth 1\n");
    assert!(said(&[], "uci\nquit\n").contains(&chess.to_owned()));
    assert!(plays_grand_chess(&said(&["--game", "grand-chess"], wide)));
    assert!(!plays_grand_chess(&said(&["--game", "grand-chess"], narrow)));
    assert!(!plays_grand_chess(&said(&[], wide)) && plays_grand_chess(&said(&[], narrow)));
    let grand = said(&["--game", "grand-chess"], "uci\nquit\n");
    assert!(grand.contains(&chess.replace("default chess", "default grand")), "{grand:?}");
    // In UCI every game of chess begins with the array of orthodox chess, unless a position is given.
    for (variant, moves) in
        [("chess", narrow), ("Chess960", narrow), ("fischerandom", narrow), ("grand", wide)]
    {
        for game in ["grand-chess", "fischerandom", "fischerandom(start=0)"] {
            let lines = format!("setoption name UCI_Variant value {variant}\n{moves}");
            assert!(plays_grand_chess(&said(&["--game", game], &lines)), "{game} {variant}");
        }
    }
    let unknown = said(&[], "setoption name UCI_Variant value hex\nquit\n");
    assert_eq!(unknown, ["info string unknown variant hex"]);
}

/// What orthodox chess is in plain UCI reads back, too.
#[test]
fn every_form_of_a_game_reads_back() {
    for game in
        ["fischerandom(start=518)", "atari-go(size=5, variant=progressive)", "havannah(size=3, swap=true)"]
    {
        let output = torneo(&["conformance", game, "--games", "1", "--json"]);
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let of_other_programs = "what is written for other programs reads back";
        let properties = found["properties"].as_array().unwrap();
        let tried = properties.iter().find(|one| one["property"] == of_other_programs).unwrap();
        assert!(output.status.success() && tried["tried"].as_u64() > Some(100), "{game}: {tried}");
    }
}

/// The letters of other programs for grand chess and castling in both ways, on the way there and back.
#[test]
fn what_uci_hears_is_what_it_says() {
    let castled = "position fen r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1 moves e1g1\ngo searchmoves e8c8\nquit\n";
    assert!(said(&[], castled).contains(&"bestmove e8c8".to_owned()));
    let rook = castled.replace("e1g1", "e1h1");
    let chess960 = format!("setoption name UCI_Chess960 value true\n{rook}");
    assert!(said(&[], &chess960).contains(&"bestmove e8a8".to_owned()));
    let promoted = "position fen k9/2P7/10/10/10/10/10/10/10/K9 w - - 0 1\ngo searchmoves c9c10c\nquit\n";
    let grand = said(&["--game", "grand-chess"], promoted);
    assert!(!grand.contains(&"bestmove 0000".to_owned()), "{grand:?}");
}
