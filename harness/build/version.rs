//! What the program says of its own build: version, commit, target and compiler.

use std::env;
use std::path::Path;
use std::process::Command;

/// What the program is made of: when something of it changes, the commit is looked at again. The crate is compiled anew then
/// in any case.
const MADE_OF: [&str; 6] = ["games", "engines", "harness", "configs", "Cargo.toml", "Cargo.lock"];

/// The text of `torneo --version`, the name of the program left out.
pub fn version(own: &Path) -> String {
    let (version, target) = (variable("CARGO_PKG_VERSION"), variable("TARGET"));
    let commit = commit(&own.join("..")).unwrap_or_else(|| "unknown".to_owned());
    let rustc = output(Command::new(variable("RUSTC")).arg("--version")).unwrap_or_default();
    let rustc = rustc.strip_prefix("rustc ").unwrap_or(&rustc);
    format!("{version}\ncommit: {commit}\ntarget: {target}\nrustc: {rustc}")
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets it")
}

/// The commit of a checkout, and whether it has changes that are not committed; none where the folder is no checkout of its own,
/// such as the sources of a package inside somebody's repository.
fn commit(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| output(Command::new("git").current_dir(root).args(arguments));
    let checkout = Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if checkout != root.canonicalize().ok()? {
        return None;
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    // Every move of HEAD is noted in its log. Where no log is kept, the branch is a file once something is committed.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]).unwrap_or_default();
    for name in ["HEAD", "logs/HEAD", &branch] {
        let file = git(&["rev-parse", "--git-path", name]).map(|file| root.join(file));
        file.filter(|file| file.is_file()).iter().for_each(|file| watch(file));
    }
    MADE_OF.iter().for_each(|name| watch(&root.join(name)));
    let changes = git(&["--no-optional-locks", "status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() { commit } else { format!("{commit} (changed)") })
}

/// Looks again when this changes. A path that is not there would be looked at in every build.
fn watch(path: &Path) {
    if path.exists() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// What a program prints, without the end of its last line; none if it is not there or fails.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().to_owned())
}
