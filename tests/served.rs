//! Engines of ours served to other programs by UCI and GTP, as those programs would see them: every line `info` is read, and every move of
//! it tried on a board.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use torneo_contract::Form;
use torneo_contract::session::Session;

use crate::support::program::PROGRAM;
use crate::support::python::python;

/// A served engine; what it says is waited for a minute at most.
struct Served {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Served {
    fn new(arguments: &[&str]) -> Served {
        let mut child = Command::new(&*PROGRAM)
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).take_while(|line| sender.send(line.clone()).is_ok()).count()
        });
        Served { input: child.stdin.take(), child, lines }
    }

    fn uci(engine: &str) -> Served {
        Served::new(&[engine, "--protocol", "uci"])
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(format!("{text}\n").as_bytes()).expect("it reads");
    }

    /// The lines up to one that begins so.
    #[track_caller]
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60));
            let line = line.unwrap_or_else(|why| panic!("{why} before `{beginning}`: {said:?}"));
            said.push(line);
            if said.last().is_some_and(|line| line.starts_with(beginning)) {
                return said;
            }
        }
    }

    #[track_caller]
    fn ask(&mut self, position: &str, go: &str) -> Vec<String> {
        self.send(&format!("position {position}\n{go}"));
        self.until("bestmove ")
    }

    /// The answer to a command of GTP, its lines joined.
    #[track_caller]
    fn gtp(&mut self, command: &str) -> String {
        self.send(command);
        let mut said: Vec<String> = self.until("");
        while said.last().is_some_and(|line| !line.is_empty()) {
            said.extend(self.until(""));
        }
        said.join("\n").trim_end().to_owned()
    }

    /// What it says up to its end.
    fn rest(mut self) -> (Vec<String>, bool) {
        drop(self.input.take());
        let said: Vec<String> = self.lines.iter().collect();
        (said, self.child.wait().expect("it ends").success())
    }
}

/// The board at a position in the words of UCI.
fn board(game: &str, form: Form, position: &str) -> Box<dyn Session> {
    let mut session = torneo::registry().game(game).unwrap().session();
    let (base, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    if let Some(fen) = base.strip_prefix("fen ") {
        let text = session.import_position(form, fen);
        session.set_position(&text).unwrap();
    }
    for text in moves.split_whitespace() {
        session.follow_imported(form, text).unwrap();
    }
    session.play_on();
    session
}

/// A line `info` of a search, read as other programs read it.
#[derive(Clone, Debug)]
struct Info {
    depth: u32,
    rank: usize,
    /// `cp` or `mate`, and the number.
    score: (String, i64),
    nodes: u64,
    line: Vec<String>,
}

#[track_caller]
fn info(line: &str) -> Info {
    let words: Vec<&str> = line.split(' ').collect();
    let after = |name: &str, place: usize| {
        let at = words.iter().position(|word| *word == name).unwrap_or_else(|| panic!("no {name}: {line}"));
        words[at + place]
    };
    assert_eq!([words[0], words[1], words[3], words[5]], ["info", "depth", "multipv", "score"], "{line}");
    assert!(matches!(after("score", 1), "cp" | "mate"), "{line}");
    let at = words.iter().position(|word| *word == "pv").unwrap_or_else(|| panic!("no pv: {line}"));
    Info {
        depth: after("depth", 1).parse().unwrap(),
        rank: after("multipv", 1).parse().unwrap(),
        score: (after("score", 1).to_owned(), after("score", 2).parse().unwrap()),
        nodes: after("nodes", 1).parse().unwrap(),
        line: words[at + 1..].iter().map(|word| (*word).to_owned()).collect(),
    }
}

/// The lines `info` before a `bestmove`, each with a legal line of moves in one spelling, and the move, which the last of them has first.
#[track_caller]
fn checked(session: &dyn Session, form: Form, said: &[String]) -> (Vec<Info>, String) {
    let (last, infos) = said.split_last().unwrap();
    let infos: Vec<Info> =
        infos.iter().filter(|line| !line.starts_with("info string")).map(|line| info(line)).collect();
    for info in &infos {
        let mut session = session.copy();
        assert!(!info.line.is_empty(), "{said:?}");
        for text in &info.line {
            let token = session.import_action(form, text);
            assert_eq!(session.exported(form, &token).as_ref(), Some(text), "{info:?}");
            session.follow(&token).unwrap();
        }
    }
    let best = last.strip_prefix("bestmove ").unwrap().to_owned();
    let first = infos.iter().rev().find(|info| info.rank == 1).expect("information before the move");
    assert_eq!(first.line[0], best, "{said:?}");
    (infos, best)
}

#[track_caller]
fn chess(said: &[String], position: &str) -> (Vec<Info>, String) {
    checked(&*board("chess", Form::Uci, position), Form::Uci, said)
}

#[test]
fn every_depth_is_told_and_every_line_is_legal() {
    for engine in [
        "alpha-beta(depth=4)",
        "alpha-beta(nodes=3000)",
        "mcts(sims=3000)",
        "flat-mc",
        "greedy",
        "random",
        "auto",
    ] {
        let mut served = Served::uci(engine);
        let mut moves: Vec<String> = Vec::new();
        for ply in 0..8 {
            let position = match moves.is_empty() {
                true => "startpos".to_owned(),
                false => format!("startpos moves {}", moves.join(" ")),
            };
            let said = served.ask(&position, "go");
            let (infos, best) = chess(&said, &position);
            if engine == "alpha-beta(depth=4)" {
                let mut depths: Vec<u32> = infos.iter().map(|info| info.depth).collect();
                depths.dedup();
                assert_eq!(depths, [1, 2, 3, 4], "{said:?}");
                assert!(infos.is_sorted_by_key(|info| info.nodes), "{said:?}");
            }
            if engine.starts_with("mcts") && ply == 0 {
                assert!(infos.len() > 1, "{said:?}");
            }
            moves.push(best);
        }
    }
}

/// In orthodox chess and with `UCI_Chess960`, in the move and in the line of moves.
#[test]
fn castling_is_written_in_one_way() {
    let mut served = Served::uci("alpha-beta(depth=3)");
    let position = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (castling, form, game, go) in [
        ("false", Form::Uci, "chess", "go searchmoves e1g1 e1c1"),
        ("true", Form::Uci960, "fischerandom", "go searchmoves e1h1 e1a1"),
        ("false", Form::Uci, "chess", "go searchmoves e1c1 depth 4"),
    ] {
        served.send(&format!("setoption name UCI_Chess960 value {castling}"));
        let said = served.ask(position, go);
        let (_, best) = checked(&*board(game, form, position), form, &said);
        assert!(go.contains(&best), "{said:?}");
    }
    // The other side castles in the line that is expected.
    let position = "fen 4k2r/5ppp/8/8/8/8/8/K5R1 b k - 0 1";
    let said = served.ask(position, "go searchmoves e8g8 depth 3");
    assert_eq!(chess(&said, position).1, "e8g8");
}

#[test]
fn mates_are_counted_in_moves() {
    let mut served = Served::uci("alpha-beta(depth=6)");
    let mates = [
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, Some("a1a8")),
        ("fen r2r2k1/5ppp/8/8/8/8/3R4/1K1R4 w - - 0 1", 2, Some("d2d8")),
        ("fen r2R2k1/5ppp/8/8/8/8/8/1K1R4 b - - 0 1", -1, Some("a8d8")),
        ("fen 8/8/8/8/8/5k2/6q1/7K w - - 0 1", 0, Some("0000")),
    ];
    for (position, mate, best) in mates {
        for go in ["go", "go mate 3", "go depth 20", "go infinite"] {
            served.send(&format!("position {position}\n{go}"));
            if go == "go infinite" {
                std::thread::sleep(Duration::from_millis(50));
                served.send("stop");
            }
            let said = served.until("bestmove ");
            let told = said[said.len() - 2].clone();
            assert!(told.contains(&format!(" score mate {mate}")), "{go}: {said:?}");
            if let Some(best) = best {
                assert_eq!(said.last().unwrap(), &format!("bestmove {best}"), "{go}: {said:?}");
            }
        }
    }
    let said = served.ask("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3");
    assert_eq!(said, ["info depth 0 score cp 0", "bestmove 0000"]);
    // A tree that proves the mate knows how far away it is.
    let said = Served::uci("mcts(sims=4000)").ask(mates[1].0, "go");
    assert!(said.iter().any(|line| line.contains(" score mate 2 ")), "{said:?}");
    // Whoever has to move would rather not: what a search that passes does not see.
    let said = served.ask("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 2");
    assert_eq!(said.last().unwrap(), "bestmove a1a6", "{said:?}");
    // No mate within the moves that are asked for: there is a move all the same.
    let said = served.ask("startpos", "go mate 1");
    assert!(!chess(&said, "startpos").1.is_empty());
}

#[test]
fn several_lines_are_the_best_ones_in_order() {
    for engine in ["alpha-beta(depth=3)", "mcts(sims=500)"] {
        let mut served = Served::uci(engine);
        served.send("setoption name MultiPV value 3");
        let (infos, _) = chess(&served.ask("startpos", "go"), "startpos");
        let last = &infos[infos.len() - 3..];
        assert_eq!(last.iter().map(|info| info.rank).collect::<Vec<_>>(), [1, 2, 3]);
        let mut first: Vec<&String> = last.iter().map(|info| &info.line[0]).collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 3, "{last:?}");
        if engine.starts_with("alpha") {
            assert!(last.is_sorted_by(|a, b| a.score.1 >= b.score.1), "{last:?}");
            // Each line has the value of a search of its move alone.
            served.send("setoption name MultiPV value 1\nucinewgame");
            for line in last {
                let said = served.ask("startpos", &format!("go searchmoves {}", line.line[0]));
                let (alone, best) = chess(&said, "startpos");
                assert_eq!((&best, alone.last().unwrap().score.1), (&line.line[0], line.score.1), "{said:?}");
            }
        }
        // More lines than moves, and lines among some moves.
        served.send("setoption name MultiPV value 100");
        let position = "fen 7k/8/8/8/8/8/1q6/7K w - - 0 1";
        let ranks = |infos: &[Info]| infos.iter().map(|info| info.rank).max().unwrap();
        let (infos, _) = chess(&served.ask(position, "go"), position);
        assert_eq!(ranks(&infos), board("chess", Form::Uci, position).legal_tokens()[0].len());
        let (infos, best) = chess(&served.ask("startpos", "go searchmoves a2a3 h2h3"), "startpos");
        assert!(ranks(&infos) == 2 && ["a2a3", "h2h3"].contains(&&*best), "{infos:?}");
    }
}

#[test]
fn options_are_set_and_nonsense_is_told() {
    let mut served = Served::uci("alpha-beta(depth=2)");
    served.send("uci");
    let said = served.until("uciok");
    for option in [
        "Hash type spin default 16 min 0 max ",
        "MultiPV type spin default 1 min 1",
        "Clear Hash type button",
        "UCI_Chess960 type check default false",
        "UCI_Variant type combo default chess",
    ] {
        assert!(
            said.iter().any(|line| line.starts_with(&format!("option name {option}"))),
            "{option}: {said:?}"
        );
    }
    assert!(!said.iter().any(|line| line.contains("Ponder")), "{said:?}");
    for nonsense in [
        "setoption name Hash value x",
        "setoption name Hash value -1",
        "setoption name hash",
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 99999999999999999999",
        "setoption name UCI_Chess960 value maybe",
        "setoption name UCI_Variant value hex",
        "setoption name Nothing value 1",
        "setoption",
    ] {
        served.send(&format!("{nonsense}\nisready"));
        let said = served.until("readyok");
        assert!(said.len() == 2 && said[0].starts_with("info string "), "{nonsense}: {said:?}");
    }
    served.send("setoption name HASH value 1\nsetoption name clear hash\njoho debug on\nfoo\n\nisready");
    assert_eq!(served.until("readyok"), ["readyok"]);
    let said = served.ask("startpos", "go searchmoves e2e5 a1a8 nonsense depth 2");
    assert_eq!(
        said.iter().filter(|line| line.starts_with("info string searchmoves: ")).count(),
        3,
        "{said:?}"
    );
    chess(&said, "startpos");
    for position in [
        "fen x",
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "startpos moves e2e5",
        "fen",
        "",
        "fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
    ] {
        let said = served.ask(position, "go depth 1");
        let refused = said.last().unwrap() == "bestmove 0000" && said[0].starts_with("info string ");
        assert!(refused || said[0].starts_with("info depth "), "{position}: {said:?}");
    }
    let none = Served::uci("random");
    let (said, _) = none.rest();
    assert!(said.is_empty(), "{said:?}");
}

/// The size that is set is the size that is taken.
#[cfg(target_os = "linux")]
#[test]
fn hash_sets_the_size_of_the_table() {
    let resident = |served: &Served| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", served.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmSize:")).unwrap().to_owned();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
    };
    let mut served = Served::uci("alpha-beta(depth=1)");
    let mut sizes = Vec::new();
    for size in [16, 256, 16] {
        served.send(&format!("setoption name Hash value {size}"));
        served.ask("startpos", "go");
        sizes.push(resident(&served));
    }
    assert!(sizes[1] > sizes[0] + 200 && sizes[2] + 200 < sizes[1], "{sizes:?}");
}

/// A limit is kept, whichever it is; `stop` belongs to the question before it.
#[test]
fn limits_and_stop_end_the_thinking() {
    for engine in ["alpha-beta(depth=3)", "mcts(sims=100)", "flat-mc(sims=100)"] {
        let mut served = Served::uci(engine);
        for go in [
            "go movetime 60",
            "go wtime 2000 btime 2000 winc 10 binc 10",
            "go wtime 600 btime 1 movestogo 3",
            "go nodes 200",
            "go wtime 0 btime 0",
            "go movetime 50 nodes 100000000 depth 200",
            "go ponder",
        ] {
            let began = Instant::now();
            served.send(&format!("position startpos\n{go}"));
            if go == "go ponder" {
                std::thread::sleep(Duration::from_millis(30));
                served.send("ponderhit");
            }
            chess(&served.until("bestmove "), "startpos");
            assert!(began.elapsed() < Duration::from_secs(20), "{engine}: {go}");
        }
        served.send("go infinite\nstop\ngo depth 1 nodes 5\ngo infinite\ngo infinite\nisready\nstop");
        let mut said = Vec::new();
        for _ in 0..4 {
            said.extend(served.until("bestmove "));
        }
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 4, "{said:?}");
        served.send("stop\nponderhit\nisready");
        assert_eq!(served.until("readyok").last().unwrap(), "readyok");
        // It ends while it thinks, and at the end of its input.
        served.send("go infinite\nquit");
        let began = Instant::now();
        assert!(served.rest().1 && began.elapsed() < Duration::from_secs(10), "{engine}");
        let mut served = Served::uci(engine);
        served.send("go infinite");
        assert!(served.rest().1, "{engine}");
    }
}

/// A table that is kept between the moves of a game is of use in it, and gone with `ucinewgame`.
#[test]
fn what_was_searched_helps_until_the_table_is_cleared() {
    let mut served = Served::uci("alpha-beta(depth=5)");
    let mut nodes = || chess(&served.ask("startpos", "go"), "startpos").0.last().unwrap().nodes;
    let (first, again) = (nodes(), nodes());
    assert!(again < first / 2, "{first} {again}");
    for clear in ["ucinewgame", "setoption name Clear Hash"] {
        served.send(clear);
        let cleared = chess(&served.ask("startpos", "go"), "startpos").0.last().unwrap().nodes;
        assert_eq!(cleared, first, "{clear}");
    }
}

/// Python-chess plays 60 games with a served engine and analyses positions with it; it warns of nothing.
#[test]
fn python_chess_has_nothing_to_warn_of() {
    let Some(python) = python("chess") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/support/analyse_uci.py");
    for engine in ["alpha-beta(depth=3)", "mcts(sims=60)"] {
        let command = [&**PROGRAM, "engine", engine, "--protocol", "uci"];
        let driven = Command::new(&python).arg(&script).args(command).output().unwrap();
        assert!(driven.status.success(), "{engine}: {}", String::from_utf8_lossy(&driven.stderr));
        assert!(driven.stderr.is_empty(), "{engine}: {}", String::from_utf8_lossy(&driven.stderr));
    }
}

#[test]
fn gtp_answers_what_the_protocol_names() {
    let mut served = Served::new(&["mcts(sims=20)", "--protocol", "gtp", "--game", "atari-go(size=5)"]);
    for (command, answer) in [
        ("final_score", "? cannot score"),
        ("7 final_score", "?7 cannot score"),
        ("undo", "? cannot undo"),
        ("boardsize", "? syntax error"),
        ("boardsize x", "? syntax error"),
        ("boardsize 400", "? unacceptable size"),
        ("komi x", "? syntax error"),
        ("komi 6.5", "="),
        ("play b", "? syntax error"),
        ("play green C3", "? syntax error"),
        ("play b Z9", "? invalid coordinate"),
        ("play b foo", "? invalid coordinate"),
        ("play b C3", "="),
        ("play w C3", "? illegal move"),
        ("play w pass", "? illegal move"),
        ("final_status_list", "? syntax error"),
        ("final_status_list sleeping", "? syntax error"),
        ("final_status_list dead", "="),
        ("3 final_status_list alive", "=3 C3"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings 60 30 5", "="),
        ("time_left white 20 0", "="),
        ("time_left white x 0", "? syntax error"),
        ("time_left green 20 0", "? syntax error"),
        ("loadsgf x.sgf", "? unknown command"),
        ("known_command final_score", "= true"),
        ("12\tknown_command loadsgf # a comment", "=12 false"),
    ] {
        assert_eq!(served.gtp(command), answer, "{command}");
    }
    assert!(served.gtp("genmove w").starts_with("= "));
    let listed = served.gtp("list_commands");
    for command in
        ["final_score", "final_status_list", "time_settings", "time_left", "gogui-analyze_commands"]
    {
        assert!(listed.lines().any(|line| line == command), "{listed}");
    }
    let analyses = served.gtp("gogui-analyze_commands");
    let known = |line: &str| {
        let command = line.trim_start_matches("= ").split('/').nth(2).and_then(|text| text.split(' ').next());
        command.is_some_and(|command| listed.lines().any(|known| known == command))
    };
    assert!(analyses.lines().all(known), "{analyses}");
    served.send("\n# only a comment\n\t\n9");
    assert_eq!(served.gtp("protocol_version"), "= 2");
}

#[test]
fn gtp_tells_who_won() {
    let mut served = Served::new(&["random", "--protocol", "gtp", "--game", "atari-go(size=5)"]);
    for command in ["play b A2", "play w A1", "play b B1"] {
        assert_eq!(served.gtp(command), "=");
    }
    let score = served.gtp("final_score");
    assert!(score.starts_with("= B+"), "{score}");
    assert!(score.len() > 4, "{score}");
    let [alive, dead] = ["alive", "dead"].map(|status| served.gtp(&format!("final_status_list {status}")));
    assert_eq!([&*alive, &*dead], ["= B1\nA2", "= A1"]);
    assert!(served.gtp("play w C3").starts_with("? illegal move"));
    assert_eq!([served.gtp("undo"), served.gtp("final_score")], ["=", "? cannot score"]);
    assert_eq!([served.gtp("play b resign"), served.gtp("final_score")], ["=", "= W+R"]);
    assert!(served.gtp("genmove b").starts_with("? illegal move"));
    assert_eq!([served.gtp("undo"), served.gtp("clear_board")], ["=", "="]);
    // A ring of Havannah: a reason in the place of points.
    let mut served = Served::new(&["random", "--protocol", "gtp", "--game", "havannah(size=4)"]);
    let mut score = "?".to_owned();
    for _ in 0..37 {
        for colour in ["black", "white"] {
            served.gtp(&format!("genmove {colour}"));
        }
        score = served.gtp("final_score");
        if score.starts_with('=') {
            break;
        }
    }
    let reasons = ["ring", "bridge", "fork"];
    assert!(score == "= 0" || reasons.iter().any(|reason| score.contains(reason)), "{score}");
}

/// A clock bounds the engine's thinking by GTP, whatever its own limit.
#[test]
fn gtp_keeps_its_time() {
    let mut served = Served::new(&["mcts(sims=100000000)", "--protocol", "gtp"]);
    for (settings, left) in [("time_settings 0 1 5", ""), ("time_settings 600 0 0", "time_left b 3 0")] {
        let began = Instant::now();
        for command in [settings, "clear_board", left].into_iter().filter(|command| !command.is_empty()) {
            assert_eq!(served.gtp(command), "=", "{command}");
        }
        assert!(served.gtp("genmove b").starts_with("= "));
        assert!(began.elapsed() < Duration::from_secs(15), "{settings}");
    }
    served.send("time_settings 0 1 0\nclear_board\ngenmove b\nquit");
    let (said, good) = served.rest();
    assert!(good, "{said:?}");
}
