//! Nibelungenlied (rules: `docs/games/nibelungenlied.md`).

mod scene;

use std::fmt::Write;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Described, End, Ending, Field, Game, GameInfo, Heuristics, Kind, LengthRule, Notation, OptionInfo,
    Options, Outcome, PositionError, Refusal, Scratch, Seat, SeatSet, Solving, SpecError, Turn, TurnKinds,
    Words, how_it_ended, random, reason, refusal, refuse, refuse_if, scenery::Last, zobrist,
};

/// Natural Order.
const NO: Seat = Seat::FIRST;
/// Tragic Destiny.
const TD: Seat = Seat::SECOND;
const NAMES: [&str; 2] = ["Natural Order", "Tragic Destiny"];
const SHORT: [&str; 2] = ["NO", "TD"];

/// Rows of the triangle; row `r`, counted from 0, has `r + 1` points.
const ROWS: usize = 5;
const POINTS: usize = ROWS * (ROWS + 1) / 2;

const CHARACTERS: usize = 5;
/// The characters in the order in which they move.
const LETTERS: [char; CHARACTERS] = ['G', 'K', 'H', 'S', 'B'];
const CHARACTER_NAMES: [&str; CHARACTERS] = ["Gunther", "Kriemhild", "Hagen", "Siegfried", "Brunhild"];
const GUNTHER: usize = 0;
const KRIEMHILD: usize = 1;
const HAGEN: usize = 2;
const SIEGFRIED: usize = 3;
const BRUNHILD: usize = 4;
/// The character to move outside the movement.
const NOBODY: u8 = CHARACTERS as u8;

/// All pairs of characters as bit sets, in the order of their letters.
const PAIRS: [u8; 10] =
    [0b0_0011, 0b0_0101, 0b0_1001, 0b1_0001, 0b0_0110, 0b0_1010, 0b1_0010, 0b0_1100, 0b1_0100, 0b1_1000];

/// The castle corners of the board: left, top, bottom right. Each has its vertices N, W, E.
const CASTLES: [[usize; 3]; 3] = [[6, 10, 11], [0, 1, 2], [9, 13, 14]];
/// The triangles of three inner points: c1 c2 d2, c2 c3 d3, c2 d2 d3, d2 d3 e3.
const CENTRAL: [[usize; 3]; 4] = [[3, 4, 7], [4, 5, 8], [4, 7, 8], [7, 8, 12]];

/// A unit of the evaluation for each step by which one side is nearer to its aim.
const STEP_VALUE: i32 = 25;

const fn set_of(triangle: [usize; 3]) -> u16 {
    1 << triangle[0] | 1 << triangle[1] | 1 << triangle[2]
}

const CASTLE_SETS: [u16; 3] = [set_of(CASTLES[0]), set_of(CASTLES[1]), set_of(CASTLES[2])];
const CENTRAL_SETS: [u16; 4] =
    [set_of(CENTRAL[0]), set_of(CENTRAL[1]), set_of(CENTRAL[2]), set_of(CENTRAL[3])];

/// A pair of tokens, or the point on which a character ends its move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A pair of characters as a bit set.
    Select(u8),
    /// A character goes to a point, or stays if it stands there.
    Move {
        /// The character.
        character: u8,
        /// The point.
        to: u8,
    },
}

/// The characters and the state of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The point of each character.
    points: [u8; CHARACTERS],
    /// The player with two tokens in front.
    three_chooser: Seat,
    /// The pair of tokens in front; empty before it is chosen.
    front: u8,
    turn: u16,
    /// The selected pairs during the movement.
    selected: [u8; 2],
    /// The character to move.
    next: u8,
    ending: Option<Ending>,
}

impl Board {
    fn point(&self, character: usize) -> u16 {
        1 << self.points[character]
    }

    fn occupied(&self) -> u16 {
        (0..CHARACTERS).fold(0, |set, character| set | self.point(character))
    }

    /// The characters that one player alone selected.
    fn movable(&self) -> u8 {
        self.selected[0] ^ self.selected[1]
    }

    fn hash(&self) -> u64 {
        let points = self.points.iter().fold(0, |word, &point| word << 4 | u64::from(point));
        let [natural, tragic] = self.selected.map(u64::from);
        let turn = u64::from(self.turn) << 20 | u64::from(self.front) << 36;
        let movement = natural << 41 | tragic << 46 | u64::from(self.next) << 51;
        zobrist::key(points | turn | movement | (self.three_chooser.index() as u64) << 54)
    }
}

/// The castles in the places left, top and bottom right.
const LAYOUTS: [&str; 6] = ["IXW", "IWX", "XIW", "XWI", "WIX", "WXI"];

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Nibelungenlied {
    max_turns: u16,
    start: [u8; CHARACTERS],
    /// The points next to each point.
    near: [u16; POINTS],
    /// Steps from each point to the nearest point of each castle and of each central triangle.
    castle_steps: [[u8; 3]; POINTS],
    central_steps: [[u8; 4]; POINTS],
    /// The pairs that the 3-chooser and the 5-chooser may select, by the pair in front.
    pairs: Vec<[ArrayVec<u8, 10>; 2]>,
    /// The point that each point goes to in each symmetry of the board.
    symmetries: [[u8; POINTS]; 6],
}

/// The row of a point and its place in the row, counted from 0.
fn place(point: usize) -> (usize, usize) {
    let row = (0..ROWS).rfind(|row| row * (row + 1) / 2 <= point).expect("rows begin at 0");
    (row, point - row * (row + 1) / 2)
}

fn point_name(point: u8) -> String {
    let (row, column) = place(point as usize);
    text::square_name(row, column)
}

fn parse_point(name: &str) -> Option<usize> {
    let (row, column) = text::parse_square(name, ROWS, ROWS)?;
    (column <= row).then_some(row * (row + 1) / 2 + column)
}

fn near_points() -> [u16; POINTS] {
    std::array::from_fn(|a| {
        let (row, column) = place(a);
        let is_near = |&b: &usize| {
            let (other_row, other) = place(b);
            match other_row.abs_diff(row) {
                0 => other.abs_diff(column) == 1,
                1 if other_row > row => other == column || other == column + 1,
                1 => other == column || other + 1 == column,
                _ => false,
            }
        };
        (0..POINTS).filter(is_near).fold(0, |set, b| set | 1 << b)
    })
}

/// The rotations and reflections of the triangle. They permute the distances of a point from the three sides.
fn symmetries() -> [[u8; POINTS]; 6] {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    ORDERS.map(|order| {
        std::array::from_fn(|point| {
            let (row, column) = place(point);
            let distances = [column, row - column, ROWS - 1 - row];
            let row = ROWS - 1 - distances[order[2]];
            (row * (row + 1) / 2 + distances[order[0]]) as u8
        })
    })
}

/// Steps on the empty board from each point to the nearest point of each set.
fn steps_to<const N: usize>(near: &[u16; POINTS], sets: [u16; N]) -> [[u8; N]; POINTS] {
    std::array::from_fn(|from| {
        sets.map(|set| {
            let (mut reached, mut steps) = (1 << from, 0);
            while reached & set == 0 {
                reached = reached.members().fold(reached, |all: u16, point| all | near[point]);
                steps += 1;
            }
            steps
        })
    })
}

/// The letters of a pair; `-` if there is none.
fn pair_name(pair: u8) -> String {
    text::listed(u16::from(pair).members().map(|character| LETTERS[character]), "")
}

fn parse_pair(written: &str) -> Option<u8> {
    PAIRS.into_iter().find(|&pair| pair_name(pair) == written)
}

fn parse_character(letter: char) -> Option<usize> {
    LETTERS.iter().position(|&known| known == letter)
}

impl Nibelungenlied {
    fn pairs(&self, board: &Board, seat: Seat) -> &[u8] {
        &self.pairs[board.front as usize][usize::from(seat != board.three_chooser)]
    }

    /// The points on which a character may end a move of this many steps, its own included.
    #[inline]
    fn reach(&self, board: &Board, character: usize, steps: u32) -> u16 {
        let from = board.points[character] as usize;
        let vacant = !board.occupied();
        let mut reach = self.near[from] & vacant;
        if steps == 2 {
            reach |= reach.members().fold(0, |all, point| all | self.near[point]) & vacant;
        }
        reach | 1 << from
    }

    /// The points on which the character to move may end its move.
    #[inline]
    fn targets(&self, board: &Board) -> u16 {
        let common = board.selected[0] & board.selected[1] != 0;
        self.reach(board, board.next as usize, if common { 2 } else { 1 })
    }

    /// How the game ends by the points of the characters and the number of turns.
    #[inline]
    fn judge(&self, board: &Board) -> Option<Ending> {
        let siegfried = board.point(SIEGFRIED);
        let occupied = board.occupied();
        for castle in CASTLE_SETS {
            if siegfried & castle == 0 {
                continue;
            }
            let queens = (board.point(KRIEMHILD) | board.point(BRUNHILD)) & castle;
            if queens.len() == 1 && (occupied & castle).len() == 2 {
                return Some(Ending::win(NO, reason::WON));
            }
            if siegfried | board.point(GUNTHER) | board.point(BRUNHILD) == castle {
                return Some(Ending::win(TD, reason::WON));
            }
        }
        if CENTRAL_SETS.contains(&(siegfried | board.point(GUNTHER) | board.point(HAGEN))) {
            return Some(Ending::win(TD, reason::WON));
        }
        (board.turn > self.max_turns).then_some(Ending::draw(reason::LENGTH_LIMIT))
    }

    /// The next character of the movement, or the next turn after the last one.
    #[inline]
    fn advance(&self, board: &mut Board, after: u8) {
        let waiting = u16::from(board.movable()) & !((1u16 << after) - 1);
        if waiting != 0 {
            board.next = waiting.lowest() as u8;
            return;
        }
        let five_chooser = board.three_chooser.other();
        board.front = board.selected[five_chooser.index()];
        board.three_chooser = five_chooser;
        board.selected = [0; 2];
        board.next = NOBODY;
        board.turn += 1;
    }

    /// Steps that Natural Order and Tragic Destiny are away from their nearest aims, on an empty board.
    fn steps_to_aims(&self, board: &Board) -> [i32; 2] {
        let castle = |character: usize, castle: usize| {
            i32::from(self.castle_steps[board.points[character] as usize][castle])
        };
        let central = |character: usize, triangle: usize| {
            i32::from(self.central_steps[board.points[character] as usize][triangle])
        };
        let natural = (0..CASTLES.len())
            .map(|at| castle(SIEGFRIED, at) + castle(KRIEMHILD, at).min(castle(BRUNHILD, at)));
        let betrayal =
            (0..CASTLES.len()).map(|at| castle(SIEGFRIED, at) + castle(GUNTHER, at) + castle(BRUNHILD, at));
        let murder =
            (0..CENTRAL.len()).map(|at| central(SIEGFRIED, at) + central(GUNTHER, at) + central(HAGEN, at));
        let least = |steps: &mut dyn Iterator<Item = i32>| steps.min().expect("there are aims");
        [least(&mut natural.into_iter()), least(&mut betrayal.chain(murder))]
    }

    /// The selections of the movement in a position text, and the character to move.
    fn parse_movement(&self, board: &mut Board, fields: &[&str]) -> Result<(), Refusal> {
        let &[selected, next] = fields else {
            refuse!("expected `sel=PAIR/PAIR next=CHARACTER`, found `{}`", fields.join(" "));
        };
        let pairs = selected.strip_prefix("sel=").and_then(|pairs| pairs.split_once('/'));
        let pairs = pairs.map(|(natural, tragic)| [natural, tragic].map(parse_pair));
        let Some([Some(natural), Some(tragic)]) = pairs else {
            refuse!("expected selections such as `sel=KH/SB`, found `{selected}`");
        };
        board.selected = [natural, tragic];
        for seat in [NO, TD] {
            if !self.pairs(board, seat).contains(&board.selected[seat.index()]) {
                refuse!("{} cannot have selected that: `{selected}`", SHORT[seat.index()]);
            }
        }
        let movable = |&character: &usize| board.movable() >> character & 1 == 1;
        let name = next.strip_prefix("next=").filter(|name| name.len() == 1);
        let character = name.and_then(|name| name.chars().next()).and_then(parse_character);
        let character = character.filter(movable).ok_or_else(|| {
            refusal!("expected `next=` and a character that one player alone selected, found `{next}`")
        })?;
        board.next = character as u8;
        Ok(())
    }

    fn parse_points(written: &str) -> Result<[u8; CHARACTERS], Refusal> {
        let mut points = [0; CHARACTERS];
        let fields: Vec<&str> = written.split_whitespace().collect();
        if fields.len() != CHARACTERS {
            refuse!("expected {CHARACTERS} characters such as `G:d4`, found `{written}`");
        }
        for (character, field) in fields.into_iter().enumerate() {
            let letter = LETTERS[character];
            let name = field.strip_prefix(letter).and_then(|rest| rest.strip_prefix(':'));
            let point = name.and_then(parse_point).ok_or_else(|| {
                refusal!("expected `{letter}:` and a point of the rows a to e, found `{field}`")
            })?;
            if points[..character].contains(&(point as u8)) {
                refuse!("two characters stand on {}", point_name(point as u8));
            }
            points[character] = point as u8;
        }
        Ok(points)
    }

    /// Reads `3=TD front=GK turn=1` and what follows.
    fn parse_turn(&self, board: &mut Board, written: &str) -> Result<(), Refusal> {
        let fields: Vec<&str> = written.split_whitespace().collect();
        let [three_chooser, front, turn, ref movement @ ..] = fields[..] else {
            refuse!("expected `3=SIDE front=PAIR turn=NUMBER`, found `{written}`");
        };
        let side = three_chooser.strip_prefix("3=");
        let seat = side.and_then(|side| SHORT.iter().position(|&short| short == side));
        board.three_chooser =
            Seat::new(seat.ok_or_else(|| refusal!("expected `3=NO` or `3=TD`, found `{three_chooser}`"))?);
        let number = turn.strip_prefix("turn=").and_then(text::parse_number);
        let number = number.filter(|turn| (1..=self.max_turns + 1).contains(turn));
        board.turn = number.ok_or_else(|| {
            refusal!("the turn is 1 to max_turns + 1 = {}, found `{turn}`", self.max_turns + 1)
        })?;
        if (board.three_chooser == TD) != (board.turn % 2 == 1) {
            refuse!("TD is the 3-chooser in odd turns, found `{three_chooser} {turn}`");
        }
        board.front = match front.strip_prefix("front=") {
            Some("-") if board.turn == 1 => 0,
            Some("-") => refuse!("two tokens lie in front after turn 1, found `{front}`"),
            pair => pair.and_then(parse_pair).ok_or_else(|| {
                refusal!("expected `front=` and two letters in the order GKHSB, found `{front}`")
            })?,
        };
        let idle = board.front == 0 || board.turn > self.max_turns;
        match movement {
            [] => Ok(()),
            _ if idle => refuse!("nobody selects in this turn, found `{}`", movement.join(" ")),
            _ => self.parse_movement(board, movement),
        }
    }
}

impl Described for Nibelungenlied {
    const INFO: GameInfo = GameInfo {
        id: "nibelungenlied",
        title: "Nibelungenlied",
        family: "simultaneous",
        turns: TurnKinds { decision: true, chance: false, simultaneous: true },
        options: &[
            OptionInfo::int("max_turns", 1..=10_000, "200")
                .help("complete turns after which the game is drawn"),
            OptionInfo::choice("layout", &LAYOUTS, "IXW")
                .help("castles in the left, top and right corner: Isenstein, Xanten, Worms"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let layout = options.choice("layout");
        let castle = |letter: char| {
            let corner = layout.find(letter).expect("every layout names all castles");
            CASTLES[corner].map(|point| point as u8)
        };
        let ([worms_north, worms_west, worms_east], xanten, isenstein) =
            (castle('W'), castle('X'), castle('I'));
        let near = near_points();
        let choices = |front: u8| {
            let three = PAIRS.into_iter().filter(move |pair| pair & front == 0);
            let five = PAIRS.into_iter().filter(move |&pair| pair != front);
            [three.collect(), five.collect()]
        };
        Ok(Nibelungenlied {
            max_turns: options.u32("max_turns") as u16,
            start: [worms_north, worms_east, worms_west, xanten[0], isenstein[1]],
            near,
            castle_steps: steps_to(&near, CASTLE_SETS),
            central_steps: steps_to(&near, CENTRAL_SETS),
            pairs: (0..1 << CHARACTERS).map(choices).collect(),
            symmetries: symmetries(),
        })
    }
}

impl Game for Nibelungenlied {
    type Position = Board;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;

    /// The pair in front, and each turn with at most four moves.
    fn max_plies(&self) -> Option<u64> {
        Some(1 + 5 * u64::from(self.max_turns))
    }

    fn start(&self) -> Board {
        Board {
            points: self.start,
            three_chooser: TD,
            front: 0,
            turn: 1,
            selected: [0; 2],
            next: NOBODY,
            ending: None,
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.ending.is_some() {
            Turn::Over
        } else if board.next != NOBODY {
            Turn::Seat(Seat::new(usize::from(board.selected[1] >> board.next & 1 == 1)))
        } else if board.front == 0 {
            Turn::Seat(TD)
        } else {
            Turn::Simultaneous(SeatSet::first(2))
        }
    }

    fn actions(&self, board: &Board, seat: Seat, actions: &mut Vec<Action>) {
        if board.next != NOBODY {
            let character = board.next;
            let points = self.targets(board).members();
            actions.extend(points.map(|point| Action::Move { character, to: point as u8 }));
        } else if board.front == 0 {
            actions.extend(PAIRS.map(Action::Select));
        } else {
            actions.extend(self.pairs(board, seat).iter().map(|&pair| Action::Select(pair)));
        }
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        match action {
            Action::Select(pair) => board.front = pair,
            Action::Move { character, to } => {
                board.points[character as usize] = to;
                self.advance(board, character + 1);
                board.ending = self.judge(board);
            }
        }
    }

    #[inline]
    fn apply_simultaneous(&self, board: &mut Board, joint: &[Action]) {
        let &[Action::Select(natural), Action::Select(tragic)] = joint else {
            unreachable!("both players select a pair");
        };
        board.selected = [natural, tragic];
        self.advance(board, 0);
        board.ending = self.judge(board);
    }

    fn outcome(&self, board: &Board) -> Outcome {
        board.ending.expect("the game is over").outcome(2)
    }

    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        board: &Board,
        seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        if board.next != NOBODY {
            let targets = self.targets(board);
            let to = targets.nth(random::below(rng, targets.len() as usize)) as u8;
            return Action::Move { character: board.next, to };
        }
        let pairs = if board.front == 0 { &PAIRS } else { self.pairs(board, seat) };
        Action::Select(pairs[random::below(rng, pairs.len())])
    }
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |(letter, name): (char, &'static str)| Kind {
        letter,
        name: name.to_lowercase().into(),
        owner: None,
        glyph: Glyph::Letter(letter.to_string()),
    };
    LETTERS.into_iter().zip(CHARACTER_NAMES).map(kind).collect()
});

impl Notation for Nibelungenlied {
    const SEATS: &'static [&'static str] = &NAMES;

    const ENDS: &'static [End] = &[
        (reason::WON, "Siegfried is alone with a queen in a castle, or his triangle is full"),
        (reason::LENGTH_LIMIT, "the limit of turns is reached"),
    ];

    fn cause(&self, position: &Self::Position, _last: Option<&Last<Self>>) -> Words {
        let outcome = self.outcome(position);
        let centre = CENTRAL_SETS
            .contains(&(position.point(SIEGFRIED) | position.point(GUNTHER) | position.point(HAGEN)));
        match outcome.winner() {
            None => how_it_ended(Self::ENDS, &outcome),
            Some(NO) => "Siegfried and a queen are alone in a castle".into(),
            Some(_) if centre => "Siegfried, Gunther and Hagen fill the centre".into(),
            Some(_) => "Siegfried, Gunther and Brunhild fill a castle".into(),
        }
    }

    fn write_action(&self, board: &Board, action: Action, written: &mut String) {
        match action {
            Action::Select(pair) => written.push_str(&pair_name(pair)),
            Action::Move { character, to } => {
                written.push(LETTERS[character as usize]);
                let stays = board.points[character as usize] == to;
                written.push_str(&if stays { "-".to_owned() } else { point_name(to) });
            }
        }
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        if board.next == NOBODY {
            let front = pair_name(board.front);
            return Some(match parse_pair(written) {
                None => "two different characters are selected, written in the order GKHSB".to_owned(),
                Some(pair) if pair == board.front => {
                    format!("the tokens in front, {front}, are not selected again")
                }
                Some(_) => format!("the 3-chooser selects two of the tokens behind the screen, not {front}"),
            });
        }
        let mut letters = written.chars();
        let character = letters.next().and_then(parse_character)?;
        let next = board.next as usize;
        if character != next {
            return Some(format!("{} moves next", CHARACTER_NAMES[next]));
        }
        let to = parse_point(letters.as_str())?;
        Some(if board.points[character] as usize == to {
            format!("a character that stays is written `{}-`", LETTERS[character])
        } else if board.occupied() >> to & 1 == 1 {
            "a character moves to a vacant point".to_owned()
        } else if board.selected[0] & board.selected[1] == 0 {
            "a character moves one step, since the players selected four different ones".to_owned()
        } else {
            "a character moves at most two steps, over vacant points".to_owned()
        })
    }

    fn position_text(&self, board: &Board) -> String {
        let mut written = String::new();
        for (letter, &point) in LETTERS.iter().zip(&board.points) {
            let _ = write!(written, "{letter}:{} ", point_name(point));
        }
        let (three, front) = (SHORT[board.three_chooser.index()], pair_name(board.front));
        let _ = write!(written, "| 3={three} front={front} turn={}", board.turn);
        if board.next != NOBODY {
            let [natural, tragic] = board.selected.map(pair_name);
            let _ = write!(written, " sel={natural}/{tragic} next={}", LETTERS[board.next as usize]);
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let Some((points, turn)) = written.split_once('|') else {
            refuse!("expected `G:d4 K:e5 H:e4 S:a1 B:e1 | 3=TD front=GK turn=1`, found `{written}`");
        };
        let mut board = self.start();
        board.points = Self::parse_points(points)?;
        self.parse_turn(&mut board, turn)?;
        let fresh = board.front == 0;
        refuse_if!(fresh && board.points != self.start, "nobody moves before two tokens lie in front");
        board.ending = self.judge(&board);
        Ok(board)
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        (1..).zip(board.points).for_each(|(kind, point)| on[usize::from(point)] = kind);
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        for (character, name) in CHARACTER_NAMES.into_iter().enumerate() {
            let name = name.to_lowercase();
            let point = usize::from(board.points[character]);
            fields.push(Field::flag(format!("{name}_in_front"), board.front >> character & 1 == 1).hidden());
            fields
                .push(Field::flag(format!("{name}_is_next"), usize::from(board.next) == character).hidden());
            for seat in Seat::all(NAMES.len()) {
                let selected = board.next != NOBODY && board.selected[seat.index()] >> character & 1 == 1;
                fields.push(Field::flag(format!("{name}_selected"), selected).of(seat).hidden());
            }
            fields.push(Field::site(name, Some(point), POINTS).hidden());
        }
        fields.push(Field::number("chooser_of_three", board.three_chooser.index(), 1).hidden());
        fields.push(Field::number("turn", board.turn, u16::MAX.into()));
    }
}

impl Heuristics for Nibelungenlied {
    /// The steps that Tragic Destiny is further away from its nearest aim than Natural Order.
    fn evaluate(&self, board: &Board, seat: Seat) -> Option<i32> {
        let [natural, tragic] = self.steps_to_aims(board);
        let value = STEP_VALUE * (tragic - natural);
        Some(if seat == NO { value } else { -value })
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for Nibelungenlied {
    /// During the movement only the characters that have still to move matter, with who moves them and how far, and
    /// the pair that will lie in front.
    fn symmetric_hash(&self, board: &Board) -> u64 {
        let packed = |symmetry: &[u8; POINTS]| {
            board.points.iter().fold(0, |word, &point| word << 4 | u64::from(symmetry[point as usize]))
        };
        let points = self.symmetries.iter().map(packed).min().unwrap_or_default();
        let turn = u64::from(board.turn) << 20;
        if board.next == NOBODY {
            return zobrist::key(points | turn | u64::from(board.front) << 36);
        }
        let waiting = board.movable() >> board.next << board.next;
        let pair = board.selected[board.three_chooser.other().index()];
        let common = board.selected[0] & board.selected[1] != 0;
        let movement =
            u64::from(waiting) | u64::from(waiting & board.selected[1]) << 5 | u64::from(common) << 10;
        zobrist::key(points | turn | u64::from(pair) << 36 | movement << 41)
    }

    /// The number of the turn says who is the 3-chooser.
    fn length_rule(&self, board: &mut Board, rewind: bool) -> Option<LengthRule> {
        let rule = LengthRule { counted: u32::from(board.turn) - 1, limit: u32::from(self.max_turns) };
        if rewind {
            board.turn = 2 - board.turn % 2;
        }
        Some(rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_edges_and_triangles() {
        let near = near_points();
        let edges: u32 = near.iter().map(|near| near.len()).sum::<u32>() / 2;
        assert_eq!((POINTS, edges), (15, 30));
        let mut triangles = Vec::new();
        for a in 0..POINTS {
            for b in near[a].members().filter(|&b| b > a) {
                triangles.extend((near[a] & near[b]).members().filter(|&c| c > b).map(|c| [a, b, c]));
            }
        }
        assert_eq!(triangles.len(), 16);
        let corners = CASTLE_SETS.iter().fold(0, |all, castle| all | castle);
        triangles.retain(|&triangle| set_of(triangle) & corners == 0);
        assert_eq!(triangles, CENTRAL);
    }

    #[test]
    fn destinations_at_the_start() {
        let options =
            Options::check(&"nibelungenlied".parse().unwrap(), Nibelungenlied::INFO.options).unwrap();
        let game = Nibelungenlied::new(&options).unwrap();
        let reach = |steps: u32| {
            [GUNTHER, KRIEMHILD, HAGEN, SIEGFRIED, BRUNHILD].map(|character| {
                let points = game.reach(&game.start(), character, steps);
                points.members().map(|point| point_name(point as u8)).collect::<Vec<_>>().join(" ")
            })
        };
        assert_eq!(reach(1), ["c3 d3 d4", "e5", "d3 e3 e4", "a1 b1 b2", "d1 e1 e2"]);
        let two =
            ["b2 c2 c3 d2 d3 d4 e3", "e5", "c2 c3 d2 d3 e2 e3 e4", "a1 b1 b2 c1 c2 c3", "c1 d1 d2 e1 e2 e3"];
        assert_eq!(reach(2), two);
    }

    #[test]
    fn symmetries_keep_castles_and_central_triangles() {
        let near = near_points();
        for symmetry in symmetries() {
            let moved = |points: u16| points.members().fold(0u16, |set, point| set | 1 << symmetry[point]);
            assert!(CASTLE_SETS.into_iter().all(|castle| CASTLE_SETS.contains(&moved(castle))));
            assert!(CENTRAL_SETS.into_iter().all(|triangle| CENTRAL_SETS.contains(&moved(triangle))));
            assert!((0..POINTS).all(|point| moved(near[point]) == near[symmetry[point] as usize]));
        }
    }

    #[test]
    fn state_count() {
        let game_states: usize = (15 - CHARACTERS + 1..=15).product();
        assert_eq!(game_states, 360_360);
        assert_eq!(game_states * 2 * PAIRS.len(), 7_207_200);
    }
}
