//! Four Seasons Chess, or the World (rules: `docs/games/four-seasons.md`).

mod board;
mod geometry;
mod notation;
mod scene;

use std::sync::LazyLock;

use rand_core::Rng;

use crate::BARE_KINGS;
use torneo_board::army::Army;
use torneo_board::grid::BitSet;
use torneo_board::terms::lead;
use torneo_board::text;
use torneo_contract::scene::{Figure, Glyph};
use torneo_contract::{
    Archiving, Described, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo, Options, Outcome, Scratch,
    Seat, Solving, SpecError, Turn, TurnKinds, random, reason,
};

pub use board::{Action, Board};
use board::{BISHOP, GENERAL, KINDS, KING, KNIGHT, PAWN, ROOK};
use geometry::{Board8, Geometry, SEATS, SIDE, SQUARES};

const START: &str = "G Ka8 Rb8 Na7 Bb7 Pa6s Pb6s Pc7e Pc8e / R Ka1 Rb1 Na2 Bb2 Pa3n Pb3n Pc1e Pc2e / \
    B Kh1 Rg1 Nh2 Bg2 Pf1w Pf2w Pg3n Ph3n / W Kh8 Rg8 Nh7 Bg7 Pf7w Pf8w Pg6s Ph6s / turn=G moved=-";

const FACES: u8 = 6;
/// What each face of the die lets move.
const FACE_PIECES: [&str; FACES as usize] = ["pawn", "bishop", "rook", "knight", "general", "king"];

/// The value of each kind, kings and pawns of the four directions included.
const VALUES: [i32; KINDS] = {
    let mut values = [100; KINDS];
    values[KING] = 1_000;
    values[ROOK] = 500;
    values[KNIGHT] = 300;
    values[BISHOP] = 250;
    values[GENERAL] = 150;
    values
};
/// For each square that a pawn has advanced from the far edge behind it.
const ADVANCE: usize = 6;
/// What a pawn's advance is worth, by direction and square.
static ADVANCES: [[u8; SQUARES]; KINDS - PAWN] = {
    let (mut advances, mut square) = ([[0; SQUARES]; KINDS - PAWN], 0);
    while square < SQUARES {
        let (file, rank) = (Board8::file(square), Board8::rank(square));
        let steps = [rank, file, SIDE - 1 - rank, SIDE - 1 - file];
        let mut pawn = 0;
        while pawn < steps.len() {
            advances[pawn][square] = (ADVANCE * steps[pawn]) as u8;
            pawn += 1;
        }
        square += 1;
    }
    advances
};
/// For each square that a piece reaches, own pieces and the safety of kings not considered.
const REACH: i32 = 3;

/// Whether dice say which pieces may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dice {
    None,
    One,
    ChooseOneOfTwo,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct FourSeasons {
    geometry: Box<Geometry>,
    dice: Dice,
    no_progress: u32,
    max_plies: u32,
}

impl FourSeasons {
    /// Lets the player whose turn has come be examined, and the next ones until one can move, and ends the game
    /// when one player remains or all are bare kings.
    #[inline]
    fn settle(&self, board: &mut Board) {
        loop {
            if board.remaining() == 1 {
                board.ended = Some(reason::WON);
                return;
            }
            let seat = board.to_move;
            if board.can_move(&self.geometry, seat) {
                break;
            }
            board.eliminate(&self.geometry, seat);
            board.idle = 0;
            board.to_move = board.next(seat);
        }
        if board.occupied() == board.forces.gaits[KING] {
            board.ended = Some(BARE_KINGS);
        }
    }

    /// Passes the turn on.
    #[inline]
    fn end_turn(&self, board: &mut Board, progress: bool) {
        board.dice = [0; 2];
        board.turns += 1;
        board.idle = if progress { 0 } else { board.idle + 1 };
        board.to_move = board.next(board.to_move);
        self.settle(board);
        if board.ended.is_none() {
            if board.idle >= self.no_progress {
                board.ended = Some(reason::NO_PROGRESS);
            } else if board.turns >= self.max_plies {
                board.ended = Some(reason::LENGTH_LIMIT);
            }
        }
    }

    /// Which rule forbids a move that is not legal.
    fn why_no_move(&self, board: &Board, from: usize, to: usize) -> String {
        let Some((owner, kind)) = board.piece(from) else { return "nothing stands there".to_owned() };
        if owner != board.to_move {
            return format!("the piece belongs to {}", self.seat_name(owner));
        }
        match board.piece(to) {
            Some((other, _)) if other == owner => return "an own piece stands there".to_owned(),
            Some((_, KING)) => return "a king is never captured".to_owned(),
            _ => {}
        }
        let geometry = &self.geometry;
        let seat = owner.index();
        if !board.pseudo_targets(geometry, kind, from).has(to) {
            let plain = Geometry::new(false);
            let free = board.pseudo_targets(&plain, kind, from).has(to);
            return if free { "the move enters or crosses a line" } else { "the piece does not move so" }
                .to_owned();
        }
        if !board.targets_of(geometry, from).has(to) {
            return "the own king would be attacked".to_owned();
        }
        if board.must_go_onward(geometry) && !geometry.onward[seat][from].has(to) {
            let next = self.seat_name(owner.next(SEATS));
            return format!("a first move goes toward {next}'s corner");
        }
        let pieces = board.dice.iter().filter(|&&face| face > 0).map(|&face| FACE_PIECES[face as usize - 1]);
        format!("the dice allow moves of {} only", text::joined(pieces, " or "))
    }

    /// The points of a player: those of the place, shared equally by players of the same place.
    fn points(board: &Board, seat: Seat) -> f64 {
        // Those who remain are ahead of the fallen, the later fallen ahead of the earlier.
        let place = |seat: Seat| board.fallen[seat.index()].wrapping_sub(1);
        let below = Seat::all(SEATS).filter(|&other| place(other) < place(seat)).count();
        let level = Seat::all(SEATS).filter(|&other| place(other) == place(seat)).count();
        below as f64 + (level - 1) as f64 / 2.0
    }

    /// The value of the pieces of each player.
    fn strengths(&self, board: &Board) -> [i32; SEATS] {
        let (forces, occupied) = (&board.forces, board.occupied());
        let mut strengths = [0; SEATS];
        for (kind, (&pieces, value)) in forces.gaits.iter().zip(VALUES).enumerate() {
            pieces.fold((), |(), from| {
                // Every piece has one owner.
                let owner: usize =
                    (1..SEATS).map(|seat| seat * usize::from(forces.owned[seat].has(from))).sum();
                strengths[owner] += value
                    + match kind.checked_sub(PAWN) {
                        Some(pawn) => i32::from(ADVANCES[pawn][from]),
                        None => {
                            let reach = self.geometry.attacks(kind, from, occupied) & !forces.owned[owner];
                            REACH * reach.len() as i32
                        }
                    };
            });
        }
        strengths
    }
}

impl Described for FourSeasons {
    const INFO: GameInfo = GameInfo {
        id: "four-seasons",
        title: "Four Seasons Chess",
        family: "chess",
        seats: (SEATS, SEATS),
        reconstructed: false,
        turns: TurnKinds::WITH_CHANCE,
        options: &[
            OptionInfo::flag("lines", true)
                .help("two diagonal lines in the middle that no piece enters or crosses"),
            OptionInfo::choice("dice", &["none", "one", "choose_one_of_two"], "none")
                .help("dice say which kind of piece moves: one die, or either of two"),
            OptionInfo::int("no_progress", 1..=u32::MAX as i64, "200")
                .help("the game is cut off after this many turns without capture, pawn move or elimination"),
            OptionInfo::int("max_plies", 1..=u32::MAX as i64, "1000")
                .help("the game is cut off after this many turns, rolls not counted"),
        ],
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let dice = options.one_of("dice", [Dice::None, Dice::One, Dice::ChooseOneOfTwo]);
        Ok(FourSeasons {
            geometry: Box::new(Geometry::new(options.bool("lines"))),
            dice,
            no_progress: options.u32("no_progress"),
            max_plies: options.u32("max_plies"),
        })
    }
}

impl Game for FourSeasons {
    type Position = Board;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;
    const MANY_SEATS: bool = true;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, board, archive| {
        archive.number(&mut board.idle);
        archive.number(&mut board.turns);
        board.fallen.iter_mut().for_each(|number| archive.number(number));
    });

    fn seats(&self) -> usize {
        SEATS
    }

    fn max_plies(&self) -> Option<u64> {
        let plies_of_a_turn = if self.dice == Dice::None { 1 } else { 2 };
        Some(plies_of_a_turn * u64::from(self.max_plies))
    }

    fn start(&self) -> Board {
        self.parse_position(START).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.ended.is_some() {
            Turn::Over
        } else if self.dice != Dice::None && board.dice[0] == 0 {
            Turn::Chance
        } else {
            Turn::Seat(board.to_move)
        }
    }

    fn actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        board.choices(&self.geometry).list(actions);
    }

    fn chance(&self, _board: &Board, outcomes: &mut Vec<(Action, u64)>) {
        for first in 1..=FACES {
            if self.dice == Dice::One {
                outcomes.push((Action::Roll([first, 0]), 1));
                continue;
            }
            for second in 1..=first {
                outcomes.push((Action::Roll([first, second]), if first == second { 1 } else { 2 }));
            }
        }
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        match action {
            Action::Roll(dice) => board.dice = dice,
            Action::Pass => self.end_turn(board, false),
            Action::Move { from, to } => {
                let progress = board.play(&self.geometry, from as usize, to as usize);
                self.end_turn(board, progress);
            }
        }
    }

    fn outcome(&self, board: &Board) -> Outcome {
        let reason = board.ended.expect("the game is over");
        let points = Seat::all(SEATS).map(|seat| Self::points(board, seat));
        Outcome::shared_by(SEATS, reason, |seat| board.remains(seat)).with_points(points)
    }

    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        board: &Board,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        let choices = board.choices(&self.geometry);
        choices.nth(random::below(rng, choices.len()))
    }

    fn count_actions(&self, board: &Board, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        board.choices(&self.geometry).len()
    }

    fn forget_history(&self, board: &mut Board) {
        board.fallen = board.fallen.map(|order| order.min(1));
        board.idle = 0;
        board.turns = 0;
        board.ended = None;
        self.settle(board);
    }
}

/// The kinds of each player in turn.
static PIECES: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |seat| {
        KIND_NAMES
            .into_iter()
            .map(move |(letter, name, figure)| Kind::new(letter, name, Some(seat), Glyph::Figure(figure)))
    };
    Seat::all(SEATS).flat_map(kind).collect()
});

const KIND_NAMES: [(char, &str, Figure); KINDS] = [
    ('K', "king", Figure::King),
    ('R', "rook", Figure::Rook),
    ('N', "knight", Figure::Knight),
    ('B', "bishop", Figure::Bishop),
    ('G', "general", Figure::Queen),
    ('n', "pawn_to_the_north", Figure::Pawn),
    ('e', "pawn_to_the_east", Figure::Pawn),
    ('s', "pawn_to_the_south", Figure::Pawn),
    ('w', "pawn_to_the_west", Figure::Pawn),
];

impl Heuristics for FourSeasons {
    /// The own pieces against a third of everybody else's: kind, advance of pawns and reach.
    fn evaluate(&self, board: &Board, seat: Seat) -> Option<i32> {
        let strengths = self.strengths(board);
        Some(lead(SEATS, seat, |seat| strengths[seat.index()]))
    }

    /// Of a capture or a promotion: what is captured, less a little for the piece that captures.
    fn gain<'a>(&'a self, board: &'a Board) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            let Action::Move { from, to } = action else { return None };
            let pawn = board.kind(from as usize).checked_sub(PAWN);
            let is_noisy = board.occupied().has(to as usize)
                || pawn.is_some_and(|direction| self.geometry.last[direction].has(to as usize));
            if !is_noisy {
                return None;
            }
            let value_of = |square: u8| {
                let stands = |(set, _): &(&u64, i32)| set.has(square as usize);
                board.forces.gaits.iter().zip(VALUES).find(stands).map_or(0, |(_, value)| value)
            };
            Some(value_of(to) - value_of(from) / 16)
        }
    }

    fn noisy_actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        for (from, targets) in board.choices(&self.geometry).moves {
            let pawn = board.kind(from as usize).checked_sub(PAWN);
            let last = pawn.map_or(0, |direction| self.geometry.last[direction]);
            let noisy = targets & (board.occupied() | last);
            actions.extend(noisy.members().map(|to| Action::Move { from, to: to as u8 }));
        }
    }
}

impl Solving for FourSeasons {}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use torneo_contract::playout;

    /// The moves that are legal because the king is not attacked after them.
    fn by_trial(game: &FourSeasons, board: &Board) -> Vec<Action> {
        let mut moves = Vec::new();
        for from in board.forces.owned[board.to_move.index()].members() {
            for to in board.pseudo_targets(&game.geometry, board.kind(from), from).members() {
                let mut after = *board;
                after.play(&game.geometry, from, to);
                let forces = &after.forces;
                let own = forces.owned[board.to_move.index()];
                let king = forces.king::<Geometry>(board.to_move);
                if forces.attackers(&*game.geometry, king, forces.occupied(), !own) == 0 {
                    moves.push(Action::Move { from: from as u8, to: to as u8 });
                }
            }
        }
        moves.sort();
        moves
    }

    /// The value of a player's pieces, counted kind by kind.
    fn strength(game: &FourSeasons, board: &Board, seat: Seat) -> i32 {
        let (own, occupied) = (board.forces.owned[seat.index()], board.occupied());
        let value = |(kind, from): (usize, usize)| {
            let (file, rank) = (Board8::file(from), Board8::rank(from));
            let reach = game.geometry.attacks(kind, from, occupied) & !own;
            let steps = [rank, file, SIDE - 1 - rank, SIDE - 1 - file];
            let more = kind.checked_sub(PAWN).map(|pawn| (ADVANCE * steps[pawn]) as i32);
            VALUES[kind] + more.unwrap_or(REACH * reach.len() as i32)
        };
        let pieces =
            (0..KINDS).flat_map(|kind| (board.forces.gaits[kind] & own).members().map(move |at| (kind, at)));
        pieces.map(value).sum()
    }

    #[test]
    fn strengths_are_those_of_each_player() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut scratch = Scratch::default();
        for spec in ["four-seasons", "four-seasons(lines=false)"] {
            let options = Options::check(&spec.parse().unwrap(), FourSeasons::INFO.options).unwrap();
            let game = FourSeasons::new(&options).unwrap();
            let mut board = game.start();
            for _ in 0..400 {
                if game.turn(&board) == Turn::Over {
                    break;
                }
                let expected: Vec<i32> = Seat::all(SEATS).map(|seat| strength(&game, &board, seat)).collect();
                assert_eq!(game.strengths(&board).to_vec(), expected);
                playout::random_ply(&game, &mut board, &mut rng, &mut scratch);
            }
        }
    }

    #[test]
    fn legal_moves_are_those_that_leave_the_king_safe() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1283);
        let mut scratch = Scratch::default();
        for spec in ["four-seasons", "four-seasons(lines=false)"] {
            let options = Options::check(&spec.parse().unwrap(), FourSeasons::INFO.options).unwrap();
            let game = FourSeasons::new(&options).unwrap();
            for _ in 0..30 {
                let mut board = game.start();
                board.moved = Seat::all(SEATS).collect();
                while game.turn(&board) != Turn::Over {
                    let mut legal = Vec::new();
                    game.actions(&board, board.to_move, &mut legal);
                    legal.sort();
                    assert_eq!(legal, by_trial(&game, &board), "{}", game.position_text(&board));
                    playout::random_ply(&game, &mut board, &mut rng, &mut scratch);
                }
            }
        }
    }
}
