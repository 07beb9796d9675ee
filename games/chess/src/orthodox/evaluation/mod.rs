//! How good a position is for White: what stands where, what it attacks, pawns, and the safety of the kings, each weighed
//! for the middle game and for the endgame.
//!
//! The terms are those of most chess programs before networks (<https://www.chessprogramming.org/Evaluation>). What they
//! count does not depend on the size of the board; the weights do, and each game has its own.

mod kings;
mod masks;
mod pawns;
mod pieces;
mod tally;
mod terms;
mod weights;

use torneo_board::army::{Army, Forces};
use torneo_board::grid::BitSet;
use torneo_contract::Seat;

use super::tables::{GAITS, KING, PAWN, Tables};
use super::{Board, Piece, Variant};
use masks::Masks;
use pieces::Attacks;
pub use tally::Counts;
use terms::{KINDS, Term};
pub use weights::{MIDDLE, Phased, Weights};

use tally::{Sum, Tally};

/// The evaluation of the game `V`.
#[derive(Clone, Debug)]
pub struct Evaluation<V: Variant, const CELLS: usize> {
    masks: Masks<V, CELLS>,
    weights: Weights,
    /// By seat, kind and square what a piece is worth there by itself.
    places: [[[Phased; CELLS]; KINDS]; 2],
}

/// A position as the evaluation looks at it.
struct View<'a, V: Variant, const CELLS: usize> {
    tables: &'a Tables<V, CELLS>,
    masks: &'a Masks<V, CELLS>,
    forces: &'a Forces<V::Set, GAITS, 2>,
    mover: Seat,
    /// By seat and kind, which is a pawn or a number of [`Variant::PIECES`] from 1 on.
    kinds: [[V::Set; KINDS]; 2],
    occupied: V::Set,
    kings: [usize; 2],
    /// By seat its king's square and the squares beside it.
    rings: [V::Set; 2],
}

impl<V: Variant, const CELLS: usize> Evaluation<V, CELLS> {
    /// The evaluation with the weights of the game.
    pub fn new() -> Self {
        let weights = Weights::read(&Self::letters(), V::WEIGHTS).unwrap_or_else(|error| panic!("{error}"));
        let place = |seat: usize, kind: usize, square: usize| {
            let rank = View::<V, CELLS>::rank(Seat::new(seat), square);
            let terms = terms::of_place::<V>(kind, rank, square % V::FILES);
            terms.into_iter().fold(Phased::default(), |sum, term| sum.plus(weights.get(term), 1))
        };
        let places = std::array::from_fn(|seat| {
            std::array::from_fn(|kind| std::array::from_fn(|square| place(seat, kind, square)))
        });
        Evaluation { masks: Masks::new(), weights, places }
    }

    /// The letters of the kinds of pieces in the order of their terms.
    pub fn letters() -> String {
        std::iter::once('P').chain(V::PIECES.iter().map(|piece| piece.letter)).collect()
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How good the position is for White, in hundredths of a pawn or so.
    pub fn value(&self, tables: &Tables<V, CELLS>, board: &Board<V::Set>) -> i32 {
        let mut sum = Sum::new(&self.weights, &self.places);
        let phase = self.count(tables, board, &mut sum);
        let value = sum.total().at(phase);
        let [white, black] = [0, 1].map(|seat| Self::chances(&board.forces, Seat::new(seat)));
        if value > 0 { value * white / FULL } else { value * black / FULL }
    }

    /// What part (of [`FULL`]) of an advantage a player can make good: little without pawns and with no more than a light piece
    /// ahead.
    pub fn chances(forces: &Forces<V::Set, GAITS, 2>, seat: Seat) -> i32 {
        if !forces.gaits[PAWN + seat.index()].is_empty() {
            return FULL;
        }
        let pieces = |seat: Seat| -> i32 {
            V::PIECES.iter().map(|piece| piece.value * forces.of_kind(seat, piece.kind).len() as i32).sum()
        };
        if pieces(seat) - pieces(seat.other()) < ENOUGH { FULL / 4 } else { FULL }
    }

    /// Counts everything of a position; how much of the pieces is left, 0 to [`MIDDLE`].
    pub fn count(&self, tables: &Tables<V, CELLS>, board: &Board<V::Set>, tally: &mut impl Tally) -> i32 {
        let forces = &board.forces;
        let kings = [0, 1].map(|seat| forces.king::<Tables<V, CELLS>>(Seat::new(seat)));
        let rings = kings.map(|king| tables.attacks(KING, king, V::Set::EMPTY) | V::Set::one(king));
        let mut kinds = [0, 1].map(|seat| [forces.gaits[PAWN + seat]; KINDS]);
        for seat in Seat::all(2) {
            for (cells, piece) in kinds[seat.index()][1..].iter_mut().zip(V::PIECES) {
                *cells = forces.of_kind(seat, piece.kind);
            }
        }
        let (masks, occupied) = (&self.masks, forces.occupied());
        let view = View { tables, masks, forces, mover: board.to_move, kinds, occupied, kings, rings };
        let pawns = [Seat::FIRST, Seat::SECOND].map(|seat| view.taken_by_pawns(seat, view.pawns(seat)));
        let attacks = [0, 1].map(|seat| view.count_pieces(Seat::new(seat), pawns, tally));
        view.count_side::<0>(&pawns, &attacks, tally);
        view.count_side::<1>(&pawns, &attacks, tally);
        tally.add(board.to_move, Term::Turn.at(0), 1);
        let left = attacks.iter().map(|attacks| attacks.left).sum::<i32>();
        (MIDDLE * left / const { full::<V>() }).min(MIDDLE)
    }
}

/// What a piece counts for the phase.
const fn share(piece: &Piece) -> i32 {
    (piece.value + 50) / 150
}

/// What all pieces at the start count for the phase.
const fn full<V: Variant>() -> i32 {
    let (mut full, mut index) = (0, 0);
    while index < V::PIECES.len() {
        full += 2 * V::PIECES[index].count as i32 * share(&V::PIECES[index]);
        index += 1;
    }
    full
}

/// A whole advantage.
const FULL: i32 = 16;
/// Hundredths of a pawn that win without pawns.
const ENOUGH: i32 = 400;

impl<V: Variant, const CELLS: usize> View<'_, V, CELLS> {
    fn pawns(&self, seat: Seat) -> V::Set {
        self.kinds[seat.index()][0]
    }

    /// The rank of a square as its owner sees it, from 0.
    fn rank(seat: Seat, square: usize) -> usize {
        let rank = square / V::FILES;
        if seat == Seat::FIRST { rank } else { V::RANKS - 1 - rank }
    }

    /// Material and place.
    fn stand(&self, seat: Seat, kind: usize, square: usize, tally: &mut impl Tally) {
        tally.stand(seat, kind, square, || {
            terms::of_place::<V>(kind, Self::rank(seat, square), square % V::FILES)
        });
    }

    /// One rank ahead.
    #[inline]
    fn forward(seat: Seat) -> i32 {
        if seat == Seat::FIRST { V::FILES as i32 } else { -(V::FILES as i32) }
    }

    /// What is counted of a side once all attacks are known.
    ///
    /// The seat is a constant so that sets are shifted by constants.
    fn count_side<const SEAT: usize>(
        &self,
        pawns: &[V::Set; 2],
        attacks: &[Attacks<V::Set>; 2],
        tally: &mut impl Tally,
    ) {
        let (own, other) = (&attacks[SEAT], &attacks[1 - SEAT]);
        self.count_pawns::<SEAT>(pawns, other, tally);
        self.count_threats::<SEAT>(own, other, tally);
        self.count_king::<SEAT>(own, other, tally);
    }

    /// What pawns of a player attack from some squares.
    #[inline]
    fn taken_by_pawns(&self, seat: Seat, pawns: V::Set) -> V::Set {
        self.masks.beside(pawns.shifted(Self::forward(seat)) & self.masks.board)
    }

    /// Pieces that are attacked by lesser ones, by more than defends them, or by pawns that only have to step ahead.
    fn count_threats<const SEAT: usize>(
        &self,
        own: &Attacks<V::Set>,
        other: &Attacks<V::Set>,
        tally: &mut impl Tally,
    ) {
        let (seat, rival) = (Seat::new(SEAT), Seat::new(1 - SEAT));
        let pawns = self.pawns(rival);
        let pieces = self.forces.owned[rival.index()] & !self.forces.gaits[KING] & !pawns;
        let count = |set: V::Set| set.len() as i32;
        let exposed = pieces & !other.pawns;
        let weak = own.all & exposed & (own.twice | !other.twice);
        let threats = [own.light & pieces, own.light & exposed, own.rooks & exposed, weak];
        let supporters = self.pawns(seat).len() as i32;
        for (kind, piece) in V::PIECES.iter().enumerate().map(|(index, piece)| (index + 1, piece)) {
            if piece.kind >> KING & 1 == 1 {
                continue;
            }
            let [own, victims] = [seat, rival].map(|seat| self.kinds[seat.index()][kind]);
            for (sort, threat) in threats.into_iter().enumerate() {
                tally.add(seat, Term::Threat.of(kind, sort), count(threat & victims));
            }
            tally.add(seat, Term::WithPawns.of(kind, 0), supporters * count(own));
        }
        let steps = self.pawns(seat).shifted(Self::forward(seat)) & !self.occupied & self.masks.board;
        let safe = steps & !other.pawns & (own.all | !other.all);
        let pushed = self.taken_by_pawns(seat, safe) & pieces & !own.pawns;
        let hanging = [weak & (own.twice | !other.all), own.all & pawns & !other.all];
        let counts = [own.pawns & pieces, pushed, hanging[0], hanging[1]].map(count);
        let terms = [Term::ByPawn.at(0), Term::PushThreat.at(0), Term::Hanging.at(0), Term::Hanging.at(1)];
        for (sort, (term, count)) in terms.into_iter().zip(counts).enumerate() {
            tally.add(seat, term, count);
            if seat == self.mover {
                tally.add(seat, Term::Moving.at(sort), count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use torneo_contract::{Described, Heuristics, Notation, Options, Scratch, Seat, Turn};

    use super::Term;
    use crate::{Fischerandom, GrandChess};

    fn game<G: Described>(written: &str) -> G {
        G::new(&Options::check(&written.parse().unwrap(), G::INFO.options).unwrap()).unwrap()
    }

    /// The position with the players' parts exchanged.
    fn turned(position: &str) -> String {
        let fields: Vec<&str> = position.split(' ').collect();
        let ranks: Vec<&str> = fields[0].rsplit('/').collect();
        let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let placement: String = ranks.join("/").chars().map(swap).collect();
        format!("{placement} {} - - {} {}", if fields[1] == "w" { "b" } else { "w" }, fields[4], fields[5])
    }

    fn both_players_are_judged_alike<G: Described>(written: &str) {
        use rand_core::SeedableRng;
        let (game, mut rng) = (game::<G>(written), torneo_contract::random::Generator::seed_from_u64(3));
        let (mut position, mut scratch) = (game.start(), Scratch::default());
        let mut compared = 0;
        for _ in 0..2000 {
            let Turn::Seat(seat) = game.turn(&position) else {
                position = game.start();
                continue;
            };
            let action = game.random_action(&position, seat, &mut rng, &mut scratch);
            game.apply(&mut position, action);
            let there = game.parse_position(&turned(&game.position_text(&position))).unwrap();
            let [here, there] = [(&position, Seat::FIRST), (&there, Seat::SECOND)]
                .map(|(position, seat)| game.evaluate(position, seat).unwrap());
            assert_eq!(here, there, "{}", game.position_text(&position));
            compared += usize::from(here != 0);
        }
        assert!(compared > 1000);
    }

    #[test]
    fn both_players_are_judged_alike_on_eight_by_eight() {
        both_players_are_judged_alike::<Fischerandom>("fischerandom(start=518)");
    }

    #[test]
    fn both_players_are_judged_alike_on_ten_by_ten() {
        both_players_are_judged_alike::<GrandChess>("grand-chess");
    }

    fn value(position: &str) -> i32 {
        let game = game::<Fischerandom>("fischerandom");
        game.evaluate(&game.parse_position(position).unwrap(), Seat::FIRST).unwrap()
    }

    #[test]
    fn what_players_know_is_told() {
        // A pawn that passes is worth more near its goal.
        let [passed, near] = ["4k3/p7/8/4P3/8/8/8/4K3", "k7/p7/4P3/8/8/8/8/4K3"]
            .map(|placement| value(&format!("{placement} w - - 0 1")));
        assert!(passed < near, "{passed} {near}");
        // A king behind its pawns, with queens on the board, stands better than one before them.
        let [behind, before] = ["3q2k1/5ppp/8/8/8/8/5PPP/3Q2K1", "3q2k1/5ppp/8/8/6K1/8/5PPP/3Q4"]
            .map(|p| value(&format!("{p} w - - 0 1")));
        assert!(behind > before, "{behind} {before}");
        // A light piece ahead does not win without pawns.
        assert!(value("4k3/p7/8/8/8/8/8/2B1K3 w - - 0 1") < value("4k3/p7/8/8/8/8/P7/2B1K3 w - - 0 1") / 2);
    }

    /// By how much White has more of what a term counts.
    fn difference(position: &str, term: Term) -> i32 {
        let game = game::<Fischerandom>("fischerandom");
        let (counts, _) = game.features(&game.parse_position(position).unwrap());
        counts.into_iter().find(|&(number, _)| number == term.at(0)).map_or(0, |(_, count)| count)
    }

    #[test]
    fn pins_are_counted() {
        let pinned = |placement: &str| difference(&format!("{placement} b - - 0 1"), Term::Pinned);
        assert_eq!(pinned("4k3/4n3/8/8/8/8/8/4R1K1"), -1);
        assert_eq!(pinned("4k3/4n3/8/8/4P3/8/8/4R1K1"), 0, "two stand between");
        assert_eq!(pinned("4k3/8/8/8/8/8/8/4R1K1"), 0, "that is a check");
        assert_eq!(pinned("6k1/8/8/b7/8/2N5/8/q2BK3"), 2);
    }

    #[test]
    fn what_a_pawn_could_attack_by_a_step_is_counted() {
        let pushed = |position: &str| difference(position, Term::PushThreat);
        assert_eq!(pushed("4k3/8/8/3n4/8/2P5/8/4K3 w - - 0 1"), 1);
        assert_eq!(pushed("4k3/8/8/3n4/2p5/2P5/8/4K3 w - - 0 1"), 0, "the way is barred");
        assert_eq!(pushed("4k3/8/8/1p1n4/8/2P5/8/4K3 w - - 0 1"), 0, "it would be taken");
        assert_eq!(pushed("4k3/8/8/1p1n4/8/1PP5/8/4K3 w - - 0 1"), 0, "and be taken by a pawn");
        assert_eq!(pushed("4k3/8/8/3n4/2P5/8/8/4K3 w - - 0 1"), 0, "it is attacked already");
    }

    #[test]
    fn pawns_attack_what_lies_ahead_on_both_sides() {
        let game = game::<GrandChess>("grand-chess");
        let counted = |placement: &str, term: Term| {
            let position = game.parse_position(&format!("{placement} w - - 0 1")).unwrap();
            let (counts, _) = game.features(&position);
            counts.into_iter().find(|&(number, _)| number == term.at(0)).map_or(0, |(_, count)| count)
        };
        let after_step = |placement: &str| counted(placement, Term::PushThreat);
        assert_eq!(after_step("9n/P9/10/10/3k6/10/10/3K6/10/10"), 0, "beyond the last rank there is nothing");
        assert_eq!(after_step("9n/10/8P1/10/3k6/10/10/3K6/10/10"), 1);
        assert_eq!(counted("10/10/10/9n/P7P1/3k6/10/10/3K6/10", Term::ByPawn), 1);
        assert_eq!(counted("10/10/9n/P9/10/3k6/10/10/3K6/10", Term::ByPawn), 0, "files do not wrap");
    }

    #[test]
    fn a_piece_that_is_protected_as_often_as_it_is_attacked_does_not_hang() {
        let hanging = |position: &str| difference(position, Term::Hanging);
        assert_eq!(hanging("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1"), 1);
        assert_eq!(hanging("3rk3/8/8/3n4/8/8/8/3RK3 w - - 0 1"), 0, "once each");
        assert_eq!(hanging("3rk3/8/8/3n4/8/8/6B1/3RK3 w - - 0 1"), 1, "twice and once");
        assert_eq!(hanging("3rk3/8/2p5/3n4/8/8/6B1/3RK3 w - - 0 1"), 0, "a pawn protects it");
        let moving = |position: &str| difference(position, Term::Moving);
        let attacked = "4k3/8/8/3n4/2P5/8/8/4K3";
        assert_eq!(moving(&format!("{attacked} w - - 0 1")), 1);
        assert_eq!(moving(&format!("{attacked} b - - 0 1")), 0);
    }
}
