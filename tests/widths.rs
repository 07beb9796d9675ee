//! What is printed keeps to the width of the terminal and loses nothing by it.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Widths in columns.
const WIDTHS: [usize; 3] = [60, 80, 100];
/// Lines at most of an answer to one question, 100 columns wide.
const SCREENFUL: usize = 25;

fn printed(arguments: &[&str], width: usize) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
    let output = command.args(arguments).env("COLUMNS", width.to_string()).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Prints at each width: no line is wider, and these parts are in each. The last, widest text.
fn at_each_width(arguments: &[&str], parts: &[&str]) -> String {
    let mut widest = String::new();
    for width in WIDTHS {
        let text = printed(arguments, width);
        let wide = text.lines().find(|line| line.chars().count() > width);
        assert_eq!(wide, None, "{arguments:?} at {width}");
        // A sentence may be broken at any blank.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(
                text.contains(part) || words.contains(part),
                "{arguments:?} at {width} has {part}: {text}"
            );
        }
        widest = text;
    }
    widest
}

/// As [`at_each_width`], and the widest text is short.
fn short_at_each_width(arguments: &[&str], parts: &[&str]) {
    let widest = at_each_width(arguments, parts);
    assert!(widest.lines().count() <= SCREENFUL, "{arguments:?}: {widest}");
}

#[test]
fn lists_are_a_line_each() {
    for width in WIDTHS {
        insta::assert_snapshot!(format!("games_{width}"), printed(&["games"], width));
        insta::assert_snapshot!(format!("engines_{width}"), printed(&["engines"], width));
    }
    at_each_width(&["games"], &["as-many-on-one-as-on-two", "2 to 8 players", "simultaneous"]);
    at_each_width(&["engines"], &["flat-mc", "UCB1"]);
    at_each_width(&["games", "hazard", "grande-acedrex"], &["players", "Examples"]);
    at_each_width(&["engines", "alpha-beta"], &["quiescence_table"]);
    at_each_width(&["engines", "tantrix"], &["time=0.01"]);
}

#[test]
fn positions_and_their_moves_keep_to_the_width() {
    for width in WIDTHS {
        insta::assert_snapshot!(format!("show_{width}"), printed(&["show", "three-mens-morris"], width));
    }
    at_each_width(&["show", "nine-mens-morris"], &["24 legal moves", "@d1"]);
    at_each_width(&["show", "frames(size=5)"], &["25 legal moves", "at the same time"]);
    at_each_width(
        &["show", "three-mens-morris", "--moves", "@a1 @b1 @a2 @b2 @c3 @b3"],
        &["Black wins: three in a row."],
    );
}

#[test]
fn answers_about_one_game_are_short() {
    let titles = ["playouts/s", "plies/s", "plies/game"];
    short_at_each_width(&["bench", "three-mens-morris", "--seconds", "0.02"], &titles);
    let engines = ["bench", "three-mens-morris", "--seconds", "0.02", "--engines"];
    short_at_each_width(&engines, &["nodes/s", "choices/s", "signature", "mcts(sims=2000)"]);
    short_at_each_width(&["solve", "three-mens-morris"], &["a draw", "longest forced win of Black"]);
    short_at_each_width(
        &["solve", "three-mens-morris", "--method", "proof", "--each"],
        &["Black wins after"],
    );
    let titles = ["random, Player 1", "value", "worst case", "loss", "best play", "mistakes"];
    short_at_each_width(&["exploit", "rising-hazard", "--engine", "random", "--seeds", "2"], &titles);
}

#[test]
fn answers_about_dice_keep_to_the_width() {
    at_each_width(&["dice"], &["torneo dice 4d6kh3", "the best three of four dice"]);
    at_each_width(&["dice", "4d6kh3"], &["at least", "99.9%", "The 126 combinations: --list."]);
    at_each_width(&["dice", "4d6!", "--graph", "at-least"], &["Note: the limit of 10 explosions"]);
    at_each_width(&["dice", "2d6", "1d12", "--compare"], &["2d6 against 1d12: higher 50.0%", "sd 4.21"]);
    at_each_width(&["dice", "2d6", "1d12", "--compare", "--graph", "transposed"], &["value 12", "8.3%"]);
    at_each_width(&["dice", "2d6r7"], &["58.3%", "Note: "]);
    at_each_width(&["dice", "odds", "half-hazard"], &["wins alone", "A game lasts", "Note: "]);
    at_each_width(&["dice", "check", "hazard", "--games", "200", "--seed", "1"], &["p = ", "The games"]);
    at_each_width(&["dice", "run", "-e", "output 3d6 named \"three of them\""], &["three of them: mean"]);
    at_each_width(&["conformance", "three-mens-morris", "--games", "2"], &["everything stands somewhere"]);
}

#[test]
fn tuning_begins_at_the_default() {
    let arguments = ["tune", "mcts(sims=4)", "--game", "three-mens-morris", "--iterations", "20"];
    let more = ["--pairs", "1", "--check", "2", "--param", "c=0.1..2", "--param", "rave=1..1000"];
    let all: Vec<&str> = arguments.iter().chain(&more).copied().collect();
    short_at_each_width(&all, &["c: from 0.15 to ", "rave: from 1 to ", "tuned:"]);
}

#[test]
fn answers_of_trials_are_short() {
    let game = "three-mens-morris";
    short_at_each_width(
        &["advantage", game, "--engine", "mcts(sims=10)", "--precision", "0.2"],
        &["White scores", "Fair is 0.500", "games", "draws", "plies on", "Solved: best play draws."],
    );
    short_at_each_width(
        &["advantage", "hazard(players=8)", "--engine", "random", "--precision", "0.2"],
        &["Player 1 scores", "Player 8 scores", "games", "A stronger engine may give another figure."],
    );
    let one_game = ["advantage", "blocker", "--engine", "alpha-beta(depth=1)", "--max-games", "4"];
    short_at_each_width(&one_game, &["4 games", "The goal is not reached after 4 games;"]);
    let engine = "mcts(sims=20, c=0.2, prior=10)";
    short_at_each_width(
        &["match", engine, "random", "--games", game, "--sprt", "0,100"],
        &["is stronger than", "LLR", "games:", "Score", "pairs:", "fastchess:", "LOS"],
    );
    short_at_each_width(
        &["match", engine, "random", "--games", game, "hazard", "--sprt", "0,100", "--max-rounds", "2"],
        &["undecided", "games:", "Score", "three-mens-morris: ", "hazard: "],
    );
    short_at_each_width(
        &["best-of", "random", "greedy", engine, "--games", game],
        &["is the best", "rounds of three-mens-morris", "score", "out after round"],
    );
}

/// The columns of the engines in their order.
const LEADERBOARD: [&str; 8] = ["#", "engine", "games", "win", "draw", "loss", "score", "Elo"];

/// Plays a run at each width; the folder of the last.
fn run(folder: &Path) -> String {
    let config = folder.join("config.toml");
    let text = r#"name = "wide"
seed = 3
games = ["three-mens-morris", "hazard"]
engines = ["random", "greedy", "alpha-beta(depth=1)", "mcts(sims=5)"]
rounds = 2
self_play = 4
"#;
    fs::write(&config, text).expect("a folder");
    let mut last = String::new();
    for width in WIDTHS {
        last = folder.join(format!("out{width}")).to_str().expect("UTF-8").to_owned();
        let text = printed(&["run", config.to_str().expect("UTF-8"), "--out", &last], width);
        // A path that is wider than the terminal stays whole.
        let wide = text.lines().find(|line| line.chars().count() > width && !line.contains(&*last));
        assert_eq!(wide, None, "run at {width}");
        let verdicts = ["fair: best play draws (solved)", "Player 1 ahead (exact)"];
        for part in LEADERBOARD.iter().chain(&verdicts) {
            assert!(text.contains(part), "run at {width} has {part}: {text}");
        }
        assert!(width < 100 || text.lines().count() <= SCREENFUL, "{text}");
    }
    last
}

#[test]
fn a_run_is_analysed_verified_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = run(folder.path());
    at_each_width(&["analyze", &out], &LEADERBOARD);
    at_each_width(
        &["analyze", &out],
        &["game", "player", "by", "games", "score", "fair", "draws", "verdict"],
    );
    short_at_each_width(&["verify", &out], &["games", "nothing is wrong"]);
    let page = folder.path().join("page.html");
    let page = page.to_str().expect("UTF-8");
    assert_eq!(printed(&["report", &out, "--out", page], 100).trim(), page);
    assert!(fs::read_to_string(page).expect("it is written").starts_with("<!"));
    assert!(!Path::new(&out).join("report.html").exists());
}

/// The numbers of a text, each as often as it has it, without those of the clock.
fn figures(text: &str) -> std::collections::BTreeMap<String, usize> {
    let mut figures = std::collections::BTreeMap::new();
    // The line on folding names the width.
    let lines = text.lines().filter(|line| !line.starts_with("Folded into"));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let is_of_clock =
        |at: usize| words.get(at + 1).is_some_and(|next| ["s", "ms", "min", "h"].contains(next));
    for (at, word) in words.iter().enumerate() {
        let numbers = word.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        for number in numbers.map(|number| number.trim_matches('.')).filter(|number| !number.is_empty()) {
            if !is_of_clock(at) {
                *figures.entry(number.to_owned()).or_default() += 1;
            }
        }
    }
    figures
}

/// Figures that the narrow text has less often than the wide one. What folding repeats may come more often.
fn lost(wide: &str, narrow: &str) -> Vec<String> {
    let narrow = figures(narrow);
    let wide = figures(wide).into_iter();
    wide.filter(|(number, count)| narrow.get(number).unwrap_or(&0) < count)
        .map(|(number, _)| number)
        .collect()
}

#[test]
fn a_narrow_terminal_loses_no_figure() {
    assert_eq!(lost("3 [0.5, 0.25] in 7 s", "3 0.5"), ["0.25"]);
    let folder = tempfile::tempdir().expect("a folder");
    // An analysis writes its tables into the folder.
    let reference = folder.path().join("reference");
    fs::create_dir(&reference).expect("a folder");
    for file in
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/reference")).expect("results")
    {
        let file = file.expect("a file");
        fs::copy(file.path(), reference.join(file.file_name())).expect("a copy");
    }
    let reference = reference.to_str().expect("UTF-8");
    let config = folder.path().join("long.toml");
    let text = r#"name = "long"
seed = 3
games = ["three-mens-morris", "hazard(players=3, turns=2)", "razzle-dazzle"]
engines = ["random", "greedy", "alpha-beta(depth=1, hash=4)", "mcts(sims=5, rave=100, prior=7, expand=2)"]
rounds = 3
self_play = 4
"#;
    fs::write(&config, text).expect("a folder");
    let (config, out) = (config.to_str().expect("UTF-8"), folder.path().join("out"));
    let out = out.to_str().expect("UTF-8");
    printed(&["run", config, "--out", out], 100);
    let engine = "mcts(sims=20, c=0.2, prior=10)";
    let (game, others) = ("three-mens-morris", ["--games", "three-mens-morris", "hazard"]);
    let commands: [&[&str]; 13] = [
        &["run", config, "--out", out, "--resume"],
        &["analyze", out],
        &["analyze", reference],
        &["advantage", game, "--engine", "mcts(sims=10)", "--precision", "0.2"],
        &["match", engine, "random", others[0], others[1], others[2], "--sprt", "0,100", "--max-rounds", "3"],
        &["best-of", "random", "greedy", engine, "--games", game],
        &["bestmove", game, "--engine", "mcts(sims=50)"],
        &["games", "hazard"],
        &["exploit", "rising-hazard", "--engine", "random", "--seeds", "2"],
        &["dice", "4d6kh3"],
        &["dice", "3d6", "2d10-1", "--compare", "--exact"],
        &["dice", "odds", "hazard"],
        &["dice", "odds", "rising-hazard", "--exact"],
    ];
    for command in commands {
        let [narrow, wide] = [60, 100].map(|width| printed(command, width));
        assert_eq!(lost(&wide, &narrow), Vec::<String>::new(), "{command:?}: {wide}\n{narrow}");
    }
}
