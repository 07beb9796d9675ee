//! Razzle Dazzle, tournament version (rules: `docs/games/razzle-dazzle.md`).

mod board;
mod scene;

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use rand_core::Rng;

use board::{
    Action, Board, BoardKeys, EKS, GOALS, HOME, HOME_BALLS, NAMES, PIECES, RANKS, SQUARES, Squares,
    parse_ranks,
};
use torneo_board::grid::{BitSet, DIAGONAL, KNIGHT, ORTHOGONAL};
use torneo_board::history::Tracked;
use torneo_board::scene::stand;
use torneo_board::sum_of_terms;
use torneo_board::terms::less;
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Ending, Field, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo,
    Options, Outcome, PositionError, Scratch, Seat, Solving, SpecError, Turn, random, random_listed, reason,
    refuse, refuse_if,
};

/// Most chains of a side: the ball visits some of four receivers, each at most once, in any order.
const MAX_CHAINS: usize = 64;
/// The holder (0) and up to four receivers in pairs; which of them see each other decides what chains there are.
const PAIRS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
/// Stands in for a receiver that there is not; it sees nobody.
const NOWHERE: usize = SQUARES;
/// Number of values of [`RazzleDazzle::sights`]: one bit for each pair and for each receiver on the goal rank.
const SIGHTS: usize = 1 << (PAIRS.len() + PIECES - 1);
/// Random draws before all legal turns are listed.
const TRIES: usize = 8;

type Position = Tracked<Board>;
type Chains = ArrayVec<Action, MAX_CHAINS>;

/// Where the ball can go, for one side on one board.
struct Passing {
    occupied: u64,
    goal: u64,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct RazzleDazzle {
    repetition_ignores_marks: bool,
    forced_pass: bool,
    /// The length rule; 0 for none.
    max_plies: u32,
    /// The squares a knight's move away.
    leaps: [u64; SQUARES],
    /// The eight squares around each.
    around: [u64; SQUARES],
    /// The squares between two squares on a line; all squares where there is no line.
    between: Box<[[u64; SQUARES + 1]; SQUARES + 1]>,
    /// The number of chains by [`sights`](RazzleDazzle::sights).
    chain_counts: Box<[u8; SIGHTS]>,
}

impl RazzleDazzle {
    /// What the repetition rule compares.
    #[inline]
    fn compared(&self, keys: BoardKeys) -> u64 {
        if self.repetition_ignores_marks { keys.placement } else { keys.placement ^ keys.marks }
    }

    /// Whether a turn leaves a board that has not been there before.
    #[inline]
    fn is_new(&self, position: &Position, action: Action) -> bool {
        !position.history.contains(self.compared(position.board.keys_after(action)))
    }

    /// The pieces of the side to move with the squares they can move to, the repetition rule aside.
    #[inline]
    fn movable(&self, board: &Board) -> impl Iterator<Item = (u8, u64)> {
        let empty = !board.occupied();
        let pieces = board.free_pieces(board.to_move.index());
        pieces.members().map(move |from| (from as u8, self.leaps[from] & empty))
    }

    /// The piece moves of the side to move, the repetition rule aside.
    fn moves(&self, board: &Board) -> impl Iterator<Item = Action> {
        self.movable(board)
            .flat_map(|(from, targets)| targets.members().map(move |to| Action::at(from).on(to)))
    }

    /// The chains of a side, each before its continuations, the repetition rule aside.
    #[inline]
    fn chains(&self, board: &Board, seat: usize) -> Chains {
        let mut chains = Chains::new();
        let eligible = board.free_pieces(seat) & !board.ineligible[seat];
        let passing = Passing { occupied: board.occupied(), goal: GOALS[seat] };
        self.pass_on(&passing, Action::at(board.balls[seat]), eligible, &mut chains);
        chains
    }

    /// The squares to which some chain of a side leads, the repetition rule aside.
    #[inline]
    fn reached(&self, board: &Board, seat: usize) -> u64 {
        let (occupied, mut left) = (board.occupied(), board.free_pieces(seat) & !board.ineligible[seat]);
        let (mut givers, mut reached) = (u64::one(board.balls[seat] as usize), 0);
        while !givers.is_empty() {
            let between = &self.between[givers.lowest()];
            givers = givers.without_lowest();
            for to in left.members().filter(|&to| between[to] & occupied == 0) {
                reached |= u64::one(to);
                givers |= u64::one(to) & !GOALS[seat];
            }
            left &= !reached;
        }
        reached
    }

    fn pass_on(&self, passing: &Passing, chain: Action, eligible: u64, chains: &mut Chains) {
        let giver = chain.last() as usize;
        for to in eligible.members().filter(|&to| self.between[giver][to] & passing.occupied == 0) {
            let longer = chain.on(to);
            chains.push(longer);
            // On the goal rank the chain ends; and a giver receives no more.
            if !passing.goal.has(to) {
                self.pass_on(passing, longer, eligible & !u64::one(to), chains);
            }
        }
    }

    /// Which of the holder and the eligible pieces of a side see each other, a bit for each of [`PAIRS`], and above
    /// them which of the pieces stand on the goal rank.
    #[inline]
    fn sights(&self, board: &Board, seat: usize) -> usize {
        let mut places = [NOWHERE; PIECES];
        places[0] = board.balls[seat] as usize;
        let eligible = board.free_pieces(seat) & !board.ineligible[seat];
        places[1..].iter_mut().zip(eligible.members()).for_each(|(place, square)| *place = square);
        let occupied = board.occupied();
        let mut sights = 0;
        for (bit, &(a, b)) in PAIRS.iter().enumerate() {
            sights |= usize::from(self.between[places[a]][places[b]] & occupied == 0) << bit;
        }
        for (bit, &place) in places[1..].iter().enumerate() {
            sights |= usize::from(GOALS[seat].has(place)) << (PAIRS.len() + bit);
        }
        sights
    }

    /// The chains of the side to move that are legal.
    fn legal_chains(&self, position: &Position) -> Chains {
        let mut chains = self.chains(&position.board, position.board.to_move.index());
        chains.retain(|chain| self.is_new(position, *chain));
        chains
    }

    fn has_turn(&self, position: &Position) -> bool {
        self.moves(&position.board).any(|action| self.is_new(position, action))
            || !self.legal_chains(position).is_empty()
    }

    /// How the game ends by what stands on the board and the boards before it.
    #[inline]
    fn judge(&self, position: &Position) -> Option<Ending> {
        let board = &position.board;
        let mover = board.to_move.other();
        if GOALS[mover.index()].has(board.balls[mover.index()] as usize) {
            return Some(Ending::win(mover, reason::WON));
        }
        (!self.has_turn(position)).then_some(Ending::win(mover, reason::NO_MOVE))
    }

    /// The game from a board on.
    fn begin(&self, board: Board) -> Position {
        let capacity = if self.max_plies == 0 { 1000 } else { self.max_plies.min(1000) };
        Tracked::begin(self, board, capacity as usize + 1)
    }

    /// Refuses a chain over these squares of the board by all rules but that of repetition.
    fn check_chain(&self, board: &Board, squares: &[usize]) -> Result<(), String> {
        let seat = board.to_move.index();
        let mut ineligible = board.ineligible[seat];
        for pair in squares.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let name = Squares::name(to);
            refuse_if!(GOALS[seat].has(from), "a chain ends where the ball reaches the goal rank");
            ineligible |= u64::one(from);
            if !board.pieces[seat].has(to) {
                refuse!("the ball is passed to an own piece, and there is none on {name}");
            }
            refuse_if!(ineligible.has(to), "the piece on {name} is ineligible until it has moved");
            refuse_if!(self.between[from][to] == !0, "the ball is passed along a rank, file or diagonal");
            if self.between[from][to] & board.occupied() != 0 {
                refuse!("a piece stands between {} and {name}", Squares::name(from));
            }
        }
        Ok(())
    }

    /// Refuses a piece move by all rules but that of repetition.
    fn check_move(&self, position: &Position, squares: &[usize]) -> Result<(), String> {
        let board = &position.board;
        let &[from, to] = squares else {
            refuse!("only the holder of the ball passes it, and a piece makes one move");
        };
        if !board.pieces[board.to_move.index()].has(from) {
            refuse!("there is no own piece on {}", Squares::name(from));
        }
        refuse_if!(!self.leaps[from].has(to), "a piece moves like a knight");
        refuse_if!(board.occupied().has(to), "a piece moves to an empty square");
        if let Some(approach) = board.approach.filter(|_| !self.legal_chains(position).is_empty()) {
            let name = Squares::name(approach as usize);
            refuse!("a piece has just come to {name}, next to the ball: the ball must be passed");
        }
        Ok(())
    }

    /// Whether the piece on `approach` can have come there with its last move, next to the ball of `seat`.
    fn is_approach(&self, board: &Board, approach: usize) -> bool {
        let (seat, other) = (board.to_move.index(), board.to_move.other().index());
        self.forced_pass
            && board.free_pieces(other).has(approach)
            && !board.ineligible[other].has(approach)
            && self.around[approach].has(board.balls[seat] as usize)
            && self.leaps[approach] & !board.occupied() != 0
    }

    /// What the first side has more than the second.
    #[inline]
    fn advantage(&self, board: &Board) -> [i32; TERMS.len()] {
        less(self.counts(board, 0), self.counts(board, 1))
    }

    #[inline]
    fn counts(&self, board: &Board, seat: usize) -> [i32; TERMS.len()] {
        let advance = |square: usize| {
            let rank = Squares::rank(square) as i32;
            if seat == 0 { RANKS as i32 - 1 - rank } else { rank }
        };
        let ball = advance(board.balls[seat] as usize);
        let furthest = self.reached(board, seat).members().map(advance).fold(ball, i32::max);
        let eligible = (PIECES as u32 - 1 - board.ineligible[seat].len()) as i32;
        let pieces: i32 = board.free_pieces(seat).members().map(advance).sum();
        let moves = board.to_move.index() == seat;
        let wins_now = moves && furthest == RANKS as i32 - 1;
        [ball, furthest, if moves { furthest } else { 0 }, eligible, pieces, i32::from(wins_now)]
    }
}

/// What the evaluation counts, and its worth: ranks that the ball has come, how far it can get in one turn, pieces that may receive it, ranks that
/// those have come, and whether the side to move wins at once.
const TERMS: [&str; 6] = ["ball", "furthest", "furthest-to-move", "eligible", "pieces", "wins"];
const WEIGHTS: [i32; TERMS.len()] = [30, 20, 0, 8, 3, 2_000];

impl Described for RazzleDazzle {
    const INFO: GameInfo = GameInfo {
        id: "razzle-dazzle",
        title: "Razzle Dazzle",
        family: "race",
        options: &[
            OptionInfo::flag("repetition_ignores_marks", false)
                .help("boards that differ only in which pieces are ineligible count as the same"),
            OptionInfo::flag("forced_pass", true)
                .help("the ball must be passed when an enemy piece has just moved next to it"),
            OptionInfo::int("max_plies", 0..=u32::MAX as i64, "1000")
                .help("turns after which the game is a draw; 0: no limit"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let mut between = Box::new([[!0; SQUARES + 1]; SQUARES + 1]);
        for (from, between) in between.iter_mut().take(SQUARES).enumerate() {
            for direction in ORTHOGONAL.into_iter().chain(DIAGONAL) {
                let mut passed = 0;
                for to in Squares::ray(from, direction) {
                    between[to] = passed;
                    passed |= 1 << to;
                }
            }
        }
        let mut chain_counts = Box::new([0; SIGHTS]);
        for (sights, count) in chain_counts.iter_mut().enumerate() {
            *count = count_chains(sights, 0, 0b11110);
        }
        Ok(RazzleDazzle {
            repetition_ignores_marks: options.bool("repetition_ignores_marks"),
            forced_pass: options.bool("forced_pass"),
            max_plies: options.u32("max_plies"),
            leaps: std::array::from_fn(|from| Squares::leaps(from, &KNIGHT)),
            around: std::array::from_fn(|at| {
                Squares::leaps::<u64>(at, &ORTHOGONAL) | Squares::leaps::<u64>(at, &DIAGONAL)
            }),
            between,
            chain_counts,
        })
    }
}

impl Game for RazzleDazzle {
    type Position = Position;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        (self.max_plies > 0).then_some(u64::from(self.max_plies))
    }

    fn start(&self) -> Position {
        self.begin(Board::new(HOME, HOME_BALLS, [0; 2], EKS, None))
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::until(position.board.ending, position.board.to_move)
    }

    fn actions(&self, position: &Position, _seat: Seat, actions: &mut Vec<Action>) {
        let chains = self.legal_chains(position);
        if position.board.approach.is_none() || chains.is_empty() {
            actions.extend(self.moves(&position.board).filter(|&action| self.is_new(position, action)));
        }
        actions.extend(chains);
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        let board = &mut position.board;
        let (mover, other) = (board.to_move.index(), board.to_move.other());
        let (from, to) = (action.first() as usize, action.last() as usize);
        board.keys = board.keys_after(action);
        if board.is_chain(action) {
            let visited = action.squares().iter().fold(0, |set, &square| set | u64::one(square as usize));
            board.ineligible[mover] |= visited & !u64::one(to);
            board.balls[mover] = action.last();
            board.approach = None;
        } else {
            board.pieces[mover] ^= u64::one(from) | u64::one(to);
            board.ineligible[mover] &= !u64::one(from);
            let near = self.forced_pass && self.around[to].has(board.balls[other.index()] as usize);
            board.approach = near.then_some(action.last());
        }
        board.to_move = other;
        board.plies += 1;
        position.history.push(self.compared(position.board.keys));
        position.board.ending = self.judge(position);
        let board = &mut position.board;
        if board.ending.is_none() && board.plies == self.max_plies {
            board.ending = Some(Ending::draw(reason::LENGTH_LIMIT));
        }
    }

    fn outcome(&self, position: &Position) -> Outcome {
        position.board.ending.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.board.hash()
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        let board = &position.board;
        let chains = usize::from(self.chain_counts[self.sights(board, seat.index())]);
        let forced = board.approach.is_some() && chains > 0;
        let movable: ArrayVec<(u8, u64), PIECES> =
            if forced { ArrayVec::new() } else { self.movable(board).collect() };
        let moves = movable.iter().map(|(_, targets)| targets.len() as usize).sum::<usize>();
        let draw = |rng: &mut R| {
            let mut n = random::below(rng, moves + chains);
            for &(from, targets) in &movable {
                let count = targets.len() as usize;
                if n < count {
                    return Action::at(from).on(targets.nth(n));
                }
                n -= count;
            }
            self.chains(board, seat.index())[n]
        };
        // Turns that repeat a board are rare: draw again.
        for _ in 0..TRIES {
            let action = draw(rng);
            if self.is_new(position, action) {
                return action;
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn forget_history(&self, position: &mut Position) {
        position.board.plies = 0;
        position.history.restart(self.compared(position.board.keys));
        position.board.ending = self.judge(position);
    }
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |seat: Seat| {
        let glyphs = [Glyph::Disc, Glyph::Letter("×".to_owned()), Glyph::Letter("B".to_owned())];
        let names = ["piece", "ineligible_piece", "ball_holder"];
        let kinds = board::LETTERS[seat.index()].into_iter().zip(names).zip(glyphs);
        kinds.map(move |((letter, name), glyph)| Kind::new(letter, name, Some(seat), glyph))
    };
    Seat::all(2).flat_map(kind).collect()
});

impl Notation for RazzleDazzle {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::WON, "the ball reached the far row"),
        (reason::NO_MOVE, "{loser} cannot move"),
        (reason::LENGTH_LIMIT, "the limit of turns is reached"),
    ];

    fn write_action(&self, _position: &Position, action: Action, written: &mut String) {
        for (index, &square) in action.squares().iter().enumerate() {
            if index > 0 {
                written.push('-');
            }
            Squares::write(square as usize, written);
        }
    }

    fn why_illegal(&self, position: &Position, written: &str) -> Option<String> {
        let squares: Vec<usize> = written.split('-').map(Squares::parse).collect::<Option<_>>()?;
        let board = &position.board;
        if squares.len() < 2 {
            return Some("a turn names at least two squares, as in `c8-b6`".to_owned());
        }
        let broken = if squares[0] == board.balls[board.to_move.index()] as usize {
            self.check_chain(board, &squares)
        } else {
            self.check_move(position, &squares)
        };
        Some(broken.err().unwrap_or_else(|| "the board would be one that has been there before".to_owned()))
    }

    fn position_text(&self, position: &Position) -> String {
        position.board.text()
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let Some([ranks, to_move, approach]) = text::words(written) else {
            refuse!("expected `ranks side approach` as in `.xxXxx./.../.ooOoo. x -`, found `{written}`");
        };
        let to_move = text::parse_side(to_move, ["x", "o"])?;
        let mut board = parse_ranks(ranks, to_move)?;
        if approach != "-" {
            let square = Squares::parse(approach).filter(|&square| self.is_approach(&board, square));
            let Some(square) = square else {
                refuse!(
                    "the last field is `-` or the square of an eligible enemy piece that has just moved next to \
                     the ball of the side to move, found `{approach}`"
                );
            };
            board.approach = Some(square as u8);
        }
        Ok(self.begin(board))
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        // A piece, one that receives no ball, and the one with the ball.
        let board = &position.board;
        for side in 0..2 {
            let first = 1 + 3 * side as u8;
            stand(on, first, board.pieces[side].members());
            stand(on, first + 1, (board.pieces[side] & board.ineligible[side]).members());
            on[usize::from(board.balls[side])] = first + 2;
        }
    }

    fn fields(&self, position: &Position, fields: &mut Vec<Field>) {
        let approach = position.board.approach.map(usize::from);
        fields.push(Field::site("approached_from", approach, board::FILES * board::RANKS));
    }
}

impl Heuristics for RazzleDazzle {
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// Advance of the ball, furthest advance of the ball in one turn, eligible pieces, advance of the pieces.
        |game, position| EKS => game.advantage(&position.board), TERMS, WEIGHTS
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for RazzleDazzle {}

/// The number of chains from `giver` on to some of the `receivers` (bits 1 to 4) by [`RazzleDazzle::sights`].
fn count_chains(sights: usize, giver: usize, receivers: u16) -> u8 {
    let sees = |to: usize| PAIRS.iter().position(|&(a, b)| (a, b) == (giver.min(to), giver.max(to)));
    let seen = receivers.members().filter(|&to| sees(to).is_some_and(|bit| sights >> bit & 1 == 1));
    seen.map(|to| {
        let ends = sights >> (PAIRS.len() + to - 1) & 1 == 1;
        1 + if ends { 0 } else { count_chains(sights, to, receivers & !(1 << to)) }
    })
    .sum()
}
