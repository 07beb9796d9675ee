//! The engines that can be rungs: a line from random play upwards, on which each is stronger than those below it.
//!
//! The first part of the line are blends of random play and a small search, by their share. Behind it come searches, each twice as
//! large as the one before, and blends of two that follow each other. Where alpha-beta is stronger than the largest of them, blends of
//! these two are the last part. So there are no jumps. All budgets are counted and nothing is tuned, so a rung stays what it is when
//! tuning changes.

/// Simulations of the smallest search, and positions of the smallest alpha-beta search.
const SIMS: u64 = 10;
const NODES: u64 = 100;
/// Doublings of these at most.
const MOST_DOUBLINGS: u32 = 12;
/// How many times what a game may cost is beyond doubt too much.
const FAR: f64 = 4.0;
/// The share of alpha-beta in the last blend. Alone it would always play the same game.
const MOST_SHARE: f64 = 0.9;

/// The line of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// The whole steps up to the largest search.
    steps: u32,
    /// The engine that it is blended with above that.
    last: Option<String>,
}

impl Line {
    /// The line up to the largest search whose games cost so many seconds at most; the smallest one if none does.
    ///
    /// # Errors
    /// Those of the measurement, which is asked by specifications.
    pub fn of_searches<E>(most: f64, mut cost: impl FnMut(&str) -> Result<f64, E>) -> Result<Line, E> {
        let doublings = largest(most, |doublings| cost(&search(1 + doublings)))?;
        Ok(Line { steps: 1 + doublings, last: None })
    }

    /// The line with a last part up to the largest alpha-beta search whose games cost no more.
    ///
    /// # Errors
    /// As [`of_searches`](Line::of_searches).
    pub fn with_alpha_beta<E>(
        self,
        most: f64,
        mut cost: impl FnMut(&str) -> Result<f64, E>,
    ) -> Result<Line, E> {
        let of = |doublings| {
            let nodes = NODES << doublings;
            Line { last: Some(format!("alpha-beta(nodes={nodes}, hash=1, tuned=false)")), ..self.clone() }
        };
        let doublings = largest(most, |doublings| {
            let line = of(doublings);
            cost(&line.spec(line.top()))
        })?;
        Ok(of(doublings))
    }

    /// The highest place.
    pub fn top(&self) -> Height {
        Height(f64::from(self.steps) + if self.last.is_some() { MOST_SHARE } else { 0.0 })
    }

    /// The specification of the engine at a place.
    pub fn spec(&self, height: Height) -> String {
        let (steps, share) = height.parts();
        let above = || match &self.last {
            Some(last) if steps == self.steps => last.clone(),
            _ => search(steps + 1),
        };
        match share {
            0.0 => search(steps),
            share => format!("blend(weak={}, strong={}, share={share})", search(steps), above()),
        }
    }
}

/// The most doublings with which a game costs so many seconds at most; none if it always costs more. A few games tell what one costs,
/// and stronger play may end games sooner, so it is looked somewhat beyond the first that costs more.
fn largest<E>(most: f64, mut cost: impl FnMut(u32) -> Result<f64, E>) -> Result<u32, E> {
    let mut found = 0;
    for doublings in 1..=MOST_DOUBLINGS {
        let seconds = cost(doublings)?;
        if seconds <= most {
            found = doublings;
        } else if seconds > FAR * most {
            break;
        }
    }
    Ok(found)
}

/// A place on the line, in thousandths of a step: up to one step the share of the small search, above it its doublings, with the share
/// of the larger search between two.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Height(f64);

impl Height {
    /// Random play.
    pub const BOTTOM: Height = Height(0.0);

    /// The place that is so much higher, at most `top`. Places are rounded, so that specifications are short.
    pub fn above(self, more: f64, top: Height) -> Height {
        Height(((self.0 + more) * 1000.0).round().clamp(0.0, 1000.0 * top.0) / 1000.0)
    }

    /// How much higher another place is.
    pub fn to(self, other: Height) -> f64 {
        other.0 - self.0
    }

    /// The place between two.
    pub fn midpoint(self, other: Height) -> Height {
        self.above(self.to(other) / 2.0, other)
    }

    /// The whole steps, and the share of the next one.
    fn parts(self) -> (u32, f64) {
        let thousandths = (self.0 * 1000.0).round() as u32;
        (thousandths / 1000, f64::from(thousandths % 1000) / 1000.0)
    }
}

/// The engine so many whole steps up.
fn search(steps: u32) -> String {
    match steps {
        0 => "random".to_owned(),
        _ => format!("mcts(sims={}, tuned=false)", SIMS << (steps - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_from_random_play_to_searches() {
        let line = Line { steps: 13, last: None };
        let top = line.top();
        let spec = |more: f64| line.spec(Height::BOTTOM.above(more, top));
        assert_eq!(spec(0.0), "random");
        assert_eq!(spec(0.25), "blend(weak=random, strong=mcts(sims=10, tuned=false), share=0.25)");
        let searches = [10, 20, 160, 40_960].map(|sims| format!("mcts(sims={sims}, tuned=false)"));
        assert_eq!([1.0, 2.0, 5.0, 14.0].map(spec), searches);
        let between =
            "blend(weak=mcts(sims=160, tuned=false), strong=mcts(sims=320, tuned=false), share=0.5)";
        assert_eq!(spec(5.5), between);
        assert_eq!(Height(12.9).above(1.0, top), top);
        assert_eq!(Height(1.0).midpoint(Height(2.0)), Height(1.5));
    }

    #[test]
    fn alpha_beta_may_be_the_last_part() {
        let line = Line { steps: 3, last: None }.with_alpha_beta(1.0, |spec| {
            Ok::<f64, ()>(if spec.contains("nodes=3200,") { 1.5 } else { spec.len() as f64 / 120.0 })
        });
        let line = line.unwrap();
        assert_eq!(line.top(), Height(3.9));
        let blend = |share| {
            let strong = "alpha-beta(nodes=409600, hash=1, tuned=false)";
            format!("blend(weak=mcts(sims=40, tuned=false), strong={strong}, share={share})")
        };
        assert_eq!([3.25, 3.9].map(|height| line.spec(Height(height))), [0.25, 0.9].map(blend));
        assert_eq!(line.spec(Height(3.0)), "mcts(sims=40, tuned=false)");
        assert_eq!(line.spec(Height(2.0)), "mcts(sims=20, tuned=false)");
    }

    #[test]
    fn the_largest_search_is_cheap_enough() {
        let largest_of = |most: f64| largest(most, |doublings| Ok::<f64, ()>(f64::from(1u32 << doublings)));
        assert_eq!([0.0, 4.0, 5.0, 200.0, 1e6].map(largest_of), [0, 2, 2, 7, 12].map(Ok));
        let once_dear =
            |doublings: u32| Ok::<f64, ()>(if doublings == 3 { 1.5 } else { f64::from(doublings) / 5.0 });
        assert_eq!(largest(1.0, once_dear), Ok(5));
        assert_eq!(largest(1.0, |_| Err("a clock")), Err("a clock"));
    }
}
