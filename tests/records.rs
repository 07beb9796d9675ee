//! Records in the formats of other programs: out of a run, back again, and into those programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use torneo_arena::results::{GameResult, each_game};
use torneo_records::{Format, Record, read};
use torneo_registry::Registry;

use crate::support::python::python;

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
                ..Record::default()
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

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/support/check_pgn.py")
}

#[test]
fn python_chess_reads_every_game_and_writes_the_same_moves() {
    let Some(python) = python("chess") else { return };
    let folder = tempfile::tempdir().unwrap();
    let out = run(folder.path(), r#"["fischerandom", "fischerandom(start=518)"]"#, "");
    let file = folder.path().join("games.pgn");
    printed(&["export", out.to_str().unwrap(), "--format", "pgn", "--out", file.to_str().unwrap()]);
    let checked = Command::new(&python).arg(script()).arg(&file).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    assert_eq!(String::from_utf8_lossy(&checked.stdout).trim(), "8");
}

/// Orthodox chess is told as everybody tells it, but for an opening that is a position.
#[test]
fn chess_needs_no_variant() {
    let folder = tempfile::tempdir().unwrap();
    let exported = |name: &str, opening: &str| {
        let (config, out) = (folder.path().join("c.toml"), folder.path().join(name));
        let text = format!(
            "name = \"c\"\nseed = 1\ngames = [\"chess\"]\nengines = [\"random\", \"greedy\"]\n[opening]\n{opening}\n\
             [limits]\nmax_plies = 20\n"
        );
        fs::write(&config, text).unwrap();
        printed(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        let pgn = printed(&["export", out.to_str().unwrap(), "--format", "pgn"]);
        assert!(!pgn.contains("[Variant") && pgn.contains("[Game \"fischerandom(start=518)\"]"), "{pgn}");
        pgn
    };
    let plain = exported("plain", "random_plies = 2");
    assert!(!plain.contains("SetUp") && !plain.contains("FEN"), "{plain}");
    let opened = exported("opened", "positions = [\"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]");
    assert!(opened.contains("[SetUp \"1\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]"), "{opened}");
}

#[test]
fn games_that_python_chess_writes_are_read() {
    let Some(python) = python("chess") else { return };
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
        (
            ("sgf", "(;GM[1]FF[4]SZ[19];B[cc])".to_owned(), Some("atari-go(size=9)")),
            &["line 1", "`SZ[19]`", "is 9"],
        ),
        (("sgf", "(;GM[2]SZ[8];B[cc])".to_owned(), Some("atari-go")), &["line 1", "Othello"]),
        (("sgf", "(;GM[1]SZ[5:7];B[cc])".to_owned(), Some("atari-go")), &["line 1", "5:7"]),
        (("sgf", "(;GM[11]SZ[8];W[c3])".to_owned(), Some("havannah")), &["line 1", "Hex"]),
        (
            ("sgf", "(;RU[atari-go(size=7)];B[ee])".to_owned(), Some("atari-go(size=9)")),
            &["line 1", "size=7", "--game"],
        ),
        (
            pgn("[White \"A\"]\n[Black \"B\"]\n[White \"C\"]\n\n1. e4 *"),
            &["line 3", "`White` comes twice", "\"C\""],
        ),
        (
            ("pgn", "[Variant \"Crazyhouse\"]\n\n1. e4 *".to_owned(), Some("fischerandom")),
            &["line 1", "Crazyhouse"],
        ),
        (
            ("pgn", "[Variant \"chess960\"]\n\n1. e4 *".to_owned(), Some("grand-chess")),
            &["line 1", "chess960"],
        ),
        (
            ("pgn", "[Game \"grand-chess\"]\n\n1. e4 *".to_owned(), Some("fischerandom")),
            &["line 1", "grand-chess"],
        ),
        (pgn("1. e4 e5 1-0 2. Nf3 *"), &["line 1", "begins with move 2"]),
        (pgn("1. e4 e5 1-0\n2. Nf3 *"), &["line 2", "begins with move 2"]),
        (pgn("e4 e5 1-0 Nf3 *"), &["line 1", "moves stand behind the result 1-0"]),
        (pgn("1. e4 e5 1-0 0-1"), &["line 1", "ends with 1-0 and with 0-1"]),
        (
            pgn("[FEN \"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1\"]\n\n1. Ne2 *"),
            &["line 3", "token 1 `Ne2`: it is more than one move: Nge2, Nce2"],
        ),
        (sgf("(;RU[atari-go(size=9)]SZ[9]SZ[13];B[ee])"), &["line 1", "`SZ` comes twice: [9] and [13]"]),
        (sgf("(;RU[havannah]PB[A]\nPB[B];W[c3])"), &["line 2", "`PB` comes twice"]),
        (sgf("(;RU[havannah]RE[B+R][W+R];W[c3])"), &["line 1", "`RE` comes twice"]),
        (sgf("(;RU[havannah]RE[B+R];W[c3]\n;B[c4]RE[W+R])"), &["line 2", "`RE` comes twice"]),
        (sgf("(;RU[havannah];W[c3]W[c4])"), &["line 1", "`W` comes twice"]),
        (sgf("(;CA[klingon]RU[havannah];W[c3])"), &["line 1", "`klingon` is not read"]),
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
    fs::write(&file, b"\n\xff").unwrap();
    let said = refused(&["import", file.to_str().unwrap(), "--format", "json"]);
    assert!(said.contains("line 2: not UTF-8"), "{said}");
    assert!(refused(&["import", "/nowhere/x.pgn", "--format", "pgn"]).contains("cannot read"));
}

/// The tokens of a game of orthodox chess.
fn tokens_of(pgn: &str) -> String {
    let records = read(&REGISTRY, Format::Pgn, pgn, None).unwrap_or_else(|error| panic!("{pgn}: {error}"));
    records[0].tokens.join(" ")
}

/// The values are those of python-chess.
#[test]
fn moves_are_read_as_people_and_programs_write_them() {
    let castled = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1h1 d7d6";
    let promoted = "a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2 b7a8q g2h1n";
    let passing = "e2e4 a7a6 e4e5 d7d5 e5d6";
    for (text, tokens) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. e1g1 d6 *", castled),
        ("1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 g8f6 4. e1h1 d7d6 *", castled),
        ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 Ng8-f6 4. Ke1-g1 d7-d6 *", castled),
        ("1. Pe4 Pe5 2. Nf3 Nc6 3. Bb5 Nf6 4. 0-0 Pd6 *", castled),
        ("1. Pe2-e4 pe5?? 2. Nf3 Nc6 3. Bb5 Nf6 4. o-o d6 *".replace("pe5??", "e5!?").as_str(), castled),
        ("1. a4 h5 2. a5 h4 3. a6 h3 4. axb7 hxg2 5. bxa8Q gxh1N *", promoted),
        ("1. a4 h5 2. a5 h4 3. a6 h3 4. ab7 hg2 5. bxa8=q gxh1n *", promoted),
        ("1. a4 h5 2. a5 h4 3. a6 h3 4. a6xb7 h3:g2 5. b7xa8=Q+ g2xh1N *", promoted),
        ("1. a2a4 h7h5 2. a4a5 h5h4 3. a5a6 h4h3 4. a6b7 h3g2 5. b7a8Q g2h1N *", promoted),
        ("1. e4 a6 2. e5 d5 3. exd6 *", passing),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. *", passing),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. *", passing),
        ("1. e4 a6 2. e5 d5 3. Pe5xd6ep *", passing),
    ] {
        assert_eq!(tokens_of(text), tokens, "{text}");
    }
    // Figurines, signs of books, and annotations.
    for text in [
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 ♘f6 4. O–O d6 *",
        "1. e4! ± e5 ∓ 2. Nf3+- Nc6 -+ 3. Bb5 □ Nf6 N 4. O-O ⩲ d6 = *",
        "1. ♙e4 ∞ ♟\u{fe0e}e5 +/- 2. Ng1–f3 -/+ Nc6 3.Bb5‼ +/= Nf6⁉ 4. O‑O = d6 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O d6 1/2-1/2 1/2-1/2",
    ] {
        assert_eq!(tokens_of(text), castled, "{text}");
    }
    // A King that steps to where castling would end does so.
    let step = "[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n[Variant \"Chess960\"]\n\n1. f1g1 *";
    assert_eq!(tokens_of(step), "f1g1");
}

/// The draw by a third repetition has to be claimed; nobody did.
#[test]
fn records_play_on_where_nobody_claims_a_draw() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let tokens = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let on = tokens_of(&format!("{shuffle} 5. Nf3 Nf6 6. e4 *"));
    assert_eq!(on, format!("{tokens} g1f3 g8f6 e2e4"));
    let shown = printed(&["show", "fischerandom(start=518)", "--moves", &on]);
    assert!(shown.contains("Black to move"), "{shown}");
    let ended =
        |result: &str| read(&REGISTRY, Format::Pgn, &format!("{shuffle} {result}"), None).unwrap().remove(0);
    assert_eq!((ended("1/2-1/2").reason.as_str(), ended("*").scores), ("repetition", vec![0.5, 0.5]));
    assert_eq!(
        (ended("1-0").reason.as_str(), ended("1-0").scores),
        ("", vec![1.0, 0.0]),
        "somebody resigned"
    );
    let quiet = "[FEN \"4k3/8/8/8/8/8/4B3/R3K3 w - - 99 90\"]\n\n1. Bd3 Kd8 2. Be4 *";
    assert_eq!(tokens_of(quiet), "e2d3 e8d8 d3e4");
    // In other games the rules end the game, whatever anybody says.
    let morris = read(&REGISTRY, Format::Json, MORRIS_AFTER_ITS_END, None).unwrap_err();
    assert!(morris.message.contains("the game is over"), "{morris}");
}

/// A game that is won, and a token behind its end.
const MORRIS_AFTER_ITS_END: &str =
    r#"{"game":"three-mens-morris(equal_turns=false)","tokens":["@a1","@b2","@a2","@b3","@a3","@c1"]}"#;

/// The comment behind the last move is the sentence of the end, also where an engine or a run ended the game.
#[test]
fn comments_tell_how_games_ended() {
    for (form, game, moves, scores, reason, told) in [
        (
            Format::Pgn,
            "fischerandom(start=518)",
            "f2f3 e7e5 g2g4 d8h4",
            [0.0, 1.0],
            "won",
            "Black wins: checkmate.",
        ),
        (
            Format::Pgn,
            "fischerandom(start=518)",
            "e2e4 e7e5",
            [1.0, 0.0],
            "time-forfeit",
            "White wins: Black's engine ran out of time.",
        ),
        (
            Format::Pgn,
            "grand-chess",
            "e3e4",
            [0.0, 1.0],
            "memory-limit",
            "Black wins: White's engine took too much memory.",
        ),
        (
            Format::Pgn,
            "grand-chess",
            "e3e4",
            [0.5, 0.5],
            "length-limit",
            "A draw: the length limit is reached.",
        ),
        (
            Format::Sgf,
            "atari-go(size=5)",
            "C3",
            [1.0, 0.0],
            "engine-crash",
            "Black wins: White's engine crashed.",
        ),
        (
            Format::Sgf,
            "atari-go(size=5, variant=plain)",
            "A2 A1 B1",
            [1.0, 0.0],
            "won",
            "Black wins: a chain is captured.",
        ),
    ] {
        let game = REGISTRY.game(game).unwrap();
        let record = Record {
            game: game.canonical().to_owned(),
            scores: scores.to_vec(),
            reason: reason.to_owned(),
            tokens: moves.split(' ').map(str::to_owned).collect(),
            ..Record::default()
        };
        let text = form.write(&*game, &record).unwrap();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let comment = if form == Format::Pgn { format!("{{{told}}}") } else { format!("GC[{told}]") };
        assert!(words.contains(&comment), "{text}");
        let again = read(&REGISTRY, form, &text, None).unwrap().remove(0);
        assert_eq!((again.reason, again.scores), (record.reason, record.scores), "{text}");
    }
}

/// Only what this program wrote itself has reasons in comments.
#[test]
fn comments_of_others_are_no_reasons() {
    for comment in ["book", "forced", "won"] {
        let text = format!("1. e4 {{{comment}}} e5 {{{comment}}} 1-0");
        assert_eq!(read(&REGISTRY, Format::Pgn, &text, None).unwrap()[0].reason, "", "{comment}");
    }
}

#[test]
fn a_result_that_contradicts_itself_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.pgn");
    fs::write(&file, "[Result \"1-0\"]\n\n1. e4 e5 1/2-1/2\n").unwrap();
    let output = torneo(&["import", file.to_str().unwrap(), "--format", "pgn"]);
    let [said, told] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(said.contains("White: ?, score 1"), "{said}");
    assert!(told.contains("line 3") && told.contains("\"1-0\"") && told.contains("1/2-1/2"), "{told}");
}

/// Results in type, and positions with fields left out, as python-chess reads them.
#[test]
fn results_and_positions_are_read_as_others_write_them() {
    let read_one = |text: &str| {
        let mut records =
            read(&REGISTRY, Format::Pgn, text, None).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(records.len(), 1, "{text}");
        records.remove(0)
    };
    for draw in ["½-½", "½–½", "1/2–1/2", "1/2", "0.5-0.5", "½"] {
        assert_eq!(read_one(&format!("1. e4 e5 {draw}")).scores, [0.5, 0.5], "{draw}");
        let tagged = format!("[Result \"{draw}\"]\n\n1. e4 e5 {draw}\n");
        assert_eq!(read_one(&tagged).scores, [0.5, 0.5], "{draw}");
    }
    assert_eq!(read_one("1. e4 e5 1–0").scores, [1.0, 0.0]);
    for fields in ["w", "w -", "w - -", "w - - 0", "w - - 0 1"] {
        let record = read_one(&format!("[FEN \"8/4P1k1/8/8/8/8/8/4K3 {fields}\"]\n\n1. e8=Q *"));
        assert_eq!(record.tokens, ["e7e8q"], "{fields}");
    }
    let castling = read_one("[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ\"]\n\n1. O-O *");
    assert_eq!(castling.tokens, ["e1h1"]);
    // Two games without tags.
    assert_eq!(read(&REGISTRY, Format::Pgn, "1. e4 e5 1-0\n1. d4 d5 *\n", None).unwrap().len(), 2);
}

/// The format is that of the file's name; a declared character set is read.
#[test]
fn files_say_their_format_and_their_characters() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let pgn = put("a.PGN", b"1. e4 e5 *\n");
    assert!(printed(&["import", &pgn]).contains("moves: e2e4 e7e5"));
    assert!(printed(&["import", &pgn, "--format", "PGN"]).contains("moves: e2e4 e7e5"));
    let go = put("go.sgf", b"(;CA[gb2312]RU[atari-go(size=9)]PB[\xBA\xDA];B[ee])");
    assert!(printed(&["import", &go]).contains("Black: 黑"));
    let other = put("games.txt", b"1. e4 e5 *\n");
    let said = refused(&["import", &other]);
    assert!(said.contains("does not end with .pgn, .sgf or .json") && said.contains("--format"), "{said}");
    assert!(refused(&["import", "-"]).contains("--format pgn"));
}

/// A bad game costs itself alone where that is asked for.
#[test]
fn good_games_beside_a_bad_one_can_be_had() {
    let folder = tempfile::tempdir().unwrap();
    let game = |moves: &str| format!("[Event \"x\"]\n[White \"A\"]\n\n{moves}\n\n");
    let chess =
        [game("1. e4 e5 *"), game("1. e4 e4 *"), game("1. d4 {not closed *"), game("1. d4 d5 *")].concat();
    let json = "{\"game\":\"havannah\",\"tokens\":[]}\n{\"game\":\"havannah\",\"tokens\":[\"zz\"]}\n";
    let stones = "(;RU[havannah];W[c3])(;RU[havannah];W[zz])\n(;RU[havannah];W[c4])";
    for (format, text, good, bad) in [
        ("pgn", chess.as_str(), 2, &["line 9", "line 14"][..]),
        ("json", json, 1, &["line 2"]),
        ("sgf", stones, 2, &["line 1"]),
    ] {
        let file = folder.path().join(format);
        fs::write(&file, text).unwrap();
        let arguments = ["import", file.to_str().unwrap(), "--format", format, "--json"];
        assert_eq!(torneo(&arguments).status.code(), Some(2), "{format}");
        let output = torneo(&[&arguments[..], &["--skip-bad"]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{format}: {told}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), good, "{format}: {told}");
        assert!(bad.iter().all(|line| told.contains(line)), "{format}: {told}");
    }
}

/// Names in ISO 8859-1, byte order marks, packed files, line ends of any kind.
#[test]
fn files_are_read_as_others_save_them() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let said = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        printed(&["import", file.to_str().unwrap(), "--format", "pgn"])
    };
    let text = b"[White \"M\xFCller\"]\r\n\r\n1. e4 e5 *\r\n";
    assert!(said("latin.pgn", text).contains("White: Müller"));
    let marked = "\u{feff}[White \"Müller\"]\r\r1. e4 e5 *".as_bytes();
    assert!(said("marked.pgn", marked).contains("White: Müller"));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(marked).unwrap();
    assert!(said("packed.pgn.gz", &packed.finish().unwrap()).contains("moves: e2e4 e7e5"));
}

/// The games of a file are read one after the other: memory does not grow with it.
#[cfg(target_os = "linux")]
#[test]
fn a_long_file_takes_no_more_memory_than_a_short_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.pgn");
    let game =
        "[Event \"x\"]\n\n1. e4 {a comment that takes some room, but says nothing} e5 2. Nf3 Nc6 *\n\n";
    fs::write(&file, game.repeat(20_000)).unwrap();
    let import =
        format!("ulimit -v 400000; exec {} import long.pgn --format pgn", env!("CARGO_BIN_EXE_torneo"));
    let output = Command::new("sh").args(["-c", &import]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout.windows(6).filter(|bytes| bytes == b"moves:").count(), 20_000);
}

/// Starts that chance draws are found at once: a file of them costs about what one of orthodox chess does.
#[test]
fn a_game_of_chess960_costs_little_more_than_one_of_chess() {
    const GAMES: usize = 100;
    let moves = "1. e4 e5 2. Nf3 Nc6 *\n\n";
    let fen = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
    let costs = |tags: &str, game: Option<&str>| {
        let text = format!("[Event \"x\"]\n{tags}\n{moves}").repeat(GAMES);
        let once = |_| {
            let began = std::time::Instant::now();
            assert_eq!(read(&REGISTRY, Format::Pgn, &text, game).unwrap().len(), GAMES);
            began.elapsed().as_secs_f64()
        };
        // The least of some: other tests run beside.
        (0..5).map(once).fold(f64::INFINITY, f64::min)
    };
    let chess = costs("", None).max(0.01);
    let variant = "[Variant \"Chess960\"]\n";
    for (tags, game) in [
        (variant.to_owned(), None),
        (format!("{variant}{fen}"), None),
        (String::new(), Some("fischerandom")),
        (fen.to_owned(), Some("fischerandom")),
    ] {
        let took = costs(&tags, game);
        assert!(took < 6.0 * chess, "{tags}{game:?}: {took} s, chess {chess} s");
    }
}

/// Heads have their limits, and the games behind one that is too large can be had.
#[test]
fn heads_that_are_too_large_are_refused_with_their_line() {
    let tags = |count: usize| (0..count).map(|n| format!("[T{n} \"x\"]\n")).collect::<String>();
    let text = |tags: &str| format!("[Event \"a\"]\n{tags}\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n");
    let games = |text: &str| read(&REGISTRY, Format::Pgn, text, None).map_err(|error| error.to_string());
    assert_eq!(games(&text(&tags(999))).unwrap().len(), 2);
    assert_eq!(games(&text(&tags(1000))).unwrap_err(), "line 1001: the game has more than 1000 tags");
    let long = format!("[Annotator \"{}\"]\n", "x".repeat(1000)).repeat(1100);
    let error = games(&text(&long.replace("[Annotator", "{ [Annotator"))).unwrap_err();
    assert!(error.ends_with("the game has more than 1 MiB before its first move"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heads.pgn");
    let long: String = (0..30_000).map(|n| format!("[T{n} \"{}\"]\n", "x".repeat(100))).collect();
    fs::write(&file, text(&long)).unwrap();
    let output = torneo(&["import", file.to_str().unwrap(), "--format", "pgn", "--skip-bad"]);
    let (said, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(said.contains("moves: d2d4") && !said.contains("e2e4"), "{said}");
    assert_eq!(told.matches("skipped:").count(), 1, "{told}");
}

/// A line of JSON has the moves of its game, even if there are none.
#[test]
fn a_line_of_json_has_tokens() {
    let games = |text: &str| read(&REGISTRY, Format::Json, text, None).map_err(|error| error.to_string());
    assert_eq!(games("{\"game\":\"surakarta\",\"tokens\":[]}").unwrap()[0].tokens, [] as [&str; 0]);
    for line in ["{\"game\":\"surakarta\"}", "{\"game\":\"surakarta\",\"tokens\":null}"] {
        let text = format!("{{\"game\":\"surakarta\",\"tokens\":[]}}\n{line}\n");
        assert_eq!(games(&text).unwrap_err(), "line 2: it has no `tokens`: expected the list of its moves");
    }
    assert!(games("{\"game\":\"surakarta\",\"tokens\":\"\"}").unwrap_err().starts_with("line 1: "));
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

/// A word is looked at once, however long it is: a million dots took minutes.
#[test]
fn a_long_word_costs_no_more_than_its_length() {
    for word in [".".repeat(1_000_000), "…".repeat(300_000)] {
        let records = read(&REGISTRY, Format::Pgn, &format!("1. e4 {word} e5 *"), None).unwrap();
        assert_eq!(records[0].tokens, ["e2e4", "e7e5"]);
    }
    let blanks = format!("(;{}RU[havannah];W[c3])", " ".repeat(1_000_000));
    assert_eq!(read(&REGISTRY, Format::Sgf, &blanks, None).unwrap()[0].tokens, ["c3"]);
}
