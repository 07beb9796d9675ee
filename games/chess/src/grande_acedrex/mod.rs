//! Grande Acedrex (rules: `docs/games/grande-acedrex.md`).

mod board;
mod notation;
mod scene;
mod tables;

use std::sync::LazyLock;

use rand_core::Rng;

use crate::BARE_KINGS;
use torneo_board::army::Army;
use torneo_board::grid::{BitSet, Bits192};
use torneo_board::history::Tracked;
use torneo_board::terms::{less, tell_weighed, value_for};
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, Ending, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo, Options, Outcome,
    Scratch, Seat, Solving, SpecError, Terms, Turn, random, reason,
};

pub use board::{Action, Board};
use board::{gait_of, is_last};
use notation::{FIGURES, PIECES};
use tables::{AANCA, CROCODILE, GIRAFFE, KING, LION, PAWN, RHINOCEROS, ROOK, SIDE, Tables};

const START: &str = "rlugcakcgulr/12/12/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/12/12/RLUGCAKCGULR w Kk";

const WHITE: Seat = Seat::FIRST;
const BLACK: Seat = Seat::SECOND;
const NAMES: [&str; 2] = ["White", "Black"];

/// The number of times that a position may stand before the game is drawn.
const OCCURRENCES: usize = 3;

/// The value of each kind other than kings, by White's gait.
const VALUES: [(usize, i32); 7] = [
    (AANCA, 900),
    (RHINOCEROS, 600),
    (ROOK, 500),
    (LION, 400),
    (CROCODILE, 350),
    (GIRAFFE, 300),
    (PAWN, 100),
];
/// For each square that a piece other than king and pawn attacks and that is not held by an own piece.
const MOBILITY: i32 = 2;
/// For each rank that a pawn is away from the edge behind it.
const ADVANCE: i32 = 4;

/// What the evaluation counts, and its worth: the pieces in the order of [`VALUES`], what they attack, and how far pawns have come.
const TERMS: [&str; UNWEIGHED + 5] = [
    "aancas",
    "rhinoceroses",
    "rooks",
    "lions",
    "crocodiles",
    "giraffes",
    "pawns",
    "aanca-squares",
    "rhinoceros-squares",
    "rook-squares",
    "lion-squares",
    "crocodile-squares",
    "giraffe-squares",
    "pawn-ranks",
    "king-squares",
    "king-attackers",
    "shelter",
    "attacked",
    "attacked-to-move",
];
/// Where those begin that have no weight here: squares around the enemy king that pieces attack, pieces that do, own pieces around the own king, and attacks
/// on enemy pieces other than pawns.
const UNWEIGHED: usize = 2 * VALUES.len();
const WEIGHTS: [i32; TERMS.len()] = {
    let mut weights = [0; TERMS.len()];
    let mut place = 0;
    while place < VALUES.len() {
        weights[place] = VALUES[place].1;
        weights[VALUES.len() + place] = MOBILITY;
        place += 1;
    }
    weights[UNWEIGHED - 1] = ADVANCE;
    weights
};

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct GrandeAcedrex {
    tables: Box<Tables>,
    no_progress: u32,
    max_plies: u32,
}

impl GrandeAcedrex {
    /// Finds checks and pins, and whether what stands on the board ends the game.
    #[inline]
    fn settle(&self, board: &mut Board) {
        board.guard = board.forces.guard(&*self.tables, board.to_move);
        board.ending = if !board.can_move(&self.tables) {
            let last_mover = board.to_move.other();
            Some(match board.guard.in_check() {
                true => Ending::win(last_mover, reason::WON),
                false => Ending::win(self.stalemate_winner(board), reason::NO_MOVE),
            })
        } else if board.forces.occupied() == board.forces.gaits[KING] {
            Some(Ending::draw(BARE_KINGS))
        } else {
            None
        };
    }

    /// The side with more pieces, else with more pieces of the highest kind in which they differ, else the side that
    /// moved last.
    fn stalemate_winner(&self, board: &Board) -> Seat {
        let forces = &board.forces;
        let count =
            |gait: usize, seat: Seat| (forces.gaits[gait_of(gait, seat)] & forces.owned[seat.index()]).len();
        let strength = |seat: Seat| {
            let kinds = PIECES.map(|(_, gait, _)| count(gait, seat));
            (forces.owned[seat.index()].len(), kinds)
        };
        let last_mover = board.to_move.other();
        if strength(board.to_move) > strength(last_mover) { board.to_move } else { last_mover }
    }

    /// Which rule forbids a move that is not legal.
    fn why_no_move(&self, board: &Board, from: usize, to: usize) -> String {
        let (forces, seat) = (&board.forces, board.to_move);
        let rule = match (forces.owner(from), forces.owner(to)) {
            (None, _) => "nothing stands there",
            (Some(owner), _) if owner != seat => {
                return format!("the piece belongs to {}", NAMES[owner.index()]);
            }
            (_, Some(owner)) if owner == seat => "an own piece stands there",
            (_, target) => self.why_no_reach(board, from, to, target.is_some()),
        };
        rule.to_owned()
    }

    /// Which rule forbids the move of an own piece to a square without one.
    fn why_no_reach(&self, board: &Board, from: usize, to: usize, captures: bool) -> &'static str {
        let (forces, seat, tables) = (&board.forces, board.to_move, &*self.tables);
        let pawn = forces.gaits[PAWN + seat.index()].has(from);
        let reached = |occupied: Bits192| forces.reach(tables, from, occupied).has(to);
        if pawn {
            let ahead = from.wrapping_add_signed(tables.pawns.forward(seat) as isize) == to;
            match (reached(Bits192::EMPTY), ahead, captures) {
                (true, _, false) => return "a pawn goes diagonally only to capture",
                (_, true, true) => return "a pawn does not capture straight ahead",
                (false, false, _) => return "the piece does not move so",
                _ => {}
            }
        } else if !reached(forces.occupied()) {
            // Only a king that has moved lacks the leap.
            return match reached(Bits192::EMPTY) {
                true => "a piece stands in the way",
                false if forces.gaits[KING].has(from) => "a king leaps only if it has never moved",
                false => "the piece does not move so",
            };
        }
        "the own king would be attacked"
    }

    /// The value of the piece on a square.
    fn value_of(board: &Board, square: usize) -> i32 {
        let seat = if board.forces.owned[0].has(square) { WHITE } else { WHITE.other() };
        let stands = |&&(kind, _): &&(usize, i32)| board.forces.gaits[gait_of(kind, seat)].has(square);
        VALUES.iter().find(stands).map_or(0, |&(_, value)| value)
    }

    /// What the evaluation counts of a player's pieces; with `ALL` what has no weight, too.
    fn counts<const ALL: bool>(&self, board: &Board, seat: Seat) -> [i32; TERMS.len()] {
        let (forces, own) = (&board.forces, board.forces.owned[seat.index()]);
        let occupied = forces.occupied();
        let mut counts = [0; TERMS.len()];
        let (mut zone, mut targets) = (Bits192::EMPTY, Bits192::EMPTY);
        if ALL {
            let other = seat.other();
            zone = self.tables.attacks(KING, forces.king::<Tables>(other), occupied);
            targets = forces.owned[other.index()] - forces.gaits[gait_of(PAWN, other)];
            let around = self.tables.attacks(KING, forces.king::<Tables>(seat), occupied);
            counts[UNWEIGHED + 2] = (around & own).len() as i32;
        }
        for (place, (kind, _)) in VALUES.into_iter().enumerate() {
            let gait = gait_of(kind, seat);
            for square in (forces.gaits[gait] & own).members() {
                counts[place] += 1;
                counts[VALUES.len() + place] += if kind == PAWN {
                    let rank = square / SIDE;
                    (if seat == WHITE { rank } else { SIDE - 1 - rank }) as i32
                } else {
                    let attacked = self.tables.attacks(gait, square, occupied) & !own;
                    if ALL {
                        let near = (attacked & zone).len() as i32;
                        counts[UNWEIGHED] += near;
                        counts[UNWEIGHED + 1] += i32::from(near > 0);
                        counts[UNWEIGHED + 3] += (attacked & targets).len() as i32;
                    }
                    attacked.len() as i32
                };
            }
        }
        counts[UNWEIGHED + 4] = if board.to_move == seat { counts[UNWEIGHED + 3] } else { 0 };
        counts
    }

    /// What White has more than Black.
    fn advantage<const ALL: bool>(&self, board: &Board) -> [i32; TERMS.len()] {
        less(self.counts::<ALL>(board, WHITE), self.counts::<ALL>(board, BLACK))
    }
}

impl Described for GrandeAcedrex {
    const INFO: GameInfo = GameInfo {
        id: "grande-acedrex",
        title: "Grande Acedrex",
        family: "chess",
        options: &[
            OptionInfo::int("no_progress", 1..=u32::MAX as i64, "200")
                .help("the game is drawn after this many plies without capture or pawn move"),
            OptionInfo::int("max_plies", 1..=u32::MAX as i64, "1000")
                .help("the game is drawn after this many plies"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(GrandeAcedrex {
            tables: Box::new(Tables::new()),
            no_progress: options.u32("no_progress"),
            max_plies: options.u32("max_plies"),
        })
    }
}

impl Game for GrandeAcedrex {
    type Position = Tracked<Board>;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        archive.number(&mut position.board.idle);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(self.max_plies))
    }

    fn start(&self) -> Self::Position {
        self.parse_position(START).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.ending, position.board.to_move)
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        position.board.list(&self.tables, actions);
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        let Tracked { board, history } = position;
        if board.play(action) {
            history.clear();
        }
        self.settle(board);
        let idle = (board.idle >= self.no_progress, reason::NO_PROGRESS);
        let long = (board.plies >= self.max_plies, reason::LENGTH_LIMIT);
        let limit = history.judge(board.hash(), OCCURRENCES, [idle, long]);
        board.ending = board.ending.or(limit.map(Ending::draw));
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
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        position.board.pick(&self.tables, |count| random::below(rng, count))
    }

    #[inline]
    fn count_actions(&self, position: &Self::Position, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        position.board.count(&self.tables)
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        (board.plies, board.idle) = (0, 0);
        self.settle(board);
        history.restart(board.hash());
    }
}

/// The kinds of White, then those of Black.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let names = ["king", "aanca", "rhinoceros", "rook", "lion", "crocodile", "giraffe", "pawn"];
    let kind = |seat: Seat| {
        names.into_iter().zip(FIGURES).zip(PIECES).map(move |((name, (_, figure)), (letter, ..))| {
            let letter = if seat == WHITE { letter } else { letter.to_ascii_lowercase() };
            Kind::new(letter, name, Some(seat), Glyph::Figure(figure))
        })
    };
    Seat::all(2).flat_map(kind).collect()
});

impl Heuristics for GrandeAcedrex {
    const KEEPS_EVALUATIONS: bool = true;

    /// Material, squares attacked and the advance of pawns.
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        Some(value_for(seat == WHITE, &self.advantage::<false>(&position.board), &WEIGHTS))
    }

    /// Of a capture or a promotion: what is captured, less a little for the piece that captures.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Action) -> Option<i32> + 'a {
        move |Action { from, to }| {
            let (forces, seat) = (&position.board.forces, position.board.to_move);
            let pawn = forces.gaits[PAWN + seat.index()].has(from as usize);
            if !(forces.owned[seat.other().index()].has(to as usize) || pawn && is_last(seat, to as usize)) {
                return None;
            }
            let board = &position.board;
            Some(Self::value_of(board, to as usize) - Self::value_of(board, from as usize) / 16)
        }
    }

    fn noisy_actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        position.board.list_gains(&self.tables, actions);
    }

    fn terms(&self) -> Option<Terms<Self>> {
        Some(Terms::<Self>::new(&TERMS, |game, position, counts| {
            tell_weighed(game.advantage::<true>(&position.board), &WEIGHTS, Seat::FIRST == WHITE, counts)
        }))
    }
}

impl Solving for GrandeAcedrex {}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use torneo_contract::playout;

    /// The moves after which the king is not attacked, found by making them.
    fn by_trial(game: &GrandeAcedrex, board: &Board) -> Vec<Action> {
        let (forces, seat, tables) = (&board.forces, board.to_move, &*game.tables);
        let (own, occupied) = (forces.owned[seat.index()], forces.occupied());
        let mut moves = Vec::new();
        for from in own.members() {
            let targets = if forces.gaits[PAWN + seat.index()].has(from) {
                let ahead = Bits192::one(from).shifted(tables.pawns.forward(seat));
                ahead & !occupied | tables.attacks(PAWN + seat.index(), from, occupied) & occupied
            } else {
                forces.reach(tables, from, occupied)
            };
            for to in (targets & !own).members() {
                let action = Action { from: from as u8, to: to as u8 };
                let mut after = *board;
                after.play(action);
                let king = after.forces.king::<Tables>(seat);
                let by = after.forces.owned[seat.other().index()];
                if !after.forces.attacked(tables, king, after.forces.occupied(), by) {
                    moves.push(action);
                }
            }
        }
        moves.sort();
        moves
    }

    #[test]
    fn legal_moves_are_those_that_leave_the_king_safe() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1283);
        let mut scratch = Scratch::default();
        let options = Options::check(&"grande-acedrex".parse().unwrap(), GrandeAcedrex::INFO.options);
        let game = GrandeAcedrex::new(&options.unwrap()).unwrap();
        for _ in 0..20 {
            let mut position = game.start();
            while let Turn::Seat(seat) = game.turn(&position) {
                let mut legal = Vec::new();
                game.actions(&position, seat, &mut legal);
                legal.sort();
                assert_eq!(legal, by_trial(&game, &position.board), "{}", game.position_text(&position));
                playout::random_ply(&game, &mut position, &mut rng, &mut scratch);
            }
        }
    }
}
