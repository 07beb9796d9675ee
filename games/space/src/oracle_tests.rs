//! Compares the legal moves with those of a slow generator. It makes every move and looks whether the king
//! can be taken.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::board::{Action, Board, Side};
use super::game::{Space, Variant};
use super::levels::{CELLS, SQUARES, Vector, file, level, rank, step};
use super::pawns::turned;
use super::rules::{Queen, Rules};
use super::tables::{KING_FILE, LETTERS, PAWNS, Tables};
use super::{Millennium, Nardeshir, SpaceRules};
use torneo_contract::{Described, Game, Heuristics, Notation, Options, Scratch, Seat, Turn, playout};

/// Owner and letter of the piece on each cell.
type Cells = [Option<(Seat, char)>; CELLS];

/// A position as a plain list of cells.
struct Plain<'a> {
    tables: &'a Tables,
    rules: Rules,
    board: &'a Board,
    cells: Cells,
}

/// A move of a piece with what it does.
#[derive(Clone, Copy)]
struct Trial {
    from: usize,
    landing: usize,
    to: usize,
    /// The cell of a captured piece.
    taken: Option<usize>,
    rook: Option<(usize, usize)>,
}

impl<'a> Plain<'a> {
    fn new(tables: &'a Tables, board: &'a Board) -> Self {
        let cells = std::array::from_fn(|cell| {
            board.forces.owner(cell).map(|seat| (seat, tables.letter(board.forces.kind(cell))))
        });
        Plain { tables, rules: tables.rules, board, cells }
    }

    /// The vectors of a piece and how often it may take each.
    fn vectors(&self, letter: char) -> Vec<(Vector, usize)> {
        let (rook, bishop) = (self.rules.rook.vectors(), self.rules.bishop.vectors());
        let far = |vectors: Vec<Vector>, times: usize| vectors.into_iter().map(|v| (v, times)).collect();
        let queen = || -> Vec<Vector> {
            let more = match self.rules.queen {
                Queen::And(vectors) => vectors.vectors().collect(),
                _ => Vec::new(),
            };
            self.rules.rook.vectors().chain(self.rules.bishop.vectors()).chain(more).collect()
        };
        match letter {
            'R' => far(rook.collect(), 7),
            'B' => far(bishop.collect(), 7),
            'N' => far(self.rules.knight.to_vec(), 1),
            'Q' => far(queen(), if matches!(self.rules.queen, Queen::OneStep) { 1 } else { 7 }),
            _ => far(queen(), 1),
        }
    }

    /// The cells on which the piece of a cell could capture or, but for pawns, go.
    fn reached(&self, cells: &Cells, from: usize) -> Vec<usize> {
        let Some((seat, letter)) = cells[from] else { return Vec::new() };
        if letter == 'P' {
            return self.rules.pawn.takes.iter().filter_map(|&v| step(from, turned(seat, v))).collect();
        }
        let mut reached = Vec::new();
        for (vector, times) in self.vectors(letter) {
            let mut at = from;
            for _ in 0..times {
                let Some(next) = step(at, vector) else { break };
                reached.push(next);
                if cells[next].is_some() {
                    break;
                }
                at = next;
            }
        }
        reached
    }

    fn attacked(&self, cells: &Cells, cell: usize, by: Seat) -> bool {
        let enemy = |&from: &usize| cells[from].is_some_and(|(seat, _)| seat == by);
        (0..CELLS).filter(enemy).any(|from| self.reached(cells, from).contains(&cell))
    }

    fn after(&self, trial: Trial) -> Cells {
        let mut cells = self.cells;
        let piece = cells[trial.from].take();
        if let Some(taken) = trial.taken {
            cells[taken] = None;
        }
        cells[trial.to] = piece;
        if let Some((from, to)) = trial.rook {
            cells[to] = cells[from].take();
        }
        cells
    }

    fn is_legal(&self, trial: Trial) -> bool {
        let (cells, seat) = (self.after(trial), self.board.to_move);
        let king = (0..CELLS).find(|&cell| cells[cell] == Some((seat, 'K'))).unwrap();
        !self.attacked(&cells, king, seat.other())
    }

    /// Landings of the piece on a cell with the cell of what is captured.
    fn landings(&self, from: usize) -> Vec<(usize, Option<usize>)> {
        let (seat, letter) = self.cells[from].unwrap();
        let enemy = |cell: usize| self.cells[cell].is_some_and(|(owner, _)| owner != seat);
        if letter != 'P' {
            let reached = self.reached(&self.cells, from).into_iter();
            let free = reached.filter(|&to| self.cells[to].is_none_or(|(owner, _)| owner != seat));
            return free.map(|to| (to, enemy(to).then_some(to))).collect();
        }
        let mut landings = Vec::new();
        let empty = |cell: usize| self.cells[cell].is_none();
        for &vector in self.rules.pawn.quiet {
            let once = step(from, turned(seat, vector)).filter(|&to| empty(to));
            landings.extend(once.map(|to| (to, None)));
            let home = self.board.array.pawn_home(seat) + file(from) == from;
            if home
                && self.board.fresh[seat.index()] >> file(from) & 1 == 1
                && self.rules.pawn.twice.contains(&vector)
            {
                let twice = once.and_then(|once| step(once, turned(seat, vector))).filter(|&to| empty(to));
                landings.extend(twice.map(|to| (to, None)));
            }
        }
        for to in self.reached(&self.cells, from) {
            let passing = self.board.en_passant.filter(|en_passant| en_passant.passed as usize == to);
            match passing {
                Some(en_passant) => landings.push((to, Some(en_passant.pawn as usize))),
                None if enemy(to) => landings.push((to, Some(to))),
                None => {}
            }
        }
        landings
    }

    /// Where a piece that has landed may end, if the king's safety does not matter, and whether it may stay.
    fn ends(&self, from: usize, landing: usize) -> (Vec<usize>, bool) {
        let (seat, letter) = self.cells[from].unwrap();
        let Some(marks) = self.rules.marks else { return (Vec::new(), true) };
        let set = if letter == 'K' { marks.stars | marks.crowns } else { marks.stars };
        let marked = set >> (landing % SQUARES) & 1 == 1;
        let others = (0..3).filter(|&other| other != level(landing));
        let goal = |other: usize| other * SQUARES + landing % SQUARES;
        let free = |&other: &usize| self.cells[goal(other)].is_none();
        let unmoved = match letter {
            'K' => false,
            'P' => {
                self.board.array.pawn_home(seat) + file(from) == from
                    && self.board.fresh[seat.index()] >> file(from) & 1 == 1
            }
            _ => {
                self.board.array.home(seat) + file(from) == from
                    && self.board.unmoved[seat.index()] >> file(from) & 1 == 1
            }
        };
        if !self.rules.leave_at_once || !unmoved {
            return (if marked { others.filter(free).map(goal).collect() } else { Vec::new() }, true);
        }
        let far = 2 - level(from);
        let next_free = free(&1);
        let reaches = |&other: &usize| other == 1 || other == far && marked;
        let in_check = self.attacked(&self.cells, self.king(), seat.other());
        (others.filter(reaches).filter(free).map(goal).collect(), !next_free || in_check)
    }

    fn king(&self) -> usize {
        (0..CELLS).find(|&cell| self.cells[cell] == Some((self.board.to_move, 'K'))).unwrap()
    }

    fn castlings(&self) -> Vec<Trial> {
        let (seat, king) = (self.board.to_move, self.king());
        let home = self.board.array.home(seat);
        let attacked = |cell: usize| self.attacked(&self.cells, cell, seat.other());
        let mut trials = Vec::new();
        for side in Side::ALL {
            let [rook, goal, rook_goal] = side.files();
            let between = if rook == 0 { 1..KING_FILE } else { KING_FILE + 1..rook };
            let crossed = if rook == 0 { goal..=KING_FILE } else { KING_FILE..=goal };
            if self.board.castling & side.right(seat) == 0
                || between.into_iter().any(|file| self.cells[home + file].is_some())
                || crossed.into_iter().any(|file| attacked(home + file))
            {
                continue;
            }
            let next = SQUARES + home % SQUARES;
            for first in [home, next] {
                let pair = [first + goal, first + rook_goal];
                if first == next
                    && (!self.rules.leave_at_once || pair.iter().any(|&cell| self.cells[cell].is_some()))
                {
                    continue;
                }
                let rook = Some((home + rook, first + rook_goal));
                trials.push(Trial { from: king, landing: home + goal, to: first + goal, taken: None, rook });
            }
        }
        trials
    }

    fn actions(&self) -> Vec<Action> {
        let seat = self.board.to_move;
        let mut trials = self.castlings();
        for from in (0..CELLS).filter(|&from| self.cells[from].is_some_and(|(owner, _)| owner == seat)) {
            for (landing, taken) in self.landings(from) {
                let (goals, stays) = self.ends(from, landing);
                let goals = goals.into_iter().chain(stays.then_some(landing));
                trials.extend(goals.map(|to| Trial { from, landing, to, taken, rook: None }));
            }
        }
        trials.retain(|&trial| self.is_legal(trial));
        let mut actions: Vec<Action> = trials.into_iter().flat_map(|trial| self.forms(trial)).collect();
        actions.sort();
        actions
    }

    /// The actions of a move: every promotion of a pawn that has arrived.
    fn forms(&self, Trial { from, landing, to, .. }: Trial) -> Vec<Action> {
        let (seat, letter) = self.cells[from].unwrap();
        let ranks = if seat == Seat::FIRST { 7 - rank(landing) } else { rank(landing) };
        let arrives = letter == 'P'
            && level(landing) == self.board.array.home_level(seat.other())
            && ranks < self.rules.promotion_ranks;
        if !arrives {
            return vec![Action::plain(from, to)];
        }
        let kinds = LETTERS.iter().zip(self.tables.kinds).filter(|(letter, _)| **letter != 'K');
        kinds.map(|(_, promotion)| Action::Move { from: from as u8, to: to as u8, promotion }).collect()
    }
}

/// Random games, from the start or a position, in which every list of moves is that of the slow generator;
/// how many of the positions had castling, and how many a capture en passant.
fn agree<V: Variant>(spec: &str, start: Option<&str>, games: u64) -> [usize; 2] {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1283);
    let mut scratch = Scratch::default();
    let options = Options::check(&spec.parse().unwrap(), V::INFO.options).unwrap();
    let game = Space::<V>::new(&options).unwrap();
    let (mut castlings, mut passings) = (0, 0);
    for _ in 0..games {
        let mut position = start.map_or_else(|| game.start(), |text| game.parse_position(text).unwrap());
        while let Turn::Seat(seat) = game.turn(&position) {
            let board = &position.board;
            if !board.unchosen && board.plies < 150 {
                let mut legal = Vec::new();
                game.actions(&position, seat, &mut legal);
                legal.sort();
                let plain = Plain::new(game.tables(), board);
                assert_eq!(legal, plain.actions(), "{spec}: {}", game.position_text(&position));
                castlings += plain.castlings().len();
                passings += usize::from(board.en_passant.is_some());
                for &action in &legal {
                    let Action::Move { from, to, .. } = action else { continue };
                    let target = game.tables().capture_cell(from as usize, to as usize);
                    let pawn = board.forces.kind(from as usize) & PAWNS != 0;
                    let noisy = game.gain(&position)(action).is_some();
                    assert!(noisy || pawn || plain.cells[target].is_none(), "{spec}: {action:?}");
                }
            }
            playout::random_ply(&game, &mut position, &mut rng, &mut scratch);
        }
    }
    [castlings, passings]
}

/// Pawns of Black, whose level is the third, that wait for two-steps beside White's; some pass a star.
const FACING: &str = "8/8/8/8/8/8/8/K7|8/8/8/8/8/8/8/8|7k/pppppppp/8/PPPPPPPP/8/8/8/8 b - abcdefgh -";
/// The same with White's pawns a level above those of Black, whose level is the first.
const UNDER: &str = "k7/pppppppp/8/8/8/8/8/8|8/8/8/PPPPPPPP/8/8/8/8|8/8/8/8/8/8/8/7K b - abcdefgh -";

/// Kings and rooks that may castle, White's at the bottom.
const CASTLING: &str = "8/8/8/8/8/8/P6P/R3K2R|8/8/8/8/8/8/8/8|r3k2r/p6p/8/8/8/8/8/8 w KQkq AHah -";
/// The same with White's at the top.
const HIGH_CASTLING: &str = "r3k2r/p6p/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/P6P/R3K2R w KQkq AHah -";

/// Games from the start, from one position with castling and from one with two-steps. Castling must have
/// occurred; returns how often a capture en passant did.
fn agree_from_all<V: Variant>(spec: &str, castling: &str, two_steps: &str) -> usize {
    agree::<V>(spec, None, 6);
    let [castlings, _] = agree::<V>(spec, Some(castling), 6);
    assert!(castlings > 0, "{spec}");
    let [_, passings] = agree::<V>(spec, Some(two_steps), 6);
    passings
}

#[test]
fn millennium_agrees_with_trial_and_error() {
    assert!(agree_from_all::<Millennium>("millennium-3d-chess", CASTLING, FACING) > 0);
    let other = "millennium-3d-chess(array=hageman, pawn_two_step=source-text)";
    assert!(agree_from_all::<Millennium>(other, HIGH_CASTLING, UNDER) > 0);
    agree::<Millennium>("millennium-3d-chess(array=blacks-choice)", None, 4);
}

#[test]
fn nardeshir_agrees_with_trial_and_error() {
    assert!(agree_from_all::<Nardeshir>("nardeshir", CASTLING, FACING) > 0);
    assert_eq!(agree_from_all::<Nardeshir>("nardeshir(variant=malka)", CASTLING, FACING), 0);
}

#[test]
fn space_chess_agrees_with_trial_and_error() {
    assert!(agree_from_all::<SpaceRules>("space-chess", CASTLING, FACING) > 0);
    assert!(agree_from_all::<SpaceRules>("space-chess(rules=hageman)", HIGH_CASTLING, UNDER) > 0);
    assert!(agree_from_all::<SpaceRules>("space-chess(rules=johnson)", CASTLING, FACING) > 0);
    agree_from_all::<SpaceRules>("space-chess(first_move_transfer=true)", CASTLING, FACING);
}
