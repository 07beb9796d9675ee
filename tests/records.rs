//! Records in the formats of other programs: out of a run, back again, and into those programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use torneo_arena::results::{GameResult, each_game};
use torneo_records::{Format, Record, read};
use torneo_registry::Registry;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

fn torneo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_torneo")).args(arguments).output().expect("the program starts")
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What a refused command says, in one line.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

/// Plays a run; its folder.
fn run(folder: &Path, games: &str, more: &str) -> PathBuf {
    let config = folder.join("records.toml");
    let engines = r#"["random", { name = "the \"greedy\" one \\", spec = "greedy" }]"#;
    let text = format!(
        "name = \"records\"\nseed = 960\ngames = {games}\nengines = {engines}\nrounds = 2\n[opening]\nrandom_plies = 2\n\
         [limits]\nmax_plies = 200\n{more}"
    );
    fs::write(&config, text).unwrap();
    let out = folder.join("out");
    printed(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    out
}

/// What records keep of the games of a run.
fn expected(out: &Path, fits: impl Fn(&GameResult) -> bool) -> Vec<Record> {
    let words =
        |text: &str| text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let mut records = Vec::new();
    each_game(out, |result| {
        if fits(result) {
            records.push(Record {
                game: result.game.clone(),
                event: "records".to_owned(),
                game_no: Some(result.game_no),
                round: Some(result.round),
                engines: result.seats.iter().map(|seat| seat.engine.clone()).collect(),
                scores: result.seats.iter().map(|seat| seat.score).collect(),
                points: result.seats.iter().map(|seat| seat.points).collect(),
                reason: result.reason.clone(),
                position: result.position().map(str::to_owned),
                opening: if result.position().is_some() { 0 } else { words(&result.opening).len() },
                tokens: words(&result.record),
            });
        }
    })
    .unwrap();
    assert!(!records.is_empty());
    records
}

const CHESSES: &str = r#"["fischerandom", "fischerandom(start=518)", "grand-chess", "grande-acedrex", "martian-chess",
    "millennium-3d-chess", "millennium-3d-chess(array=blacks-choice)", "nardeshir"]"#;
const STONES: &str = r#"["atari-go", "atari-go(size=19)", "atari-go(size=7, variant=progressive)", "havannah(size=4)",
    "havannah(size=3, swap=true)"]"#;
const OTHERS: &str =
    r#"["lanza(players=3)", "frames(size=5)", "rising-hazard(pots=2)", "nine-mens-morris", "tantrix"]"#;

#[test]
fn what_is_exported_is_imported_as_it_was() {
    for (games, formats) in [(CHESSES, &["pgn", "json"][..]), (STONES, &["sgf", "json"]), (OTHERS, &["json"])]
    {
        let folder = tempfile::tempdir().unwrap();
        let out = run(folder.path(), games, "");
        for name in formats {
            let format: Format = name.parse().unwrap();
            let text = printed(&["export", out.to_str().unwrap(), "--format", name]);
            let mut found =
                read(&REGISTRY, format, &text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut wanted = expected(&out, |_| true);
            if format != Format::Json {
                wanted.iter_mut().for_each(|record| record.game_no = None);
            }
            // Who wins by the rules has his points from them, whatever the format says.
            for (found, wanted) in found.iter_mut().zip(&mut wanted) {
                let context = format!("{name}: {}", wanted.game);
                if wanted.points.is_none() {
                    found.points = None;
                } else if format != Format::Json && found.points.is_none() {
                    wanted.points = None;
                }
                assert_eq!(found, wanted, "{context}");
            }
            assert_eq!(found.len(), wanted.len());
        }
    }
}

#[test]
fn a_game_and_an_engine_can_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let out =
        run(folder.path(), r#"["havannah(size=3)", "havannah(size=4)", "atari-go(size=5)", "hazard"]"#, "");
    let out = out.to_str().unwrap();
    let count = |arguments: &[&str]| {
        let text = printed(&[&["export", out, "--format", "sgf"][..], arguments].concat());
        read(&REGISTRY, Format::Sgf, &text, None).unwrap().len()
    };
    assert_eq!(
        (count(&[]), count(&["--game", "havannah"]), count(&["--game", "havannah( size=4 )"])),
        (12, 8, 4)
    );
    assert_eq!((count(&["--engine", "random"]), count(&["--engine", "the \"greedy\" one \\"])), (12, 12));
    let note = torneo(&["export", out, "--format", "sgf"]);
    assert!(String::from_utf8_lossy(&note.stderr).contains("there is no SGF of hazard"));
    for (arguments, part) in [
        (&["--format", "sgf", "--game", "hazard"][..], "SGF carries atari-go, havannah"),
        (&["--format", "pgn"], "PGN carries fischerandom, grand-chess"),
        (&["--format", "png"], "expected one of pgn, sgf, json"),
        (&["--format", "sgf", "--game", "havanah"], "did you mean `havannah`?"),
        (&["--format", "sgf", "--engine", "randon"], "did you mean `random`?"),
    ] {
        let said = refused(&[&["export", out][..], arguments].concat());
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let out = run(folder.path(), r#"["havannah(size=3)"]"#, "");
    let file = folder.path().join("games.sgf");
    let arguments = ["export", out.to_str().unwrap(), "--format", "sgf", "--out", file.to_str().unwrap()];
    assert_eq!(printed(&arguments), "");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, printed(&arguments[..4]));
    // A damaged record: the games before it are not written either.
    let games = fs::read_to_string(out.join("games.csv")).unwrap();
    let last = games.trim_end().rfind(' ').unwrap();
    fs::write(out.join("games.csv"), format!("{} zz\n", &games[..last])).unwrap();
    assert!(refused(&arguments).contains("was edited"));
    fs::remove_file(out.join("checkpoints.csv")).unwrap();
    let said = refused(&arguments);
    assert!(said.contains("game 3: token ") && said.contains("`zz`"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing stays beside");
}

#[test]
fn games_that_were_not_recorded_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = run(folder.path(), r#"["havannah(size=3)"]"#, "[output]\nrecord = false\n");
    let said = refused(&["export", out.to_str().unwrap(), "--format", "json"]);
    assert!(said.contains("not recorded") && said.contains("record = true"), "{said}");
}

/// A Python with python-chess: `TORNEO_PYTHON`, else `python3`.
fn python() -> Option<String> {
    let python = std::env::var("TORNEO_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import chess.pgn"]).output();
    if found.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    eprintln!("skipped: no python3 with the package chess (TORNEO_PYTHON names another)");
    None
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/support/check_pgn.py")
}

#[test]
fn python_chess_reads_every_game_and_writes_the_same_moves() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let out = run(folder.path(), r#"["fischerandom", "fischerandom(start=518)"]"#, "");
    let file = folder.path().join("games.pgn");
    printed(&["export", out.to_str().unwrap(), "--format", "pgn", "--out", file.to_str().unwrap()]);
    let checked = Command::new(&python).arg(script()).arg(&file).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    assert_eq!(String::from_utf8_lossy(&checked.stdout).trim(), "8");
}

#[test]
fn games_that_python_chess_writes_are_read() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("theirs.pgn");
    let made = Command::new(&python).arg(script()).arg("--make").arg(&file).status().unwrap();
    assert!(made.success());
    let text = fs::read_to_string(&file).unwrap();
    let records = read(&REGISTRY, Format::Pgn, &text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(records.len(), 10);
    assert_eq!(records[0].game, "fischerandom(start=518)");
    for record in &records {
        assert_eq!(record.engines, ["one", "the \"other\""]);
        assert!(record.scores.len() == 2 || text.contains("*"), "{record:?}");
    }
    let checked = records.iter().filter(|record| record.game == "fischerandom").count();
    assert_eq!(checked, 9);
}

/// A game as other programs write it, with everything that the format has.
const PRINTED: &str = "\
% what another program notes\n\
[Event \"Casual Game\"]\n[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n\
1.e4 e5 2. f4 {the \"gambit\"} exf4 3 Bc4 Qh4+ $6 (3... Nf6 {better; (all the same)} 4. Nc3 (4. d3) c6)\n\
4. Kf1 b5?! 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 ; the Knight returns\n\
11. Rg1! cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1\n\
19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+! Nxf6 23. Be7# 1-0\n";

#[test]
fn a_printed_game_is_read_and_can_be_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("immortal.pgn");
    fs::write(&file, PRINTED).unwrap();
    let said = printed(&["import", file.to_str().unwrap(), "--format", "pgn"]);
    for part in [
        "fischerandom(start=518): 45 plies",
        "White: Anderssen, score 1",
        "Black: Kieseritzky, score 0",
        "reason: won",
    ] {
        assert!(said.contains(part), "{said}");
    }
    let moves = said.lines().last().unwrap().strip_prefix("moves: ").unwrap();
    assert!(moves.starts_with("e2e4 e7e5 f2f4 ") && moves.ends_with(" d6e7"), "{moves}");
    let shown = printed(&["show", "fischerandom(start=518)", "--moves", moves]);
    assert!(shown.contains("White wins: checkmate."), "{shown}");
    // From PGN to JSON and from there to the same again.
    let json = printed(&["import", file.to_str().unwrap(), "--format", "pgn", "--json"]);
    let again = folder.path().join("immortal.json");
    fs::write(&again, &json).unwrap();
    assert_eq!(printed(&["import", again.to_str().unwrap(), "--format", "json", "--json"]), json);
    assert_eq!(printed(&["import", again.to_str().unwrap(), "--format", "json"]), said);
}

#[test]
fn what_is_wrong_is_told_with_its_line_and_its_token() {
    let pgn = |text: &str| ("pgn", text.to_owned(), None);
    let sgf = |text: &str| ("sgf", text.to_owned(), None);
    let json = |text: &str| ("json", text.to_owned(), None);
    for ((format, text, game), parts) in [
        (pgn(&PRINTED.replace("Kf1", "Kf4")), &["line 8", "token 7 `Kf4`", "legal:"][..]),
        (pgn(&PRINTED.replace("1-0", "0-1")), &["line 10", "by the rules"]),
        (pgn(&PRINTED.replace("[Black", "[Black]")), &["line 4", "expected a tag"]),
        (pgn(&PRINTED.replace("(4. d3)", "(4. d3")), &["line 7", "variation"]),
        (pgn(&PRINTED.replace("same)}", "same)")), &["line 7", "comment"]),
        (pgn("[FEN \"8/8\"]\n\n*"), &["line 1", "expected"]),
        (pgn("[Variant \"Atomic\"]\n\n1. e4 *"), &["line 1", "variant `Atomic`", "--game"]),
        (pgn("[Result \"2-0\"]\n\n1. e4 *"), &["line 1", "2-0"]),
        (pgn(""), &["line 1", "no game"]),
        (pgn("1. e4 <"), &["line 1", "`<`"]),
        (("pgn", "1. e6 *".to_owned(), Some("grand-chess")), &["line 1", "token 1 `e6`"]),
        (("pgn", "1. e4 *".to_owned(), Some("grand-ches")), &["--game", "grand-chess"]),
        (sgf("(;GM[1]SZ[9]\n;B[ee])"), &["line 1", "RU", "--game"]),
        (sgf("(;RU[atari-go(size=9)]\n;B[ee]\n;W[ee])"), &["line 3", "token 2 `E5`"]),
        (sgf("(;RU[atari-go(size=9)]\n;B[ee]\n;B[ef])"), &["line 3", "token 2 `E4`", "turn of W"]),
        (sgf("(;RU[atari-go(size=9)]\nAB[dd];W[ee])"), &["line 2", "AB"]),
        (sgf("(;RU[atari-go(size=99)];B[ee])"), &["line 1", "size"]),
        (sgf("(;RU[havannah]RE[1-0];W[c3])"), &["line 1", "1-0"]),
        (sgf("(;RU[havannah]\n;W[c3"), &["line 2", "`]`"]),
        (sgf("(;RU[havannah];W[c3]"), &["line 1", "`)`"]),
        (sgf("no game"), &["line 1", "no game"]),
        (json("{}"), &["line 1", "--game"]),
        (json("\n[1]"), &["line 2", "column"]),
        (json("{\"game\":\"hazrd\"}"), &["line 1", "hazard"]),
        (json("{\"game\":\"havannah\",\"tokens\":[\"c3\",\"c3\"]}"), &["line 1", "token 2 `c3`"]),
        (json("{\"game\":\"havannah\",\"tokens\":[\"c3\"],\"opening\":\"c4\"}"), &["line 1", "opening"]),
        (
            json("{\"game\":\"havannah\",\"tokens\":[\"c3\"],\"scores\":[1]}"),
            &["line 1", "1 scores at 2 seats"],
        ),
        (json(""), &["line 1", "no game"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, &text).unwrap();
        let mut arguments = vec!["import", file.to_str().unwrap(), "--format", format];
        arguments.extend(game.iter().flat_map(|game| ["--game", game]));
        let said = refused(&arguments);
        for part in parts {
            assert!(said.contains(part), "{text}: {part}: {said}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bytes.pgn");
    fs::write(&file, b"1. e4\n\xff").unwrap();
    let said = refused(&["import", file.to_str().unwrap(), "--format", "pgn"]);
    assert!(said.contains("line 2: not UTF-8"), "{said}");
    assert!(refused(&["import", "/nowhere/x.pgn", "--format", "pgn"]).contains("cannot read"));
}

/// Variations beside the main line, escapes and stones of Go files.
#[test]
fn the_main_line_of_a_go_file_is_read() {
    let text =
        "(;FF[4]GM[1]SZ[5]PB[a \\] b]PW[c]RU[Japanese]\n(;B[cc];W[bc](;B[dd];W[ab])(;B[aa]))(;B[ee];W[dd]))";
    let records = read(&REGISTRY, Format::Sgf, text, Some("atari-go(size=5)")).unwrap();
    assert_eq!(records[0].tokens, ["C3", "B3", "D2", "A4"]);
    assert_eq!(records[0].engines, ["a ] b", "c"]);
}

/// Whatever is in a file, reading it ends, and with an error or with games by the rules.
#[test]
fn nothing_that_is_read_does_harm() {
    const STONES: &str =
        "(;FF[4]GM[1]SZ[5]RU[atari-go(size=5)]PB[a \\] b]RE[B+](;B[cc];W[bc]C[x](;B[dd]))(;B[ee]))";
    const LINE: &str =
        r#"{"game":"havannah(size=3)","tokens":["c3","c4"],"scores":[0.5,0.5],"opening":"c3"}"#;
    const PIECES: [&str; 12] = ["", "[", "]", "(", ")", "{", "}", "\"", "\\", "é", "\n", "1/2"];
    let mut state = 7u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..150 {
        for (format, text) in [(Format::Pgn, PRINTED), (Format::Sgf, STONES), (Format::Json, LINE)] {
            let mut text: Vec<char> = text.chars().collect();
            for _ in 0..=draw(3) {
                let from = draw(text.len());
                let to = (from + draw(4)).min(text.len());
                let piece = PIECES[draw(PIECES.len())];
                drop(text.splice(from..to, piece.chars()));
            }
            let text: String = text.into_iter().collect();
            if let Ok(records) = read(&REGISTRY, format, &text, None) {
                for record in records {
                    let game = REGISTRY.game(&record.game).unwrap();
                    Format::Json.write(&*game, &record).unwrap_or_else(|error| panic!("{text}: {error}"));
                }
            }
        }
    }
}
