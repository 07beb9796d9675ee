//! Texts of actions and positions.

use super::board::{Action, BISHOP, Board, GENERAL, KINDS, KING, KNIGHT, PAWN, ROOK};
use super::geometry::{Board8, DIRECTION_LETTERS, Geometry, SEATS, SIDE, SQUARES};
use super::{Dice, FACES, FourSeasons};
use torneo_board::grid::BitSet;
use torneo_board::scene::stand;
use torneo_board::text;
use torneo_contract::{
    End, Field, Game, Kind, Notation, PositionError, Refusal, Seat, SeatSet, Turn, reason, refusal, refuse,
    refuse_if,
};

pub(super) const PLAYERS: [char; SEATS] = ['G', 'R', 'B', 'W'];
const PIECES: [char; PAWN + 1] = ['K', 'R', 'N', 'B', 'G', 'P'];

/// The most pieces of a kind that there can be: each player begins with one, and pawns become generals.
const MOST_OF_KIND: [(usize, &str); 3] = [(ROOK, "rooks"), (KNIGHT, "knights"), (BISHOP, "bishops")];
const MOST_PAWNS: u32 = 16;

/// Reads an action; of two dice either may stand first.
pub(super) fn read_action(written: &str) -> Option<Action> {
    if written == "pass" {
        return Some(Action::Pass);
    }
    if let Some((from, to)) = written.split_once('-') {
        return Some(Action::Move { from: Board8::parse(from)? as u8, to: Board8::parse(to)? as u8 });
    }
    read_dice(written.strip_prefix('d')?).map(Action::Roll)
}

fn write_dice([first, second]: [u8; 2], text: &mut String) {
    text::write_number(first as usize, text);
    if second > 0 {
        text.push(',');
        text::write_number(second as usize, text);
    }
}

fn read_dice(written: &str) -> Option<[u8; 2]> {
    let face = |digit: &str| match digit.as_bytes() {
        [face @ b'1'..=b'6'] => Some(face - b'0'),
        _ => None,
    };
    match written.split_once(',') {
        None => Some([face(written)?, 0]),
        Some((first, second)) => {
            let (first, second) = (face(first)?, face(second)?);
            Some([first.max(second), first.min(second)])
        }
    }
}

fn player_letters(seats: SeatSet) -> String {
    text::listed(seats.iter().map(|seat| PLAYERS[seat.index()]), "")
}

/// The pieces of a player in the order of the text: by kind, then by the name of the square.
fn write_army(board: &Board, seat: Seat, text: &mut String) {
    let by_name = || (0..SQUARES).map(|i| Board8::at(i / SIDE, i % SIDE));
    for (letter, kinds) in PIECES.iter().zip([0..1, 1..2, 2..3, 3..4, 4..5, PAWN..KINDS]) {
        for square in by_name().filter(|&square| board.forces.owned[seat.index()].has(square)) {
            let Some(kind) = kinds.clone().find(|&kind| board.forces.gaits[kind].has(square)) else {
                continue;
            };
            text.push(' ');
            text.push(*letter);
            Board8::write(square, text);
            if kind >= PAWN {
                text.push(DIRECTION_LETTERS[kind - PAWN]);
            }
        }
    }
}

/// Reads a piece such as `Ka8` or `Pa6s`: its kind and square.
fn read_piece(written: &str) -> Option<(usize, usize)> {
    let letter = written.chars().next()?;
    let kind = PIECES.iter().position(|&piece| piece == letter)?;
    let square = &written[1..];
    if kind != PAWN {
        return Some((kind, Board8::parse(square)?));
    }
    let direction = square.chars().next_back()?;
    let direction = DIRECTION_LETTERS.iter().position(|&letter| letter == direction)?;
    Some((PAWN + direction, Board8::parse(&square[..square.len() - 1])?))
}

fn player(letter: &str) -> Option<Seat> {
    Seat::all(SEATS).find(|seat| letter.chars().eq([PLAYERS[seat.index()]]))
}

fn read_army(field: &str, seat: Seat, geometry: &Geometry, board: &mut Board) -> Result<(), Refusal> {
    let owner = PLAYERS[seat.index()];
    let mut pieces = field.split_whitespace();
    if pieces.next() != Some(owner.to_string().as_str()) {
        refuse!("expected the pieces of `{owner}`, found `{field}`");
    }
    if pieces.clone().eq(["x"]) {
        board.fallen[seat.index()] = 1;
        return Ok(());
    }
    for piece in pieces {
        let Some((kind, square)) = read_piece(piece) else {
            refuse!("`{owner}`: expected a piece such as `Ka8` or `Pa6s`, found `{piece}`");
        };
        refuse_if!(board.occupied().has(square), "`{owner}`: `{piece}` stands on an occupied square");
        if kind >= PAWN && geometry.last[kind - PAWN].has(square) {
            refuse!("`{owner}`: `{piece}` would have become a general");
        }
        board.put(seat, kind, square);
    }
    let kings = (board.forces.gaits[KING] & board.forces.owned[seat.index()]).len();
    refuse_if!(kings != 1, "`{owner}`: expected one king (or `x` for an eliminated player), found {kings}");
    Ok(())
}

/// Reads `turn=G moved=GR` and `dice=4,1`, which stands there when the dice have been rolled.
fn read_state(field: &str, dice: Dice, board: &mut Board) -> Result<(), Refusal> {
    let mut items = field.split_whitespace();
    let mut value = |name: &str| {
        let item = items.next().unwrap_or("nothing");
        item.strip_prefix(name).ok_or_else(|| refusal!("expected `{name}`, found `{item}`"))
    };
    let turn = value("turn=")?;
    board.to_move =
        player(turn).ok_or_else(|| refusal!("the turn is that of `G`, `R`, `B` or `W`, found `{turn}`"))?;
    refuse_if!(!board.remains(board.to_move), "`{turn}` is eliminated and cannot have the turn");
    let moved = value("moved=")?;
    if moved != "-" {
        let seats = moved.split("").filter(|letter| !letter.is_empty()).map(player);
        board.moved = seats.collect::<Option<SeatSet>>().unwrap_or_default();
        if board.moved.len() != moved.len() {
            refuse!("those who have moved are some of `GRBW`, or `-`, found `{moved}`");
        }
    }
    if let Some(item) = items.next() {
        let thrown = item.strip_prefix("dice=").and_then(read_dice);
        let fits = |thrown: &[u8; 2]| match dice {
            Dice::None => false,
            Dice::One => thrown[1] == 0,
            Dice::ChooseOneOfTwo => thrown[1] > 0,
        };
        let expected = match dice {
            Dice::None => "nothing after `moved=`, as no dice are used",
            Dice::One => "`dice=` and a face",
            Dice::ChooseOneOfTwo => "`dice=` and two faces such as `4,1`",
        };
        board.dice = thrown.filter(fits).ok_or_else(|| refusal!("expected {expected}, found `{item}`"))?;
    }
    items.next().map_or(Ok(()), |item| Err(refusal!("expected nothing more, found `{item}`")))
}

impl Notation for FourSeasons {
    const SEATS: &'static [&'static str] = &["Green", "Red", "Black", "White"];
    const ENDS: &'static [End] = &[
        (reason::WON, "one player is left"),
        (crate::BARE_KINGS, "only kings are left"),
        (reason::NO_PROGRESS, "too many turns without a capture or a move of a pawn"),
        (reason::LENGTH_LIMIT, "the limit of turns is reached"),
    ];

    fn write_action(&self, _board: &Board, action: Action, text: &mut String) {
        match action {
            Action::Pass => text.push_str("pass"),
            Action::Roll(dice) => {
                text.push('d');
                write_dice(dice, text);
            }
            Action::Move { from, to } => {
                Board8::write(from as usize, text);
                text.push('-');
                Board8::write(to as usize, text);
            }
        }
    }

    /// Reads the two dice of a roll in either order.
    fn parse_action(&self, _board: &Board, written: &str, legal: &[Action]) -> Option<Action> {
        read_action(written).filter(|action| legal.contains(action))
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        let action = read_action(written)?;
        let chance = self.turn(board) == Turn::Chance;
        Some(match action {
            Action::Roll(_) if chance && self.dice == Dice::One => "one die is rolled".to_owned(),
            Action::Roll(_) if chance => "two dice are rolled".to_owned(),
            Action::Roll(_) if self.dice == Dice::None => "no dice are used".to_owned(),
            Action::Roll(_) => "the dice have been rolled".to_owned(),
            _ if chance => "the dice must be rolled first".to_owned(),
            Action::Pass => "a player passes only when a die allows no legal move".to_owned(),
            Action::Move { from, to } => self.why_no_move(board, from as usize, to as usize),
        })
    }

    fn position_text(&self, board: &Board) -> String {
        let mut written = String::new();
        for seat in Seat::all(SEATS) {
            written.push(PLAYERS[seat.index()]);
            if board.remains(seat) {
                write_army(board, seat, &mut written);
            } else {
                written.push_str(" x");
            }
            written.push_str(" / ");
        }
        written += &format!("turn={} moved={}", PLAYERS[board.to_move.index()], player_letters(board.moved));
        if board.dice != [0, 0] {
            written.push_str(" dice=");
            write_dice(board.dice, &mut written);
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let fields: Vec<&str> = written.split('/').map(str::trim).collect();
        refuse_if!(
            fields.len() != SEATS + 1,
            "expected the pieces of G, R, B, W and `turn= moved=`, separated by ` / `, found {} fields",
            fields.len()
        );
        let mut board = Board::EMPTY;
        for (seat, field) in Seat::all(SEATS).zip(&fields) {
            read_army(field, seat, &self.geometry, &mut board)?;
        }
        for (kind, name) in MOST_OF_KIND {
            let found = board.forces.gaits[kind].len();
            refuse_if!(found > SEATS as u32, "expected at most {SEATS} {name}, found {found}");
        }
        let pawns: u32 = board.forces.gaits[GENERAL..].iter().map(|set| set.len()).sum();
        refuse_if!(pawns > MOST_PAWNS, "expected at most {MOST_PAWNS} pawns and generals, found {pawns}");
        read_state(fields[SEATS], self.dice, &mut board)?;
        let rolled = board.dice != [0; 2];
        let seat = board.to_move;
        self.settle(&mut board);
        if rolled && (board.to_move != seat || board.ended.is_some()) {
            let name = self.seat_name(seat);
            refuse!("{name} has no move to make: the dice are not rolled");
        }
        Ok(board)
    }

    fn kinds(&self) -> &[Kind] {
        &super::PIECES
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        for seat in Seat::all(SEATS) {
            let owned = board.forces.owned[seat.index()];
            for (kind, gait) in (1 + seat.index() * KINDS..).zip(board.forces.gaits) {
                stand(on, kind as u8, (gait & owned).members());
            }
        }
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        for seat in Seat::all(SEATS) {
            fields.push(Field::flag("out", !board.remains(seat)).of(seat));
            fields.push(Field::flag("has_moved", board.moved.contains(seat)).of(seat).hidden());
        }
        for (name, up) in ["first_die", "second_die"].into_iter().zip(board.dice) {
            fields.push(Field::number(name, up, FACES.into()));
        }
        fields.push(Field::number("player", board.to_move.index(), SEATS as i64 - 1).hidden());
    }
}
