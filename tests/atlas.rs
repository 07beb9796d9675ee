//! The atlas of first moves: the same bytes however it is played, refusals, and the shipped design.
#![expect(clippy::disallowed_methods, reason = "the folders are those of the tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use torneo_arena::storage::Store;
use torneo_atlas::derived::{Known, derive};
use torneo_atlas::design::{Design, Size};
use torneo_atlas::exact;
use torneo_atlas::files::{self, ManifestLine};
use torneo_atlas::page;
use torneo_atlas::pass;
use torneo_atlas::play::{Found, Player, core_time};
use torneo_atlas::rows::{FirstMoveRow, Keyed, Row, UnequalRow};
use torneo_atlas::tasks::Task;
use torneo_atlas::validation::{self, Outcome, ValidationRow};
use torneo_atlas::verdicts::{Verdict, VerdictRow};
use torneo_registry::Registry;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

const DESIGN: &str = r#"# A small atlas.
name = "small"
seed = 3
match_games = 20
levels = [
    { engine = "random" },
    { engine = "mcts", sims = 4 },
    { engine = "alpha-beta", nodes = "2b", variants = true },
    { engine = "alpha-beta", nodes = "8b", later = true },
]
[games]
three-mens-morris = { b = 4, random-0 = 40, mcts-4 = 30, alpha-beta-2b = 20 } # a draw
hazard = { b = 1, random-0 = 40, mcts-4 = "no choices", alpha-beta-2b = "no choices" }
ot-tjin = { b = 4, random-0 = 20, mcts-4 = 20, alpha-beta-2b = 20 }
[variants]
"hazard(players=3)" = { b = 1, alpha-beta-2b = 20 }
"#;

fn torneo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_torneo")).args(arguments).output().expect("the program starts")
}

/// A command that must succeed; returns stdout.
fn done(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A command that must end with exit code 2; returns what it says in one line.
fn refused(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    let words = stderr.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

/// A folder with a design in it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new(design: &str) -> Place {
        let place = Place { folder: tempfile::tempdir().unwrap() };
        fs::write(place.at("design.toml"), design).unwrap();
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The words `atlas DESIGN --out OUT`, and more.
    fn words(&self, out: &str, more: &[&str]) -> Vec<String> {
        let path = |path: PathBuf| path.to_str().expect("UTF-8").to_owned();
        let words =
            ["atlas".to_owned(), path(self.at("design.toml")), "--out".to_owned(), path(self.at(out))];
        words.into_iter().chain(more.iter().map(|word| (*word).to_owned())).collect()
    }

    fn done(&self, out: &str, more: &[&str]) -> String {
        done(&self.words(out, more).iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn refused(&self, out: &str, more: &[&str]) -> String {
        refused(&self.words(out, more).iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The reproducible files.
    fn files(&self, out: &str) -> [String; 4] {
        ["atlas.csv", "matches.csv", files::MANIFESTS, VerdictRow::FILE]
            .map(|name| fs::read_to_string(self.at(out).join(name)).unwrap())
    }
}

#[test]
fn the_bytes_do_not_depend_on_how_it_is_played() {
    let place = Place::new(DESIGN);
    let said = place.done("whole", &["--threads", "1"]);
    assert!(said.contains("8 of 8 cells, 7 of 7 matches"), "{said}");
    let whole = place.files("whole");
    let rows = files::read::<Row>(&place.at("whole")).unwrap();
    assert_eq!(rows.len(), 2 * 7 + 3, "a row a seat");
    assert_eq!((&*rows[0].game, &*rows[0].budget, rows[0].games), ("three-mens-morris", "", 40));
    let deciding: Vec<&Row> = rows.iter().filter(|row| !row.verdict.is_empty() && row.seat == 0).collect();
    let mut games: Vec<&str> = deciding.iter().map(|row| &*row.game).collect();
    // Both engines decide where their match is level.
    games.dedup();
    assert_eq!(games, ["three-mens-morris", "hazard", "ot-tjin", "hazard(players=3)"]);
    assert_eq!(deciding[0].verdict, "known");
    assert!(rows.iter().all(|row| row.completion.is_some()), "{rows:?}");
    let verdicts = files::read::<VerdictRow>(&place.at("whole")).unwrap();
    let said: Vec<(&str, bool, Verdict)> =
        verdicts.iter().map(|row| (&*row.game, row.variant, row.verdict)).collect();
    assert_eq!(said[0], ("three-mens-morris", false, Verdict::Exact));
    assert_eq!(said[1], ("hazard", false, Verdict::Exact));
    assert_eq!(said[3], ("hazard(players=3)", true, Verdict::Exact));
    assert_eq!((verdicts.len(), verdicts[0].value), (4, Some(0.5)));
    // A second time there is nothing to do.
    place.done("whole", &["--resume"]);
    assert_eq!(place.files("whole"), whole);
    // Two parts in folders of their own, joined; game by game; stopped at once and continued.
    place.done("first", &["--shard", "1/2", "--threads", "2"]);
    place.done("second", &["--shard", "2/2"]);
    let (first, second) = (place.at("first"), place.at("second"));
    place.done("joined", &["--reuse", first.to_str().unwrap(), second.to_str().unwrap()]);
    assert_eq!(place.files("joined"), whole);
    assert!(!place.at("joined").join("games").exists(), "nothing was played again");
    place.done("games", &["--games", "ot-tjin", "hazard"]);
    place.done("games", &["--resume", "--games", "hazard(players=3)", "three-mens-morris"]);
    assert_eq!(place.files("games"), whole);
    let said = place.done("late", &["--hours", "0"]);
    assert!(said.contains("The time is over; continue with: torneo atlas"), "{said}");
    place.done("late", &["--resume"]);
    assert_eq!(place.files("late"), whole);
}

#[test]
fn a_cell_is_repeated_alone() {
    let place = Place::new(DESIGN);
    place.done("whole", &["--games", "ot-tjin"]);
    place.done("again", &["--cell", "ot-tjin", "alpha-beta", "2b"]);
    let score = |out: &str| {
        let rows = files::read::<Row>(&place.at(out)).unwrap();
        let own = rows.into_iter().filter(|row| row.level == "2b");
        own.map(|row| Row { verdict: String::new(), measured_elo: None, ..row }).collect::<Vec<_>>()
    };
    assert_eq!(score("again"), score("whole"));
    let said = place.refused("x", &["--cell", "ot-tjin", "alpha-beta", "8b"]);
    assert!(said.contains("later pass"), "{said}");
    let said = place.refused("x", &["--cell", "hazard", "mcts", "4"]);
    assert!(said.contains("does not play this cell: no choices"), "{said}");
    let said = place.refused("x", &["--cell", "ot-tjin", "alpha-beta", "3b"]);
    assert!(said.contains("did you mean `alpha-beta 2b`?"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_killed_atlas_goes_on_to_the_same_bytes() {
    let place = Place::new(&DESIGN.replace("random-0 = 40", "random-0 = 20000"));
    place.done("whole", &[]);
    let mut kills = 0;
    for wait in [60, 200, 350, 500, 700] {
        let resume = if place.at("cut").exists() { &["--resume"][..] } else { &[] };
        let mut child =
            Command::new(env!("CARGO_BIN_EXE_torneo")).args(place.words("cut", resume)).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        kills += usize::from(child.try_wait().unwrap().is_none());
        // SIGKILL.
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(kills > 0, "the atlas is too small for this test");
    place.done("cut", &["--resume"]);
    assert_eq!(place.files("cut"), place.files("whole"));
}

#[test]
fn mistakes_are_refused_and_nothing_is_overwritten() {
    let place = Place::new(DESIGN);
    place.done("out", &["--games", "hazard"]);
    let before = place.files("out");
    let said = place.refused("out", &["--games", "hazard"]);
    assert!(said.contains("holds an atlas already") && said.contains("--resume"), "{said}");
    let said = place.refused("out", &["--resume", "--games", "ot-tjim"]);
    assert!(said.contains("no game `ot-tjim`") && said.contains("did you mean `ot-tjin`?"), "{said}");
    let said = place.refused("out", &["--resume", "--games", "hnefatafl"]);
    assert!(said.contains("no game `hnefatafl`"), "{said}");
    assert_eq!(place.files("out"), before);
    // Damage is told of with its line, and left as it is.
    let path = place.at("out").join("atlas.csv");
    let [good, ..] = &before;
    let cut = good[..good.len() - 9].to_owned();
    let lines = good.lines().count();
    let wrong_score = good.replacen(",40,", ",x,", 1);
    let other_columns = good.replacen("seat_name", "name", 1);
    let too_large = good.replacen("hazard,random,0,,0,Player 1", "hazard,random,0,,99,Player 1", 1);
    for (damaged, place_of) in [
        (cut, format!("line {lines}")),
        (wrong_score, "line 2: column 7".to_owned()),
        (other_columns, "line 1: expected the columns game,".to_owned()),
        (too_large, "line 2: there is no seat 99".to_owned()),
    ] {
        assert_ne!(damaged, *good);
        fs::write(&path, &damaged).unwrap();
        let said = place.refused("out", &["--resume"]);
        assert!(said.contains(&place_of), "{place_of}: {said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
}

/// A design is read in a time that grows with its levels, not with their square.
#[test]
fn many_levels_are_read_quickly() {
    let design = |levels: u64| {
        let keys = (1..=levels).map(|sims| format!("mcts-{sims} = 2")).collect::<Vec<_>>().join(", ");
        let list = (1..=levels).map(|sims| format!("{{ engine = \"mcts\", sims = {sims} }}"));
        let list = list.collect::<Vec<_>>().join(",\n");
        format!(
            "name = \"many\"\nseed = 1\nlevels = [{list}]\n[games]\nthree-mens-morris = {{ b = 4, {keys} }}\n"
        )
    };
    let read = |levels: u64| {
        let text = design(levels);
        let began = std::time::Instant::now();
        let design = Design::parse(&REGISTRY, "many.toml", &text).unwrap();
        let tasks = pass::tasks(&design, &[0], "1/1".parse().unwrap()).unwrap();
        assert_eq!(tasks.len() as u64, 2 * levels - 1);
        (0..levels).for_each(|_| design.check_planned(&design.entries[0]).unwrap());
        began.elapsed().as_secs_f64()
    };
    read(100);
    // The least of some: other tests run beside.
    let least = |levels: u64| (0..3).map(|_| read(levels)).fold(f64::INFINITY, f64::min);
    let (few, many) = (least(2_000), least(20_000));
    assert!(many < 40.0 * few.max(0.02), "{few} s for 2,000 levels, {many} s for 20,000");
}

#[test]
fn mistakes_in_a_design_have_their_place() {
    for (from, to, expected) in [
        ("seed = 3", "sead = 3", "did you mean `seed`?"),
        ("nodes = \"2b\"", "nodes = \"2c\"", "whole number, or a multiple of the branching number"),
        ("{ engine = \"random\" }", "{ engine = \"randon\" }", "did you mean `random`?"),
        ("ot-tjin = {", "ot-tjim = {", "did you mean `ot-tjin`?"),
        ("mcts-4 = 30", "mcts-5 = 30", "did you mean `mcts-4`?"),
        ("mcts-4 = 30", "mcts-4 = 0", "number of games, 2..="),
        (", mcts-4 = 30", "", "lacks `mcts-4`"),
        ("{ b = 1, alpha-beta-2b = 20 }", "{}", "--plan"),
        ("sims = 4 }", "sims = 4 }, { engine = \"mcts\", sims = 4 }", "listed twice"),
        ("\"hazard(players=3)\"", "\"hazard(players=2)\"", "`hazard` is listed twice"),
        ("name = \"small\"", "name = \"a/b\"", "since it becomes a folder"),
        ("{ engine = \"random\" }", "3", "a level is a table such as { engine"),
        ("seed = 3", "seed = 3\nfirst_moves = 3", "`first_moves` is a table such as { level"),
        ("seed = 3", "seed = 9223372036854775808", "`seed` is a whole number 0..="),
        ("seed = 3", "seed = 3\npublished = 3", "a list of tables such as { game"),
    ] {
        let design = DESIGN.replacen(from, to, 1);
        assert_ne!(design, DESIGN, "{from}");
        let place = Place::new(&design);
        let said = place.refused("out", &[]);
        assert!(said.contains(expected), "{to}: {said}");
        assert!(!place.at("out").exists());
    }
}

#[test]
fn mistakes_in_first_moves_and_unequal_budgets_have_their_place() {
    for (from, to, expected) in [
        ("level = \"mcts-4\"", "level = \"mcts-5\"", "did you mean `mcts-4`?"),
        ("level = \"mcts-4\", ", "", "lacks `level = ...`"),
        ("apart = \"surakarta\"", "apart = \"surakarto\"", "did you mean `surakarta`?"),
        ("apart = \"surakarta\"", "apart = \"hnefatafl\"", "has no line for `hnefatafl`"),
        ("most = 9", "mots = 9", "did you mean `most`?"),
        ("most = 9", "most = 0", "whole number 1..=1000"),
        ("games = [\"three-mens-morris\"]", "games = [\"four-seasons\"]", "has no line for `four-seasons`"),
        ("engine = \"mcts\", rounds", "engine = \"mtcs\", rounds", "did you mean `mcts`?"),
        ("figure = \"South 0.600\", ", "", "lacks `figure = ...`"),
        ("score = 0.6", "score = 1.5", "`score` is a number from 0 to 1"),
        ("decided = [\"ot-tjin\"]", "decided = [\"ot-tjim\"]", "did you mean `ot-tjin`?"),
        (", unequal = true", "", "`decided` needs a level of `mcts` with `unequal = true`"),
    ] {
        let design = MORE.replacen(from, to, 1);
        assert_ne!(design, MORE, "{from}");
        let place = Place::new(&design);
        let said = place.refused("out", &[]);
        assert!(said.contains(expected), "{to}: {said}");
        assert!(!place.at("out").exists());
    }
    let one_level = MORE.replace(", { engine = \"mcts\", sims = 16 }", "").replace(", mcts-16 = 20", "");
    assert!(Place::new(&one_level).refused("out", &[]).contains("`mcts` has one level"), "{one_level}");
}

#[test]
fn sizes_are_planned_once_and_comments_stay() {
    let open = r#"name = "small" # of two games
seed = 3
cell_games = 100
strongest_games = 200
levels = [
    { engine = "random" },
    { engine = "mcts", sims = 2 },
    { engine = "mcts", sims = 4 }, # the strongest
]
[games]
three-mens-morris = {} # a draw
hazard = { b = 1, random-0 = 20 }
"#;
    let place = Place::new(open);
    let path = place.at("design.toml");
    let plan = || done(&["atlas", path.to_str().unwrap(), "--plan"]);
    assert!(plan().ends_with("design.toml: sizes written for 2 games\n"));
    let planned = fs::read_to_string(&path).unwrap();
    let expected = open
        .replace("= {} # a draw", "= { b = 4, random-0 = 100, mcts-2 = 100, mcts-4 = 200 } # a draw")
        .replace(
            "{ b = 1, random-0 = 20 }",
            "{ b = 1, random-0 = 20, mcts-2 = \"no choices\", mcts-4 = \"no choices\" }",
        );
    assert_eq!(planned, expected);
    assert!(plan().ends_with("design.toml: nothing to plan, every cell has its size\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), planned);
    // Nothing fits a cap of which a hundred games take more.
    let tight =
        open.replace("cell_games = 100", "cell_games = 100\ncap_minutes = 2\nstrongest_cap_minutes = 2");
    fs::write(&path, tight.replace("three-mens-morris", "bin-fa").replace("sims = 4 }", "sims = 3000 }"))
        .unwrap();
    plan();
    let planned = fs::read_to_string(&path).unwrap();
    assert!(planned.contains("mcts-3000 = \"over the cap"), "{planned}");
}

/// Rewrites a file of an atlas.
fn edit(path: &Path, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed, "{}", path.display());
    fs::write(path, changed).unwrap();
}

#[test]
fn edited_rows_reach_no_page_and_are_found() {
    let place = Place::new(DESIGN);
    place.done("out", &["--games", "ot-tjin"]);
    let (out, page) = (place.at("out"), place.at("page.md"));
    let [out_name, page_name] = [&out, &page].map(|path| path.to_str().unwrap().to_owned());
    let verify = |more: &[&str]| -> (Option<i32>, serde_json::Value) {
        let output = torneo(&[&["verify", &out_name, "--json"], more].concat());
        (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
    };
    let (code, found) = verify(&["--sample", "2"]);
    assert_eq!((code, &found["kind"]), (Some(0), &serde_json::json!("atlas")), "{found}");
    // Three cells, and the matches of both engines with random play and with each other.
    assert_eq!((found["cells"].as_u64(), found["matches"].as_u64()), (Some(3), Some(3)), "{found}");
    assert_eq!((found["with_games"].as_u64(), found["played_again"].as_u64()), (Some(6), Some(2)), "{found}");
    assert!(found["replayed"].as_u64().unwrap() >= 60 && found["faults"] == serde_json::json!([]), "{found}");
    let rows = fs::read_to_string(out.join("atlas.csv")).unwrap();
    let mut verdict = files::read::<Row>(&out).unwrap().into_iter().map(|row| row.verdict);
    let verdict = verdict.rfind(|verdict| !verdict.is_empty()).unwrap();
    edit(&out.join("atlas.csv"), |text| text.replace(&format!(",{verdict},"), ",ahead,"));
    // In an older folder what follows from the rows tells it, too, even where nobody names the design.
    for is_older in [false, true] {
        if is_older {
            fs::remove_file(out.join("checkpoints.csv")).unwrap();
            fs::remove_file(out.join("atlas-design.toml")).unwrap();
        }
        let said = place.refused("out", &["--page", &page_name]);
        assert!(said.contains("atlas.csv, line ") && said.contains("the verdict is `ahead`"), "{said}");
        assert!(!page.exists());
        let said = place.refused("out", &["--resume"]);
        assert!(said.contains("atlas.csv, line "), "{said}");
        let said = place.refused("new", &["--reuse", &out_name]);
        assert!(said.contains("atlas.csv, line ") && !place.at("new").exists(), "{said}");
        let (code, found) = verify(&[]);
        let fault = &found["faults"][0];
        assert_eq!(code, Some(1), "{found}");
        assert!(fault["file"].as_str().unwrap().ends_with("atlas.csv") && fault["line"].is_u64(), "{found}");
    }
    fs::write(out.join("atlas.csv"), rows).unwrap();
    let (code, found) = verify(&[]);
    assert_eq!(code, Some(0), "{found}");
    assert!(found["notes"][0].as_str().unwrap().contains("has no checkpoints.csv"), "{found}");
    // What is played next writes them.
    place.done("out", &["--resume", "--games", "hazard"]);
    assert!(out.join("checkpoints.csv").exists());
    assert_eq!(verify(&[]).0, Some(0));
    let said = refused(&["verify", &out_name, "--repair"]);
    assert!(said.contains("is an atlas"), "{said}");
}

#[test]
fn an_atlas_of_another_version_is_played_again_in_a_new_folder() {
    let place = Place::new(DESIGN);
    let games = ["--games", "ot-tjin"];
    place.done("whole", &games);
    place.done("old", &games);
    let (old, version) = (place.at("old"), env!("CARGO_PKG_VERSION"));
    for name in ["checkpoints.csv", "atlas-design.toml"] {
        fs::remove_file(old.join(name)).unwrap();
    }
    for name in ["atlas.csv", "matches.csv"] {
        edit(&old.join(name), |text| text.replace(&format!(",{version}"), ",0.0.9"));
    }
    let program = format!("\"torneo {version}\"");
    edit(&old.join(files::MANIFESTS), |text| text.replace(&program, "\"torneo 0.0.9\""));
    for cell in fs::read_dir(old.join("games")).unwrap() {
        let cell = cell.unwrap().path();
        edit(&cell.join("manifest.json"), |text| text.replace(&program, "\"torneo 0.0.9\""));
        fs::write(cell.join("notes.txt"), "mine").unwrap();
    }
    // It scored otherwise.
    let score = files::read::<Row>(&old).unwrap()[0].score;
    edit(&old.join("atlas.csv"), |text| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (line, other) in [(1, score + 0.001), (2, 1.0 - score - 0.001)] {
            let mut fields: Vec<String> = lines[line].split(',').map(str::to_owned).collect();
            fields[8] = ((other * 10_000.0).round() / 10_000.0).to_string();
            lines[line] = fields.join(",");
        }
        lines.join("\n") + "\n"
    });
    let before = place.files("old");
    let said = place.refused("old", &["--resume", "--games", "ot-tjin"]);
    for expected in ["torneo 0.0.9", &format!("torneo {version}"), "--replay"] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let name = old.to_str().unwrap().to_owned();
    let said = place.done("new", &["--replay", &name]);
    assert!(said.contains("3 of 3 cells, 3 of 3 matches"), "{said}");
    assert!(said.contains("ot-tjin random 0, South: score ") && said.contains("2 scores of 6"), "{said}");
    assert_eq!(place.files("new"), place.files("whole"));
    assert!(place.files("old") == before && old.join("games/ot-tjin-random-0/notes.txt").exists());
    let said = place.done("again", &["--replay", place.at("whole").to_str().unwrap()]);
    assert!(said.contains("6 cells and matches give the same scores"), "{said}");
    let said = place.refused("again", &["--resume", "--replay", place.at("again").to_str().unwrap()]);
    assert!(said.contains("another folder"), "{said}");
}

/// A folder of an earlier version does not tell how games ended: it is read, and the games that are kept tell it.
#[test]
fn completion_is_looked_up_in_the_games() {
    let place = Place::new(DESIGN);
    let games = ["--games", "ot-tjin", "hazard"];
    place.done("whole", &games);
    place.done("old", &games);
    let (old, page) = (place.at("old"), place.at("page.md"));
    let strip = || {
        for name in ["checkpoints.csv", "atlas-design.toml", VerdictRow::FILE] {
            fs::remove_file(old.join(name)).unwrap();
        }
        edit(&old.join("atlas.csv"), |text| {
            text.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
        });
    };
    strip();
    place.done("old", &["--page", page.to_str().unwrap()]);
    assert_eq!(place.files("old"), place.files("whole"), "the games tell it");
    let told = fs::read_to_string(&page).unwrap();
    assert!(told.contains("100% |") && !told.contains("How games end was not noted"), "{told}");
    strip();
    place.done("old", &[&["--resume"], &games[..]].concat());
    assert_eq!(place.files("old"), place.files("whole"));
    // Without the games nobody knows it, and the page says so.
    strip();
    fs::remove_dir_all(old.join("games")).unwrap();
    place.done("old", &["--page", page.to_str().unwrap()]);
    let told = fs::read_to_string(&page).unwrap();
    assert!(told.contains("How games end was not noted in 4 of 4 cells"), "{told}");
    done(&["verify", old.to_str().unwrap()]);
}

/// Processes that play in one folder at the same time, and others that look at it meanwhile, do not disturb each other.
#[test]
fn processes_share_a_folder() {
    let place = Place::new(DESIGN);
    place.done("whole", &[]);
    let begin = |more: &[&str]| {
        let words = place.words("out", more);
        Command::new(env!("CARGO_BIN_EXE_torneo")).args(words).spawn().expect("the program starts")
    };
    place.done("out", &["--games", "hazard"]);
    let parts = [begin(&["--resume", "--shard", "1/2"]), begin(&["--resume", "--shard", "2/2"])];
    let page = place.at("page.html");
    for _ in 0..10 {
        place.done("out", &["--page", page.to_str().unwrap()]);
    }
    for part in parts {
        assert!(part.wait_with_output().unwrap().status.success());
    }
    place.done("out", &["--resume"]);
    assert_eq!(place.files("out"), place.files("whole"));
    done(&["verify", place.at("out").to_str().unwrap()]);
}

#[test]
fn the_page_tells_what_was_played_and_what_was_not() {
    let place = Place::new(DESIGN);
    place.done("out", &["--games", "ot-tjin", "hazard"]);
    let page = |name: &str| {
        let file = place.at(name);
        place.done("out", &["--page", file.to_str().unwrap()]);
        fs::read_to_string(file).unwrap()
    };
    let html = page("page.html");
    assert!(html.starts_with("<!DOCTYPE html>") && !html.contains("http://") && !html.contains("https://"));
    assert!(html.contains("Ot-tjin") && html.contains("class=\"panel\""));
    let markdown = page("page.md");
    assert!(markdown.contains("The level alpha-beta 8b is not played yet."), "{markdown}");
    assert!(markdown.contains("of 8 cells of this pass are not played yet"), "{markdown}");
    assert!(markdown.contains("<details><summary>Ot-tjin</summary>"), "{markdown}");
    assert!(markdown.contains("| `hazard` | Player 1 | 0.558 | - | - | - | - | exact: Player 1 is ahead |"));
    assert!(page("page.svg").starts_with("<svg"));
    assert!(place.refused("nothing", &["--page", "x.html"]).contains("has no cell"));
}

/// First moves, apart in one game, and unequal budgets.
const MORE: &str = r#"name = "more"
seed = 5
match_games = 10
levels = [{ engine = "random" }, { engine = "mcts", sims = 4 }, { engine = "mcts", sims = 16 }, { engine = "mcts", sims = 128, unequal = true }]
first_moves = { level = "mcts-4", games = 10, most = 9, apart = "surakarta" }
unequal = { games = ["three-mens-morris"], decided = ["ot-tjin"], engine = "mcts", rounds = 12 }
published = [{ game = "ot-tjin", figure = "South 0.600", score = 0.6, differs = "a larger board", source = "a book" }]
[games]
three-mens-morris = { b = 4, random-0 = 20, mcts-4 = 20, mcts-16 = 20 }
ot-tjin = { b = 4, random-0 = 20, mcts-4 = 20, mcts-16 = 20 }
surakarta = { b = 32, random-0 = 20, mcts-4 = 20, mcts-16 = 20 }
camelot = { b = 64, random-0 = 20, mcts-4 = 20, mcts-16 = 20 }
"#;

#[test]
fn first_moves_and_unequal_budgets_are_played() {
    let place = Place::new(MORE);
    let said = place.done("whole", &[]);
    assert!(said.contains("5 of 5 runs after first moves or with unequal budgets"), "{said}");
    let first_moves = files::read::<FirstMoveRow>(&place.at("whole")).unwrap();
    let of_game = |game: &str| -> Vec<&FirstMoveRow> {
        first_moves.iter().filter(|row| row.game == game && row.seat == 0).collect()
    };
    let moves = |game: &str| of_game(game).iter().map(|row| &*row.first_move).collect::<Vec<_>>();
    assert_eq!(moves("three-mens-morris"), ["@a1", "@b1", "@b2"]);
    let alike = |game: &str| of_game(game).iter().map(|row| row.alike).collect::<Vec<_>>();
    assert_eq!((alike("three-mens-morris"), alike("ot-tjin")), (vec![4, 4, 1], vec![1; 9]));
    // Each of its moves has as many games as a row of another game.
    let of_surakarta = of_game("surakarta");
    assert_eq!(of_surakarta.iter().map(|row| row.alike).sum::<u64>(), 16);
    assert!(of_surakarta.len() < 16 && of_surakarta.iter().all(|row| row.games == 10 * row.alike));
    assert!(of_surakarta.iter().all(|row| row.asymmetry.is_some() == (row.alike > 1)), "{of_surakarta:?}");
    assert!(moves("camelot").is_empty(), "it has more than nine");
    // The scores are those of the games with these openings, and moves that are alike share the games.
    let runs = place.at("whole").join("games");
    let read = |name: &str| fs::read_to_string(runs.join(name)).unwrap();
    let games = read("three-mens-morris-mcts-4-first-moves/games.csv");
    let seats = read("three-mens-morris-mcts-4-first-moves/seats.csv");
    let design = Design::parse(&REGISTRY, "more.toml", MORE).unwrap();
    for (row, first) in of_game("three-mens-morris").into_iter().zip(design.first_moves(0)) {
        let opening = |line: &str| line.split(',').nth(4).map(str::to_owned);
        let is_own = |line: &&str| opening(line).is_some_and(|own| first.all().any(|token| *token == own));
        let own: Vec<&str> = games.lines().filter(is_own).collect();
        for token in first.all() {
            let count = own.iter().filter(|line| opening(line).as_ref() == Some(token)).count();
            assert!(count.abs_diff(10 / first.all().count()) <= 1, "{token}: {count}");
        }
        let numbers: Vec<&str> = own.iter().map(|line| line.split(',').next().unwrap()).collect();
        assert_eq!((numbers.len() as u64, row.games), (10, 10));
        let column = seats.lines().next().unwrap().split(',').position(|name| name == "score").unwrap();
        let score = |line: &str| -> f64 { line.split(',').nth(column).unwrap().parse().unwrap() };
        let own = seats.lines().skip(1).filter(|line| {
            let mut words = line.split(',');
            numbers.contains(&words.next().unwrap()) && words.next() == Some("0")
        });
        let mean = own.map(score).sum::<f64>() / 10.0;
        assert!((mean - row.score).abs() < 1e-4, "{} {mean} {}", row.first_move, row.score);
    }
    let unequal = files::read::<UnequalRow>(&place.at("whole")).unwrap();
    let told: Vec<(&str, &str, u64)> =
        unequal.iter().map(|row| (&*row.budget, &*row.other_budget, row.games)).collect();
    let decided = [("sims=4", "sims=128", 12), ("sims=128", "sims=4", 12)];
    assert_eq!(told, [&[("sims=4", "sims=16", 12), ("sims=16", "sims=4", 12)][..], &decided].concat());
    assert!(unequal[0].score < unequal[1].score, "{unequal:?}");
    // Played in parts it has the same bytes.
    place.done("first", &["--shard", "1/2"]);
    place.done("second", &["--shard", "2/2"]);
    let parts = [place.at("first"), place.at("second")];
    place.done("joined", &["--reuse", parts[0].to_str().unwrap(), parts[1].to_str().unwrap()]);
    assert_eq!(files::read_all(&place.at("joined")).unwrap(), files::read_all(&place.at("whole")).unwrap());
    assert!(!place.at("joined").join("games").exists(), "nothing was played again");
    // The page and the boards.
    let page = |name: &str, more: &[&str]| {
        let file = place.at(name);
        place.done("whole", &[&["--page", file.to_str().unwrap()], more].concat());
        fs::read_to_string(file).unwrap()
    };
    let markdown = page("page.md", &[]);
    for expected in [
        "## First moves",
        "## Unequal budgets",
        "| South 0.600 | mcts 0.",
        " | a larger board | a book | ",
        "mirror images",
        "`ot-tjin`: with 32 times the budget (sims=128 against sims=4) South scores ",
    ] {
        assert!(markdown.contains(expected), "{expected}: {markdown}");
    }
    assert_eq!(page("board.svg", &["--games", "three-mens-morris"]).matches("<title>@").count(), 9);
    let said = place.refused("whole", &["--page", "x.html", "--games", "ot-tjin"]);
    assert!(said.contains("FILE.svg"), "{said}");
    let said = place.refused("whole", &["--page", "x.svg", "--games", "camelot"]);
    assert!(said.contains("no map of first moves of `camelot`"), "{said}");
}

fn shipped() -> (PathBuf, Design) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let design = Design::read(&REGISTRY, &root.join("configs/atlas.toml"));
    (root, design.unwrap_or_else(|error| panic!("{error}")))
}

/// The cheapest cells of ten games that an engine with a budget plays.
const CHEAPEST: [[&str; 3]; 10] = [
    ["half-hazard", "alpha-beta", "8b"],
    ["rising-hazard", "mcts", "50"],
    ["three-mens-morris", "alpha-beta", "8b"],
    ["razzle-dazzle", "mcts", "50"],
    ["catch-the-rabbit", "alpha-beta", "8b"],
    ["king-of-pearls", "mcts", "50"],
    ["twelve-mens-morris", "mcts", "50"],
    ["ot-tjin", "mcts", "50"],
    ["nine-mens-morris", "mcts", "50"],
    ["sleeping-beauty-draughts", "mcts", "50"],
];

/// What is committed is what this program plays: ten cells to the byte, with their manifests.
#[test]
fn committed_cells_are_repeated_to_the_byte() {
    let (root, design) = shipped();
    let committed = root.join("results/atlas");
    let rows_there = files::read::<Row>(&committed).unwrap();
    let manifests_there = files::read_manifests(&committed).unwrap();
    let known = Known::of(&REGISTRY, &design);
    for [game, engine, level] in CHEAPEST {
        let folder = tempfile::tempdir().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let (registry, design, known, out) = (&*REGISTRY, &design, &known, folder.path());
        let store = Store::default();
        let player = Player { store: &store, registry, design, known, out, threads: 2, stop: &stop };
        let entry = design.chosen(registry, &[game.to_owned()]).unwrap()[0];
        let task = Task::Cell { entry, level: design.level(engine, level).unwrap() };
        let Found::Cell(found) = player.play(task).unwrap() else { panic!("it is a cell") };
        // What follows from other cells is not repeated here.
        let own = rows_there.iter().filter(|row| row.key() == task.key(design)).cloned();
        let own: Vec<Row> =
            own.map(|row| Row { verdict: String::new(), measured_elo: None, ..row }).collect();
        // An earlier version did not note how games end.
        let noted =
            |row: &Row, own: &Row| Row { completion: own.completion.and(row.completion), ..row.clone() };
        let found: Vec<Row> = found.iter().zip(&own).map(|(row, own)| noted(row, own)).collect();
        assert_eq!(found, own, "{game} {engine} {level}");
        let name = task.name(design);
        let manifest =
            |manifests: &[ManifestLine]| manifests.iter().find(|known| known.name == name).cloned();
        let here = manifest(&files::read_manifests(out).unwrap());
        assert!(here.is_some() && here == manifest(&manifests_there), "{name}");
    }
}

/// What follows from the committed rows stands in them, and all of it belongs to the design.
#[test]
fn committed_verdicts_follow_from_the_rows() {
    let (root, design) = shipped();
    let committed = root.join("results/atlas");
    let contents = files::read_all(&committed).unwrap();
    let mut again = contents.clone();
    again.validation = validation::solved(&design, &exact::read(&committed).unwrap());
    derive(&design, &Known::of(&REGISTRY, &design), &mut again);
    assert!(again == contents, "`torneo atlas configs/atlas.toml --page` writes what follows");
    let solved: Vec<&ValidationRow> = contents.validation.iter().collect();
    let id = |row: &ValidationRow| row.variant.split('(').next().unwrap_or_default().to_owned();
    let of_game = |game: &str| solved.iter().filter(|row| id(row) == game).count();
    let games: BTreeSet<String> = solved.iter().map(|row| id(row)).collect();
    assert!(solved.len() >= 30 && games.len() >= 7, "{} of {games:?}", solved.len());
    assert!(games.iter().all(|game| of_game(game) <= 6), "{games:?}");
    assert!(solved.iter().all(|row| row.seconds <= 600.0), "ten minutes each");
    assert!(solved.iter().any(|row| row.outcome == Outcome::Right));
    for row in &contents.cells {
        let entry =
            design.entries.iter().find(|entry| entry.spec() == row.game).expect("a game of the design");
        let level = design.level(&row.engine, &row.level).expect("a level of the design");
        assert_eq!(Some(row.games), entry.games(level), "{} {} {}", row.game, row.engine, row.level);
    }
    let bytes: u64 =
        fs::read_dir(&committed).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes < 5_000_000, "{bytes} bytes");
}

/// The page of the documentation is made from the committed rows. After a sitting write it with
/// `torneo atlas configs/atlas.toml --page docs/first-move-advantage.md`.
#[test]
fn the_page_of_the_documentation_is_made_from_the_rows() {
    let (root, mut design) = shipped();
    design.file = "configs/atlas.toml".to_owned();
    let committed = root.join("results/atlas");
    let (contents, exact) = (files::read_all(&committed).unwrap(), exact::read(&committed).unwrap());
    let (registry, known) = (&*REGISTRY, Known::of(&REGISTRY, &design));
    let hours = core_time(&committed).unwrap().as_secs_f64() / 3600.0;
    let sources =
        page::Sources { registry, design: &design, known: &known, contents: &contents, exact: &exact, hours };
    let page = fs::read_to_string(root.join("docs/first-move-advantage.md")).unwrap();
    assert!(
        page::markdown(&sources).unwrap() == page,
        "docs/first-move-advantage.md is not that of the rows"
    );
}

/// The page of the documentation opens with what verdicts are worth, and is short before something is unfolded.
#[test]
fn the_page_of_the_documentation_is_short() {
    let (root, _) = shipped();
    let page = fs::read_to_string(root.join("docs/first-move-advantage.md")).unwrap();
    let opening = page.lines().nth(2).unwrap();
    assert!(
        opening.starts_with("In ") && opening.contains(" solved games such verdicts were right in "),
        "{opening}"
    );
    let (mut shown, mut is_folded) = (0, false);
    for line in page.lines() {
        is_folded = (is_folded || line.starts_with("<details>")) && line != "</details>";
        shown += if is_folded { 0 } else { line.split_whitespace().count() };
    }
    assert!(shown <= 3_000, "{shown} words");
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        assert!(!line.contains("not measured") || !line.contains("| exact:"), "{line}");
    }
}

/// Every game of the registry has its line with all cells of this pass, and every engine plays where it is to play.
#[test]
fn the_shipped_design_has_every_game() {
    let (_, design) = shipped();
    for game in REGISTRY.games() {
        let spec = REGISTRY.game(game.info().id).unwrap().canonical().to_owned();
        let entry = design.entries.iter().find(|entry| entry.spec() == spec && !entry.is_variant());
        let entry = entry.unwrap_or_else(|| panic!("{spec} is missing"));
        design.check_planned(entry).unwrap();
        for (level, size) in design.levels.iter().zip(&entry.sizes) {
            if let Some(Size::NotPlayed(why)) = size {
                let is_known = why == "no choices" || why.starts_with("over the cap");
                assert!(is_known, "{spec} {}: {why}", level.key());
            }
        }
    }
    assert!(design.levels.iter().any(|level| level.later));
    assert!(design.entries.iter().filter(|entry| entry.is_variant()).count() >= 12);
    let all: Vec<usize> = (0..design.entries.len()).collect();
    for task in pass::tasks(&design, &all, torneo_arena::plan::Shard::WHOLE).unwrap() {
        task.tournament(&REGISTRY, &design).unwrap();
    }
}

/// The games after each first move that are committed are those that this program plays: the cheapest to the byte.
#[test]
fn committed_first_moves_are_repeated_to_the_byte() {
    let (root, design) = shipped();
    let committed = files::read::<FirstMoveRow>(&root.join("results/atlas")).unwrap();
    let known = Known::of(&REGISTRY, &design);
    for game in ["three-mens-morris", "twelve-mens-morris"] {
        let folder = tempfile::tempdir().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let (registry, design, known, out) = (&*REGISTRY, &design, &known, folder.path());
        let store = Store::default();
        let player = Player { store: &store, registry, design, known, out, threads: 2, stop: &stop };
        let entry = design.chosen(registry, &[game.to_owned()]).unwrap()[0];
        let level = design.first_moves.as_ref().unwrap().level;
        let Found::FirstMoves(found) = player.play(Task::FirstMoves { entry, level }).unwrap() else {
            panic!("games after each first move")
        };
        let own: Vec<FirstMoveRow> = committed.iter().filter(|row| row.game == game).cloned().collect();
        assert_eq!(found, own, "{game}");
    }
}

/// What solvers found is what they find: the rows that take less than a second. Rows of a game agree.
#[test]
fn committed_values_are_found_again() {
    let (root, _) = shipped();
    let rows = exact::read(&root.join("results/atlas")).unwrap();
    for row in &rows {
        let same = rows.iter().filter(|other| other.game == row.game && other.score.is_some());
        assert!(row.score.is_none() || same.clone().all(|other| other.score == row.score), "{}", row.game);
        if row.seconds >= 1.0 || row.score.is_none() {
            continue;
        }
        // The words of the command, those in quotes whole.
        let words = row.command.split('"').enumerate().flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let words: Vec<&str> = words.skip(1).chain(["--json"]).collect();
        let found: serde_json::Value = serde_json::from_str(&done(&words)).unwrap();
        let score = match &*row.method {
            "retrograde" => found["scores"][0].as_f64(),
            "values" => found["value"][0].as_f64(),
            "full alpha-beta" => found["value"].as_f64(),
            "odds" => found["expected_score"][0]["decimal"].as_f64().map(|score| (score * 1e6).round() / 1e6),
            _ => match found["winner"].as_u64() {
                Some(winner) => Some(if winner == 0 { 1.0 } else { 0.0 }),
                None => found["cyclic"].as_bool().filter(|cyclic| *cyclic).map(|_| 0.5),
            },
        };
        assert_eq!(score, row.score, "{}", row.command);
        let solved = REGISTRY.solved(&row.game);
        assert!(solved.is_none() || solved == row.score, "{}", row.game);
    }
    assert!(rows.iter().filter(|row| row.seconds < 1.0 && row.score.is_some()).count() >= 10);
}
