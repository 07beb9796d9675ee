//! Hex: Red joins the bottom to the top, Blue the left to the right. `rules.md` has the rules.

use torneo::contract::scene::{Board, Glyph, Place, Places};
use torneo::contract::{
    Described, End, Exchange, Form, Formats, Game, GameInfo, Heuristics, Interchange, Kind, Notation,
    OptionInfo, Options, Outcome, PositionError, Scenery, Seat, Sgf, Solving, SpecError, Stage, Turn, reason,
    zobrist,
};
use torneo::games::board::{ranks, scene, swap, text};

/// The most cells of a board.
const CELLS: usize = 19 * 19;
const SIZE: OptionInfo = OptionInfo::int("size", 3..=19, "11").help("cells a side");

#[derive(Clone, Debug)]
pub struct Hex {
    size: usize,
    swap: bool,
}

/// The kinds of the stones by cells, which are numbered rank by rank from the bottom; 0 where none lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub stones: [u8; CELLS],
    pub placed: usize,
    to_move: Seat,
    won: bool,
}

impl Hex {
    /// Whether the chain of the stone on a cell joins both sides of its seat.
    fn joins(&self, position: &Position, cell: usize) -> bool {
        let (n, stone, mut chain) = (self.size, position.stones[cell], vec![cell]);
        for next in 0..n * n {
            let Some(&cell) = chain.get(next) else { break };
            for (up, by) in [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)] {
                let (rank, file) = ((cell / n).wrapping_add_signed(up), (cell % n).wrapping_add_signed(by));
                let beside = if rank.max(file) < n { rank * n + file } else { cell };
                chain
                    .extend((position.stones[beside] == stone && !chain.contains(&beside)).then_some(beside));
            }
        }
        let along = |cell: usize| if stone == 1 { cell / n } else { cell % n };
        [0, n - 1].iter().all(|&side| chain.iter().any(|&cell| along(cell) == side))
    }
}

impl Described for Hex {
    const INFO: GameInfo = GameInfo {
        id: "hex",
        title: "Hex",
        family: "connection",
        options: &[SIZE, swap::option("true")],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Hex, SpecError> {
        Ok(Hex { size: options.u32("size") as usize, swap: options.bool("swap") })
    }
}

impl Game for Hex {
    type Position = Position;
    type Action = u16;

    fn max_plies(&self) -> Option<u64> {
        Some((self.size * self.size) as u64 + 1)
    }

    fn start(&self) -> Position {
        Position { stones: [0; CELLS], placed: 0, to_move: Seat::FIRST, won: false }
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.won { Turn::Over } else { Turn::Seat(position.to_move) }
    }

    /// Who plays on the first stone takes it over.
    fn actions(&self, position: &Position, _seat: Seat, actions: &mut Vec<u16>) {
        let may_play = |cell: &usize| position.stones[*cell] == 0 || self.stage(position) == Stage::Swap;
        actions.extend((0..self.size * self.size).filter(may_play).map(|cell| cell as u16));
    }

    fn stage(&self, position: &Position) -> Stage {
        let may_swap = self.swap && position.placed == 1 && position.to_move == Seat::SECOND;
        if may_swap { Stage::Swap } else { Stage::Play }
    }

    fn apply(&self, position: &mut Position, action: u16) {
        let (mut cell, seat) = (usize::from(action), position.to_move);
        if position.stones[cell] > 0 {
            (position.stones[cell], position.placed) = (0, 0);
            cell = cell % self.size * self.size + cell / self.size;
        }
        position.stones[cell] = seat.index() as u8 + 1;
        *position = Position { placed: position.placed + 1, to_move: seat.other(), ..*position };
        position.won = self.joins(position, cell);
    }

    fn outcome(&self, position: &Position) -> Outcome {
        Outcome::win(position.to_move.other(), 2, reason::WON)
    }

    fn hash(&self, position: &Position) -> u64 {
        let keys = (0..CELLS).map(|cell| zobrist::key(3 * cell as u64 + u64::from(position.stones[cell])));
        keys.fold(position.to_move.index() as u64, |hash, key| hash ^ key)
    }
}

impl Notation for Hex {
    const SEATS: &'static [&'static str] = &["Red", "Blue"];
    const ENDS: &'static [End] = &[(reason::WON, "opposite sides are connected")];
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;
    const KINDS: &'static [Kind] = &[
        Kind::new('r', "stone", Some(Seat::FIRST), Glyph::Disc),
        Kind::new('b', "stone", Some(Seat::SECOND), Glyph::Disc),
    ];

    fn write_action(&self, position: &Position, action: u16, written: &mut String) {
        match usize::from(action) {
            cell if position.stones[cell] > 0 => written.push_str(swap::TOKEN),
            cell => text::write_square(cell % self.size, cell / self.size, written),
        }
    }

    fn position_text(&self, position: &Position) -> String {
        let stone = |file, rank| usize::from(position.stones[rank * self.size + file]);
        ranks::placement(self.size, self.size, |file, rank| ['.', 'r', 'b'][stone(file, rank)])
            + [" r", " b"][position.to_move.index()]
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let (placement, mover) = written.split_once(' ').unwrap_or((written, ""));
        let to_move = Seat::all(2).find(|seat| mover == ["r", "b"][seat.index()]);
        let to_move = to_move.ok_or_else(|| PositionError::new("expected ranks, a blank, and `r` or `b`"))?;
        let stones = ranks::things(placement, self.size, self.size, &['r', 'b'])?;
        let mut position = Position { placed: stones.len(), to_move, ..self.start() };
        stones.iter().for_each(|&(cell, seat)| position.stones[cell] = seat as u8 + 1);
        let ahead =
            stones.iter().fold(-(to_move.index() as i64), |sum, (_, seat)| sum + 1 - 2 * *seat as i64);
        if ahead != 0 && !(self.swap && !stones.is_empty() && ahead == -1) {
            return Err(PositionError::new("no turns lead to these numbers of stones"));
        }
        position.won = stones.iter().any(|&(cell, _)| self.joins(&position, cell));
        Ok(position)
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        on.copy_from_slice(&position.stones[..on.len()]);
    }
}

impl Scenery for Hex {
    fn board(&self) -> Board {
        let cell = |id| {
            let (rank, file) = (id / self.size, id % self.size);
            let (column, name) = (file as f32 + rank as f32 / 2.0, text::square_name(file, rank));
            scene::Cells { id, name, column, row: self.size - 1 - rank }
        };
        scene::hexagons((0..self.size * self.size).map(cell), false)
    }

    fn clicks(&self, _position: &Position, _seat: Option<Seat>, action: u16) -> Places {
        Places::from_slice(&[Place::site(action.into())])
    }
}

impl Heuristics for Hex {}

impl Solving for Hex {}

/// Taking over as other programs of Hex write it.
const SWAP_PIECES: &str = "swap-pieces";

impl Interchange for Hex {
    fn formats(&self) -> Formats {
        let sgf = Sgf { number: Some(11), numbers: &[], black: Seat::FIRST };
        Formats { gtp: true, sgf: Some(sgf), size: self.size, ..Formats::NONE }
    }

    fn export_action(&self, _form: Form, position: &Position, action: u16) -> Option<String> {
        let mut token = String::new();
        self.write_action(position, action, &mut token);
        Some(if token == swap::TOKEN { SWAP_PIECES.to_owned() } else { token })
    }

    fn import_action(&self, _form: Form, _position: &Position, text: &str) -> String {
        let takes_over = text.eq_ignore_ascii_case(SWAP_PIECES);
        if takes_over { swap::TOKEN.to_owned() } else { text.to_owned() }
    }
}
