//! An engine for torneo in Rust: it plays any game and never repeats a token that its opponents have just played.
//!
//! It needs no part of torneo: it reads JSON lines and writes JSON lines.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

/// The generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// A game in progress.
struct Player {
    random: SplitMix,
    last: String,
}

impl Player {
    /// Answers a message; nothing where no answer is awaited.
    fn answer(&mut self, message: &Value) -> Option<Value> {
        match message["type"].as_str()? {
            "hello" => Some(json!({"type": "hello", "name": "no-echo", "author": "torneo", "games": ["*"]})),
            "new" => {
                let seed = u64::from_str_radix(message["seed"].as_str()?, 16).unwrap_or(0);
                (self.random, self.last) = (SplitMix(seed), String::new());
                Some(json!({"type": "ready"}))
            }
            "ply" => {
                message["token"].as_str()?.clone_into(&mut self.last);
                None
            }
            "go" => Some(self.choose(&message["legal"])),
            "ping" => Some(json!({"type": "pong"})),
            _ => None,
        }
    }

    fn choose(&mut self, legal: &Value) -> Value {
        let legal: Vec<&str> = legal.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let fresh: Vec<&str> = legal.iter().copied().filter(|token| *token != self.last).collect();
        let among = if fresh.is_empty() { &legal } else { &fresh };
        let token = among[(self.random.next() % among.len() as u64) as usize];
        json!({"type": "move", "token": token, "nodes": legal.len()})
    }
}

fn main() -> std::io::Result<()> {
    let mut player = Player { random: SplitMix(0), last: String::new() };
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        if message["type"] == "quit" {
            break;
        }
        if let Some(answer) = player.answer(&message) {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
    }
    Ok(())
}
