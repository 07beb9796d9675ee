//! Makes five lists. The pages of the rules are the files of `docs/games` that are called like games. A page that links common
//! rules, `NAME-common.md`, holds them: its terms stand before its rules, the rest at its end. The charts of these pages are the
//! files `odds-NAME.svg`; pictures of games are drawn when they are wanted. The configurations are the files of `configs`, the
//! ladders those of `results/ladders`. What adds the games of each family are the crates `torneo-entries-*` of the manifest. What the
//! program says of its build is in `build/version.rs`.

#[path = "build/version.rs"]
mod version;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("pages.rs"), pages(&own.join("../docs/games"), &out)).expect("the list is written");
    fs::write(out.join("charts.rs"), charts(&own.join("../docs/games/pictures")))
        .expect("the list is written");
    fs::write(out.join("configurations.rs"), toml_files(&own.join("../configs")))
        .expect("the list is written");
    fs::write(out.join("ladders.rs"), toml_files(&own.join("../results/ladders")))
        .expect("the list is written");
    fs::write(out.join("families.rs"), families(&own.join("Cargo.toml"))).expect("the list is written");
    fs::write(out.join("version.txt"), version::version(&own)).expect("the text is written");
}

fn pages(folder: &Path, out: &Path) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(folder).expect("the folder");
    let mut pages: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    let is_page = |path: &Path| path.extension().is_some_and(|ending| ending == "md");
    pages.retain(|path| is_page(path) && path.file_stem().is_some_and(|name| name != "README"));
    pages.sort();
    let mut list = String::from("[\n");
    for page in pages {
        let id = page.file_stem().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&page).expect("the page");
        match common_rules(&text, folder) {
            Some((link, common)) => {
                let whole = out.join(format!("{id}.md"));
                fs::write(&whole, with_common(&text, &link, &common)).expect("the page is written");
                writeln!(list, "    ({id:?}, include_str!({whole:?})),").expect("a string");
            }
            None => writeln!(list, "    ({id:?}, include_str!({page:?})),").expect("a string"),
        }
    }
    list + "]"
}

fn charts(folder: &Path) -> String {
    list(folder, |path| {
        let name = path.file_name()?.to_str()?;
        name.starts_with("odds-").then(|| name.to_owned())
    })
}

/// The texts of the TOML files of a folder, by their names without the ending.
fn toml_files(folder: &Path) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    list(folder, |path| {
        let is_one = path.extension().is_some_and(|ending| ending == "toml");
        is_one.then(|| path.file_stem().expect("a name").to_str().map(str::to_owned)).flatten()
    })
}

/// The texts of the files of a folder that have a name here, by these names.
fn list(folder: &Path, name: impl Fn(&Path) -> Option<String>) -> String {
    let files = fs::read_dir(folder).expect("the folder");
    let paths = files.map(|file| file.expect("a file").path());
    let mut named: Vec<(String, PathBuf)> = paths.filter_map(|path| Some((name(&path)?, path))).collect();
    named.sort();
    let mut list = String::from("[\n");
    for (name, path) in named {
        writeln!(list, "    ({name:?}, include_str!({path:?})),").expect("a string");
    }
    list + "]"
}

/// The link to common rules in a page, and these rules.
fn common_rules(page: &str, folder: &Path) -> Option<(String, String)> {
    let end = page.find("-common.md)")?;
    let start = page[..end].rfind('(')?;
    let file = format!("{}-common.md", &page[start + 1..end]);
    let common = fs::read_to_string(folder.join(&file)).expect("the common rules");
    Some((format!("({file}).\n"), common))
}

/// A page with its common rules, of which the first section stands before the rules and the others at the end.
fn with_common(page: &str, link: &str, common: &str) -> String {
    const RULES: &str = "## Rules as implemented\n";
    let (introduction, rest) = page.split_once(RULES).expect("a page has rules");
    // The sentence with the link is no longer needed.
    let (before, after) = introduction.split_once(link).expect("the link ends a sentence and its line");
    let before = &before[..before.rfind("The dice").expect("the sentence begins so")];
    let mut sections = common.split("\n## ").skip(1).map(|section| format!("## {}\n", section.trim_end()));
    let terms = sections.next().expect("the terms");
    let introduction = format!("{}\n{after}", before.trim_end());
    let others: String = sections.map(|section| format!("\n{section}")).collect();
    format!("{introduction}{terms}\n{RULES}{rest}{others}")
}

fn families(manifest: &Path) -> String {
    println!("cargo::rerun-if-changed={}", manifest.display());
    let text = fs::read_to_string(manifest).expect("the manifest");
    // As it is published each dependency is a table of its own.
    let names = text.lines().map(|line| line.strip_prefix("[dependencies.").unwrap_or(line));
    let families = names.filter_map(|line| line.strip_prefix("torneo-entries-"));
    let mut list = String::from("[\n");
    for family in families {
        let name: String = family.chars().take_while(char::is_ascii_alphanumeric).collect();
        writeln!(list, "    torneo_entries_{name}::add,").expect("a string");
    }
    list + "]"
}
