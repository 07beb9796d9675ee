//! Puts the pages of the rules, the files of `docs/games` that are called like games, into the program.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../docs/games");
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(&folder).expect("the folder");
    let mut pages: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    let mut list = String::from("[\n");
    for page in pages {
        let id = page.file_stem().expect("a name");
        writeln!(list, "    ({id:?}, include_str!({page:?})),").expect("a string");
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("pages.rs");
    fs::write(out, list).expect("the list is written");
}
