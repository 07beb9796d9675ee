//! No result depends on the mathematical functions of the system, whose last bit differs from one to the next.
//!
//! A library that is loaded before the system's gives every value as the next larger number; what the program prints and writes
//! stays the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Functions of one and of two numbers, each also for `float`.
const OF_ONE: [&str; 19] = [
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "exp", "exp2", "expm1", "log",
    "log10", "log1p", "log2", "sin", "sinh", "tan",
];
const OF_TWO: [&str; 3] = ["atan2", "hypot", "pow"];

/// A run of all kinds of turn, with values of the search.
const CONFIG: &str = r#"name = "bits"
seed = 7
games = ["three-mens-morris", "half-hazard", "hazard(players=3)", "frames(size=5)"]
engines = ["random", "greedy", "alpha-beta(depth=2)", "mcts(sims=30)"]
rounds = 6
self_play = 12
[output]
evaluations = true
"#;

/// The library's source.
fn source() -> String {
    let mut source = "extern void *dlsym(void *, const char *);\n\
        extern double nextafter(double, double);\nextern float nextafterf(float, float);\n"
        .to_owned();
    for (kind, end) in [("double", ""), ("float", "f")] {
        for (names, parameters, arguments) in
            [(&OF_ONE[..], format!("{kind} x"), "x"), (&OF_TWO[..], format!("{kind} x, {kind} y"), "x, y")]
        {
            for name in names {
                source += &format!(
                    "{kind} {name}{end}({parameters}) {{\n\
                     \tstatic {kind} (*real)({parameters});\n\
                     \tif (!real) real = dlsym((void *)-1L, \"{name}{end}\");\n\
                     \treturn nextafter{end}(real({arguments}), 1e30);\n}}\n"
                );
            }
        }
    }
    source
}

/// Compiles a source with these arguments more; the file that comes out.
fn compiled(folder: &Path, name: &str, source: &str, more: &[&str]) -> PathBuf {
    let (file, out) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&file, source).expect("a folder");
    let compiler = Command::new("cc").arg(&file).arg("-o").arg(&out).args(more).arg("-fno-builtin").output();
    let compiler = compiler.expect("the compiler that links Rust's programs is there");
    assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
    out
}

/// What a command prints, with this library loaded first.
fn printed(command: &mut Command, library: Option<&Path>) -> String {
    if let Some(library) = library {
        command.env("LD_PRELOAD", library);
    }
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What the program prints and writes; names of files stand for their content.
fn all(folder: &Path, library: Option<&Path>) -> Vec<(String, String)> {
    fs::create_dir(folder).expect("a folder");
    fs::write(folder.join("bits.toml"), CONFIG).expect("a folder");
    let torneo = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
        command.current_dir(folder).args(arguments.split(' '));
        (arguments.to_owned(), printed(&mut command, library))
    };
    let game = "three-mens-morris";
    let mut told = vec![
        torneo("run bits.toml --out run"),
        torneo("analyze run --json"),
        torneo("report run --out page.html"),
        torneo("dice 4d6kh3 --json"),
        torneo("dice 5d10! --json"),
        torneo("dice 3d6 2d10-1 --compare --json"),
        torneo("dice 3d6 --svg dice.svg"),
        torneo("dice odds hazard --json"),
        torneo("dice odds half-hazard --json"),
        torneo("dice check hazard --games 300 --seed 1 --json"),
        torneo(&format!("advantage {game} --engine mcts(sims=20) --precision 0.1 --json")),
        torneo(&format!("match mcts(sims=20) random --games {game} --sprt 0,100 --json")),
        torneo(&format!("best-of random greedy mcts(sims=10) --games {game} --json")),
        torneo(&format!(
            "tune mcts(sims=4) --game {game} --iterations 20 --pairs 1 --check 2 --param c=0.1..2 --json"
        )),
        torneo("exploit rising-hazard --engine random --seeds 2 --json"),
        torneo("solve three-mens-morris --json"),
        torneo("learn surakarta --minutes 0.002 --nodes 20 --out learnt.weights"),
        torneo("conformance three-mens-morris --games 2"),
    ];
    for picture in ["tantrix", "surakarta", "bin-fa", "havannah(size=4)", "nardeshir", "blocker"] {
        told.push(torneo(&format!("show {picture} --svg picture.svg")));
        told.push((picture.to_owned(), fs::read_to_string(folder.join("picture.svg")).expect("a picture")));
    }
    let files = ["games", "seats", "moves", "pairs", "ratings", "advantage", "metrics", "rankings"];
    let files = files.map(|file| format!("run/{file}.csv"));
    for file in files.iter().map(|file| &**file).chain(["dice.svg", "page.html", "learnt.weights"]) {
        told.push((file.to_owned(), fs::read_to_string(folder.join(file)).expect(file)));
    }
    told
}

/// A text without what tells when and where it was written.
fn lasting(text: &str) -> String {
    let is_of_clock = |line: &&str| {
        !["seconds", " threads (", "Played", "played on"].iter().any(|word| line.contains(word))
    };
    text.lines().filter(is_of_clock).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_result_depends_on_the_mathematics_of_the_system() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = compiled(folder.path(), "larger.so", &source(), &["-shared", "-fPIC", "-ldl", "-lm"]);
    let probe = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
        int main(int count, char **words) { printf(\"%.17g %.17g\", exp(atof(words[1])), pow(atof(words[1]), 1.5)); }\n";
    let probe = compiled(folder.path(), "probe", probe, &["-lm"]);
    let [as_ever, larger] =
        [None, Some(&*library)].map(|library| printed(Command::new(&probe).arg("2.5"), library));
    assert_ne!(as_ever, larger, "the library takes the place of the system's");
    let known = all(&folder.path().join("as-ever"), None);
    let found = all(&folder.path().join("larger"), Some(&library));
    for ((what, known), (_, found)) in known.iter().zip(&found) {
        assert_eq!(lasting(known), lasting(found), "{what}");
    }
}
