//! The map in `docs/architecture.md` is that of the manifests: nothing depends on what the map does not say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The crates of the workspace that a manifest depends on, those for tests left out.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let table = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let table = table.split("\n[").next().unwrap_or_default();
    let names = table.lines().filter_map(|line| line.split(['.', ' ']).next());
    names.filter(|name| name.starts_with("torneo")).map(str::to_owned).collect()
}

/// All crates of the workspace by name.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = workspace.split("members = [").nth(1).unwrap().split(']').next().unwrap();
    let folders = members.split(',').map(|member| member.trim().trim_matches('"')).filter(|m| !m.is_empty());
    let manifests = folders.map(|folder| fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap());
    let name =
        |manifest: &str| manifest.split("name = \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    manifests.map(|manifest| (name(&manifest), dependencies(&manifest))).collect()
}

#[test]
fn dependencies_point_one_way() {
    const LEVELS: [(&str, &[&str]); 3] = [
        (
            "games",
            &["torneo-search", "torneo-solve", "torneo-registry", "torneo-arena", "torneo-cli", "torneo"],
        ),
        ("engines", &["torneo-registry", "torneo-arena", "torneo-cli", "torneo", "torneo-games"]),
        ("harness/statistics", &["torneo-contract", "torneo-registry", "torneo-games"]),
    ];
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let crates = crates();
    assert!(crates.len() > 30);
    for line in workspace.lines().filter(|line| line.starts_with("torneo") && line.contains("path = ")) {
        let name = line.split(' ').next().unwrap();
        let folder = line.split("path = \"").nth(1).unwrap().split('"').next().unwrap();
        for (level, forbidden) in LEVELS {
            if folder.starts_with(level) {
                let found: Vec<&String> =
                    crates[name].iter().filter(|dependency| forbidden.contains(&&***dependency)).collect();
                assert!(found.is_empty(), "{name} depends on {found:?}");
            }
        }
    }
}

#[test]
fn the_map_names_every_dependency() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let rows: BTreeMap<&str, &str> = page
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            (cells.len() == 5 && cells[1].starts_with("`torneo"))
                .then(|| (cells[1].trim_matches('`'), cells[3]))
        })
        .collect();
    for (name, row) in &rows {
        let Some(found) = crates().remove(*name) else { continue };
        let short = |dependency: &String| dependency.trim_start_matches("torneo-").to_owned();
        for dependency in found.iter().map(short) {
            let family = row.contains("families") || row.contains("all libraries") || row.contains("entries");
            assert!(
                row.contains(&*dependency) || family,
                "{name} depends on {dependency}, the map says: {row}"
            );
        }
    }
    assert!(rows.len() >= 12, "{rows:?}");
}

/// The string literals of the Rust code in a folder, tests and comments left out, each with its file.
fn literals(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !["tests", "benches", "target"].iter().any(|name| path.ends_with(name)) {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
                let quoted = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
                found.extend(quoted.map(|literal| (path.display().to_string(), literal.to_owned())));
            }
        }
    }
    found
}

/// Whether a literal is a name, or a specification with it.
fn names(literal: &str, name: &str) -> bool {
    literal.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
}

#[test]
fn games_name_no_engine_and_engines_name_no_game() {
    let registry = torneo::registry();
    // Words like any other, which options of games take too.
    let words = ["auto", "greedy", "perfect", "random"];
    let engines = registry.engines().iter().map(|entry| entry.info().id);
    let engines: Vec<&str> = engines.filter(|id| !words.contains(id)).collect();
    let of_games = literals("games");
    assert!(of_games.len() > 1000);
    for (file, literal) in &of_games {
        assert!(
            !engines.iter().any(|engine| names(literal, engine)),
            "{file} names the engine \"{literal}\""
        );
    }
    // UCI and GTP carry these.
    let carried = ["fischerandom", "grand-chess", "havannah", "atari-go"];
    for (file, literal) in literals("engines") {
        let mut games =
            registry.games().iter().map(|entry| entry.info().id).filter(|id| !carried.contains(id));
        assert!(!games.any(|game| names(&literal, game)), "{file} names the game \"{literal}\"");
    }
}

/// The methods of a trait of the contract: those without a default, and those with one.
fn methods(file: &str) -> [Vec<String>; 2] {
    let text = fs::read_to_string(root().join("games/contract/src").join(file)).unwrap();
    let body = text.split("\npub trait ").nth(1).unwrap().split("\n}\n").next().unwrap();
    let mut found = [Vec::new(), Vec::new()];
    for signature in body.split("\n    fn ").skip(1) {
        let name = signature.split(['<', '(']).next().unwrap().to_owned();
        let end = signature.find([';', '{']).unwrap();
        found[usize::from(signature.as_bytes()[end] == b'{')].push(format!("`{name}`"));
    }
    found
}

/// `METHODS_UPDATE=1` writes the table of the methods into `docs/adding-a-game.md`.
#[test]
fn the_page_lists_the_methods_of_the_contract() {
    const TRAITS: [(&str, &str); 5] = [
        ("Game", "game.rs"),
        ("Notation", "notation.rs"),
        ("Scenery", "scenery.rs"),
        ("Heuristics", "heuristics.rs"),
        ("Solving", "solving.rs"),
    ];
    let mut table = String::from("| trait | a game must have | a game may have |\n|---|---|---|\n");
    let mut counts = [0, 0];
    for (name, file) in TRAITS {
        let [must, may] = methods(file);
        counts = [counts[0] + must.len(), counts[1] + may.len()];
        table += &format!("| `{name}` | {} | {} |\n", must.join(", "), may.join(", "));
    }
    assert!(counts[0] <= 14 && counts[0] + counts[1] <= 44, "the contract grows: {counts:?}");
    let path = root().join("docs/adding-a-game.md");
    let page = fs::read_to_string(&path).unwrap();
    let start = page.find("| trait |").unwrap();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    if std::env::var_os("METHODS_UPDATE").is_some() {
        fs::write(&path, page[..start].to_owned() + &table + &page[end..]).unwrap();
    } else {
        assert_eq!(page[start..end], table, "METHODS_UPDATE=1 writes the table");
    }
}
