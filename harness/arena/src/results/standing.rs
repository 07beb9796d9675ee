//! The pairings of a run by the Swiss system, from its results.

use std::path::Path;

use super::each_game;
use crate::figures::Points;
use crate::plan::{Config, Plan};

/// Makes known the pairings that follow from the results in a folder, as far as they can be read.
pub fn make_known(plan: &Plan, config: &Config, folder: &Path) {
    if plan.swiss().is_some() {
        let mut points = Points::new(plan, config);
        // What cannot be read is told of by those who need it.
        let _ = each_game(folder, |result| points.add(result));
    }
}
