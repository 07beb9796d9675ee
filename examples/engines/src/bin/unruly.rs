//! A program that does what engines should not, to test harnesses: `unruly MODE [NUMBER [FILE]]`. It adds a
//! line to the file when it starts.

use std::io::{BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

const HOUR: Duration = Duration::from_secs(3600);

fn say(line: &str) {
    let mut out = std::io::stdout();
    // Whoever reads may have gone.
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// Starts a child that would stay; with `leave` it leaves the process group.
fn fork(leave: bool) {
    let mut command = if leave { Command::new("setsid") } else { Command::new("sleep") };
    command.args(if leave { &["sleep", "3600"][..] } else { &["3600"] });
    // It is not waited for: whoever ends this program has to end its children.
    std::mem::forget(command.spawn().expect("the system has these programs"));
}

/// Writes without an end.
fn flood(text: &[u8]) -> ! {
    let mut out = std::io::stdout();
    loop {
        if out.write_all(text).is_err() {
            exit(0);
        }
    }
}

/// Takes memory without an end.
fn hoard() -> ! {
    let mut hoard: Vec<Vec<u8>> = Vec::new();
    loop {
        hoard.push(vec![hoard.len() as u8 | 1; 1 << 24]);
    }
}

/// Takes this many MiB and gives them back.
fn peak(mebibytes: u64) {
    let taken = vec![1u8; (mebibytes << 20) as usize];
    std::hint::black_box(taken.iter().map(|&byte| u64::from(byte)).sum::<u64>());
}

/// Starts a child that takes memory without an end, in a session of its own, and waits for it.
fn hoard_away() -> ! {
    let own = std::env::current_exe().expect("this program has a file");
    let _ = Command::new("setsid").arg(own).arg("hoard").status();
    sleep(HOUR);
    exit(1);
}

/// Writes this many MiB to standard error, without the end of a line.
fn complain(mebibytes: u64) {
    let mut out = std::io::stderr();
    for _ in 0..mebibytes {
        out.write_all(&[b'x'; 1 << 20]).expect("somebody reads");
    }
}

/// Takes processor time without an end.
fn spin() -> ! {
    loop {
        std::hint::spin_loop();
    }
}

/// Notes in a file that the program was started.
fn note_start(file: &str) {
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(file);
    opened.and_then(|mut file| file.write_all(b"started\n")).expect("the file can be written");
}

/// The answer to `go`, after whatever else is to be done.
fn choose(mode: &str, number: u64, moves: u64, message: &Value) {
    let legal = message["legal"].as_array().expect("the legal tokens");
    let token = &legal[(moves as usize * 7) % legal.len()];
    let answer = json!({"type": "move", "token": token, "value": 0.5, "nodes": 10}).to_string();
    match mode {
        "crash" if moves >= number => exit(3),
        "abort" if moves >= number => std::process::abort(),
        "hang" => sleep(HOUR),
        "late" => {
            sleep(Duration::from_millis(number));
            say(&answer);
        }
        "rubbish" => say("e2e4 is a fine move"),
        "bytes" => {
            let _ = std::io::stdout().write_all(b"{\"type\": \xff\xfe}\n");
            let _ = std::io::stdout().flush();
        }
        "gigabyte" => flood(&[b'x'; 1 << 16]),
        "endless" => flood(b"{\"type\":\"info\",\"nodes\":1}\n"),
        "illegal" => say(r#"{"type":"move","token":"z99-z98"}"#),
        "tokenless" => say(r#"{"type":"move","value":0.5}"#),
        "overconfident" => say(&json!({"type": "move", "token": token, "value": 1.5}).to_string()),
        "memory" => hoard(),
        "memory-away" => hoard_away(),
        "peak" => {
            peak(number);
            say(&answer);
        }
        "half" => {
            print!("{}", &answer[..answer.len() / 2]);
            let _ = std::io::stdout().flush();
            exit(0);
        }
        "complain" => {
            complain(number);
            say(&answer);
        }
        "chat" => loop {
            say(r#"{"type":"info","nodes":1}"#);
            sleep(Duration::from_millis(5));
        },
        "busy" => spin(),
        _ => say(&answer),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let mode = arguments.get(1).map_or("good", String::as_str);
    let number = arguments.get(2).and_then(|number| number.parse().ok()).unwrap_or(0);
    if let Some(file) = arguments.get(3) {
        note_start(file);
    }
    match mode {
        "crash-at-once" => {
            eprintln!("no net in this folder");
            exit(1)
        }
        "hoard" => hoard(),
        "mute" => sleep(HOUR),
        "fork" => fork(false),
        "fork-away" => fork(true),
        _ => {}
    }
    let mut moves = 0;
    for line in std::io::stdin().lock().lines() {
        let Ok(Ok(message)) = line.map(|line| serde_json::from_str::<Value>(&line)) else { break };
        match message["type"].as_str() {
            Some("hello") => say(r#"{"type":"hello","name":"unruly","games":["*"]}"#),
            Some("new") if mode == "never-ready" => sleep(HOUR),
            Some("new") => {
                moves = 0;
                say(r#"{"type":"ready"}"#);
            }
            Some("ping") => say(r#"{"type":"pong"}"#),
            Some("go") => {
                choose(mode, number, moves, &message);
                moves += 1;
            }
            Some("quit") if mode == "deaf" => sleep(HOUR),
            Some("quit") if mode == "crash-on-quit" => std::process::abort(),
            Some("quit") => break,
            _ => {}
        }
    }
    if mode == "stay" {
        sleep(HOUR);
    }
}
