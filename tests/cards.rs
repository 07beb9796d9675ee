//! Cards of games: what searches find, and the ways in which names of games are written.

use serde_json::Value;
use torneo_contract::GameInfo;

use crate::command_line::{json, refused, stdout, torneo};

/// What somebody looks for, some games that must be found, and some that must not.
type Search = (&'static str, &'static [&'static str], &'static [&'static str]);

const OF_ALFONSO: &[&str] = &["three-mens-morris", "hazard", "grande-acedrex", "catch-the-rabbit", "triga"];
const OF_MAGAZINE: &[&str] = &["akron", "hi-jack", "zertz", "lanza", "thud", "camelot"];

const SEARCHES: &[Search] = &[
    ("alfonso", OF_ALFONSO, &["zertz", "hnefatafl"]),
    ("Alfonso X", OF_ALFONSO, &["zertz"]),
    ("1283", OF_ALFONSO, &["zertz"]),
    ("Libro de los juegos", OF_ALFONSO, &["akron"]),
    ("book of games", &["three-mens-morris", "nine-mens-morris", "four-seasons"], &["akron"]),
    ("13th century", &["hazard", "riffa"], &["akron"]),
    ("medieval", &["grande-acedrex", "three-mens-morris", "guirguiesca"], &["trax"]),
    ("medieval chess", &["grande-acedrex", "four-seasons"], &["grand-chess"]),
    ("abstract games", OF_MAGAZINE, &["three-mens-morris", "hazard"]),
    ("Abstract Games 14, 2003", OF_MAGAZINE, &["razzle-dazzle"]),
    ("2003", OF_MAGAZINE, &["hazard"]),
    ("2 players", &["akron", "hazard", "lanza"], &["four-seasons"]),
    ("3 players", &["hazard", "lanza", "bin-fa", "martian-chess", "tantrix"], &["akron", "four-seasons"]),
    ("4 players", &["four-seasons", "hazard", "lanza"], &["akron"]),
    ("six players", &["bin-fa", "hazard"], &["lanza"]),
    ("8-player dice", &["hazard", "triga"], &["guirguiesca", "bin-fa"]),
    ("chess 4 players", &["four-seasons"], &["grand-chess", "hazard"]),
    ("dice", &["hazard", "triga", "cross-over"], &["akron", "zertz"]),
    ("three in a row", &["three-mens-morris"], &["akron"]),
    ("tafl", &["hnefatafl"], &["akron"]),
    ("vikings", &["hnefatafl"], &["akron"]),
    ("morris", &["three-mens-morris", "nine-mens-morris", "twelve-mens-morris"], &["akron"]),
    ("men's morris", &["three-mens-morris", "nine-mens-morris"], &["akron"]),
    ("tic-tac-toe", &["three-mens-morris"], &["akron"]),
    ("chess variant", &["grand-chess", "fischerandom", "space-chess"], &["akron", "hazard"]),
    ("3D chess", &["nardeshir", "space-chess", "millennium-3d-chess"], &["grand-chess"]),
    ("Kris Burm", &["zertz"], &["akron"]),
    ("zertz", &["zertz"], &["akron"]),
    ("ZÈRTZ", &["zertz"], &["akron"]),
    ("trojki", &["triga"], &["akron"]),
    ("Freeling", &["havannah", "grand-chess"], &["akron"]),
    ("Burroughs 1922", &["jetan"], &["akron"]),
    ("1930", &["camelot"], &["akron"]),
    ("simultaneous", &["frames", "lanza", "king-of-pearls", "nibelungenlied"], &["akron"]),
    ("mancala Borneo", &["ot-tjin"], &["akron"]),
    ("java", &["surakarta"], &["akron"]),
    ("go", &["atari-go"], &["cross-over"]),
    ("connection hexagon", &["havannah"], &["akron"]),
    ("chance", &["hazard", "tantrix", "cross-over"], &["akron"]),
    ("reconstructed", &["skirrid", "bin-fa"], &["akron"]),
    ("Bin'Fa", &["bin-fa"], &["akron"]),
    ("binfa", &["bin-fa"], &["akron"]),
];

#[test]
fn searches_find_what_they_should() {
    let registry = torneo::registry();
    for (words, found, not) in SEARCHES {
        let ids: Vec<&str> = registry.search(words).iter().map(|entry| entry.info().id).collect();
        assert!(found.iter().all(|id| ids.contains(id)), "{words}: {ids:?}");
        assert!(!not.iter().any(|id| ids.contains(id)), "{words}: {ids:?}");
    }
    assert_eq!(registry.search("").len(), registry.games().len());
    assert!(registry.search("9 players").is_empty() && registry.search("alfonso 2003").is_empty());
}

#[test]
fn cards_have_what_programs_read() {
    let all = json(&["games", "--json"]);
    for game in all.as_array().unwrap() {
        let id = &game["id"];
        let text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
        let (source, plies) = (&game["source"], &game["length"]["plies"]);
        assert!(text(&source["title"]), "{id}");
        for field in ["author", "through"] {
            assert!(source.get(field).is_some_and(|value| value.is_null() || text(value)), "{id}: {field}");
        }
        assert!(source.get("year").is_some_and(|year| year.is_null() || year.is_u64()), "{id}");
        let plies = ["low", "median", "high"].map(|name| plies[name].as_u64().expect("plies"));
        assert!(plies[0] <= plies[1] && plies[1] <= plies[2], "{id}: {plies:?}");
        assert!(game["length"]["minutes"].as_f64().is_some_and(|minutes| minutes > 0.0), "{id}");
        let summary = game["summary"].as_str().expect("a sentence");
        assert!(summary.ends_with('.') && summary.chars().count() <= 160, "{id}: {summary}");
    }
    let morris = &json(&["games", "three-mens-morris", "--json"])[0];
    assert_eq!((&morris["source"]["author"], &morris["source"]["year"]), (&"Alfonso X".into(), &1283.into()));
    assert_eq!(morris["source"]["title"], "Libro de los juegos");
    let akron = &json(&["games", "akron", "--json"])[0];
    assert_eq!(akron["source"]["through"], "Abstract Games 14 (2003)");
}

#[test]
fn games_are_searched_for_from_the_command_line() {
    let found = stdout(&["games", "--search", "Kris BURM"]);
    assert!(found.contains("  zertz ") && found.contains("Kris Burm, Zèrtz, 2000"), "{found}");
    let found = json(&["games", "--search", "alfonso 3 players", "--json"]);
    assert!(found.as_array().unwrap().iter().any(|game| game["id"] == "hazard"));
    let told = stdout(&["games", "hazard"]);
    for part in ["Source: Alfonso X, Libro de los juegos, 1283, through a Polish text", "Length: about "] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let refusal = refused(&["games", "--search", "alfonso 2003"]);
    assert!(refusal.contains("`alfonso` 18 games") && refusal.contains("try fewer words"), "{refusal}");
    assert_eq!(torneo(&["games", "--search", "othello", "--json"]).status.code(), Some(2));
    refused(&["games", "--search", "dice", "hazard"]);
}

/// How people write the name of a game.
fn spellings(info: &GameInfo) -> Vec<String> {
    let plain = torneo_present::text::folded(info.title);
    let mut written =
        vec![info.title.to_owned(), info.title.to_uppercase(), info.title.replace('\'', "’"), plain];
    written.extend([
        info.id.replace('-', " "),
        info.id.replace('-', ""),
        info.id.to_uppercase(),
        format!(" {} ", info.id),
    ]);
    written
}

#[test]
fn names_are_read_as_people_write_them() {
    let registry = torneo::registry();
    for entry in registry.games() {
        let info = entry.info();
        for written in spellings(info) {
            let game = registry.game(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(game.info().id, info.id, "{written}");
        }
    }
    for (written, canonical) in [
        ("three mens morris", "three-mens-morris"),
        ("Three Men's Morris (equal_turns=false)", "three-mens-morris(equal_turns=false)"),
        ("Trójki", "triga"),
        ("azar", "hazard"),
        ("Zèrtz", "zertz"),
        ("ze\u{300}rtz", "zertz"),
        ("Chess", "fischerandom(start=518)"),
        ("Lanza( players = 3 )", "lanza(players=3)"),
    ] {
        let game = registry.game(written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(game.canonical(), canonical, "{written}");
    }
}

#[test]
fn names_that_no_game_has_are_refused_with_the_nearest_id() {
    let registry = torneo::registry();
    for (written, near) in
        [("three mens moris", "three-mens-morris"), ("Hnefatafel", "hnefatafl"), ("zèrtzz", "zertz")]
    {
        let error = registry.game(written).err().expect(written);
        assert_eq!(error.nearest(), Some(near), "{written}: {error}");
        assert!(error.to_string().contains("no game is called"), "{written}: {error}");
    }
    for (written, part) in [
        ("men's morris(", "no game is called"),
        ("lanza(players=3", "closing parenthesis"),
        ("", "expected `name`"),
        ("3D chess", "space-chess"),
    ] {
        let error = registry.game(written).err().expect(written).to_string();
        assert!(error.contains(part), "{written}: {error}");
    }
}

/// Wherever a game is asked for, and the answer has its id.
#[test]
fn every_command_reads_such_names() {
    assert!(stdout(&["games", "Three Men's Morris"]).starts_with("three-mens-morris: "));
    assert!(stdout(&["rules", "Zèrtz"]).contains("Zèrtz"));
    assert!(stdout(&["rules", "Dice Common"]).contains("dice"));
    assert_eq!(stdout(&["perft", "three mens morris", "1"]), stdout(&["perft", "three-mens-morris", "1"]));
    assert_eq!(json(&["show", "Three Men's Morris", "--json"])["game"], "three-mens-morris");
    assert_eq!(stdout(&["dice", "odds", "Trójki"]), stdout(&["dice", "odds", "triga"]));
    let examined = stdout(&["conformance", "three mens morris", "--games", "1"]);
    assert!(examined.starts_with("three-mens-morris: "), "{examined}");
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("names.toml");
    let text = "name = \"names\"\nseed = 1\ngames = [\"Three Men's Morris\"]\nengines = [\"random\", \"greedy\"]\nrounds = 1\n";
    std::fs::write(&config, text).unwrap();
    let out = folder.path().join("out");
    stdout(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    let games = std::fs::read_to_string(out.join("games.csv")).unwrap();
    assert!(games.lines().skip(1).all(|line| line.split(',').nth(3) == Some("three-mens-morris")), "{games}");
}
