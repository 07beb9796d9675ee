//! The engine that follows one of two others at each choice, as is drawn.

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::session::Session;
use torneo_contract::{OptionInfo, Outcome, Playable, Seat, SpecError};

use crate::assessment::Assessment;
use crate::engine::{By, Engine, EngineInfo, Explanation, Fault, Rng, Stop, unseeded};
use crate::erased::AnyEngine;
use crate::inquiry::{Inquiry, Limits};
use crate::kind::{EngineKind, SetUp};
use crate::scale::Scale;

/// The description of the engine.
pub const INFO: EngineInfo = EngineInfo {
    id: "blend",
    summary: "at each choice `strong` with the probability `share`, else `weak`",
    options: &[
        OptionInfo::text(WEAK, "").help("an engine of torneo, such as `greedy`; `random` if none is given"),
        OptionInfo::text(STRONG, "")
            .help("an engine of torneo, such as `alpha-beta(depth=2)`; `mcts(sims=10)` if none is given"),
        OptionInfo::float(SHARE, 0.0..=1.0, "")
            .help("the probability with which `strong` chooses; 0.25 if none is given"),
    ],
};

/// The option that names the engine of the other choices.
const WEAK: &str = "weak";
/// The option that names the engine of the drawn choices.
const STRONG: &str = "strong";
/// The option with the probability of a drawn choice.
pub const SHARE: &str = "share";
/// What stands in every specification, with the values where none are given.
const FILLED: [(&str, &str); 3] = [(WEAK, "random"), (STRONG, "mcts(sims=10)"), (SHARE, "0.25")];

/// The kind of the engine. Its players are made of those of its parts, so nothing of it is compiled for a game.
pub struct BlendKind;

impl EngineKind for BlendKind {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    /// The one that is followed when nothing is drawn, and the one that is drawn.
    fn parts(&self) -> &'static [&'static str] {
        &[WEAK, STRONG]
    }

    fn filled(&self) -> &'static [(&'static str, &'static str)] {
        &FILLED
    }

    fn build<G: Playable>(&self, _game: &G, _set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        Err(SpecError::new("`blend` plays sessions: it is made of players whose games have no types"))
    }
}

/// A player that follows one of two others at each choice.
///
/// Which one is drawn from the seat's stream, whether or not there is more than one legal action. What it tells of a choice
/// is what the one tells that made it.
pub struct Blend {
    /// The one that is followed when nothing is drawn, and the one that is drawn.
    parts: [Box<dyn AnyEngine>; 2],
    share: f64,
    rng: Rng,
    /// Which of them made the last choice.
    last: usize,
}

impl Blend {
    /// A player that follows the second part with the probability `share`, 0 to 1, else the first.
    pub fn new(parts: [Box<dyn AnyEngine>; 2], share: f64) -> Blend {
        Blend { parts, share, rng: unseeded(), last: 0 }
    }

    /// Draws who makes the next choice.
    fn draw(&mut self) -> &mut dyn AnyEngine {
        /// Doubles have so many binary digits.
        const DIGITS: u32 = 53;
        let drawn = (self.rng.next_u64() >> (u64::BITS - DIGITS)) as f64 / (1u64 << DIGITS) as f64;
        self.last = usize::from(drawn < self.share);
        &mut *self.parts[self.last]
    }

    fn last(&mut self) -> &mut dyn AnyEngine {
        &mut *self.parts[self.last]
    }
}

impl AnyEngine for Blend {
    fn set_stop(&mut self, stop: Stop) {
        self.parts.iter_mut().for_each(|part| part.set_stop(stop.clone()));
    }

    fn begin(&mut self, session: &dyn Session, seat: Seat, mut rng: Rng) {
        for part in &mut self.parts {
            part.begin(session, seat, Rng::seed_from_u64(rng.next_u64()));
        }
        self.rng = rng;
    }

    fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>> {
        self.draw().choose(session)
    }

    fn explain(&mut self, session: &dyn Session, candidates: usize) -> Explanation<String> {
        self.last().explain(session, candidates)
    }

    fn assess(&mut self, session: &dyn Session, nodes: u64) -> Assessment {
        self.last().assess(session, nodes)
    }

    fn set_scale(&mut self, scale: Scale) {
        self.parts.iter_mut().for_each(|part| part.set_scale(scale));
    }

    fn set_limits(&mut self, limits: Option<Limits>) {
        self.parts.iter_mut().for_each(|part| part.set_limits(limits));
    }

    fn analyse(
        &mut self,
        session: &mut dyn Session,
        inquiry: &mut Inquiry<'_, String>,
    ) -> Result<u64, Box<Fault>> {
        self.draw().analyse(session, inquiry)
    }

    fn follows(&self) -> bool {
        self.parts.iter().any(|part| part.follows())
    }

    fn start_from(&mut self, position: &str) {
        self.parts.iter_mut().for_each(|part| part.start_from(position));
    }

    fn observe(&mut self, token: &str, by: By) {
        self.parts.iter_mut().for_each(|part| part.observe(token, by));
    }

    fn finish(&mut self, outcome: &Outcome) {
        self.parts.iter_mut().for_each(|part| part.finish(outcome));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::session::begin;
    use torneo_contract::{Described, Options, Spec};
    use torneo_games::morris::ThreeMensMorris;

    /// Chooses the action of one number, and tells it as its nodes.
    struct Fixed(usize);

    impl AnyEngine for Fixed {
        fn set_stop(&mut self, _stop: Stop) {}

        fn begin(&mut self, _session: &dyn Session, _seat: Seat, _rng: Rng) {}

        fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>> {
            assert!(session.choose(Some(Seat::FIRST), self.0));
            Ok(self.0 as u64)
        }

        fn explain(&mut self, _session: &dyn Session, _candidates: usize) -> Explanation<String> {
            Explanation { depth: Some(self.0 as u32), ..Explanation::default() }
        }

        fn assess(&mut self, _session: &dyn Session, _nodes: u64) -> Assessment {
            Assessment { depth: Some(self.0 as u32), ..Assessment::default() }
        }
    }

    fn chosen(share: f64, seed: u64, choices: usize) -> Vec<u64> {
        let spec = Spec { name: ThreeMensMorris::INFO.id.to_owned(), given: Vec::new() };
        let options = Options::check(&spec, ThreeMensMorris::INFO.options).unwrap();
        let mut session = begin(ThreeMensMorris::new(&options).unwrap());
        let mut blend = Blend::new([Box::new(Fixed(0)), Box::new(Fixed(1))], share);
        blend.begin(&*session, Seat::FIRST, Rng::seed_from_u64(seed));
        let mut one = || {
            let nodes = blend.choose(&mut *session).unwrap();
            let told = [blend.explain(&*session, 0).depth, blend.assess(&*session, nodes).depth];
            assert_eq!(told, [Some(nodes as u32); 2], "it tells what the one tells that chose");
            session.unchoose();
            nodes
        };
        (0..choices).map(|_| one()).collect()
    }

    #[test]
    fn the_share_of_choices_is_drawn() {
        let drawn = chosen(0.25, 1, 4000);
        let strong = drawn.iter().sum::<u64>() as f64 / drawn.len() as f64;
        assert!((strong - 0.25).abs() < 4.0 * (0.25f64 * 0.75 / 4000.0).sqrt(), "{strong}");
        assert_eq!(drawn, chosen(0.25, 1, 4000));
        assert_ne!(drawn, chosen(0.25, 2, 4000));
        assert!(chosen(0.0, 1, 100).iter().all(|&choice| choice == 0));
        assert!(chosen(1.0, 1, 100).iter().all(|&choice| choice == 1));
    }
}
