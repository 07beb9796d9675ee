//! Ratings of any games: of folders and files together, by the same tables as those of a run.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::command_line::{refused, stdout as printed};
use crate::support::program::PROGRAM;

fn analysed(arguments: &[&str]) -> Value {
    let text = printed(&[&["analyze", "--json", "--bootstrap", "20"][..], arguments].concat());
    serde_json::from_str(&text).unwrap()
}

/// A folder for files and a run.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn put(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.name(name)
    }

    fn pack(&self, name: &str, text: &str) -> String {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes()).unwrap();
        fs::write(self.path(name), packed.finish().unwrap()).unwrap();
        self.name(name)
    }

    /// Plays a run of these games.
    fn play(&self, name: &str, games: &str, more: &str) -> String {
        let config = format!(
            "name = \"{name}\"\nseed = 3\ngames = {games}\nrounds = 6\n\
             engines = [\"random\", \"greedy\", \"mcts(sims=20)\"]\n{more}[limits]\nmax_plies = 60\n"
        );
        let config = self.put(&format!("{name}.toml"), &config);
        printed(&["run", &config, "--out", &self.name(name)]);
        self.name(name)
    }
}

/// What two analyses say, without what only a folder can say of itself.
fn figures(analysis: &Value) -> Value {
    let mut figures = analysis.clone();
    for key in ["warnings", "random_plies"] {
        figures.as_object_mut().unwrap().remove(key);
    }
    figures
}

#[test]
fn an_export_says_what_its_folder_says() {
    let place = Place::new();
    let games = r#"["three-mens-morris", "lanza(players=3)", "hazard", "frames(size=5)"]"#;
    let out = place.play("mixed", games, "self_play = 4\n[opening]\nrandom_plies = 2\n");
    let json = place.put("mixed.json", &printed(&["export", &out, "--format", "json"]));
    let (folder, export) = (figures(&analysed(&[&out])), figures(&analysed(&[&json])));
    for (key, value) in folder.as_object().unwrap() {
        assert_eq!(&export[key], value, "{key}");
    }
    assert!(folder == export);
    // In parts, packed, and from the standard input.
    let part = |game: &str| printed(&["export", &out, "--format", "json", "--game", game]);
    let first = place.put("first.json", &part("three-mens-morris"));
    let second = place.pack("SECOND.JSON.GZ", &part("lanza"));
    let third = place.put("third", &(part("hazard") + &part("frames")));
    assert!(figures(&analysed(&[&first, &second, &third])) == folder);
    let mut child = Command::new(&*PROGRAM)
        .args(["analyze", "-", "--json", "--bootstrap", "20"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&fs::read(&json).unwrap()).unwrap();
    let found = child.wait_with_output().unwrap();
    assert!(figures(&serde_json::from_slice(&found.stdout).unwrap()) == folder);
}

#[test]
fn chess_in_pgn_says_what_its_folder_says() {
    let place = Place::new();
    let out = place.play("chess", r#"["chess"]"#, "");
    let pgn = printed(&["export", &out, "--format", "pgn"]);
    let file = place.put("chess.pgn", &pgn);
    let folder = figures(&analysed(&[&out]));
    assert!(figures(&analysed(&[&file])) == folder);
    // The order of the games of different groups does not matter, and pairs find each other.
    let mut games: Vec<&str> = pgn.split("[Event").skip(1).collect();
    games.swap(1, 2);
    let swapped: String = games.iter().map(|game| format!("[Event{game}")).collect();
    let found = analysed(&[&place.put("swapped.pgn", &swapped)]);
    assert_eq!(found["leaderboard"], folder["leaderboard"]);
    // A folder beside a file of other games.
    let other = place.play("morris", r#"["three-mens-morris"]"#, "");
    let both = analysed(&[&other, &file]);
    assert_eq!(both["games"].as_u64().unwrap(), 36 + 36);
    assert_eq!(both["by_game"].as_array().unwrap().len(), 6);
}

#[test]
fn games_that_come_twice_are_refused() {
    let place = Place::new();
    let out = place.play("chess", r#"["chess"]"#, "");
    let pgn = printed(&["export", &out, "--format", "pgn"]);
    let (file, packed) = (place.put("chess.pgn", &pgn), place.pack("chess.pgn.gz", &pgn));
    for paths in [[&out, &out], [&file, &file]] {
        assert!(refused(&["analyze", paths[0], paths[1]]).contains("is given twice"));
    }
    let dotted = format!("{out}/.");
    assert!(refused(&["analyze", &out, &dotted]).contains("is given twice"));
    for paths in [[&out, &file], [&file, &out], [&file, &packed]] {
        let said = refused(&["analyze", paths[0], paths[1]]);
        assert!(said.contains("once more") && said.contains("leave one of the two out"), "{said}");
    }
}

fn game(round: u32, white: &str, black: &str, result: &str) -> String {
    format!(
        "[Event \"cup\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n\
         1. e4 e5 {result}\n\n"
    )
}

#[test]
fn names_of_one_player_are_merged() {
    let place = Place::new();
    let file = place.put(
        "cup.pgn",
        &[
            game(1, "Old 1.0", "Rival", "1-0"),
            game(1, "Rival", "Old", "0-1"),
            game(2, "Old", "Rival", "1/2-1/2"),
        ]
        .concat(),
    );
    let engines = |arguments: &[&str]| {
        let found = analysed(&[&[&*file][..], arguments].concat());
        let leaders = found["leaderboard"].as_array().unwrap().clone();
        leaders.iter().map(|row| row["engine"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(engines(&[]).len(), 3);
    assert_eq!(engines(&["--same", "Old=Old 1.0"]), ["Old", "Rival"]);
    let found = analysed(&[&file, "--same", "Old=Old 1.0", "--anchor", "Old 1.0=2500"]);
    assert_eq!((found["leaderboard"][0]["elo"].as_f64(), found["games"].as_u64()), (Some(2500.0), Some(3)));
    for (same, part) in [
        ("Old=Odl 1.0", "nobody has the name `Odl 1.0` help: did you mean `Old 1.0`?"),
        ("Old", "expected two names"),
        ("Old=", "expected two names"),
    ] {
        let said = refused(&["analyze", &file, "--same", same]);
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn games_that_exchange_seats_are_a_group() {
    let place = Place::new();
    for (games, groups) in [
        (&[(1, "A", "B"), (1, "B", "A"), (2, "A", "B"), (2, "B", "A")][..], 2),
        // Another round, and the same seats.
        (&[(1, "A", "B"), (2, "B", "A")], 2),
        (&[(1, "A", "B"), (1, "A", "B"), (1, "B", "A")], 2),
        // Another group begins meanwhile.
        (&[(1, "A", "B"), (2, "A", "B"), (2, "B", "A"), (1, "B", "A")], 2),
    ] {
        let text: String =
            games.iter().map(|(round, white, black)| game(*round, white, black, "1-0")).collect();
        let found = analysed(&[&place.put("cup.pgn", &text)]);
        let counted = found["scores"][0]["score"]["groups"].as_u64();
        assert_eq!((counted, found["games"].as_u64()), (Some(groups), Some(games.len() as u64)), "{games:?}");
    }
}

#[test]
fn games_without_a_result_are_left_out_and_told() {
    let place = Place::new();
    let text = [game(1, "A", "B", "1-0"), game(1, "B", "A", "*"), game(2, "A", "B", "*")].concat();
    let file = place.put("cup.pgn", &text);
    let found = analysed(&[&file]);
    assert_eq!((found["games"].as_u64(), found["planned_games"].as_u64()), (Some(1), Some(1)));
    assert!(found["warnings"].to_string().contains("2 games have no result"), "{}", found["warnings"]);
    assert!(printed(&["analyze", &file]).contains("2 games have no result"));
    let nothing = place.put("nothing.pgn", &game(1, "A", "B", "*"));
    assert!(refused(&["analyze", &nothing]).contains("no result"));
    let wrong = place.put("wrong.pgn", "1. e4 e4 1-0\n");
    let said = refused(&["analyze", &wrong]);
    assert!(said.contains("wrong.pgn, line 1") && said.contains("e4"), "{said}");
    assert!(refused(&["analyze", &place.name("none.pgn")]).contains("cannot read"));
}

/// A small generator: the same games every time.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Scores in Elo points of an expected score.
/// Names that are specifications have signs of equality of their own.
#[test]
fn specifications_are_merged_by_name() {
    let place = Place::new();
    let text = [game(1, "mcts(sims=20)", "B", "1-0"), game(2, "mcts(sims=30, c=1)", "B", "0-1")].concat();
    let file = place.put("games.pgn", &text);
    let found = analysed(&[&file, "--same", "mcts(sims=20)=mcts(sims=30, c=1)"]);
    let names: Vec<&str> =
        found["leaderboard"].as_array().unwrap().iter().map(|row| row["engine"].as_str().unwrap()).collect();
    assert_eq!((names.len(), names.contains(&"mcts(sims=20)")), (2, true), "{names:?}");
    assert!(refused(&["analyze", &file, "--same", "mcts(sims=20)"]).contains("two names"));
}

/// A game that cannot be read ends the analysis, with the way out; with it, all others count.
#[test]
fn games_that_cannot_be_read_are_left_out_if_asked() {
    let place = Place::new();
    let bad = game(1, "C", "D", "1-0").replace("1. e4", "1. e9");
    let file = place.put("games.pgn", &[game(1, "A", "B", "1-0"), bad, game(2, "A", "B", "0-1")].concat());
    let said = refused(&["analyze", &file]);
    assert!(said.contains("e9") && said.contains("--skip-bad"), "{said}");
    let found = analysed(&[&file, "--skip-bad"]);
    assert_eq!(found["games"], 2);
    let warnings = found["warnings"].to_string();
    assert!(warnings.contains("1 game skipped") && warnings.contains("e9"), "{warnings}");
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -difference / 400.0))
}

/// Ordo's model, from its description: every player's expected points, by the logistic curve and with an advantage of White,
/// are the points that it has; so are White's. Ratings with a mean of 0, and the advantage.
fn by_ordo(players: usize, games: &[(usize, usize, f64)]) -> (Vec<f64>, f64) {
    let (mut ratings, mut advantage) = (vec![0.0; players], 0.0);
    let mut pairs: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for &(white, black, score) in games {
        let (count, points) = pairs.entry((white, black)).or_default();
        (*count, *points) = (*count + 1.0, *points + score);
    }
    let slope = std::f64::consts::LN_10 / 400.0;
    for _ in 0..2000 {
        let (mut missing, mut weight) = (vec![0.0; players], vec![0.0; players]);
        let (mut of_white, mut weight_of_white) = (0.0, 0.0);
        for (&(white, black), &(count, points)) in &pairs {
            let share = expected(ratings[white] - ratings[black] + advantage);
            let (apart, steep) = (points - count * share, count * share * (1.0 - share) * slope);
            missing[white] += apart;
            missing[black] -= apart;
            weight[white] += steep;
            weight[black] += steep;
            of_white += apart;
            weight_of_white += steep;
        }
        for player in 0..players {
            ratings[player] += 0.5 * missing[player] / weight[player];
        }
        advantage += 0.5 * of_white / weight_of_white;
        let mean = ratings.iter().sum::<f64>() / players as f64;
        ratings.iter_mut().for_each(|rating| *rating -= mean);
    }
    (ratings, advantage)
}

#[test]
fn ratings_are_those_of_ordo() {
    let strengths = [180.0, 60.0, 0.0, -90.0, -150.0];
    let (mut dice, mut games, mut text) = (Dice(1283), Vec::new(), String::new());
    for round in 0..40 {
        for white in 0..strengths.len() {
            for black in (0..strengths.len()).filter(|black| *black != white) {
                let share = expected(strengths[white] - strengths[black] + 35.0);
                let draw = 0.6 * share.min(1.0 - share);
                let thrown = dice.next();
                let (score, result) = match () {
                    () if thrown < share - draw / 2.0 => (1.0, "1-0"),
                    () if thrown < share + draw / 2.0 => (0.5, "1/2-1/2"),
                    () => (0.0, "0-1"),
                };
                games.push((white, black, score));
                text += &game(round, &format!("engine {white}"), &format!("engine {black}"), result);
            }
        }
    }
    let place = Place::new();
    let file = place.put("games.pgn", &text);
    let (ratings, _) = by_ordo(strengths.len(), &games);
    let found = analysed(&[&file, "--prior", "0"]);
    let leaders = found["leaderboard"].as_array().unwrap();
    assert_eq!(leaders.len(), strengths.len());
    for leader in leaders {
        let number: usize = leader["engine"].as_str().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        let elo = leader["elo"].as_f64().unwrap();
        assert!((elo - ratings[number]).abs() < 1.0, "{leader}: Ordo's is {}", ratings[number]);
    }
    // Mirrored games are one group: half as many as games.
    let groups = found["scores"][0]["score"]["groups"].as_u64().unwrap();
    assert_eq!(groups, 160, "{}", found["scores"][0]);
}

/// Games go through in one row: memory does not grow with them.
#[cfg(target_os = "linux")]
#[test]
fn many_games_take_no_more_memory_than_few() {
    let place = Place::new();
    let mut file = fs::File::create(place.path("many.pgn")).unwrap();
    for round in 0..20_000 {
        let results = ["1-0", "0-1", "1/2-1/2"];
        write!(file, "{}", game(round, "A", "B", results[round as usize % 3])).unwrap();
        write!(file, "{}", game(round, "B", "A", results[round as usize % 2])).unwrap();
    }
    let command = format!("ulimit -v 600000; exec {} analyze many.pgn --json --bootstrap 0", &*PROGRAM);
    let output = Command::new("sh")
        .args(["-c", &command])
        .env("RAYON_NUM_THREADS", "2")
        .current_dir(Path::new(place.0.path()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["games"].as_u64(), Some(40_000));
}
