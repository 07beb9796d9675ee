//! Hi-Jack (rules: `docs/games/hi-jack.md`).

mod board;
mod scene;
mod stack;

use std::sync::LazyLock;

use educe::Educe;
use rand_core::Rng;

use board::{Board, Lines, Square};
use stack::{BLACK, Stack, WHITE};
use torneo_board::sum_of_terms;
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Field, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo, Options,
    Outcome, PositionError, Scratch, Seat, SeatName, Solving, SpecError, Turn, random, random_listed, reason,
    refuse, refuse_if, zobrist,
};

const NAMES: [&str; 2] = ["Black", "White"];
const SIDES: [&str; 2] = ["b", "w"];
const PASS: &str = "pass";
const SWITCH: &str = "switch";

/// Turns passed in a row that end the game.
const PASSES: u8 = 2;
/// Pieces that each player has placed before the order of turns may be switched.
const PIECES_BEFORE_SWITCH: u16 = 3;
/// The turns of a pair.
const PAIR: u8 = 2;

/// Random draws before all legal actions are listed.
const TRIES: usize = 24;

/// Units of the evaluation: a point, an empty square with a margin of two or more, a stack, a stack that can be attacked.
const POINT_VALUE: i32 = 100;
const SAFE_VALUE: i32 = 30;
const STACK_VALUE: i32 = 80;
const ATTACKED_VALUE: i32 = -220;

const SIDE_KEY: u64 = zobrist::key(1 << 32);

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A piece on the square with this number.
    Place(u8),
    /// No piece.
    Pass,
    /// The order of the next two turns is exchanged.
    Switch,
}

/// The stacks, the side to move and what else the rules depend on.
#[derive(PartialEq, Eq, Debug, Educe)]
#[educe(Clone)]
pub struct Position {
    board: Board,
    to_move: usize,
    /// Turns passed in a row; switches are not counted.
    passes: u8,
    /// Turns left of a switched pair.
    switched: u8,
    /// Whether a piece has been placed since the last switch.
    placed: bool,
}

impl Position {
    /// A position with no pass just played and no switched pair in progress.
    fn fresh(board: Board, to_move: usize) -> Position {
        Position { board, to_move, passes: 0, switched: 0, placed: true }
    }
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct HiJack {
    lines: Lines,
    /// The side of seat 0.
    first: usize,
    hijack_points: bool,
    order_switch: bool,
}

impl HiJack {
    #[inline]
    fn seat(&self, side: usize) -> Seat {
        Seat::new(side ^ self.first)
    }

    #[inline]
    fn side(&self, seat: Seat) -> usize {
        seat.index() ^ self.first
    }

    fn square_name(&self, square: usize) -> String {
        text::square_name(square % self.lines.size, square / self.lines.size)
    }

    fn parse_square(&self, written: &str) -> Option<usize> {
        let size = self.lines.size;
        text::parse_square(written, size, size).map(|(file, rank)| rank * size + file)
    }

    /// Which rule forbids the side to move to switch the order of turns.
    fn why_no_switch(&self, position: &Position) -> Option<&'static str> {
        let placed = |side| position.board.pieces(side) >= PIECES_BEFORE_SWITCH;
        if !self.order_switch {
            Some("this game is played without the order switch")
        } else if !placed(BLACK) || !placed(WHITE) {
            Some("the order of turns is switched when each player has placed three pieces")
        } else if position.switched > 0 {
            Some("the order of turns is not switched within a switched pair")
        } else if !position.placed {
            Some("a piece is placed between two switches of the order")
        } else if !position.board.is_symmetric(&self.lines) {
            Some("the order of turns is switched in a symmetric position only")
        } else {
            None
        }
    }

    #[inline]
    fn may_switch(&self, position: &Position) -> bool {
        self.why_no_switch(position).is_none()
    }

    /// The points of a side.
    fn score(&self, position: &Position, side: usize) -> usize {
        position.board.score(side, self.hijack_points)
    }

    /// What Black has more than White.
    #[inline]
    fn advantage(&self, position: &Position) -> [i32; TERMS.len()] {
        let mut counts = position.board.counts();
        if !self.hijack_points {
            counts[2] = 0;
        }
        counts
    }

    /// Most pieces on a square: a stack can be attacked while it is not higher than the number of squares in line with
    /// it, and is doubled then.
    fn most_pieces(&self, square: usize) -> usize {
        self.lines.in_line(square) + 2
    }
}

impl Described for HiJack {
    const INFO: GameInfo = GameInfo {
        id: "hi-jack",
        title: "Hi-Jack",
        family: "territory",
        options: &[
            OptionInfo::int("size", 4..=16, "8").help("squares on each side of the board"),
            OptionInfo::choice("first", &["B", "W"], "B").help("the colour of the first player"),
            OptionInfo::flag("hijack_points", true)
                .help("one point for each stack of two or more that was taken and is still held"),
            OptionInfo::flag("order_switch", true)
                .help("in a symmetric position a player may switch the order of the next two turns"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(HiJack {
            lines: Lines::new(options.u32("size") as usize),
            first: if options.choice("first") == "W" { WHITE } else { BLACK },
            hijack_points: options.bool("hijack_points"),
            order_switch: options.bool("order_switch"),
        })
    }
}

impl Game for HiJack {
    type Position = Position;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.passes);
        archive.number(&mut position.switched);
        archive.flag(&mut position.placed);
    });

    /// At most one pass and one switch come before each piece, and two passes after the last.
    fn max_plies(&self) -> Option<u64> {
        let pieces: usize = (0..self.lines.squares()).map(|square| self.most_pieces(square)).sum();
        Some(3 * pieces as u64 + 3)
    }

    fn start(&self) -> Position {
        Position::fresh(Board::empty(&self.lines), self.first)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.passes >= PASSES { Turn::Over } else { Turn::Seat(self.seat(position.to_move)) }
    }

    fn actions(&self, position: &Position, seat: Seat, actions: &mut Vec<Action>) {
        let side = self.side(seat);
        let squares = position.board.squares().iter().enumerate();
        let open = squares.filter(|(_, square)| square.may_place(side));
        actions.extend(open.map(|(square, _)| Action::Place(square as u8)));
        actions.push(Action::Pass);
        actions.extend(self.may_switch(position).then_some(Action::Switch));
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        match action {
            Action::Place(square) => {
                position.board.place(&self.lines, square as usize, position.to_move);
                (position.passes, position.placed) = (0, true);
            }
            Action::Pass => position.passes += 1,
            Action::Switch => {
                position.to_move ^= 1;
                (position.switched, position.placed) = (PAIR, false);
                return;
            }
        }
        // Behind the second turn of a switched pair its player moves again.
        position.to_move ^= usize::from(position.switched != 1);
        position.switched = position.switched.saturating_sub(1);
    }

    fn outcome(&self, position: &Position) -> Outcome {
        Outcome::by_most_points(Seat::all(2).map(|seat| self.score(position, self.side(seat)) as f64))
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.board.hash() ^ if position.to_move == BLACK { 0 } else { SIDE_KEY }
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        let (side, squares) = (self.side(seat), self.lines.squares());
        for _ in 0..TRIES {
            let square = random::below(rng, squares + 2);
            if square == squares {
                return Action::Pass;
            } else if square > squares {
                if self.may_switch(position) {
                    return Action::Switch;
                }
            } else if position.board.square(square).may_place(side) {
                return Action::Place(square as u8);
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn count_actions(&self, position: &Position, seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        let side = self.side(seat);
        let open = position.board.squares().iter().filter(|square| square.may_place(side)).count();
        open + 1 + usize::from(self.may_switch(position))
    }

    fn forget_history(&self, position: &mut Position) {
        (position.passes, position.switched, position.placed) = (0, 0, true);
    }
}

/// Stacks by owner and height, by the side of the first seat.
static KINDS: LazyLock<[Vec<Kind>; 2]> = LazyLock::new(|| {
    let kind = |first: usize, side: usize, height: u8| Kind {
        letter: stack::LETTERS[side],
        name: format!("stack_of_{height}").into(),
        owner: Some(Seat::new(side ^ first)),
        glyph: Glyph::Disc,
    };
    let side = |first: usize, side: usize| (1..=HEIGHTS).map(move |height| kind(first, side, height));
    [0, 1].map(|first| [BLACK, WHITE].into_iter().flat_map(|black| side(first, black)).collect())
});

impl Notation for HiJack {
    const ENDS: &'static [End] =
        &[(reason::WON, "on points, {points}"), (reason::DRAWN, "equal points, {points}")];

    fn seat_name(&self, seat: Seat) -> SeatName {
        NAMES[self.side(seat)].into()
    }

    fn write_action(&self, _position: &Position, action: Action, written: &mut String) {
        match action {
            Action::Place(square) => written.push_str(&self.square_name(square as usize)),
            Action::Pass => written.push_str(PASS),
            Action::Switch => written.push_str(SWITCH),
        }
    }

    fn parse_action(&self, _position: &Position, written: &str, legal: &[Action]) -> Option<Action> {
        let action = match written {
            PASS => Action::Pass,
            SWITCH => Action::Switch,
            name => Action::Place(self.parse_square(name)? as u8),
        };
        legal.contains(&action).then_some(action)
    }

    fn why_illegal(&self, position: &Position, written: &str) -> Option<String> {
        if written == SWITCH {
            return self.why_no_switch(position).map(str::to_owned);
        }
        let size = self.lines.size;
        let Some(square) = self.parse_square(written) else {
            let last = text::file_letter(size - 1);
            return text::parse_square(written, 26, 99).map(|_| format!("the board is a1..{last}{size}"));
        };
        let Square { stack, strength } = *position.board.square(square);
        let [own, theirs] = [strength[position.to_move], strength[position.to_move ^ 1]];
        Some(if stack.is_empty() {
            format!("a piece is placed where the opponent is not stronger, here {theirs} to {own}")
        } else if stack.owner() == position.to_move {
            "a player puts two pieces above each other and no more".to_owned()
        } else {
            let height = stack.height();
            format!(
                "an attack needs the height of the stack and the opponent's strength, here {height} + {theirs}, not {own}"
            )
        })
    }

    fn position_text(&self, position: &Position) -> String {
        let stack = |square: &Square| text::written(|written| square.stack.write(written));
        let row = |squares: &[Square]| text::joined(squares.iter().map(stack), " ");
        let rows = position.board.squares().chunks(self.lines.size).rev().map(row);
        text::joined(rows, "/") + " " + SIDES[position.to_move]
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let size = self.lines.size;
        let Some((rows, side)) = written.trim().rsplit_once(' ') else {
            refuse!("expected the rows and the side to move, as in `. WB/B . b`, found `{written}`");
        };
        let to_move = text::parse_side(side, SIDES)?.index();
        let found = rows.split('/').count();
        refuse_if!(found != size, "expected {size} rows separated by `/`, found {found}");
        let mut board = Board::empty(&self.lines);
        for (rank, row) in (0..size).rev().zip(rows.split('/')) {
            let found = row.split_whitespace().count();
            if found != size {
                let number = rank + 1;
                refuse!("row {number}: expected {size} squares separated by blanks, found {found}");
            }
            for (file, stack) in row.split_whitespace().enumerate() {
                let square = rank * size + file;
                let refused = |message| format!("{}: {message}", self.square_name(square));
                let stack = Stack::parse(stack, self.most_pieces(square)).map_err(refused)?;
                stack.pieces().for_each(|side| board.place(&self.lines, square, side));
            }
        }
        Ok(Position::fresh(board, to_move))
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS[self.first]
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        for (square, on) in position.board.squares().iter().zip(on) {
            let stack = square.stack;
            if !stack.is_empty() {
                *on = 1 + stack.owner() as u8 * HEIGHTS + (stack.height() as u8).min(HEIGHTS) - 1;
            }
        }
    }

    fn fields(&self, position: &Position, fields: &mut Vec<Field>) {
        for (square, number) in position.board.squares().iter().zip(0..) {
            let name = format!("stack_{}", self.square_name(number));
            fields.push(Field::number(name, square.stack.bits(), i64::MAX).from(1).hidden());
        }
    }
}

/// What the evaluation counts, and its worth; stacks of more than one piece, and the margins of stacks, up to two, besides.
const TERMS: [&str; 7] = ["points", "safe", "hi-jacks", "stacks", "attacked", "high", "margins"];
const WEIGHTS: [i32; TERMS.len()] = [POINT_VALUE, SAFE_VALUE, POINT_VALUE, STACK_VALUE, ATTACKED_VALUE, 0, 0];

/// Heights of stacks that are told apart by evaluations that are learnt; higher ones count as these.
const HEIGHTS: u8 = 4;

impl Heuristics for HiJack {
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// Points, safe points, stacks, and stacks in danger.
        #[inline]
        |game, position| game.seat(BLACK) => game.advantage(position), TERMS, WEIGHTS
    }

    /// An attack.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Position) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            let Action::Place(square) = action else { return None };
            let stack = position.board.square(square as usize).stack;
            (!stack.is_empty() && stack.owner() != position.to_move).then_some(0)
        }
    }

    fn noisy_actions(&self, position: &Position, _seat: Seat, actions: &mut Vec<Action>) {
        let side = position.to_move;
        let is_attack = |square: &Square| {
            !square.stack.is_empty() && square.stack.owner() != side && square.may_place(side)
        };
        let squares = position.board.squares().iter().enumerate();
        let attacked = squares.filter(|(_, square)| is_attack(square));
        actions.extend(attacked.map(|(square, _)| Action::Place(square as u8)));
    }
}

impl Solving for HiJack {}
