//! Every option and key that names a file, with files that could hold up the program, fill the memory or flood the terminal.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "the folders are those of the tests")]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_torneo");

/// How long a command may take; most take a moment.
const LONGEST: Duration = Duration::from_secs(60);
/// Most characters that a refusal has.
const MOST_SAID: usize = 3000;
/// KiB of addresses that a command may use.
const ADDRESSES: u32 = 2_000_000;

/// Something that reads a file.
struct Reader {
    name: &'static str,
    /// What such a file may hold; nothing where that is not tried.
    good: Vec<u8>,
    /// What stands between the arguments of the command and the name.
    command: fn(&Path, &str) -> Vec<String>,
    /// Whether it is named inside a file or a specification, or must be read again or written: then it is a regular file.
    regular: bool,
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// A configuration in the folder that names a file, and the command that reads it.
fn in_config(folder: &Path, name: &str, game: &str, texts: [&str; 2], file: &str) -> Vec<String> {
    let config = folder.join(format!("{name}.toml"));
    let [engines, more] = texts.map(|text| text.replace("FILE", file));
    let text = format!(
        "name = \"named\"\nseed = 1\ngames = [\"{game}\"]\nengines = [{engines}]\nrounds = 1\n{more}"
    );
    fs::write(&config, text).unwrap();
    words(&format!("run {} --dry-run", config.display()))
}

const DESIGN: &str = "name = \"small\"\nseed = 3\nlevels = [{ engine = \"random\" }]\n[games]\n\
                      three-mens-morris = { b = 4, random-0 = 20 }\n";

fn readers() -> Vec<Reader> {
    let config =
        b"name = \"c\"\nseed = 1\ngames = [\"hazard\"]\nengines = [\"random\", \"greedy\"]\nrounds = 1\n";
    let tuning = Path::new(env!("CARGO_MANIFEST_DIR")).join("registry/tuning");
    let weights = fs::read(tuning.join("surakarta.weights")).unwrap();
    // Tables take minutes to make: of them only what is refused is tried.
    let table = [];
    let reader = |name, good: &[u8], command, regular| Reader { name, good: good.to_vec(), command, regular };
    let book = b"@b2 @a1\n";
    vec![
        reader("run", config, |_, file| words(&format!("run {file} --dry-run")), false),
        reader("run --print-config", config, |_, file| words(&format!("run {file} --print-config")), false),
        reader("import pgn", b"1. e4 *\n", |_, file| words(&format!("import {file} --format pgn")), false),
        reader(
            "import sgf",
            b"(;GM[1]SZ[5];B[cc])",
            |_, file| words(&format!("import {file} --format sgf --game atari-go(size=5)")),
            false,
        ),
        reader(
            "import json",
            b"{\"game\":\"surakarta\",\"tokens\":[]}\n",
            |_, file| words(&format!("import {file} --format json")),
            false,
        ),
        reader("dice run", b"output 3d6", |_, file| words(&format!("dice run {file}")), false),
        reader(
            "play --load",
            b"game = \"three-mens-morris\"\nmoves = \"@b2\"\n",
            |_, file| words(&format!("play --load {file}")),
            false,
        ),
        reader(
            "match --openings",
            book,
            |_, file| {
                words(&format!(
                    "match random greedy --games three-mens-morris --sprt 0,50 --max-rounds 2 --openings {file}"
                ))
            },
            false,
        ),
        reader(
            "best-of --openings",
            book,
            |_, file| {
                words(&format!(
                    "best-of random greedy --games three-mens-morris --max-rounds 2 --openings {file}"
                ))
            },
            false,
        ),
        reader(
            "tune --openings",
            book,
            |_, file| {
                words(&format!(
                    "tune mcts(sims=2) --game three-mens-morris --param c=0.1..2 --iterations 1 --pairs 1 \
                     --check 1 --openings {file}"
                ))
            },
            false,
        ),
        reader(
            "advantage --openings",
            book,
            |_, file| {
                words(&format!("advantage three-mens-morris --engine random --max-games 4 --openings {file}"))
            },
            false,
        ),
        reader(
            "atlas",
            DESIGN.as_bytes(),
            |folder, file| {
                words(&format!("atlas {file} --hours 0 --resume --out {}", folder.join("atlas").display()))
            },
            false,
        ),
        reader("atlas --plan", DESIGN.as_bytes(), |_, file| words(&format!("atlas {file} --plan")), true),
        reader(
            "slurm",
            config,
            |folder, file| {
                let out = folder.join("slurm");
                let _ = fs::remove_dir_all(&out);
                words(&format!("slurm {file} --tasks 1 --calibrate 0 --out {}", out.display()))
            },
            true,
        ),
        reader(
            "solve --table",
            &table,
            |_, file| words(&format!("solve catch-the-rabbit --table {file}")),
            true,
        ),
        reader(
            "perfect(table=)",
            &table,
            |_, file| words(&format!("bestmove catch-the-rabbit --engine perfect(table={file})")),
            true,
        ),
        reader(
            "weights=",
            &weights,
            |_, file| {
                words(&format!(
                    "bestmove surakarta --engine alpha-beta(depth=1,weights={file},evaluation=learned)"
                ))
            },
            true,
        ),
        reader(
            "weights= of a policy",
            b"torneo-policy 2\ngame surakarta\nboard 36 2\nkey 5 70\n",
            |_, file| words(&format!("bestmove surakarta --engine policy(weights={file})")),
            true,
        ),
        reader(
            "weights in a configuration",
            &weights,
            |folder, file| {
                let engine = "\"random\", \"alpha-beta(depth=1, evaluation=learned, weights=FILE)\"";
                in_config(folder, "weights", "surakarta", [engine, ""], file)
            },
            true,
        ),
        reader(
            "table in a configuration",
            &table,
            |folder, file| {
                let engine = "\"random\", \"perfect(table=FILE)\"";
                in_config(folder, "table", "catch-the-rabbit", [engine, ""], file)
            },
            true,
        ),
        reader(
            "lines",
            book,
            |folder, file| {
                let more = "[opening]\nlines = \"FILE\"\n";
                in_config(folder, "lines", "three-mens-morris", ["\"random\", \"greedy\"", more], file)
            },
            true,
        ),
    ]
}

/// What a command says with this standard input, which must end soon and with little memory.
fn torneo(arguments: &[String], input: Stdio) -> Output {
    let script = format!("ulimit -v {ADDRESSES}; exec timeout {} \"$0\" \"$@\"", LONGEST.as_secs());
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]).args(arguments).stdin(input).env("COLUMNS", "100");
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The files of all kinds: those that are no regular files, and what they are called.
struct Files {
    folder: TempDir,
}

impl Files {
    fn new() -> Files {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        File::create(at("sparse")).unwrap().set_len(1 << 30).unwrap();
        fs::write(at("wide"), "x y ".repeat(25_000)).unwrap();
        fs::write(at("quoted"), format!("games = [\"{}\"]\nname = \"a\"\n", "x".repeat(100_000))).unwrap();
        fs::write(at("empty"), "").unwrap();
        fs::write(at("bytes"), b"name = \"\xFF\xFE\x80\"\n").unwrap();
        let mut bomb =
            flate2::write::GzEncoder::new(File::create(at("bomb")).unwrap(), flate2::Compression::fast());
        let piece = "x y\n".repeat(1 << 18);
        (0..96).for_each(|_| bomb.write_all(piece.as_bytes()).unwrap());
        bomb.finish().unwrap();
        fs::create_dir(at("folder")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", at("to-zero")).unwrap();
        Files { folder }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

#[test]
fn every_file_that_is_named_is_read_rightly_or_refused_soon() {
    let files = Files::new();
    let (pipe, good, link) = (files.at("pipe"), files.at("good"), files.at("link"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink(&good, &link).unwrap();
    for Reader { name, good: content, command, regular } in readers() {
        let command = |file: &Path| command(files.folder.path(), file.to_str().unwrap());
        let refused = |what: &str, file: &Path, codes: &[i32]| {
            let began = Instant::now();
            let output = torneo(&command(file), Stdio::null());
            let told = said(&output);
            let code = output.status.code().unwrap_or(-1);
            assert!(codes.contains(&code), "{name}, {what}: {code}\n{}", &told[..told.len().min(MOST_SAID)]);
            assert!(!told.contains("panicked"), "{name}, {what}: {told}");
            assert!(told.chars().count() < MOST_SAID, "{name}, {what}: {} characters", told.len());
            assert!(began.elapsed() < LONGEST / 2, "{name}, {what}: {:?}", began.elapsed());
        };
        for what in ["sparse", "wide", "quoted", "bytes", "bomb", "folder", "to-zero"] {
            refused(what, &files.at(what), &[2]);
        }
        refused("/dev/zero", Path::new("/dev/zero"), &[2]);
        // A program of dice without a statement is one.
        refused("empty", &files.at("empty"), &[0, 2]);
        if regular {
            refused("pipe", &pipe, &[2]);
        }
        if content.is_empty() {
            continue;
        }
        fs::write(&good, &content).unwrap();
        let read = torneo(&command(&good), Stdio::null());
        assert_eq!(read.status.code(), Some(0), "{name}: {}", said(&read));
        // What solves goes on with its table, and what plans has planned: a link is as good as its file.
        let through = torneo(&command(&link), Stdio::null());
        assert_eq!(through.status.code(), Some(0), "{name}, link: {}", said(&through));
        assert!(link.is_symlink(), "{name}");
        if regular {
            continue;
        }
        let output = std::thread::scope(|scope| {
            scope.spawn(|| fs::write(&pipe, &content).unwrap());
            torneo(&command(&pipe), Stdio::null())
        });
        assert_eq!(output.status.code(), Some(0), "{name}, pipe: {}", said(&output));
        let input = || Stdio::from(File::open(&good).unwrap());
        for dash in ["-", "/dev/stdin"] {
            let output = torneo(&command(Path::new(dash)), input());
            assert_eq!(output.status.code(), Some(0), "{name}, {dash}: {}", said(&output));
        }
    }
}

/// The place of a mistake is shown, and little of the line around it.
#[test]
fn of_a_long_line_the_place_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("long.toml");
    let many = |name: &str| format!("\"{name}\", ").repeat(20_000);
    let games = format!("games = [{}\"no-such-game\", {}]\n", many("hazard"), many("hazard"));
    fs::write(&config, format!("name = \"a\"\nseed = 1\n{games}engines = [\"random\", \"greedy\"]\n"))
        .unwrap();
    let output = torneo(&words(&format!("run {} --dry-run", config.display())), Stdio::null());
    let told = said(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    let column = games.find("\"no-such-game\"").unwrap() + 1;
    assert!(told.contains(&format!(":3:{column}")) || told.contains("twice"), "{told}");
    assert!(told.chars().count() < 1500, "{told}");
}
