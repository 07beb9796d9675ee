//! Makes the list of what adds the games of each family, for those families whose features are on: the crates
//! `torneo-entries-*` of the manifest.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("Cargo.toml");
    println!("cargo::rerun-if-changed={}", manifest.display());
    let text = fs::read_to_string(manifest).expect("the manifest");
    let mut list = String::from("[\n");
    for line in text.lines() {
        let Some(family) = line.strip_prefix("torneo-entries-") else { continue };
        let name: String = family.chars().take_while(char::is_ascii_alphanumeric).collect();
        if env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some() {
            writeln!(list, "    torneo_entries_{name}::add,").expect("a string");
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("families.rs");
    fs::write(out, list + "]").expect("the list is written");
}
