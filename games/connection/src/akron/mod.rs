//! Akron (rules: `docs/games/akron.md`).

mod board;
mod chains;
mod distance;
mod links;
mod pyramid;
mod scene;

use arrayvec::ArrayVec;
use rand_core::Rng;

use super::lists;
use board::{BLACK, Board, Resting, WHITE};
use pyramid::{LARGEST, LEVELS, Levels, POINTS, Point, members};
use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::scene::stand_all;
use torneo_board::sum_of_terms;
use torneo_board::{swap, text};
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Ending, Field, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo,
    Options, Outcome, PositionError, Scratch, Seat, Solving, SpecError, Stage, Turn, random, random_listed,
    reason, refuse, refuse_if,
};

const NAMES: [&str; 2] = ["Black", "White"];
const LETTERS: [char; 2] = ['B', 'W'];
/// The last field of a text after the seats have exchanged the colours.
const SWAPPED: &str = "swapped";

/// The number of times that a position may stand before the game is drawn.
const OCCURRENCES: usize = 3;
/// Room for the history of a game of usual length.
const USUAL_PLIES: usize = 256;
/// Draws of a ball and a point before the moves are listed.
const TRIES: usize = 64;
/// A player's balls on the board, at most.
const MOST_BALLS: usize = LARGEST * LARGEST;

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A ball from hand on a hole of the board.
    Add(Point),
    /// A ball moved; what rests on it drops.
    Move(Point, Point),
    /// The players exchange the colours.
    Swap,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Akron {
    size: usize,
    all: Levels,
    /// The border rows that each colour connects.
    borders: [[u128; 2]; 2],
    balls: u8,
    swap: bool,
    max_plies: u32,
}

impl Akron {
    /// Whether the second player may swap.
    #[inline]
    fn may_swap(&self, board: &Board) -> bool {
        self.swap
            && board.to_move == WHITE
            && !board.swapped
            && board.height() == 1
            && board.balls[WHITE][0] == 0
            && board.balls[BLACK][0].without_lowest() == 0
    }

    /// The holes into which the side to move may put a ball.
    #[inline]
    fn holes(&self, board: &Board) -> u128 {
        if board.hands[board.to_move & 1] > 0 { self.all[0] & !board.occupied(0) } else { 0 }
    }

    /// The seat that has a colour.
    #[inline]
    fn seat(board: &Board, colour: usize) -> Seat {
        Seat::new((colour ^ usize::from(board.swapped)) & 1)
    }

    #[inline]
    fn has_won(&self, board: &Board, colour: usize) -> bool {
        board.joins(colour, self.borders[colour & 1])
    }

    /// Whether the side to move can do something.
    #[inline]
    fn can_go_on(&self, board: &Board) -> bool {
        self.holes(board) != 0 || board.can_move(&self.all, board.to_move)
    }

    /// How the game ends after a turn of `mover` that uncovered nothing.
    #[inline]
    fn end_of_turn(&self, board: &Board, mover: usize, occurrences: usize) -> Option<Ending> {
        if self.has_won(board, mover) {
            Some(Ending::win(Self::seat(board, mover), reason::WON))
        } else if occurrences >= OCCURRENCES {
            Some(Ending::draw(reason::REPETITION))
        } else if !self.can_go_on(board) {
            Some(Ending::win(Self::seat(board, board.to_move ^ 1), reason::NO_MOVE))
        } else if board.plies >= self.max_plies {
            Some(Ending::draw(reason::LENGTH_LIMIT))
        } else {
            None
        }
    }

    /// How the game ends by what stands on the board, without regard to its history.
    fn judge(&self, board: &Board) -> Option<Ending> {
        let winner =
            [board.to_move ^ 1, board.to_move].into_iter().find(|&colour| self.has_won(board, colour));
        let win = |colour, reason| Ending::win(Self::seat(board, colour), reason);
        match winner {
            Some(colour) => Some(win(colour, reason::WON)),
            None if !self.can_go_on(board) => Some(win(board.to_move ^ 1, reason::NO_MOVE)),
            None => None,
        }
    }

    /// Moves a ball of the side to move; whether that uncovers a winning connection of the other side while the ball
    /// is in hand.
    #[inline]
    fn move_ball(&self, board: &mut Board, from: Point, to: Point) -> bool {
        let (mover, other) = (board.to_move & 1, board.to_move & 1 ^ 1);
        let revealed = board.lift_and_number(mover, from) && self.has_won(board, other);
        board.put_and_number(mover, to);
        revealed
    }

    /// What `c4`, `c4-1b2` or `swap` describes.
    fn read(&self, written: &str) -> Option<Action> {
        if written == swap::TOKEN {
            return Some(Action::Swap);
        }
        let point = |name| Point::parse(name, self.size);
        Some(match written.split_once('-') {
            Some((from, to)) => Action::Move(point(from)?, point(to)?),
            None => Action::Add(point(written)?),
        })
    }

    /// Which rule forbids to move a ball.
    fn why_no_move(&self, board: &Board, from: Point, to: Point) -> &'static str {
        let colour = board.to_move;
        let resting = board.resting(from);
        if board.colour(from) != Some(colour) {
            "a player moves a ball of the own colour"
        } else if resting == Resting::Several {
            "two balls or more rest on this one"
        } else if to == from || board.colour(to).is_some() {
            "a ball moves to a point that was empty before the move"
        } else if !board.open(&self.all)[to.level()].has(to.square()) {
            "above the board a ball needs four balls to rest on"
        } else if from.above().has(to.square()) && to.level() == from.level() + 1 {
            "a ball cannot rest on the place that it leaves"
        } else if board.destinations(&self.all, colour, from) == [0; LEVELS] {
            "this ball has no point to go to that touches a ball connected with it"
        } else {
            "the new place must rest on balls that do not drop, and touch a ball that was connected with the moved \
             one, did not drop and is still connected with its old neighbours"
        }
    }

    fn parse_hands(&self, field: Option<&str>, on_board: [usize; 2]) -> Result<[u8; 2], PositionError> {
        let balls = self.balls;
        for (name, count) in NAMES.iter().zip(on_board) {
            refuse_if!(count > balls as usize, "{name} has {balls} balls, found {count} on the board");
        }
        let left = on_board.map(|count| self.balls - count as u8);
        let Some(field) = field else { return Ok(left) };
        let numbers = field.split_once(',').and_then(|(black, white)| {
            Some([text::parse_number::<u8>(black.trim())?, text::parse_number::<u8>(white.trim())?])
        });
        let Some(hands) = numbers else {
            refuse!("the balls in hand are two numbers such as `3,2`, found `{field}`");
        };
        for (colour, name) in NAMES.into_iter().enumerate() {
            let (on_board, hand) = (on_board[colour], hands[colour]);
            if hand > left[colour] {
                refuse!("{name} has {balls} balls, found {on_board} on the board and {hand} in hand");
            }
        }
        Ok(hands)
    }

    /// Puts the balls of one list.
    fn parse_balls(&self, board: &mut Board, colour: usize, field: &str) -> Result<(), PositionError> {
        for name in lists::parse(LETTERS[colour], field)? {
            let Some(point) = Point::parse(name, self.size) else {
                refuse!("expected a point of the board of size {}, found `{name}`", self.size);
            };
            refuse_if!(board.colour(point).is_some(), "{name} is named twice");
            board.put(colour, point);
        }
        Ok(())
    }

    /// Refuses balls that rest on nothing.
    fn check_supports(board: &Board) -> Result<(), PositionError> {
        for point in board.balls.iter().flat_map(members) {
            if point.level() > 0 && board.occupied(point.level() - 1) & point.supports() != point.supports() {
                let missing = point.supports() & !board.occupied(point.level() - 1);
                let below = Point::new(point.level() - 1, missing.lowest());
                refuse!("{} rests on four balls, but {} is empty", point.name(), below.name());
            }
        }
        Ok(())
    }
}

impl Described for Akron {
    const INFO: GameInfo = GameInfo {
        id: "akron",
        title: "Akron",
        family: "connection",
        options: &[
            OptionInfo::int("size", 3..=LARGEST as i64, "8").help("holes on each side of the board"),
            OptionInfo::int("balls", 1..=MOST_BALLS as i64, "")
                .help("balls of each player; by default half the holes, rounded down"),
            swap::option("true"),
            OptionInfo::int("max_plies", 1..=u32::MAX as i64, "2000")
                .help("the game is drawn after this many turns"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let size = options.u32("size") as usize;
        let holes = size * size;
        let balls = options.maybe_int("balls").map_or(holes / 2, |balls| balls as usize);
        let message = format_args!("a board of size {size} has {holes} holes, found {balls} balls");
        options.refuse_if(balls > holes, "balls", message)?;
        Ok(Akron {
            size,
            all: pyramid::all(size),
            borders: pyramid::borders(size),
            balls: balls as u8,
            swap: options.bool("swap"),
            max_plies: options.u32("max_plies"),
        })
    }
}

impl Game for Akron {
    type Position = Tracked<Board>;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(self.max_plies))
    }

    fn start(&self) -> Self::Position {
        let board = Board::empty([self.balls; 2]);
        Tracked::begin(self, board, USUAL_PLIES)
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.ending, Self::seat(&position.board, position.board.to_move))
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        let board = &position.board;
        actions.extend(self.holes(board).members().map(|hole| Action::Add(Point::new(0, hole))));
        board.each_move(&self.all, board.to_move, |from, to| {
            actions.extend(members(&to).map(|to| Action::Move(from, to)));
        });
        actions.extend(self.may_swap(board).then_some(Action::Swap));
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        let Tracked { board, history } = position;
        let (mover, other) = (board.to_move & 1, board.to_move & 1 ^ 1);
        board.plies += 1;
        let revealed = match action {
            Action::Move(from, to) => self.move_ball(board, from, to),
            Action::Add(hole) => {
                board.put_and_number(mover, hole);
                board.hands[mover] -= 1;
                history.clear();
                false
            }
            Action::Swap => {
                board.swapped = true;
                history.clear();
                false
            }
        };
        if action != Action::Swap {
            board.to_move = other;
        }
        let hash = board.hash();
        board.ending = if revealed {
            Some(Ending::win(Self::seat(board, other), reason::WON))
        } else {
            self.end_of_turn(board, mover, history.count(hash) + 1)
        };
        history.push(hash);
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        position.board.ending.expect("the game is over").outcome(2)
    }

    fn stage(&self, position: &Self::Position) -> Stage {
        if self.may_swap(&position.board) { Stage::Swap } else { Stage::Play }
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
        scratch: &mut Scratch<Action>,
    ) -> Action {
        let board = &position.board;
        let holes = self.holes(board);
        let adds = holes.len() as usize;
        if self.may_swap(board) {
            let drawn = random::below(rng, adds + 1);
            return if drawn == adds { Action::Swap } else { Action::Add(Point::new(0, holes.nth(drawn))) };
        }
        // Every move is a pair of a ball that is free and an open point next to one of its colour.
        let colour = board.to_move & 1;
        let height = board.height() + 1;
        let near = pyramid::touching(&board.balls[colour], height);
        let (free, open) = (board.free(colour), board.open(&self.all));
        let mut points = ArrayVec::<Point, POINTS>::new();
        let mut balls = ArrayVec::<Point, MOST_BALLS>::new();
        for level in 0..height.min(LEVELS) {
            let point = |square| Point::new(level, square);
            (free[level] & near[level]).members().for_each(|square| balls.push(point(square)));
            (open[level] & near[level]).members().for_each(|square| points.push(point(square)));
        }
        // A table with a row for each ball, and rows for the holes behind.
        let columns = points.len().max(1);
        let rows = balls.len() + (adds as u32).div_ceil(columns as u32) as usize;
        for _ in 0..TRIES {
            let (row, column) = random::pair_below(rng, rows, columns);
            if row >= balls.len() {
                let drawn = (row - balls.len()) * columns + column;
                if drawn < adds {
                    return Action::Add(Point::new(0, holes.nth(drawn)));
                }
                continue;
            }
            let Some((&from, &to)) = balls.get(row).zip(points.get(column)) else { break };
            let legal = board
                .may_move(from, to)
                .unwrap_or_else(|| board.destinations(&self.all, colour, from)[to.level()].has(to.square()));
            if legal {
                return Action::Move(from, to);
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn count_actions(&self, position: &Self::Position, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        let board = &position.board;
        let mut count = self.holes(board).len() as usize + usize::from(self.may_swap(board));
        board.each_move(&self.all, board.to_move, |_, to| {
            count += to.iter().map(|to| to.len() as usize).sum::<usize>();
        });
        count
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        board.plies = 0;
        board.ending = self.judge(board);
        history.restart(board.hash());
    }
}

impl Notation for Akron {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::WON, "opposite borders are connected"),
        (reason::NO_MOVE, "{loser} cannot move"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::LENGTH_LIMIT, "the limit of turns is reached"),
    ];

    /// The balls of each colour, and the same after the seats have exchanged the colours.
    const KINDS: &'static [Kind] = &[
        Kind::new(LETTERS[BLACK], "black_ball", Some(Seat::FIRST), Glyph::Ball),
        Kind::new(LETTERS[WHITE], "white_ball", Some(Seat::SECOND), Glyph::Ball),
        Kind::new(LETTERS[BLACK], "black_ball", Some(Seat::SECOND), Glyph::Ball),
        Kind::new(LETTERS[WHITE], "white_ball", Some(Seat::FIRST), Glyph::Ball),
    ];

    fn write_action(&self, _position: &Self::Position, action: Action, written: &mut String) {
        match action {
            Action::Add(hole) => hole.write(written),
            Action::Move(from, to) => {
                from.write(written);
                written.push('-');
                to.write(written);
            }
            Action::Swap => written.push_str(swap::TOKEN),
        }
    }

    fn parse_action(&self, _position: &Self::Position, written: &str, legal: &[Action]) -> Option<Action> {
        self.read(written).filter(|action| legal.contains(action))
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let board = &position.board;
        Some(match self.read(written)? {
            Action::Swap => return Some(swap::why_illegal(self.swap)),
            Action::Add(point) if point.level() > 0 => {
                "a ball from hand is put on the board itself, never higher".to_owned()
            }
            Action::Add(point) if board.colour(point).is_some() => format!("{written} is not empty"),
            Action::Add(_) => format!("{} has no ball in hand", NAMES[board.to_move]),
            Action::Move(from, to) => self.why_no_move(board, from, to).to_owned(),
        })
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let mut written = String::new();
        for colour in [BLACK, WHITE] {
            lists::write(LETTERS[colour], members(&board.balls[colour]).map(Point::name), &mut written);
            written.push_str(" / ");
        }
        written.push(LETTERS[board.to_move].to_ascii_lowercase());
        written += &format!(" / {},{}", board.hands[BLACK], board.hands[WHITE]);
        if board.swapped { written + " / " + SWAPPED } else { written }
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let fields: Vec<&str> = written.split('/').map(str::trim).collect();
        let (swapped, fields) = match fields.split_last() {
            Some((&SWAPPED, before)) => (true, before),
            _ => (false, &fields[..]),
        };
        let (black, white, to_move, hands) = match *fields {
            [black, white, to_move] => (black, white, to_move, None),
            [black, white, to_move, hands] => (black, white, to_move, Some(hands)),
            _ => refuse!(
                "expected `black / white / side / hands` as in `B c3,c4 / W 1b2 / w / 0,0`, found `{written}`"
            ),
        };
        let mut board = Board::empty([0; 2]);
        board.to_move = text::parse_side(to_move, ["b", "w"])?.index();
        self.parse_balls(&mut board, BLACK, black)?;
        self.parse_balls(&mut board, WHITE, white)?;
        Self::check_supports(&board)?;
        let counts = [BLACK, WHITE].map(|colour| board.count(colour));
        board.hands = self.parse_hands(hands, counts)?;
        refuse_if!(swapped && !self.swap, "{}", swap::why_illegal(false));
        refuse_if!(swapped && counts[BLACK] == 0, "the colours are exchanged after Black's first ball");
        board.swapped = swapped;
        for colour in [BLACK, WHITE] {
            board.number_chains(colour, &board.links(colour));
        }
        Ok(Tracked::begin(self, board, USUAL_PLIES))
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        // The borders belong to the colours, which the seats may exchange.
        let first = 1 + 2 * u8::from(position.board.swapped);
        stand_all(on, first, position.board.balls.iter().map(|balls| members(balls).map(Point::index)));
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let board = &position.board;
        let first = 1 + 2 * u8::from(board.swapped);
        for seat in Seat::all(2) {
            let colour = seat.index() ^ usize::from(board.swapped);
            let kind = first + colour as u8;
            fields.push(Field::hand("in_hand", kind, board.hands[colour], self.balls.into()).of(seat));
        }
    }
}

impl Heuristics for Akron {
    sum_of_terms! {
        /// Balls that each side needs to connect its borders, and links.
        |game, position| Self::seat(&position.board, BLACK) =>
        game.advantage(&position.board), distance::TERMS, distance::WEIGHTS
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for Akron {}
