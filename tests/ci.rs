//! The check of a change: what it does where tools are missing, tried with stand-ins for all of them; and the workflows, which only call
//! scripts.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The tools by their names in `CI_SKIP`, each with a program without which it is missing.
const TOOLS: [(&str, &str); 11] = [
    ("python", "python3"),
    ("groff", "groff"),
    ("cargo-deny", "cargo-deny"),
    ("npm", "npm"),
    ("chromium", "chromium"),
    ("rustup", "rustup"),
    ("wasm-bindgen", "wasm-bindgen"),
    ("mingw-w64", "x86_64-w64-mingw32-gcc"),
    ("wine64", "wine64"),
    ("slurm", "slurmctld"),
    ("fairy-stockfish", "fairy-stockfish"),
];

/// What the scripts call of the system.
const SYSTEM: [&str; 14] = [
    "bash", "sh", "cat", "chmod", "cmp", "cp", "dirname", "env", "mkdir", "mktemp", "realpath", "rm", "sed",
    "seq",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A folder whose `bin` has stand-ins for everything that the scripts call, and nothing else.
struct Stage(TempDir);

impl Stage {
    fn new() -> Stage {
        let stage = Stage(tempfile::tempdir().unwrap());
        fs::create_dir(stage.bin()).unwrap();
        for name in SYSTEM {
            let folders = std::env::var_os("PATH").unwrap();
            let mut found = std::env::split_paths(&folders).map(|folder| folder.join(name));
            symlink(found.find(|path| path.is_file()).unwrap(), stage.bin().join(name)).unwrap();
        }
        let lock = fs::read_to_string(root().join("web/Cargo.lock")).unwrap();
        let version = lock.split("name = \"wasm-bindgen\"\nversion = \"").nth(1).unwrap();
        let version = version.split('"').next().unwrap();
        let others = ["munged", "slurmd", "sbatch", "fairy-stockfish", "x86_64-w64-mingw32-gcc", "wine64"];
        for name in ["groff", "cargo-deny", "node", "chromium", "slurmctld"].into_iter().chain(others) {
            stage.put(name, "");
        }
        stage.put("cargo", "echo \"$1\" >>\"$STAGE/called\"");
        stage.put("npm", "mkdir -p node_modules");
        stage.put("rustup", "echo wasm32-unknown-unknown x86_64-pc-windows-gnu");
        stage.put("wasm-bindgen", &format!("echo wasm-bindgen {version}"));
        stage.put("id", "echo 0");
        stage.put(
            "python3",
            "mkdir -p \"$3/bin\"; for name in python pip; do echo '#!/bin/sh' >\"$3/bin/$name\"; chmod +x \"$3/bin/$name\"; done",
        );
        stage
    }

    fn bin(&self) -> PathBuf {
        self.0.path().join("bin")
    }

    fn put(&self, name: &str, script: &str) {
        let path = self.bin().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn without(self, program: &str) -> Stage {
        fs::remove_file(self.bin().join(program)).unwrap();
        self
    }

    /// Calls a script of the checkout.
    fn call(&self, script: &str, arguments: &[&str], skipped: &str) -> Output {
        let mut command = Command::new(root().join(script));
        command.args(arguments).env_clear().env("PATH", self.bin()).env("STAGE", self.0.path());
        command.env("CI_TOOLS", self.0.path().join("tools")).env("CI_SKIP", skipped);
        command.env("TORNEO_VENV", self.0.path().join("environment")).output().unwrap()
    }

    /// Whether the steps were begun: the first one formats.
    fn stepped(&self) -> bool {
        fs::read_to_string(self.0.path().join("called")).is_ok_and(|called| called.contains("fmt"))
    }
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
}

#[test]
fn nothing_is_skipped_where_everything_is_there() {
    let stage = Stage::new();
    let output = stage.call(".ci/run", &["tools"], "");
    assert!(output.status.success(), "{output:?}");
    assert!(!lines(&output.stdout).iter().any(|line| line.starts_with("skipped")), "{output:?}");
    assert!(!stage.stepped());
    let output = stage.call(".ci/run", &["format"], "");
    assert!(output.status.success() && stage.stepped(), "{output:?}");
}

#[test]
fn a_missing_tool_ends_the_check_before_its_first_step_with_its_name() {
    for (name, program) in TOOLS {
        let stage = Stage::new().without(program);
        let output = stage.call(".ci/run", &[], "");
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
        let said = lines(&output.stderr);
        assert!(said.iter().any(|line| line.starts_with(&format!("error: {name} is missing"))), "{said:?}");
        assert!(!stage.stepped(), "{name}: {output:?}");
    }
}

#[test]
fn what_ci_skip_lists_is_left_out_with_a_word() {
    for (name, program) in TOOLS {
        let stage = Stage::new().without(program);
        let output = stage.call(".ci/run", &["tools"], name);
        assert!(output.status.success(), "{name}: {output:?}");
        assert_eq!(lines(&output.stdout), [format!("skipped: {name}")]);
    }
    let all: Vec<&str> = TOOLS.iter().map(|(name, _)| *name).collect();
    let output = Stage::new().call(".ci/run", &["words", "licences", "cluster", "package"], &all.join(" "));
    assert!(output.status.success(), "{output:?}");
    let said = lines(&output.stdout);
    for left_out in ["words", "licences", "cluster", "package"] {
        assert!(said.iter().any(|line| line.starts_with(&format!("== {left_out}: left out"))), "{said:?}");
    }
}

#[test]
fn names_that_are_not_known_are_refused() {
    for (arguments, skipped, wrong) in [(["tools"], "slurm pyton", "`pyton`"), (["lint"], "", "`lint`")] {
        let output = Stage::new().call(".ci/run", &arguments, skipped);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = lines(&output.stderr).join("\n");
        assert!(said.contains(wrong) && said.contains("expected some of"), "{said}");
    }
}

#[test]
fn scripts_fail_where_they_cannot_run() {
    for (script, missing) in
        [("python/test.sh", "python3"), ("tests/slurm/test.sh", "sbatch"), ("web/build.sh", "wasm-bindgen")]
    {
        let stage = Stage::new().without(missing);
        let output = stage.call(script, &["/bin/true"], "");
        assert!(!output.status.success(), "{script}: {output:?}");
        assert!(lines(&output.stderr).iter().any(|line| line.contains(missing)), "{script}: {output:?}");
    }
}

/// The texts of all workflows.
fn workflows() -> Vec<(PathBuf, String)> {
    let folder = fs::read_dir(root().join(".github/workflows")).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn workflows_call_rustup_or_scripts_of_the_checkout() {
    let mut called = Vec::new();
    for (path, text) in workflows() {
        for line in text.lines() {
            let line = line.trim_start().trim_start_matches("- ");
            // `defaults: run:` is followed by a shell, not by a command.
            let Some(command) = line.strip_prefix("run: ") else { continue };
            let program = command.split(' ').next().unwrap();
            let is_script =
                fs::metadata(root().join(program)).is_ok_and(|file| file.permissions().mode() & 0o111 != 0);
            assert!(program == "rustup" || is_script, "{}: `{command}`", path.display());
            let plain =
                command.chars().all(|letter| letter.is_ascii_alphanumeric() || "./-_ ".contains(letter));
            assert!(plain, "{}: `{command}` is more than a call", path.display());
            called.push(command.to_owned());
        }
    }
    assert!(called.contains(&".ci/run".to_owned()) && called.contains(&".ci/check".to_owned()), "{called:?}");
}

/// Actions are those of a major version, and whoever makes a release may do what its job needs and no more.
#[test]
fn actions_are_pinned_and_permissions_are_those_of_a_job() {
    let mut actions = 0;
    for (path, text) in workflows() {
        for line in text.lines() {
            let Some(action) = line.trim_start().trim_start_matches("- ").strip_prefix("uses: ") else {
                continue;
            };
            let version = action.split_once('@').unwrap().1;
            let major = version.strip_prefix("release/").unwrap_or(version).strip_prefix('v');
            let is_major = major
                .is_some_and(|major| !major.is_empty() && major.bytes().all(|byte| byte.is_ascii_digit()));
            assert!(is_major, "{}: {action}", path.display());
            actions += 1;
        }
        assert!(text.contains("\npermissions:"), "{}", path.display());
    }
    assert!(actions > 5, "{actions}");
    let (_, release) = workflows().into_iter().find(|(path, _)| path.ends_with("release.yml")).unwrap();
    assert!(release.contains("\npermissions: {}\n") && release.contains("tags: [\"v*\"]"), "{release}");
    let jobs = release.split("\njobs:\n").nth(1).unwrap();
    let begins = |line: &str| line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(':');
    let count = jobs.lines().filter(|line| begins(line)).count();
    assert_eq!(jobs.matches("\n    permissions:\n").count(), count, "{release}");
    let may_write = jobs.matches("contents: write").count();
    let uploads = jobs.matches("- run: release/upload.sh dist\n").count();
    assert_eq!(may_write, uploads, "only a job that uploads writes to the repository: {release}");
}

#[test]
fn the_oldest_rust_is_that_of_the_manifest() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let version = manifest.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    let (_, text) = workflows().into_iter().find(|(path, _)| path.ends_with("check.yml")).unwrap();
    assert!(text.contains(&format!("RUSTUP_TOOLCHAIN: \"{version}\"")), "{version}");
    assert!(text.contains(&format!("rustup toolchain install {version} ")), "{version}");
}
