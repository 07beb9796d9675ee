//! Blocker (rules: `docs/games/blocker.md`).

mod notation;
mod scene;
mod solids;

use std::fmt::Write;
use std::sync::Arc;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use rand_core::Rng;

use notation::{SIDES, piece_name, read_piece, read_turn, write_turn};
use solids::{
    DIRECTIONS, GODFATHER, Hindrance, KINDS, Kind, PLACEMENTS, Placement, SHAPES, SIDE, Squares, Tables,
    Target,
};
use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::scene::stand;
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Ending, Field, Game, GameInfo, Heuristics, Notation, OptionInfo, Options,
    Outcome, PositionError, Scratch, Seat, Solving, SpecError, Turn, random, random_listed, reason, refuse,
    refuse_if, zobrist,
};

const WHITE: Seat = Seat::FIRST;
const NAMES: [&str; 2] = ["White", "Black"];
/// The row that each side's Godfather must reach.
const FAR_ROWS: [usize; 2] = [SIDE - 1, 0];
/// Random draws before all legal turns are listed.
const TRIES: usize = 32;

/// South-west square (column, row) and extents of the pieces at the start, by side and kind.
const SETUP: [[(usize, usize, [usize; 3]); KINDS.len()]; 2] = [
    [(5, 0, [1, 1, 0]), (4, 0, [1, 1, 1]), (3, 0, [1, 2, 1]), (6, 0, [1, 2, 2]), (4, 1, [2, 2, 2])],
    [(5, 10, [1, 1, 0]), (6, 10, [1, 1, 1]), (7, 9, [1, 2, 1]), (4, 9, [1, 2, 2]), (5, 8, [2, 2, 2])],
];

/// A piece and where its turn leaves it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// The index of the kind of piece.
    kind: u8,
    to: Placement,
}

/// The pieces and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// By side and kind.
    pieces: [[Placement; KINDS.len()]; 2],
    /// The squares under the pieces.
    occupied: u128,
    to_move: Seat,
    plies: u32,
    ending: Option<Ending>,
    /// The hash of pieces and side to move.
    key: u64,
}

#[inline]
fn piece_key(seat: usize, placement: Placement) -> u64 {
    zobrist::key((seat * PLACEMENTS + placement.index()) as u64)
}

/// The routes to a Godfather that are listed at most. Beyond, each turn is tried by itself.
const MOST_THREATS: usize = 16;

/// A route by which a piece could come to a Godfather, and the squares of it that are occupied.
#[derive(Clone, Copy, Debug)]
struct Threat {
    route: u128,
    blocked: u128,
}

/// The key of Black's turn.
const BLACK_KEY: u64 = zobrist::key(2 * PLACEMENTS as u64);

type Position = Tracked<Board>;

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Blocker {
    godfather_attacks: bool,
    /// The occurrence of a position that ends the game as a draw; 0 for none.
    repetition_draw: usize,
    /// The length rule; 0 for none.
    max_plies: u32,
    tables: Arc<Tables>,
}

impl Blocker {
    fn board(&self, pieces: [[Placement; KINDS.len()]; 2], to_move: Seat) -> Board {
        let all = || (0..2).flat_map(|seat| pieces[seat].map(|piece| (seat, piece)));
        let occupied = all().fold(0, |set, (_, piece)| set | self.tables.footprint(piece));
        let key = all().fold(0, |sum, (seat, piece)| sum ^ piece_key(seat, piece));
        let key = if to_move == WHITE { key } else { key ^ BLACK_KEY };
        Board { pieces, occupied, to_move, plies: 0, ending: None, key }
    }

    /// The game from a board on.
    fn begin(&self, board: Board) -> Position {
        Tracked::begin(self, board, 200)
    }

    /// The first of the kinds that attack a Godfather.
    fn first_attacker(&self) -> usize {
        if self.godfather_attacks { GODFATHER } else { GODFATHER + 1 }
    }

    /// The kinds of `attackers` that could come to lie on the square of a Godfather.
    fn attacking<'a>(
        &'a self,
        attackers: &'a [Placement; KINDS.len()],
        godfather: u128,
        occupied: u128,
    ) -> impl Iterator<Item = usize> + 'a {
        (self.first_attacker()..KINDS.len())
            .filter(move |&kind| self.tables.attacks(attackers[kind], godfather, occupied))
    }

    /// The kinds of the opponent's pieces that attack the Godfather of `seat`.
    fn attackers(&self, board: &Board, seat: Seat) -> Vec<usize> {
        let godfather = self.tables.footprint(board.pieces[seat.index()][GODFATHER]);
        self.attacking(&board.pieces[seat.other().index()], godfather, board.occupied).collect()
    }

    /// The routes by which the opponent's pieces could come to the Godfather of the side to move if at most one other of
    /// its pieces were not there. They are few; nothing where there are more than can be kept.
    fn threats(&self, board: &Board) -> Option<ArrayVec<Threat, MOST_THREATS>> {
        let own = board.pieces[board.to_move.index()].map(|piece| self.tables.footprint(piece));
        let (godfather, others) = (own[GODFATHER], board.occupied & !own[GODFATHER]);
        let theirs = own.iter().fold(board.occupied, |set, footprint| set & !footprint);
        let mut threats = ArrayVec::new();
        for attacker in board.pieces[board.to_move.other().index()].into_iter().skip(self.first_attacker()) {
            for route in self.tables.routes_onto(attacker, godfather, theirs) {
                let blocked = route & others;
                if own.iter().any(|footprint| blocked & !footprint == 0) {
                    threats.try_push(Threat { route, blocked }).ok()?;
                }
            }
        }
        Some(threats)
    }

    /// The squares on which the Godfather of the side to move would be under attack, as far as one turn takes it.
    fn attacked(&self, board: &Board) -> u128 {
        let own = board.pieces[board.to_move.index()][GODFATHER];
        // Where it may go no piece stands, so that the others are in the way of attacks wherever it is.
        let (zone, others) = (self.tables.zone(own), board.occupied & !self.tables.footprint(own));
        let attackers = board.pieces[board.to_move.other().index()].into_iter().skip(self.first_attacker());
        attackers.fold(0, |attacked, attacker| self.tables.cover(attacker, zone, others, attacked))
    }

    /// The squares under the pieces and the Godfather of the side to move after a turn.
    #[inline]
    fn after(&self, board: &Board, kind: usize, to: Placement) -> (u128, u128) {
        let own = &board.pieces[board.to_move.index()];
        let footprint = self.tables.footprint(to);
        let godfather = if kind == GODFATHER { footprint } else { self.tables.footprint(own[GODFATHER]) };
        (board.occupied & !self.tables.footprint(own[kind]) | footprint, godfather)
    }

    /// Whether the Godfather of the side to move is not under attack after a turn.
    #[inline]
    fn is_safe(&self, board: &Board, kind: usize, to: Placement) -> bool {
        let (occupied, godfather) = self.after(board, kind, to);
        let attackers = &board.pieces[board.to_move.other().index()];
        self.attacking(attackers, godfather, occupied).next().is_none()
    }

    #[inline]
    fn is_legal(&self, board: &Board, kind: usize, target: &Target) -> bool {
        self.tables.reaches(target, board.occupied) && self.is_safe(board, kind, target.placement)
    }

    /// Calls `each` with the legal turns of the side to move, by kind.
    #[inline]
    fn each_legal(&self, board: &Board, mut each: impl FnMut(Action)) {
        let own = board.pieces[board.to_move.index()];
        let (attacked, threats) = (self.attacked(board), self.threats(board));
        for (kind, &piece) in own.iter().enumerate() {
            let footprint = self.tables.footprint(piece);
            let open = |threat: &&Threat| threat.blocked & !footprint == 0;
            for target in self.tables.targets(piece) {
                let to = self.tables.footprint(target.placement);
                let is_legal = self.tables.reaches(target, board.occupied)
                    && match &threats {
                        _ if kind == GODFATHER => to & attacked == 0,
                        Some(threats) => threats.iter().filter(open).all(|threat| threat.route & to != 0),
                        None => self.is_safe(board, kind, target.placement),
                    };
                if is_legal {
                    each(Action { kind: kind as u8, to: target.placement });
                }
            }
        }
    }

    /// How the game ends by what stands on the board, without regard to its history.
    #[inline]
    fn judge(&self, board: &Board) -> Option<Ending> {
        let mover = board.to_move.other();
        if self.has_arrived(board, mover) {
            return Some(Ending::win(mover, reason::WON));
        }
        (!self.has_legal(board)).then_some(Ending::win(mover, reason::NO_MOVE))
    }

    /// Whether the side to move has a turn. One of the first is nearly always legal: threats would be listed in vain.
    fn has_legal(&self, board: &Board) -> bool {
        board.pieces[board.to_move.index()].iter().enumerate().any(|(kind, &piece)| {
            let mut targets = self.tables.targets(piece).iter();
            targets.any(|target| self.is_legal(board, kind, target))
        })
    }

    /// Whether a side's Godfather is on its far row.
    fn has_arrived(&self, board: &Board, seat: Seat) -> bool {
        let godfather = board.pieces[seat.index()][GODFATHER];
        Squares::rank(godfather.square()) == FAR_ROWS[seat.index()]
    }

    /// The squares under all pieces but one of the side to move.
    fn others(&self, board: &Board, kind: usize) -> u128 {
        board.occupied & !self.tables.footprint(board.pieces[board.to_move.index()][kind])
    }

    /// Makes the rolls of a turn, the safety of the Godfather aside.
    ///
    /// # Errors
    /// The rule that is broken.
    fn make_rolls(&self, board: &Board, kind: usize, rolls: &[usize]) -> Result<Placement, String> {
        let Kind { name, verb, rolls: most, .. } = &KINDS[kind];
        refuse_if!(rolls.is_empty(), "a turn is at least one {verb}, as in `4:e`");
        refuse_if!(rolls.len() > *most, "the {name} makes at most {most} {verb}{} in a turn", plural(*most));
        if let Some(first) = rolls.iter().find(|&&first| rolls.contains(&((first + 4) % 8))) {
            let (direction, inverse) = (DIRECTIONS[*first], DIRECTIONS[(first + 4) % 8]);
            refuse!("a turn does not use a direction and its inverse, {direction} and {inverse}");
        }
        let others = self.others(board, kind);
        let start = board.pieces[board.to_move.index()][kind];
        rolls.iter().enumerate().try_fold(start, |at, (index, &direction)| {
            let place = || format!("{verb} {} ({})", index + 1, DIRECTIONS[direction]);
            self.tables.roll(at, direction, others).map_err(|hindrance| match hindrance {
                Hindrance::Edge => format!("{} leaves the board", place()),
                Hindrance::Square(square) => {
                    let (x, y) = (Squares::file(square), Squares::rank(square));
                    format!("{} needs square {x},{y}, which is occupied", place())
                }
                Hindrance::Corner => format!("{} passes between two occupied squares", place()),
            })
        })
    }

    /// What the legal turns of one side are worth, as if it were to move.
    fn mobility(&self, board: &Board, seat: Seat) -> i32 {
        let mut turns = 0;
        self.each_legal(&Board { to_move: seat, ..*board }, |_| turns += 1);
        4 * turns
    }

    /// Whose Godfather is attacked, and by which pieces.
    fn told_attacks(&self, board: &Board) -> String {
        let seats = Seat::all(2).map(|seat| (seat, self.attackers(board, seat)));
        let attacked = seats.filter(|(_, attackers)| !attackers.is_empty());
        let told = attacked.map(|(seat, attackers)| {
            let names = attackers.iter().map(|&kind| piece_name(seat.other().index(), kind));
            let names = text::joined(names, ", ");
            format!("the Godfather of {} is attacked by {names}", NAMES[seat.index()])
        });
        text::joined(told, ", ")
    }
}

fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}

impl Described for Blocker {
    const INFO: GameInfo = GameInfo {
        id: "blocker",
        title: "Blocker",
        family: "race",
        options: &[
            OptionInfo::flag("godfather_attacks", true).help("a Godfather attacks the other Godfather"),
            OptionInfo::int("repetition_draw", 0..=u8::MAX as i64, "3")
                .help("how often a position must occur for a draw, at least 2; 0: no such rule"),
            OptionInfo::int("max_plies", 0..=u32::MAX as i64, "1000")
                .help("turns after which the game is a draw; 0: no limit"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let repetition_draw = options.u32("repetition_draw") as usize;
        let message = "every position occurs once; give 0 (no rule) or a number from 2";
        options.refuse_if(repetition_draw == 1, "repetition_draw", message)?;
        Ok(Blocker {
            godfather_attacks: options.bool("godfather_attacks"),
            repetition_draw,
            max_plies: options.u32("max_plies"),
            tables: Arc::new(Tables::new()),
        })
    }
}

impl Game for Blocker {
    type Position = Position;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        (self.max_plies > 0).then_some(u64::from(self.max_plies))
    }

    fn start(&self) -> Position {
        let pieces = std::array::from_fn(|seat| {
            std::array::from_fn(|kind| {
                let (x, y, size) = SETUP[seat][kind];
                Placement::find(kind, Squares::at(x, y), size).expect("the setup lies on the board")
            })
        });
        self.begin(self.board(pieces, WHITE))
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::until(position.board.ending, position.board.to_move)
    }

    fn actions(&self, position: &Position, _seat: Seat, actions: &mut Vec<Action>) {
        self.each_legal(&position.board, |action| actions.push(action));
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        let board = &mut position.board;
        let (mover, kind) = (board.to_move.index(), action.kind as usize);
        let from = std::mem::replace(&mut board.pieces[mover][kind], action.to);
        // The new footprint may overlap the old one.
        board.occupied &= !self.tables.footprint(from);
        board.occupied |= self.tables.footprint(action.to);
        board.key ^= piece_key(mover, from) ^ piece_key(mover, action.to) ^ BLACK_KEY;
        board.to_move = board.to_move.other();
        board.plies += 1;
        board.ending = self.judge(board);
        if self.repetition_draw > 0 {
            if board.ending.is_none() && position.history.count(board.key) + 1 >= self.repetition_draw {
                board.ending = Some(Ending::draw(reason::REPETITION));
            }
            position.history.push(board.key);
        }
        if board.ending.is_none() && board.plies == self.max_plies {
            board.ending = Some(Ending::draw(reason::LENGTH_LIMIT));
        }
    }

    fn outcome(&self, position: &Position) -> Outcome {
        position.board.ending.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.board.key
    }

    /// Draws among the turns that the pieces would have on an empty board until the draw is legal.
    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        let board = &position.board;
        let targets = board.pieces[seat.index()].map(|piece| self.tables.targets(piece));
        let total = targets.iter().map(|targets| targets.len()).sum();
        for _ in 0..TRIES {
            let (mut kind, mut n) = (0, random::below(rng, total));
            while n >= targets[kind].len() {
                n -= targets[kind].len();
                kind += 1;
            }
            let target = &targets[kind][n];
            if self.is_legal(board, kind, target) {
                return Action { kind: kind as u8, to: target.placement };
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn forget_history(&self, position: &mut Position) {
        let board = &mut position.board;
        board.plies = 0;
        board.ending = self.judge(board);
        position.history.clear();
        if self.repetition_draw > 0 {
            position.history.push(board.key);
        }
    }
}

/// The ways that the pieces of each side lie.
static PIECES: LazyLock<Vec<torneo_contract::Kind>> = LazyLock::new(|| {
    let kind = |seat: Seat, (kind, [dx, dy, dz]): (usize, [usize; 3])| torneo_contract::Kind {
        letter: KINDS[kind].digit,
        name: format!("{}_{dx}x{dy}x{dz}", KINDS[kind].name.to_lowercase()).into(),
        owner: Some(seat),
        glyph: Glyph::Block(dx as u8, dy as u8, dz as u8),
    };
    Seat::all(2).flat_map(|seat| SHAPES.into_iter().map(move |shape| kind(seat, shape))).collect()
});

impl Notation for Blocker {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::WON, "the Godfather reached the far row"),
        (reason::NO_MOVE, "{loser} cannot move"),
        (reason::REPETITION, "the same position came back too often"),
        (reason::LENGTH_LIMIT, "the limit of turns is reached"),
    ];

    fn write_action(&self, position: &Position, action: Action, written: &mut String) {
        let (board, kind) = (&position.board, action.kind as usize);
        let from = board.pieces[board.to_move.index()][kind];
        let rolls = self.tables.canonical(from, action.to, self.others(board, kind));
        write_turn(kind, &rolls.expect("the action is legal"), written);
    }

    fn parse_action(&self, position: &Position, written: &str, legal: &[Action]) -> Option<Action> {
        let (kind, rolls) = read_turn(written)?;
        let to = self.make_rolls(&position.board, kind, &rolls).ok()?;
        legal.iter().copied().find(|action| *action == Action { kind: kind as u8, to })
    }

    fn why_illegal(&self, position: &Position, written: &str) -> Option<String> {
        let board = &position.board;
        let (kind, rolls) = read_turn(written)?;
        let to = match self.make_rolls(board, kind, &rolls) {
            Ok(to) => to,
            Err(rule) => return Some(rule),
        };
        let (occupied, godfather) = self.after(board, kind, to);
        let other = board.to_move.other().index();
        let attacker = self.attacking(&board.pieces[other], godfather, occupied).next()?;
        Some(format!("the own Godfather would be under attack by {}", piece_name(other, attacker)))
    }

    fn position_text(&self, position: &Position) -> String {
        let board = &position.board;
        let mut written = String::new();
        for (seat, pieces) in board.pieces.iter().enumerate() {
            for (kind, piece) in pieces.iter().enumerate() {
                let _ = write!(written, "{}@{piece} ", piece_name(seat, kind));
            }
        }
        written.push(SIDES[board.to_move.index()]);
        written
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let fields: Vec<&str> = written.split_whitespace().collect();
        let count = 2 * KINDS.len() + 1;
        let found = fields.len();
        refuse_if!(found != count, "expected {count} fields, ten pieces and the side to move, found {found}");
        let to_move = text::parse_side(fields[count - 1], ["w", "b"])?;
        let mut pieces = self.start().board.pieces;
        let mut occupied = 0;
        for (index, field) in fields[..count - 1].iter().enumerate() {
            let (seat, kind) = (index / KINDS.len(), index % KINDS.len());
            let piece = read_piece(seat, kind, field)?;
            let footprint = self.tables.footprint(piece);
            if footprint & occupied != 0 {
                let square = (footprint & occupied).lowest();
                let (x, y) = (Squares::file(square), Squares::rank(square));
                let name = piece_name(seat, kind);
                refuse!("piece {name}: square {x},{y} is under another piece already");
            }
            occupied |= footprint;
            pieces[seat][kind] = piece;
        }
        let board = self.board(pieces, to_move);
        let (to_move_name, mover) = (NAMES[to_move.index()], to_move.other());
        if self.has_arrived(&board, to_move) {
            refuse!("the Godfather of {to_move_name}, to move, is on its far row already");
        }
        if let Some(&attacker) = self.attackers(&board, mover).first() {
            let (name, attacker) = (NAMES[mover.index()], piece_name(to_move.index(), attacker));
            refuse!("{name} has just moved, but its Godfather is under attack by {attacker}");
        }
        Ok(self.begin(board))
    }

    fn kinds(&self) -> &[torneo_contract::Kind] {
        &PIECES
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        for (first, pieces) in [1, 1 + SHAPES.len()].into_iter().zip(&position.board.pieces) {
            for piece in pieces {
                stand(on, (first + piece.shape()) as u8, self.tables.footprint(*piece).members());
            }
        }
    }

    fn fields(&self, position: &Position, fields: &mut Vec<Field>) {
        for seat in Seat::all(2) {
            for (kind, piece) in KINDS.iter().zip(position.board.pieces[seat.index()]) {
                let name = kind.name.to_lowercase();
                fields.push(Field::site(name, Some(piece.square()), SIDE * SIDE).of(seat).hidden());
            }
        }
    }
}

impl Heuristics for Blocker {
    const KEEPS_EVALUATIONS: bool = true;

    /// Legal turns, which are few where the Godfather is under attack.
    fn evaluate(&self, position: &Position, seat: Seat) -> Option<i32> {
        let board = &position.board;
        Some(self.mobility(board, seat) - self.mobility(board, seat.other()))
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for Blocker {}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use torneo_contract::playout::random_ply;
    use torneo_contract::random::Generator;

    use super::*;

    #[test]
    fn legal_turns_leave_the_godfather_safe() {
        let mut rng = Generator::seed_from_u64(5);
        let (mut scratch, mut unsafe_turns) = (Scratch::default(), 0);
        for spec in ["blocker", "blocker(godfather_attacks=false)"] {
            let options = Options::check(&spec.parse().unwrap(), Blocker::INFO.options).unwrap();
            let game = Blocker::new(&options).unwrap();
            for _ in 0..8 {
                let mut position = game.start();
                while position.board.ending.is_none() {
                    for to_move in Seat::all(2) {
                        let board = Board { to_move, ..position.board };
                        let (mut found, mut expected) = (Vec::new(), Vec::new());
                        game.each_legal(&board, |action| found.push(action));
                        for (kind, &piece) in board.pieces[to_move.index()].iter().enumerate() {
                            for target in game.tables.targets(piece) {
                                let reached = game.tables.reaches(target, board.occupied);
                                let is_legal = game.is_legal(&board, kind, target);
                                unsafe_turns += usize::from(reached && !is_legal);
                                let action = Action { kind: kind as u8, to: target.placement };
                                expected.extend(is_legal.then_some(action));
                            }
                        }
                        assert_eq!(found, expected, "{}", game.position_text(&position));
                    }
                    random_ply(&game, &mut position, &mut rng, &mut scratch);
                }
            }
        }
        assert!(unsafe_turns > 1000, "{unsafe_turns} turns that are not safe");
    }
}
