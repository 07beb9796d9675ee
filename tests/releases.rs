//! What a release says of itself, and the scripts that make it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

#[test]
fn what_tells_of_the_version_tells_of_this_one() {
    let manifest = read("Cargo.toml");
    let section = manifest.split("[workspace.package]").nth(1).unwrap();
    assert!(section.trim_start().starts_with(&format!("version = \"{VERSION}\"")), "{section}");
    let citation = read("CITATION.cff");
    let versions: Vec<&str> = citation.lines().filter_map(|line| line.strip_prefix("version: ")).collect();
    assert_eq!(versions, [VERSION], "CITATION.cff");
    let codemeta: Value = serde_json::from_str(&read("codemeta.json")).unwrap();
    assert_eq!(codemeta["version"], VERSION, "codemeta.json");
}

/// Texts have the same bytes in every checkout, and nothing changes those of pictures.
#[test]
fn texts_and_pictures_have_their_bytes_everywhere() {
    let mut git = std::process::Command::new("git");
    git.current_dir(root()).args(["ls-files", "--eol"]);
    let Some(output) = git.output().ok().filter(|output| output.status.success()) else {
        return eprintln!("skipped: this is no checkout of git");
    };
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let (told, name) = line.split_once('\t').unwrap();
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let expected = match ending {
            _ if name.starts_with("tests/corpus/") => "attr/-text",
            "png" | "webp" => "attr/-text",
            _ => "eol=lf",
        };
        assert!(told.contains(expected) && !told.contains("crlf"), "{line}");
    }
}
