//! Texts of moves.

use super::board::Board;
use super::tables::{KING, ORTHOGONALS, PAWNS, Tables};
use super::{Action, Variant, WHITE};
use torneo_board::army::{Army, Kind};
use torneo_board::grid::BitSet;
use torneo_board::text;

/// White's letter of a kind of piece.
pub(super) fn letter<V: Variant>(kind: Kind) -> char {
    let piece = V::PIECES.iter().find(|piece| piece.kind == kind);
    piece.map_or('P', |piece| piece.letter)
}

/// The kind of a capital letter other than `P`.
pub(super) fn kind<V: Variant>(letter: char) -> Option<Kind> {
    V::PIECES.iter().find(|piece| piece.letter == letter).map(|piece| piece.kind)
}

pub(super) fn write_square<V: Variant>(square: usize, text: &mut String) {
    text::write_square(square % V::FILES, square / V::FILES, text);
}

pub(super) fn read_square<V: Variant>(written: &str) -> Option<usize> {
    text::parse_square(written, V::FILES, V::RANKS).map(|(file, rank)| rank * V::FILES + file)
}

pub(super) fn write<V: Variant>(action: Action, text: &mut String) {
    match action {
        Action::Start(array) => {
            text.push('[');
            text::write_number(array as usize, text);
            text.push(']');
        }
        Action::Move { from, to, promotion } => {
            write_square::<V>(from as usize, text);
            write_square::<V>(to as usize, text);
            if promotion != 0 {
                text.push(letter::<V>(promotion).to_ascii_lowercase());
            }
        }
    }
}

/// Reads `e2e4` or `j9j10q`: the two squares and the letter of a promotion.
pub(super) fn read_squares<V: Variant>(written: &str) -> Option<(usize, usize, Option<char>)> {
    let rank = written.find(|c: char| c.is_ascii_digit())?;
    let second = rank + written[rank..].find(|c: char| !c.is_ascii_digit())?;
    let (from, rest) = written.split_at(second);
    let end = rest.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (to, promotion) = rest.split_at(end);
    let mut letters = promotion.chars();
    let letter = letters.next();
    if letters.next().is_some() {
        return None;
    }
    Some((read_square::<V>(from)?, read_square::<V>(to)?, letter))
}

/// Writes a move as printed games write it (PGN standard, 8.2.3), without the mark of check: the letter of the piece
/// with as much of its square as tells it from others of `legal`, a pawn that captures by its file.
pub(super) fn write_printed<V: Variant>(
    board: &Board<V::Set>,
    (from, to, promotion): (u8, u8, Kind),
    legal: &[Action],
    text: &mut String,
) {
    let (from, to) = (from as usize, to as usize);
    let own = board.forces.owned[board.to_move.index()];
    if own.has(to) {
        return text.push_str(if to > from { "O-O" } else { "O-O-O" });
    }
    let kind = board.forces.kind(from);
    let is_pawn = kind & PAWNS != 0;
    let takes = board.forces.occupied().has(to) || is_pawn && from % V::FILES != to % V::FILES;
    if is_pawn {
        if takes {
            text.push(text::file_letter(from % V::FILES));
        }
    } else {
        text.push(letter::<V>(kind));
        write_origin::<V>(board, from, to, legal, text);
    }
    if takes {
        text.push('x');
    }
    write_square::<V>(to, text);
    if promotion != 0 {
        text.push('=');
        text.push(letter::<V>(promotion));
    }
}

/// Writes as much of the square of a piece as tells it from others of its kind that can enter the same square.
fn write_origin<V: Variant>(
    board: &Board<V::Set>,
    from: usize,
    to: usize,
    legal: &[Action],
    text: &mut String,
) {
    let kind = board.forces.kind(from);
    let others = || {
        legal.iter().filter_map(move |&action| match action {
            Action::Move { from: other, to: goal, .. } => Some(other as usize)
                .filter(|&other| other != from && goal as usize == to && board.forces.kind(other) == kind),
            Action::Start(_) => None,
        })
    };
    if others().next().is_none() {
        return;
    }
    let (file, rank) = (from % V::FILES, from / V::FILES);
    if others().all(|other| other % V::FILES != file) {
        text.push(text::file_letter(file));
    } else if others().all(|other| other / V::FILES != rank) {
        text::write_number(rank + 1, text);
    } else {
        write_square::<V>(from, text);
    }
}

/// Reads a move as people and programs write it: `e5`, `Nc4`, `Bxf4`, `exf6`, `ef6`, `Rjg10`, `Pe4`,
/// `e2-e4`, `Ng1-f3`, `e8=Q`, `e8Q`, `i8(q)`, `O-O`, `0-0`, the King's two squares for castling, and marks of check, mate,
/// praise and `e.p.` after it. It must fit exactly one legal move.
pub(super) fn read_printed<V: Variant>(
    board: &Board<V::Set>,
    written: &str,
    legal: &[Action],
) -> Option<Action> {
    let described = Described::read::<V>(written)?;
    let mut found = legal.iter().copied().filter(|&action| match action {
        Action::Start(_) => false,
        Action::Move { from, to, promotion } => {
            described.fits::<V>(board, (from as usize, to as usize, promotion))
        }
    });
    found.next().filter(|_| found.next().is_none())
}

/// What a text says of a move.
enum Described {
    /// Castling, on the long side or not.
    Castling { long: bool },
    Move {
        /// Pieces of which kinds move; none if the text does not say.
        kind: Option<Kind>,
        /// The file, the rank or the square that is left; empty if the text does not say.
        origin: String,
        goal: usize,
        promotion: Kind,
        /// Whether it says that something is captured.
        captures: bool,
    },
    /// A King that goes two files is written for castling.
    KingsSquares { from: usize, to: usize },
}

impl Described {
    fn read<V: Variant>(written: &str) -> Option<Described> {
        let text = written.trim_end_matches(['+', '#', '!', '?']);
        let text = ["e.p.", "ep"].iter().find_map(|passing| text.strip_suffix(passing)).unwrap_or(text);
        if text.chars().all(|c| "Oo0-".contains(c)) && text.contains('-') {
            let rooks = text.chars().filter(|c| *c != '-').count();
            return (2..=3).contains(&rooks).then_some(Described::Castling { long: rooks == 3 });
        }
        let captures = text.contains(['x', ':']);
        let plain: String = text.chars().filter(|c| !"-x:=()/".contains(*c)).collect();
        let digits = plain.rfind(|c: char| c.is_ascii_digit())? + 1;
        let (squares, becomes) = plain.split_at(digits);
        let promotion = match becomes.chars().next() {
            None => 0,
            Some(letter) if becomes.len() == 1 => kind::<V>(letter.to_ascii_uppercase())?,
            Some(_) => return None,
        };
        let first = squares.chars().next()?;
        let (kind, rest) = match kind::<V>(first) {
            Some(kind) => (Some(kind), &squares[1..]),
            None if first == 'P' => (Some(PAWNS), &squares[1..]),
            None => (None, squares),
        };
        let (origin, goal) = rest.split_at(rest.rfind(|c: char| c.is_ascii_lowercase())?);
        let goal = read_square::<V>(goal)?;
        let from = read_square::<V>(origin);
        if V::CASTLING
            && let Some(from) =
                from.filter(|_| kind.is_none_or(|kind| kind == 1 << KING) && becomes.is_empty())
            && (from / V::FILES, from.abs_diff(goal)) == (goal / V::FILES, 2)
        {
            return Some(Described::KingsSquares { from, to: goal });
        }
        // A square alone is that of a pawn, two squares are those of any piece.
        let kind = kind.or(from.is_none().then_some(PAWNS));
        Some(Described::Move { kind, origin: origin.to_owned(), goal, promotion, captures })
    }

    fn fits<V: Variant>(&self, board: &Board<V::Set>, (from, to, promotion): (usize, usize, Kind)) -> bool {
        let castles = board.forces.owned[board.to_move.index()].has(to);
        match *self {
            Described::Castling { long } => castles && (to < from) == long,
            Described::KingsSquares { from: left, to: entered } if castles => {
                // In orthodox chess the King comes from the e-file; elsewhere its squares may be those of a plain move.
                left == from && from % V::FILES == 4 && (to < from) == (entered < left)
            }
            Described::KingsSquares { from: left, to: entered } => {
                (left, entered, 0) == (from, to, promotion)
            }
            Described::Move { kind, ref origin, goal, promotion: becomes, captures } => {
                let takes = board.forces.occupied().has(to) || board.en_passant == Some(to as u8);
                to == goal
                    && promotion == becomes
                    && !castles
                    && kind.is_none_or(|kind| match board.forces.kind(from) {
                        pawn if pawn & PAWNS != 0 => kind == PAWNS,
                        piece => piece == kind,
                    })
                    && (takes || !captures)
                    && comes_from::<V>(board, origin, captures, (from, to))
            }
        }
    }
}

/// Whether a move comes from where a text says: a file, a rank or a square.
fn comes_from<V: Variant>(
    board: &Board<V::Set>,
    origin: &str,
    captures: bool,
    (from, to): (usize, usize),
) -> bool {
    let mut name = String::new();
    write_square::<V>(from, &mut name);
    match origin {
        // A pawn's step is printed by its goal alone.
        "" => board.forces.kind(from) & PAWNS == 0 || from % V::FILES == to % V::FILES || captures,
        _ => name == origin || name[..1] == *origin || name[1..] == *origin,
    }
}

impl<V: Variant, const CELLS: usize> Tables<V, CELLS> {
    /// Which rule forbids what is written, if it is written as two squares or as castling.
    pub(super) fn why_illegal(&self, board: &Board<V::Set>, written: &str) -> Option<String> {
        let rule = match written {
            "O-O" | "O-O-O" if V::CASTLING => self.why_not_castle(board, written == "O-O"),
            _ => {
                let (from, to, letter) = read_squares::<V>(written)?;
                self.why_no_move(board, from, to, letter)
            }
        };
        Some(rule)
    }

    fn why_not_castle(&self, board: &Board<V::Set>, h_side: bool) -> String {
        let home = Self::home(board.to_move);
        let king = board.forces.king::<Self>(board.to_move);
        let rooks = board.castling[board.to_move.index()].members();
        let mut rooks = rooks.map(|file| home + file).filter(|&rook| (rook > king) == h_side);
        match rooks.next() {
            Some(rook) => self.castling_hindrance(board, rook).unwrap_or("the move is legal").to_owned(),
            None => "king or rook has moved before".to_owned(),
        }
    }

    fn why_no_move(&self, board: &Board<V::Set>, from: usize, to: usize, letter: Option<char>) -> String {
        let (forces, seat) = (&board.forces, board.to_move);
        let own = forces.owned[seat.index()];
        let kind = forces.kind(from);
        if kind == 0 {
            return "nothing stands there".to_owned();
        }
        if !own.has(from) {
            return format!("the piece belongs to {}", if seat == WHITE { "Black" } else { "White" });
        }
        if own.has(to) {
            let rook = to.checked_sub(Self::home(seat)).filter(|&file| file < V::FILES);
            let castles = V::CASTLING && kind == 1 << KING && forces.kind(to) == 1 << ORTHOGONALS;
            return match rook {
                Some(file) if castles && board.castling[seat.index()] >> file & 1 == 1 => {
                    self.castling_hindrance(board, to).unwrap_or("the move is legal").to_owned()
                }
                _ if castles => "king or rook has moved before".to_owned(),
                _ => "an own piece stands there".to_owned(),
            };
        }
        if kind & PAWNS != 0 {
            if let Some(rule) = self.why_no_pawn_move(board, from, to, letter) {
                return rule;
            }
        } else if !forces.reach(self, from, forces.occupied()).has(to) {
            let free = forces.reach(self, from, V::Set::EMPTY).has(to);
            return if free { "a piece stands in the way" } else { "the piece does not move so" }.to_owned();
        } else if letter.is_some() {
            return "only a pawn is promoted".to_owned();
        }
        "the own king would be attacked".to_owned()
    }

    fn why_no_pawn_move(
        &self,
        board: &Board<V::Set>,
        from: usize,
        to: usize,
        letter: Option<char>,
    ) -> Option<String> {
        let (forces, seat) = (&board.forces, board.to_move);
        let (empty, others) = (!forces.occupied(), forces.owned[seat.other().index()]);
        let pawn = V::Set::one(from);
        let takes = self.attacks(seat.index(), from, V::Set::EMPTY).has(to);
        let goes = self.pawns.steps(seat, pawn, empty, others).iter().any(|steps| steps.targets.has(to));
        if !goes && board.en_passant != Some(to as u8) {
            let free = self.pawns.steps(seat, pawn, !V::Set::EMPTY, V::Set::EMPTY);
            return Some(match free.iter().any(|steps| steps.targets.has(to)) {
                true => "a piece stands in the way".to_owned(),
                false if takes => "a pawn goes diagonally only to capture".to_owned(),
                false => "the piece does not move so".to_owned(),
            });
        }
        if !goes && !takes {
            return Some("the piece does not move so".to_owned());
        }
        if !self.may_promote[seat.index()].has(to) {
            return letter.map(|_| "a pawn is not promoted there".to_owned());
        }
        let available = Self::promotions(board);
        match letter.map(|letter| kind::<V>(letter.to_ascii_uppercase())) {
            None if !self.last[seat.index()].has(to) => None,
            None if available.is_empty() => {
                Some("a pawn enters the last rank only if a captured piece can replace it".to_owned())
            }
            None => Some("a pawn must be promoted on the last rank: add the letter of a piece".to_owned()),
            Some(Some(kind)) if available.contains(&kind) => None,
            Some(Some(kind)) if kind != 1 << KING => {
                Some(format!("no {} has been captured", letter_name::<V>(kind)))
            }
            Some(_) => Some("a pawn does not become that".to_owned()),
        }
    }
}

fn letter_name<V: Variant>(kind: Kind) -> String {
    format!("`{}`", letter::<V>(kind))
}
