//! What is clicked, as numbers.

use torneo_contract::scene::Place;

use crate::cells::Cells;

/// The numbers of the places of a table. First come the cells of its frame, then the slots of the areas
/// beside it that are clicked. The last is the escape, which a place without a number of its own follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alphabet {
    cells: usize,
    /// The first number and the number of slots of each area.
    areas: Vec<(usize, usize)>,
    /// The escape.
    escape: usize,
}

/// Bits of the number of any place at all.
const BITS: u32 = 34;

impl Alphabet {
    /// The alphabet of a frame with this many cells and of areas with these numbers of slots. Areas that are
    /// never clicked have no slots.
    pub fn new(cells: usize, slots: &[usize]) -> Alphabet {
        let mut next = cells;
        let area = |&slots: &usize| {
            next += slots;
            (next - slots, slots)
        };
        let areas = slots.iter().map(area).collect();
        Alphabet { cells, areas, escape: next.max(1) }
    }

    /// The same numbers where area `a` stands in the place of area `of[a]`; areas beyond stay.
    #[must_use]
    pub fn exchanged(&self, of: &[usize]) -> Alphabet {
        let place = |area| self.areas.get(of.get(area).copied().unwrap_or(area)).copied().unwrap_or((0, 0));
        Alphabet { areas: (0..self.areas.len().max(of.len())).map(place).collect(), ..*self }
    }

    /// The number of slots of areas that have numbers.
    pub fn slots(&self) -> usize {
        self.escape - self.cells
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.escape + 1
    }

    /// What a number stands for.
    pub fn describe(&self, number: usize) -> String {
        if number < self.cells {
            return format!("cell {number}");
        }
        let area = self.areas.iter().position(|&(first, slots)| (first..first + slots).contains(&number));
        match area {
            Some(area) => format!("area {area}, slot {}", number - self.areas[area].0),
            None => "escape".to_owned(),
        }
    }

    /// The number of a place; none for a place that has no number of its own.
    #[inline]
    pub fn number(&self, place: Place, located: &Cells) -> Option<u32> {
        let own = match place {
            Place::Site(site) => located.of(site),
            Place::Area(area, slot) => {
                let area = self.areas.get(usize::from(area));
                area.filter(|(_, slots)| usize::from(slot) < *slots)
                    .map(|(first, _)| first + usize::from(slot))
            }
        };
        own.map(|number| number as u32)
    }

    /// Appends the numbers that a place is written with.
    #[inline]
    pub fn write(&self, place: Place, located: &Cells, numbers: &mut Vec<u32>) {
        match self.number(place, located) {
            Some(number) => numbers.push(number),
            None => self.write_beyond(place, numbers),
        }
    }

    /// A place without a number of its own: the escape, and so many digits that every place is told apart.
    fn write_beyond(&self, place: Place, numbers: &mut Vec<u32>) {
        let mut rest = match place {
            Place::Site(site) => u64::from(site),
            Place::Area(area, slot) => 1 << 32 | u64::from(area) << 16 | u64::from(slot),
        };
        numbers.push(self.escape as u32);
        let base = self.size() as u64;
        let mut range = 1_u64 << BITS;
        while range > 1 {
            numbers.push((rest % base) as u32);
            rest /= base;
            range = range.div_ceil(base);
        }
    }
}
