//! Whether games keep their contract: random play in which every position is looked at.
//!
//! A [`Subject`] is a game with the way to set it up. [`examine`] plays it with its defaults, with every option at each
//! of its interesting values, and with all pairs of these. What it finds is an [`Examined`]: how often each
//! [`Property`] was tried, and the first place where one does not hold.
//!
//! Sessions hide the types of games, so this crate is compiled once for all of them. It knows no game and no engine.
//!
//! ```
//! use torneo_conformance::{Conduct, Property, Subject, examine};
//! use torneo_contract::{Described, session};
//! use torneo_games::morris::ThreeMensMorris;
//!
//! let set_up = |options: &_| ThreeMensMorris::new(options).map(session::begin);
//! let subject = Subject { info: &ThreeMensMorris::INFO, set_up: &set_up };
//! let found = examine(&subject, Conduct { games: 1, ..Conduct::default() });
//! assert!(found.breach.is_none() && found.tally.tried(Property::Text) > 0);
//! ```

mod actions;
mod damage;
mod hints;
mod interchange;
mod property;
mod scenes;
mod specs;
mod states;
mod walk;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use torneo_contract::session::Session;
use torneo_contract::{GameInfo, Options, Spec, SpecError, TurnKinds};

pub use property::{Broken, Property, Tally};

use walk::Walk;

/// Games are left unfinished after this many plies.
const LONG: u64 = 5_000;
/// Plies of the games with pairs of options.
const PAIR_PLIES: u64 = 60;

/// Sets a game up with checked options.
pub type SetUp<'a> = dyn Fn(&Options) -> Result<Box<dyn Session>, SpecError> + Sync + 'a;

/// A game to examine.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The description.
    pub info: &'a GameInfo,
    /// Sets it up with checked options.
    pub set_up: &'a SetUp<'a>,
}

/// How much is played, and from which random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// Random games of each specification; of pairs of options it is one game of sixty plies.
    pub games: u64,
    /// The seed of the first game; each further game has the next one.
    pub seed: u64,
    /// Whether damaged texts and tokens are tried as well.
    pub damaged: bool,
}

impl Default for Conduct {
    fn default() -> Conduct {
        Conduct { games: 3, seed: 0, damaged: false }
    }
}

/// A place where a game breaks its contract. The moves lead there from the start: `torneo show SPEC --moves MOVES`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The specification.
    pub spec: String,
    /// The seed of the random game.
    pub seed: u64,
    /// Plies played before.
    pub ply: u64,
    /// The text of the position; empty if the game failed to write it.
    pub position: String,
    /// The moves that led to it, as tokens.
    pub moves: Vec<String>,
    /// What does not hold.
    pub broken: Broken,
}

/// What was found about a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Examined {
    /// How often each property was tried.
    pub tally: Tally,
    /// Specifications that were set up.
    pub specs: u64,
    /// Games that were begun.
    pub games: u64,
    /// Plies that were played in them.
    pub plies: u64,
    /// The first place where the contract is broken.
    pub breach: Option<Breach>,
}

impl Examined {
    /// Adds what was found elsewhere. Of two breaches the earlier one stays.
    pub fn add(&mut self, other: Examined) {
        self.tally.add(&other.tally);
        self.specs += other.specs;
        self.games += other.games;
        self.plies += other.plies;
        self.breach = self.breach.take().or(other.breach);
    }
}

/// Examines a game with its options at all their interesting values, alone and in pairs.
pub fn examine(subject: &Subject<'_>, conduct: Conduct) -> Examined {
    let alone = specs::alone(subject.info).into_iter();
    let alone = alone.map(|spec| Task { sampled: spec == subject.info.id, spec, conduct, plies: LONG });
    let once = Conduct { games: 1, ..conduct };
    let pairs = specs::pairs(subject.info).into_iter();
    let pairs = pairs.map(|spec| Task { sampled: false, spec, conduct: once, plies: PAIR_PLIES });
    let tasks: Vec<Task> = alone.chain(pairs).collect();
    let found: Vec<(Examined, TurnKinds)> =
        tasks.par_iter().map(|task| examine_spec(subject, task)).collect();
    let (mut examined, mut met) = (Examined::default(), TurnKinds::default());
    for (found, kinds) in found {
        examined.add(found);
        met = both(met, kinds);
    }
    if examined.breach.is_none() {
        let found = examined.tally.holds(Property::TurnKinds, met == subject.info.turns, || {
            format!("the description says {:?}, and {met:?} occur", subject.info.turns)
        });
        examined.breach = found.err().map(|broken| before_play(subject.info.id, conduct.seed, broken));
    }
    examined
}

/// Examines a game with the options of one specification.
///
/// # Errors
/// A specification that is not one of the game.
pub fn examine_one(subject: &Subject<'_>, spec: &Spec, conduct: Conduct) -> Result<Examined, SpecError> {
    let options = Options::check(spec, subject.info.options)?;
    (subject.set_up)(&options)?;
    let task = Task { spec: options.canonical(), conduct, plies: LONG, sampled: true };
    Ok(examine_spec(subject, &task).0)
}

/// The kinds of turn that occurred here or there.
fn both(a: TurnKinds, b: TurnKinds) -> TurnKinds {
    TurnKinds {
        decision: a.decision || b.decision,
        chance: a.chance || b.chance,
        simultaneous: a.simultaneous || b.simultaneous,
    }
}

/// A breach before the first ply of any game.
fn before_play(spec: &str, seed: u64, broken: Broken) -> Breach {
    Breach { spec: spec.to_owned(), seed, ply: 0, position: String::new(), moves: Vec::new(), broken }
}

/// What a call comes to.
///
/// # Errors
/// What a panic said.
fn unwound<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        format!("it panics: {}", text.unwrap_or("no message"))
    })
}

/// What a call comes to; a panic breaks a property.
fn caught<T>(tally: &mut Tally, call: impl FnOnce() -> T) -> Result<T, Broken> {
    tally.note(Property::Panic);
    unwound(call).map_err(|message| Broken { property: Property::Panic, message })
}

/// What is played of one specification.
struct Task {
    spec: String,
    conduct: Conduct,
    /// Plies after which a game is left unfinished.
    plies: u64,
    /// Whether what takes long is tested, too.
    sampled: bool,
}

/// Examines one specification; what was found, and the kinds of turn that occurred.
fn examine_spec(subject: &Subject<'_>, task: &Task) -> (Examined, TurnKinds) {
    let Task { spec, conduct, plies, sampled } = task;
    let (mut examined, mut met) = (Examined::default(), TurnKinds::default());
    let set_up = caught(&mut examined.tally, || {
        let parsed: Spec = spec.parse()?;
        (subject.set_up)(&Options::check(&parsed, subject.info.options)?)
    });
    let start = match set_up {
        Ok(Ok(start)) => start,
        Ok(Err(error)) => {
            let found = specs::check_contradiction(&mut examined.tally, spec, &error);
            examined.breach = found.err().map(|broken| before_play(spec, conduct.seed, broken));
            return (examined, met);
        }
        Err(broken) => {
            examined.breach = Some(before_play(spec, conduct.seed, broken));
            return (examined, met);
        }
    };
    examined.specs = 1;
    for number in 0..conduct.games {
        let mut walk = Walk::new(&*start, subject.info, *conduct, number);
        let found = caught(&mut examined.tally, || walk.play(*plies)).flatten();
        examined.games += 1;
        examined.plies += walk.ply();
        examined.tally.add(walk.tally());
        met = both(met, walk.met());
        if let Err(broken) = found {
            examined.breach = Some(walk.breach(spec, broken));
            return (examined, met);
        }
    }
    // Chi-square tests and symmetries take long: they are for the defaults, or for what is asked for alone.
    if *sampled {
        let mut sample = Walk::new(&*start, subject.info, *conduct, 0);
        let found = caught(&mut examined.tally, || sample.sample()).flatten();
        examined.tally.add(sample.tally());
        examined.breach = found.err().map(|broken| sample.breach(spec, broken));
    }
    (examined, met)
}

#[cfg(test)]
mod tests {
    use torneo_contract::{Described, session};
    use torneo_games::hunt::CatchTheRabbit;

    use super::*;

    /// The properties that a run tries.
    fn tried(conduct: Conduct) -> Vec<&'static str> {
        let set_up = |options: &_| CatchTheRabbit::new(options).map(session::begin);
        let subject = Subject { info: &CatchTheRabbit::INFO, set_up: &set_up };
        let found = examine(&subject, conduct);
        assert_eq!(found.breach, None);
        let tried = Property::ALL.iter().filter(|(property, _)| found.tally.tried(*property) > 0);
        tried.map(|(_, text)| *text).collect()
    }

    #[test]
    fn the_same_properties_are_tried_whatever_the_seed() {
        let by_default = tried(Conduct::default());
        for property in [Property::Scene, Property::Pieces, Property::Clicks, Property::Panic] {
            assert!(by_default.contains(&property.text()), "{property:?}");
        }
        for seed in [1, 2, 3, 7, 1000, u64::from(u32::MAX)] {
            for games in [1, 3] {
                assert_eq!(
                    tried(Conduct { seed, games, ..Conduct::default() }),
                    by_default,
                    "{games} from {seed}"
                );
            }
        }
    }
}
