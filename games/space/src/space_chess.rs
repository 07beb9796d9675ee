//! Space Chess (rules: `docs/games/space-chess.md`).

use super::game::{Setup, Variant};
use super::rules::{self, Rules};
use super::tables::Array;
use torneo_contract::{GameInfo, OptionInfo, Options, SpecError};

/// Space Chess by Hageman, Johnson or Evans.
#[derive(Clone, Debug)]
pub struct SpaceRules;

impl Variant for SpaceRules {
    const INFO: GameInfo = GameInfo {
        id: "space-chess",
        title: "Space Chess",
        family: "space",
        reconstructed: true,
        options: &[
            OptionInfo::choice("rules", &["evans", "hageman", "johnson"], "evans").help(
                "`evans`: marked squares lead to other levels; `hageman`, `johnson`: pieces move in space",
            ),
            OptionInfo::flag("first_move_transfer", false)
                .help("with `rules=evans`: a piece's first move ends on the next level"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn set_up(options: &Options) -> Result<Setup, SpecError> {
        let (rules, array) = options.one_of(
            "rules",
            [
                (rules::EVANS, Array::Johnson),
                (rules::HAGEMAN, Array::Hageman),
                (rules::JOHNSON, Array::Johnson),
            ],
        );
        let leave_at_once = options.bool("first_move_transfer");
        let message = "first moves change levels with `rules=evans` only";
        options.refuse_if(leave_at_once && rules.marks.is_none(), "first_move_transfer", message)?;
        Ok(Setup { rules: Rules { leave_at_once, ..rules }, array: Some(array) })
    }
}
