//! Hex among the programs that know it: by GTP and as SGF.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const TORNEO: &str = env!("CARGO_BIN_EXE_torneo-example-hex");

fn torneo(arguments: &[&str]) -> Output {
    Command::new(TORNEO).args(arguments).output().expect("the program runs")
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The answers of an engine to lines of GTP.
fn answers(engine: &str, game: &str, lines: &str) -> Vec<String> {
    let mut child = Command::new(TORNEO)
        .args(["engine", engine, "--protocol", "gtp", "--game", game])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    said.split("\n\n").map(|answer| answer.trim().to_owned()).collect()
}

#[test]
fn an_engine_plays_hex_by_gtp() {
    let lines = "boardsize 5\nclear_board\nplay black c3\nplay white swap-pieces\nplay black a1\n\
                 genmove white\nboardsize 99\nplay black z9\nquit\n";
    let answered = answers("mcts(sims=20)", "hex", lines);
    assert_eq!(&answered[..5], ["="; 5]);
    let cell = answered[5].strip_prefix("= ").expect("a vertex");
    assert!(cell.len() == 2 && ('a'..='e').contains(&cell.chars().next().unwrap()), "{cell}");
    assert_eq!(&answered[6..8], ["? unacceptable size", "? illegal move"]);
}

/// Who takes the centre of so small a board wins, so the search takes it over.
#[test]
fn taking_over_is_told_as_other_programs_tell_it() {
    let lines = "play black b2\ngenmove white\nundo\nplay white swap\nundo\nplay white SWAP-PIECES\nquit\n";
    let answered = answers("mcts(sims=3000)", "hex(size=3)", lines);
    assert_eq!(&answered[..6], ["=", "= swap-pieces", "=", "=", "=", "="]);
}

/// A run with a program by GTP, which is this program; its folder.
fn run(folder: &Path, game: &str) -> String {
    let config = folder.join("c.toml");
    let heard = folder.join("heard");
    let engine =
        format!("tee -a {} | {TORNEO} engine 'mcts(sims=20)' --protocol gtp --game hex", heard.display());
    let text = format!(
        "name = \"c\"\nseed = 11\ngames = [\"{game}\"]\nrounds = 3\n[[engines]]\nspec = \"greedy\"\n[[engines]]\n\
         name = \"gtp\"\ncommand = [\"sh\", \"-c\", \"{engine}\"]\nprotocol = \"gtp\"\n"
    );
    fs::write(&config, text).unwrap();
    let out = folder.join("out");
    printed(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap(), "--threads", "1"]);
    out.to_str().unwrap().to_owned()
}

#[test]
fn a_program_by_gtp_is_an_opponent() {
    let folder = tempfile::tempdir().unwrap();
    let out = run(folder.path(), "hex(size=3)");
    let games = fs::read_to_string(Path::new(&out).join("games.csv")).unwrap();
    assert_eq!(games.matches(",won,").count(), 6, "{games}");
    let heard = fs::read_to_string(folder.path().join("heard")).unwrap();
    for part in
        ["torneo-game hex(size=3)\n", "clear_board\n", "genmove black\n", "genmove white\n", "play black "]
    {
        assert!(heard.contains(part), "{part}: {heard}");
    }
}

#[test]
fn records_go_out_as_sgf_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let out = run(folder.path(), "hex(size=3)");
    let file = folder.path().join("games.sgf");
    let file = file.to_str().unwrap();
    printed(&["export", &out, "--format", "sgf", "--out", file]);
    let text = fs::read_to_string(file).unwrap();
    assert_eq!(text.matches("GM[11]SZ[3]GN[Hex]").count(), 6, "{text}");
    assert!(text.contains(";W[swap-pieces];B["), "{text}");
    let json = |arguments: &[&str]| printed(&[&["import"], arguments, &["--json"]].concat());
    let exported = printed(&["export", &out, "--format", "json"]);
    let tokens = |text: &str| {
        let lines = text.lines().map(|line| line.split("\"tokens\":").nth(1).unwrap().to_owned());
        lines.collect::<Vec<String>>()
    };
    assert_eq!(tokens(&json(&[file, "--format", "sgf"])), tokens(&exported));
}

/// Files of other programs, which name no rules.
#[test]
fn sgf_of_other_programs_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let moves = |text: &str| {
        let file = folder.path().join("x.sgf");
        fs::write(&file, text).unwrap();
        printed(&["import", file.to_str().unwrap(), "--format", "sgf", "--game", "hex"])
    };
    for swap in ["swap", "swap-pieces"] {
        let said = moves(&format!("(;FF[4]GM[11]SZ[5];B[b1];W[{swap}];B[c3])"));
        assert!(said.contains("hex(size=5)") && said.contains("moves: b1 swap c3"), "{said}");
    }
    let file = folder.path().join("go.sgf");
    fs::write(&file, "(;GM[1]SZ[5];B[aa])").unwrap();
    let output = torneo(&["import", file.to_str().unwrap(), "--format", "sgf", "--game", "hex"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`GM[1]` is Go, not Hex"), "{output:?}");
}

/// The games that a protocol carries are those of the registry, this one among them.
#[test]
fn refusals_name_the_games_from_outside() {
    for (protocol, games) in
        [("gtp", "GTP carries atari-go, havannah, hex"), ("uci", "UCI carries fischerandom, grand-chess")]
    {
        let output = torneo(&["engine", "random", "--protocol", protocol, "--game", "trax"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let stderr = stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{stderr}");
        assert!(stderr.contains("--game") && stderr.contains("`trax`") && stderr.contains(games), "{stderr}");
    }
}
