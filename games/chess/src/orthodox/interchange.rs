//! Moves and positions as other programs write them.

use super::notation::{self, write_square};
use super::tables::KING;
use super::{Action, Board, Orthodox, Variant};
use torneo_board::grid::BitSet;
use torneo_contract::{Ending, Form, Formats, Game, Interchange, Notation, Seat};

/// The file of the king in orthodox chess, and those that castling leads it to.
const KING_FILE: usize = 4;
const CASTLED: [usize; 2] = [2, 6];
/// The files of the rooks in orthodox chess, as bits.
const ROOK_FILES: u16 = 1 | 1 << 7;

/// The letter that another program writes for ours.
fn theirs<V: Variant>(letter: char) -> char {
    replaced(V::ELSEWHERE.iter().copied(), letter)
}

/// Our letter for that of another program.
fn ours<V: Variant>(letter: char) -> char {
    replaced(V::ELSEWHERE.iter().map(|&(ours, theirs)| (theirs, ours)), letter)
}

fn replaced(mut pairs: impl Iterator<Item = (char, char)>, letter: char) -> char {
    let capital = pairs.find(|(from, _)| *from == letter.to_ascii_uppercase()).map(|(_, to)| to);
    let same_case = |to: char| if letter.is_ascii_lowercase() { to.to_ascii_lowercase() } else { to };
    capital.map_or(letter, same_case)
}

/// A move with other letters for its pieces: capitals in PGN, elsewhere what follows the squares.
fn with_letters(form: Form, text: &str, other: fn(char) -> char) -> String {
    if form == Form::Pgn {
        return text.chars().map(|c| if c.is_ascii_uppercase() { other(c) } else { c }).collect();
    }
    let end = text.rfind(|c: char| c.is_ascii_digit()).map_or(0, |last| last + 1);
    let (squares, promotion) = text.split_at(end);
    squares.to_owned() + &promotion.chars().map(other).collect::<String>()
}

/// A position text with other letters for the pieces of its placement.
fn placed(text: &str, other: fn(char) -> char) -> String {
    let (placement, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    placement.chars().map(other).collect::<String>() + rest
}

impl<V: Variant, const CELLS: usize> Orthodox<V, CELLS> {
    /// Standard algebraic notation, with the mark of check or mate.
    pub(super) fn printed(&self, position: &<Self as Game>::Position, action: Action) -> Option<String> {
        let Action::Move { from, to, promotion } = action else { return None };
        let (mut legal, mut text) = (Vec::new(), String::new());
        self.tables.list(&position.board, &mut legal);
        notation::write_printed::<V>(&position.board, (from, to, promotion), &legal, &mut text);
        let mut after = position.clone();
        self.apply(&mut after, action);
        match after.board.ending {
            Some(Ending { winner: Some(_), .. }) => text.push('#'),
            _ if after.board.guard.in_check() => text.push('+'),
            _ => {}
        }
        Some(text)
    }

    /// The squares of a move. In plain UCI castling, which enters the square of an own rook, is the king's two steps.
    fn squares(form: Form, board: &Board<V::Set>, action: Action) -> String {
        let mut text = String::new();
        match action {
            Action::Move { from, to, .. }
                if form == Form::Uci && board.forces.owned[board.to_move.index()].has(to.into()) =>
            {
                let (from, to) = (usize::from(from), usize::from(to));
                write_square::<V>(from, &mut text);
                write_square::<V>(from - from % V::FILES + CASTLED[usize::from(to > from)], &mut text);
            }
            _ => notation::write::<V>(action, &mut text),
        }
        text
    }

    /// Whether kings and rooks that may castle stand as in orthodox chess.
    pub(super) fn has_orthodox_rights(board: &Board<V::Set>) -> bool {
        Seat::all(2).filter(|seat| board.castling[seat.index()] != 0).all(|seat| {
            let mut kings = board.forces.of_kind(seat, 1 << KING).members();
            let king = kings.next().map(|king| king % V::FILES);
            king == Some(KING_FILE) && board.castling[seat.index()] & !ROOK_FILES == 0
        })
    }
}

impl<V: Variant, const CELLS: usize> Interchange for Orthodox<V, CELLS> {
    fn formats(&self) -> Formats {
        self.variant.formats()
    }

    fn export_action(&self, form: Form, position: &Self::Position, action: Action) -> Option<String> {
        let text = match form {
            Form::Pgn => self.printed(position, action)?,
            _ => Self::squares(form, &position.board, action),
        };
        Some(with_letters(form, &text, theirs::<V>))
    }

    /// Castling is read in either way by the game itself.
    fn import_action(&self, form: Form, _position: &Self::Position, text: &str) -> String {
        with_letters(form, text, ours::<V>)
    }

    fn export_position(&self, form: Form, position: &Self::Position) -> Option<String> {
        if position.board.undrawn {
            return None;
        }
        let text = placed(&self.position_text(position), theirs::<V>);
        let is_orthodox = form == Form::Uci || self.variant.is_orthodox() && form == Form::Pgn;
        if !is_orthodox || !V::CASTLING {
            return Some(text);
        }
        let mut fields: Vec<&str> = text.split(' ').collect();
        let rights = fields.get(2)?.replace('H', "K").replace('h', "k").replace('A', "Q").replace('a', "q");
        fields[2] = &rights;
        Self::has_orthodox_rights(&position.board).then(|| fields.join(" "))
    }

    /// What follows the side to move may be missing.
    fn import_position(&self, _form: Form, text: &str) -> String {
        const USUAL: [&str; 4] = [" -", " -", " 0", " 1"];
        let fields = text.split_whitespace().count();
        let missing = fields.checked_sub(2).and_then(|known| USUAL.get(known..)).unwrap_or_default();
        placed(text.trim_end(), ours::<V>) + &missing.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chess960, Grand};
    use super::*;
    use crate::{Fischerandom, GrandChess};
    use torneo_contract::{Described, Options};

    fn game<G: Described>(spec: &str) -> G {
        G::new(&Options::check(&spec.parse().unwrap(), G::INFO.options).unwrap()).unwrap()
    }

    /// A move in a position as other programs write it.
    fn exported<G: Interchange>(game: &G, form: Form, position: &str, token: &str) -> String {
        let position = game.parse_position(position).unwrap();
        let mut legal = Vec::new();
        game.actions(&position, Seat::FIRST, &mut legal);
        let action = game.parse_action(&position, token, &legal).expect("it is legal");
        game.export_action(form, &position, action).unwrap()
    }

    const CORNERS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";

    #[test]
    fn castling_is_written_in_both_ways() {
        let chess: Fischerandom = game("fischerandom(start=518)");
        let written = |form, token| exported(&chess, form, CORNERS, token);
        assert_eq!(
            (written(Form::Uci, "e1h1"), written(Form::Uci960, "e1h1")),
            ("e1g1".into(), "e1h1".into())
        );
        assert_eq!((written(Form::Uci, "e1a1"), written(Form::Uci, "a1a8")), ("e1c1".into(), "a1a8".into()));
        let black = CORNERS.replace(" w ", " b ");
        assert_eq!(exported(&chess, Form::Uci, &black, "e8a8"), "e8c8");
        assert_eq!(exported(&chess, Form::Pgn, &black, "e8h8"), "O-O");
    }

    #[test]
    fn castling_is_read_in_both_ways() {
        let chess: Fischerandom = game("fischerandom(start=518)");
        for (word, token) in [("e1g1", "e1h1"), ("e1c1", "e1a1"), ("e1h1", "e1h1"), ("a1b1", "a1b1")] {
            assert_eq!(exported(&chess, Form::Uci960, CORNERS, word), token);
        }
    }

    #[test]
    fn rights_are_written_as_orthodox_chess_has_them() {
        let chess: Fischerandom = game("fischerandom(start=518)");
        let written = |text: &str| chess.export_position(Form::Uci, &chess.parse_position(text).unwrap());
        assert_eq!(written(CORNERS).as_deref(), Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
        let without = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";
        assert_eq!(written(without).as_deref(), Some(without));
        let any: Fischerandom = game("fischerandom");
        for foreign in ["r3k1r1/8/8/8/8/8/8/R3K1R1 w Gg - 0 1", "r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1"] {
            assert_eq!(any.export_position(Form::Uci, &any.parse_position(foreign).unwrap()), None);
            assert!(chess.parse_position(foreign).is_err(), "{foreign}");
        }
    }

    #[test]
    fn marshals_and_cardinals_change_their_letters() {
        let grand: GrandChess = game("grand-chess");
        let theirs = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
        let start = grand.start();
        assert_eq!(grand.export_position(Form::Uci, &start).as_deref(), Some(theirs));
        assert_eq!(grand.import_position(Form::Uci, theirs), grand.position_text(&start));
        for (ours, theirs) in [("c9c10m", "c9c10c"), ("c9c10c", "c9c10a"), ("a2c2", "a2c2"), ("", "")] {
            assert_eq!(with_letters(Form::Uci, ours, super::theirs::<Grand>), theirs);
            assert_eq!(grand.import_action(Form::Uci, &start, theirs), ours);
        }
        assert_eq!(with_letters(Form::Pgn, "Mcxa5=C+", super::theirs::<Grand>), "Ccxa5=A+");
        assert_eq!(grand.import_action(Form::Pgn, &start, "Ccxa5=A+"), "Mcxa5=C+");
        assert_eq!(with_letters(Form::Pgn, "Nc3", super::theirs::<Chess960>), "Nc3");
    }
}
