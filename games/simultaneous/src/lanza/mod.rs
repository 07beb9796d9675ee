//! Lanza (rules: `docs/games/lanza.md`).

mod hexagon;
mod notation;
mod piece;
mod resolution;
mod scene;

use std::sync::LazyLock;

use rand_core::Rng;

use hexagon::{DIRECTIONS, Hexagon};
use piece::{MAX_PLAYERS, OF_RANK, PIECES, Piece, Pieces, RANK_LETTERS, RANKS, all_of, all_pieces, weaker};
use torneo_board::grid::BitSet;
use torneo_board::terms::lead;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Described, Ending, Game, GameInfo, Heuristics, Kind, OptionInfo, Options, Outcome, Scratch, Seat,
    SeatSet, Solving, SpecError, Stage, Turn, TurnKinds, random, reason, zobrist,
};

/// The start on opposite sides is for this many players.
const SIDES_PLAYERS: usize = 2;

/// Units of the evaluation: a point, a cell that a piece can be ordered to, and a cell on which, or an exchange of
/// cells by which, a piece can capture an enemy.
const POINT_VALUE: i32 = 1_000;
const REACH_VALUE: i32 = 5;
const THREAT_VALUE: i32 = 10;
const LARGEST_VALUE: i32 = 1_000_000;

/// The orders of one player: directions `1..=6` of Jack, Queen and King, 0 for a piece that is not on the board.
pub type Orders = [u8; RANKS];

/// The place in [`Orders`] of a rank.
const fn order_place(rank: usize) -> usize {
    RANKS - 1 - rank
}

/// A result of chance, the orders of one player, or the cell on which a piece comes back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Chance deals this piece onto the next start cell, or makes it the next to come back.
    Draw(Piece),
    /// A player's orders.
    Orders(Orders),
    /// The piece that was drawn comes back on this cell.
    Place(u8),
}

/// The pieces, the score and the state of the deal or the re-entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pieces: Pieces,
    /// The pieces still to be dealt, or captured and waiting to come back.
    waiting: u16,
    dealing: bool,
    /// The captured piece that its owner is to place.
    drawn: Option<Piece>,
    score: [u16; MAX_PLAYERS],
    turns: u16,
    ending: Option<Ending>,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Lanza {
    players: usize,
    target: u16,
    max_turns: u16,
    /// The start on opposite sides.
    sides: bool,
    board: Hexagon,
    /// The start cells in the order of the deal.
    start_cells: Vec<u8>,
    /// The orders for each set of ranks on the board.
    orders: [Vec<Orders>; 1 << RANKS],
}

/// All orders for a set of ranks: a different direction for each piece.
fn orders_for(ranks: usize) -> Vec<Orders> {
    let choices = |rank: usize| if ranks >> rank & 1 == 1 { 1..=DIRECTIONS as u8 } else { 0..=0 };
    let mut orders = Vec::new();
    for jack in choices(2) {
        for queen in choices(1) {
            for king in choices(0) {
                orders.push([jack, queen, king]);
            }
        }
    }
    orders.retain(is_distinct);
    orders
}

/// Whether no direction is used twice.
fn is_distinct(orders: &Orders) -> bool {
    (0..RANKS).all(|i| orders[i] == 0 || !orders[..i].contains(&orders[i]))
}

impl Lanza {
    /// How the game ends by score and number of turns.
    fn judge(&self, board: &Board) -> Option<Ending> {
        let best = *board.score.iter().max().expect("there are players");
        if best >= self.target {
            let mut first = Seat::all(self.players).filter(|seat| board.score[seat.index()] == best);
            if let (Some(winner), None) = (first.next(), first.next()) {
                return Some(Ending::win(winner, reason::WON));
            }
        }
        (board.turns >= self.max_turns).then_some(Ending::draw(reason::LENGTH_LIMIT))
    }

    /// The pieces that chance draws from.
    #[inline]
    fn drawable(&self, board: &Board) -> u16 {
        if board.dealing && self.sides { board.waiting & self.owners_of_side(board) } else { board.waiting }
    }

    /// The pieces of the player whose side is dealt: player 2 above, then player 1 below.
    fn owners_of_side(&self, board: &Board) -> u16 {
        let player_1 = all_pieces(1);
        if (board.pieces.present.len() as usize) < RANKS { !player_1 } else { player_1 }
    }

    /// The cells on which a captured piece may come back.
    #[inline]
    fn vacant_ring(&self, board: &Board) -> u64 {
        self.board.ring & !board.pieces.cells_of(board.pieces.present)
    }

    #[inline]
    fn orders(&self, board: &Board, seat: Seat) -> &[Orders] {
        &self.orders[board.pieces.ranks_of(seat)]
    }

    /// Number of ways in which pieces on two cells can meet: cells near both, and the exchange of cells.
    fn meetings(&self, a: usize, b: usize) -> i32 {
        let common = self.board.near[a] & self.board.near[b];
        common.len() as i32 + i32::from(self.board.near[a].has(b))
    }

    /// What the evaluation counts for one player.
    fn value_of(&self, board: &Board, seat: Seat) -> i32 {
        let mut value = POINT_VALUE * i32::from(board.score[seat.index()]);
        let present = board.pieces.present;
        let own = present & all_of(seat);
        for hunter in own.members().map(Piece::from_index) {
            let cell = board.pieces.cell(hunter);
            value += REACH_VALUE * self.board.near[cell].len() as i32;
            let prey = present & !own & OF_RANK[weaker(hunter.rank())];
            let prey = prey.members().map(Piece::from_index);
            let threats = prey.map(|prey| self.meetings(cell, board.pieces.cell(prey)));
            value += THREAT_VALUE * threats.sum::<i32>();
        }
        value
    }
}

impl Described for Lanza {
    const INFO: GameInfo = GameInfo {
        id: "lanza",
        title: "Lanza",
        family: "simultaneous",
        seats: (2, MAX_PLAYERS),
        reconstructed: false,
        turns: TurnKinds { decision: true, chance: true, simultaneous: true },
        options: &[
            OptionInfo::int("players", 2..=MAX_PLAYERS as i64, "2")
                .help("players; the hexagon has one cell more on each side"),
            OptionInfo::int("target", 1..=1_000, "3")
                .help("points that win the game if one player alone has the most"),
            OptionInfo::int("max_turns", 1..=10_000, "200").help("turns after which the game is drawn"),
            OptionInfo::choice("start", &["ring", "sides"], "ring").help(
                "ring: all pieces shuffled on every second outer cell; sides: on own sides (2 players)",
            ),
        ],
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let players = options.u32("players") as usize;
        let sides = options.choice("start") == "sides";
        let message = format_args!("`sides` is for 2 players, found players={players}");
        options.refuse_if(sides && players != SIDES_PLAYERS, "start", message)?;
        let board = Hexagon::new(players + 1);
        let start_cells: Vec<usize> = if sides {
            board.row(0).chain(board.row(board.rows() - 1)).collect()
        } else {
            board.ring_cells().into_iter().step_by(2).collect()
        };
        Ok(Lanza {
            players,
            target: options.u32("target") as u16,
            max_turns: options.u32("max_turns") as u16,
            sides,
            board,
            start_cells: start_cells.into_iter().map(|cell| cell as u8).collect(),
            orders: std::array::from_fn(orders_for),
        })
    }
}

impl Game for Lanza {
    type Position = Board;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;
    const MANY_SEATS: bool = Self::INFO.seats.1 > 2;

    fn seats(&self) -> usize {
        self.players
    }

    /// The deal, and each turn with a draw and a placement for each captured piece; after the last turn none comes
    /// back. A piece is in at most one capture a turn, and each needs a captor that stays.
    fn max_plies(&self) -> Option<u64> {
        let pieces = (RANKS * self.players) as u64;
        let captures = pieces / 2;
        Some(pieces + (u64::from(self.max_turns) - 1) * (1 + 2 * captures) + 1)
    }

    fn start(&self) -> Board {
        Board {
            pieces: Pieces::NONE,
            waiting: all_pieces(self.players),
            dealing: true,
            drawn: None,
            score: [0; MAX_PLAYERS],
            turns: 0,
            ending: None,
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.ending.is_some() {
            Turn::Over
        } else if let Some(piece) = board.drawn {
            Turn::Seat(piece.owner())
        } else if board.waiting != 0 {
            Turn::Chance
        } else {
            Turn::Simultaneous(SeatSet::first(self.players))
        }
    }

    fn actions(&self, board: &Board, seat: Seat, actions: &mut Vec<Action>) {
        if board.drawn.is_some() {
            actions.extend(self.vacant_ring(board).members().map(|cell| Action::Place(cell as u8)));
        } else {
            actions.extend(self.orders(board, seat).iter().map(|&orders| Action::Orders(orders)));
        }
    }

    fn chance(&self, board: &Board, outcomes: &mut Vec<(Action, u64)>) {
        let pieces = self.drawable(board).members().map(Piece::from_index);
        outcomes.extend(pieces.map(|piece| (Action::Draw(piece), 1)));
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        match action {
            Action::Draw(piece) => {
                board.waiting &= !u16::one(piece.index());
                if board.dealing {
                    let dealt = board.pieces.present.len() as usize;
                    board.pieces.put(piece, self.start_cells[dealt] as usize);
                    board.dealing = board.waiting != 0;
                } else {
                    board.drawn = Some(piece);
                }
            }
            Action::Place(cell) => {
                let piece = board.drawn.take().expect("a piece was drawn");
                board.pieces.put(piece, cell as usize);
            }
            Action::Orders(_) => unreachable!("orders are given together"),
        }
    }

    #[inline]
    fn apply_simultaneous(&self, board: &mut Board, joint: &[Action]) {
        let mut targets = [0; PIECES];
        for piece in board.pieces.iter() {
            let Action::Orders(orders) = joint[piece.owner().index()] else {
                unreachable!("players choose orders together");
            };
            let direction = orders[order_place(piece.rank())] as usize - 1;
            targets[piece.index()] = self.board.targets[board.pieces.cell(piece)][direction];
        }
        let captures = resolution::resolve(&mut board.pieces, &targets);
        for (score, points) in board.score.iter_mut().zip(captures.points) {
            *score += points;
        }
        board.turns += 1;
        board.waiting = captures.pieces;
        board.ending = self.judge(board);
    }

    fn stage(&self, position: &Self::Position) -> Stage {
        if position.dealing && position.waiting != 0 { Stage::SetUp } else { Stage::Play }
    }

    fn outcome(&self, board: &Board) -> Outcome {
        let points = board.score[..self.players].iter().copied();
        board.ending.expect("the game is over").outcome(self.players).with_points(points)
    }

    fn hash(&self, board: &Board) -> u64 {
        let [low, high] = board.pieces.words();
        let drawn = board.drawn.map_or(PIECES, Piece::index) as u64;
        let sets = u64::from(board.pieces.present) | u64::from(board.waiting) << 16;
        let state = sets | u64::from(board.turns) << 32 | drawn << 48 | u64::from(board.dealing) << 56;
        let score = board.score.iter().fold(0, |word, &points| word << 16 | u64::from(points));
        [low, high, state, score].into_iter().fold(0, |hash, word| zobrist::key(hash ^ word))
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        board: &Board,
        seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        if board.drawn.is_some() {
            let vacant = self.vacant_ring(board);
            return Action::Place(vacant.nth(random::below(rng, vacant.len() as usize)) as u8);
        }
        let orders = self.orders(board, seat);
        Action::Orders(orders[random::below(rng, orders.len())])
    }

    #[inline]
    fn chance_at(&self, board: &Board, word: u64, _scratch: &mut Scratch<Action>) -> Action {
        let pieces = self.drawable(board);
        let n = random::scale(word, u64::from(pieces.len())) as usize;
        Action::Draw(Piece::from_index(pieces.nth(n)))
    }

    fn count_actions(&self, board: &Board, seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        match board.drawn {
            Some(_) => self.vacant_ring(board).len() as usize,
            None => self.orders(board, seat).len(),
        }
    }
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let names = ["king", "queen", "jack"].into_iter().enumerate();
    let kind = |seat: Seat, (rank, name): (usize, &'static str)| {
        Kind::new(RANK_LETTERS[rank], name, Some(seat), Glyph::Letter(RANK_LETTERS[rank].to_string()))
    };
    Seat::all(MAX_PLAYERS).flat_map(|seat| names.clone().map(move |name| kind(seat, name))).collect()
});

impl Heuristics for Lanza {
    /// The player's score, reach and threats minus the mean of those of the others.
    #[inline]
    fn evaluate(&self, board: &Board, seat: Seat) -> Option<i32> {
        let value = lead(self.players, seat, |seat| self.value_of(board, seat));
        Some(value.clamp(-LARGEST_VALUE, LARGEST_VALUE))
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for Lanza {}
