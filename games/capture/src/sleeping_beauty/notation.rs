//! How turns and positions are written.

use torneo_board::grid::BitSet;

use super::board::{
    Action, BEAUTY, BLACK, Board, DARK, FAR, LADY, LETTERS, MAN, NAMES, NOBODY, SIDE_KEY, Squares, WHITE,
    ahead,
};
use super::{KINDS, SleepingBeautyDraughts, refusal};
use torneo_board::scene::stand_all;
use torneo_contract::{End, Field, Game, Kind, Notation, PositionError, Refusal, reason, refuse, refuse_if};

/// Pieces of each side at the start; there are never more.
const PIECES: u32 = 12;
/// The dark squares of three ranks.
const HOME: [u64; 2] = [DARK & 0xff_ffff, DARK & !0xff_ffff_ffff];
const SIDE_LETTERS: [&str; 2] = ["w", "b"];
/// Follows the side to move if its lady was captured by the last move.
const WAKING: &str = "*";
/// Follows the move of a man that becomes a beauty.
pub(super) const ASLEEP: &str = "sb";

/// The pieces at the beginning of a game.
pub(super) fn start() -> Board {
    let mut board = Board::EMPTY;
    for (side, home) in HOME.into_iter().enumerate() {
        home.members().for_each(|square| board.toggle(side, MAN, square));
    }
    board
}

/// What the text of a turn describes, legal or not.
pub(super) struct Described {
    pub(super) woken: Option<usize>,
    pub(super) from: usize,
    /// The squares reached, at least one.
    pub(super) reached: Vec<usize>,
    pub(super) captures: bool,
    /// Whether it says that a man becomes a beauty.
    pub(super) asleep: bool,
}

impl Described {
    pub(super) fn read(written: &str) -> Option<Described> {
        let (woken, turn) = match written.split_once("*,") {
            Some((woken, turn)) => (Some(Squares::parse(woken)?), turn),
            None => (None, written),
        };
        let (turn, asleep) = turn.strip_suffix(ASLEEP).map_or((turn, false), |turn| (turn, true));
        let (from, moves) = turn.split_at_checked(2)?;
        let from = Squares::parse(from)?;
        let (woken, moves) = match moves.strip_prefix('*') {
            Some(_) if woken.is_some() => return None,
            Some(moves) => (Some(from), moves),
            None => (woken, moves),
        };
        let (captures, reached) = match moves.strip_prefix(':') {
            Some(squares) => (true, squares.split(':').map(Squares::parse).collect::<Option<_>>()?),
            None => (false, vec![Squares::parse(moves)?]),
        };
        Some(Described { woken, from, reached, captures, asleep })
    }
}

/// Puts the piece of a text such as `Mc3` on the board.
fn place(board: &mut Board, piece: &str) -> Result<(), Refusal> {
    let mut letters = piece.chars();
    let letter = letters.next().unwrap_or(' ');
    let kinds = [(WHITE, MAN), (WHITE, LADY), (WHITE, BEAUTY), (BLACK, MAN), (BLACK, LADY), (BLACK, BEAUTY)];
    let Some((side, kind)) = kinds.into_iter().find(|&(side, kind)| LETTERS[side][kind] == letter) else {
        refuse!("`{piece}`: expected one of the pieces M, L, S, m, l, s");
    };
    let Some(square) = Squares::parse(letters.as_str()) else {
        refuse!("`{piece}`: expected a square from a1 to h8");
    };
    refuse_if!(!DARK.has(square), "`{piece}`: {} is a light square", Squares::name(square));
    if let Some((other, kind)) = board.piece(square) {
        refuse!("`{piece}`: `{}` stands there", LETTERS[other][kind]);
    }
    if kind == MAN && FAR[side].has(square) {
        refuse!("`{piece}`: a man of {} would have been promoted there", NAMES[side]);
    }
    refuse_if!(kind == LADY && board.pieces[side][LADY] != 0, "`{piece}`: {} has two ladies", NAMES[side]);
    board.toggle(side, kind, square);
    Ok(())
}

fn check_counts(board: &Board) -> Result<(), Refusal> {
    for (side, name) in NAMES.into_iter().enumerate() {
        let found = board.owned(side).len();
        refuse_if!(found > PIECES, "{name} has at most {PIECES} pieces, found {found}");
    }
    let last = board.to_move ^ 1;
    if board.owned(last) == 0 {
        refuse!("{} has made the last move and needs a piece, found none", NAMES[last]);
    }
    Ok(())
}

/// Whether the side to move can have lost its lady by the last move.
fn check_waking(board: &Board) -> Result<(), Refusal> {
    let name = NAMES[board.to_move];
    let ([_, lady, beauties], [men, enemy_lady, enemy_beauties]) =
        (board.pieces[board.to_move], board.pieces[board.to_move ^ 1]);
    refuse_if!(lady != 0, "`*`: {name} has not lost its lady");
    refuse_if!(beauties == 0, "`*`: {name} has no sleeping beauty to wake");
    refuse_if!(board.owned(board.to_move).len() == PIECES, "`*`: {name} has lost no piece");
    // A man may have been promoted by the capture.
    let far = FAR[board.to_move ^ 1];
    if men | enemy_lady | enemy_beauties & far == 0 {
        refuse!("`*`: no piece of {} can have captured the lady", NAMES[board.to_move ^ 1]);
    }
    Ok(())
}

impl Notation for SleepingBeautyDraughts {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::NO_MOVE, "{loser} cannot move"),
        (reason::REPETITION, "ladies brought a position back, so there is no result"),
    ];

    /// Appends a turn, such as `a1*,c5d4` or `a3:c1sb`.
    fn write_action(&self, board: &Board, action: Action, text: &mut String) {
        if action.woken != NOBODY && action.woken != action.from {
            Squares::write(action.woken as usize, text);
            text.push_str("*,");
        }
        Squares::write(action.from as usize, text);
        if action.woken == action.from {
            text.push('*');
        }
        if action.jumps == 0 {
            if board.captures(action) {
                text.push(':');
            }
            Squares::write(action.to as usize, text);
        }
        let mut at = action.from;
        for direction in action.directions() {
            at = ahead(at, direction, 2);
            text.push(':');
            Squares::write(at as usize, text);
        }
        if board.promotes(action) && board.promoted(action) == BEAUTY {
            text.push_str(ASLEEP);
        }
    }

    fn why_illegal(&self, position: &Board, text: &str) -> Option<String> {
        refusal::why_illegal(position, text)
    }

    /// The text of a position: the pieces, White's first, and the side to move.
    fn position_text(&self, board: &Board) -> String {
        let mut written = String::new();
        for (pieces, letters) in board.pieces.iter().zip(LETTERS) {
            for kind in [LADY, MAN, BEAUTY] {
                for square in pieces[kind].members() {
                    written.push(letters[kind]);
                    Squares::write(square, &mut written);
                    written.push(' ');
                }
            }
        }
        written.push_str(SIDE_LETTERS[board.to_move]);
        if board.waking {
            written.push(' ');
            written.push_str(WAKING);
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let mut fields: Vec<&str> = written.split_whitespace().collect();
        let waking = fields.pop_if(|last| *last == WAKING).is_some();
        let side = fields.pop().unwrap_or("");
        let Some(side) = SIDE_LETTERS.iter().position(|&known| known == side) else {
            refuse!("expected a position as `Mc3 ld4 w`, the side to move last, found `{written}`");
        };
        let mut board = Board::EMPTY;
        fields.into_iter().try_for_each(|piece| place(&mut board, piece))?;
        if side == BLACK {
            board.to_move = BLACK;
            board.hash ^= SIDE_KEY;
        }
        check_counts(&board)?;
        if waking {
            check_waking(&board)?;
            board.set_waking(true);
        }
        self.forget_history(&mut board);
        Ok(board)
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        stand_all(on, 1, board.pieces.iter().flatten().map(|pieces| pieces.members()));
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        fields.push(Field::flag("waking", board.waking));
    }
}
