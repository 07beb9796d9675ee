//! How often engines failed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use torneo_present::english::Joined as _;

/// The number of games that engines lost by faults of their own: by the name of the engine and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Faults(BTreeMap<String, BTreeMap<Cow<'static, str>, u64>>);

impl Faults {
    /// Counts a game; the number of games so far.
    pub(crate) fn add(&mut self, engine: &str, reason: impl Into<Cow<'static, str>>) -> u64 {
        *self.0.entry(engine.to_owned()).or_default().entry(reason.into()).or_default() += 1;
        self.games()
    }

    /// The number of games in which an engine failed.
    pub fn games(&self) -> u64 {
        self.0.values().flat_map(BTreeMap::values).sum()
    }

    /// The number of games that one engine lost so.
    pub fn of(&self, engine: &str) -> u64 {
        self.0.get(engine).map_or(0, |counts| counts.values().sum())
    }

    /// The counts in words, engine by engine, such as `mine: engine-crash 2, time-forfeit 1`.
    pub fn lines(&self) -> Vec<String> {
        let reasons = |counts: &BTreeMap<Cow<'static, str>, u64>| {
            counts.iter().map(|(reason, count)| format!("{reason} {count}")).joined(", ")
        };
        self.0.iter().map(|(engine, counts)| format!("{engine}: {}", reasons(counts))).collect()
    }
}
