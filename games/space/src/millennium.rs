//! Millennium 3D Chess (rules: `docs/games/millennium-3d-chess.md`).

use super::game::{Setup, Variant};
use super::rules;
use super::tables::Array;
use torneo_contract::{GameInfo, OptionInfo, OptionKind, Options, SpecError, TurnKinds};

/// Millennium 3D Chess by W. D'Agostino.
#[derive(Clone, Debug)]
pub struct Millennium;

impl Variant for Millennium {
    const INFO: GameInfo = GameInfo {
        id: "millennium-3d-chess",
        title: "Millennium 3D Chess",
        family: "space",
        seats: (2, 2),
        turns: TurnKinds { decision: true, chance: false, simultaneous: false },
        reconstructed: false,
        options: &[
            OptionInfo {
                name: "array",
                kind: OptionKind::Choice(&["johnson", "hageman", "blacks-choice"]),
                default: "johnson",
                help: "White begins at the bottom (`johnson`), at the top (`hageman`), or as Black says",
            },
            OptionInfo {
                name: "pawn_two_step",
                kind: OptionKind::Choice(&["all", "source-text"]),
                default: "all",
                help: "`source-text`: no first step of a pawn by two levels and two ranks at once",
            },
        ],
    };

    fn set_up(options: &Options) -> Result<Setup, SpecError> {
        let rules = match options.choice("pawn_two_step") {
            "all" => rules::MILLENNIUM,
            _ => rules::MILLENNIUM_OF_THE_TEXT,
        };
        let array = Array::ALL.into_iter().find(|array| array.name() == options.choice("array"));
        Ok(Setup { rules, array })
    }
}
