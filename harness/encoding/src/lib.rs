//! Games as numbers: actions as integers, positions as arrays.
//!
//! Both come the same way for every game. An action is entered by the places that a person clicks ([`Codec`]). An
//! observation is the position as data, as a seat sees it ([`Layout`]): a plane for each kind of thing, and a number for
//! each field. The shapes are fixed for a specification: random games with a seed of their own show how many places are
//! clicked, and how far a table grows ([`Encoding::of`]). What later turns up beyond that is not lost: places are written
//! by an escape, and everything else is told apart by a fingerprint.
//!
//! [`Environment`] is a game in progress on these terms.
//!
//! ```
//! use std::sync::Arc;
//! use torneo_contract::{Described, Options, Seat, session};
//! use torneo_encoding::{Encoding, Environment, Form};
//! use torneo_morris::ThreeMensMorris;
//!
//! let options = Options::check(&"three-mens-morris".parse()?, ThreeMensMorris::INFO.options)?;
//! let game = session::begin(ThreeMensMorris::new(&options)?);
//! let encoding = Arc::new(Encoding::of(game, Form::default()));
//! let mut environment = Environment::new(&encoding, 1, 0);
//! let steps = environment.legal(Seat::FIRST);
//! assert_eq!(steps.len(), 9);
//! environment.step(Seat::FIRST, steps[4]).expect("a legal step");
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod alphabet;
mod cells;
mod choice;
mod codec;
mod environment;
mod frame;
mod layout;
mod objects;
mod scale;
mod sight;
mod survey;

pub use alphabet::Alphabet;
pub use cells::Cells;
pub use codec::Codec;
pub use environment::Environment;
pub use frame::Frame;
pub use layout::{LARGEST, Layout, Tensor, Written};
pub use objects::{Object, Objects};

use std::sync::Arc;

use torneo_contract::Seat;
use torneo_contract::mixer::hash_of;
use torneo_contract::session::Session;
use torneo_present::english::Joined as _;
use torneo_symmetry::BoardMap;

/// A step that a seat may not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("action {step} is not legal for seat {seat} here")]
pub struct NotLegal {
    /// The seat.
    pub seat: Seat,
    /// The step.
    pub step: usize,
}

/// The version of an encoding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// The first: raw numbers, absolute boards, a fingerprint.
    First,
    /// The second: numbers from 0 to 1, few planes.
    Second {
        /// Whether numbers tell apart what has no place of its own.
        fingerprint: bool,
        /// Whether the board is turned to the seat that looks, where the rules have such a symmetry.
        turned: bool,
    },
}

impl Default for Form {
    fn default() -> Form {
        Form::Second { fingerprint: false, turned: true }
    }
}

impl Form {
    /// The number of the version.
    pub fn version(self) -> u8 {
        if self == Form::First { 1 } else { 2 }
    }

    /// Whether there is a fingerprint.
    pub fn has_fingerprint(self) -> bool {
        matches!(self, Form::First | Form::Second { fingerprint: true, .. })
    }

    fn may_turn(self) -> bool {
        matches!(self, Form::Second { turned: true, .. })
    }

    /// Numbers that concern the whole table are spread over planes of the grid if there are at most so many.
    fn most_spread(self) -> usize {
        if self == Form::First { 128 } else { 32 }
    }
}

/// How a game becomes numbers.
pub struct Encoding {
    start: Box<dyn Session>,
    form: Form,
    found: survey::Findings,
}

/// A symmetry of the rules as a seat sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Permutation {
    /// What it does with the board.
    pub name: String,
    /// What becomes of each number of an observation.
    pub numbers: Vec<usize>,
    /// What becomes of each integer of actions.
    pub actions: Vec<usize>,
}

impl Encoding {
    /// The encoding of a game from its start, a pure function of its specification. Random games are played to find it.
    pub fn of(start: Box<dyn Session>, form: Form) -> Encoding {
        Encoding { found: survey::survey(&*start, form), start, form }
    }

    /// The encoding of a game that itself says what learners see.
    pub fn with_tensor(start: Box<dyn Session>, form: Form, tensor: Arc<dyn Tensor>) -> Encoding {
        let form = match form {
            Form::First => form,
            // What the game gives is not turned, and neither are the actions.
            Form::Second { fingerprint, .. } => Form::Second { fingerprint, turned: false },
        };
        let mut encoding = Encoding::of(start, form);
        let layout = encoding.found.layout.clone();
        encoding.found.layout = layout.seen_as(tensor);
        encoding
    }

    /// The game at its start.
    pub fn start(&self) -> &dyn Session {
        &*self.start
    }

    /// The version.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.start.seats()
    }

    /// How positions become arrays.
    pub fn layout(&self) -> &Layout {
        &self.found.layout
    }

    /// How actions become integers. For a seat to whom the board is turned other places have the same numbers.
    pub fn codec(&self) -> &Codec {
        &self.found.codec
    }

    /// How the actions of a seat become integers.
    #[inline]
    pub fn codec_of(&self, seat: Seat) -> &Codec {
        self.found.codecs.get(seat.index()).unwrap_or(&self.found.codec)
    }

    /// How positions become lists of things.
    pub fn objects(&self) -> &Objects {
        &self.found.objects
    }

    /// The largest absolute value of a number of an observation; infinity where the game itself gives them.
    pub fn bound(&self) -> f32 {
        if self.layout().tensor.is_some() {
            return f32::INFINITY;
        }
        if self.form == Form::First { LARGEST } else { 1.0 }
    }

    /// The symmetries of the board, found by random play; the first one changes nothing. What a seat sees and may do in the image
    /// of a position is what it sees and may do in the position, permuted. Tables that grow have no other ones, nor have games that
    /// say themselves what learners see.
    pub fn symmetries(&self) -> Vec<Permutation> {
        let frame = self.found.layout.frame();
        let sites = self.found.layout.located(Seat::FIRST, &Cells::default()).clone();
        let mut maps = torneo_symmetry::of_board(&*self.start, &self.found.areas);
        if self.layout().tensor.is_some() {
            maps.truncate(1);
        }
        let permutation = |map: BoardMap| {
            let mut image: Vec<usize> = (0..frame.cells()).collect();
            for (site, cell) in sites.iter() {
                image[cell] = sites.of(map.image(site)).expect("a map of the board");
            }
            let cell = |cell: usize| image.get(cell).copied().unwrap_or(cell);
            Permutation {
                numbers: self.found.layout.permuted(cell),
                actions: self.found.codec.permuted(cell),
                name: map.name,
            }
        };
        maps.into_iter().map(permutation).collect()
    }

    /// What tells layouts apart in which learnt weights mean something else: the version, the shape, the number of actions, and
    /// hashes of what the numbers and the actions mean.
    pub fn id(&self) -> String {
        let shape: Vec<String> = self.found.layout.shape().iter().map(usize::to_string).collect();
        let names: Vec<&str> = self.found.layout.names().map(|(name, _)| name).collect();
        let cells: Vec<(u32, usize)> = Seat::all(self.seats())
            .flat_map(|seat| self.found.layout.located(seat, &Cells::default()).iter().collect::<Vec<_>>())
            .collect();
        let numbers = hash_of(&(names, &cells)) as u32;
        let last = self.found.codec.size() - 1;
        let actions = hash_of(&(
            &cells,
            self.found.codec.heads(),
            self.found.codec.describe(last),
            self.found.codec.describe(0),
        ));
        format!(
            "{}:{}:{}:{numbers:08x}:{:08x}",
            self.form.version(),
            shape.join("x"),
            self.found.codec.size(),
            actions as u32
        )
    }

    /// What differs between this encoding and one with another id; none if nothing does.
    pub fn difference(&self, id: &str) -> Option<String> {
        const PARTS: [&str; 5] =
            ["version", "shape", "number of actions", "meaning of numbers", "meaning of actions"];
        let own = self.id();
        let (parts, others): (Vec<&str>, Vec<&str>) = (own.split(':').collect(), id.split(':').collect());
        if others.len() != parts.len() {
            return Some(format!("`{id}` is no id of an encoding: expected one such as `{own}`"));
        }
        let differs = PARTS.iter().zip(parts.iter().zip(&others)).filter(|(_, (own, other))| own != other);
        let differs: Vec<String> =
            differs.map(|(part, (own, other))| format!("{part} {own} instead of {other}")).collect();
        (!differs.is_empty()).then(|| format!("the encoding has {}", differs.joined(", ")))
    }

    /// The most results that one draw of chance has.
    pub fn chance(&self) -> usize {
        self.found.chance.max(2)
    }

    /// Whether seats ever decide.
    pub fn decides(&self) -> bool {
        self.found.decides
    }
}
