//! Tantrix (rules: `docs/games/tantrix.md`).

mod board;
mod hand;
mod notation;
#[cfg(test)]
mod oracle_tests;
mod position;
mod scene;
mod symmetry;
mod tile;
mod value;

use rand_core::Rng;

use board::Board;
use hand::{Choices, Hand, LARGEST};
use position::{ALL, PLAYERS, Placements, Stage, Tiles, count};
use tile::{COLOURS, SIDES, TILES};
use torneo_board::grid::BitSet;
use torneo_board::ranked::Ranked;
use torneo_board::terms::lead;
use torneo_contract::{
    Described, Game, GameInfo, Heuristics, OptionInfo, Options, Outcome, Scratch, Seat, Solving, SpecError,
    Turn, TurnKinds, random, reason,
};
use value::Look;

pub use position::Position;

/// The colour of each seat: red, yellow, green, blue.
const COLOURS_OF_SEATS: [usize; PLAYERS] = [2, 3, 1, 0];
const NAMES: [&str; PLAYERS] = ["Red", "Yellow", "Green", "Blue"];

/// What happens in a ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A tile of the hand on a cell.
    Place {
        /// The number of the tile in the order of the codes.
        tile: u8,
        /// The first coordinate of the cell.
        q: i8,
        /// The second coordinate of the cell.
        r: i8,
        /// The rotation.
        turns: u8,
    },
    /// The tile drawn from the bag.
    Draw(u8),
    /// No free placement is possible.
    Skip,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Tantrix {
    players: usize,
    hand: usize,
    restrictions: bool,
}

impl Tantrix {
    /// The placements of the seat to move, with its hand.
    #[inline]
    fn placements(&self, position: &Position) -> (Hand, Placements) {
        let hand = Hand::new(position.hands[position.seat]);
        let placements = position.placements(&hand, self.restrictions);
        (hand, placements)
    }

    fn place(position: &Position, hand: &Hand, open: u16, choice: usize) -> Action {
        let (q, r) = position.board.mosaic.open()[usize::from(open)].cell;
        let (tile, turns) = hand.choice(choice);
        Action::Place { tile: tile as u8, q: q as i8, r: r as i8, turns: turns as u8 }
    }

    /// The first placement of the game.
    fn opening(tile: usize) -> Action {
        Action::Place { tile: tile as u8, q: 0, r: 0, turns: 0 }
    }

    fn take_tile(&self, position: &mut Position, tile: u8) {
        let (seat, tile) = (position.seat, Tiles::one(tile.into()));
        position.bag &= !tile;
        position.hands[seat] |= tile;
        if position.stage != Stage::Deal {
            position.drawing = false;
            return position.settle(self.players, self.restrictions);
        }
        if count(position.hands[seat]) == self.hand {
            position.seat += 1;
            if position.seat == self.players {
                (position.seat, position.stage, position.drawing) = (0, Stage::Begin, false);
            }
        }
    }

    fn put_tile(&self, position: &mut Position, tile: u8, cell: (i8, i8), turns: u8) {
        let restricted = position.is_restricted(self.restrictions);
        let (q, r) = cell;
        position.board.put((q.into(), r.into()), tile.into(), turns.into(), restricted);
        position.hands[position.seat] &= !Tiles::one(tile.into());
        position.idle = 0;
        position.stage = match position.stage {
            Stage::Begin | Stage::Forced if position.pressed => Stage::Forced,
            _ => Stage::End,
        };
        position.pressed = false;
        if position.bag == 0 {
            position.settle(self.players, self.restrictions);
        } else {
            position.drawing = true;
        }
    }

    fn skip(&self, position: &mut Position) {
        // With a forced placement before, the turn was not idle.
        position.idle += usize::from(position.stage == Stage::Begin);
        position.over = position.idle == self.players;
        position.next_turn(self.players, self.restrictions);
    }
}

impl Described for Tantrix {
    const INFO: GameInfo = GameInfo {
        id: "tantrix",
        title: "Tantrix",
        family: "tiles",
        reconstructed: false,
        seats: (2, PLAYERS),
        turns: TurnKinds::WITH_CHANCE,
        options: &[
            OptionInfo::int("players", 2..=PLAYERS as i64, "2").help("number of players"),
            OptionInfo::int("hand", 1..=LARGEST as i64, "6").help("tiles in a hand"),
            OptionInfo::flag("restrictions", true)
                .help("three restrictions hold while there are tiles in the bag"),
        ],
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(Tantrix {
            players: options.u32("players") as usize,
            hand: options.u32("hand") as usize,
            restrictions: options.bool("restrictions"),
        })
    }
}

impl Game for Tantrix {
    type Position = Position;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;
    const MANY_SEATS: bool = Self::INFO.seats.1 > 2;

    fn seats(&self) -> usize {
        self.players
    }

    /// Every tile is drawn and placed at most once; at most as many turns as there are players are idle in a
    /// row.
    fn max_plies(&self) -> Option<u64> {
        Some((2 * TILES + self.players * (TILES + 1)) as u64)
    }

    fn start(&self) -> Position {
        Position {
            board: Board::empty(),
            hands: [0; PLAYERS],
            bag: ALL,
            seat: 0,
            stage: Stage::Deal,
            idle: 0,
            drawing: true,
            pressed: false,
            over: false,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.over {
            Turn::Over
        } else if position.drawing {
            Turn::Chance
        } else {
            Turn::Seat(Seat::new(position.seat))
        }
    }

    fn actions(&self, position: &Position, _seat: Seat, actions: &mut Vec<Action>) {
        if position.board.mosaic.tiles() == 0 {
            return actions.extend(position.hands[position.seat].members().map(Self::opening));
        }
        let from = actions.len();
        let (hand, placements) = self.placements(position);
        for (open, choices) in placements {
            actions.extend(choices.members().map(|choice| Self::place(position, &hand, open, choice)));
        }
        if actions.len() == from {
            actions.push(Action::Skip);
        }
        // The order of the open cells tells how the position came about.
        actions[from..].sort_unstable();
    }

    fn chance(&self, position: &Position, outcomes: &mut Vec<(Action, u64)>) {
        outcomes.extend(position.bag.members().map(|tile| (Action::Draw(tile as u8), 1)));
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        match action {
            Action::Place { tile, q, r, turns } => self.put_tile(position, tile, (q, r), turns),
            Action::Draw(tile) => self.take_tile(position, tile),
            Action::Skip => self.skip(position),
        }
    }

    fn stage(&self, position: &Self::Position) -> torneo_contract::Stage {
        match position.stage {
            Stage::Deal => torneo_contract::Stage::SetUp,
            _ => torneo_contract::Stage::Play,
        }
    }

    fn outcome(&self, position: &Position) -> Outcome {
        let points = COLOURS_OF_SEATS[..self.players].iter().map(|&colour| position.board.best[colour]);
        match position.idle == self.players {
            true => Outcome::by_points(points, reason::NO_MOVE),
            false => Outcome::by_most_points(points),
        }
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.hash()
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Position,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        if position.board.mosaic.tiles() == 0 {
            let hand = Ranked::new(position.hands[position.seat]);
            return Self::opening(hand.nth(random::below(rng, hand.len())));
        }
        let (hand, placements) = self.placements(position);
        let count = placements.iter().map(|(_, choices)| count(*choices)).sum();
        if count == 0 {
            return Action::Skip;
        }
        let mut n = random::below(rng, count);
        for (open, choices) in placements {
            let here: Ranked = Ranked::new(choices);
            match n.checked_sub(here.len()) {
                None => return Self::place(position, &hand, open, here.nth(n)),
                Some(rest) => n = rest,
            }
        }
        unreachable!("the number is below the count")
    }

    #[inline]
    fn chance_at(&self, position: &Position, word: u64, _scratch: &mut Scratch<Action>) -> Action {
        let bag = Ranked::new(position.bag);
        Action::Draw(bag.nth(random::scale(word, bag.len() as u64) as usize) as u8)
    }

    fn count_actions(&self, position: &Position, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        if position.board.mosaic.tiles() == 0 {
            return count(position.hands[position.seat]);
        }
        let (_, placements) = self.placements(position);
        let choices = placements.iter().map(|&(_, choices): &(u16, Choices)| count(choices));
        choices.sum::<usize>().max(1)
    }
}

impl Heuristics for Tantrix {
    /// The worth of the own tracks, less the mean of the others'.
    fn evaluate(&self, position: &Position, seat: Seat) -> Option<i32> {
        let mut look = Look::new(position);
        Some(lead(self.players, seat, |seat| look.value_of(seat.index())))
    }

    const PREFERS_ROLLOUTS: bool = true;

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for Tantrix {
    fn symmetric_hash(&self, position: &Position) -> u64 {
        symmetry::symmetric_hash(position)
    }
}

const _: () = assert!(LARGEST * SIDES <= 64 && LARGEST * PLAYERS <= TILES && COLOURS == PLAYERS);
