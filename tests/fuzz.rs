//! Texts near to good ones, for every reader of files from outside: reading ends soon, with an error or with something that can
//! be written and read again.
//!
//! An input follows from the seed and its number alone. `FUZZ_SECONDS` says how long each target takes, `FUZZ_SEED` with which
//! seed, and `FUZZ_FROM` from which input on; `FUZZ_COUNT` bounds their number. A failure names the seed and the number.

use std::fs;
use std::io::{Cursor, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use torneo_atlas::design::Design;
use torneo_contract::random::Generator;
use torneo_dice::language::{self, Bounds};
use torneo_dice::question;
use torneo_records::{Format, Import};
use torneo_registry::Registry;
use torneo_registry::incoming::Lines;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

/// Seconds of each target, if nothing else is asked for.
const SECONDS: u64 = 2;
/// Inputs of each target, at most.
const COUNT: u64 = u64::MAX;
const SEED: u64 = 1283;
/// How long one input may take: debug builds on busy machines are slow.
const LONGEST: Duration = Duration::from_secs(20);
/// Most bytes of an input, about.
const MOST_BYTES: usize = 20_000;

/// Characters that mean something in one format or the other, or that readers may stumble over.
const SIGNS: &str = "[]{}()\"'\\;,.:#=*@!?%$&|+-/<>~^_ \t\n\r0aeNd\u{0}\u{feff}é\u{202e}\u{1F600}";
/// Numbers at the ends of what fits.
const NUMBERS: [&str; 9] =
    ["0", "-1", "1", "255", "65536", "4294967296", "9223372036854775807", "18446744073709551616", "1e309"];

/// An input's source of choices.
struct Draw(Generator);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        (self.0.next_u64() % most.max(1) as u64) as usize
    }

    fn one<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// The input of a number: a seed text, changed in a few places.
fn input(seeds: &[&str], words: &[&str], seed: u64, number: u64) -> Vec<u8> {
    let mut draw = Draw(Generator::seed_from_u64(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    let mut text: Vec<char> = draw.one(seeds).chars().take(MOST_BYTES).collect();
    let signs: Vec<char> = SIGNS.chars().collect();
    for _ in 0..=draw.below(6) {
        let from = draw.below(text.len() + 1);
        let length = [1, 1, 4, 30, 400][draw.below(5)];
        let to = (from + draw.below(length + 1)).min(text.len());
        let part: Vec<char> = match draw.below(8) {
            0 => Vec::new(),
            1 => vec![signs[draw.below(signs.len())]],
            2 => vec![signs[draw.below(signs.len())]; draw.below(300)],
            3 => draw.one(&NUMBERS).chars().collect(),
            4 => draw.one(words).chars().collect(),
            // What stands there, several times.
            5 => text[from..to].repeat(2 + draw.below(20)),
            6 => {
                let other: Vec<char> = draw.one(seeds).chars().collect();
                let begin = draw.below(other.len());
                other[begin..(begin + draw.below(200)).min(other.len())].to_vec()
            }
            _ => {
                text.truncate(to);
                continue;
            }
        };
        text.splice(from..to, part);
    }
    let mut bytes: Vec<u8> = text.into_iter().collect::<String>().into_bytes();
    bytes.truncate(2 * MOST_BYTES);
    if draw.below(16) == 0 && !bytes.is_empty() {
        let at = draw.below(bytes.len());
        bytes[at] |= 0x80;
    }
    bytes
}

fn asked(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => {
            text.parse().unwrap_or_else(|_| panic!("{name}: expected a whole number, found `{text}`"))
        }
        Err(_) => default,
    }
}

fn lent(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// Gives a target inputs near to these texts until its time is over. Words are put in as they are.
fn fuzz(name: &'static str, seeds: &[&str], words: &[&str], target: impl Fn(&[u8])) {
    let seed = asked("FUZZ_SEED", SEED);
    let (first, count) = (asked("FUZZ_FROM", 0), asked("FUZZ_COUNT", COUNT));
    let until = Instant::now() + Duration::from_secs(asked("FUZZ_SECONDS", SECONDS));
    // Whoever loops for ever is named all the same.
    let (present, began) = (Arc::new(AtomicU64::new(first)), Instant::now());
    let watched = present.clone();
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
    let (own_seeds, own_words) = (owned(seeds), owned(words));
    std::thread::spawn(move || {
        let (mut last, mut since) = (u64::MAX, began);
        loop {
            std::thread::sleep(Duration::from_millis(500));
            match watched.load(Ordering::Relaxed) {
                u64::MAX => return,
                number if number != last => (last, since) = (number, Instant::now()),
                number if since.elapsed() > 2 * LONGEST => {
                    // Not by the macro, whose words the tests keep to themselves.
                    let bytes = input(&lent(&own_seeds), &lent(&own_words), seed, number);
                    let text = String::from_utf8_lossy(&bytes);
                    let place =
                        format!("{name}: FUZZ_SEED={seed} FUZZ_FROM={number} does not end\n{text:?}\n");
                    let _ = std::io::stderr().write_all(place.as_bytes());
                    std::process::abort();
                }
                _ => {}
            }
        }
    });
    for number in first..first.saturating_add(count) {
        if Instant::now() >= until {
            break;
        }
        present.store(number, Ordering::Relaxed);
        let (bytes, began) = (input(seeds, words, seed, number), Instant::now());
        let done = catch_unwind(AssertUnwindSafe(|| target(&bytes)));
        let place = format!("{name}: FUZZ_SEED={seed} FUZZ_FROM={number} FUZZ_COUNT=1");
        if done.is_err() || began.elapsed() > LONGEST {
            panic!("{place}, {:?}\n{:?}", began.elapsed(), String::from_utf8_lossy(&bytes));
        }
    }
    present.store(u64::MAX, Ordering::Relaxed);
}

/// Games in one of the formats: what is accepted can be written as JSON, and is read as it was.
fn records(format: Format, bytes: &[u8], game: Option<&str>) {
    let encoding = format.encoding();
    let lines = Lines::of(Cursor::new(bytes.to_vec()), encoding);
    for imported in Import::of(&REGISTRY, format, lines, game).flatten() {
        let record = imported.record;
        let game = REGISTRY.game(&record.game).expect("it was read");
        let line = Format::Json.write(&*game, &record).expect("it was read by the rules");
        let again = torneo_records::read(&REGISTRY, Format::Json, &line, None).expect("it was just written");
        assert_eq!(again[0].tokens, record.tokens, "{line}");
    }
}

const PGN: [&str; 4] = [
    "[Event \"a\"]\n[Site \"?\"]\n[Round \"1\"]\n[White \"x\"]\n[Black \"y\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 $1 Nc6 {a comment} \
     3. Bb5 (3. Bc4 Bc5) a6 4. O-O e.p. 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
    "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n\n1. f4 d5 2. Nf3 1/2-1/2\n",
    "[Event \"c\"]\n[Game \"grand-chess\"]\n\n1. e4 e5 *\n",
    "%escaped\n; a comment\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
];
const SGF: [&str; 2] = [
    "(;FF[4]GM[1]SZ[5]RU[atari-go(size=5)]PB[a \\] b]PW[c]RE[B+](;B[cc];W[bc]C[x](;B[dd]))(;B[ee]))",
    "(;FF[4]GM[1]SZ[5]CA[UTF-8]AB[aa][bb]PL[W];W[cc];B[];W[tt])\n(;GM[1]SZ[7];B[aa])",
];
const JSON: [&str; 3] = [
    r#"{"game":"havannah(size=3)","tokens":["c3","c4"],"scores":[0.5,0.5],"opening":"c3"}"#,
    r#"{"event":"e","game_no":3,"round":1,"game":"three-mens-morris","engines":["a","b"],"scores":[1.0,0.0],"points":null,"reason":"won","position":null,"opening":"","tokens":["@b2","@a1","@c3"]}"#,
    r#"{"game":"rising-hazard","tokens":[],"position":"","points":[1.5,-2]}"#,
];

#[test]
fn pgn() {
    let words =
        ["[FEN \"", "[Variant \"", "[Game \"hazard\"]", "1-0", "e.p.", "{", "(", "O-O-O", "[Result \"*\"]"];
    fuzz("pgn", &PGN, &words, |bytes| {
        records(Format::Pgn, bytes, None);
        records(Format::Pgn, bytes, Some("fischerandom"));
    });
}

#[test]
fn sgf() {
    let words = ["(;", "SZ[19]", "SZ[1]", "AB[aa:cc]", "B[]", "RU[", "GM[11]", "\\]", ";W[zz]", "HA[9]"];
    fuzz("sgf", &SGF, &words, |bytes| {
        records(Format::Sgf, bytes, None);
        records(Format::Sgf, bytes, Some("atari-go(size=5)"));
    });
}

#[test]
fn json() {
    let words =
        ["null", "[]", "{}", "\"tokens\":", "\"position\":\"", "\\ud800", "\"game\":\"chess\"", "[[[["];
    fuzz("json", &JSON, &words, |bytes| records(Format::Json, bytes, None));
}

#[test]
fn weights() {
    let tuning = Path::new(env!("CARGO_MANIFEST_DIR")).join("registry/tuning");
    let text = fs::read_to_string(tuning.join("surakarta.weights")).unwrap();
    // Most of the file is one list: its head and its end are what matters.
    let short: String = text.lines().take(12).map(|line| format!("{line}\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights");
    let spec = format!("alpha-beta(depth=1, evaluation=learned, weights=\"{}\")", file.display());
    let game = REGISTRY.game("surakarta").unwrap();
    let words = ["game: ", "surakarta", "lines: 9", "-", "+", "\n\n", "0 0"];
    fuzz("weights", &[&text, &short], &words, |bytes| {
        fs::write(&file, bytes).unwrap();
        if let Ok(engine) = REGISTRY.engine(&spec) {
            let _ = game.table(&[engine.clone(), engine]);
        }
    });
}

#[test]
fn policies() {
    let text = "torneo-policy 2\ngame surakarta\nboard 36 2\nkey 3 100000\nkey 5 70\nnet 7 -40\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("policy");
    let of = |name: &str| format!("{name}weights=\"{}\")", file.display());
    let specs = [of("policy("), of("mcts(sims=2, policy=learned, ")];
    let game = REGISTRY.game("surakarta").unwrap();
    let words = ["key ", "net ", "\n", "-", "134217727", "100000", "board ", "1", " "];
    fuzz("policies", &[text], &words, |bytes| {
        fs::write(&file, bytes).unwrap();
        for engine in specs.iter().filter_map(|spec| REGISTRY.engine(spec).ok()) {
            let _ = game.table(&[engine.clone(), engine]);
        }
    });
}

#[test]
fn designs() {
    let small = "name = \"small\"\nseed = 3\nmatch_games = 20\nlevels = [\n{ engine = \"random\" },\n\
                 { engine = \"mcts\", sims = 4 },\n{ engine = \"alpha-beta\", nodes = \"2b\", variants = true },\n]\n\
                 [unequal]\ngames = [\"ot-tjin\"]\nengine = \"mcts\"\nrounds = 4\n[games]\n\
                 three-mens-morris = { b = 4, random-0 = 40, mcts-4 = 30, alpha-beta-2b = \"why\" }\not-tjin = { b = 4 }\n\
                 [variants]\n\"hazard(players=3)\" = { b = 1, alpha-beta-2b = 20 }\n";
    let shipped = include_str!("../configs/atlas.toml");
    let words =
        ["later = true", "[[levels]]", "first_moves", "published", "\"\"\"", "{ }", "1b", "[games]", "nan"];
    fuzz("designs", &[small, small, shipped], &words, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(design) = Design::parse(&REGISTRY, "design.toml", &text) {
            let _ = torneo_atlas::pass::tasks(&design, &[], "1/1".parse().unwrap());
            design.entries.iter().for_each(|entry| _ = design.check_planned(entry));
        }
    });
}

/// Texts about dice: expressions, a line each, and programs.
fn dice_texts() -> Vec<&'static str> {
    let programs = include_str!("../harness/dice/tests/programs.txt").trim_end().split("\n---\n");
    let expressions = include_str!("corpus/expressions.txt").lines();
    let empty =
        ["output {}", "output d{}", "output [highest 3 of d{}]", "output [lowest 2 of {}] + d{1,2:3}"];
    programs.chain(expressions).chain(empty).collect()
}

const DICE_WORDS: [&str; 16] = [
    "d{}",
    "{}",
    "output ",
    "d0",
    "[highest 1 of ",
    "]",
    "loop I over {1..3} {",
    "}",
    "named \"\"",
    "@",
    "d6!",
    "kh",
    "explode",
    "result: ",
    "if ",
    "function: f A:n {",
];
/// Whether a text about dice has no number of three digits. What large dice cost is bounded by the work that people may ask for,
/// which is seconds.
fn is_small(text: &str) -> bool {
    !text.as_bytes().windows(3).any(|part| part.iter().all(u8::is_ascii_digit))
}

/// Much less than people may use: an input takes a moment.
const FEW: Bounds = Bounds { steps: 2e5, bytes: 8e6 };

#[test]
fn dice_programs() {
    fuzz("dice_programs", &dice_texts(), &DICE_WORDS, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if !is_small(&text) {
            return;
        }
        match language::run(&text, FEW) {
            Ok(outputs) => {
                outputs.iter().for_each(|output| _ = torneo_dice::answer::report::outcomes(&output.value));
            }
            Err(fault) => _ = fault.place(&text),
        }
    });
}

#[test]
fn dice_page() {
    fuzz("dice_page", &dice_texts(), &DICE_WORDS, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if is_small(&text)
            && let Err(refusal) = question::answers(&text, FEW)
        {
            assert!(!refusal.message.is_empty() && refusal.line > 0 && refusal.column > 0, "{refusal:?}");
        }
    });
}
