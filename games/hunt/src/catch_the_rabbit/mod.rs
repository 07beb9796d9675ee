//! Catch the Rabbit, cercar la liebre (rules: `docs/games/catch-the-rabbit.md`).

mod evaluation;
mod numbers;
mod scene;

use std::sync::Arc;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::point_graph::{Chains, Move, Pieces, PointGraph, lattice};
use torneo_board::ranks;
use torneo_board::scene::stand_all;
use torneo_board::terms::tell;
use torneo_board::text;
use torneo_contract::scene::{Colour, Figure, Glyph};
use torneo_contract::{
    Archiving, Described, End, Ending, Game, GameInfo, Heuristics, Kind, Notation, NumberedSpace, OptionInfo,
    Options, Outcome, PositionError, Repetition, Scratch, Seat, SeatName, Solving, SpecError, Terms, Turn,
    Words, how_it_ended, reason, refuse, refuse_if, scenery::Last, zobrist,
};

use self::evaluation::{Evaluation, TERMS};

pub use self::evaluation::{Weights, Worth};

const SIDE: usize = 5;
const POINTS: usize = SIDE * SIDE;
/// The length rule.
const MAX_PLIES: u16 = 400;
/// The number of times that a position may stand before the rabbit has won.
const OCCURRENCES: usize = 3;

/// The sides; which seat has which depends on who moves first.
const RABBIT: usize = 0;
const HUNTERS: usize = 1;
const NAMES: [&str; 2] = ["Rabbit", "Hunters"];
const PIECES: [char; 2] = ['R', 'h'];
const SIDES: [&str; 2] = ["r", "h"];

/// The ranks of the start with 10, 11 and 12 hunters.
const STARTS: [&str; 3] =
    ["...../...../..R../hhhhh/hhhhh", "...../...../h.R../hhhhh/hhhhh", "...../...../h.R.h/hhhhh/hhhhh"];
const FEWEST_HUNTERS: u32 = 10;

/// The rabbit, the hunters and what else the rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pieces: Pieces,
    /// The side to move.
    to_move: usize,
    plies: u16,
    ending: Option<Ending>,
}

impl Board {
    fn letter(&self, point: usize) -> Option<char> {
        self.pieces.side_on(point).map(|side| PIECES[side])
    }

    #[inline]
    fn hash(&self) -> u64 {
        let pieces = u64::from(self.pieces.of(RABBIT)) | u64::from(self.pieces.of(HUNTERS)) << POINTS;
        zobrist::key(pieces | (self.to_move as u64) << (2 * POINTS))
    }
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct CatchTheRabbit {
    board: PointGraph,
    hunters: u32,
    /// The side of seat 0.
    first: usize,
    chains: Chains,
    rabbit_wins_at: u32,
    evaluation: Arc<Evaluation>,
}

impl CatchTheRabbit {
    /// The same rules with other weights of the evaluation.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> CatchTheRabbit {
        CatchTheRabbit { evaluation: Arc::new(Evaluation::new(weights)), ..self }
    }

    #[inline]
    fn seat(&self, side: usize) -> Seat {
        Seat::new(side ^ self.first)
    }

    #[inline]
    fn side(&self, seat: Seat) -> usize {
        seat.index() ^ self.first
    }

    /// How the side captures: the hunters never do.
    #[inline]
    fn chains(&self, side: usize) -> Option<Chains> {
        (side == RABBIT).then_some(self.chains)
    }

    /// How the game ends by what stands on the board, without regard to its history.
    #[inline]
    fn judge(&self, board: &Board) -> Option<Ending> {
        if board.to_move == RABBIT {
            let caught = !board.pieces.can_move(RABBIT);
            caught.then(|| Ending::win(self.seat(HUNTERS), reason::WON))
        } else {
            let escaped = board.pieces.count(HUNTERS) <= self.rabbit_wins_at;
            escaped.then(|| Ending::win(self.seat(RABBIT), reason::WON))
        }
    }

    /// How endless play ends: the rabbit wins, by repetition or by the length rule.
    fn endless(&self) -> Ending {
        Ending::win(self.seat(RABBIT), reason::REPETITION)
    }

    /// The position that begins with a board.
    fn set_up(&self, board: Board) -> Tracked<Board> {
        Tracked::begin(self, board, MAX_PLIES as usize + 1)
    }

    /// Refuses a position that no game comes to.
    fn check(&self, board: &Board) -> Result<(), PositionError> {
        let (rabbits, hunters) = (board.pieces.count(RABBIT), board.pieces.count(HUNTERS));
        let (most, fewest) = (self.hunters, self.rabbit_wins_at + 1);
        refuse_if!(rabbits != 1, "expected one rabbit `R`, found {rabbits}");
        refuse_if!(hunters > most, "expected at most {most} hunters, found {hunters}");
        refuse_if!(
            board.to_move == RABBIT && hunters < fewest,
            "with {hunters} hunters the rabbit has won by its last move: expected {fewest} at least, or `h` to move"
        );
        Ok(())
    }

    /// The points that the rabbit can come to by steps while the hunters stand still.
    fn field(&self, board: &Board) -> u32 {
        let free = !board.pieces.of(HUNTERS);
        let (mut field, mut edge) = (0, board.pieces.of(RABBIT));
        while edge != 0 {
            field |= edge;
            edge = edge.members().fold(0, |next, point| next | self.board.neighbours(point)) & free & !field;
        }
        field
    }

    /// What the evaluation counts besides patterns.
    #[inline]
    fn counts(&self, board: &Board) -> [i32; TERMS.len()] {
        let pieces = &board.pieces;
        let jumps = pieces.count_jumps(RABBIT) as i32;
        [
            pieces.count(HUNTERS) as i32,
            pieces.count_steps(RABBIT) as i32,
            jumps,
            self.field(board).len() as i32,
            i32::from(jumps > 0),
        ]
    }

    /// How good a position is for the rabbit, with what was counted.
    #[inline]
    fn value(&self, board: &Board) -> (i32, [i32; TERMS.len()]) {
        let counts = self.counts(board);
        (self.evaluation.value(board, &counts), counts)
    }
}

impl Described for CatchTheRabbit {
    const INFO: GameInfo = GameInfo {
        id: "catch-the-rabbit",
        title: "Catch the Rabbit",
        family: "hunt",
        options: &[
            OptionInfo::int("hunters", 10..=12, "12")
                .help("number of hunters: two full ranks, from 11 on with a3, with 12 also with e3"),
            OptionInfo::choice("first", &["rabbit", "hunters"], "rabbit")
                .help("the side of the first player"),
            OptionInfo::flag("multi_jump", true)
                .help("the rabbit may take several hunters in one move; false: one"),
            OptionInfo::int("rabbit_wins_at", 0..=9, "9")
                .help("the rabbit has won when this many hunters are left"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(CatchTheRabbit {
            board: lattice::graph(SIDE, true),
            hunters: options.u32("hunters"),
            first: if options.choice("first") == "hunters" { HUNTERS } else { RABBIT },
            chains: if options.bool("multi_jump") { Chains::Free } else { Chains::Single },
            rabbit_wins_at: options.u32("rabbit_wins_at"),
            evaluation: Evaluation::fitted(),
        })
    }
}

impl Game for CatchTheRabbit {
    type Position = Tracked<Board>;
    type Action = Move;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(MAX_PLIES))
    }

    fn start(&self) -> Self::Position {
        let ranks = STARTS[(self.hunters - FEWEST_HUNTERS) as usize];
        let text = format!("{ranks} {}", SIDES[self.first]);
        self.parse_position(&text).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.ending, self.seat(position.board.to_move))
    }

    fn actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Move>) {
        let side = self.side(seat);
        let add = &mut |action| actions.push(action);
        self.board.each_move(&position.board.pieces, side, self.chains(side), add);
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Move) {
        let Tracked { board, history } = position;
        self.board.play(&mut board.pieces, board.to_move, action);
        if action.is_capture() {
            history.clear();
        }
        board.to_move ^= 1;
        board.plies += 1;
        let long = (board.plies >= MAX_PLIES, reason::LENGTH_LIMIT);
        let limit = history.judge(board.hash(), OCCURRENCES, [long]);
        board.ending = self.judge(board).or(limit.map(|why| Ending::win(self.seat(RABBIT), why)));
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
        seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Move>,
    ) -> Move {
        let side = self.side(seat);
        self.board.random_move(&position.board.pieces, side, self.chains(side), rng)
    }

    fn count_actions(&self, position: &Self::Position, seat: Seat, _scratch: &mut Scratch<Move>) -> usize {
        let side = self.side(seat);
        self.board.count_moves(&position.board.pieces, side, self.chains(side))
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        board.plies = 0;
        board.ending = self.judge(board);
        history.restart(board.hash());
    }
}

/// By the side of the first seat.
static KINDS: [[Kind; 2]; 2] = [kinds([Seat::FIRST, Seat::SECOND]), kinds([Seat::SECOND, Seat::FIRST])];

const fn kinds(seats: [Seat; 2]) -> [Kind; 2] {
    [
        Kind::new('r', "rabbit", Some(seats[0]), Glyph::Figure(Figure::Rabbit)),
        Kind::new('h', "hunter", Some(seats[1]), Glyph::Disc),
    ]
}

impl Notation for CatchTheRabbit {
    fn seat_name(&self, seat: Seat) -> SeatName {
        let side = self.side(seat);
        SeatName::coloured(NAMES[side], if side == RABBIT { Colour::White } else { Colour::Black })
    }

    const ENDS: &'static [End] = &[
        (reason::WON, "the rabbit cannot move, or too few hunters are left"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::LENGTH_LIMIT, "the limit of 400 plies is reached"),
    ];

    fn cause(&self, position: &Self::Position, _last: Option<&Last<Self>>) -> Words {
        let (outcome, caught) = (self.outcome(position), position.board.to_move == RABBIT);
        match outcome.reason {
            reason::WON if caught => "the rabbit cannot move".into(),
            reason::WON => "too few hunters are left".into(),
            _ => how_it_ended(Self::ENDS, &outcome),
        }
    }

    fn write_action(&self, _position: &Self::Position, action: Move, text: &mut String) {
        self.board.write_move(action, text);
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let (pieces, side) = (&position.board.pieces, position.board.to_move);
        self.board.why_illegal(pieces, side, self.chains(side), written).map(str::to_owned)
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        ranks::placement(SIDE, SIDE, |file, rank| board.letter(rank * SIDE + file).unwrap_or('.'))
            + " "
            + SIDES[board.to_move]
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let Some([placement, side]) = text::words(written) else {
            refuse!("expected a position as `{} r`, found `{written}`", STARTS[2]);
        };
        let mut pieces = Pieces::NONE;
        for (point, side) in ranks::things(placement, SIDE, SIDE, &PIECES)? {
            self.board.toggle(&mut pieces, side, point);
        }
        let to_move = text::parse_side(side, SIDES)?.index();
        let board = Board { pieces, to_move, plies: 0, ending: None };
        self.check(&board)?;
        Ok(self.set_up(board))
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS[self.first]
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        stand_all(on, 1, [RABBIT, HUNTERS].map(|side| position.board.pieces.of(side).members()));
    }
}

impl Heuristics for CatchTheRabbit {
    const REPETITION: Option<Repetition<Self>> =
        Some(|game, Tracked { board, history }| (history.count(board.hash()) > 1).then(|| game.endless()));

    /// How far off the hunters' win is, and how likely that there is none.
    #[inline]
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        let (value, _) = self.value(&position.board);
        Some(if self.side(seat) == RABBIT { value } else { -value })
    }

    fn terms(&self) -> Option<Terms<Self>> {
        Some(Terms::<Self>::new(&TERMS, |game, position, counts| {
            let (value, found) = game.value(&position.board);
            tell(value, found, game.seat(RABBIT) == Seat::FIRST, counts)
        }))
    }

    /// Of a capture: the hunters that are captured.
    #[inline]
    fn gain<'a>(&'a self, _position: &'a Self::Position) -> impl Fn(Move) -> Option<i32> + 'a {
        move |action| (action.is_capture()).then(|| 100 * action.captured() as i32)
    }

    fn noisy_actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Move>) {
        let side = self.side(seat);
        if let Some(chains) = self.chains(side) {
            let add = &mut |action| actions.push(action);
            self.board.each_capture(&position.board.pieces, side, chains, add);
        }
    }
}

impl Solving for CatchTheRabbit {
    fn cycle_value(&self, _position: &Self::Position) -> Option<Ending> {
        Some(self.endless())
    }

    fn numbering(&self) -> Option<Box<dyn NumberedSpace<Self::Position>>> {
        Some(Box::new(numbers::Numbers::new(self.clone())))
    }
}
