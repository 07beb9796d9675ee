//! Hnefatafl, the classic game on 11 by 11 squares (rules: `docs/games/hnefatafl.md`).

use rand_core::Rng;

use crate::Game;
use crate::contract::{
    Ending, GameInfo, OptionInfo, OptionKind, Options, Outcome, PositionError, Scratch, Seat, SpecError,
    Turn, TurnKinds, reason,
};
use crate::parts::grid::{BitSet, Grid};
use crate::parts::history::{History, Tracked};
use crate::parts::{fen, random, text, zobrist};

const SIDE: usize = 11;
const SQUARES: usize = SIDE * SIDE;
type Squares = Grid<SIDE, SIDE>;

const ATTACKERS: Seat = Seat::FIRST;
const DEFENDERS: Seat = Seat::SECOND;
/// Men of each side, the king not counted.
const MEN: [u32; 2] = [24, 12];

const START: &str = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a";

/// The number of times that a position may stand before the repetition rule ends the game.
const OCCURRENCES: usize = 3;
/// Room for the history of a game of usual length.
const USUAL_PLIES: usize = 256;

const BOARD: u128 = (1 << SQUARES) - 1;
const THRONE: u128 = 1 << Squares::at(5, 5);
const CORNERS: u128 =
    1 | 1 << Squares::at(SIDE - 1, 0) | 1 << Squares::at(0, SIDE - 1) | 1 << Squares::at(SIDE - 1, SIDE - 1);
/// Where only the king may stop.
const KINGS_OWN: u128 = THRONE | CORNERS;
const WEST_EDGE: u128 = file_set(0);
const EAST_EDGE: u128 = file_set(SIDE - 1);
const EDGES: u128 = WEST_EDGE | EAST_EDGE | ((1 << SIDE) - 1) | ((1 << SIDE) - 1) << Squares::at(0, SIDE - 1);

const fn file_set(file: usize) -> u128 {
    let (mut set, mut rank) = (0, 0);
    while rank < SIDE {
        set |= 1 << Squares::at(file, rank);
        rank += 1;
    }
    set
}

/// The set of each single square.
static ONE: [u128; SQUARES] = {
    let mut sets = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        sets[square] = 1 << square;
        square += 1;
    }
    sets
};

/// The squares beside each square.
static BESIDE: [u128; SQUARES] = {
    let mut sets = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        sets[square] = beside(1 << square);
        square += 1;
    }
    sets
};

/// The squares of a line from `[from]` to `[to]`, the second included and the first not.
static PATH: [[u16; SIDE]; SIDE] = {
    let mut paths = [[0; SIDE]; SIDE];
    let mut from = 0;
    while from < SIDE {
        let mut to = 0;
        while to < SIDE {
            let (low, high) = if from < to { (from + 1, to + 1) } else { (to, from) };
            paths[from][to] = (1 << high) - (1 << low);
            to += 1;
        }
        from += 1;
    }
    paths
};

/// Keys of attackers, defenders and king on each square, and of the side to move.
static KEYS: [[u64; SQUARES]; 3] =
    [zobrist::table(0), zobrist::table(SQUARES as u64), zobrist::table(2 * SQUARES as u64)];
const KING: usize = 2;
const SIDE_KEY: u64 = zobrist::key(3 * SQUARES as u64);

#[inline]
const fn north(set: u128) -> u128 {
    set << SIDE & BOARD
}

#[inline]
const fn south(set: u128) -> u128 {
    set >> SIDE
}

#[inline]
const fn east(set: u128) -> u128 {
    (set & !EAST_EDGE) << 1
}

#[inline]
const fn west(set: u128) -> u128 {
    (set & !WEST_EDGE) >> 1
}

#[inline]
const fn beside(set: u128) -> u128 {
    north(set) | south(set) | east(set) | west(set)
}

/// A piece moved along a rank or file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    fn new(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8 }
    }
}

/// A line of the board through a square: what stands on it and where on it the square is.
struct Line {
    occupied: u16,
    /// The place of the square on the line.
    at: usize,
    /// The first square of the line and the step to its next.
    first: usize,
    step: usize,
}

impl Line {
    /// The places that can be reached from the square over empty squares, as the lowest and the highest.
    #[inline]
    fn reach(&self) -> (usize, usize) {
        let below = self.occupied & ((1 << self.at) - 1);
        let above = (u32::from(self.occupied) | 1 << SIDE) >> (self.at + 1);
        ((u16::BITS - below.leading_zeros()) as usize, self.at + above.trailing_zeros() as usize)
    }

    #[inline]
    fn square(&self, place: usize) -> usize {
        self.first + place * self.step
    }
}

/// The pieces and what the position text shows besides, with counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The men of each side, without the king.
    men: [u128; 2],
    /// The king's square; none when he has been captured.
    king: Option<u8>,
    to_move: Seat,
    /// The occupied squares once more by lines: of each rank the files, of each file the ranks.
    lines: [[u16; SIDE]; 2],
    hash: u64,
    plies: u32,
    ending: Option<Ending>,
}

impl Board {
    fn empty() -> Board {
        Board {
            men: [0; 2],
            king: None,
            to_move: ATTACKERS,
            lines: [[0; SIDE]; 2],
            hash: 0,
            plies: 0,
            ending: None,
        }
    }

    #[inline]
    fn king_set(&self) -> u128 {
        self.king.map_or(0, |king| ONE[king as usize])
    }

    /// All pieces of a side.
    #[inline]
    fn pieces(&self, seat: Seat) -> u128 {
        if seat == ATTACKERS { self.men[0] } else { self.men[1] | self.king_set() }
    }

    #[inline]
    fn occupied(&self) -> u128 {
        self.men[0] | self.men[1] | self.king_set()
    }

    #[inline]
    fn is_king(&self, square: usize) -> bool {
        self.king == Some(square as u8)
    }

    /// What stands on a square: an index of [`KEYS`].
    fn piece(&self, square: usize) -> Option<usize> {
        if self.is_king(square) {
            return Some(KING);
        }
        self.men.iter().position(|men| men.has(square))
    }

    fn letter(&self, square: usize) -> Option<char> {
        self.piece(square).map(|piece| ['a', 'd', 'k'][piece])
    }

    /// Puts a piece on an empty square or takes it away.
    #[inline]
    fn toggle(&mut self, piece: usize, square: usize) {
        let (file, rank) = (Squares::file(square), Squares::rank(square));
        self.lines[0][rank] ^= 1 << file;
        self.lines[1][file] ^= 1 << rank;
        self.hash ^= KEYS[piece][square];
        if piece == KING {
            self.king = if self.king.is_none() { Some(square as u8) } else { None };
        } else {
            self.men[piece] ^= ONE[square];
        }
    }

    /// The rank (`0`) or file (`1`) through a square.
    #[inline]
    fn line(&self, along: usize, square: usize) -> Line {
        let place = [Squares::file(square), Squares::rank(square)];
        let (at, number) = (place[along], place[1 - along]);
        let step = [1, SIDE];
        Line { occupied: self.lines[along][number], at, first: number * step[1 - along], step: step[along] }
    }

    /// Whether a piece of `from` may stop on `to`, as far as the kind of square goes.
    #[inline]
    fn may_stop(&self, from: usize, to: usize) -> bool {
        !KINGS_OWN.has(to) || self.is_king(from)
    }

    /// The squares to which a piece can move.
    #[inline]
    fn targets(&self, from: usize) -> impl Iterator<Item = usize> {
        (0..2).flat_map(move |along| {
            let line = self.line(along, from);
            let (low, high) = line.reach();
            (low..=high).filter(move |&place| place != line.at).map(move |place| line.square(place))
        })
    }

    /// The legal moves of the side to move, by square of origin.
    fn moves(&self) -> impl Iterator<Item = Move> {
        self.pieces(self.to_move).members().flat_map(move |from| {
            let stops = self.targets(from).filter(move |&to| self.may_stop(from, to));
            stops.map(move |to| Move::new(from, to))
        })
    }

    fn can_move(&self) -> bool {
        let empty = !self.occupied() & BOARD;
        let men = self.men[self.to_move.index()];
        // One step is a move nearly always; what is left are men who must pass over the throne.
        beside(men) & empty & !KINGS_OWN != 0 || self.moves().next().is_some()
    }

    /// The enemy men taken by a piece of `mover` that has arrived on `to`: those between it and a hostile square.
    #[inline]
    fn captured_men(&self, mover: Seat, to: usize) -> u128 {
        let enemies = self.men[mover.other().index()];
        if BESIDE[to] & enemies == 0 {
            return 0;
        }
        let at = ONE[to];
        let hostile = self.pieces(mover) | CORNERS | THRONE & !self.occupied();
        let between = north(at) & south(hostile)
            | south(at) & north(hostile)
            | east(at) & west(hostile)
            | west(at) & east(hostile);
        between & enemies
    }

    /// Whether an attacker that has arrived on `to` captures the king: every side of his is off the board, an
    /// attacker, the empty throne or a corner.
    #[inline]
    fn captures_king(&self, to: usize) -> bool {
        let Some(king) = self.king else { return false };
        let sides = BESIDE[king as usize];
        sides.has(to) && sides & !(self.men[0] | THRONE & !self.occupied() | CORNERS) == 0
    }

    /// Moves the piece and takes what it captures; whether it captures anything.
    #[inline]
    fn play(&mut self, Move { from, to }: Move) -> bool {
        let (from, to) = (from as usize, to as usize);
        let mover = self.to_move;
        let piece = if self.is_king(from) { KING } else { mover.index() };
        self.toggle(piece, from);
        self.toggle(piece, to);
        let captured = self.captured_men(mover, to);
        let king_captured = mover == ATTACKERS && self.captures_king(to);
        for square in captured.members() {
            self.toggle(mover.other().index(), square);
        }
        if king_captured && let Some(king) = self.king {
            self.toggle(KING, king as usize);
        }
        self.to_move = mover.other();
        self.hash ^= SIDE_KEY;
        captured != 0 || king_captured
    }

    /// The squares of the pieces that a legal move captures.
    fn captures(&self, action: Move) -> u128 {
        let mut after = *self;
        after.play(action);
        self.pieces(self.to_move.other()) & !after.occupied()
    }

    /// Whether no defender is connected with an edge square, all being where the king is.
    fn encircled(&self) -> bool {
        let open = !self.men[0] & BOARD;
        let mut inside = self.king_set();
        loop {
            if inside & EDGES != 0 {
                return false;
            }
            let grown = (inside | beside(inside)) & open;
            if grown == inside {
                return self.men[1] & !inside == 0;
            }
            inside = grown;
        }
    }

    /// The evaluation for the defenders, see [`Hnefatafl::evaluate`].
    fn evaluate(&self) -> i32 {
        let count = |set: u128| set.len() as i32;
        let material = MAN * count(self.men[1]) - ATTACKER * count(self.men[0]);
        let Some(king) = self.king else { return material - DECIDED };
        let targets = self.targets(king as usize).fold(0, |set, to| set | ONE[to]);
        let sides = BESIDE[king as usize];
        let hostile = self.men[0] | THRONE | CORNERS;
        material
            + KING_MOVE * count(targets)
            + EDGE * count(targets & EDGES)
            + OPEN_CORNER * count(targets & CORNERS)
            + if CORNERS.has(king as usize) { DECIDED } else { 0 }
            - HOSTILE_SIDE * count(sides & hostile)
    }
}

// The weights of the evaluation: a defender is worth two attackers, as their numbers at the start.
const MAN: i32 = 100;
const ATTACKER: i32 = 50;
const KING_MOVE: i32 = 4;
const EDGE: i32 = 30;
const OPEN_CORNER: i32 = 400;
const HOSTILE_SIDE: i32 = 60;
/// The king is captured or on a corner.
const DECIDED: i32 = 100_000;

/// What the third occurrence of a position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repetition {
    Draw,
    DefendersLose,
    Ignored,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Hnefatafl {
    repetition: Repetition,
    encirclement_wins: bool,
    /// 0 for no cap.
    max_plies: u32,
}

impl Hnefatafl {
    /// How the game ends by what stands on the board, without regard to its history.
    #[inline]
    fn judge(&self, board: &Board) -> Option<Ending> {
        let Some(king) = board.king else { return Some(Ending::win(ATTACKERS, reason::WON)) };
        if CORNERS.has(king as usize) {
            return Some(Ending::win(DEFENDERS, reason::WON));
        }
        if self.encirclement_wins && board.to_move == DEFENDERS && board.encircled() {
            return Some(Ending::win(ATTACKERS, reason::WON));
        }
        (!board.can_move()).then(|| Ending::win(board.to_move.other(), reason::NO_MOVE))
    }

    /// How the game ends by repetition in the position that the last ply has made.
    #[inline]
    fn judge_repetition(&self, board: &Board, history: &History) -> Option<Ending> {
        let ending = match self.repetition {
            Repetition::Draw => Ending::draw(reason::REPETITION),
            Repetition::DefendersLose if board.to_move == ATTACKERS => {
                Ending::win(ATTACKERS, reason::REPETITION)
            }
            Repetition::DefendersLose | Repetition::Ignored => return None,
        };
        (history.count(board.hash) + 1 >= OCCURRENCES).then_some(ending)
    }

    /// The position in which a game begins with this board.
    fn begin(&self, position: &mut Tracked<Board>) {
        let Tracked { board, history } = position;
        board.plies = 0;
        board.ending = self.judge(board);
        history.clear();
        if self.repetition != Repetition::Ignored {
            history.push(board.hash);
        }
    }

    /// Splits `d10-d5xc5xd4` into the move and the captured squares, if any are given.
    fn read(written: &str) -> Option<(Move, Option<u128>)> {
        let (squares, captures) = match written.split_once('x') {
            Some((squares, captures)) => (squares, Some(captures)),
            None => (written, None),
        };
        let (from, to) = squares.split_once('-')?;
        let action = Move::new(Squares::parse(from)?, Squares::parse(to)?);
        let Some(captures) = captures else { return Some((action, None)) };
        let mut set = 0;
        for name in captures.split('x') {
            let one = ONE[Squares::parse(name)?];
            if set & one != 0 {
                return None;
            }
            set |= one;
        }
        Some((action, Some(set)))
    }
}

impl Game for Hnefatafl {
    type Position = Tracked<Board>;
    type Action = Move;

    const INFO: GameInfo = GameInfo {
        id: "hnefatafl",
        title: "Hnefatafl",
        family: "hunt",
        seats: (2, 2),
        turns: TurnKinds { decision: true, chance: false, together: false },
        options: &[
            OptionInfo {
                name: "repetition",
                kind: OptionKind::Choice(&["draw", "defenders_lose", "none"]),
                default: "draw",
                help: "what the third occurrence of a position means; defenders_lose: if they have made it",
            },
            OptionInfo {
                name: "encirclement_wins",
                kind: OptionKind::Bool,
                default: "false",
                help: "attackers who cut off all defenders from the edges have won",
            },
            OptionInfo {
                name: "max_plies",
                kind: OptionKind::Int { min: 0, max: u32::MAX as i64 },
                default: "1000",
                help: "the game is drawn after so many plies; 0 = no cap",
            },
        ],
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let repetition = match options.choice("repetition") {
            "draw" => Repetition::Draw,
            "defenders_lose" => Repetition::DefendersLose,
            _ => Repetition::Ignored,
        };
        let encirclement_wins = options.bool("encirclement_wins");
        Ok(Hnefatafl { repetition, encirclement_wins, max_plies: options.u32("max_plies") })
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        ["Attackers", "Defenders"][seat.index()]
    }

    fn max_plies(&self) -> Option<u64> {
        (self.max_plies > 0).then_some(u64::from(self.max_plies))
    }

    fn start(&self) -> Self::Position {
        self.parse_position(START).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        match position.board.ending {
            Some(_) => Turn::Over,
            None => Turn::Seat(position.board.to_move),
        }
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Move>) {
        actions.extend(position.board.moves());
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Move) {
        let Tracked { board, history } = position;
        if board.play(action) {
            history.clear();
        }
        board.plies += 1;
        board.ending = self.judge(board).or_else(|| self.judge_repetition(board, history));
        if board.ending.is_none() && board.plies == self.max_plies {
            board.ending = Some(Ending::draw(reason::LENGTH_LIMIT));
        }
        if self.repetition != Repetition::Ignored {
            history.push(board.hash);
        }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        position.board.ending.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        position.board.hash
    }

    /// A piece and one of the other squares of its rank and file, drawn until the piece can move there.
    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Move>,
    ) -> Move {
        const OTHERS: usize = SIDE - 1;
        const TRIES: usize = 100;
        let board = &position.board;
        let pieces = board.pieces(seat);
        let pairs = pieces.len() as usize * 2 * OTHERS;
        for _ in 0..TRIES {
            let pair = random::below(rng, pairs);
            let from = pieces.nth(pair / (2 * OTHERS));
            let line = board.line(pair / OTHERS % 2, from);
            let place = pair % OTHERS;
            let place = place + usize::from(place >= line.at);
            if PATH[line.at][place] & line.occupied == 0 {
                let to = line.square(place);
                if board.may_stop(from, to) {
                    return Move::new(from, to);
                }
            }
        }
        scratch.actions.clear();
        self.actions(position, seat, &mut scratch.actions);
        scratch.actions[random::below(rng, scratch.actions.len())]
    }

    fn write_action(&self, _position: &Self::Position, action: Move, text: &mut String) {
        Squares::write(action.from as usize, text);
        text.push('-');
        Squares::write(action.to as usize, text);
    }

    /// Reads also the captured squares that may follow, `d10-d5xc5xd4`; they must be exactly those captured.
    fn parse_action(&self, position: &Self::Position, written: &str, legal: &[Move]) -> Option<Move> {
        let (action, captures) = Self::read(written)?;
        let agrees = || captures.is_none_or(|squares| squares == position.board.captures(action));
        (legal.contains(&action) && agrees()).then_some(action)
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let (Move { from, to }, _) = Self::read(written)?;
        let (from, to) = (from as usize, to as usize);
        let board = &position.board;
        let same_line = Squares::file(from) == Squares::file(to) || Squares::rank(from) == Squares::rank(to);
        let rule = if !board.pieces(board.to_move).has(from) {
            "a player moves an own piece"
        } else if from == to || !same_line {
            "a piece moves along its rank or file"
        } else if board.targets(from).all(|target| target != to) {
            "a piece moves over empty squares to an empty square"
        } else if !board.may_stop(from, to) {
            "only the king may stop on the throne or on a corner"
        } else {
            let captures = board.captures(Move::new(from, to));
            let names: Vec<String> = captures.members().map(Squares::name).collect();
            return Some(match names.len() {
                0 => "the move captures nothing".to_owned(),
                _ => format!("the move captures {}", names.join(" ")),
            });
        };
        Some(rule.to_owned())
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let mut written = String::new();
        fen::write_ranks(SIDE, SIDE, |file, rank| board.letter(Squares::at(file, rank)), &mut written);
        written + if board.to_move == ATTACKERS { " a" } else { " d" }
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let error = |message: String| Err(PositionError::new(message));
        let fields: Vec<&str> = written.split_whitespace().collect();
        let [placement, side] = fields[..] else {
            return error(format!("expected `placement side`, found `{written}`"));
        };
        let mut board = Board::empty();
        fen::parse_ranks(placement, SIDE, SIDE, |file, rank, letter| {
            let square = Squares::at(file, rank);
            let piece = match letter {
                'a' => ATTACKERS.index(),
                'd' => DEFENDERS.index(),
                'k' if board.king.is_some() => return Err("expected one king, found a second".to_owned()),
                'k' => KING,
                _ => return Err(format!("expected `a`, `d`, `k` or a number, found `{letter}`")),
            };
            if piece != KING && KINGS_OWN.has(square) {
                return Err(format!("only the king may stand on the throne or a corner, found `{letter}`"));
            }
            board.toggle(piece, square);
            Ok(())
        })?;
        for (seat, name) in ["attackers", "defenders besides the king"].iter().enumerate() {
            let (most, found) = (MEN[seat], board.men[seat].len());
            if found > most {
                return error(format!("expected at most {most} {name}, found {found}"));
            }
        }
        match side {
            "a" => {}
            "d" => {
                board.to_move = DEFENDERS;
                board.hash ^= SIDE_KEY;
            }
            _ => return error(format!("the side to move is `a` or `d`, found `{side}`")),
        }
        match board.king {
            None if board.to_move == ATTACKERS => {
                return error("the king is missing: expected `d` to move after his capture".to_owned());
            }
            Some(king) if CORNERS.has(king as usize) && board.to_move == DEFENDERS => {
                let corner = Squares::name(king as usize);
                return error(format!("{corner}: the king has escaped: expected `a` to move after that"));
            }
            _ => {}
        }
        let mut position = Tracked { board, history: History::with_capacity(USUAL_PLIES) };
        self.begin(&mut position);
        Ok(position)
    }

    fn forget_history(&self, position: &mut Self::Position) {
        self.begin(position);
    }

    fn draw(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let files: String = (0..SIDE).flat_map(|file| [' ', text::file_letter(file)]).collect();
        let mut drawing = format!("  {files}\n");
        for rank in (0..SIDE).rev() {
            drawing += &format!("{:>2}", rank + 1);
            for file in 0..SIDE {
                let square = Squares::at(file, rank);
                drawing.push(' ');
                drawing.push(board.letter(square).unwrap_or(if KINGS_OWN.has(square) { '+' } else { '.' }));
            }
            drawing += &format!(" {}\n", rank + 1);
        }
        let side = self.seat_name(board.to_move);
        drawing + &format!("  {files}\n{side} to move")
    }

    /// Men, the king's freedom, his ways to the edges and corners, and the hostile squares beside him.
    #[inline]
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        let value = position.board.evaluate();
        Some(if seat == DEFENDERS { value } else { -value })
    }

    /// A capture, or the king's escape.
    #[inline]
    fn is_noisy(&self, position: &Self::Position, action: Move) -> bool {
        let board = &position.board;
        CORNERS.has(action.to as usize) || board.captures(action) != 0
    }

    fn count_actions(&self, position: &Self::Position, _seat: Seat, _scratch: &mut Scratch<Move>) -> usize {
        position.board.moves().count()
    }
}
