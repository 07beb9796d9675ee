//! Millennium 3D Chess (rules: `docs/games/millennium-3d-chess.md`).

use super::game::{Setup, Variant};
use super::rules;
use super::tables::Array;
use torneo_contract::{GameInfo, OptionInfo, Options, SpecError};

/// Millennium 3D Chess by W. D'Agostino.
#[derive(Clone, Debug)]
pub struct Millennium;

impl Variant for Millennium {
    const INFO: GameInfo = GameInfo {
        id: "millennium-3d-chess",
        title: "Millennium 3D Chess",
        family: "space",
        options: &[
            OptionInfo::choice("array", &["johnson", "hageman", "blacks-choice"], "johnson")
                .help("White begins at the bottom (`johnson`), at the top (`hageman`), or as Black says"),
            OptionInfo::choice("pawn_two_step", &["all", "source-text"], "all")
                .help("`source-text`: no first step of a pawn by two levels and two ranks at once"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn set_up(options: &Options) -> Result<Setup, SpecError> {
        let rules = options.one_of("pawn_two_step", [rules::MILLENNIUM, rules::MILLENNIUM_OF_THE_TEXT]);
        let array = Array::ALL.into_iter().find(|array| array.name() == options.choice("array"));
        Ok(Setup { rules, array })
    }
}
