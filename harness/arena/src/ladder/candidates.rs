//! The engines that can be rungs: a line from random play upwards, on which each is stronger than those below it.
//!
//! The first part of the line are blends of random play and a small search, by their share. Behind it come searches, each twice as
//! large as the one before, and blends of two that follow each other. So there are no jumps. All budgets are counted and nothing is tuned, so a rung stays what it is when tuning changes.

/// Simulations of the smallest search.
const SIMS: f64 = 10.0;
/// Doublings of these at most.
const MOST_DOUBLINGS: u32 = 12;
/// How many times what a game may cost is beyond doubt too much.
const FAR: f64 = 4.0;

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

    /// The place of the largest search whose games cost so many seconds at most; the smallest one if none does. A few games tell what
    /// one costs, and stronger play may end games sooner, so it is looked somewhat beyond the first that costs more.
    ///
    /// # Errors
    /// Those of the measurement.
    pub fn top<E>(most: f64, mut cost: impl FnMut(Height) -> Result<f64, E>) -> Result<Height, E> {
        let mut top = Height(1.0);
        for doublings in 1..=MOST_DOUBLINGS {
            let height = Height(1.0 + f64::from(doublings));
            let seconds = cost(height)?;
            if seconds <= most {
                top = height;
            } else if seconds > FAR * most {
                break;
            }
        }
        Ok(top)
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

    /// The specification of the engine.
    pub fn spec(self) -> String {
        let (steps, share) = self.parts();
        match share {
            0.0 => search(steps),
            share => format!("blend(weak={}, strong={}, share={share})", search(steps), search(steps + 1)),
        }
    }
}

/// The simulations of the search so many steps up; none at the bottom.
fn simulations(steps: u32) -> f64 {
    if steps == 0 { 0.0 } else { SIMS * f64::from(1u32 << (steps - 1)) }
}

/// The engine so many whole steps up.
fn search(steps: u32) -> String {
    match steps {
        0 => "random".to_owned(),
        _ => format!("mcts(sims={}, tuned=false)", simulations(steps)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_from_random_play_to_searches() {
        let top = Height(13.0);
        let spec = |more: f64| Height::BOTTOM.above(more, top).spec();
        assert_eq!(spec(0.0), "random");
        assert_eq!(spec(0.25), "blend(weak=random, strong=mcts(sims=10, tuned=false), share=0.25)");
        let searches = [10, 20, 160].map(|sims| format!("mcts(sims={sims}, tuned=false)"));
        assert_eq!([1.0, 2.0, 5.0].map(spec), searches);
        let between =
            "blend(weak=mcts(sims=160, tuned=false), strong=mcts(sims=320, tuned=false), share=0.5)";
        assert_eq!(spec(5.5), between);
        assert_eq!(Height(12.9).above(1.0, top), top);
        assert_eq!(Height(1.0).midpoint(Height(2.0)), Height(1.5));
    }

    #[test]
    fn the_top_is_the_largest_search_that_is_cheap_enough() {
        let top = |most: f64| Height::top(most, |height| Ok::<f64, ()>(height.0.exp2())).unwrap();
        assert_eq!([0.0, 4.0, 5.0, 200.0, 1e6].map(top), [1.0, 2.0, 2.0, 7.0, 13.0].map(Height));
        let once_dear =
            |height: Height| Ok::<f64, ()>(if height == Height(3.0) { 1.5 } else { height.0 / 5.0 });
        assert_eq!(Height::top(1.0, once_dear), Ok(Height(5.0)));
        assert_eq!(Height::top(1.0, |_| Err("a clock")), Err("a clock"));
    }
}
