//! The words of `go`: limits, and the moves to be searched.

use torneo_registry::{Face, LEAST_SECONDS as LEAST, Limits, OVERHEAD};

/// The longest thinking, in seconds.
const ENDLESS: f64 = 1_000_000.0;
/// The part of a choice's time on a clock that a choice without alternatives takes.
const FORCED: f64 = 0.1;

/// What `go` asks for.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Go {
    /// Plies.
    depth: Option<u32>,
    /// Positions.
    nodes: Option<u64>,
    /// A mate within so many moves is looked for.
    mate: Option<u32>,
    /// Milliseconds for this move.
    movetime: Option<i64>,
    /// Milliseconds on the clocks of white and black, and what each move adds.
    clocks: [Option<i64>; 2],
    increments: [Option<i64>; 2],
    /// Moves to the next control of time.
    movestogo: Option<i64>,
    /// Whether the answer waits for `stop`, or for `ponderhit`.
    pub waits: bool,
    /// The moves that alone are to be searched, as they were written; empty for all.
    pub searchmoves: Vec<String>,
}

/// Words of `go` that end the list of moves.
const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Go {
    /// Reads what follows `go`. What makes no sense is left out.
    pub fn new(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" | "ponder" => go.waits = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|next| !WORDS.contains(next)) {
                        go.searchmoves.push(text.to_owned());
                    }
                }
                _ if WORDS.contains(&word) => {
                    let number: Option<i64> = words.peek().and_then(|next| next.parse().ok());
                    if let Some(number) = number {
                        words.next();
                        go.set(word, number);
                    }
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: i64) {
        let count = u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        match word {
            "depth" => self.depth = Some(count),
            "nodes" => self.nodes = Some(number.max(1).unsigned_abs()),
            "mate" => self.mate = Some(count),
            "movetime" => self.movetime = Some(number),
            "wtime" => self.clocks[0] = Some(number),
            "btime" => self.clocks[1] = Some(number),
            "winc" => self.increments[0] = Some(number),
            "binc" => self.increments[1] = Some(number),
            "movestogo" => self.movestogo = Some(number),
            _ => {}
        }
    }

    /// The limits of a choice of white or of black (1), which may be `forced`; none for those of the engine itself.
    pub fn limits(&self, side: usize, forced: bool) -> Option<Limits> {
        let seconds = self.movetime.map(seconds).or_else(|| {
            let left = seconds(self.clocks[side]?);
            let more = self.increments[side].map_or(0.0, seconds);
            let moves_to_go = self.movestogo.map(|moves| u32::try_from(moves.max(1)).unwrap_or(u32::MAX));
            let time = Face { left, increment: more, moves_to_go }.share();
            Some(if forced { time * FORCED } else { time })
        });
        let seconds =
            seconds.map(|time| (time - OVERHEAD).clamp(LEAST, ENDLESS)).or(self.waits.then_some(ENDLESS));
        let Go { depth, nodes: steps, mate: win_within, .. } = *self;
        let limits = Limits { depth, steps, seconds, win_within, own_too: false };
        (limits != Limits::default()).then_some(limits)
    }
}

fn seconds(milliseconds: i64) -> f64 {
    milliseconds.max(0) as f64 / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_any_order_and_nonsense_is_left_out() {
        let go = Go::new("searchmoves e2e4 d2d4 depth 5 foo nodes x infinite");
        assert_eq!((go.searchmoves.join(" "), go.depth, go.nodes), ("e2e4 d2d4".to_owned(), Some(5), None));
        assert!(go.waits && Go::new("ponder").waits && !Go::new("").waits);
        assert_eq!(Go::new("").limits(0, false), None);
        assert_eq!(Go::new("depth -3").limits(0, false).unwrap().depth, Some(1));
        let mate = Go::new("mate 2").limits(0, false).unwrap();
        assert_eq!((mate.win_within, mate.depth, mate.seconds), (Some(2), None, None));
    }

    #[test]
    fn clocks_are_shared_out() {
        let time = |text: &str, side, forced| Go::new(text).limits(side, forced).unwrap().seconds.unwrap();
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        near(time("movetime 530", 0, true), 0.5);
        near(time("wtime 30000 btime 3000 winc 100 binc 0", 0, false), 1.0 + 0.08 - 0.03);
        near(time("wtime 30000 btime 3000 winc 100 binc 0", 1, false), 0.1 - 0.03);
        near(time("wtime 30000 btime 6000 movestogo 2", 1, true), 0.3 - 0.03);
        near(time("wtime -5 btime 0", 0, false), LEAST);
        near(time("infinite", 0, false), ENDLESS);
        near(time("infinite movetime 130", 0, false), 0.1);
        near(time(&format!("movetime {}", i64::MAX), 0, false), ENDLESS);
    }
}
