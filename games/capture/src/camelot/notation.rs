//! Notation of moves and positions, and the rules that forbid a move.

use super::board::{
    BLACK, Board, KNIGHTS, MEN, OFFSETS, Squares, is_enemy_castle, is_on_board, is_own_castle, stepped,
};
use super::moves::{Action, Jumps};
use super::{Camelot, NAMES};
use torneo_board::text;
use torneo_contract::scene::{Figure, Glyph};
use torneo_contract::{
    End, Field, Game, Kind, Notation, PositionError, Seat, Words, how_it_ended, reason, refuse, refuse_if,
    scenery::Last,
};

/// Letters of men and knights of both sides.
const LETTERS: [[char; 2]; 2] = [['M', 'K'], ['m', 'k']];
const SIDES: [&str; 2] = ["w", "b"];

/// A square to which a piece goes, and before it whether by a jump.
type Target = (bool, u8);

/// What a token describes: where the piece stands, and where it goes.
pub struct Written {
    from: u8,
    targets: Vec<Target>,
}

/// The direction in which a square lies a number of steps from another.
fn direction(from: u8, to: u8, steps: i32) -> Option<usize> {
    let (from, to) = (from as usize, to as usize);
    let files = Squares::file(from).abs_diff(Squares::file(to));
    let ranks = Squares::rank(from).abs_diff(Squares::rank(to));
    let near = files.max(ranks) == steps as usize && (files == ranks || files.min(ranks) == 0);
    let difference = to as i32 - from as i32;
    OFFSETS.iter().position(|offset| near && steps * offset == difference)
}

impl Written {
    /// Reads squares one after the other, those that are jumped to behind a colon.
    pub fn read(written: &str) -> Option<Written> {
        let mut targets = Vec::new();
        let mut rest = written;
        while !rest.is_empty() {
            let (jump, square) = rest.strip_prefix(':').map_or((false, rest), |square| (true, square));
            let end = square.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit());
            let (name, further) = square.split_at(end.map_or(square.len(), |(end, _)| end));
            targets.push((jump, Squares::parse(name)? as u8));
            rest = further;
        }
        let (jump, from) = *targets.first()?;
        targets.remove(0);
        (!jump && !targets.is_empty()).then_some(Written { from, targets })
    }

    /// The parts of the way before the jumps and of the jumps.
    fn parts(&self) -> (&[Target], &[Target]) {
        let jumps = self.targets.iter().position(|&(jump, _)| jump).unwrap_or(self.targets.len());
        self.targets.split_at(jumps)
    }

    /// The move, if the token has the form of one.
    pub fn action(&self, board: &Board) -> Option<Action> {
        let (quiet, jumps) = self.parts();
        let to = quiet.last().map_or(self.from, |&(_, to)| to);
        let plain = quiet.len() == 1 && direction(self.from, to, 1).is_some();
        if plain && !jumps.is_empty() || !plain && self.check_canter(board, quiet).is_err() {
            return None;
        }
        let (mut at, mut path) = (to, Jumps::NONE);
        for &(jump, square) in jumps {
            path = path.then(direction(at, square, 2).filter(|_| jump)?);
            at = square;
        }
        Some(Action { from: self.from, to, jumps: path })
    }

    /// Refuses leaps over friends that cannot lead along a way.
    fn check_canter(&self, board: &Board, path: &[Target]) -> Result<(), String> {
        let side = board.to_move;
        let mut at = self.from;
        for (number, &(_, to)) in path.iter().enumerate() {
            let Some(direction) = direction(at, to, 2) else {
                refuse!("a piece moves one square, or leaps to the square right behind a neighbour");
            };
            let over = stepped(at, direction, 1);
            if to == self.from || path[..number].contains(&(false, to)) {
                refuse!("a canter does not come twice to a square");
            }
            refuse_if!(board.is_occupied(to), "a leap ends on a vacant square");
            if board.side_on(over) != Some(side) {
                refuse!("a canter leaps over friendly pieces; jumps are written with a colon");
            }
            refuse_if!(is_own_castle(side, to), "only a jump may enter the own castle");
            refuse_if!(is_enemy_castle(side, at), "a move ends when it enters the enemy castle");
            at = to;
        }
        Ok(())
    }

    /// Refuses jumps over enemies that cannot lead along a way from a square.
    fn check_jumps(&self, board: &Board, start: u8, path: &[Target]) -> Result<(), String> {
        let (side, mut at) = (board.to_move, start);
        let mut captured = Vec::new();
        for &(jump, to) in path {
            let Some(direction) = direction(at, to, 2).filter(|_| jump) else {
                refuse_if!(jump, "a jump ends on the square right behind a neighbour");
                refuse!("after a jump a piece only jumps on");
            };
            let over = stepped(at, direction, 1);
            if board.side_on(over) != Some(side ^ 1) || captured.contains(&over) {
                refuse!("a jump leads over an enemy piece that still stands there");
            }
            refuse_if!(to != self.from && board.is_occupied(to), "a leap ends on a vacant square");
            refuse_if!(is_enemy_castle(side, at), "a move ends when it enters the enemy castle");
            captured.push(over);
            at = to;
        }
        let more = board.goes_on(side, self.from, at, &captured);
        refuse_if!(more && !path.is_empty(), "a piece that jumps goes on as long as it can");
        Ok(())
    }
}

impl Camelot {
    /// Which rule forbids what is written.
    pub(super) fn why_no_move(&self, board: &Board, written: &Written) -> String {
        let (side, from) = (board.to_move, written.from);
        let (quiet, jumps) = written.parts();
        let squares = written.targets.iter().map(|&(_, square)| square).chain([from]);
        if let Some(off) = squares.into_iter().find(|&square| !is_on_board(square as usize)) {
            return format!("{} is not a square of the board", Squares::name(off as usize));
        }
        let step = quiet.first().filter(|&&(_, to)| direction(from, to, 1).is_some());
        let knight = board.knights.has(from);
        let end = quiet.last().map_or(from, |&(_, to)| to);
        let rule = if board.side_on(from) != Some(side) {
            "a player moves an own piece"
        } else if is_enemy_castle(side, from) {
            match step {
                Some(&(_, to)) if is_enemy_castle(side, to) && !board.is_occupied(to) => {
                    return format!("{} has made all {} castle moves", NAMES[side], self.castle_moves);
                }
                _ => "a piece in the enemy castle only moves to its other square, if that is vacant",
            }
        } else if board.must_leave_castle(side) && !is_own_castle(side, from) {
            "a piece in the own castle must leave it first"
        } else if let Some(&(_, to)) = step {
            if board.is_occupied(to) {
                "a plain move ends on a vacant square"
            } else if is_own_castle(side, to) {
                "only a jump may enter the own castle"
            } else if written.targets.len() > 1 {
                "a plain move stands alone"
            } else {
                "the player can jump and must capture"
            }
        } else if let Err(why) = written.check_canter(board, quiet) {
            return why;
        } else if !quiet.is_empty() && !jumps.is_empty() && !knight {
            "only a knight jumps after a canter"
        } else if !jumps.is_empty() && is_enemy_castle(side, end) {
            "a move ends when it enters the enemy castle"
        } else if let Err(why) = written.check_jumps(board, end, jumps) {
            return why;
        } else if jumps.is_empty() && !board.may_stop(side, from, end) {
            "a knight may not stop a canter where it can jump"
        } else {
            "the player can jump and must capture"
        };
        rule.to_owned()
    }

    /// Reads a position text.
    pub(super) fn read_position(&self, written: &str) -> Result<Board, PositionError> {
        let tokens: Vec<&str> = written.split_whitespace().collect();
        let is_side = |token: &&str| SIDES.contains(token);
        let Some(end) = tokens.iter().position(is_side).filter(|end| tokens.len() - end <= 2) else {
            refuse!(
                "expected pieces, the side to move and perhaps castle moves as in `Mf16 Ma5 mc3 w 2,0`, found \
                 `{written}`"
            );
        };
        let mut board = Board::EMPTY;
        board.to_move = usize::from(tokens[end] == SIDES[BLACK]);
        for token in &tokens[..end] {
            read_piece(&mut board, token)?;
        }
        if let Some(moves) = tokens.get(end + 1) {
            board.castle_moves = text::parse_numbers(moves, ',')
                .ok_or_else(|| format!("the castle moves are two numbers such as `2,0`, found `{moves}`"))?;
        }
        self.check(&board)?;
        Ok(board)
    }

    /// Refuses a position that no game comes to.
    fn check(&self, board: &Board) -> Result<(), PositionError> {
        for (side, name) in NAMES.into_iter().enumerate() {
            let made = board.castle_moves[side];
            if made > self.castle_moves {
                refuse!("a player makes {} castle moves at most, found {made}", self.castle_moves);
            }
            if made > 0 && !board.stands_in(side, side ^ 1) {
                refuse!("{name} has made castle moves, but has no piece in the enemy castle");
            }
        }
        let mover = NAMES[board.to_move];
        refuse_if!(board.counts == [0, 0], "expected a piece on the board, found none");
        refuse_if!(board.holds_enemy_castle(board.to_move), "{mover} is to move and had already won");
        Ok(())
    }
}

/// Puts the piece of a token such as `Kc6`.
fn read_piece(board: &mut Board, token: &str) -> Result<(), PositionError> {
    let mut chars = token.chars();
    let letter = chars.next().unwrap_or(' ');
    let place = LETTERS.iter().flatten().position(|&known| known == letter);
    let square = Squares::parse(chars.as_str()).filter(|&square| is_on_board(square));
    let (Some(place), Some(square)) = (place, square) else {
        refuse!("expected a piece on a square of the board such as `Kc6`, found `{token}`");
    };
    refuse_if!(board.is_occupied(square as u8), "{} is named twice", Squares::name(square));
    let (side, knight) = (place / 2, place % 2 == 1);
    let same = board.list(side).iter().filter(|&&square| board.knights.has(square) == knight).count();
    let (most, kind) = if knight { (KNIGHTS, "knights") } else { (MEN, "men") };
    refuse_if!(same == most, "{} has {most} {kind} at most, and {token} is one more", NAMES[side]);
    board.put(side, square as u8, knight);
    Ok(())
}

/// The order of squares in texts.
fn by_file(square: u8) -> (usize, usize) {
    (Squares::file(square as usize), Squares::rank(square as usize))
}

impl Board {
    /// The squares of the shortest canter of the side to move, of several that whose first different square comes
    /// first by file and rank; none if the piece stays.
    fn shortest_canter(&self, from: u8, to: u8) -> Vec<u8> {
        // The squares at each distance from the start.
        let mut layers = vec![vec![from]];
        while !layers.iter().flatten().any(|&square| square == to) {
            let last = layers.last().into_iter().flatten();
            let mut next: Vec<u8> = last.flat_map(|&at| self.canter_leaps(self.to_move, at)).collect();
            next.retain(|square| !layers.iter().flatten().any(|seen| seen == square));
            layers.push(next);
        }
        // Of each layer but the first the squares through which a shortest canter leads, from the end backwards.
        let mut through = vec![vec![to]];
        for layer in layers.iter().rev().skip(1) {
            let ends = &through[through.len() - 1];
            let leads = |&at: &u8| self.canter_leaps(self.to_move, at).any(|next| ends.contains(&next));
            through.push(layer.iter().copied().filter(leads).collect());
        }
        let mut at = from;
        let next = |layer: &Vec<u8>| {
            let next = self.canter_leaps(self.to_move, at).filter(|square| layer.contains(square));
            at = next.min_by_key(|&square| by_file(square)).expect("the canter is legal");
            at
        };
        through.iter().rev().skip(1).map(next).collect()
    }
}

impl Notation for Camelot {
    const SEATS: &'static [&'static str] = &NAMES;

    /// The kinds of things, men before knights.
    const KINDS: &'static [Kind] = &[
        Kind::new('M', "man", Some(Seat::FIRST), Glyph::Figure(Figure::Pawn)),
        Kind::new('K', "knight", Some(Seat::FIRST), Glyph::Figure(Figure::Knight)),
        Kind::new('m', "man", Some(Seat::SECOND), Glyph::Figure(Figure::Pawn)),
        Kind::new('k', "knight", Some(Seat::SECOND), Glyph::Figure(Figure::Knight)),
    ];

    const ENDS: &'static [End] = &[
        (reason::WON, "the castle is taken, or no piece is left"),
        (reason::DRAWN, "neither side has more than one piece"),
        (reason::NO_MOVE, "{loser} cannot move"),
        (reason::NO_PROGRESS, "too many plies without progress"),
    ];

    fn cause(&self, position: &Self::Position, _last: Option<&Last<Self>>) -> Words {
        let outcome = self.outcome(position);
        let castle = (0..2).any(|side| position.holds_enemy_castle(side));
        match outcome.reason {
            reason::WON if castle => Words::of_end("{loser's} castle is taken", &outcome),
            reason::WON => Words::of_end("{loser} lost all pieces", &outcome),
            _ => how_it_ended(Self::ENDS, &outcome),
        }
    }

    fn write_action(&self, board: &Board, action: Action, written: &mut String) {
        let Action { from, to, jumps } = action;
        Squares::write(from as usize, written);
        if direction(from, to, 1).is_some() {
            Squares::write(to as usize, written);
        } else {
            let path = board.shortest_canter(from, to);
            path.into_iter().for_each(|square| Squares::write(square as usize, written));
        }
        let mut at = to;
        for direction in jumps.directions() {
            at = stepped(at, direction, 2);
            written.push(':');
            Squares::write(at as usize, written);
        }
    }

    fn parse_action(&self, board: &Board, written: &str, legal: &[Action]) -> Option<Action> {
        let action = Written::read(written)?.action(board)?;
        legal.contains(&action).then_some(action)
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        Some(self.why_no_move(board, &Written::read(written)?))
    }

    fn position_text(&self, board: &Board) -> String {
        let mut written = String::new();
        for (side, letters) in LETTERS.into_iter().enumerate() {
            for knight in [true, false] {
                let squares = board.pieces[side].squares();
                let mut squares: Vec<u8> =
                    squares.filter(|&square| board.knights.has(square) == knight).collect();
                squares.sort_unstable_by_key(|&square| by_file(square));
                for square in squares {
                    written.push(letters[usize::from(knight)]);
                    Squares::write(square as usize, &mut written);
                    written.push(' ');
                }
            }
        }
        written.push_str(SIDES[board.to_move]);
        match board.castle_moves {
            [0, 0] => written,
            [white, black] => written + &format!(" {white},{black}"),
        }
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let mut board = self.read_position(written)?;
        self.forget_history(&mut board);
        Ok(board)
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        for (side, pieces) in board.pieces.into_iter().enumerate() {
            for square in pieces.squares() {
                on[usize::from(square)] = 1 + 2 * side as u8 + u8::from(board.knights.has(square));
            }
        }
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        for (seat, moves) in Seat::all(2).zip(board.castle_moves) {
            fields.push(Field::number("castle_moves", moves, self.castle_moves.into()).of(seat));
        }
    }
}
