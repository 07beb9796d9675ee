//! Games that a run ends before their rules do.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use rand_core::SeedableRng;
use torneo_contract::{Turn, random};
use torneo_registry::Registry;

use crate::command_line::{json, refused, rows, stdout, torneo};

/// Plays a configuration with these sections at its end; the folder of its results.
fn played(folder: &Path, name: &str, games: &str, engines: &str, sections: &str, more: &[&str]) -> String {
    let (config, out) = (folder.join(format!("{name}.toml")), folder.join(name));
    let text = format!(
        "name = \"{name}\"\nseed = 7\ngames = [{games}]\nengines = [{engines}]\nrounds = 6\n\
         [opening]\nrandom_plies = 2\n{sections}\n"
    );
    fs::write(&config, text).unwrap();
    let out = out.to_str().unwrap().to_owned();
    stdout(&[&["run", config.to_str().unwrap(), "--out", &out, "--no-analysis"], more].concat());
    out
}

const CHESS: &str = "\"chess\"";
const UNEVEN: &str = "\"alpha-beta(depth=2)\", \"random\", \"greedy\"";
const RESIGNING: &str = "[adjudication]\nresign = { movecount = 3, cp = 200 }";

/// By a count of its own: who tells three times in a row that it is 200 behind, or mated, loses with that choice, and no game goes on.
#[test]
fn who_tells_that_it_loses_resigns() {
    let folder = tempfile::tempdir().unwrap();
    let out = played(folder.path(), "resigning", CHESS, UNEVEN, RESIGNING, &["--threads", "2"]);
    let mut told: HashMap<String, Vec<Vec<String>>> = HashMap::new();
    for row in rows(&out, "moves.csv") {
        told.entry(row[0].clone()).or_default().push(row);
    }
    let mut resigned = 0;
    for game in rows(&out, "games.csv") {
        let (number, winner, reason, plies) = (&game[0], &game[6], &game[7], &game[8]);
        let mut losing = [0, 0];
        let end = told[number].iter().find_map(|row| {
            let (seat, known) =
                (row[2].parse::<usize>().unwrap(), |column: usize| row[column].parse::<i64>());
            let loses = known(8).map_or_else(|_| known(7).is_ok_and(|cp| cp <= -200), |mate| mate < 0);
            losing[seat] = if loses { losing[seat] + 1 } else { 0 };
            (losing[seat] == 3).then(|| (row[1].parse::<u64>().unwrap() + 1, 1 - seat))
        });
        let is_end = end.is_some_and(|(ply, _)| ply.to_string() == *plies);
        match (reason.as_str(), end) {
            ("adjudicated-win", Some((_, seat))) => {
                assert!(is_end && *winner == seat.to_string(), "{game:?}: {end:?}");
                resigned += 1;
            }
            // With its last choice a seat may tell that it loses, and the rules come first.
            (_, end) => assert!(end.is_none() || is_end, "{game:?}: {end:?}"),
        }
    }
    assert!(resigned > 3, "{resigned}");
    assert!(json(&["verify", &out, "--json"])["sound"].as_bool().unwrap());
    let again = played(folder.path(), "again", CHESS, UNEVEN, RESIGNING, &["--threads", "1"]);
    for file in ["games.csv", "seats.csv", "moves.csv"] {
        let bytes = |out: &str| fs::read(Path::new(out).join(file)).unwrap();
        assert!(bytes(&out) == bytes(&again), "{file}");
    }
    // A run whose games go on to their ends has no use for them.
    let line = ["run", "--games", "chess", "--engines", "alpha-beta(depth=2)", "random", "--seed", "7"];
    let said = refused(&[&line[..], &["--reuse", &out, "--out", &format!("{out}-2")]].concat());
    assert!(said.contains("cannot be used here"), "{said}");
    let pgn = stdout(&["export", &out, "--format", "pgn"]);
    assert!(pgn.contains("[Termination \"adjudication\"]"), "{pgn:.900}");
}

#[test]
fn even_games_are_drawn_and_verify_judges_them_again() {
    let folder = tempfile::tempdir().unwrap();
    let sections = "[adjudication]\ndraw = { movenumber = 5, movecount = 3, score = 0.2 }";
    let out = played(
        folder.path(),
        "even",
        "\"surakarta\", \"chess\"",
        "\"greedy\", \"alpha-beta(depth=1)\"",
        sections,
        &[],
    );
    let reasons =
        rows(&out, "games.csv").into_iter().map(|row| (row[7].clone(), row[8].parse::<u64>().unwrap()));
    let drawn: Vec<u64> =
        reasons.filter(|(why, _)| why == "adjudicated-draw").map(|(_, plies)| plies).collect();
    assert!(drawn.len() > 3 && drawn.iter().all(|plies| *plies >= 10), "{drawn:?}");
    assert!(json(&["verify", &out, "--json"])["sound"].as_bool().unwrap());
    // A rule that would have ended the games elsewhere.
    let manifest = Path::new(&out).join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    assert!(text.contains("\"score\": 0.2"), "{text}");
    fs::write(&manifest, text.replace("\"score\": 0.2", "\"score\": 0.02")).unwrap();
    let output = torneo(&["verify", &out]);
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("which does not follow from what the engines told"), "{said}");
}

#[test]
fn known_positions_end_games_with_their_value() {
    let folder = tempfile::tempdir().unwrap();
    let sections = "[adjudication]\nsolved = true";
    let out =
        played(folder.path(), "solved", "\"three-mens-morris\"", "\"random\", \"greedy\"", sections, &[]);
    for row in rows(&out, "games.csv") {
        assert!(row[7] == "adjudicated-solved" || row[7] == "won", "{row:?}");
    }
    assert!(rows(&out, "games.csv").iter().any(|row| row[7] == "adjudicated-solved"));
    assert!(json(&["verify", &out, "--json"])["sound"].as_bool().unwrap());
}

#[test]
fn what_cannot_be_adjudicated_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("c.toml");
    let resign = "resign = { movecount = 3, cp = 600 }";
    for (games, rules, expected) in [
        ("\"chess\", \"lanza(players=3)\"", resign, "two seats that choose by turns: lanza"),
        ("\"frames\"", resign, "two seats that choose by turns: frames"),
        ("\"hnefatafl\"", "solved = true", "`solved` needs the value of every position of hnefatafl"),
        (CHESS, "resign = { movecount = 3 }", "lacks `cp = ...`"),
        (CHESS, "resign = { cp = 600 }", "lacks `movecount = ...`"),
        (CHESS, "resign = { movecount = 0, cp = 600 }", "`movecount` is a whole number 1..="),
        (CHESS, "resign = { movecount = 3, cp = -600 }", "`cp` is a whole number 0..="),
        (CHESS, "resign = { movecount = 3, cp = 600, score = 0.1 }", "only one of `cp` and `score`"),
        (CHESS, "draw = { movenumber = 1, movecount = 3, score = 0.6 }", "`score` is a number 0..=0.5"),
        (CHESS, "draw = { movecount = 3, cp = 20 }", "lacks `movenumber = ...`"),
        (
            CHESS,
            "draw = { movenumber = 1, movecount = 3, cp = 20, twosided = true }",
            "unknown key `twosided`",
        ),
        (CHESS, "resign = 3", "expected a table"),
        (CHESS, "resigns = true", "`resign`"),
    ] {
        let text = format!(
            "name = \"c\"\nseed = 7\ngames = [{games}]\nengines = [\"random\", \"greedy\"]\n[adjudication]\n{rules}\n"
        );
        fs::write(&config, text).unwrap();
        let said =
            refused(&["run", config.to_str().unwrap(), "--out", folder.path().join("out").to_str().unwrap()]);
        assert!(
            said.contains(expected) && said.contains("c.toml:5") | said.contains("c.toml:6"),
            "{rules}: {said}"
        );
    }
}

/// In chess what makes progress is what the half-move clock counts from; a game without such a count never makes any.
#[test]
fn progress_is_what_the_game_itself_counts_from() {
    let registry: Registry = torneo::registry();
    for (spec, has_count) in [("chess", true), ("havannah", false)] {
        let mut session = registry.game(spec).unwrap().session();
        let mut rng = <random::Generator as SeedableRng>::seed_from_u64(5);
        let (mut fresh, mut plies) = (0, 0);
        while let Turn::Seat(seat) = session.turn() {
            session.choose_randomly(seat, &mut rng);
            session.play_chosen(false);
            plies += 1;
            let text = session.position();
            let clock = text.split(' ').nth(4).map(|idle| idle == "0");
            assert_eq!(session.is_afresh(), has_count && clock == Some(true), "{text}");
            fresh += u32::from(session.is_afresh());
        }
        assert!(!has_count || (fresh > 5 && fresh < plies), "{fresh} of {plies}");
    }
}

/// One line says what a configuration says, and what it prints is that configuration.
#[test]
fn a_line_says_what_a_configuration_says() {
    let rules = [
        "--resign",
        "movecount=3,cp=400,twosided=true",
        "--draw",
        "movenumber=5,movecount=3,score=0.2",
        "--solved",
    ];
    let line = ["run", "--games", "three-mens-morris", "--engines", "random", "greedy"];
    let printed = stdout(&[&line[..], &rules, &["--print-config"]].concat());
    for part in [
        "[adjudication]",
        "solved = true",
        "movecount = 3\ncp = 400\ntwosided = true",
        "movenumber = 5\nmovecount = 3\nscore = 0.2",
        "evaluations = true",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("printed.toml");
    fs::write(&config, &printed).unwrap();
    assert_eq!(stdout(&["run", config.to_str().unwrap(), "--print-config"]), printed);
    for (option, rule, expected) in [
        ("--resign", "movecount=3", "`cp=...` is missing"),
        ("--resign", "movecount,cp=600", "expected `key=value`, found `movecount`"),
        ("--resign", "movecont=3,cp=600", "did you mean `movecount`?"),
        ("--resign", "movecount=3,cp=600,twosided=yes", "`twosided` is true or false"),
        ("--resign", "movecount=3,movecount=4,cp=600", "twice"),
        ("--resign", "movecount=3,cp=-600", "`cp` is a whole number 0..="),
        ("--draw", "movecount=3,cp=6", "`movenumber=...` is missing"),
        ("--draw", "movenumber=1,movecount=3,score=1", "`score` is a number 0..=0.5"),
    ] {
        let said = refused(&[&line[..], &[option, rule]].concat());
        assert!(said.contains(expected) && said.contains(option), "{rule}: {said}");
    }
    let said = refused(&[
        "match",
        "greedy",
        "random",
        "--games",
        "frames",
        "--pairs",
        "1",
        "--resign",
        "movecount=3,cp=6",
    ]);
    assert!(said.contains("two seats that choose by turns: frames"), "{said}");
    let played = json(&[
        "match",
        "alpha-beta(depth=2)",
        "random",
        "--games",
        "chess",
        "--pairs",
        "4",
        "--json",
        "--resign",
        "movecount=2,cp=300",
        "--seed",
        "5",
    ]);
    assert_eq!(played["games"], 8);
}

/// The seats resign far too early: a game that is played on ends as it does in a run that adjudicates nothing, and the results are those of
/// a run that is not played on.
#[test]
fn games_that_are_played_on_end_as_without_adjudication() {
    let folder = tempfile::tempdir().unwrap();
    let games = "\"surakarta\", \"three-mens-morris\"";
    let engines = "\"greedy\", \"alpha-beta(depth=1)\", \"mcts(sims=20)\"";
    let hasty = "[adjudication]\nresign = { movecount = 1, score = 0.45 }\ndraw = { movenumber = 6, movecount = 2, score = 0.3 }";
    let plain = "[output]\nevaluations = true";
    let out = played(folder.path(), "on", games, engines, hasty, &["--play-on", "--threads", "2"]);
    let cut = played(folder.path(), "cut", games, engines, hasty, &[]);
    let whole = played(folder.path(), "whole", games, engines, plain, &[]);
    for file in ["games.csv", "seats.csv", "moves.csv"] {
        let bytes = |out: &str| fs::read(Path::new(out).join(file)).unwrap();
        assert!(bytes(&out) == bytes(&cut), "{file}");
    }
    assert!(!Path::new(&cut).join("played-on.csv").exists());
    let (adjudged, natural) = (rows(&out, "games.csv"), rows(&whole, "games.csv"));
    let score_of = |seats: &[Vec<String>], game: &str| {
        seats.iter().find(|row| row[0] == *game && row[1] == "0").map(|row| row[3].clone()).unwrap()
    };
    let (given, scored) = (rows(&out, "seats.csv"), rows(&whole, "seats.csv"));
    let (endings, mut wrong) = (rows(&out, "played-on.csv"), HashMap::<(String, String), u64>::new());
    let adjudicated = adjudged.iter().filter(|row| row[7].starts_with("adjudicated"));
    assert_eq!(endings.len(), adjudicated.count());
    for ending in &endings {
        let number: usize = ending[0].parse().unwrap();
        let (cut, whole) = (&adjudged[number], &natural[number]);
        assert_eq!((&ending[1], &ending[2]), (&cut[7], &cut[8]), "{ending:?}");
        assert_eq!((&ending[4], &ending[5]), (&whole[7], &whole[8]), "{ending:?}");
        let [before, after] = [score_of(&given, &ending[0]), score_of(&scored, &ending[0])];
        assert_eq!((&ending[3], &ending[6]), (&before, &after), "{ending:?}");
        *wrong.entry((cut[3].clone(), cut[7].clone())).or_default() += u64::from(before != after);
    }
    let told = json(&["analyze", &out, "--json"]);
    let kinds = told["adjudications"]["kinds"].as_array().unwrap();
    assert_eq!(kinds.len(), wrong.len());
    for kind in kinds {
        let key = [&kind["game"], &kind["reason"]].map(|text| text.as_str().unwrap().to_owned());
        assert_eq!(kind["wrong"].as_u64().unwrap(), wrong[&key.into()], "{kind}");
    }
    assert!(wrong.values().sum::<u64>() > 3, "{wrong:?}");
    let saved = told["adjudications"]["time_saved"].as_f64().unwrap();
    assert!(saved > 0.0 && saved < 1.0, "{saved}");
    assert!(stdout(&["analyze", &out]).contains("Adjudicated games, played on"));
}

#[test]
fn a_run_that_adjudicates_nothing_is_not_played_on() {
    let line = ["run", "--games", "surakarta", "--engines", "random", "greedy", "--play-on", "--out", "none"];
    let said = refused(&line);
    assert!(said.contains("--play-on") && said.contains("--resign"), "{said}");
    // An error names arguments that there are.
    let rule = ["--resign", "movecount=1,score=0.3"];
    let said = refused(&[&["run", "--games", "frames", "--engines", "random", "greedy"][..], &rule].concat());
    assert!(said.contains("--resign, --draw, --solved: ") && said.contains("frames"), "{said}");
}
