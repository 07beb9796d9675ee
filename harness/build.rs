//! Makes two lists: the pages of the rules, and what adds the games of each family. The pages are the files of `docs/games` that are
//! called like games; the families are the crates `torneo-entries-*` of the manifest.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("pages.rs"), pages(&own.join("../docs/games"))).expect("the list is written");
    fs::write(out.join("families.rs"), families(&own.join("Cargo.toml"))).expect("the list is written");
}

fn pages(folder: &Path) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(folder).expect("the folder");
    let mut pages: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    let mut list = String::from("[\n");
    for page in pages {
        let id = page.file_stem().expect("a name");
        writeln!(list, "    ({id:?}, include_str!({page:?})),").expect("a string");
    }
    list + "]"
}

fn families(manifest: &Path) -> String {
    println!("cargo::rerun-if-changed={}", manifest.display());
    let text = fs::read_to_string(manifest).expect("the manifest");
    let families = text.lines().filter_map(|line| line.strip_prefix("torneo-entries-"));
    let mut list = String::from("[\n");
    for family in families {
        let name: String = family.chars().take_while(char::is_ascii_alphanumeric).collect();
        writeln!(list, "    torneo_entries_{name}::add,").expect("a string");
    }
    list + "]"
}
