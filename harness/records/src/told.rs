//! What is told of a choice: what it rests on, and how long it took.

use torneo_search::assessment::{centipawns, expected_score};

/// What is told of a choice, from the side of the seat that chose.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Told {
    /// Centipawns.
    pub cp: Option<i64>,
    /// Moves to the forced win, negative for a forced loss.
    pub mate: Option<i64>,
    /// The expected score, 0 to 1.
    pub value: Option<f64>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Seconds that it took.
    pub seconds: Option<f64>,
    /// Seconds on the clock after it.
    pub clock: Option<f64>,
}

impl Told {
    /// Whether nothing is told.
    pub fn is_nothing(&self) -> bool {
        *self == Told::default()
    }

    /// The expected score: of a mate 1 or 0, else what was told, else what the centipawns stand for.
    pub fn expected_score(&self) -> Option<f64> {
        let by_mate = self.mate.map(|mate| f64::from(u8::from(mate > 0)));
        by_mate.or(self.value).or_else(|| self.cp.map(|cp| expected_score(cp as f64)))
    }

    /// The same with the score of the other side.
    pub(crate) fn turned(self) -> Told {
        Told { cp: self.cp.map(|cp| -cp), mate: self.mate.map(|mate| -mate), ..self }
    }

    /// The centipawns that were told, or that the expected score stands for. None beside a mate.
    pub(crate) fn centipawns(&self) -> Option<i64> {
        let by_value = || self.value.map(|value| centipawns(value, self.nodes.unwrap_or_default()));
        self.cp.or_else(by_value).filter(|_| self.mate.is_none())
    }
}

/// A list of what is told of each token: empty where nothing is told of any.
pub fn listed(told: Vec<Told>) -> Vec<Told> {
    if told.iter().all(Told::is_nothing) { Vec::new() } else { told }
}
