//! Sleeping Beauty Draughts (rules: `docs/games/sleeping-beauty-draughts.md`).

mod board;
mod moves;
mod notation;
#[cfg(test)]
mod oracle_tests;
mod refusal;
mod scene;
mod seen;
mod value;

use std::sync::LazyLock;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::ranked::Ranked;
use torneo_board::sum_of_terms;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, Ending, Game, GameInfo, Heuristics, Kind, OptionInfo, Options, Outcome, Scratch,
    Seat, Solving, SpecError, Turn, noisy_listed, random, reason,
};

pub use board::{Action, Board};
use board::{LADY, LETTERS, WHITE};
use moves::{STEPS, View};
use seen::Seen;

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct SleepingBeautyDraughts {
    /// Whether a repeated position ends the game without a result.
    void_by_repetition: bool,
}

impl SleepingBeautyDraughts {
    /// Whether the side to move has lost.
    #[inline]
    fn judge(board: &mut Board) {
        if !board.can_move() {
            let winner = Seat::new(board.to_move & 1 ^ 1);
            board.ending = Some(Ending::win(winner, reason::NO_MOVE));
            // Nobody wakes any more.
            board.set_waking(false);
        }
    }

    /// The legal actions where a list is needed: a beauty wakes, or a piece can jump.
    #[inline]
    fn listed<'a>(board: &Board, scratch: &'a mut Scratch<Action>) -> Result<&'a [Action], View> {
        let actions = &mut scratch.actions;
        actions.clear();
        if board.waking {
            board.views().for_each(|view| view.list(actions));
            return Ok(actions);
        }
        let view = View::new(board);
        let jumpers = view.jumpers();
        if jumpers == 0 {
            return Err(view);
        }
        view.list_captures(jumpers, actions);
        Ok(actions)
    }
}

impl Described for SleepingBeautyDraughts {
    const INFO: GameInfo = GameInfo {
        id: "sleeping-beauty-draughts",
        title: "Sleeping Beauty Draughts",
        family: "capture",
        options: &[OptionInfo::choice("repetition", &["lady-rule", "no-result"], "lady-rule").help(
            "while only ladies move: one repetition is allowed, or the first ends the game without a result",
        )],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(SleepingBeautyDraughts { void_by_repetition: options.choice("repetition") == "no-result" })
    }
}

impl Game for SleepingBeautyDraughts {
    type Position = Board;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, board, archive| {
        archive.flag(&mut board.repeated);
        board.seen.archive(archive);
    });

    fn start(&self) -> Board {
        let mut board = notation::start();
        self.forget_history(&mut board);
        board
    }

    #[inline]
    fn turn(&self, position: &Board) -> Turn {
        Turn::until(position.ending, Seat::new(position.to_move & 1))
    }

    fn actions(&self, position: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        position.views().for_each(|view| view.list(actions));
    }

    #[inline]
    fn apply(&self, position: &mut Board, action: Action) {
        let repeats = position.play(action);
        if repeats && self.void_by_repetition {
            position.ending = Some(Ending::draw(reason::REPETITION));
            return;
        }
        position.repeated |= repeats;
        Self::judge(position);
    }

    /// The points of the winner are all pieces on the board.
    fn outcome(&self, position: &Board) -> Outcome {
        let ending = position.ending.expect("the game is over");
        let pieces = f64::from((position.owned(0) | position.owned(1)).len());
        let points = Seat::all(2).map(|seat| if ending.winner == Some(seat) { pieces } else { 0.0 });
        ending.outcome(2).with_points(points)
    }

    #[inline]
    fn hash(&self, position: &Board) -> u64 {
        position.hash
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Board,
        _seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        let view = match Self::listed(position, scratch) {
            Ok(actions) => return actions[random::below(rng, actions.len())],
            Err(view) => view,
        };
        let men = view.men_steps().map(Ranked::new);
        let lady = Ranked::new(view.lady_targets());
        let mut n = random::below(rng, men[0].len() + men[1].len() + lady.len());
        for (targets, distance) in men.iter().zip(STEPS) {
            match n.checked_sub(targets.len()) {
                None => return view.man_step(targets.nth(n), distance),
                Some(rest) => n = rest,
            }
        }
        view.lady_move(lady.nth(n))
    }

    fn count_actions(&self, position: &Board, _seat: Seat, scratch: &mut Scratch<Action>) -> usize {
        match Self::listed(position, scratch) {
            Ok(actions) => actions.len(),
            Err(view) => {
                let [left, right] = view.men_steps();
                (left.len() + right.len() + view.lady_targets().len()) as usize
            }
        }
    }

    /// Makes the position the first of a lady sequence.
    fn forget_history(&self, position: &mut Board) {
        (position.seen, position.repeated, position.ending) = (Seen::EMPTY, false, None);
        position.record();
        Self::judge(position);
    }
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kinds = Seat::all(2).zip(LETTERS).flat_map(|(seat, letters)| {
        let glyphs = [Glyph::Disc, Glyph::Crowned, Glyph::Letter("z".to_owned())];
        let names = ["man", "lady", "sleeping_beauty"];
        let kind = move |((letter, name), glyph)| Kind::new(letter, name, Some(seat), glyph);
        letters.into_iter().zip(names).zip(glyphs).map(kind)
    });
    kinds.collect()
});

impl Heuristics for SleepingBeautyDraughts {
    sum_of_terms! {
        #[inline]
        |_game, board| Seat::new(WHITE) => value::advantage(board), value::TERMS, value::WEIGHTS
    }

    /// Of a capture or a promotion: the pieces that are captured, a lady counting for several, and a promotion.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Board) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            if !(position.captures(action) || position.promotes(action)) {
                return None;
            }
            let enemy_lady = position.pieces[position.to_move & 1 ^ 1][LADY].has(action.to as usize);
            let captured = i32::from(action.jumps) + 3 * i32::from(enemy_lady);
            Some(100 * captured + 150 * i32::from(position.promotes(action)))
        }
    }

    fn noisy_actions(&self, position: &Board, seat: Seat, actions: &mut Vec<Action>) {
        if position.waking {
            noisy_listed(self, position, seat, actions);
        } else {
            View::new(position).list_noisy(actions);
        }
    }
}

impl Solving for SleepingBeautyDraughts {
    /// No result by repetition where that ends the game. By the rule for ladies it depends on the history who has to
    /// leave the repetition.
    fn cycle_value(&self, _position: &Board) -> Option<Ending> {
        self.void_by_repetition.then_some(Ending::draw(reason::REPETITION))
    }
}
