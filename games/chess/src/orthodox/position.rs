//! Position texts: placement, side to move, castling rights, en passant, half-move clock, move number.

use super::board::Board;
use super::notation::{kind, letter, read_square, write_square};
use super::tables::{KING, ORTHOGONALS, PAWN, PAWNS, Tables};
use super::{BLACK, Variant, WHITE};
use torneo_board::fen;
use torneo_board::grid::BitSet;
use torneo_board::text;
use torneo_contract::{Refusal, Seat, refusal, refuse, refuse_if};

/// The text of the position before the start is drawn.
pub(super) const UNDRAWN: &str = "random";

const NAMES: [&str; 2] = ["White", "Black"];

/// The letter of the piece on a square.
fn piece<V: Variant>(board: &Board<V::Set>, square: usize) -> Option<char> {
    let owner = board.forces.owner(square)?;
    let letter = letter::<V>(board.forces.kind(square));
    Some(if owner == WHITE { letter } else { letter.to_ascii_lowercase() })
}

pub(super) fn write<V: Variant>(board: &Board<V::Set>) -> String {
    if board.undrawn {
        return UNDRAWN.to_owned();
    }
    let mut written =
        fen::placement(V::FILES, V::RANKS, |file, rank| piece::<V>(board, rank * V::FILES + file));
    written.push_str(if board.to_move == WHITE { " w " } else { " b " });
    if board.castling == [0; 2] {
        written.push('-');
    }
    for seat in [WHITE, BLACK] {
        // The rook nearer to the h-file comes first.
        let files = (0..V::FILES).rev().filter(|&file| board.castling[seat.index()] >> file & 1 == 1);
        let letters = files.map(text::file_letter);
        written.extend(letters.map(|c| if seat == WHITE { c.to_ascii_uppercase() } else { c }));
    }
    written.push(' ');
    match board.en_passant {
        Some(square) => write_square::<V>(square as usize, &mut written),
        None => written.push('-'),
    }
    written + &format!(" {} {}", board.idle, board.number)
}

pub(super) fn read<V: Variant, const CELLS: usize>(
    written: &str,
    tables: &Tables<V, CELLS>,
    board: &mut Board<V::Set>,
) -> Result<(), Refusal> {
    let mut rest = written.trim_start();
    let mut fields = Vec::new();
    while let Some(field) = rest.split_whitespace().next().filter(|_| fields.len() < 4) {
        fields.push(field);
        rest = rest[field.len()..].trim_start();
    }
    let [placement, side, castling, en_passant] = &fields[..] else {
        refuse!(
            "expected placement, side to move, castling, en passant, half-move clock and move number, found \
             `{written}`"
        );
    };
    read_placement(placement, tables, board)?;
    board.to_move = text::parse_side(side, ["w", "b"])?;
    board.forces.check_kings(tables, board.to_move, NAMES)?;
    if *castling != "-" {
        read_castling(castling, tables, board)?;
    }
    read_counters(rest, board)?;
    if *en_passant != "-" {
        let square = read_square::<V>(en_passant)
            .ok_or_else(|| refusal!("the en passant target is a square or `-`, found `{en_passant}`"))?;
        // A target that nothing can capture on is not part of the position.
        if crossed_just_now(tables, board, square) && !tables.en_passant_takers(board, square).is_empty() {
            board.en_passant = Some(square as u8);
        }
    }
    Ok(())
}

fn read_placement<V: Variant, const CELLS: usize>(
    placement: &str,
    tables: &Tables<V, CELLS>,
    board: &mut Board<V::Set>,
) -> Result<(), Refusal> {
    let place = |file: usize, rank: usize, found: char| {
        let seat = if found.is_ascii_uppercase() { WHITE } else { BLACK };
        let letter = found.to_ascii_uppercase();
        let kind = if letter == 'P' { Some(1 << (PAWN + seat.index())) } else { kind::<V>(letter) };
        let kind = kind.ok_or_else(|| refusal!("there is no piece `{found}`"))?;
        let square = rank * V::FILES + file;
        let from_home = if seat == WHITE { rank } else { V::RANKS - 1 - rank };
        if kind & PAWNS != 0 && (from_home < V::PAWN_RANK || tables.last[seat.index()].has(square)) {
            refuse!("a pawn of {} cannot stand there", NAMES[seat.index()]);
        }
        board.forces.put(seat, kind, square);
        Ok(())
    };
    fen::parse_ranks(placement, V::FILES, V::RANKS, place).map_err(Refusal::new)?;
    for (seat, name) in Seat::all(2).zip(NAMES) {
        let pawns = board.forces.gaits[PAWN + seat.index()].len();
        refuse_if!(pawns as usize > V::FILES, "{name} has at most {} pawns, found {pawns}", V::FILES);
        if V::PROMOTES_TO_CAPTURED {
            for piece in V::PIECES.iter().filter(|piece| piece.kind != 1 << KING) {
                let found = board.forces.of_kind(seat, piece.kind).len();
                if found > piece.count {
                    let letter = piece.letter;
                    refuse!("{name} has at most {} `{letter}`, found {found}", piece.count);
                }
            }
        }
        let kings = (board.forces.gaits[KING] & board.forces.owned[seat.index()]).len();
        refuse_if!(kings != 1, "{name} has one king, found {kings}");
        let (promoted, missing) = (V::promoted(&board.forces, seat), V::FILES as u32 - pawns);
        refuse_if!(
            promoted > missing,
            "{name} has {promoted} pieces more than at the start, but only {missing} pawns are missing"
        );
    }
    Ok(())
}

/// Reads the files of rooks such as `HAha`; `K` and `Q` stand for the outermost rook on their side of the king.
fn read_castling<V: Variant, const CELLS: usize>(
    castling: &str,
    _tables: &Tables<V, CELLS>,
    board: &mut Board<V::Set>,
) -> Result<(), Refusal> {
    refuse_if!(!V::CASTLING, "there is no castling: expected `-`, found `{castling}`");
    for letter in castling.chars() {
        let seat = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
        let home = Tables::<V, CELLS>::home(seat);
        let rooks = board.forces.of_kind(seat, 1 << ORTHOGONALS);
        let king = board.forces.king::<Tables<V, CELLS>>(seat);
        let mut files = (0..V::FILES).filter(|&file| rooks.has(home + file));
        let file = match letter.to_ascii_uppercase() {
            'K' => files.rfind(|&file| home + file > king),
            'Q' => files.find(|&file| home + file < king),
            file => files.find(|&other| text::file_letter(other).to_ascii_uppercase() == file),
        };
        let rights = &mut board.castling[seat.index()];
        let Some(file) = file.filter(|_| king - king % V::FILES == home) else {
            refuse!("castling `{letter}`: king and rook must stand on their first rank");
        };
        let same_side =
            |&other: &usize| *rights >> other & 1 == 1 && (home + other > king) == (home + file > king);
        if (0..V::FILES).any(|other| same_side(&other)) {
            refuse!("castling `{letter}`: one rook on each side of the king can castle");
        }
        *rights |= 1 << file;
    }
    let [white, black] = [WHITE, BLACK].map(|seat| board.forces.king::<Tables<V, CELLS>>(seat) % V::FILES);
    if board.castling.iter().all(|&rights| rights != 0) {
        let side = |rights: u16, king: usize| [rights & ((1 << king) - 1), rights >> king >> 1];
        let [first, second] = [side(board.castling[0], white), side(board.castling[1], black)];
        let differ =
            first.iter().zip(second).any(|(&first, second)| first != 0 && second != 0 && first != second);
        if white != black || differ {
            refuse!("castling: both players begin with king and rooks on the same files");
        }
    }
    Ok(())
}

/// The largest half-move clock that is read: a game may have gone on where nobody claimed the draw.
const MOST_IDLE: u32 = 10_000;

/// Reads the two counters of FEN, or the operations of EPD (PGN standard, 16.2) of which two are those counters. Programs
/// that know no counters write zeros.
fn read_counters<S: BitSet>(rest: &str, board: &mut Board<S>) -> Result<(), Refusal> {
    let clock = |text: &str| {
        let found = text::parse_number(text).filter(|&idle| idle <= MOST_IDLE);
        found.ok_or_else(|| refusal!("the half-move clock is a number 0..={MOST_IDLE}, found `{text}`"))
    };
    let number = |text: &str| {
        let found = text::parse_number(text).filter(|&number: &u32| number <= u32::MAX / 2);
        found
            .map(|number| number.max(1))
            .ok_or_else(|| refusal!("the move number is a number from 1, found `{text}`"))
    };
    let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let mut operations = rest.trim();
    if begins(operations) || operations.split_whitespace().count() == 2 && !operations.contains(';') {
        let (counters, more) = operations.split_once(';').unwrap_or((operations, ""));
        let counters: Vec<&str> = counters.split_whitespace().collect();
        let [idle, moves, others @ ..] = &counters[..] else {
            refuse!("expected half-move clock and move number, found `{rest}`");
        };
        (board.idle, board.number) = (clock(idle)?, number(moves)?);
        if !others.is_empty() && !rest.contains(';') {
            refuse!("nothing comes after the move number, found `{}`", others.join(" "));
        }
        operations = more;
    } else if !operations.is_empty() && !operations.contains(';') {
        refuse!("expected half-move clock and move number, or operations that end with `;`, found `{rest}`");
    }
    for operation in operations_of(operations) {
        match operation.split_once(char::is_whitespace) {
            Some(("hmvc", clock_text)) => board.idle = clock(clock_text.trim())?,
            Some(("fmvn", number_text)) => board.number = number(number_text.trim())?,
            _ => {}
        }
    }
    Ok(())
}

/// The operations of a text; a semicolon in quotes ends none.
fn operations_of(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let ends = move |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    text.split(ends).map(str::trim).filter(|operation| !operation.is_empty())
}

/// Whether a pawn of the player who is not to move can have crossed the square with its last move.
fn crossed_just_now<V: Variant, const CELLS: usize>(
    tables: &Tables<V, CELLS>,
    board: &Board<V::Set>,
    square: usize,
) -> bool {
    let seat = board.to_move.other();
    let (rank, forward) = (square / V::FILES, tables.pawns.forward(seat) as isize);
    let rank = if seat == WHITE { rank } else { V::RANKS - 1 - rank };
    let occupied = board.forces.occupied();
    rank == V::PAWN_RANK + 1
        && board.idle == 0
        && !occupied.has(square)
        && !occupied.has(square.wrapping_add_signed(-forward))
        && board.forces.gaits[PAWN + seat.index()].has(square.wrapping_add_signed(forward))
}
