//! Nim: in turn, take any number of objects from one heap; whoever takes the last object wins.

use torneo::contract::scene::{Board, Glyph, Item, Place, Places, Scene, Shape, Site, Surface, Tone};
use torneo::contract::{
    Described, Dialect, End, Exchange, Form, Formats, Game, GameInfo, Heuristics, Interchange, Notation,
    OptionInfo, Options, Outcome, PositionError, Scenery, Seat, Solving, SpecError, Turn, Uci, reason,
    zobrist,
};

const MOST_HEAPS: usize = 6;

/// The rules: `heaps` heaps of 1, 3, 5, ... objects.
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: usize,
}

/// The objects of each heap, and who takes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heaps {
    pub objects: [u8; MOST_HEAPS],
    to_take: Seat,
}

/// The number of objects taken from one heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    pub heap: u8,
    pub count: u8,
}

impl Described for Nim {
    const INFO: GameInfo = GameInfo {
        id: "nim",
        title: "Nim",
        family: "taking",
        options: &[OptionInfo::int("heaps", 1..=MOST_HEAPS as i64, "3")
            .help("number of heaps, of 1, 3, 5, ... objects")],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Nim, SpecError> {
        Ok(Nim { heaps: options.u32("heaps") as usize })
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Action = Take;

    fn max_plies(&self) -> Option<u64> {
        Some((self.heaps * self.heaps) as u64)
    }

    fn start(&self) -> Heaps {
        let objects = std::array::from_fn(|heap| if heap < self.heaps { 2 * heap as u8 + 1 } else { 0 });
        Heaps { objects, to_take: Seat::FIRST }
    }

    fn turn(&self, position: &Heaps) -> Turn {
        if position.objects == [0; MOST_HEAPS] { Turn::Over } else { Turn::Seat(position.to_take) }
    }

    fn actions(&self, position: &Heaps, _seat: Seat, actions: &mut Vec<Take>) {
        for (heap, &objects) in (0..).zip(&position.objects) {
            actions.extend((1..=objects).map(|count| Take { heap, count }));
        }
    }

    fn apply(&self, position: &mut Heaps, action: Take) {
        position.objects[usize::from(action.heap)] -= action.count;
        position.to_take = position.to_take.other();
    }

    fn outcome(&self, position: &Heaps) -> Outcome {
        Outcome::win(position.to_take.other(), 2, reason::WON)
    }

    fn hash(&self, position: &Heaps) -> u64 {
        let heaps = (0..).zip(&position.objects).map(|(heap, &n)| zobrist::key(heap << 8 | u64::from(n)));
        heaps.fold(position.to_take.index() as u64, |hash, key| hash ^ key)
    }
}

impl Notation for Nim {
    const SEATS: &'static [&'static str] = &["First", "Second"];
    const ENDS: &'static [End] = &[(reason::WON, "{winner} took the last object")];
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;

    /// `2:5` takes five objects from the second heap.
    fn write_action(&self, _position: &Heaps, action: Take, text: &mut String) {
        text.push_str(&format!("{}:{}", action.heap + 1, action.count));
    }

    /// `1,3,5 0`: the heaps, and the seat that is to take.
    fn position_text(&self, position: &Heaps) -> String {
        let heaps: Vec<String> = position.objects[..self.heaps].iter().map(u8::to_string).collect();
        format!("{} {}", heaps.join(","), position.to_take)
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, PositionError> {
        let refused =
            || PositionError::new(format!("expected heaps and seat such as `1,3,5 0`, found `{text}`"));
        let (heaps, seat) = text.split_once(' ').ok_or_else(refused)?;
        let found: Vec<u8> =
            heaps.split(',').map(str::parse::<u8>).collect::<Result<_, _>>().map_err(|_| refused())?;
        let full = self.start().objects;
        if found.len() != self.heaps || found.iter().zip(full).any(|(&found, full)| found > full) {
            return Err(refused());
        }
        let mut position = Heaps { objects: [0; MOST_HEAPS], to_take: Seat::FIRST };
        position.objects[..self.heaps].copy_from_slice(&found);
        position.to_take = match seat {
            "0" => Seat::FIRST,
            "1" => Seat::SECOND,
            _ => return Err(refused()),
        };
        Ok(position)
    }
}

/// UCI programs that know Nim have the variant `nim`. Moves and positions are those of the game.
impl Interchange for Nim {
    fn formats(&self) -> Formats {
        const NIM: Dialect = Dialect { options: &[("UCI_Variant", "nim")], form: Form::Uci };
        Formats { uci: Some(Uci { variant: "nim", dialects: &[NIM], instead: None }), ..Formats::NONE }
    }
}

/// The number of the site of an object: heap by heap, each from the bottom.
fn site(heap: usize, object: usize) -> usize {
    2 * MOST_HEAPS * heap + object
}

impl Scenery for Nim {
    /// The heaps side by side, each object on a site of its own.
    fn board(&self) -> Board {
        let objects = (0..self.heaps).flat_map(|heap| (0..=2 * heap).map(move |object| (heap, object)));
        let place = |(heap, object): (usize, usize)| Site {
            id: site(heap, object) as u32,
            name: format!("{}.{}", heap + 1, object + 1),
            x: 1.2 * heap as f32,
            y: -(object as f32),
            z: 0,
            shape: Shape::Point,
            tone: Tone::Plain,
        };
        Board { sites: objects.map(place).collect(), surface: Surface::Wood, ..Board::default() }
    }

    fn scene(&self, position: &Heaps) -> Scene {
        let mut scene = Scene::default();
        for (heap, &objects) in position.objects.iter().enumerate() {
            scene.items.extend((0..objects.into()).map(|object| Item::on(site(heap, object), Glyph::Ball)));
        }
        scene
    }

    /// The lowest of the objects that are taken, with all above it.
    fn clicks(&self, position: &Heaps, _seat: Option<Seat>, action: Take) -> Places {
        let heap = usize::from(action.heap);
        Places::from_slice(&[Place::site(site(heap, usize::from(position.objects[heap] - action.count)))])
    }
}

impl Heuristics for Nim {}

impl Solving for Nim {}
