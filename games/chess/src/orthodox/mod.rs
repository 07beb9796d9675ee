//! Games with the pieces of orthodox chess and their compounds, on flat boards of different sizes.

mod board;
mod evaluation;
mod fischerandom;
mod grand;
#[cfg(test)]
mod hint_tests;
mod interchange;
mod notation;
mod position;
mod scene;
#[cfg(test)]
mod shakmaty_tests;
mod tables;

use std::fmt::Debug;
use std::ops::Range;

use rand_core::Rng;

use torneo_board::army::{Forces, Kind};
use torneo_board::grid::BitSet;
use torneo_board::history::{History, Tracked};
use torneo_board::scene::{armies, stand};
use torneo_contract::{
    Archiving, Described, End, Ending, Exchange, Field, Formats, Game, GameInfo, Heuristics, Notation,
    Options, Outcome, PositionError, Scratch, Seat, Solving, SpecError, Stage, Turn, TurnKinds, random,
    reason, refuse_if, zobrist,
};

pub use board::Board;
use evaluation::Evaluation;
pub use evaluation::{Phased, Weights};
pub use fischerandom::Chess960;
pub use grand::Grand;
use tables::{DIAGONALS, GAITS, KING, KNIGHT, ORTHOGONALS, PAWN, PAWNS, Tables};

/// Fischerandom Chess.
pub type Fischerandom = Orthodox<Chess960, 64>;
/// Grand Chess.
pub type GrandChess = Orthodox<Grand, 100>;

const WHITE: Seat = Seat::FIRST;
const BLACK: Seat = Seat::SECOND;

/// The number of times that a position may stand before the game is drawn.
const OCCURRENCES: usize = 3;
/// Plies without capture or pawn move after which the game is drawn.
const IDLE_PLIES: u32 = 100;
/// The length rule.
const MAX_PLIES: u32 = 1000;

/// What a pawn is worth in exchanges, in hundredths.
const PAWN_VALUE: i32 = 100;

/// A kind of piece other than a pawn.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// White's letter.
    pub letter: char,
    /// Its gaits.
    pub kind: Kind,
    /// How many each player begins with.
    pub count: u32,
    /// The value in hundredths of a pawn.
    pub value: i32,
}

/// What tells one of these games from another.
pub trait Variant: Clone + Debug + Send + Sync + 'static {
    /// The set of squares.
    type Set: BitSet;
    /// The registry entry.
    const INFO: GameInfo;
    /// The size of the board.
    const FILES: usize;
    /// The size of the board.
    const RANKS: usize;
    /// The rank of the pawns at the start, counted from 0 from the side of their owner.
    const PAWN_RANK: usize;
    /// The pieces with the king first, in the order in which promotions are listed.
    const PIECES: &'static [Piece];
    /// The number of ranks at the far side on which a pawn may be promoted. On the last one it must.
    const PROMOTION_RANKS: usize;
    /// A pawn becomes a piece only if its owner has fewer of the kind than at the start.
    const PROMOTES_TO_CAPTURED: bool;
    /// King and rook may castle.
    const CASTLING: bool;
    /// The weights of the evaluation, as [`Weights::read`] reads them.
    const WEIGHTS: &'static str;
    /// The draw when [`is_dead`](Variant::is_dead).
    const DEAD: End;

    /// The letters of pieces for which other programs have other ones: ours and theirs, as capitals.
    const ELSEWHERE: &'static [(char, char)] = &[];

    /// The game with its options.
    fn new(options: &Options) -> Result<Self, SpecError>;

    /// The start position; none if it is drawn by chance.
    fn start(&self) -> Option<String>;

    /// What carries the game to other programs.
    fn formats(&self) -> Formats;

    /// Whether king and rooks begin where those of orthodox chess do, and castle as these.
    fn is_orthodox(&self) -> bool {
        false
    }

    /// Number of start positions that chance draws from.
    fn arrays(&self) -> u16 {
        0
    }

    /// Sets up a start position that chance has drawn.
    fn set_up(&self, _array: u16, _board: &mut Board<Self::Set>) {}

    /// Whether the pieces allow no win to either player.
    fn is_dead(forces: &Forces<Self::Set, GAITS, 2>) -> bool;

    /// Pieces that there can only be through promotion, by one player's pieces.
    fn promoted(forces: &Forces<Self::Set, GAITS, 2>, seat: Seat) -> u32 {
        let surplus = |piece: &Piece| forces.of_kind(seat, piece.kind).len().saturating_sub(piece.count);
        Self::PIECES.iter().map(surplus).sum()
    }
}

/// A decision of a player, or the drawing of the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The start position with this number is drawn.
    Start(u16),
    /// A piece goes from a square to another one; castling enters the square of the own rook.
    Move {
        /// The square left.
        from: u8,
        /// The square entered.
        to: u8,
        /// What a pawn becomes; 0 if it is not promoted.
        promotion: Kind,
    },
}

impl Action {
    #[inline]
    fn plain(from: usize, to: usize) -> Action {
        Action::Move { from: from as u8, to: to as u8, promotion: 0 }
    }
}

/// The rules of one of the games.
#[derive(Clone, Debug)]
pub struct Orthodox<V: Variant, const CELLS: usize> {
    variant: V,
    /// The kinds of White, then those of Black.
    kinds: Vec<torneo_contract::Kind>,
    tables: Box<Tables<V, CELLS>>,
    evaluation: Box<Evaluation<V, CELLS>>,
}

impl<V: Variant, const CELLS: usize> Orthodox<V, CELLS> {
    /// Finds checks, pins and, by what the position text shows, whether the game is over.
    #[inline]
    fn settle(&self, board: &mut Board<V::Set>) {
        board.guard = board.forces.guard(&*self.tables, board.to_move);
        board.ending = if !self.tables.can_move(board) {
            Some(match board.guard.in_check() {
                true => Ending::win(board.to_move.other(), reason::WON),
                false => Ending::draw(reason::NO_MOVE),
            })
        } else if V::is_dead(&board.forces) {
            Some(Ending::draw(V::DEAD.0))
        } else if board.idle >= IDLE_PLIES {
            Some(Ending::draw(reason::NO_PROGRESS))
        } else {
            None
        };
    }

    /// Ends the game by repetition or length and remembers the position.
    #[inline]
    fn remember(board: &mut Board<V::Set>, history: &mut History) {
        let long = (board.plies >= MAX_PLIES, reason::LENGTH_LIMIT);
        let limit = history.judge(board.hash(), OCCURRENCES, [long]);
        board.ending = board.ending.or(limit.map(Ending::draw));
    }

    /// Whether an action is a capture or a promotion.
    #[inline]
    fn is_noisy(board: &Board<V::Set>, action: Action) -> bool {
        let Action::Move { from, to, promotion } = action else { return false };
        promotion != 0
            || board.forces.owned[board.to_move.other().index()].has(to as usize)
            || board.en_passant == Some(to) && board.forces.kind(from as usize) & PAWNS != 0
    }

    /// The value of a kind of piece.
    fn value_of(kind: Kind) -> i32 {
        if kind & PAWNS != 0 {
            return PAWN_VALUE;
        }
        V::PIECES.iter().find(|piece| piece.kind == kind).map_or(0, |piece| piece.value)
    }

    /// The features of a position, for fits of the weights. First what the evaluation counts, White's less
    /// Black's, each with the number of its weight. Then the weight of the middle game, 0 to 1.
    pub fn features(&self, position: &Tracked<Board<V::Set>>) -> (Vec<(usize, i32)>, f64) {
        let mut counts = evaluation::Counts::default();
        let phase = self.evaluation.count(&self.tables, &position.board, &mut counts);
        (counts.differences(), f64::from(phase) / f64::from(evaluation::MIDDLE))
    }

    /// The weights of the evaluation.
    pub fn term_weights(&self) -> &Weights {
        self.evaluation.weights()
    }

    /// The letters of the pieces in the order of the weights.
    pub fn letters() -> String {
        Evaluation::<V, CELLS>::letters()
    }
}

impl<V: Variant, const CELLS: usize> Described for Orthodox<V, CELLS> {
    const INFO: GameInfo = V::INFO;

    fn new(options: &Options) -> Result<Self, SpecError> {
        let variant = V::new(options)?;
        let kinds = armies(V::PIECES.iter().map(|piece| piece.letter).chain(['P']));
        let (tables, evaluation) = (Box::new(Tables::new()), Box::new(Evaluation::new()));
        Ok(Orthodox { variant, kinds, tables, evaluation })
    }
}

impl<V: Variant, const CELLS: usize> Game for Orthodox<V, CELLS> {
    type Position = Tracked<Board<V::Set>>;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(MAX_PLIES) + u64::from(self.variant.arrays() > 0))
    }

    fn start(&self) -> Self::Position {
        let text = self.variant.start();
        self.parse_position(text.as_deref().unwrap_or(position::UNDRAWN)).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        let board = &position.board;
        match board.ending {
            Some(_) => Turn::Over,
            None if board.undrawn => Turn::Chance,
            None => Turn::Seat(board.to_move),
        }
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        self.tables.list(&position.board, actions);
    }

    fn chance(&self, _position: &Self::Position, outcomes: &mut Vec<(Action, u64)>) {
        outcomes.extend((0..self.variant.arrays()).map(|array| (Action::Start(array), 1)));
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        let Tracked { board, history } = position;
        match action {
            Action::Start(array) => {
                *board = Board::EMPTY;
                self.variant.set_up(array, board);
                history.clear();
            }
            Action::Move { from, to, promotion } => {
                if self.tables.play(board, from as usize, to as usize, promotion) {
                    history.clear();
                }
            }
        }
        self.settle(board);
        Self::remember(board, history);
    }

    fn stage(&self, position: &Self::Position) -> Stage {
        if position.board.undrawn { Stage::SetUp } else { Stage::Play }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        position.board.ending.expect("the game is over").outcome(2)
    }

    /// Draws are claimed (FIDE, Laws of Chess 9.2 and 9.3), the length is a bound of this program, and dead positions are
    /// played on in old records. Mates and stalemates leave no move.
    fn play_on(&self, position: &mut Self::Position) -> bool {
        let claimed = [reason::REPETITION, reason::NO_PROGRESS, reason::LENGTH_LIMIT, V::DEAD.0];
        let goes_on = position.board.ending.is_some_and(|ending| claimed.contains(&ending.reason));
        if goes_on {
            position.board.ending = None;
        }
        goes_on
    }

    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        position.board.hash()
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        self.tables.pick(&position.board, |count| random::below(rng, count))
    }

    #[inline]
    fn chance_at(&self, _position: &Self::Position, word: u64, _scratch: &mut Scratch<Action>) -> Action {
        Action::Start(random::scale(word, u64::from(self.variant.arrays())) as u16)
    }

    #[inline]
    fn count_actions(&self, position: &Self::Position, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        self.tables.count(&position.board)
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        board.plies = 0;
        board.ending = None;
        if !board.undrawn {
            self.settle(board);
        }
        history.restart(board.hash());
    }
}

impl<V: Variant, const CELLS: usize> Notation for Orthodox<V, CELLS> {
    const SEATS: &'static [&'static str] = &["White", "Black"];
    const ENDS: &'static [End] = &[
        (reason::WON, "checkmate"),
        (reason::NO_MOVE, "stalemate"),
        V::DEAD,
        (reason::REPETITION, "the same position came for the third time"),
        (reason::NO_PROGRESS, "50 moves of each side without a capture or a move of a pawn"),
        (reason::LENGTH_LIMIT, "the limit of 1000 plies is reached"),
    ];
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;

    fn write_action(&self, _position: &Self::Position, action: Action, text: &mut String) {
        notation::write::<V>(action, text);
    }

    /// Reads squares, and the notation of printed games.
    fn parse_action(&self, position: &Self::Position, written: &str, legal: &[Action]) -> Option<Action> {
        let mut canonical = String::new();
        let mut is_canonical = |action: Action| {
            canonical.clear();
            notation::write::<V>(action, &mut canonical);
            canonical == written
        };
        // Squares are compared as numbers: long records are read by this.
        let squares = notation::read_squares::<V>(written).map(|(from, to, _)| (from, to));
        let may_be = |action: Action| match action {
            Action::Move { from, to, .. } => squares == Some((from as usize, to as usize)),
            Action::Start(_) => true,
        };
        let found = legal.iter().copied().find(|&action| may_be(action) && is_canonical(action));
        found.or_else(|| notation::read_printed::<V>(&position.board, written, legal))
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        if position.board.undrawn {
            return Some(format!(
                "the start position is drawn first: `[0]` to `[{}]`",
                self.variant.arrays() - 1
            ));
        }
        self.tables.why_illegal(&position.board, written)
    }

    fn position_text(&self, position: &Self::Position) -> String {
        position::write::<V>(&position.board)
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let mut board = Board::EMPTY;
        if written.trim() == position::UNDRAWN && self.variant.arrays() > 0 {
            board.undrawn = true;
        } else {
            position::read(written, &self.tables, &mut board)?;
        }
        let is_foreign = self.variant.is_orthodox() && !Self::has_orthodox_rights(&board);
        refuse_if!(is_foreign, "castling: king and rooks begin on e, a and h in orthodox chess");
        Ok(Tracked::begin(self, board, IDLE_PLIES as usize + 1))
    }

    fn kinds(&self) -> &[torneo_contract::Kind] {
        &self.kinds
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        let forces = &position.board.forces;
        let mut kind = 1;
        for seat in Seat::all(2) {
            for gaits in V::PIECES.iter().map(|piece| piece.kind).chain([1 << (PAWN + seat.index())]) {
                stand(on, kind, forces.of_kind(seat, gaits).members());
                kind += 1;
            }
        }
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let board = &position.board;
        let square =
            |seat: Seat, file: usize| if seat == WHITE { file } else { V::FILES * (V::RANKS - 1) + file };
        for seat in [WHITE, BLACK].into_iter().filter(|_| V::CASTLING) {
            let king = board.forces.of_kind(seat, 1 << KING).members().next().unwrap_or(0) % V::FILES;
            let rights = board.castling[seat.index()];
            let rook = |mut files: Range<usize>| files.find(|file| rights >> file & 1 == 1);
            let rooks = [rook(king..V::FILES), rook(0..king)];
            let names = [
                ("castling_king_side", "castling_king_side_rook"),
                ("castling_queen_side", "castling_queen_side_rook"),
            ];
            for ((may, with), rook) in names.into_iter().zip(rooks) {
                fields.push(Field::flag(may, rook.is_some()).of(seat).hidden());
                let rook = rook.map(|file| square(seat, file));
                fields.push(Field::site(with, rook, V::FILES * V::RANKS).of(seat).hidden());
            }
        }
        fields.push(Field::site("double_step", board.en_passant.map(usize::from), V::FILES * V::RANKS));
        fields.push(Field::number("halfmove_clock", board.idle, u32::MAX.into()).hidden());
        fields.push(Field::number("move_number", board.number, u32::MAX.into()).hidden());
    }
}

impl<V: Variant, const CELLS: usize> Heuristics for Orthodox<V, CELLS> {
    const KEEPS_EVALUATIONS: bool = true;

    /// Material, place, mobility, threats, pawns and the kings' safety, by weights of the game.
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        let board = &position.board;
        if board.undrawn {
            return Some(0);
        }
        let value = self.evaluation.value(&self.tables, board);
        Some(if seat == WHITE { value } else { -value })
    }

    /// Of a capture or a promotion: what is captured and what a pawn becomes, less a little for the piece that captures.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            let Action::Move { from, to, promotion } = action else { return None };
            let board = &position.board;
            if !Self::is_noisy(board, action) {
                return None;
            }
            let forces = &position.board.forces;
            let (mover, target) = (forces.kind(from as usize), forces.kind(to as usize));
            let captured = if target == 0 && promotion == 0 { PAWN_VALUE } else { Self::value_of(target) };
            Some(captured + Self::value_of(promotion) - Self::value_of(mover) / 16)
        }
    }

    fn noisy_actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        let before = actions.len();
        self.tables.list_gains(&position.board, actions);
        actions.extract_if(before.., |action| !Self::is_noisy(&position.board, *action)).for_each(drop);
    }

    /// The piece and where it goes.
    #[inline]
    fn history_key(&self, position: &Self::Position, action: Action) -> u64 {
        match action {
            Action::Move { from, to, .. } => {
                zobrist::key(u64::from(position.board.forces.kind(from as usize)) << 8 | u64::from(to))
            }
            Action::Start(array) => u64::from(array),
        }
    }

    /// Captures on one square; promotions and captures en passant are taken to lose nothing.
    fn see(&self, position: &Self::Position, action: Action) -> i32 {
        let Action::Move { from, to, promotion } = action else { return 0 };
        let Board { forces, to_move, .. } = &position.board;
        let [mover, target] = [from, to].map(|square| Self::value_of(forces.kind(square as usize)));
        if promotion != 0 || target >= mover || position.board.en_passant == Some(to) && mover == PAWN_VALUE {
            return 0;
        }
        forces.exchange(&*self.tables, (*to_move, from as usize, to as usize), Self::value_of)
    }

    #[inline]
    fn in_check(&self, position: &Self::Position) -> bool {
        position.board.guard.in_check()
    }

    /// Not in check, and not with a king and pawns alone.
    fn null_move(&self, position: &mut Self::Position) -> bool {
        let Tracked { board, history } = position;
        let own = board.forces.owned[board.to_move.index()];
        let gaits = &board.forces.gaits;
        let pieces = gaits[KNIGHT] | gaits[DIAGONALS] | gaits[ORTHOGONALS];
        if board.undrawn || board.guard.in_check() || (pieces & own).is_empty() {
            return false;
        }
        board.pass();
        history.clear();
        self.settle(board);
        Self::remember(board, history);
        true
    }
}

impl<V: Variant, const CELLS: usize> Solving for Orthodox<V, CELLS> {}
