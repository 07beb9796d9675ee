//! Martian Chess (rules: `docs/games/martian-chess.md`).

mod board;
mod notation;
mod scene;
mod tables;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::history::{History, Tracked};
use torneo_board::ranked::Ranked;
use torneo_board::terms::lead;
use torneo_contract::{
    Archiving, Described, Ending, Game, GameInfo, Heuristics, Notation, OptionInfo, Options, Outcome,
    Scratch, Seat, SeatVec, Solving, SpecError, Turn, TurnKinds, noisy_listed, random, random_listed, reason,
};

use board::End;
pub use board::{Board, Move};
use tables::{DRONE, KINDS, PAWN, QUEEN, TARGETS, Targets, ZONE, zone_of};

/// Pieces of each kind that a player begins with.
const PIECES_OF_A_KIND: u32 = 3;
/// Points that the pieces of a player are worth at the start.
const WORTH: u32 = 18;

const START_FOR_TWO: &str = "Da6 Qa7 Qa8 Db1 Pb2 Pb3 Pb6 Db7 Qb8 Qc1 Dc2 Pc3 Pc6 Pc7 Dc8 Qd1 Qd2 Dd3 s 0-0";
const START_FOR_FOUR: &str = "Qa1 Qa2 Da3 Da6 Qa7 Qa8 Qb1 Db2 Pb3 Pb6 Db7 Qb8 Dc1 Pc2 Pc3 Pc6 Pc7 Dc8 \
     Df1 Pf2 Pf3 Pf6 Pf7 Df8 Qg1 Dg2 Pg3 Pg6 Dg7 Qg8 Qh1 Qh2 Dh3 Dh6 Qh7 Qh8 1 0-0-0-0";

/// Room for the history of a game of usual length.
const USUAL_PLIES: usize = 128;

/// Units of the evaluation: a point, and a point's worth of pieces in the own zone.
const POINT_VALUE: i32 = 100;
const ZONE_VALUE: i32 = 12;

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct MartianChess {
    players: usize,
    no_repetition: bool,
    /// 0 for no limit.
    quiet_limit: u32,
    award_remaining: bool,
    tie_to_ender: bool,
    field_promotion: bool,
}

impl MartianChess {
    #[inline]
    fn is_for_two(&self) -> bool {
        self.players == 2
    }

    #[inline]
    fn targets(&self) -> &'static Targets {
        &TARGETS[usize::from(!self.is_for_two())]
    }

    /// The player whose turn comes after that of `player`.
    #[inline]
    fn after(&self, player: usize) -> usize {
        if player + 1 == self.players { 0 } else { player + 1 }
    }

    /// The player who has made the last move.
    #[inline]
    fn last_mover(&self, board: &Board) -> usize {
        board.mover().checked_sub(1).unwrap_or(self.players - 1)
    }

    /// Whether a move from an own piece to a square of its list of targets meets nothing on its way, and on that
    /// square no own piece with which it cannot merge.
    #[inline]
    fn is_open(&self, board: &Board, action: Move) -> bool {
        let (from, to) = action.squares();
        let meets_own = board.occupied.has(to) & (zone_of(from) == zone_of(to));
        board.is_clear(action) & !meets_own
            || self.field_promotion && meets_own && board.is_clear(action) && board.merged(action).is_some()
    }

    /// Whether an open move is neither barred nor brings back an earlier placement.
    #[inline]
    fn is_allowed(&self, board: &Board, history: &History, action: Move) -> bool {
        let (_, to) = action.squares();
        board.occupied.has(to)
            || board.barred != Some(action)
                && !(self.no_repetition && history.contains(board.placement_after(action)))
    }

    /// Calls `visit` with the legal moves until it returns true; whether it has.
    #[inline]
    fn any_move(&self, board: &Board, history: &History, mut visit: impl FnMut(Move) -> bool) -> bool {
        let (player, targets) = (board.mover(), self.targets());
        (0..KINDS).rev().any(|kind| {
            board.places(player, kind).members().any(|place| {
                let from = player * ZONE + place;
                targets.of(kind, from).iter().any(|&to| {
                    let action = Move::new(from, to as usize);
                    self.is_open(board, action) && self.is_allowed(board, history, action) && visit(action)
                })
            })
        })
    }

    /// Whether the player to move has a legal move. Nearly always it is one to an empty square, and pieces of the small
    /// kinds have the least on their ways.
    #[inline]
    fn can_move(&self, board: &Board, history: &History) -> bool {
        let (player, targets) = (board.mover(), self.targets());
        let has_quiet_move = (0..KINDS).any(|kind| {
            board.places(player, kind).members().any(|place| {
                let from = player * ZONE + place;
                (targets.set(kind, from) & !board.occupied).members().any(|to| {
                    let action = Move::new(from, to);
                    board.is_clear(action) && self.is_allowed(board, history, action)
                })
            })
        });
        has_quiet_move || self.any_move(board, history, |_| true)
    }

    /// The legal captures, in the order of the legal moves.
    fn list_captures(&self, board: &Board, actions: &mut Vec<Move>) {
        let (player, targets) = (board.mover(), self.targets());
        let enemies = board.occupied & !board.owned(player);
        for kind in (0..KINDS).rev() {
            for from in board.places(player, kind).members().map(|place| player * ZONE + place) {
                if targets.set(kind, from) & enemies == 0 {
                    continue;
                }
                let met = targets.of(kind, from).iter().filter(|&&to| enemies.has(to as usize));
                let moves = met.map(|&to| Move::new(from, to as usize));
                actions.extend(moves.filter(|&action| board.is_clear(action)));
            }
        }
    }

    /// How the game has ended by the last move, or where a position is set up.
    #[inline]
    fn judge(&self, board: &Board, history: &History) -> Option<End> {
        if board.zones[self.last_mover(board)] == 0 {
            Some(End::Emptied)
        } else if self.quiet_limit > 0 && board.quiet >= self.quiet_limit {
            Some(End::Quiet)
        } else {
            // Only earlier placements and a barred move keep a piece from moving: one that no other is ahead of can
            // always go forward.
            let free = board.barred.is_none() && history.len() < 2;
            (!free && !self.can_move(board, history)).then_some(End::NoMove)
        }
    }

    /// The points of each player, with those for the rest of the pieces where they count.
    fn points(&self, board: &Board) -> SeatVec<f64> {
        let mut points: SeatVec<f64> =
            board.scores[..self.players].iter().map(|&score| f64::from(score)).collect();
        if self.award_remaining && board.over == Some(End::Emptied) {
            let remaining: u32 = (0..self.players).map(|player| board.value_of(player)).sum();
            points[self.last_mover(board)] += f64::from(remaining);
        }
        points
    }

    /// The points of a player and the pieces of its zone, in units of the evaluation.
    #[inline]
    fn strength(&self, board: &Board, player: usize) -> i32 {
        POINT_VALUE * i32::from(board.scores[player]) + ZONE_VALUE * board.value_of(player) as i32
    }

    /// Whether a move takes the last piece out of the own zone, which ends the game.
    #[inline]
    fn ends(&self, board: &Board, action: Move) -> bool {
        let (from, to) = action.squares();
        board.owned(board.mover()).len() == 1 && zone_of(from) != zone_of(to)
    }
}

impl Described for MartianChess {
    const INFO: GameInfo = GameInfo {
        id: "martian-chess",
        title: "Martian Chess",
        family: "capture",
        seats: (2, 4),
        options: &[
            OptionInfo::choice("players", &["2", "4"], "2")
                .help("the number of players: 2 on half the board, 4 on all of it"),
            OptionInfo::flag("no_repetition", true)
                .help("a move may not bring back an earlier placement of the pieces"),
            OptionInfo::int("quiet_limit", 0..=u32::MAX as i64, "60").help(
                "the points are compared after this many plies in a row without a capture; 0 = no limit",
            ),
            OptionInfo::flag("award_remaining", false)
                .help("a player who empties the own zone scores all pieces left on the board"),
            OptionInfo::flag("tie_to_ender", false)
                .help("if players tie for the first place, the one who has emptied the own zone wins"),
            OptionInfo::flag("field_promotion", false)
                .help("two small pieces merge into a kind that is missing in the own zone"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(MartianChess {
            players: if options.choice("players") == "4" { 4 } else { 2 },
            no_repetition: options.bool("no_repetition"),
            quiet_limit: options.u32("quiet_limit"),
            award_remaining: options.bool("award_remaining"),
            tie_to_ender: options.bool("tie_to_ender"),
            field_promotion: options.bool("field_promotion"),
        })
    }
}

impl Game for MartianChess {
    type Position = Tracked<Board>;
    type Action = Move;

    const TURNS: TurnKinds = Self::INFO.turns;
    const MANY_SEATS: bool = Self::INFO.seats.1 > 2;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        position.history.archive(archive);
    });

    fn seats(&self) -> usize {
        self.players
    }

    /// Each capture takes a piece, and one is left.
    fn max_plies(&self) -> Option<u64> {
        let pieces = self.players as u64 * 3 * u64::from(PIECES_OF_A_KIND);
        (self.quiet_limit > 0).then_some(pieces * u64::from(self.quiet_limit))
    }

    fn start(&self) -> Self::Position {
        let text = if self.is_for_two() { START_FOR_TWO } else { START_FOR_FOUR };
        self.parse_position(text).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.over, Seat::new(position.board.mover()))
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Move>) {
        self.any_move(&position.board, &position.history, |action| {
            actions.push(action);
            false
        });
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Move) {
        let Tracked { board, history } = position;
        if board.play(action) {
            history.clear();
        }
        if !self.is_for_two() {
            board.barred = None;
        }
        board.to_move = self.after(board.mover()) as u8;
        if self.no_repetition {
            history.push(board.placement);
        }
        board.over = self.judge(board, history);
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        let board = &position.board;
        let end = board.over.expect("the game is over");
        let outcome = Outcome::by_points(self.points(board), reason::DRAWN);
        let ender = Seat::new(self.last_mover(board));
        let tied_ender = outcome.winner().is_none() && outcome.scores[ender.index()] > 0.0;
        let outcome = match outcome.points {
            Some(points) if self.tie_to_ender && end == End::Emptied && tied_ender => {
                Outcome::win(ender, self.players, reason::WON).with_points(points)
            }
            points => Outcome { points, ..outcome },
        };
        let why = match end {
            End::Emptied if outcome.winner().is_some() => reason::WON,
            End::Emptied => reason::DRAWN,
            End::Quiet => reason::NO_PROGRESS,
            End::NoMove => reason::NO_MOVE,
        };
        Outcome { reason: why, ..outcome }
    }

    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        position.board.hash()
    }

    /// An own piece and one of the squares that it reaches over an empty board, drawn until the move is legal.
    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Move>,
    ) -> Move {
        const TRIES: usize = 100;
        let (board, targets) = (&position.board, self.targets());
        let player = board.mover();
        let pieces = Ranked::new(board.zones[player]);
        // The pieces of a zone stand in two bytes for each kind; those of smaller kinds come first.
        let smaller = [0, pieces.len_below(2), pieces.len_below(4), pieces.len()];
        let size = |kind: usize| (smaller[kind + 1] - smaller[kind]) << targets.bits[kind];
        let drones_from = size(PAWN);
        let queens_from = drones_from + size(DRONE);
        let all = queens_from + size(QUEEN);
        let draw = |n: usize| {
            let kind = usize::from(n >= drones_from) + usize::from(n >= queens_from);
            let n = n - [0, drones_from, queens_from][kind];
            let (piece, target) = (n >> targets.bits[kind], n & ((1 << targets.bits[kind]) - 1));
            let from = player * ZONE + pieces.nth(smaller[kind] + piece) % ZONE;
            Move::new(from, targets.nth(kind, from, target))
        };
        for _ in 0..TRIES {
            // Two at a time: that a move is open is hard to predict.
            let (first, second) = random::pair_below(rng, all, all);
            let (first, second) = (draw(first), draw(second));
            let first_open = self.is_open(board, first);
            if first_open | self.is_open(board, second) {
                let action = if first_open { first } else { second };
                if self.is_allowed(board, &position.history, action) {
                    return action;
                }
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn count_actions(&self, position: &Self::Position, _seat: Seat, _scratch: &mut Scratch<Move>) -> usize {
        let mut count = 0;
        self.any_move(&position.board, &position.history, |_| {
            count += 1;
            false
        });
        count
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        history.clear();
        if self.no_repetition {
            history.push(board.placement);
        }
        board.over = self.judge(board, history);
    }
}

impl Heuristics for MartianChess {
    const KEEPS_EVALUATIONS: bool = true;

    /// Points and pieces in the own zone, against the others' on average.
    #[inline]
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        Some(lead(self.players, seat, |seat| self.strength(&position.board, seat.index())))
    }

    fn noisy_actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Move>) {
        let board = &position.board;
        // The last piece may also end the game where it meets nothing.
        if board.owned(board.mover()).len() == 1 {
            return noisy_listed(self, position, seat, actions);
        }
        self.list_captures(board, actions);
    }

    /// Of a capture, or of the end of the game: the points, less what the piece that leaves is worth in the zone.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Move) -> Option<i32> + 'a {
        move |action| {
            let board = &position.board;
            if !(board.captured(action) > 0 || self.ends(board, action)) {
                return None;
            }
            let (from, _) = action.squares();
            let left = board.piece(from).map_or(0, tables::value);
            Some(POINT_VALUE * i32::from(board.captured(action)) - ZONE_VALUE * i32::from(left))
        }
    }
}

impl Solving for MartianChess {
    /// The board for two turned left to right, zones staying what they are. No symmetry of the board for four does.
    fn symmetric_hash(&self, position: &Self::Position) -> u64 {
        let hash = position.board.hash();
        if self.is_for_two() { hash.min(position.board.mirrored().hash()) } else { hash }
    }

    /// Where placements may come back, the points are compared in the end; nothing is captured in a cycle.
    fn cycle_value(&self, position: &Self::Position) -> Option<Ending> {
        if self.no_repetition || self.quiet_limit == 0 || !self.is_for_two() {
            return None;
        }
        let [south, north, ..] = position.board.scores;
        Some(Ending::for_more([south, north], reason::NO_PROGRESS))
    }
}

#[cfg(test)]
mod tests;
