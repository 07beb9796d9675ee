//! The code is laid out as the manifests say, and `docs/architecture.md` says the same: what `cargo metadata` tells is compared with one
//! table of layers, and the page's table of crates is written from it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// A crate, as its manifest describes it.
struct Crate {
    name: String,
    /// Its folder in the repository.
    folder: String,
    description: String,
    version: String,
    /// Whether it can go to a registry of crates.
    published: bool,
    /// The crates of the repository that it depends on, those for tests left out, with the versions that it requires.
    dependencies: BTreeMap<String, String>,
    /// What is built of it.
    targets: Vec<Target>,
}

/// A library, a program, or a program of tests.
struct Target {
    /// Such as `lib`, `bin`, `test`.
    kind: String,
    /// Whether it has unit tests, and whether its examples in comments are tests.
    is_tested: bool,
    has_examples: bool,
}

fn target(target: &Value) -> Target {
    let flag = |name: &str| target[name].as_bool().unwrap();
    let kind = target["kind"][0].as_str().unwrap().to_owned();
    Target { kind, is_tested: flag("test"), has_examples: flag("doctest") }
}

/// The crates of a workspace, by name.
fn crates(workspace: &str) -> BTreeMap<String, Crate> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let output = cargo.current_dir(root().join(workspace)).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let found = metadata["packages"].as_array().unwrap().iter().map(|package| {
        let folder = PathBuf::from(text(&package["manifest_path"])).parent().unwrap().to_owned();
        let own = package["dependencies"].as_array().unwrap().iter();
        let own = own.filter(|one| one["path"].is_string() && one["kind"] != "dev");
        Crate {
            name: text(&package["name"]),
            folder: folder.strip_prefix(root()).unwrap().to_str().unwrap().to_owned(),
            description: text(&package["description"]),
            version: text(&package["version"]),
            published: package["publish"].is_null(),
            dependencies: own.map(|one| (text(&one["name"]), text(&one["req"]))).collect(),
            targets: package["targets"].as_array().unwrap().iter().map(target).collect(),
        }
    });
    found.map(|one| (one.name.clone(), one)).collect()
}

static CRATES: LazyLock<BTreeMap<String, Crate>> = LazyLock::new(|| crates("."));

/// Crates that know the same.
struct Layer {
    name: &'static str,
    /// Their folders; `*` is any name.
    folders: &'static [&'static str],
    /// The layers that they may depend on.
    below: &'static [&'static str],
}

/// Who may depend on whom. A crate is in the first layer that has its folder.
const LAYERS: [Layer; 12] = [
    Layer { name: "contract", folders: &["games/contract"], below: &[] },
    Layer { name: "boards", folders: &["games/board"], below: &["contract"] },
    Layer { name: "exact", folders: &["games/exact"], below: &["contract"] },
    Layer { name: "families", folders: &["games/*"], below: &["contract", "boards", "exact"] },
    Layer { name: "games", folders: &["games"], below: &["contract", "boards", "exact", "families"] },
    Layer { name: "engines", folders: &["engines/*"], below: &["contract", "engines"] },
    Layer { name: "statistics", folders: &["harness/statistics"], below: &[] },
    Layer { name: "present", folders: &["harness/present"], below: &["contract"] },
    Layer {
        name: "harness",
        folders: &["harness/*"],
        below: &["contract", "exact", "engines", "statistics", "present", "harness"],
    },
    Layer { name: "entries", folders: &["harness/entries/*"], below: &["families", "harness"] },
    Layer { name: "torneo", folders: &["harness"], below: &["games", "engines", "harness", "entries"] },
    Layer { name: "examples", folders: &["examples/*"], below: &["torneo"] },
];

/// The number of the layer of a folder.
fn layer(folder: &str) -> Option<usize> {
    let fits = |pattern: &str| {
        let (pattern, parts): (Vec<&str>, Vec<&str>) =
            (pattern.split('/').collect(), folder.split('/').collect());
        pattern.len() == parts.len() && pattern.iter().zip(&parts).all(|(a, b)| *a == "*" || a == b)
    };
    LAYERS.iter().position(|layer| layer.folders.iter().any(|pattern| fits(pattern)))
}

#[test]
fn dependencies_point_one_way() {
    let mut wrong = String::new();
    for one in CRATES.values() {
        let Some(layer_of_one) = layer(&one.folder) else { panic!("{} is in no layer", one.folder) };
        let layer_of_one = &LAYERS[layer_of_one];
        for name in one.dependencies.keys() {
            let below = LAYERS[layer(&CRATES[name].folder).unwrap()].name;
            if !layer_of_one.below.contains(&below) {
                wrong += &format!("{} ({}) depends on {name} ({below})\n", one.name, layer_of_one.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let used: BTreeSet<usize> = CRATES.values().filter_map(|one| layer(&one.folder)).collect();
    assert_eq!(used.len(), LAYERS.len(), "each layer has a crate");
}

/// What the description of a crate ends with that is not there for others than `torneo`.
const INNER: &str = " Inner to torneo.";

/// `MAP_UPDATE=1` writes the table of crates into `docs/architecture.md`.
#[test]
fn the_map_has_a_row_for_each_crate() {
    let mut table = String::from("| crate | folder | what it is | depends on |\n|---|---|---|---|\n");
    let mut ordered: Vec<&Crate> = CRATES.values().collect();
    ordered.sort_by_key(|one| (layer(&one.folder), &one.folder));
    for Crate { name, folder, description, dependencies, .. } in ordered {
        let description = description.strip_suffix(INNER).unwrap_or(description);
        let short = |name: &String| name.strip_prefix("torneo-").unwrap_or(name).to_owned();
        let dependencies: Vec<String> = dependencies.keys().map(short).collect();
        table += &format!("| `{name}` | `{folder}` | {description} | {} |\n", dependencies.join(", "));
    }
    written("docs/architecture.md", "| crate |", &table, "MAP_UPDATE");
}

/// The table of a page that begins in this way is this one; where a variable of the environment is set, it is written.
fn written(page: &str, begins: &str, table: &str, update: &str) {
    let path = root().join(page);
    let text = fs::read_to_string(&path).unwrap();
    let start = text.find(begins).unwrap();
    let end = start + text[start..].find("\n\n").unwrap() + 1;
    if std::env::var_os(update).is_some() {
        fs::write(&path, text[..start].to_owned() + table + &text[end..]).unwrap();
    } else {
        assert_eq!(&text[start..end], table, "{update}=1 writes the table");
    }
}

#[test]
fn inner_crates_say_so_and_are_required_in_one_version() {
    let (python, web) = (crates("python"), crates("web"));
    let version = &CRATES["torneo"].version;
    for one in CRATES.values().chain(python.values()).chain(web.values()) {
        for (name, required) in &one.dependencies {
            let inner = name != "torneo" && CRATES.contains_key(name);
            assert!(!inner || *required == format!("={version}"), "{} requires {name} {required}", one.name);
        }
    }
    // What the program and the Python package are made of.
    let mut needed = BTreeSet::from(["torneo".to_owned()]);
    let mut new: Vec<&Crate> = python.values().chain([&CRATES["torneo"]]).collect();
    while let Some(one) = new.pop() {
        let more = one.dependencies.keys().filter_map(|name| CRATES.get(name));
        new.extend(more.filter(|one| needed.insert(one.name.clone())));
    }
    for one in CRATES.values() {
        assert_eq!(one.published, needed.contains(&one.name), "whether {} is published", one.name);
        let says_so = one.description.ends_with(INNER);
        assert_eq!(says_so, one.published && one.name != "torneo", "{}: {}", one.name, one.description);
    }
}

/// Whether a source of a crate has such a line.
fn has_line(folder: &Path, fits: &dyn Fn(&str) -> bool) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => has_line(&path, fits),
            false => {
                path.extension().is_some_and(|ending| ending == "rs")
                    && fs::read_to_string(&path).unwrap().lines().any(|line| fits(line.trim_start()))
            }
        }
    })
}

/// Test programs run one after another, and each is linked by itself: a crate has one in `tests`, and none of unit tests or examples
/// where it has neither. Where it has some, they are run.
#[test]
fn tests_are_few_programs_and_none_is_left_out() {
    let mut programs = 0;
    for Crate { name, folder, targets, .. } in CRATES.values() {
        let source = root().join(folder).join("src");
        let tested = has_line(&source, &|line| line == "#[test]" || line.starts_with("proptest! {"));
        let code = ["", "should_panic", "no_run", "compile_fail"];
        let example = |line: &str| {
            let comment = line.strip_prefix("//! ```").or(line.strip_prefix("/// ```"));
            comment.is_some_and(|language| code.contains(&language))
        };
        let exemplified = has_line(&source, &example);
        let of_library = |target: &&Target| target.kind == "lib" || target.kind == "bin";
        for target in targets.iter().filter(of_library) {
            assert_eq!(target.is_tested, tested, "{name}: `test` of its {}, and unit tests", target.kind);
            let examples = exemplified && target.kind == "lib";
            assert_eq!(target.has_examples, examples, "{name}: `doctest`, and examples");
        }
        let own = targets.iter().filter(|target| target.kind == "test").count();
        // Those of `torneo` that have to be apart: `allocations` counts, `fuzz` aborts.
        assert!(own <= if name == "torneo" { 3 } else { 1 }, "{name} has {own} test programs");
        programs += targets.iter().filter(|target| target.is_tested && target.kind != "bench").count();
    }
    assert!(programs <= 40, "{programs} test programs");
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
        // A family may need more than its entries, such as exact odds.
        assert!(features.contains(&format!("\n{family} = [\"dep:torneo-entries-{family}\"")), "{family}");
        assert!(sizes.contains(&format!("\n| {family} | ")), "docs/web.md has no size of {family}");
    }
    let registry = torneo::registry();
    let known: BTreeSet<&str> = registry.games().iter().map(|entry| entry.info().family).collect();
    assert_eq!(families, known.into_iter().map(str::to_owned).collect(), "the program, and games/src/lib.rs");
}

/// The lines of the Rust code in a folder, tests and comments left out, each with its file.
fn code(folder: &str) -> Vec<(String, String)> {
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
                found.extend(lines.map(|line| (path.display().to_string(), line.to_owned())));
            }
        }
    }
    found
}

/// The string literals of the Rust code in a folder, each with its file.
fn literals(folder: &str) -> Vec<(String, String)> {
    let quoted = |(file, line): (String, String)| -> Vec<(String, String)> {
        line.split('"').skip(1).step_by(2).map(|literal| (file.clone(), literal.to_owned())).collect()
    };
    code(folder).into_iter().flat_map(quoted).collect()
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

/// How words are joined and columns padded is decided in one place.
#[test]
fn text_for_people_is_put_together_in_one_crate() {
    let others = folders("harness").into_iter().filter(|folder| folder != "present");
    let padded = |literal: &str| {
        let parts = literal.split('{').skip(1).filter_map(|part| part.split('}').next()?.split_once(':'));
        parts.map(|(_, form)| form).any(|form| form.contains(['<', '>', '$']) && !form.contains('.'))
    };
    let joins =
        |line: &str| [", ", " and ", " or "].iter().any(|b| line.contains(&format!(".join(\"{b}\")")));
    for source in
        others.map(|folder| format!("harness/{folder}/src")).filter(|path| root().join(path).exists())
    {
        let wrong: Vec<_> = code(&source).into_iter().filter(|(_, line)| joins(line)).collect();
        assert!(wrong.is_empty(), "words are joined: {wrong:?}");
        let wrong: Vec<_> = literals(&source).into_iter().filter(|(_, literal)| padded(literal)).collect();
        assert!(wrong.is_empty(), "columns are padded: {wrong:?}");
    }
}

/// The modules that each module of a crate imports; the parts of `common` are modules of their own.
fn imports(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let source = root().join(folder).join("src");
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
            let own = own.filter_map(|path| match parts[..] {
                ["common", _] => Some(format!("common::{path}")),
                [_] => Some(path.to_owned()),
                _ => None,
            });
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
fn modules_import_each_other_without_circles() {
    assert!(imports("engines/search")["built_in"].contains("alpha_beta"));
    assert!(imports("harness/dice")["language"].contains("pools"));
    for folder in ["engines/search", "harness/dice", "harness/registry", "harness/picture"] {
        let mut left = imports(folder);
        assert!(left.len() > 10, "{folder}: {left:?}");
        // A module that imports none of those that are left is in no circle.
        while !left.is_empty() {
            let known: BTreeSet<String> = left.keys().cloned().collect();
            let free: Vec<String> =
                left.iter().filter(|(_, to)| to.is_disjoint(&known)).map(|(name, _)| name.clone()).collect();
            assert!(!free.is_empty(), "{folder}: a circle is among {left:?}");
            free.iter().for_each(|name| drop(left.remove(name)));
        }
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
    written("docs/adding-a-game.md", "| trait |", &table, "METHODS_UPDATE");
}

#[test]
fn the_python_package_has_the_version_of_the_workspace() {
    assert_eq!(crates("python")["torneo-python"].version, CRATES["torneo"].version);
}
