//! Moves and positions in writing, and drawings.

use super::tables::{
    BETWEEN, KINDS, LETTERS, MAX_ZONES, TARGETS, ZONE, ZONE_SIDE, file_and_rank, square_at, zone_of,
};
use super::{Board, MartianChess, Move, PIECES_OF_A_KIND, USUAL_PLIES, WORTH};
use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::scene::stand;
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    End, Exchange, Field, Formats, Interchange, Kind, Notation, PositionError, Seat, SeatName, reason, refuse,
};

/// What the players are called, at tables of two and of four.
pub(super) const NAMES: [[&str; MAX_ZONES]; 2] =
    [["South", "North", "", ""], ["Player 1", "Player 2", "Player 3", "Player 4"]];
/// The side to move in position texts, for two and for four.
const SIDES: [[&str; MAX_ZONES]; 2] = [["s", "n", "", ""], ["1", "2", "3", "4"]];
pub(super) const RANKS: usize = 2 * ZONE_SIDE;

/// The sign between the squares of a move: to an empty square, onto an enemy piece, onto an own one.
const SIGNS: [char; 3] = ['-', 'x', '+'];

/// The sign between the squares of a move.
pub(super) fn sign(board: &Board, action: Move) -> char {
    let (from, to) = action.squares();
    SIGNS[match (board.piece(to), zone_of(from) == zone_of(to)) {
        (None, _) => 0,
        (Some(_), false) => 1,
        (Some(_), true) => 2,
    }]
}

fn write_square(square: usize, written: &mut String) {
    let (file, rank) = file_and_rank(square);
    text::write_square(file, rank, written);
}

pub(super) fn name(square: usize) -> String {
    text::written(|name| write_square(square, name))
}

/// Appends a move such as `b8xb4`.
pub(super) fn write_action(board: &Board, action: Move, written: &mut String) {
    let (from, to) = action.squares();
    write_square(from, written);
    written.push(sign(board, action));
    write_square(to, written);
}

impl MartianChess {
    fn table(&self) -> usize {
        usize::from(!self.is_for_two())
    }

    fn files(&self) -> usize {
        if self.is_for_two() { ZONE_SIDE } else { 2 * ZONE_SIDE }
    }

    fn parse_square(&self, written: &str) -> Option<usize> {
        text::parse_square(written, self.files(), RANKS).map(|(file, rank)| square_at(file, rank))
    }

    /// The squares of a move such as `b8xb4` and its sign.
    pub(super) fn read(&self, written: &str) -> Option<(Move, char)> {
        let (from, to) = written.split_once(SIGNS)?;
        let sign = written[from.len()..].chars().next()?;
        Some((Move::new(self.parse_square(from)?, self.parse_square(to)?), sign))
    }

    /// Why a piece does not go onto an own piece.
    fn why_no_merger(&self, board: &Board, action: Move) -> String {
        let (from, to) = action.squares();
        let kinds = board.piece(from).zip(board.piece(to));
        match kinds.map(|(mover, met)| mover + met + 1) {
            Some(promoted) if self.field_promotion && promoted < KINDS => {
                let letter = LETTERS[promoted];
                format!("a {letter} is made only while the own zone has none")
            }
            _ if self.field_promotion => "only two P, or a P and a D, merge".to_owned(),
            _ => "an own piece stands there".to_owned(),
        }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// Another form, or a position that cannot be.
    pub(super) fn read_position(&self, written: &str) -> Result<Board, PositionError> {
        let mut board = Board::EMPTY;
        let mut fields = written.split_whitespace();
        let sides = &SIDES[self.table()][..self.players];
        let side = loop {
            let Some(field) = fields.next() else {
                refuse!(
                    "expected pieces, the side to move ({}) and the scores, found `{written}`",
                    sides.join(", ")
                );
            };
            if let Some(side) = sides.iter().position(|&known| known == field) {
                break side;
            }
            self.read_piece(field, &mut board)?;
        };
        board.to_move = side as u8;
        board.scores = self.read_scores(fields.next().unwrap_or_default())?;
        self.check_pieces(&board)?;
        self.check_zones(&board)?;
        let mut rest = fields.next();
        if let Some(barred) = rest.and_then(|field| field.strip_prefix('!')) {
            board.barred = Some(self.read_barred(&board, barred)?);
            rest = fields.next();
        }
        if let Some(field) = rest {
            board.quiet = self.read_quiet(field)?;
        }
        if let Some(more) = fields.next() {
            refuse!("expected nothing after the count of quiet plies, found `{more}`");
        }
        Ok(board)
    }

    fn read_piece(&self, field: &str, board: &mut Board) -> Result<(), PositionError> {
        let mut letters = field.chars();
        let kind = letters.next().and_then(|letter| LETTERS.iter().position(|&known| known == letter));
        let Some((kind, square)) = kind.zip(self.parse_square(letters.as_str())) else {
            let last = text::file_letter(self.files() - 1);
            let sides = SIDES[self.table()][..self.players].join(", ");
            refuse!(
                "expected a piece as `Pa1` (P, D or Q; a1 to {last}{RANKS}) or the side to move ({sides}), found `{field}`"
            );
        };
        if board.occupied.has(square) {
            refuse!("{} holds one piece, found a second in `{field}`", name(square));
        }
        board.toggle(kind, square);
        Ok(())
    }

    fn read_scores(&self, field: &str) -> Result<[u8; MAX_ZONES], PositionError> {
        let numbers: Option<Vec<u8>> = field.split('-').map(text::parse_number).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() == self.players) else {
            refuse!("expected {} scores joined by `-`, found `{field}`", self.players);
        };
        let mut scores = [0; MAX_ZONES];
        scores[..self.players].copy_from_slice(&numbers);
        Ok(scores)
    }

    fn read_quiet(&self, field: &str) -> Result<u32, PositionError> {
        let Some(quiet) = field.strip_prefix('q').and_then(text::parse_number) else {
            refuse!("expected plies without a capture as `q5`, found `{field}`");
        };
        if self.quiet_limit > 0 && quiet > self.quiet_limit {
            refuse!("the game ends at q{}, found `{field}`", self.quiet_limit);
        }
        Ok(quiet)
    }

    /// Reads the move that is barred, which takes back a move across the canal to an empty square.
    fn read_barred(&self, board: &Board, written: &str) -> Result<Move, PositionError> {
        let found = self.read(written).filter(|&(_, sign)| sign == '-');
        let Some((action, _)) = found.filter(|_| self.is_for_two()) else {
            let expected = ["a barred move as `!b8-b1`", "no barred move at a table of four"][self.table()];
            refuse!("expected {expected}, found `!{written}`");
        };
        let (from, to) = action.squares();
        let back = board.piece(from).is_some_and(|kind| TARGETS[0].of(kind, from).contains(&(to as u8)));
        let may = back && board.piece(to).is_none() && board.is_clear(action);
        if !may || zone_of(from) != board.mover() || zone_of(to) == board.mover() {
            refuse!("the last move cannot have been one that `!{written}` takes back");
        }
        Ok(action)
    }

    /// Whether captures, and mergers where they are allowed, can leave these pieces.
    fn check_pieces(&self, board: &Board) -> Result<(), PositionError> {
        let most = PIECES_OF_A_KIND * self.players as u32;
        let count =
            |kind: usize| (0..self.players).map(|player| board.places(player, kind).len()).sum::<u32>();
        let [pawns, drones, queens] = std::array::from_fn(count);
        let mergers = if self.field_promotion { most } else { 0 };
        // So many queens and so many drones were made.
        let possible = (0..=mergers).any(|to_queen| {
            (0..=mergers).any(|to_drone| {
                queens <= most + to_queen
                    && drones + to_queen <= most + to_drone
                    && pawns + to_queen + 2 * to_drone <= most
            })
        });
        if !possible {
            let merged = if self.field_promotion { " and what they merge into" } else { "" };
            refuse!(
                "expected at most {most} P, {most} D and {most} Q{merged}, found {pawns}, {drones} and {queens}"
            );
        }
        let scored: u32 = board.scores.iter().map(|&score| u32::from(score)).sum();
        let left: u32 = (0..self.players).map(|player| board.value_of(player)).sum();
        let all = WORTH * self.players as u32;
        if scored + left > all {
            refuse!("all pieces are worth {all} points, found {left} on the board and {scored} scored");
        }
        Ok(())
    }

    /// Only the zone of the last mover can be empty.
    fn check_zones(&self, board: &Board) -> Result<(), PositionError> {
        let last = self.last_mover(board);
        let empty = (0..self.players).find(|&player| player != last && board.zones[player] == 0);
        if let Some(player) = empty {
            let (name, last) = (NAMES[self.table()][player], NAMES[self.table()][last]);
            refuse!("{last} has made the last move: expected a piece in the zone of {name}, found none");
        }
        Ok(())
    }
}

impl Notation for MartianChess {
    const ENDS: &'static [End] = &[
        (reason::WON, "a zone is empty, and the score is {points}"),
        (reason::DRAWN, "a zone is empty, and the points are equal, {points}"),
        (reason::NO_PROGRESS, "nothing was captured for too long, and the score is {points}"),
        (reason::NO_MOVE, "the next player cannot move, and the score is {points}"),
    ];
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;

    /// Whose a piece is depends on where it stands.
    const KINDS: &'static [Kind] = &[
        Kind::new(LETTERS[0], "pawn", None, Glyph::Pyramid(1)),
        Kind::new(LETTERS[1], "drone", None, Glyph::Pyramid(2)),
        Kind::new(LETTERS[2], "queen", None, Glyph::Pyramid(3)),
    ];

    fn seat_name(&self, seat: Seat) -> SeatName {
        NAMES[usize::from(!self.is_for_two())][seat.index()].into()
    }

    fn write_action(&self, position: &Self::Position, action: Move, written: &mut String) {
        write_action(&position.board, action, written);
    }

    fn parse_action(&self, position: &Self::Position, written: &str, legal: &[Move]) -> Option<Move> {
        let (action, sign) = self.read(written)?;
        (sign == self::sign(&position.board, action) && legal.contains(&action)).then_some(action)
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let (action, sign) = self.read(written)?;
        let Tracked { board, history } = position;
        let (from, to) = action.squares();
        let Some(kind) = board.piece(from) else { return Some(format!("no piece stands on {}", name(from))) };
        let own = zone_of(to) == board.mover();
        let rule = if zone_of(from) != board.mover() {
            "a player moves a piece of the own zone"
        } else if from == to || !TARGETS[self.table()].of(kind, from).contains(&(to as u8)) {
            [
                "a pawn goes one square diagonally",
                "a drone goes one or two squares along a rank or file",
                "a queen goes along a rank, file or diagonal",
            ][kind]
        } else if BETWEEN[from][to] & board.occupied != 0 {
            "a piece does not jump"
        } else if own
            && board.piece(to).is_some()
            && !(self.field_promotion && board.merged(action).is_some())
        {
            return Some(self.why_no_merger(board, action));
        } else if sign != self::sign(board, action) {
            return Some(format!("the move is written with `{}`", self::sign(board, action)));
        } else if board.barred == Some(action) {
            "it would take back the opponent's last move"
        } else if self.no_repetition && history.contains(board.placement_after(action)) {
            "it would bring back an earlier placement of the pieces"
        } else {
            return None;
        };
        Some(rule.to_owned())
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let mut written = String::new();
        for (file, rank) in (0..self.files()).flat_map(|file| (0..RANKS).map(move |rank| (file, rank))) {
            let square = square_at(file, rank);
            if let Some(kind) = board.piece(square) {
                written.push(LETTERS[kind]);
                write_square(square, &mut written);
                written.push(' ');
            }
        }
        written.push_str(SIDES[self.table()][board.mover()]);
        written += &format!(" {}", text::joined(&board.scores[..self.players], "-"));
        if let Some(barred) = board.barred {
            let (from, to) = barred.squares();
            written += &format!(" !{}-{}", name(from), name(to));
        }
        if board.quiet > 0 {
            written += &format!(" q{}", board.quiet);
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let board = self.read_position(written)?;
        Ok(Tracked::begin(self, board, USUAL_PLIES))
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        for (player, kind) in (0..self.players).flat_map(|player| (0..KINDS).map(move |kind| (player, kind)))
        {
            let places = position.board.places(player, kind).members();
            stand(on, kind as u8 + 1, places.map(|place| player * ZONE + place));
        }
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let board = &position.board;
        for (seat, points) in Seat::all(self.players).zip(board.scores) {
            fields.push(Field::number("points", points, u8::MAX.into()).of(seat));
        }
        let barred = board.barred.map(Move::squares);
        let squares = 2 * ZONE_SIDE * RANKS;
        fields.push(Field::site("barred_from", barred.map(|(from, _)| from), squares).hidden());
        fields.push(Field::site("barred_to", barred.map(|(_, to)| to), squares));
        fields.push(Field::number("plies_without_capture", board.quiet, u32::MAX.into()).hidden());
    }
}

impl Interchange for MartianChess {
    fn formats(&self) -> Formats {
        Formats::pgn("martian-chess")
    }
}
