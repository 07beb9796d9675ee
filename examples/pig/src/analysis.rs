//! What exact odds need besides the rules.

use torneo::games::exact::{DuelAnalysis, Policy, ThrowCounts};

use super::pig::{Pig, Table};

impl ThrowCounts for Pig {
    fn turns_over(&self, table: &Table) -> u32 {
        table.turn
    }

    fn throws(&self, _table: &Table) -> u32 {
        1
    }

    fn begins_round(&self, _table: &Table) -> bool {
        true
    }
}

impl DuelAnalysis for Pig {
    /// The number of a turn decides nothing: only whose turn it is.
    fn lump(&self, table: &mut Table) {
        table.turn %= 2;
    }

    fn state_text(&self, table: &Table) -> String {
        let [first, second] = table.points;
        format!("points={first},{second} sum={}", table.sum)
    }

    fn gain(&self, table: &Table) -> i64 {
        table.sum.into()
    }

    fn policies(&self) -> &'static [(&'static str, Policy)] {
        &[("never", Policy::Never)]
    }
}
