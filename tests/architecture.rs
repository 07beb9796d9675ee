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
fn the_map_has_a_row_for_each_crate_with_its_dependencies() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let mut rows = BTreeMap::new();
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let ["", name, _, dependencies, ""] = cells[..]
            && let Some(name) = name.strip_prefix("`torneo").and_then(|name| name.strip_suffix('`'))
        {
            let names = dependencies.split(", ").filter(|name| !name.is_empty());
            rows.insert(format!("torneo{name}"), names.map(str::to_owned).collect::<BTreeSet<String>>());
        }
    }
    let short = |name: &str| name.strip_prefix("torneo-").unwrap_or(name).to_owned();
    for (name, found) in crates() {
        let found: BTreeSet<String> = found.iter().map(|name| short(name)).collect();
        let row = rows.remove(&name).unwrap_or_else(|| panic!("the map has no row for {name}: {found:?}"));
        assert_eq!(found, row, "the dependencies of {name}, and those of the map");
    }
    assert!(rows.is_empty(), "the map has rows for what is no crate: {rows:?}");
}

/// The folders in a folder.
fn folders(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

#[test]
fn a_family_is_named_in_its_list_and_in_manifests() {
    let families: BTreeSet<String> =
        torneo::games::FAMILIES.iter().map(|family| (*family).to_owned()).collect();
    // Without a manifest it is no crate: a folder that an earlier build left behind.
    let crates = |folder: &str| -> BTreeSet<String> {
        let is_crate = |name: &String| root().join(folder).join(name).join("Cargo.toml").exists();
        folders(folder).into_iter().filter(is_crate).collect()
    };
    assert_eq!(families, crates("harness/entries"), "games/src/lib.rs, and the folders of harness/entries");
    assert!(families.is_subset(&crates("games")), "a family has its folder in games: {families:?}");
    let listed = |manifest: &str| -> BTreeSet<String> {
        let text = fs::read_to_string(root().join(manifest)).unwrap();
        let names = text.lines().filter_map(|line| line.strip_prefix("torneo-entries-"));
        names.map(|name| name.chars().take_while(char::is_ascii_alphanumeric).collect()).collect()
    };
    for manifest in ["Cargo.toml", "harness/Cargo.toml", "web/player/Cargo.toml"] {
        assert_eq!(families, listed(manifest), "games/src/lib.rs, and the crates of {manifest}");
    }
    let features = fs::read_to_string(root().join("web/player/Cargo.toml")).unwrap();
    let sizes = fs::read_to_string(root().join("docs/web.md")).unwrap();
    for family in &families {
        assert!(features.contains(&format!("\n{family} = [\"dep:torneo-entries-{family}\"]\n")), "{family}");
        assert!(sizes.contains(&format!("\n| {family} | ")), "docs/web.md has no size of {family}");
    }
    let registry = torneo::registry();
    let known: BTreeSet<&str> = registry.games().iter().map(|entry| entry.info().family).collect();
    assert_eq!(families, known.into_iter().map(str::to_owned).collect(), "the program, and games/src/lib.rs");
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

/// The modules of `engines/search` that each imports; the parts of `common` are modules of their own.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let source = root().join("engines/search/src");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let inside = path.strip_prefix(&source).unwrap().with_extension("");
            let parts: Vec<&str> = inside.iter().map(|part| part.to_str().unwrap()).collect();
            let module = match parts[..] {
                ["lib"] => continue,
                ["common", part] => format!("common::{part}"),
                _ => parts[0].to_owned(),
            };
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let uses = code.split(';').filter_map(|line| line.split("use crate::").nth(1).map(str::to_owned));
            let own = code.split(';').filter_map(|line| line.split("use super::").nth(1));
            let own = own.filter(|_| parts[0] == "common").map(|path| format!("common::{path}"));
            let of = |path: String| {
                let paths: Vec<String> = match path.split_once('{') {
                    Some((before, list)) if before.is_empty() || before == "common::" => {
                        let names = list.trim_end_matches('}').split(',').map(str::trim);
                        names.map(|name| format!("{before}{name}")).collect()
                    }
                    _ => vec![path],
                };
                let module = |path: String| {
                    let parts: Vec<String> = path.split("::").map(str::to_owned).collect();
                    let depth = if parts[0] == "common" { 2 } else { 1 };
                    parts[..depth.min(parts.len())].join("::")
                };
                paths.into_iter().map(module).collect::<Vec<String>>()
            };
            let imported = uses.chain(own).flat_map(of).filter(|name| *name != module);
            found.entry(module.clone()).or_default().extend(imported);
        }
    }
    found
}

#[test]
fn modules_of_the_search_import_each_other_without_circles() {
    let mut left = imports();
    assert!(left.len() > 20 && left["built_in"].contains("alpha_beta"), "{left:?}");
    // A module that imports none of those that are left is in no circle.
    while !left.is_empty() {
        let known: BTreeSet<String> = left.keys().cloned().collect();
        let free: Vec<String> =
            left.iter().filter(|(_, to)| to.is_disjoint(&known)).map(|(name, _)| name.clone()).collect();
        assert!(!free.is_empty(), "a circle is among {left:?}");
        free.iter().for_each(|name| drop(left.remove(name)));
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
    assert!(counts[0] <= 13 && counts[0] + counts[1] <= 44, "the contract grows: {counts:?}");
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

#[test]
fn the_python_package_has_the_version_of_the_workspace() {
    let version = |manifest: &str, table: &str| {
        let text = fs::read_to_string(root().join(manifest)).unwrap();
        let after = text.split(table).nth(1).unwrap().split("\nversion = \"").nth(1).unwrap();
        after.split('"').next().unwrap().to_owned()
    };
    assert_eq!(version("python/Cargo.toml", "[package]"), version("Cargo.toml", "[workspace.package]"));
}
