//! Zèrtz (rules: `docs/games/zertz.md`).

mod action;
mod board;
mod notation;
#[cfg(test)]
mod oracle_tests;
mod rings;
mod scene;
mod value;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::history::{History, Tracked};
use torneo_board::terms::tell;
use torneo_contract::{
    Archiving, Described, Ending, Game, GameInfo, Heuristics, LengthRule, OptionInfo, Options, Outcome,
    Scratch, Seat, Solving, SpecError, Terms, Turn, random, reason,
};

pub use action::Action;
use action::Kind;
pub use board::Board;
use board::{COLOURS, Marbles, Tight};
use rings::{Places, Rings};
use value::{Goals, JUMPS};

/// The number of times that a position may stand before the game ends.
const OCCURRENCES: usize = 3;

/// The marbles and goals of a mode.
const STANDARD: (Marbles, Goals) = ([6, 8, 10], Goals { each: 3, of_one: [4, 5, 6] });
const BLITZ: (Marbles, Goals) = ([5, 7, 9], Goals { each: 2, of_one: [3, 4, 5] });

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Zertz {
    rings: Rings,
    marbles: Marbles,
    goals: Goals,
    max_plies: u32,
}

/// How many placements there are, in the terms that pick one of them.
struct Placements {
    vacant: Places,
    free: Places,
    /// Ways to choose the ring of the marble and the one to remove.
    places: usize,
    /// The colours that can be placed.
    colours: usize,
}

impl Placements {
    #[inline]
    fn new(board: &Board) -> Placements {
        let (vacant, free) = (board.vacant(), board.free());
        let (rings, removable) = (vacant.len() as usize, free.len() as usize);
        // A marble on the only free ring leaves none to remove; other marbles leave the free rings but their
        // own.
        let places = if removable < 2 { rings } else { (rings - 1) * removable };
        let colours = board.supply().iter().filter(|&&count| count > 0).count();
        Placements { vacant, free, places, colours }
    }

    #[inline]
    fn len(&self) -> usize {
        self.places * self.colours
    }

    /// The rings of the marble and of the removal of one of the places.
    #[inline]
    fn place(&self, n: usize) -> (usize, Option<usize>) {
        let removable = self.free.len() as usize;
        if removable < 2 {
            let ring = self.vacant.nth(n);
            return (ring, (self.free & !Places::one(ring)).members().next());
        }
        let removed = self.free.nth(n % removable);
        ((self.vacant & !Places::one(removed)).nth(n / removable), Some(removed))
    }
}

impl Zertz {
    /// How the game ended with the turn that led to a position.
    #[inline]
    fn judge(&self, board: &Board, earlier: usize) -> Option<Ending> {
        let mover = board.mover().other();
        if self.goals.reached(&board.captured[mover.index()]) {
            Some(Ending::win(mover, reason::WON))
        } else if board.is_stuck() {
            Some(Ending::draw(reason::NO_MOVE))
        } else if earlier + 1 >= OCCURRENCES {
            Some(Ending::draw(reason::REPETITION))
        } else if board.plies >= self.max_plies {
            Some(Ending::draw(reason::LENGTH_LIMIT))
        } else {
            None
        }
    }
}

/// Whether later positions can equal this one. Placing from the pool cannot be taken back, and jumps alone
/// only make the marbles on the board fewer.
#[inline]
fn may_return(board: &Board) -> bool {
    board.pool == [0; COLOURS]
}

impl Described for Zertz {
    const INFO: GameInfo = GameInfo {
        id: "zertz",
        title: "Zèrtz",
        family: "capture",
        options: &[
            OptionInfo::choice("rings", &["37", "61"], "37")
                .help("rings of the board: a hexagon with 4 or 5 on each side"),
            OptionInfo::choice("mode", &["standard", "blitz"], "standard")
                .help("blitz: fewer marbles and lower goals, on 37 rings"),
            OptionInfo::int("max_plies", 1..=100_000, "300").help("the game is drawn after this many plies"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let (large, blitz) = (options.choice("rings") == "61", options.choice("mode") == "blitz");
        let message = "blitz is played on 37 rings, not with option `rings` 61";
        options.refuse_if(large && blitz, "mode", message)?;
        let (marbles, goals) = if blitz { BLITZ } else { STANDARD };
        let rings = Rings::new(if large { 5 } else { 4 });
        Ok(Zertz { rings, marbles, goals, max_plies: options.u32("max_plies") })
    }
}

impl Game for Zertz {
    type Position = Tracked<Board>;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(self.max_plies.into())
    }

    fn start(&self) -> Self::Position {
        let board = Board::empty(self.rings.all, self.marbles);
        Tracked { board, history: History::default() }
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.over, position.board.mover())
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        let board = &position.board;
        let jumpers = board.all_jumpers();
        if jumpers != 0 {
            return board.for_each_jump(jumpers, &mut |jump| actions.push(jump));
        }
        let (vacant, free) = (board.vacant(), board.free());
        for colour in (0..COLOURS).filter(|&colour| board.supply()[colour] > 0) {
            for ring in vacant.members() {
                let removable = free & !Places::one(ring);
                if removable == 0 {
                    actions.push(Action::place(colour, ring, None));
                }
                actions.extend(removable.members().map(|gone| Action::place(colour, ring, Some(gone))));
            }
        }
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        let Tracked { board, history } = position;
        if board.play(action) {
            history.clear();
        }
        if may_return(board) {
            board.over = self.judge(board, history.count(board.hash));
            history.push(board.hash);
        } else {
            board.over = self.judge(board, 0);
        }
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        position.board.over.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        position.board.hash
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        _seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        let board = &position.board;
        let jumpers = board.all_jumpers();
        if jumpers != 0 {
            scratch.actions.clear();
            board.for_each_jump(jumpers, &mut |jump| scratch.actions.push(jump));
            return scratch.actions[random::below(rng, scratch.actions.len())];
        }
        let placements = Placements::new(board);
        let (place, colour) = random::pair_below(rng, placements.places, placements.colours);
        let (ring, removed) = placements.place(place);
        let mut available = (0..COLOURS).filter(|&colour| board.supply()[colour] > 0);
        Action::place(available.nth(colour).expect("the colour is counted"), ring, removed)
    }

    fn count_actions(&self, position: &Self::Position, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        let board = &position.board;
        let jumpers = board.all_jumpers();
        if jumpers == 0 {
            return Placements::new(board).len();
        }
        let mut count = 0;
        board.for_each_jump(jumpers, &mut |_| count += 1);
        count
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        history.clear();
        board.over = self.judge(board, 0);
        if may_return(board) {
            history.push(board.hash);
        }
    }
}

impl Zertz {
    /// Whether an action is a jump, or a placement that claims rings.
    #[inline]
    fn is_noisy(board: &Board, tight: Tight, action: Action) -> bool {
        match action.kind() {
            Kind::Jump { .. } => true,
            Kind::Place { ring, removed, .. } => tight.concerns(ring, removed) && board.claims(ring, removed),
        }
    }

    /// Lists the placements of a colour that claim something.
    fn list_claims(board: &Board, colour: usize, actions: &mut Vec<Action>) {
        let (tight, free) = (board.tight(), board.free());
        for ring in board.vacant().members() {
            let removable = free & !Places::one(ring);
            if removable == 0 && tight.concerns(ring, None) && board.claims(ring, None) {
                actions.push(Action::place(colour, ring, None));
            }
            for gone in tight.removed(ring, removable).members() {
                if board.claims(ring, Some(gone)) {
                    actions.push(Action::place(colour, ring, Some(gone)));
                }
            }
        }
    }

    /// By how much an action makes what the captures of its player are worth grow.
    fn growth(&self, board: &Board, action: Action) -> i32 {
        let (mover, mut next) = (board.mover().index(), *board);
        next.play(action);
        self.goals.value(&next.captured[mover]) - self.goals.value(&board.captured[mover])
    }
}

impl Heuristics for Zertz {
    const KEEPS_EVALUATIONS: bool = true;

    /// Captured marbles and how many are missing to a goal, once the next turns have been played if they are jumps.
    #[inline]
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        let board = &position.board;
        let (value, _) = self.goals.settled(board, JUMPS);
        Some(if board.mover() == seat { value } else { -value })
    }

    /// Of a jump, or a placement that claims rings: what the captures grow by.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Action) -> Option<i32> + 'a {
        let (board, tight) = (&position.board, position.board.tight());
        move |action| Self::is_noisy(board, tight, action).then(|| self.growth(board, action))
    }

    /// What they gain takes longer than whether they are noisy, and their colour does not matter for that.
    fn noisy_actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Action>) {
        let board = &position.board;
        if board.all_jumpers() != 0 {
            return self.actions(position, seat, actions);
        }
        let mut colours = (0..COLOURS).filter(|&colour| board.supply()[colour] > 0);
        let first = actions.len();
        colours.by_ref().take(1).for_each(|colour| Self::list_claims(board, colour, actions));
        let claims = first..actions.len();
        for colour in colours {
            for index in claims.clone() {
                actions.push(actions[index].of_colour(colour));
            }
        }
    }

    fn terms(&self) -> Option<Terms<Self>> {
        Some(Terms::<Self>::new(&value::TERMS, |game, position, counts| {
            let board = &position.board;
            let (value, captured) = game.goals.settled(board, JUMPS);
            let value = if board.mover() == Seat::FIRST { value } else { -value };
            tell(value, game.goals.advantage(&captured), true, counts)
        }))
    }
}

impl Solving for Zertz {
    fn symmetric_hash(&self, position: &Self::Position) -> u64 {
        let board = &position.board;
        let on_rings = |place: usize| board.rings.has(place).then(|| board.content(place));
        self.rings.symmetric_hash(on_rings) ^ board.loose_hash()
    }

    /// The number of plies says who is to move.
    fn length_rule(&self, position: &mut Self::Position, rewind: bool) -> Option<LengthRule> {
        let rule = LengthRule { counted: position.board.plies, limit: self.max_plies };
        if rewind {
            position.board.plies %= 2;
            self.forget_history(position);
        }
        Some(rule)
    }

    fn cycle_value(&self, _position: &Self::Position) -> Option<Ending> {
        Some(Ending::draw(reason::REPETITION))
    }
}
