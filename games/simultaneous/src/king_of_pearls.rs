//! King of Pearls (rules: `docs/games/king-of-pearls.md`).

mod scene;

use std::fmt::Write;
use torneo_board::scene::stand_all;

use rand_core::Rng;

use torneo_board::fen;
use torneo_board::grid::{BitSet, Grid};
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Described, End, Field, Game, GameInfo, Heuristics, Kind, Notation, Options, Outcome, PositionError,
    Refusal, Scratch, Seat, SeatSet, Solving, SpecError, Turn, TurnKinds, random, reason, refusal, refuse,
    refuse_if, zobrist,
};

const SIDE: usize = 8;
type Squares = Grid<SIDE, SIDE>;
const SQUARES: usize = Squares::SQUARES;
/// Lines from the west to the east: line `k` has the squares whose file and rank add up to `k`.
const LINES: usize = 2 * SIDE - 1;

const BLACK: Seat = Seat::FIRST;
const NAMES: [&str; 2] = ["Black", "White"];
const LETTERS: [char; 2] = ['B', 'W'];
const STONES: u32 = 52;

/// The largest number that a player may choose.
const LARGEST: u8 = 4;
/// A game has at least two stones a turn, and each of the lines begins once.
const MAX_PLIES: u64 = SQUARES as u64 / 2 + LINES as u64;

/// No line is begun and not full.
const NO_LINE: u8 = SQUARES as u8;

/// Units of the evaluation for a point.
const POINT_VALUE: i32 = 100;

/// A number chosen, or the square on which a line begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// How many stones to place.
    Number(u8),
    /// An edge square.
    Begin(u8),
}

/// The stones and the state of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    stones: [u64; 2],
    /// Who plays first in this turn or, while numbers are chosen, played first in the last one.
    first: Seat,
    /// Stones still to be placed in this turn.
    left: [u8; 2],
    /// The square on which the current line was begun, and how many of its squares are filled.
    begun: u8,
    filled: u8,
}

impl Board {
    fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    fn is_full(&self) -> bool {
        self.occupied() == !0
    }

    /// Whether stones of this turn are still to be placed.
    fn is_placing(&self) -> bool {
        self.left != [0, 0]
    }

    /// Who places the next stone.
    fn placing(&self) -> Seat {
        if self.left[self.first.index()] > 0 { self.first } else { self.first.other() }
    }
}

/// The rules.
#[derive(Clone, Debug)]
pub struct KingOfPearls {
    edge: u64,
    /// For each edge square the first squares of its line, counted from there; empty for other squares.
    prefixes: Box<[[u64; SIDE + 1]; SQUARES]>,
    lengths: [u8; SQUARES],
    /// For each row of stones how many towers of each height it has, height `k` in byte `k - 1`.
    towers: Box<[u64; 1 << SIDE]>,
}

/// The squares of a line from the west to the east.
fn line_squares(line: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..SIDE)
        .filter(move |&file| file <= line && line - file < SIDE)
        .map(move |file| Squares::at(file, line - file))
}

/// The numbers of towers in one row of stones.
fn row_towers(row: usize) -> u64 {
    let runs = (0..SIDE).filter(|&at| row >> at & 1 == 1 && (at == 0 || row >> (at - 1) & 1 == 0));
    runs.map(|at| (row >> at).trailing_ones()).fold(0, |towers, height| towers + (1 << (8 * (height - 1))))
}

/// The points for numbers of towers, height `k` in byte `k - 1`: the best grouping into sets 1, 12, 123 and 1234.
fn points(towers: u64) -> i32 {
    let count = |height: i32| (towers >> (8 * (height - 1)) & 0xff) as i32;
    let (mut sets, mut points) = (i32::MAX, 0);
    for height in 1..=4 {
        sets = sets.min(count(height));
        points += (2 * height - 1) * sets - height * (count(height) - sets);
    }
    points - (5..=8).map(|height| height * count(height)).sum::<i32>()
}

/// The board mirrored in its diagonal from a1 to h8 (Warren, "Hacker's Delight", section 7-3).
fn transposed(mut board: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let moved = (board ^ board >> shift) & mask;
        board ^= moved ^ moved << shift;
    }
    board
}

impl KingOfPearls {
    /// Fills the current line, and ends the turn when no square or no stone is left.
    #[inline]
    fn fill(&self, board: &mut Board) {
        while board.begun != NO_LINE && board.is_placing() {
            let (seat, begun) = (board.placing().index(), board.begun as usize);
            let room = self.lengths[begun] - board.filled;
            let placed = room.min(board.left[seat]);
            let prefixes = &self.prefixes[begun];
            let after = board.filled + placed;
            board.stones[seat] |= prefixes[after as usize] ^ prefixes[board.filled as usize];
            board.left[seat] -= placed;
            (board.begun, board.filled) = if placed == room { (NO_LINE, 0) } else { (board.begun, after) };
        }
        if board.is_full() {
            board.left = [0; 2];
        }
    }

    /// The squares on which a line can begin.
    #[inline]
    fn open_edge(&self, board: &Board) -> u64 {
        self.edge & !board.occupied()
    }

    /// The score of each player as if the board were full: Black's towers stand along ranks, White's along files.
    fn scores(&self, board: &Board) -> [i32; 2] {
        [board.stones[0], transposed(board.stones[1])].map(|stones| {
            let rows = stones.to_le_bytes();
            points(rows.iter().map(|&row| self.towers[row as usize]).sum())
        })
    }

    /// Finds the line that is begun and not full.
    fn find_line(&self, board: &mut Board) -> Result<(), Refusal> {
        for line in 0..LINES {
            let squares: Vec<usize> = line_squares(line).collect();
            let filled = squares.iter().filter(|&&square| board.occupied().has(square)).count();
            if filled == 0 || filled == squares.len() {
                continue;
            }
            let (west, east) = (squares[0], squares[squares.len() - 1]);
            let line = || format!("{}-{}", Squares::name(west), Squares::name(east));
            if board.begun != NO_LINE {
                refuse!("only one line is begun and not full, found another one: {}", line());
            }
            let all = self.prefixes[west][squares.len()];
            let begun =
                [west, east].into_iter().find(|&end| self.prefixes[end][filled] == board.occupied() & all);
            board.begun = begun
                .ok_or_else(|| refusal!("a line is filled from one of its ends on, not so {}", line()))?
                as u8;
            board.filled = filled as u8;
        }
        Ok(())
    }

    /// Reads the stones to be placed, `-` or such as `B3W2`, and checks them against the board.
    fn parse_left(&self, board: &mut Board, written: &str) -> Result<(), Refusal> {
        if written == "-" {
            let fresh = board.occupied() == 0 && board.first != BLACK;
            return if fresh { Err(refusal!("Black plays first before the first turn")) } else { Ok(()) };
        }
        let numbers = written.strip_prefix('B').and_then(|rest| rest.split_once('W'));
        let number = |text: &str| text.parse().ok().filter(|number| *number <= LARGEST && text.len() == 1);
        let Some((Some(black), Some(white))) = numbers.map(|(black, white)| (number(black), number(white)))
        else {
            refuse!("expected `-` or the stones to be placed such as `B3W2`, found `{written}`");
        };
        board.left = [black, white];
        let (first, second) = (board.left[board.first.index()], board.left[board.first.other().index()]);
        if second == 0 || first > second {
            refuse!("who plays first has chosen the lower number, found `{written}`");
        }
        if board.begun != NO_LINE || board.is_full() {
            refuse!("nobody chooses a square while a line can be filled, found `{written}`");
        }
        if board.occupied() == 0 && first == 0 {
            refuse!("the first stones of the turn are on the board, found `{written}`");
        }
        Ok(())
    }
}

impl Described for KingOfPearls {
    const INFO: GameInfo = GameInfo {
        id: "king-of-pearls",
        title: "King of Pearls",
        family: "simultaneous",
        turns: TurnKinds { decision: true, chance: false, simultaneous: true },
        ..GameInfo::TWO_SEATS
    };

    fn new(_options: &Options) -> Result<Self, SpecError> {
        let mut prefixes = Box::new([[0; SIDE + 1]; SQUARES]);
        let (mut lengths, mut edge) = ([0; SQUARES], 0);
        for line in 0..LINES {
            let eastward: Vec<usize> = line_squares(line).collect();
            let westward: Vec<usize> = line_squares(line).rev().collect();
            for squares in [eastward, westward] {
                edge |= u64::one(squares[0]);
                lengths[squares[0]] = squares.len() as u8;
                for (count, &square) in squares.iter().enumerate() {
                    let prefixes = &mut prefixes[squares[0]];
                    prefixes[count + 1] = prefixes[count] | u64::one(square);
                }
            }
        }
        let mut towers = Box::new([0; 1 << SIDE]);
        for (row, towers) in towers.iter_mut().enumerate() {
            *towers = row_towers(row);
        }
        Ok(KingOfPearls { edge, prefixes, lengths, towers })
    }
}

impl Game for KingOfPearls {
    type Position = Board;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;

    fn max_plies(&self) -> Option<u64> {
        Some(MAX_PLIES)
    }

    fn start(&self) -> Board {
        Board { stones: [0; 2], first: BLACK, left: [0; 2], begun: NO_LINE, filled: 0 }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.is_full() {
            Turn::Over
        } else if board.is_placing() {
            Turn::Seat(board.placing())
        } else {
            Turn::Simultaneous(SeatSet::first(2))
        }
    }

    fn actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        if board.is_placing() {
            actions.extend(self.open_edge(board).members().map(|square| Action::Begin(square as u8)));
        } else {
            actions.extend((1..=LARGEST).map(Action::Number));
        }
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        let Action::Begin(square) = action else { unreachable!("numbers are chosen together") };
        board.begun = square;
        self.fill(board);
    }

    #[inline]
    fn apply_simultaneous(&self, board: &mut Board, joint: &[Action]) {
        let &[Action::Number(black), Action::Number(white)] = joint else {
            unreachable!("both players choose a number");
        };
        if black != white {
            board.first = Seat::new(usize::from(white < black));
        }
        board.left = [black, white];
        self.fill(board);
    }

    fn outcome(&self, board: &Board) -> Outcome {
        Outcome::by_points(self.scores(board), reason::BOARD_FULL)
    }

    fn hash(&self, board: &Board) -> u64 {
        let [black, white] = board.stones;
        let left =
            u64::from(board.left[0]) | u64::from(board.left[1]) << 3 | (board.first.index() as u64) << 6;
        zobrist::key(zobrist::key(zobrist::key(black) ^ white) ^ left)
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        board: &Board,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        if board.is_placing() {
            let open = self.open_edge(board);
            Action::Begin(open.nth(random::below(rng, open.len() as usize)) as u8)
        } else {
            Action::Number(1 + random::below(rng, LARGEST as usize) as u8)
        }
    }

    fn count_actions(&self, board: &Board, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        if board.is_placing() { self.open_edge(board).len() as usize } else { LARGEST as usize }
    }
}

impl Notation for KingOfPearls {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[(reason::BOARD_FULL, "the board is full, and the score is {points}")];
    const KINDS: &'static [Kind] = &[
        Kind::new(LETTERS[0], "stone", Some(Seat::FIRST), Glyph::Ball),
        Kind::new(LETTERS[1], "stone", Some(Seat::SECOND), Glyph::Ball),
    ];

    fn write_action(&self, _board: &Board, action: Action, written: &mut String) {
        match action {
            Action::Number(number) => written.push((b'0' + number) as char),
            Action::Begin(square) => {
                written.push('@');
                Squares::write(square as usize, written);
            }
        }
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        if !board.is_placing() {
            return Some(format!("a player chooses a number from 1 to {LARGEST}"));
        }
        let square = written.strip_prefix('@').and_then(Squares::parse)?;
        Some(if self.edge.has(square) {
            "a line is begun on a vacant square".to_owned()
        } else {
            "a line is begun on the edge of the board".to_owned()
        })
    }

    const JOINT: [&'static str; 2] = ["B", "W"];

    fn position_text(&self, board: &Board) -> String {
        let letter = |file, rank| {
            let square = Squares::at(file, rank);
            (0..2).find(|&seat| board.stones[seat].has(square)).map(|seat| LETTERS[seat])
        };
        let mut written = fen::placement(SIDE, SIDE, letter);
        let _ = write!(written, " {} ", LETTERS[board.first.index()]);
        match board.left {
            [0, 0] => written.push('-'),
            [black, white] => drop(write!(written, "B{black}W{white}")),
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let Some([ranks, first, left]) = text::words(written) else {
            refuse!("expected `ranks first left` as in `8/8/8/8/8/8/8/8 B -`, found `{written}`");
        };
        let mut board = self.start();
        fen::parse_ranks(ranks, SIDE, SIDE, |file, rank, letter| {
            let seat = LETTERS.iter().position(|&known| known == letter);
            let seat = seat.ok_or_else(|| refusal!("expected `B` or `W`, found `{letter}`"))?;
            board.stones[seat] |= u64::one(Squares::at(file, rank));
            Ok(())
        })?;
        for (name, stones) in NAMES.iter().zip(board.stones) {
            let found = stones.len();
            refuse_if!(found > STONES, "{name} has {STONES} stones, found {found} on the board");
        }
        board.first = match first {
            "B" => BLACK,
            "W" => BLACK.other(),
            _ => refuse!("`B` or `W` plays first, found `{first}`"),
        };
        self.find_line(&mut board)?;
        self.parse_left(&mut board, left)?;
        Ok(board)
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        stand_all(on, 1, board.stones.map(BitSet::members));
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        for (kind, seat) in (1..).zip(Seat::all(2)) {
            fields.push(Field::hand("to_be_placed", kind, board.left[seat.index()], LARGEST.into()).of(seat));
        }
        fields.push(Field::number("first", board.first.index(), 1).hidden());
    }
}

impl Heuristics for KingOfPearls {
    /// The difference of the points as if the board were full.
    fn evaluate(&self, board: &Board, seat: Seat) -> Option<i32> {
        let [black, white] = self.scores(board);
        let value = POINT_VALUE * (black - white);
        Some(if seat == BLACK { value } else { -value })
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for KingOfPearls {}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: &[(u32, u64)]) -> i32 {
        points(counts.iter().map(|&(height, count)| count << (8 * (height - 1))).sum())
    }

    #[test]
    fn towers_are_grouped_at_their_best() {
        assert_eq!(of(&[(1, 12), (2, 5), (3, 1)]), 32);
        assert_eq!(of(&[(1, 12), (2, 3), (3, 4), (4, 1), (5, 1)]), 35);
        assert_eq!(of(&[(2, 4)]), -8);
        assert_eq!(of(&[(1, 1), (4, 1)]), -3);
        assert_eq!(of(&[(1, 4), (2, 4), (3, 4), (4, 4)]), 64);
        assert_eq!(of(&[(1, 5), (3, 2)]), -1);
        assert_eq!(of(&[(8, 8)]), -64);
    }

    #[test]
    fn a_black_board_scores_towers_of_eight() {
        let options = Options::check(&"king-of-pearls".parse().unwrap(), &[]).unwrap();
        let game = KingOfPearls::new(&options).unwrap();
        assert_eq!(game.scores(&Board { stones: [!0, 0], ..game.start() }), [-64, 0]);
    }

    #[test]
    fn files_become_ranks() {
        for square in 0..SQUARES {
            let mirrored = Squares::at(Squares::rank(square), Squares::file(square));
            assert_eq!(transposed(u64::one(square)), u64::one(mirrored));
        }
    }

    #[test]
    fn rows_of_towers() {
        assert_eq!(row_towers(0b0101_0101), 4);
        assert_eq!(row_towers(0b1110_1101), 1 | 1 << 8 | 1 << 16);
        assert_eq!(row_towers(0xff), 1 << 56);
    }
}
