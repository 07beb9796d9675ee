//! Texts of moves and positions.

use super::board::{Action, Board, MOST_PIECES, gait_of, is_last};
use super::tables::{
    AANCA, Board12, CROCODILE, GIRAFFE, KING, KING_LEAP, LION, PAWN, RHINOCEROS, ROOK, SIDE,
};
use super::{BLACK, GrandeAcedrex, KINDS, NAMES, WHITE};
use torneo_board::fen;
use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::scene::stand;
use torneo_board::text;
use torneo_contract::scene::Figure;
use torneo_contract::{
    End, Exchange, Field, Formats, Interchange, Kind, Notation, PositionError, Refusal, Seat, reason,
    refusal, refuse, refuse_if,
};

/// White's letter, gait (White's) and number at the start of each kind, from the highest kind down.
pub(super) const PIECES: [(char, usize, u32); 8] = [
    ('K', KING, 1),
    ('A', AANCA, 1),
    ('U', RHINOCEROS, 2),
    ('R', ROOK, 2),
    ('L', LION, 2),
    ('C', CROCODILE, 2),
    ('G', GIRAFFE, 2),
    ('P', PAWN, 12),
];
/// What the kinds look like.
pub(super) const FIGURES: [(usize, Figure); 8] = [
    (KING, Figure::King),
    (AANCA, Figure::Aanca),
    (RHINOCEROS, Figure::Unicorn),
    (ROOK, Figure::Rook),
    (LION, Figure::Lion),
    (CROCODILE, Figure::Crocodile),
    (GIRAFFE, Figure::Giraffe),
    (PAWN, Figure::Pawn),
];
const MOST_PAWNS: u32 = SIDE as u32;

/// The letter of the piece on a square.
fn piece(board: &Board, square: usize) -> Option<char> {
    let owner = board.forces.owner(square)?;
    let has = |gait: usize| board.forces.gaits[gait_of(gait, owner)].has(square);
    let (letter, ..) = PIECES.into_iter().find(|&(_, gait, _)| has(gait))?;
    Some(if owner == WHITE { letter } else { letter.to_ascii_lowercase() })
}

fn read_placement(placement: &str, leaping: [bool; 2]) -> Result<Board, Refusal> {
    let mut board = Board::EMPTY;
    let place = |file: usize, rank: usize, found: char| {
        let seat = if found.is_ascii_uppercase() { WHITE } else { BLACK };
        let piece = PIECES.iter().find(|piece| piece.0 == found.to_ascii_uppercase());
        let &(_, gait, _) = piece.ok_or_else(|| refusal!("there is no piece `{found}`"))?;
        let square = Board12::at(file, rank);
        if gait == PAWN && is_last(seat, square) {
            refuse!("a pawn of {} would have been promoted there", NAMES[seat.index()]);
        }
        let leap = gait == KING && leaping[seat.index()];
        board.forces.put(seat, 1 << gait_of(gait, seat) | if leap { 1 << KING_LEAP } else { 0 }, square);
        Ok(())
    };
    fen::parse_ranks(placement, SIDE, SIDE, place).map_err(Refusal::new)?;
    Ok(board)
}

fn check_counts(board: &Board) -> Result<(), Refusal> {
    for (seat, name) in Seat::all(2).zip(NAMES) {
        let own = board.forces.owned[seat.index()];
        let count = |gait: usize| (board.forces.gaits[gait_of(gait, seat)] & own).len();
        let (kings, pawns) = (count(KING), count(PAWN));
        refuse_if!(kings != 1, "{name} has one king, found {kings}");
        refuse_if!(
            pawns > MOST_PAWNS || own.len() > MOST_PIECES as u32,
            "{name} has at most {MOST_PIECES} pieces with {MOST_PAWNS} pawns, found {} with {pawns}",
            own.len()
        );
        let surplus = PIECES.iter().map(|&(_, gait, start)| count(gait).saturating_sub(start));
        let promoted: u32 = surplus.sum();
        refuse_if!(
            promoted > MOST_PAWNS - pawns,
            "{name} has {promoted} pieces more than at the start, but only {} pawns are missing",
            MOST_PAWNS - pawns
        );
    }
    Ok(())
}

impl Notation for GrandeAcedrex {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::WON, "checkmate"),
        (reason::NO_MOVE, "stalemate, and the pieces left decide"),
        (crate::BARE_KINGS, "only kings are left"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::NO_PROGRESS, "too many plies without a capture or a move of a pawn"),
        (reason::LENGTH_LIMIT, "the limit of plies is reached"),
    ];
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;

    fn write_action(&self, _position: &Self::Position, Action { from, to }: Action, text: &mut String) {
        Board12::write(from as usize, text);
        text.push('-');
        Board12::write(to as usize, text);
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let (from, to) = written.split_once('-')?;
        Some(self.why_no_move(&position.board, Board12::parse(from)?, Board12::parse(to)?))
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let mut written = fen::placement(SIDE, SIDE, |file, rank| piece(board, Board12::at(file, rank)));
        written.push_str(if board.to_move == WHITE { " w " } else { " b " });
        let leaps = board.forces.owned.map(|own| !(board.forces.gaits[KING_LEAP] & own).is_empty());
        written + &text::flags(leaps, ['K', 'k'])
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let Some([placement, side, leaps]) = text::words(written) else {
            refuse!("expected placement, side to move and leap rights, found `{written}`");
        };
        let Some(leaping) = text::parse_flags(leaps, ['K', 'k']) else {
            refuse!("the kings that may leap are `Kk`, `K`, `k` or `-`, found `{leaps}`");
        };
        let mut board = read_placement(placement, leaping)?;
        board.to_move = text::parse_side(side, ["w", "b"])?;
        check_counts(&board)?;
        board.forces.check_kings(&*self.tables, board.to_move, NAMES)?;
        Ok(Tracked::begin(self, board, 0))
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        let forces = &position.board.forces;
        for seat in Seat::all(2) {
            let owned = forces.owned[seat.index()];
            for (kind, (gait, _)) in (1 + seat.index() as u8 * FIGURES.len() as u8..).zip(FIGURES) {
                stand(on, kind, (forces.gaits[gait_of(gait, seat)] & owned).members());
            }
        }
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let forces = &position.board.forces;
        for seat in Seat::all(2) {
            let leaps = !(forces.gaits[KING_LEAP] & forces.owned[seat.index()]).is_empty();
            fields.push(Field::flag("king_may_leap", leaps).of(seat));
        }
    }
}

impl Interchange for GrandeAcedrex {
    fn formats(&self) -> Formats {
        Formats::pgn("grande-acedrex")
    }
}
