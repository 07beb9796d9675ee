//! The drawing for people.

use torneo_board::text;
use torneo_contract::Seat;

use super::board::KIND_NAMES;
use super::fielding::PRICE_LIST;
use super::notation::{PLAYERS, SIDES, letter, write_half};
use super::paths::{SIDE, Squares};
use super::wager::{Ledger, Stage, Wager};
use super::{Jetan, State};

impl Jetan {
    /// The board with the accounts of the match and what is due.
    pub(super) fn drawing(&self, state: &State) -> String {
        let board = &state.board;
        let files: String = (0..SIDE).flat_map(|file| [' ', text::file_letter(file)]).collect();
        let mut drawing = format!("  {files}\n");
        for rank in (0..SIDE).rev() {
            drawing += &format!("{:>2}", rank + 1);
            for file in 0..SIDE {
                drawing.push(' ');
                drawing.push(letter(board, Squares::at(file, rank)).unwrap_or('.'));
            }
            drawing += &format!(" {}\n", rank + 1);
        }
        drawing += &format!("  {files}\n");
        if !self.terms.is_single() {
            drawing += &self.draw_accounts(&state.ledger);
        }
        let side = SIDES[board.to_move & 1];
        drawing
            + &match (state.ended, state.ledger.stage) {
                (Some(ending), _) => format!("over: {}", ending.reason),
                (None, Stage::Play) => format!("{side} to move"),
                (None, Stage::Ask(place)) => {
                    format!("{side} is asked about a {}", KIND_NAMES[PRICE_LIST[place as usize]])
                }
                (None, Stage::Duel { from, to, .. }) => {
                    let [from, to] = [from, to].map(|square| Squares::name(square as usize));
                    format!("{side} attacks {to} from {from}")
                }
            }
    }

    /// One line for the match and one for each player.
    fn draw_accounts(&self, ledger: &Ledger) -> String {
        let mut drawing = format!("game {} of {}", ledger.game, self.terms.games);
        if self.has_purse() {
            drawing += &format!(", purse {}", write_half(ledger.purse));
        }
        drawing.push('\n');
        for seat in Seat::all(2) {
            let index = seat.index();
            drawing += &format!(
                "{} ({}): {} game points",
                PLAYERS[index],
                SIDES[ledger.side(seat)],
                write_half(ledger.points[index])
            );
            if self.terms.wager != Wager::None {
                drawing += &format!(", money {}", write_half(ledger.money[index]));
            }
            drawing.push('\n');
        }
        drawing
    }
}
