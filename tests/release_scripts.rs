//! The scripts that make a release, tried without building one.
#![cfg(unix)]

use std::fs;
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

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn call(script: &str, arguments: &[&str]) -> Output {
    Command::new(root().join("release").join(script)).args(arguments).output().unwrap()
}

fn archive(target: &str) -> String {
    let ending = if target.contains("windows") { "zip" } else { "tar.gz" };
    format!("torneo-{VERSION}-{target}.{ending}")
}

/// A sum that stands for that of a file.
fn sum(name: &str) -> String {
    format!("{:064x}", crate::support::fingerprint(name.as_bytes()))
}

/// A folder with the sums of these files alone.
fn with_sums(names: &[String]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = names.iter().map(|name| format!("{}  {name}\n", sum(name))).collect();
    fs::write(folder.path().join("SHA256SUMS"), lines).unwrap();
    folder
}

/// What a release has: an archive for each target, and the sources.
fn files() -> Vec<String> {
    TARGETS.into_iter().map(archive).chain([format!("torneo-{VERSION}.tar.gz")]).collect()
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

#[test]
fn manifests_name_the_archives_with_their_sums() {
    let folder = with_sums(&files());
    let done = call("manifests.sh", &[folder.path().to_str().unwrap()]);
    assert!(done.status.success(), "{done:?}");
    let manifests = folder.path().join("manifests");
    let [x86, arm, ..] = TARGETS.map(archive);
    let [.., windows, mac_arm, mac_x86] = TARGETS.map(archive);
    let sources = format!("torneo-{VERSION}.tar.gz");
    let expected: [(&str, &[&String]); 4] = [
        ("torneo.rb", &[&x86, &arm, &mac_arm, &mac_x86]),
        ("PKGBUILD", &[&x86, &arm]),
        ("recipe.yaml", &[&sources]),
        ("winget/torneo.torneo.installer.yaml", &[&windows]),
    ];
    for (file, archives) in expected {
        let text = fs::read_to_string(manifests.join(file)).unwrap();
        for name in archives {
            let url = format!("https://github.com/torneo/torneo/releases/download/v{VERSION}/{name}");
            assert!(text.contains(&url) && text.contains(&sum(name)), "{file}, {name}: {text}");
        }
        let sums = text.lines().filter(|line| line.contains(&"0".repeat(48))).count();
        assert_eq!(sums, archives.len(), "{file} has no other sums: {text}");
    }
    for entry in fs::read_dir(manifests.join("winget")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(text.contains(&format!("PackageVersion: {VERSION}\n")), "{text}");
    }
}

#[test]
fn manifests_are_not_written_without_an_archive() {
    for missing in files().into_iter().filter(|name| !name.contains("musl")) {
        let others: Vec<String> = files().into_iter().filter(|name| *name != missing).collect();
        let folder = with_sums(&others);
        let refused = call("manifests.sh", &[folder.path().to_str().unwrap()]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{missing}: {said}");
        assert!(
            said.contains(&missing) && !others.iter().any(|other| said.contains(other)),
            "{missing}: {said}"
        );
        assert!(!folder.path().join("manifests").exists());
    }
    let empty = tempfile::tempdir().unwrap();
    let refused = call("manifests.sh", &[empty.path().to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("SHA256SUMS is missing"), "{refused:?}");
    let refused = call("container.sh", &[empty.path().to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains(&archive("x86_64-unknown-linux-musl")),
        "{refused:?}"
    );
}

#[test]
fn a_trial_under_wine_needs_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().join("none.exe");
    let refused = call("wine.sh", &[none.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("there is no program"), "{refused:?}");
}

/// `cargo binstall` finds the archives that are built.
#[test]
fn binstall_finds_the_archive_of_each_target() {
    let manifest = fs::read_to_string(root().join("harness/Cargo.toml")).unwrap();
    let section = |name: &str| {
        let text = manifest.split(&format!("[package.metadata.binstall{name}]\n")).nth(1)?;
        Some(text.split("\n\n").next().unwrap().to_owned())
    };
    let value = |text: &str, key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")));
        line.unwrap().trim_end_matches('"').to_owned()
    };
    for host in TARGETS.into_iter().chain(["x86_64-pc-windows-msvc"]) {
        let text = section(&format!(".overrides.{host}")).or_else(|| section("")).unwrap();
        let filled = |key: &str| {
            let repository = "https://github.com/torneo/torneo";
            let text = value(&text, key).replace("{ repo }", repository).replace("{ version }", VERSION);
            text.replace("{ target }", host).replace("{ bin }", "torneo").replace("{ binary-ext }", "")
        };
        let target = host.replace("msvc", "gnu");
        let name = archive(&target);
        assert!(filled("pkg-url").ends_with(&format!("/releases/download/v{VERSION}/{name}")), "{host}");
        assert_eq!(value(&text, "pkg-fmt"), if name.ends_with("zip") { "zip" } else { "tgz" }, "{host}");
        assert_eq!(filled("bin-dir"), format!("torneo-{VERSION}-{target}/torneo"), "{host}");
    }
}

#[test]
fn the_tag_of_a_release_is_that_of_its_version() {
    assert!(call("tag.sh", &[&format!("v{VERSION}")]).status.success());
    for wrong in ["v0.0.0", VERSION] {
        let refused = call("tag.sh", &[wrong]);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(
            String::from_utf8_lossy(&refused.stderr).contains(&format!("expected v{VERSION}")),
            "{refused:?}"
        );
    }
}
