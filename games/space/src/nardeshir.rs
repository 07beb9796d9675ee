//! Nardeshir (rules: `docs/games/nardeshir.md`).

use super::game::{Setup, Variant};
use super::rules;
use super::tables::Array;
use torneo_contract::{GameInfo, OptionInfo, Options, SpecError};

/// Nardeshir by Y. Zalman.
#[derive(Clone, Debug)]
pub struct Nardeshir;

impl Variant for Nardeshir {
    const INFO: GameInfo = GameInfo {
        id: "nardeshir",
        title: "Nardeshir",
        family: "space",
        options: &[OptionInfo::choice("variant", &["traditional", "malka"], "traditional")
            .help("`malka`: the queen goes one step, pawns have no two-step")],
        ..GameInfo::TWO_SEATS
    };

    fn set_up(options: &Options) -> Result<Setup, SpecError> {
        let rules = options.one_of("variant", [rules::NARDESHIR, rules::MALKA]);
        Ok(Setup { rules, array: Some(Array::Johnson) })
    }
}
