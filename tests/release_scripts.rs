//! The scripts that make a release, tried without building one.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The targets of releases.
const TARGETS: [&str; 7] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn call(script: &str, arguments: &[&str]) -> Output {
    Command::new(root().join("release").join(script)).args(arguments).output().unwrap()
}

#[test]
fn targets_that_are_not_known_are_refused_with_all_that_are() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for wrong in [
        "x86_64-unknown-linux",
        "wasm32-unknown-unknown",
        "",
        "x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu",
    ] {
        let refused = call("build.sh", &["--out", out.to_str().unwrap(), wrong]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{wrong}: {said}");
        assert!(
            TARGETS.iter().all(|target| said.contains(target)) && said.contains(&format!("`{wrong}`")),
            "{said}"
        );
    }
    assert!(!out.exists());
}
