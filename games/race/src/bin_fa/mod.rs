//! Bin'Fa (rules: `docs/games/bin-fa.md`).

mod board;
mod cells;
mod moves;
mod notation;
mod play;
mod position;
mod scene;
mod value;

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use rand_core::Rng;

use torneo_board::terms::lead;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, Game, GameInfo, Heuristics, Kind, OptionInfo, Options, Outcome, Scratch, Seat,
    Solving, SpecError, Turn, TurnKinds, random, reason,
};

pub use board::Board;
use board::{ARMY, MOST_PLAYERS, Over, Phase, VORTEXES};
use cells::SECTOR_CIRCLES;
pub use moves::Action;
use value::{LARGEST_VALUE, UNIT};

/// Terrain triangles.
const TERRAINS: usize = 6;
/// The home sectors by the number of players, from 2 on.
const HOMES: [&[usize]; 5] = [&[0, 3], &[0, 2, 4], &[0, 1, 3, 4], &[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4, 5]];
/// Most plies of a march: its announcement, the roll, and five steps.
const MARCH_PLIES: u64 = 7;

/// Faces of a die.
const FACES: u8 = 6;
/// The results of two dice, as often as their weights say, in the order of the list.
const DICE: [(u8, u8); (FACES * FACES) as usize] = {
    let mut dice = [(0, 0); (FACES * FACES) as usize];
    let (mut at, mut high) = (0, 1);
    while high <= FACES {
        let mut low = 1;
        while low <= high {
            dice[at] = (high, low);
            at += 1;
            if low < high {
                dice[at] = (high, low);
                at += 1;
            }
            low += 1;
        }
        high += 1;
    }
    dice
};

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct BinFa {
    players: usize,
    stage: u32,
    /// Units are placed by themselves.
    auto: bool,
    /// An attack needs a total of six.
    sum6: bool,
    max_rounds: u32,
    max_actions: u16,
    /// The home sector of each player.
    homes: &'static [usize],
}

impl BinFa {
    /// Whether there are terrain and attacks.
    #[inline]
    fn has_terrain(&self) -> bool {
        self.stage >= 2
    }

    #[inline]
    fn has_supplies(&self) -> bool {
        self.stage >= 3
    }

    #[inline]
    fn has_vortexes(&self) -> bool {
        self.stage >= 4
    }

    /// The board before the set-up.
    fn bare(&self) -> Board {
        let mut board = Board::empty();
        for (marker, &home) in board.markers.iter_mut().zip(self.homes).filter(|_| self.has_supplies()) {
            *marker = (SECTOR_CIRCLES * home) as u8;
        }
        board
    }

    fn in_setup(&self, board: &Board) -> bool {
        matches!(board.turning.phase, Phase::Terrain | Phase::Vortex | Phase::Units | Phase::Supplies)
    }
}

impl Described for BinFa {
    const INFO: GameInfo = GameInfo {
        id: "bin-fa",
        title: "Bin'Fa",
        family: "race",
        reconstructed: true,
        seats: (2, MOST_PLAYERS),
        turns: TurnKinds::WITH_CHANCE,
        options: &[
            OptionInfo::int("players", 2..=MOST_PLAYERS as i64, "2").help("players"),
            OptionInfo::int("stage", 1..=4, "3")
                .help("1 bare, 2 with terrain and dislodging, 3 with supplies too, 4 with vortexes too"),
            OptionInfo::choice("placement", &["auto", "free"], "auto")
                .help("auto: four stacks of three in the home sector; free: unit by unit"),
            OptionInfo::choice("dislodge", &["any6", "sum6"], "any6")
                .help("an attack succeeds if a die shows 6, or if the dice total 6"),
            OptionInfo::int("max_rounds", 1..=100_000, "200")
                .help("after this many full rounds the player with most units wins"),
            OptionInfo::int("max_actions", 1..=1000, "30").help("marches, attacks and foraging of one turn"),
        ],
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let players = options.u32("players") as usize;
        Ok(BinFa {
            players,
            stage: options.u32("stage"),
            auto: options.choice("placement") == "auto",
            sum6: options.choice("dislodge") == "sum6",
            max_rounds: options.u32("max_rounds"),
            max_actions: options.u32("max_actions") as u16,
            homes: HOMES[players - 2],
        })
    }
}

impl Game for BinFa {
    type Position = Board;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;
    const MANY_SEATS: bool = Self::INFO.seats.1 > 2;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, board, archive| {
        archive.number(&mut board.rounds);
    });

    fn seats(&self) -> usize {
        self.players
    }

    fn max_plies(&self) -> Option<u64> {
        let setup = TERRAINS + VORTEXES + (usize::from(ARMY) + 1) * self.players;
        let turn = MARCH_PLIES * u64::from(self.max_actions) + 1;
        Some(setup as u64 + turn * self.players as u64 * u64::from(self.max_rounds))
    }

    fn start(&self) -> Board {
        let mut board = self.bare();
        self.next_setup(&mut board);
        board
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.over.is_some() {
            return Turn::Over;
        }
        match board.turning.phase {
            Phase::Supplies | Phase::March | Phase::Dislodge(..) | Phase::Forage => Turn::Chance,
            _ => Turn::Seat(Seat::new(board.mover())),
        }
    }

    fn actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        self.list(board, actions);
    }

    fn chance(&self, board: &Board, outcomes: &mut Vec<(Action, u64)>) {
        if board.turning.phase == Phase::Supplies {
            outcomes.extend((1..=FACES).map(|face| (Action::Die(face), 1)));
        } else {
            let pairs = (1..=FACES).flat_map(|high| (1..=high).map(move |low| (high, low)));
            outcomes.extend(pairs.map(|(high, low)| (Action::Dice(high, low), 1 + u64::from(high > low))));
        }
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        self.play(board, action);
    }

    /// With rounds left the last player with units; otherwise those with the most units.
    fn outcome(&self, board: &Board) -> Outcome {
        match board.over.expect("the game is over") {
            Over::Won(winner) => Outcome::win(winner, self.players, reason::WON),
            Over::Limit => {
                let most = board.armies.iter().max();
                let first = |seat: Seat| Some(&board.armies[seat.index()]) == most;
                Outcome::shared_by(self.players, reason::LENGTH_LIMIT, first)
            }
        }
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    fn forget_history(&self, board: &mut Board) {
        board.rounds = 0;
        board.over = None;
        if !self.in_setup(board) {
            self.is_won(board);
        }
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        board: &Board,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        self.draw_action(board, rng)
    }

    #[inline]
    fn chance_at(&self, board: &Board, word: u64, _scratch: &mut Scratch<Action>) -> Action {
        if board.turning.phase == Phase::Supplies {
            return Action::Die(1 + random::scale(word, u64::from(FACES)) as u8);
        }
        let (high, low) = DICE[random::scale(word, DICE.len() as u64) as usize];
        Action::Dice(high, low)
    }

    fn count_actions(&self, board: &Board, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        self.count(board)
    }
}

/// Terrain, a vortex, and of each player units and the supply marker.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let nobodys =
        [Kind::new('T', "terrain", None, Glyph::Obstacle), Kind::new('V', "vortex", None, Glyph::Ring)];
    let own = |seat: Seat| {
        [
            Kind::new('U', "units", Some(seat), Glyph::Letter(String::new())),
            Kind::new('S', "supply_marker", Some(seat), Glyph::Disc),
        ]
    };
    nobodys.into_iter().chain(Seat::all(MOST_PLAYERS).flat_map(own)).collect()
});

impl Heuristics for BinFa {
    /// The player's units, with what threatens them, and supplies, less the mean of the others; who has more
    /// units chases.
    fn evaluate(&self, board: &Board, seat: Seat) -> Option<i32> {
        let most = board.armies.iter().max();
        let leads = |seat: usize| {
            let alone = board.armies.iter().filter(|&units| Some(units) == most).count() == 1;
            alone && Some(&board.armies[seat]) == most
        };
        let value_of = |seat: usize| board.value_of(seat) + if leads(seat) { board.chase(seat) } else { 0 };
        let value = lead(self.players, seat, |seat| value_of(seat.index()));
        Some(value.clamp(-LARGEST_VALUE, LARGEST_VALUE))
    }

    /// Of a capture: the units that are captured.
    fn gain<'a>(&'a self, board: &'a Board) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            let captured = board.captured(action);
            (captured > 0).then_some(UNIT * captured)
        }
    }

    fn noisy_actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        self.list_captures(board, actions);
    }
}

impl Solving for BinFa {
    /// Without supplies and vortexes it does not matter, once all units are placed, where the players are at home.
    fn symmetric_hash(&self, board: &Board) -> u64 {
        if self.has_supplies() || self.in_setup(board) { board.hash() } else { board.symmetric_hash() }
    }
}
