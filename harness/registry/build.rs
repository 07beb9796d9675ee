//! Puts what was tuned and learnt for games, the files in `tuning`, into the program.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("tuning");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("the folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut list = String::from("[\n");
    for file in files {
        let name = file.file_name().expect("a name");
        writeln!(list, "    ({name:?}, include_str!({file:?})),").expect("a string");
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("tuning.rs");
    fs::write(out, list).expect("the list is written");
}
