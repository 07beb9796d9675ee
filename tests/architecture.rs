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
