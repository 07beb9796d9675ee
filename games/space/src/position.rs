//! Texts of positions.
//!
//! A text holds the three levels, the side to move, castling, the pawns that have never moved, and en
//! passant. Where first moves have rules of their own, it holds the pieces that have never moved. Where Black
//! has chosen the array and the rest does not tell it, it holds the array.

use super::board::{BLACK, Board, EnPassant, Side, WHITE};
use super::levels::{self, SIDE, rank};
use super::tables::{Array, FIRST_RANK, KING, KING_FILE, KING_KIND, PAWN, PAWNS, ROOK_KIND, Tables};
use torneo_board::army::Kind;
use torneo_board::grid::BitSet;
use torneo_board::text;
use torneo_contract::{Refusal, Seat, refusal, refuse, refuse_if};

/// The text of the position before Black has chosen the array.
pub(super) const UNCHOSEN: &str = "blacks-choice";

pub(super) const NAMES: [&str; 2] = ["White", "Black"];

/// How many queens, rooks, bishops and knights a player begins with.
const COUNTS: [u32; 4] = [1, 2, 2, 2];

/// How many pawns a player begins with.
const PAWN_COUNT: u32 = SIDE as u32;

impl Tables {
    /// The letter of the piece on a cell.
    pub(super) fn piece(&self, board: &Board, cell: usize) -> Option<char> {
        let owner = board.forces.owner(cell)?;
        let letter = self.letter(board.forces.kind(cell));
        Some(if owner == WHITE { letter } else { letter.to_ascii_lowercase() })
    }

    /// The text of a position; `chosen` if Black has chosen the array.
    pub(super) fn write_position(&self, board: &Board, chosen: bool) -> String {
        if board.unchosen {
            return UNCHOSEN.to_owned();
        }
        let mut written = self.write_fields(board);
        if chosen && board.array != Array::Johnson {
            let guessed = self.read_position(&written, None).map(|guessed| guessed.array);
            if guessed != Ok(board.array) {
                written.push(' ');
                written.push_str(board.array.name());
            }
        }
        written
    }

    fn write_fields(&self, board: &Board) -> String {
        let mut written = String::new();
        levels::write_placement(|cell| self.piece(board, cell), &mut written);
        written.push_str(if board.to_move == WHITE { " w " } else { " b " });
        if board.castling == 0 {
            written.push('-');
        }
        for seat in [WHITE, BLACK] {
            for (side, letter) in Side::ALL.into_iter().zip(['K', 'Q']) {
                if board.castling & side.right(seat) != 0 {
                    written.push(of_seat(seat, letter));
                }
            }
        }
        written.push(' ');
        write_files(board.fresh, &mut written);
        written.push(' ');
        match board.en_passant {
            None => written.push('-'),
            Some(EnPassant { passed, pawn }) => {
                levels::write_cell(passed as usize, &mut written);
                levels::write_cell(pawn as usize, &mut written);
            }
        }
        if self.rules.leave_at_once {
            written.push(' ');
            write_files(board.unmoved, &mut written);
        }
        written
    }

    /// Reads a position; `array` is the one that the options set, none if Black has chosen it.
    ///
    /// # Errors
    /// A text of another form, or a position that cannot be.
    pub(super) fn read_position(&self, written: &str, array: Option<Array>) -> Result<Board, Refusal> {
        let fields: Vec<&str> = written.split_whitespace().collect();
        if let Some(array) = array {
            return self.read_fields(&fields, array);
        }
        let named = Array::ALL.into_iter().find(|array| fields.last() == Some(&array.name()));
        match named {
            Some(array) => self.read_fields(&fields[..fields.len() - 1], array),
            None => {
                let [johnson, hageman] = Array::ALL.map(|array| self.read_fields(&fields, array));
                johnson.or_else(|error| hageman.map_err(|_| error))
            }
        }
    }

    fn read_fields(&self, fields: &[&str], array: Array) -> Result<Board, Refusal> {
        let [placement, side, castling, fresh, en_passant, unmoved @ ..] = fields else {
            refuse!(
                "expected placement, side to move, castling, unmoved pawns and en passant, found `{}`",
                fields.join(" ")
            );
        };
        let mut board = Board { array, ..Board::EMPTY };
        self.read_placement(placement, &mut board)?;
        board.to_move = text::parse_side(side, ["w", "b"])?;
        board.forces.check_kings(self, board.to_move, NAMES)?;
        read_castling(castling, &mut board)?;
        board.fresh = read_files(fresh, |seat, file| {
            let kind = 1 << (PAWN + seat.index());
            let cell = board.array.pawn_home(seat) + file;
            stands(&board, seat, kind, cell).then_some(()).ok_or("there is no pawn on its first cell")
        })
        .map_err(|error| refusal!("unmoved pawns {error}"))?;
        self.read_unmoved(unmoved, &mut board)?;
        if *en_passant != "-" {
            self.read_en_passant(en_passant, &mut board)?;
        }
        Ok(board)
    }

    fn read_placement(&self, placement: &str, board: &mut Board) -> Result<(), Refusal> {
        levels::read_placement(placement, |cell, found| {
            let seat = if found.is_ascii_uppercase() { WHITE } else { BLACK };
            let letter = found.to_ascii_uppercase();
            let kind = if letter == 'P' { Some(1 << (PAWN + seat.index())) } else { self.kind(letter) };
            let kind = kind.ok_or_else(|| refusal!("there is no piece `{found}`"))?;
            let from_home = if seat == WHITE { rank(cell) } else { SIDE - 1 - rank(cell) };
            if kind & PAWNS != 0 && (from_home == 0 || self.promotes(board.array, seat).has(cell)) {
                refuse!("a pawn of {} cannot stand there", NAMES[seat.index()]);
            }
            board.forces.put(seat, kind, cell);
            Ok(())
        })?;
        Seat::all(2).try_for_each(|seat| self.check_counts(board, seat))
    }

    fn check_counts(&self, board: &Board, seat: Seat) -> Result<(), Refusal> {
        let (forces, name) = (&board.forces, NAMES[seat.index()]);
        let kings = (forces.gaits[KING] & forces.owned[seat.index()]).len();
        refuse_if!(kings != 1, "{name} has one king, found {kings}");
        let pawns = forces.gaits[PAWN + seat.index()].len();
        refuse_if!(pawns > PAWN_COUNT, "{name} has at most {PAWN_COUNT} pawns, found {pawns}");
        let surplus = |(&kind, count): (&Kind, u32)| forces.of_kind(seat, kind).len().saturating_sub(count);
        let promoted: u32 = self.promotions().iter().zip(COUNTS).map(surplus).sum();
        let missing = PAWN_COUNT - pawns;
        refuse_if!(
            promoted > missing,
            "{name} has {promoted} pieces more than at the start, but only {missing} pawns are missing"
        );
        Ok(())
    }

    /// Reads the pieces that have never moved; if they are not given, all that stand where they begin.
    fn read_unmoved(&self, fields: &[&str], board: &mut Board) -> Result<(), Refusal> {
        let begins = |seat: Seat, file: usize| {
            let kind = self.kinds[FIRST_RANK[file]];
            kind != KING_KIND && stands(board, seat, kind, board.array.home(seat) + file)
        };
        let unmoved = match fields {
            [] => Seat::all(2)
                .map(|seat| (0..SIDE).filter(|&file| begins(seat, file)).fold(0, |s, f| s | 1 << f)),
            [unmoved] if self.rules.leave_at_once => {
                let check = |seat: Seat, file: usize| {
                    begins(seat, file).then_some(()).ok_or("there is no such piece on its first cell")
                };
                let files = read_files(unmoved, check).map_err(|error| refusal!("unmoved pieces {error}"))?;
                if let Some((_, _, letter)) = rooks().find(|&(seat, side, _)| {
                    board.castling & side.right(seat) != 0 && files[seat.index()] >> side.files()[0] & 1 == 0
                }) {
                    refuse!("castling `{letter}`: the rook is not among the unmoved pieces");
                }
                board.unmoved = files;
                return Ok(());
            }
            _ => refuse!("expected the end of the text, found `{}`", fields.join(" ")),
        };
        if self.rules.leave_at_once {
            for (seat, files) in Seat::all(2).zip(unmoved.collect::<Vec<u8>>()) {
                board.unmoved[seat.index()] = files;
            }
        }
        Ok(())
    }

    /// Reads the cell passed over and the cell of the pawn. What nothing can capture is not part of the
    /// position.
    fn read_en_passant(&self, written: &str, board: &mut Board) -> Result<(), Refusal> {
        let (passed, pawn) = written.split_at_checked(3).unwrap_or((written, ""));
        let (Some(passed), Some(pawn)) = (levels::read_cell(passed), levels::read_cell(pawn)) else {
            refuse!("en passant is the cell passed over and the cell of the pawn, or `-`; found `{written}`");
        };
        let seat = board.to_move.other();
        let occupied = board.forces.occupied();
        let begins = |&from: &usize| {
            let file = from.wrapping_sub(board.array.pawn_home(seat));
            file < SIDE && !occupied.has(from) && !occupied.has(passed)
        };
        let en_passant = EnPassant { passed: passed as u8, pawn: pawn as u8 };
        let stepped = board.forces.gaits[PAWN + seat.index()].has(pawn)
            && self.pawns.before(seat, passed, pawn).filter(begins).is_some();
        if stepped && self.can_take(board, en_passant) {
            board.en_passant = Some(en_passant);
        }
        Ok(())
    }
}

/// Whether a player's piece of a kind stands on a cell.
fn stands(board: &Board, seat: Seat, kind: Kind, cell: usize) -> bool {
    board.forces.owner(cell) == Some(seat) && board.forces.kind(cell) == kind
}

fn of_seat(seat: Seat, letter: char) -> char {
    if seat == WHITE { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// The rights to castle with their letters.
fn rooks() -> impl Iterator<Item = (Seat, Side, char)> {
    let letters =
        |seat: Seat| [(Side::King, 'K'), (Side::Queen, 'Q')].map(|(side, c)| (seat, side, of_seat(seat, c)));
    [WHITE, BLACK].into_iter().flat_map(letters)
}

fn read_castling(castling: &str, board: &mut Board) -> Result<(), Refusal> {
    if castling == "-" {
        return Ok(());
    }
    for letter in castling.chars() {
        let Some((seat, side, _)) = rooks().find(|&(_, _, known)| known == letter) else {
            refuse!("castling is some of `KQkq` or `-`, found `{castling}`");
        };
        let home = board.array.home(seat);
        let [rook, ..] = side.files();
        if !stands(board, seat, KING_KIND, home + KING_FILE) || !stands(board, seat, ROOK_KIND, home + rook) {
            refuse!("castling `{letter}`: king and rook must stand where they begin");
        }
        refuse_if!(board.castling & side.right(seat) != 0, "castling `{letter}` is given twice");
        board.castling |= side.right(seat);
    }
    Ok(())
}

/// Writes the files of each player's pieces, capitals for White.
fn write_files(files: [u8; 2], written: &mut String) {
    if files == [0; 2] {
        written.push('-');
    }
    for seat in Seat::all(2) {
        let letters = u16::from(files[seat.index()]).members().map(text::file_letter);
        written.extend(letters.map(|letter| of_seat(seat, letter)));
    }
}

/// Reads the files of each player's pieces; `check` refuses those that cannot be.
fn read_files(
    written: &str,
    check: impl Fn(Seat, usize) -> Result<(), &'static str>,
) -> Result<[u8; 2], Refusal> {
    let mut files = [0; 2];
    if written == "-" {
        return Ok(files);
    }
    for letter in written.chars() {
        let seat = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
        let file = (0..SIDE).find(|&file| of_seat(seat, text::file_letter(file)) == letter);
        let file = file.ok_or_else(|| refusal!("are file letters or `-`, found `{written}`"))?;
        check(seat, file).map_err(|message| refusal!("`{letter}`: {message}"))?;
        refuse_if!(files[seat.index()] >> file & 1 == 1, "`{letter}` is given twice");
        files[seat.index()] |= 1 << file;
    }
    Ok(files)
}
