//! What the jumping morris games share: men step along the lines and take by jumping over enemy men.

mod scene;

use std::marker::PhantomData;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::point_graph::{Chains, Move, Pieces, PointGraph};
use torneo_board::scene::stand_all;
use torneo_board::sum_of_terms;
use torneo_board::terms::less;
use torneo_board::text;
use torneo_contract::scene::Board as SceneBoard;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Ending, Field, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo,
    Options, Outcome, PositionError, Refusal, Scratch, Seat, Solving, SpecError, Turn, random, reason,
    refuse, refuse_if, zobrist,
};

const BLACK: Seat = Seat::SECOND;
const NAMES: [&str; 2] = ["White", "Black"];
const LETTERS: [char; 2] = ['w', 'b'];

/// The number of times that a position may stand before the game is drawn.
const OCCURRENCES: usize = 3;
/// Room for the history of a game of usual length.
const USUAL_PLIES: usize = 128;

/// Option `mandatory`.
pub(super) const MANDATORY: OptionInfo = OptionInfo::flag("mandatory", false)
    .help("a player who can capture must capture, and jumps on until the man can capture no more");

/// Option `quiet_limit`.
pub(super) const QUIET_LIMIT: OptionInfo = OptionInfo::int("quiet_limit", 20..=1000, "100")
    .help("the game is drawn after this many plies in a row without a capture");

/// What one jumping morris game has of its own.
pub trait Variety: Clone + Send + Sync + 'static {
    /// The registry entry; its options include `mandatory` and `quiet_limit`.
    const INFO: GameInfo;
    /// Men of each side.
    const MEN: u8;
    /// Whether the men are in hand at first and are placed one by one.
    const PLACED: bool;
    /// The text of the start position.
    const START: &'static str;

    /// The board.
    fn board(options: &Options) -> PointGraph;

    /// The first field of the position text.
    fn placement(letter: impl Fn(usize) -> char) -> String;

    /// Reads the first field of the position text; `place` is called with every point and its letter.
    ///
    /// # Errors
    /// A placement of another size, or whatever `place` refuses; the message names the place.
    fn parse_placement(
        written: &str,
        place: impl FnMut(usize, char) -> Result<(), Refusal>,
    ) -> Result<(), PositionError>;

    /// The board as it is shown.
    fn table(board: &PointGraph) -> SceneBoard;
}

/// A man placed, or moved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A man from hand put on a point.
    Place(u8),
    /// A step or a capture.
    Move(Move),
}

/// The men and what else the rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    men: Pieces,
    in_hand: [u8; 2],
    to_move: Seat,
    /// Plies since the last capture or the last man placed.
    quiet: u32,
    ending: Option<Ending>,
}

impl Board {
    fn is_placing(&self) -> bool {
        self.in_hand[self.to_move.index()] > 0
    }

    fn letter(&self, point: usize) -> Option<char> {
        self.men.side_on(point).map(|side| LETTERS[side])
    }

    #[inline]
    fn hash(&self) -> u64 {
        let hands = u64::from(self.in_hand[0]) << 4 | u64::from(self.in_hand[1]);
        let men = u64::from(self.men.of(0)) | u64::from(self.men.of(1)) << 25;
        zobrist::key(men | (self.to_move.index() as u64) << 50 | hands << 51)
    }
}

/// The rules of a jumping morris game with their options.
#[derive(Clone, Debug)]
pub struct JumpingMorris<V> {
    board: PointGraph,
    chains: Chains,
    quiet_limit: u32,
    variety: PhantomData<V>,
}

impl<V: Variety> JumpingMorris<V> {
    /// How the game ends by what stands on the board, without regard to its history.
    #[inline]
    fn judge(&self, board: &Board) -> Option<Ending> {
        let (mover, winner) = (board.to_move.index(), board.to_move.other());
        if board.is_placing() || board.men.can_move(mover) {
            None
        } else if board.men.of(mover) == 0 {
            Some(Ending::win(winner, reason::WON))
        } else {
            Some(Ending::win(winner, reason::NO_MOVE))
        }
    }

    fn empty(&self, board: &Board) -> u32 {
        self.board.all() & !board.men.occupied()
    }

    fn parse_hands(written: Option<&str>) -> Result<[u8; 2], PositionError> {
        let Some(written) = written else { return Ok([0, 0]) };
        let most = V::MEN;
        let hands = text::parse_numbers(written, ',').filter(|hands| hands.iter().all(|&men| men <= most));
        let Some(hands) = hands else {
            refuse!("the men in hand are two numbers 0..={most} such as `3,2`, found `{written}`");
        };
        Ok(hands)
    }

    /// Refuses a position that no game comes to.
    fn check(board: &Board) -> Result<(), PositionError> {
        let [white, black] = board.in_hand;
        if black != white + u8::from(board.to_move == BLACK && black > 0) {
            let mover = NAMES[board.to_move.index()];
            refuse!(
                "men in hand: the players place in turn, so `{white},{black}` cannot be with {mover} to move"
            );
        }
        for (side, name) in NAMES.iter().enumerate() {
            let (most, on_board, hand) =
                (u32::from(V::MEN), board.men.count(side), u32::from(board.in_hand[side]));
            if black > 0 && on_board + hand != most {
                refuse!("{name} has {most} men, found {on_board} on the board and {hand} in hand");
            }
            refuse_if!(on_board > most, "{name} has at most {most} men, found {on_board}");
        }
        let last = board.to_move.other();
        if black == 0 && board.men.of(last.index()) == 0 {
            refuse!("{} has made the last move and needs a man, found none", NAMES[last.index()]);
        }
        Ok(())
    }
}

impl<V: Variety> Described for JumpingMorris<V> {
    const INFO: GameInfo = V::INFO;

    fn new(options: &Options) -> Result<Self, SpecError> {
        let chains = if options.bool(MANDATORY.name) { Chains::Full } else { Chains::Free };
        let quiet_limit = options.u32(QUIET_LIMIT.name);
        Ok(JumpingMorris { board: V::board(options), chains, quiet_limit, variety: PhantomData })
    }
}

impl<V: Variety> Game for JumpingMorris<V> {
    type Position = Tracked<Board>;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.quiet);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        let placed = if V::PLACED { 2 * u64::from(V::MEN) } else { 0 };
        let captures = 2 * u64::from(V::MEN) - 1;
        Some(placed + captures * u64::from(self.quiet_limit))
    }

    fn start(&self) -> Self::Position {
        self.parse_position(V::START).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.ending, position.board.to_move)
    }

    fn actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Action>) {
        let board = &position.board;
        if board.is_placing() {
            actions.extend(self.empty(board).members().map(|point| Action::Place(point as u8)));
        } else {
            let add = &mut |action| actions.push(Action::Move(action));
            self.board.each_move(&board.men, seat.index(), Some(self.chains), add);
        }
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        let Tracked { board, history } = position;
        let mover = board.to_move.index();
        match action {
            Action::Place(point) => {
                self.board.toggle(&mut board.men, mover, point as usize);
                board.in_hand[mover] -= 1;
            }
            Action::Move(action) => {
                self.board.play(&mut board.men, mover, action);
                board.quiet += 1;
                if action.is_capture() {
                    board.quiet = 0;
                    history.clear();
                }
            }
        }
        board.to_move = board.to_move.other();
        if board.is_placing() {
            return;
        }
        let quiet = (board.quiet >= self.quiet_limit, reason::NO_PROGRESS);
        let limit = history.judge(board.hash(), OCCURRENCES, [quiet]);
        board.ending = self.judge(board).or(limit.map(Ending::draw));
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
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        let board = &position.board;
        if board.is_placing() {
            let empty = self.empty(board);
            return Action::Place(empty.nth(random::below(rng, empty.len() as usize)) as u8);
        }
        Action::Move(self.board.random_move(&board.men, seat.index(), Some(self.chains), rng))
    }

    fn count_actions(&self, position: &Self::Position, seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        let board = &position.board;
        if board.is_placing() {
            return self.empty(board).len() as usize;
        }
        self.board.count_moves(&board.men, seat.index(), Some(self.chains))
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        board.quiet = 0;
        board.ending = self.judge(board);
        history.clear();
        if !board.is_placing() {
            history.push(board.hash());
        }
    }
}

impl<V: Variety> Notation for JumpingMorris<V> {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::WON, "{loser} lost all men"),
        (reason::NO_MOVE, "{loser} cannot move"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::NO_PROGRESS, "nothing was captured for too long"),
    ];
    const KINDS: &'static [Kind] = &[
        Kind::new('w', "man", Some(Seat::FIRST), Glyph::Disc),
        Kind::new('b', "man", Some(Seat::SECOND), Glyph::Disc),
    ];

    fn write_action(&self, _position: &Self::Position, action: Action, text: &mut String) {
        match action {
            Action::Place(point) => {
                text.push('@');
                text.push_str(self.board.name(point as usize));
            }
            Action::Move(action) => self.board.write_move(action, text),
        }
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let board = &position.board;
        let rule = match written.strip_prefix('@') {
            Some(name) => {
                self.board.parse(name)?;
                if board.is_placing() {
                    "a man is placed on an empty point"
                } else {
                    "all men are on the board: from now on a man is moved"
                }
            }
            None => {
                let (men, mover) = (&board.men, board.to_move.index());
                let rule = self.board.why_illegal(men, mover, Some(self.chains), written)?;
                if board.is_placing() { "men are placed until none is in hand" } else { rule }
            }
        };
        Some(rule.to_owned())
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let (placement, [white, black]) =
            (V::placement(|point| board.letter(point).unwrap_or('.')), board.in_hand);
        let hands = if V::PLACED { format!(" {white},{black}") } else { String::new() };
        format!("{placement} {}{hands}", LETTERS[board.to_move.index()])
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let fields: Vec<&str> = written.split_whitespace().collect();
        let (placement, side, hands) = match fields[..] {
            [placement, side] if !V::PLACED => (placement, side, None),
            [placement, side, hands] if V::PLACED => (placement, side, Some(hands)),
            _ => refuse!("expected a position as `{}`, found `{written}`", V::START),
        };
        let mut men = Pieces::NONE;
        V::parse_placement(placement, |point, letter| {
            match LETTERS.iter().position(|&known| known == letter) {
                Some(side) => self.board.toggle(&mut men, side, point),
                None if letter == '.' => {}
                None => refuse!("expected `w`, `b` or `.`, found `{letter}`"),
            }
            Ok(())
        })?;
        let to_move = text::parse_side(side, ["w", "b"])?;
        let board = Board { men, in_hand: Self::parse_hands(hands)?, to_move, quiet: 0, ending: None };
        Self::check(&board)?;
        Ok(Tracked::begin(self, board, USUAL_PLIES))
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        stand_all(on, 1, (0..2).map(|side| position.board.men.of(side).members()));
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        for (kind, seat) in (1..).zip(Seat::all(2)).filter(|_| V::PLACED) {
            let count = position.board.in_hand[seat.index()];
            fields.push(Field::hand("in_hand", kind, count, V::MEN.into()).of(seat));
        }
    }
}

/// What the evaluation counts, and its worth.
const TERMS: [&str; 5] = ["men", "in-hand", "steps", "jumps-to-move", "jumps-waiting"];
const WEIGHTS: [i32; TERMS.len()] = [100, 100, 2, 50, 20];

/// What the first seat has more than the second.
#[inline]
fn advantage(board: &Board) -> [i32; TERMS.len()] {
    let of_side = |seat: Seat| {
        let side = seat.index();
        let (jumps, moves) = (board.men.count_jumps(side) as i32, i32::from(seat == board.to_move));
        let (men, steps) = (board.men.count(side) as i32, board.men.count_steps(side) as i32);
        [men, i32::from(board.in_hand[side]), steps, moves * jumps, (1 - moves) * jumps]
    };
    less(of_side(Seat::FIRST), of_side(Seat::SECOND))
}

impl<V: Variety> Heuristics for JumpingMorris<V> {
    sum_of_terms! {
        /// Men, steps, and jumps that are possible at once.
        #[inline]
        |_game, position| Seat::FIRST => advantage(&position.board), TERMS, WEIGHTS
    }

    /// Of a capture: the men that are captured.
    #[inline]
    fn gain<'a>(&'a self, _position: &'a Self::Position) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            let Action::Move(action) = action else { return None };
            action.is_capture().then(|| 100 * action.captured() as i32)
        }
    }

    fn noisy_actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Action>) {
        let board = &position.board;
        if !board.is_placing() {
            let add = &mut |action| actions.push(Action::Move(action));
            self.board.each_capture(&board.men, seat.index(), self.chains, add);
        }
    }
}

impl<V: Variety> Solving for JumpingMorris<V> {
    /// A draw by repetition.
    fn cycle_value(&self, _position: &Self::Position) -> Option<Ending> {
        Some(Ending::draw(reason::REPETITION))
    }
}
