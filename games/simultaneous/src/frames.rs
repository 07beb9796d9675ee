//! Frames (rules: `docs/games/frames.md`).

mod scene;

use std::cmp::Ordering;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::{fen, text};
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Described, End, Field, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo, Options, Outcome,
    PositionError, Scratch, Seat, SeatSet, Solving, SpecError, Turn, TurnKinds, random, reason, refusal,
    refuse, refuse_if, zobrist,
};

const LARGEST: usize = 25;
/// Up to this size fewer points are needed to win.
const SMALL: usize = 12;

const BLACK: Seat = Seat::FIRST;

/// What stands on a point: nothing, a black, a white or a neutral stone.
type Content = usize;
const VACANT: Content = 0;
const BLACK_STONE: Content = 1;
const WHITE_STONE: Content = 2;
const NEUTRAL_STONE: Content = 3;

/// The letters of the contents in position texts and drawings.
const LETTERS: [char; 4] = ['.', 'B', 'W', 'N'];
/// A row holds black stones in its lower and white stones in its upper half. A neutral stone counts in both, so that
/// it never changes who has more.
const BITS: [u64; 4] = [0, 1, 1 << 32, 1 | 1 << 32];
/// How contents count in the difference of Black and White.
const SIGNS: [i32; 4] = [0, 1, -1, 0];

/// Draws of a random point before the vacant points are counted out.
const TRIES: usize = 8;

/// Units of the evaluation for a point won, and for each stone more that Black has inside a random rectangle.
const POINT_VALUE: i64 = 1_000;
const STONE_VALUE: i64 = 500;

/// A vacant point to put a stone on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    rank: u8,
    file: u8,
}

impl Point {
    const fn new(file: usize, rank: usize) -> Point {
        Point { rank: rank as u8, file: file as u8 }
    }
}

/// The stones and the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Rows from the bottom; see [`BITS`].
    rows: [u64; LARGEST],
    vacant: u16,
    score: [u8; 2],
    /// The sum of the weights of the black stones minus that of the white ones.
    weight: i32,
    /// The hash of the stones.
    stones: u64,
}

impl Board {
    #[inline]
    fn content(&self, point: Point) -> Content {
        let row = self.rows[point.rank as usize] >> point.file;
        (row & 1 | row >> 31 & 2) as Content
    }

    /// Who has more stones strictly inside the rectangle with these opposite corners.
    #[inline]
    fn majority(&self, a: Point, b: Point) -> Ordering {
        if a.rank == b.rank || a.file == b.file {
            return Ordering::Equal;
        }
        let (left, right) = (a.file.min(b.file), a.file.max(b.file));
        let (low, high) = (a.rank.min(b.rank), a.rank.max(b.rank));
        let inside = (1u64 << right) - (2u64 << left);
        let inside = inside | inside << 32;
        let rows = &self.rows[low as usize + 1..high as usize];
        // A byte holds the stones of its eight files in up to 25 rows: at most 200.
        let bytes: u64 = rows.iter().map(|row| byte_counts(row & inside)).sum();
        let pairs = (bytes & 0x00ff_00ff_00ff_00ff) + (bytes >> 8 & 0x00ff_00ff_00ff_00ff);
        let halves = pairs + (pairs >> 16);
        let (black, white) = (halves & 0xffff, halves >> 32 & 0xffff);
        black.cmp(&white)
    }
}

/// The number of set bits in each byte (Warren, "Hacker's Delight", section 5-1).
#[inline]
const fn byte_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// The key of a stone.
#[inline]
fn stone_key(stone: Content, point: Point) -> u64 {
    zobrist::key((stone as u64) << 16 | u64::from(point.rank) << 8 | u64::from(point.file))
}

/// The key of the score.
#[inline]
fn score_key(board: &Board) -> u64 {
    let [black, white] = board.score;
    zobrist::key(1 << 32 | u64::from(black) << 8 | u64::from(white))
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Frames {
    size: usize,
    points: u8,
    centre_neutral: bool,
}

impl Frames {
    fn empty(&self) -> Board {
        let vacant = (self.size * self.size) as u16;
        Board { rows: [0; LARGEST], vacant, score: [0; 2], weight: 0, stones: 0 }
    }

    fn centre(&self) -> Point {
        Point::new(self.size / 2, self.size / 2)
    }

    /// A quarter of the ordered pairs of corners with this point strictly inside their rectangle.
    #[inline]
    fn weight(&self, point: Point) -> i32 {
        let last = self.size as i32 - 1;
        let (file, rank) = (i32::from(point.file), i32::from(point.rank));
        file * (last - file) * rank * (last - rank)
    }

    #[inline]
    fn put(&self, board: &mut Board, point: Point, stone: Content) {
        board.rows[point.rank as usize] |= BITS[stone] << point.file;
        board.vacant -= 1;
        board.weight += SIGNS[stone] * self.weight(point);
        board.stones ^= stone_key(stone, point);
    }

    #[inline]
    fn is_over(&self, board: &Board) -> bool {
        board.vacant == 0 || board.score[0].max(board.score[1]) >= self.points
    }

    /// The vacant points of a row.
    #[inline]
    fn vacant(&self, row: u64) -> u32 {
        !(row | row >> 32) as u32 & ((1 << self.size) - 1)
    }

    /// The `n`-th vacant point from a1 on, row by row.
    fn nth_vacant(&self, board: &Board, mut n: usize) -> Point {
        for (rank, &row) in board.rows.iter().enumerate() {
            let vacant = self.vacant(row);
            let here = vacant.len() as usize;
            if n < here {
                return Point::new(vacant.nth(n), rank);
            }
            n -= here;
        }
        unreachable!("`n` is below the number of vacant points");
    }

    fn parse_point(&self, name: &str) -> Option<Point> {
        text::parse_square(name, self.size, self.size).map(|(file, rank)| Point::new(file, rank))
    }

    /// Refuses a score that no game can have with these numbers of stones.
    fn check_score(&self, [black, white]: [u8; 2], turns: usize) -> Result<(), PositionError> {
        let most = self.points;
        refuse_if!(black.max(white) > most, "the game ends at {most} points, found `{black}-{white}`");
        let both = black == most && white == most;
        refuse_if!(both, "only one player can reach {most} points, found `{black}-{white}`");
        // No stone can be inside the first rectangle.
        let scoring = turns.saturating_sub(1);
        if usize::from(black) + usize::from(white) > scoring {
            refuse!("{turns} stones of each colour allow at most {scoring} points, found `{black}-{white}`");
        }
        Ok(())
    }
}

impl Described for Frames {
    const INFO: GameInfo = GameInfo {
        id: "frames",
        title: "Frames",
        family: "simultaneous",
        turns: TurnKinds { decision: false, chance: false, simultaneous: true },
        options: &[
            OptionInfo::int("size", 3..=LARGEST as i64, "19").help("points along each side of the board"),
            OptionInfo::int("points", 1..=50, "")
                .help("points that win the game; 10 if not given, 5 on boards of size 12 and below"),
            OptionInfo::flag("centre_neutral", false)
                .help("begin with a neutral stone on the centre point (odd sizes)"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let size = options.u32("size") as usize;
        let centre_neutral = options.bool("centre_neutral");
        let message = format_args!("a board of size {size} has no centre point");
        options.refuse_if(centre_neutral && size.is_multiple_of(2), "centre_neutral", message)?;
        let points = options.maybe_int("points").unwrap_or(if size <= SMALL { 5 } else { 10 });
        Ok(Frames { size, points: points as u8, centre_neutral })
    }
}

impl Game for Frames {
    type Position = Board;
    type Action = Point;

    const TURNS: TurnKinds = Self::INFO.turns;

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(self.start().vacant))
    }

    fn start(&self) -> Board {
        let mut board = self.empty();
        if self.centre_neutral {
            self.put(&mut board, self.centre(), NEUTRAL_STONE);
        }
        board
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if self.is_over(board) { Turn::Over } else { Turn::Simultaneous(SeatSet::first(2)) }
    }

    fn actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Point>) {
        for (rank, &row) in board.rows[..self.size].iter().enumerate() {
            actions.extend(self.vacant(row).members().map(|file| Point::new(file, rank)));
        }
    }

    fn apply(&self, _board: &mut Board, _action: Point) {
        unreachable!("all turns are joint");
    }

    #[inline]
    fn apply_simultaneous(&self, board: &mut Board, joint: &[Point]) {
        let &[black, white] = joint else { unreachable!("both players choose") };
        if black == white {
            return self.put(board, black, NEUTRAL_STONE);
        }
        self.put(board, black, BLACK_STONE);
        self.put(board, white, WHITE_STONE);
        match board.majority(black, white) {
            Ordering::Greater => board.score[0] += 1,
            Ordering::Less => board.score[1] += 1,
            Ordering::Equal => {}
        }
    }

    fn outcome(&self, board: &Board) -> Outcome {
        let won = board.score.contains(&self.points);
        Outcome::by_points(board.score, if won { reason::WON } else { reason::BOARD_FULL })
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        board.stones ^ score_key(board)
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        board: &Board,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Point>,
    ) -> Point {
        for _ in 0..TRIES {
            let (rank, file) = random::pair_below(rng, self.size, self.size);
            let point = Point::new(file, rank);
            if board.content(point) == VACANT {
                return point;
            }
        }
        self.nth_vacant(board, random::below(rng, board.vacant as usize))
    }
}

impl Notation for Frames {
    const SEATS: &'static [&'static str] = &["Black", "White"];
    const KINDS: &'static [Kind] = &[
        Kind::new('B', "stone", Some(Seat::FIRST), Glyph::Disc),
        Kind::new('W', "stone", Some(Seat::SECOND), Glyph::Disc),
        Kind::new('N', "neutral_stone", None, Glyph::Disc),
    ];

    const ENDS: &'static [End] = &[
        (reason::WON, "the points needed are reached, {points}"),
        (reason::BOARD_FULL, "the board is full, and the score is {points}"),
    ];

    fn write_action(&self, _board: &Board, point: Point, written: &mut String) {
        text::write_square(point.file as usize, point.rank as usize, written);
    }

    fn parse_action(&self, _board: &Board, written: &str, legal: &[Point]) -> Option<Point> {
        self.parse_point(written).filter(|point| legal.contains(point))
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        let Some(point) = self.parse_point(written) else {
            let last = text::file_letter(self.size - 1);
            return Some(format!("a choice is a point a1..{last}{}", self.size));
        };
        (board.content(point) != VACANT).then(|| "a stone is put on a vacant point".to_owned())
    }

    const JOINT: [&'static str; 2] = ["", ","];

    fn position_text(&self, board: &Board) -> String {
        let letter = |file, rank| match board.content(Point::new(file, rank)) {
            VACANT => None,
            stone => Some(LETTERS[stone]),
        };
        let written = fen::placement(self.size, self.size, letter);
        let [black, white] = board.score;
        written + &format!(" {black}-{white}")
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let Some([rows, score]) = text::words(written) else {
            refuse!("expected `rows score` as in `3/1B1/2W 0-0`, found `{written}`");
        };
        let (mut board, mut counts) = (self.empty(), [0; 4]);
        fen::parse_ranks(rows, self.size, self.size, |file, rank, letter| {
            let stone = (BLACK_STONE..=NEUTRAL_STONE).find(|&stone| LETTERS[stone] == letter);
            let stone = stone.ok_or_else(|| refusal!("expected `B`, `W` or `N`, found `{letter}`"))?;
            self.put(&mut board, Point::new(file, rank), stone);
            counts[stone] += 1;
            Ok(())
        })?;
        board.score = text::parse_numbers(score, '-')
            .ok_or_else(|| format!("the score is two numbers such as `1-0`, found `{score}`"))?;
        let [_, black_stones, white_stones, _] = counts;
        refuse_if!(
            black_stones != white_stones,
            "Black and White have as many stones, found {black_stones} black and {white_stones} white"
        );
        let centre = board.content(self.centre());
        if self.centre_neutral && centre != NEUTRAL_STONE {
            refuse!("the centre point holds `N` from the start, found `{}`", LETTERS[centre]);
        }
        self.check_score(board.score, black_stones)?;
        Ok(board)
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        for (site, on) in on.iter_mut().enumerate() {
            *on = board.content(Point::new(site % self.size, site / self.size)) as u8;
        }
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        for (seat, points) in Seat::all(2).zip(board.score) {
            fields.push(Field::number("points", points, u8::MAX.into()).of(seat));
        }
    }
}

impl Heuristics for Frames {
    /// The difference of the points, and the expected difference of the stones inside a rectangle whose corners are
    /// drawn at random from the whole board.
    #[inline]
    fn evaluate(&self, board: &Board, seat: Seat) -> Option<i32> {
        let lead = i64::from(board.score[0]) - i64::from(board.score[1]);
        let pairs = (self.size as i64).pow(4);
        let inside = 4 * i64::from(board.weight) * STONE_VALUE / pairs;
        let black = (POINT_VALUE * lead + inside) as i32;
        Some(if seat == BLACK { black } else { -black })
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for Frames {
    fn symmetric_hash(&self, board: &Board) -> u64 {
        let (last, mut hashes) = (self.size as u8 - 1, [0; 8]);
        for (rank, &row) in board.rows[..self.size].iter().enumerate() {
            let mut stones = (row | row >> 32) as u32;
            while stones != 0 {
                let point = Point::new(stones.trailing_zeros() as usize, rank);
                let (x, y) = (point.file, point.rank);
                let images = [(x, y), (last - x, y), (x, last - y), (last - x, last - y)];
                for (index, (x, y)) in images.into_iter().enumerate() {
                    let stone = board.content(point);
                    hashes[index] ^= stone_key(stone, Point { file: x, rank: y });
                    hashes[index + 4] ^= stone_key(stone, Point { file: y, rank: x });
                }
                stones &= stones - 1;
            }
        }
        hashes.into_iter().min().unwrap_or_default() ^ score_key(board)
    }
}
