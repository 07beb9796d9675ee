//! Hex: Red joins the bottom to the top, Blue the left to the right. `rules.md` has the rules.

use torneo::contract::scene::{Board, Glyph, Item, Place, Places, Scene};
use torneo::contract::{
    Described, Game, GameInfo, Heuristics, Notation, OptionInfo, OptionKind, Options, Outcome, PositionError,
    Scenery, Scratch, Seat, SeatName, Solving, SpecError, Stage, Turn, TurnKinds, reason, zobrist,
};
use torneo::games::board::{ranks, scene, swap, text};

/// The page of the rules.
pub const RULES: &str = include_str!("../rules.md");
/// The most cells of a board.
const CELLS: usize = 19 * 19;
/// The action that takes over the first stone.
pub const SWAP: u16 = u16::MAX;
const LETTERS: [char; 2] = ['r', 'b'];
const SIZE: OptionInfo = OptionInfo {
    name: "size",
    kind: OptionKind::Int { min: 3, max: 19 },
    default: "11",
    help: "cells a side",
};

#[derive(Clone, Debug)]
pub struct Hex {
    size: usize,
    swap: bool,
}

/// The stones by cells, which are numbered rank by rank from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub stones: [Option<Seat>; CELLS],
    pub placed: usize,
    to_move: Seat,
    won: bool,
}

impl Hex {
    fn may_swap(&self, position: &Position) -> bool {
        self.swap && position.placed == 1 && position.to_move == Seat::SECOND
    }

    /// Whether the chain of the stone on a cell joins both sides of its seat.
    fn joins(&self, position: &Position, cell: usize) -> bool {
        let (mut reached, mut chain, mut ends) = ([false; CELLS], vec![cell], [false; 2]);
        while let Some(cell) = chain.pop() {
            let (rank, file) = (cell / self.size, cell % self.size);
            let along = if position.stones[cell] == Some(Seat::FIRST) { rank } else { file };
            ends = [ends[0] || along == 0, ends[1] || along == self.size - 1];
            for (up, right) in [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)] {
                let (rank, file) = (rank.wrapping_add_signed(up), file.wrapping_add_signed(right));
                let inside = rank.max(file) < self.size;
                let next = if inside { rank * self.size + file } else { cell };
                if position.stones[next] == position.stones[cell]
                    && !std::mem::replace(&mut reached[next], true)
                {
                    chain.push(next);
                }
            }
        }
        ends == [true; 2]
    }
}

impl Described for Hex {
    const INFO: GameInfo = GameInfo {
        id: "hex",
        title: "Hex",
        family: "connection",
        reconstructed: false,
        seats: (2, 2),
        turns: TurnKinds { decision: true, chance: false, simultaneous: false },
        options: &[SIZE, swap::option("true")],
    };

    fn new(options: &Options) -> Result<Hex, SpecError> {
        Ok(Hex { size: options.u32("size") as usize, swap: options.bool("swap") })
    }
}

impl Game for Hex {
    type Position = Position;
    type Action = u16;

    const TURNS: TurnKinds = Self::INFO.turns;

    fn max_plies(&self) -> Option<u64> {
        Some((self.size * self.size) as u64 + 1)
    }

    fn start(&self) -> Position {
        Position { stones: [None; CELLS], placed: 0, to_move: Seat::FIRST, won: false }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.won { Turn::Over } else { Turn::Seat(position.to_move) }
    }

    fn actions(&self, position: &Position, _seat: Seat, actions: &mut Vec<u16>) {
        let cells = 0..self.size * self.size;
        actions.extend(cells.filter(|&cell| position.stones[cell].is_none()).map(|cell| cell as u16));
        actions.extend(self.may_swap(position).then_some(SWAP));
    }

    fn count_actions(&self, position: &Position, _seat: Seat, _scratch: &mut Scratch<u16>) -> usize {
        self.size * self.size - position.placed + usize::from(self.may_swap(position))
    }

    fn stage(&self, position: &Position) -> Stage {
        if self.may_swap(position) { Stage::Swap } else { Stage::Play }
    }

    fn apply(&self, position: &mut Position, action: u16) {
        let (mut cell, seat) = (usize::from(action), position.to_move);
        if action == SWAP {
            let taken = position.stones.iter().position(Option::is_some).expect("a stone was placed");
            position.stones[taken] = None;
            cell = taken % self.size * self.size + taken / self.size;
            position.placed = 0;
        }
        position.stones[cell] = Some(seat);
        *position = Position { placed: position.placed + 1, to_move: seat.other(), ..*position };
        position.won = self.joins(position, cell);
    }

    fn outcome(&self, position: &Position) -> Outcome {
        Outcome::win(position.to_move.other(), 2, reason::WON)
    }

    fn hash(&self, position: &Position) -> u64 {
        let stones = position.stones.iter().enumerate().filter_map(|(cell, stone)| Some((cell, (*stone)?)));
        let keys = stones.map(|(cell, seat)| zobrist::key((cell * 2 + seat.index()) as u64));
        keys.fold(position.to_move.index() as u64, |hash, key| hash ^ key)
    }
}

impl Notation for Hex {
    fn seat_name(&self, seat: Seat) -> SeatName {
        ["Red", "Blue"][seat.index()].into()
    }

    fn write_action(&self, _position: &Position, action: u16, written: &mut String) {
        match action {
            SWAP => written.push_str(swap::TOKEN),
            cell => text::write_square(usize::from(cell) % self.size, usize::from(cell) / self.size, written),
        }
    }

    fn position_text(&self, position: &Position) -> String {
        let stone = |file: usize, rank: usize| position.stones[rank * self.size + file];
        let letter = |file, rank| stone(file, rank).map_or('.', |seat| LETTERS[seat.index()]);
        let mut written = String::new();
        ranks::write(self.size, self.size, letter, &mut written);
        written + [" r", " b"][position.to_move.index()]
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let seat = |letter| Seat::all(2).find(|seat| LETTERS[seat.index()] == letter);
        let (placement, mover) = written.split_once(' ').unwrap_or((written, ""));
        let to_move = mover.parse().ok().and_then(seat);
        let to_move = to_move.ok_or_else(|| PositionError::new("expected ranks, a blank, and `r` or `b`"))?;
        let (mut position, mut stones) = (Position { to_move, ..self.start() }, Vec::new());
        ranks::parse(placement, self.size, self.size, |file, rank, letter| {
            let found = seat(letter).map(|seat| (rank * self.size + file, seat));
            stones.extend(found);
            if found.is_some() || letter == '.' { Ok(()) } else { Err(format!("`{letter}` is no stone")) }
        })?;
        stones.iter().for_each(|&(cell, seat)| position.stones[cell] = Some(seat));
        let red = stones.iter().filter(|(_, seat)| *seat == Seat::FIRST).count();
        let ahead = red as i64 - (stones.len() - red) as i64 - to_move.index() as i64;
        if ahead != 0 && !(self.swap && ahead == -1 && !stones.is_empty()) {
            return Err(PositionError::new("no turns lead to these numbers of stones"));
        }
        position.won = stones.iter().any(|&(cell, _)| self.joins(&position, cell));
        Ok(Position { placed: stones.len(), ..position })
    }
}

impl Scenery for Hex {
    fn board(&self) -> Board {
        let name = |rank, file| {
            let mut name = String::new();
            text::write_square(file, rank, &mut name);
            name
        };
        let cell = |id| {
            let (rank, file) = (id / self.size, id % self.size);
            let column = file as f32 + rank as f32 / 2.0;
            scene::Cells { id, name: name(rank, file), column, row: self.size - 1 - rank }
        };
        scene::hexagons((0..self.size * self.size).map(cell), false)
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene { caption: self.seat_name(position.to_move).to_string(), ..Scene::default() };
        for (cell, stone) in position.stones.iter().enumerate() {
            scene.items.extend(stone.map(|seat| Item::on(cell, Glyph::Disc).of(seat)));
        }
        if self.may_swap(position) {
            scene.choices("Swap", [Glyph::Text(swap::TOKEN.to_owned())]);
        }
        scene
    }

    fn clicks(&self, _position: &Position, _seat: Option<Seat>, action: u16) -> Places {
        Places::from_slice(&[if action == SWAP { Place::slot(0, 0) } else { Place::site(action.into()) }])
    }
}

impl Heuristics for Hex {}

impl Solving for Hex {}
