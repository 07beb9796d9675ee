//! Three Men's Morris (rules: `docs/games/three-mens-morris.md`).

mod scene;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::history::{History, Tracked};
use torneo_board::point_graph::lattice;
use torneo_board::scene::stand_all;
use torneo_board::{ranks, text};
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Ending, Field, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo,
    Options, Outcome, PositionError, Scratch, Seat, Solving, SpecError, Turn, random, reason, refuse,
    refuse_if, zobrist,
};

const SIDE: usize = 3;
const POINTS: usize = SIDE * SIDE;
const MEN: u8 = 3;
/// The length rule.
const MAX_PLIES: u16 = 200;
/// The number of times that a position may stand before the game is drawn.
const OCCURRENCES: usize = 3;

const WHITE: Seat = Seat::FIRST;
const BLACK: Seat = Seat::SECOND;

/// A man placed on a point, or moved from one point to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// The point left; none when a man is placed.
    from: Option<u8>,
    to: u8,
}

/// The men on the board and what the position text shows besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Bit sets of points, by seat.
    men: [u16; 2],
    in_hand: [u8; 2],
    to_move: Seat,
    /// White has a row and Black one last ply.
    pending: bool,
    plies: u16,
    ending: Option<Ending>,
}

impl Board {
    fn empty(&self) -> u16 {
        !(self.men[0] | self.men[1]) & ((1 << POINTS) - 1)
    }

    fn placing(&self) -> bool {
        self.in_hand[self.to_move.index()] > 0
    }

    /// The letter of the man on a point.
    fn letter(&self, point: usize) -> Option<char> {
        ['w', 'b'].into_iter().zip(self.men).find(|(_, men)| men.has(point)).map(|(letter, _)| letter)
    }

    fn hash(&self) -> u64 {
        let hands = u64::from(self.in_hand[0]) | u64::from(self.in_hand[1]) << 2;
        let flags = self.to_move.index() as u64 | u64::from(self.pending) << 1;
        zobrist::key(u64::from(self.men[0]) | u64::from(self.men[1]) << 9 | hands << 18 | flags << 22)
    }
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct ThreeMensMorris {
    equal_turns: bool,
    diagonals: bool,
    /// The points adjacent to each point, numbered a1 = 0, b1, c1, a2, ..., c3 = 8.
    neighbours: [u16; POINTS],
    /// Whether a bit set of men holds a full line.
    has_row: Box<[bool; 1 << POINTS]>,
}

impl ThreeMensMorris {
    fn movable(&self, board: &Board) -> impl Iterator<Item = (u8, u16)> {
        let (men, empty) = (board.men[board.to_move.index()], board.empty());
        men.members().map(move |from| (from as u8, self.neighbours[from] & empty))
    }

    fn can_move(&self, board: &Board) -> bool {
        board.placing() || self.movable(board).any(|(_, targets)| targets != 0)
    }

    /// How the game ends by what stands on the board, without regard to its history.
    fn judge(&self, board: &Board) -> Option<Ending> {
        let row = board.men.map(|men| self.has_row[men as usize]);
        match row {
            [true, true] => Some(Ending::draw(reason::DRAWN)),
            [true, false] if board.pending => {
                (!self.can_move(board)).then_some(Ending::win(WHITE, reason::WON))
            }
            [true, false] => Some(Ending::win(WHITE, reason::WON)),
            [false, true] => Some(Ending::win(BLACK, reason::WON)),
            [false, false] => {
                (!self.can_move(board)).then_some(Ending::win(board.to_move.other(), reason::NO_MOVE))
            }
        }
    }
}

impl Described for ThreeMensMorris {
    const INFO: GameInfo = GameInfo {
        id: "three-mens-morris",
        title: "Three Men's Morris",
        family: "morris",
        options: &[
            OptionInfo::flag("diagonals", true).help("draw the two diagonals, for moving and for rows alike"),
            OptionInfo::flag("equal_turns", true).help(
                "after a row by White, Black has one ply to draw with a row; false: the first row wins",
            ),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let diagonals = options.bool("diagonals");
        let board = lattice::graph(SIDE, diagonals);
        let neighbours = std::array::from_fn(|point| board.neighbours(point) as u16);
        let mut has_row = Box::new([false; 1 << POINTS]);
        for (men, row) in has_row.iter_mut().enumerate() {
            *row = board.lines().iter().any(|line| line.iter().all(|&point| men >> point & 1 == 1));
        }
        Ok(ThreeMensMorris { equal_turns: options.bool("equal_turns"), diagonals, neighbours, has_row })
    }
}

impl Game for ThreeMensMorris {
    type Position = Tracked<Board>;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(MAX_PLIES))
    }

    fn start(&self) -> Self::Position {
        let board =
            Board { men: [0; 2], in_hand: [MEN; 2], to_move: WHITE, pending: false, plies: 0, ending: None };
        Tracked { board, history: History::with_capacity(MAX_PLIES as usize) }
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.ending, position.board.to_move)
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        let board = &position.board;
        let points = |set: u16| set.members().map(|point| point as u8);
        if board.placing() {
            actions.extend(points(board.empty()).map(|to| Action { from: None, to }));
        } else {
            for (from, targets) in self.movable(board) {
                actions.extend(points(targets).map(|to| Action { from: Some(from), to }));
            }
        }
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        let board = &mut position.board;
        let mover = board.to_move;
        match action.from {
            None => board.in_hand[mover.index()] -= 1,
            Some(from) => board.men[mover.index()] ^= 1 << from,
        }
        board.men[mover.index()] |= 1 << action.to;
        board.to_move = mover.other();
        board.pending = self.equal_turns && mover == WHITE && self.has_row[board.men[0] as usize];
        board.plies += 1;
        board.ending = self.judge(board);
        if board.ending.is_none() && board.in_hand == [0, 0] {
            let long = (board.plies >= MAX_PLIES, reason::LENGTH_LIMIT);
            board.ending = position.history.judge(board.hash(), OCCURRENCES, [long]).map(Ending::draw);
        }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        position.board.ending.expect("the game is over").outcome(2)
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
        let board = &position.board;
        if board.placing() {
            let empty = board.empty();
            let n = random::below(rng, empty.count_ones() as usize);
            return Action { from: None, to: empty.nth(n) as u8 };
        }
        // The moves of the three men side by side in one word, nine bits for each.
        let (mut men, empty) = (board.men[board.to_move.index()], board.empty());
        let (mut from, mut moves) = ([0u8; MEN as usize], 0u64);
        for (i, from) in from.iter_mut().enumerate() {
            *from = men.trailing_zeros() as u8;
            men &= men - 1;
            moves |= u64::from(self.neighbours[*from as usize] & empty) << (POINTS * i);
        }
        let bit = moves.nth(random::below(rng, moves.count_ones() as usize));
        Action { from: Some(from[bit / POINTS]), to: (bit % POINTS) as u8 }
    }

    fn forget_history(&self, position: &mut Self::Position) {
        position.board.plies = 0;
        position.board.ending = self.judge(&position.board);
        position.history.restart(position.board.hash());
    }
}

impl Notation for ThreeMensMorris {
    const SEATS: &'static [&'static str] = &["White", "Black"];
    const ENDS: &'static [End] = &[
        (reason::WON, "three in a row"),
        (reason::DRAWN, "both have three in a row"),
        (reason::NO_MOVE, "{loser} cannot move"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::LENGTH_LIMIT, "the limit of 200 plies is reached"),
    ];
    const KINDS: &'static [Kind] = &[
        Kind::new('w', "man", Some(Seat::FIRST), Glyph::Disc),
        Kind::new('b', "man", Some(Seat::SECOND), Glyph::Disc),
    ];

    fn write_action(&self, _position: &Self::Position, action: Action, text: &mut String) {
        let point = |point: u8, text: &mut String| {
            text::write_square(point as usize % SIDE, point as usize / SIDE, text);
        };
        match action.from {
            None => text.push('@'),
            Some(from) => {
                point(from, text);
                text.push('-');
            }
        }
        point(action.to, text);
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let board = &position.board;
        let point = |name| text::parse_square(name, SIDE, SIDE).map(|(file, rank)| rank * SIDE + file);
        let on = |set: u16, point: usize| set >> point & 1 == 1;
        if let Some(to) = written.strip_prefix('@') {
            let to = point(to)?;
            if !board.placing() {
                return Some("all men are on the board: from now on a man is moved".to_owned());
            }
            return (!on(board.empty(), to)).then(|| "a man is placed on an empty point".to_owned());
        }
        let (from, to) = written.split_once('-')?;
        let (from, to) = (point(from)?, point(to)?);
        Some(if board.placing() {
            "men are placed until none is in hand".to_owned()
        } else if !on(board.men[board.to_move.index()], from) {
            "a player moves an own man".to_owned()
        } else if !on(self.neighbours[from], to) {
            "a man moves to the next point along a line".to_owned()
        } else {
            "a man moves to an empty point".to_owned()
        })
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let letter = |file: usize, rank: usize| board.letter(rank * SIDE + file).unwrap_or('.');
        let (men, [white, black]) = (ranks::placement(SIDE, SIDE, letter), board.in_hand);
        let side = if board.to_move == WHITE { 'w' } else { 'b' };
        let pending = if board.pending { '!' } else { '-' };
        format!("{men} {side} {white},{black} {pending}")
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let Some([placement, to_move, hands, pending]) = text::words(written) else {
            refuse!("expected `ranks side hands pending` as in `.../.../... w 3,3 -`, found `{written}`");
        };
        let mut men = [0u16; 2];
        for (point, seat) in ranks::things(placement, SIDE, SIDE, &['w', 'b'])? {
            men[seat] |= 1 << point;
        }
        let to_move = text::parse_side(to_move, ["w", "b"])?;
        let hand = |text: &str| text.parse::<u8>().ok().filter(|&men| men <= MEN);
        let Some((Some(white), Some(black))) = hands.split_once(',').map(|(w, b)| (hand(w), hand(b))) else {
            refuse!("the men in hand are two numbers 0..={MEN} such as `3,2`, found `{hands}`");
        };
        let in_hand = [white, black];
        for (seat, name) in ["White", "Black"].iter().enumerate() {
            let on_board = men[seat].count_ones();
            if on_board + u32::from(in_hand[seat]) != u32::from(MEN) {
                let hand = in_hand[seat];
                refuse!("{name} has {MEN} men, found {on_board} on the board and {hand} in hand");
            }
        }
        let ahead = u8::from(to_move == BLACK && black > 0);
        if black != white + ahead {
            refuse!("White and Black place in turn: `{hands}` in hand cannot be with this side to move");
        }
        let pending = match pending {
            "!" => true,
            "-" => false,
            _ => refuse!("the last field is `!` (White's row is pending) or `-`, found `{pending}`"),
        };
        let [white_row, black_row] = men.map(|men| self.has_row[men as usize]);
        let is_pending = self.equal_turns && to_move == BLACK && white_row;
        if pending != is_pending {
            refuse!("a row is pending (`!`) exactly when White has a row and Black is to move");
        }
        refuse_if!(
            black_row && to_move == BLACK && (white_row || !self.equal_turns)
                || white_row && to_move == WHITE && !self.equal_turns,
            "the game was over before the last ply"
        );
        let board = Board { men, in_hand, to_move, pending, plies: 0, ending: None };
        Ok(Tracked::begin(self, board, MAX_PLIES as usize))
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        stand_all(on, 1, position.board.men.map(BitSet::members));
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        for (kind, seat) in (1..).zip(Seat::all(2)) {
            let count = position.board.in_hand[seat.index()];
            fields.push(Field::hand("in_hand", kind, count, MEN.into()).of(seat));
        }
        fields.push(Field::flag("may_still_draw", position.board.pending).of(Seat::SECOND));
    }
}

impl Heuristics for ThreeMensMorris {
    /// The difference in points adjacent to own men (mobility) and in open lines, the centre counting most.
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        let board = &position.board;
        let empty = board.empty();
        let reach = |seat: usize| -> i32 {
            let near = board.men[seat].members().map(|point| self.neighbours[point]);
            near.map(|near| (near.len() + (near & empty).len()) as i32).sum()
        };
        let white = 10 * (reach(0) - reach(1)) + if board.pending { 1_000 } else { 0 };
        Some(if seat == WHITE { white } else { -white })
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for ThreeMensMorris {
    /// A draw by repetition or by the length rule.
    fn cycle_value(&self, _position: &Self::Position) -> Option<Ending> {
        Some(Ending::draw(reason::REPETITION))
    }
}
