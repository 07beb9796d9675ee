//! Texts from outside, each of them hostile: no terminal obeys what the program prints, and no spreadsheet what it writes.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_torneo");

/// Clears the screen, rings, sets a colour in the one-byte way, goes back to the beginning of the line, turns the direction
/// of the text round, and hides.
const HOSTILE: &str = "a\u{1b}[2J\u{7}\u{9b}31mb\rc\u{202e}d\u{200b}e\u{7f}";

/// What a run of the program printed; fails where a terminal would obey it, or could not show it.
fn said(mut command: Command, way: &str) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        command.stdin(Stdio::null()).output().expect("the program starts");
    let text = String::from_utf8([stdout, stderr].concat()).expect("the output is UTF-8");
    let hidden = |c: char| {
        (c.is_control() && !"\n\t".contains(c))
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
    };
    assert!(!text.contains(hidden), "{way}: {text:?}");
    assert!(!text.contains("panicked"), "{way}: {text}");
    (status.code(), text)
}

fn torneo(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    said(command, &arguments.join(" "))
}

/// A hostile text in JSON or TOML: both know these escapes.
fn escaped() -> String {
    HOSTILE
        .chars()
        .map(|c| if c.is_ascii_graphic() { c.to_string() } else { format!("\\u{:04x}", c as u32) })
        .collect()
}

/// The name of a new file that holds this.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Results of a run in which every free text of the rows is hostile.
fn results(folder: &Path) -> String {
    let out = folder.join("out").to_str().unwrap().to_owned();
    let run = ["run", "--games", "hazard", "--engines", "random", "greedy", "--rounds", "2", "--out", &out];
    assert_eq!(torneo(&run).0, Some(0));
    out
}

#[test]
fn programs_say_what_they_like() {
    let folder = tempfile::tempdir().unwrap();
    let text = escaped();
    let answers = |name: &str, games: &str, token: &str| {
        format!(
            r#"while read -r line; do case "$line" in
*'"hello"'*) echo '{{"type":"hello","name":"{name}","games":["{games}"]}}';;
*'"new"'*) echo '{{"type":"ready"}}';;
*'"ping"'*) echo '{{"type":"pong"}}';;
*'"go"'*) echo '{{"type":"move","token":"{token}"}}';;
*'"quit"'*) exit;;
esac; done"#
        )
    };
    let scripts = [
        ("name", answers(&text, "*", "x")),
        ("games", answers("n", &text, "x")),
        ("token", answers("n", "*", &text)),
        ("line", format!("printf '{HOSTILE}\\n'; cat > /dev/null")),
        ("log", format!("printf '{HOSTILE}\\n' >&2; exit 3")),
    ];
    for (what, script) in scripts {
        let script = file(folder.path(), what, &script);
        for json in [false, true] {
            let mut arguments = vec!["engine-check", "--game", "three-mens-morris", "--watchdog", "1"];
            arguments.extend(json.then_some("--json").into_iter().chain(["sh", &script]));
            let (code, _) = torneo(&arguments);
            assert!(matches!(code, Some(0..=2)), "{what}: {code:?}");
        }
        let config = file(
            folder.path(),
            "program.toml",
            &format!(
                "name = \"p\"\nseed = 1\ngames = [\"three-mens-morris\"]\nrounds = 1\nengines = [\"random\", {{ name = \"p\", command = [\"sh\", \"{script}\"] }}]\n"
            ),
        );
        let out = folder.path().join(format!("out-{what}"));
        torneo(&["run", &config, "--out", out.to_str().unwrap()]);
    }
}

#[test]
fn files_hold_what_they_like() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = HOSTILE.replace('\r', "");
    let pgn = format!(
        "[Event \"{text}\"]\n[White \"{text}\"]\n[Black \"{text}\"]\n[Variant \"fischerandom\"]\n[Result \"*\"]\n\n1. e4 {{{text}}} *\n"
    );
    let pgn = file(folder, "a.pgn", &pgn);
    for json in [&["--json"][..], &[]] {
        torneo(&[&["import", &*pgn, "--format", "pgn", "--game", "fischerandom(start=518)"], json].concat());
    }
    let wrong = file(folder, "b.pgn", &format!("[Event \"x\"]\n\n1. {text} *\n"));
    torneo(&["import", &wrong, "--format", "pgn", "--game", "fischerandom(start=518)"]);
    for (format, content) in [
        ("sgf", format!("(;GM[1]SZ[9]PB[{text}]PW[{text}];B[{text}])")),
        ("json", format!("{{\"game\": \"{0}\", \"engines\": [\"{0}\"], \"tokens\": [\"{0}\"]}}", escaped())),
        ("json", format!("{{\"game\": \"{text}")),
    ] {
        let name = file(folder, "c", &content);
        torneo(&["import", &name, "--format", format, "--game", "atari-go"]);
        torneo(&["import", &name, "--format", format]);
    }
    // Configurations: the excerpt shows the line, with the mark below the place.
    let head = "name = \"x\"\nseed = 1\nrounds = 1\n";
    for config in [
        format!("{head}games = [\"{0}\"]\nengines = [\"random\", \"greedy\"]\n", escaped()),
        format!("{head}games = [\"hazard\"]\nengines = [\"random\", \"{0}\"]\n", escaped()),
        format!(
            "{head}games = [\"hazard\"]\nengines = [{{ name = \"{0}\", spec = \"random\" }}, \"greedy\"]\n",
            escaped()
        ),
        format!("{head}# {text}\n\"{0}\" = 1\n", escaped()),
        format!("{head}games = [\"hazard\"] # {text}\nengines = 3 # {text}\n"),
        format!("{head}{text}\n"),
    ] {
        let (code, said) = torneo(&["run", &file(folder, "x.toml", &config), "--dry-run"]);
        assert_eq!(code, Some(2), "{said}");
    }
    let (_, said) = torneo(&[
        "run",
        &file(folder, "y.toml", &format!("{head}games = [\"hazard\"] # \u{1b}[2J\nengines = 3\n")),
        "--dry-run",
    ]);
    assert!(said.contains(r"\u{1b}[2J"), "{said}");
    let openings = file(folder, "openings", &format!("{text}\n"));
    torneo(&["match", "random", "greedy", "--games", "three-mens-morris", "--openings", &openings]);
    let saved = file(
        folder,
        "saved",
        &format!("{{\"game\": \"{0}\", \"moves\": \"{0}\", \"engines\": [\"{0}\"]}}", escaped()),
    );
    torneo(&["play", "--load", &saved]);
    torneo(&["play", "three-mens-morris", "--load", &saved]);
}

#[test]
fn arguments_and_names_of_files_are_what_they_like() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join(HOSTILE);
    fs::create_dir(&odd).unwrap();
    let odd = odd.to_str().unwrap();
    for arguments in [
        ["analyze", odd].as_slice(),
        &["verify", odd],
        &["report", odd],
        &["merge", odd, "--out", odd],
        &["slurm", "--status", odd],
        &["run", odd],
        &["import", odd, "--format", "pgn"],
        &["web", odd],
        &["show", HOSTILE],
        &["show", "three-mens-morris", "--moves", HOSTILE],
        &["show", "three-mens-morris", "--position", HOSTILE],
        &["show", "three-mens-morris", "--position", HOSTILE, "--json"],
        &["bestmove", "three-mens-morris", "--engine", HOSTILE],
        &["dice", "combos", HOSTILE],
        &["perft", "three-mens-morris", HOSTILE],
        &["analyze", odd, "--anchor", HOSTILE],
        &[HOSTILE],
    ] {
        assert_eq!(torneo(arguments).0, Some(2), "{arguments:?}");
    }
}

#[test]
fn folders_hold_what_they_like() {
    let folder = tempfile::tempdir().unwrap();
    let out = results(folder.path());
    let path = |name: &str| folder.path().join("out").join(name);
    // Rows without checkpoints are taken as they are.
    fs::remove_file(path("checkpoints.csv")).unwrap();
    let text = HOSTILE.replace('\r', "");
    let games = fs::read_to_string(path("games.csv")).unwrap();
    fs::write(path("games.csv"), games.replace(",won,", &format!(",{text},"))).unwrap();
    let every = |out: &str| {
        for arguments in [
            ["analyze", out].as_slice(),
            &["analyze", out, "--all"],
            &["analyze", out, "--json"],
            &["verify", out],
            &["verify", out, "--json"],
            &["report", out],
            &["export", out, "--format", "json"],
        ] {
            torneo(arguments);
        }
    };
    every(&out);
    let report = fs::read_to_string(path("report.html")).unwrap_or_default();
    assert!(!report.contains('\u{1b}') || report.contains("application/json"), "HTML");
    // A manifest with names that no configuration can have is none.
    fs::write(path("games.csv"), &games).unwrap();
    let manifest = fs::read_to_string(path("manifest.json")).unwrap();
    for name in [&*escaped(), "=cmd|' /C calc'!A0", "+1", "@x", "-1"] {
        let seats = fs::read_to_string(path("seats.csv")).unwrap();
        fs::write(
            path("manifest.json"),
            manifest.replace("\"name\": \"random\"", &format!("\"name\": \"{name}\"")),
        )
        .unwrap();
        every(&out);
        let (code, said) = torneo(&["analyze", &out]);
        assert!(code == Some(2) && said.contains("not a manifest of this program"), "{name}: {said}");
        fs::write(path("seats.csv"), seats).unwrap();
    }
    fs::write(
        path("manifest.json"),
        manifest.replace("\"name\": \"run\"", &format!("\"name\": \"{}\"", escaped())),
    )
    .unwrap();
    every(&out);
    // The folder of jobs.
    let jobs = folder.path().join("jobs");
    fs::create_dir(&jobs).unwrap();
    let job = format!(
        r#"{{"name":"{0}","program":"{0}","config":"{0}","working_folder":"{0}","folder":"{0}","options":["{0}"],"measured":false,"games":2,"tasks":[{{"shard":"{0}","first_game":0,"games":2,"seconds":1}}]}}"#,
        escaped()
    );
    fs::write(jobs.join("slurm.json"), job).unwrap();
    fs::write(jobs.join("jobs"), format!("{text} {text}\n")).unwrap();
    for json in [&[][..], &["--json"]] {
        let (code, _) = torneo(&[&["slurm", "--status", jobs.to_str().unwrap()], json].concat());
        assert_eq!(code, Some(0));
    }
}
