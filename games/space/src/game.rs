//! The games under the contract.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::LazyLock;

use rand_core::Rng;

use super::board::{Action, BLACK, Board, Side};
use super::levels::{CELLS, SIDE};
use super::notation;
use super::position::{NAMES, UNCHOSEN};
use super::rules::Rules;
use super::tables::{Array, BISHOP, KING, KNIGHT, LETTERS, QUEEN, ROOK, Tables};
use torneo_board::grid::BitSet;
use torneo_board::history::{History, Tracked};
use torneo_board::scene::armies;
use torneo_board::terms::tell;
use torneo_board::text::file_letter;
use torneo_contract::{
    Archiving, Described, End, Ending, Exchange, Field, Formats, Game, GameInfo, Heuristics, Interchange,
    Kind, Notation, Options, Outcome, PositionError, Reason, Scratch, Seat, Solving, SpecError, Terms, Turn,
    noisy_listed, random, reason,
};

/// The number of times that a position may stand before the game is drawn.
const OCCURRENCES: usize = 3;
/// Plies without capture, promotion or pawn move to another rank after which the game is drawn.
const IDLE_PLIES: u32 = 100;
/// The length rule.
const MAX_PLIES: u32 = 1000;
/// The reason of the draw when only kings are left.
const BARE_KINGS: Reason = "bare-kings";

/// What the options of a game set.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The rules of moves.
    pub rules: Rules,
    /// The array; none if Black chooses it.
    pub array: Option<Array>,
}

/// One of the games.
pub trait Variant: Clone + Debug + Send + Sync + 'static {
    /// The registry entry.
    const INFO: GameInfo;

    /// What the options set.
    ///
    /// # Errors
    /// Options that contradict each other.
    fn set_up(options: &Options) -> Result<Setup, SpecError>;
}

/// The rules of one of the games.
#[derive(Clone, Debug)]
pub struct Space<V> {
    pub(super) tables: Box<Tables>,
    pub(super) array: Option<Array>,
    variant: PhantomData<V>,
}

impl<V: Variant> Space<V> {
    /// Finds checks, pins and, by what the position text shows, whether the game is over.
    #[inline]
    fn settle(&self, board: &mut Board) {
        board.guard = board.forces.guard(&*self.tables, board.to_move);
        board.ending = if !self.tables.can_move(board) {
            Some(match board.guard.in_check() {
                true => Ending::win(board.to_move.other(), reason::WON),
                false => Ending::draw(reason::NO_MOVE),
            })
        } else if board.forces.occupied() == board.forces.gaits[KING] {
            Some(Ending::draw(BARE_KINGS))
        } else if board.idle >= IDLE_PLIES {
            Some(Ending::draw(reason::NO_PROGRESS))
        } else {
            None
        };
    }

    /// Ends the game by repetition or length and remembers the position.
    #[inline]
    fn remember(&self, board: &mut Board, history: &mut History) {
        let long = (board.plies >= MAX_PLIES, reason::LENGTH_LIMIT);
        let limit = history.judge(board.hash(&self.tables), OCCURRENCES, [long]);
        board.ending = board.ending.or(limit.map(Ending::draw));
    }

    /// How the pieces go.
    #[cfg(test)]
    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl<V: Variant> Described for Space<V> {
    const INFO: GameInfo = V::INFO;

    fn new(options: &Options) -> Result<Self, SpecError> {
        let Setup { rules, array } = V::set_up(options)?;
        Ok(Space { tables: Box::new(Tables::new(rules)), array, variant: PhantomData })
    }
}

impl<V: Variant> Game for Space<V> {
    type Position = Tracked<Board>;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        archive.number(&mut position.board.idle);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(MAX_PLIES) + u64::from(self.array.is_none()))
    }

    fn start(&self) -> Self::Position {
        let mut board = Board::EMPTY;
        match self.array {
            Some(array) => board.set_up(&self.tables, array),
            None => board.unchosen = true,
        }
        Tracked::begin(self, board, IDLE_PLIES as usize + 1)
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        let board = &position.board;
        match board.ending {
            Some(_) => Turn::Over,
            None if board.unchosen => Turn::Seat(BLACK),
            None => Turn::Seat(board.to_move),
        }
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        if position.board.unchosen {
            actions.extend(Array::ALL.map(Action::Choose));
        } else {
            self.tables.list(&position.board, actions);
        }
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        let Tracked { board, history } = position;
        match action {
            Action::Choose(array) => {
                board.set_up(&self.tables, array);
                self.settle(board);
                history.restart(board.hash(&self.tables));
            }
            Action::Move { from, to, promotion } => {
                if self.tables.play(board, from as usize, to as usize, promotion) {
                    history.clear();
                }
                self.settle(board);
                self.remember(board, history);
            }
        }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        position.board.ending.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        position.board.hash(&self.tables)
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        if position.board.unchosen {
            return Action::Choose(Array::ALL[random::below(rng, Array::ALL.len())]);
        }
        self.tables.pick(&position.board, |count| random::below(rng, count))
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        (board.plies, board.idle, board.ending) = (0, 0, None);
        if !board.unchosen {
            self.settle(board);
        }
        history.restart(board.hash(&self.tables));
    }

    #[inline]
    fn count_actions(&self, position: &Self::Position, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        if position.board.unchosen { Array::ALL.len() } else { self.tables.count(&position.board) }
    }
}

/// The kinds of White, then those of Black.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| armies(LETTERS.into_iter().chain(['P'])));

impl<V: Variant> Notation for Space<V> {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::WON, "checkmate"),
        (reason::NO_MOVE, "stalemate"),
        (BARE_KINGS, "only kings are left"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::NO_PROGRESS, "50 moves of each side without a capture or a move of a pawn"),
        (reason::LENGTH_LIMIT, "the limit of 1000 plies is reached"),
    ];
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;

    fn write_action(&self, _position: &Self::Position, action: Action, text: &mut String) {
        self.tables.write_action(action, text);
    }

    /// Reads cells, and the notation of printed games.
    fn parse_action(&self, position: &Self::Position, written: &str, legal: &[Action]) -> Option<Action> {
        let mut canonical = String::new();
        let is_canonical = |&action: &Action| {
            canonical.clear();
            self.tables.write_action(action, &mut canonical);
            canonical == written
        };
        let found = legal.iter().copied().find(is_canonical);
        found.or_else(|| self.tables.read_printed(&position.board, written, legal))
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        if position.board.unchosen {
            return Some("Black chooses the array first: `johnson` or `hageman`".to_owned());
        }
        if self.array.is_none() && notation::read_array(written).is_some() {
            return Some("the array has been chosen already".to_owned());
        }
        self.tables.why_illegal(&position.board, written)
    }

    fn position_text(&self, position: &Self::Position) -> String {
        self.tables.write_position(&position.board, self.array.is_none())
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let board = match self.array {
            None if written.trim() == UNCHOSEN => Board { unchosen: true, ..Board::EMPTY },
            array => self.tables.read_position(written, array)?,
        };
        Ok(Tracked::begin(self, board, IDLE_PLIES as usize + 1))
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        let forces = &position.board.forces;
        for cell in forces.occupied().members() {
            let kind = 1 + self.tables.sort(forces.kind(cell));
            let black = forces.owned[1].has(cell);
            on[cell] = (kind + if black { LETTERS.len() + 1 } else { 0 }) as u8;
        }
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let board = &position.board;
        fields.push(Field::flag("array_is_to_be_chosen", board.unchosen).hidden());
        let array = Array::ALL.iter().position(|&array| array == board.array).unwrap_or(0);
        fields.push(Field::number("array", array, Array::ALL.len() as i64 - 1).hidden());
        let files = |name: &str, files: u8, seat: Seat, fields: &mut Vec<Field>| {
            for file in 0..SIDE {
                let name = format!("{name}_{}_has_not_moved", file_letter(file));
                fields.push(Field::flag(name, files >> file & 1 == 1).of(seat).hidden());
            }
        };
        for seat in Seat::all(2) {
            for (side, name) in Side::ALL.into_iter().zip(["castling_king_side", "castling_queen_side"]) {
                fields.push(Field::flag(name, board.castling & side.right(seat) != 0).of(seat).hidden());
            }
            files("pawn", board.fresh[seat.index()], seat, fields);
            if self.tables.rules.leave_at_once {
                files("piece", board.unmoved[seat.index()], seat, fields);
            }
        }
        let passed = board.en_passant.as_ref().map(|capture| usize::from(capture.passed));
        let pawn = board.en_passant.as_ref().map(|capture| usize::from(capture.pawn));
        fields.push(Field::site("double_step", passed, CELLS));
        fields.push(Field::site("double_step_pawn", pawn, CELLS).hidden());
    }
}

impl<V: Variant> Interchange for Space<V> {
    /// PGN has no sign for a transfer to another level.
    fn formats(&self) -> Formats {
        match self.tables.rules.marks {
            None => Formats::pgn(V::INFO.id),
            Some(_) => Formats::NONE,
        }
    }
}

impl<V: Variant> Heuristics for Space<V> {
    const KEEPS_EVALUATIONS: bool = true;

    /// Material, cells attacked, the advance of pawns and the chase of a king.
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        let board = &position.board;
        Some(self.tables.evaluate::<false>(board, seat).0)
    }

    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| self.tables.gain(&position.board, action)
    }

    fn noisy_actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Action>) {
        let board = &position.board;
        // Transfers go on from where they capture.
        if board.unchosen || self.tables.rules.marks.is_some() {
            return noisy_listed(self, position, seat, actions);
        }
        self.tables.list_gains(board, actions);
    }

    /// Not in check, and not with a king and pawns alone.
    fn null_move(&self, position: &mut Self::Position) -> bool {
        let Tracked { board, history } = position;
        let gaits = &board.forces.gaits;
        let pieces = gaits[KNIGHT] | gaits[BISHOP] | gaits[ROOK] | gaits[QUEEN];
        let own = board.forces.owned[board.to_move.index()];
        if board.unchosen || board.guard.in_check() || (pieces & own).is_empty() {
            return false;
        }
        board.pass();
        history.clear();
        self.settle(board);
        self.remember(board, history);
        true
    }

    fn terms(&self) -> Option<Terms<Self>> {
        Some(Terms::<Self>::new(&crate::evaluation::TERMS, |game, position, counts| {
            let (value, found) = game.tables.evaluate::<true>(&position.board, Seat::FIRST);
            tell(value, found, true, counts)
        }))
    }
}

impl<V: Variant> Solving for Space<V> {
    fn symmetric_hash(&self, position: &Self::Position) -> u64 {
        self.tables.symmetric_hash(&position.board)
    }

    /// No result by repetition.
    fn cycle_value(&self, _position: &Self::Position) -> Option<Ending> {
        Some(Ending::draw(reason::REPETITION))
    }
}
