//! What lies round the sites of a board, in few bits: kept up to date as the board changes, with what was summed up for it.

use torneo_contract::Seat;

use super::surroundings::Surroundings;
use crate::common::kept::Kept;
use crate::learned::Sight;

/// Spreads keys over a table; odd, so that no two keys become one.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What lies at one and two steps round each site.
pub struct Local {
    /// For each site those that it lies near, with the place of its kind in the bits of their surroundings.
    affected: Vec<Vec<(u16, u8)>>,
    /// Bits of the kind of a thing, and of the number of a site.
    kind: u32,
    site: u32,
    on: Vec<u8>,
    around: Vec<u64>,
    kept: Kept,
}

impl Local {
    /// For the boards of a game of two seats. None where what lies round a site takes too many bits.
    pub fn new(round: &Surroundings, sight: &Sight) -> Option<Local> {
        let bits = |values: usize| values.next_power_of_two().ilog2();
        let (sites, kind) = (round.sites(), bits(sight.things.len() + 1));
        let most = (0..sites).map(|site| round.near(site, 2).len() as u32).max()?;
        if sight.seats != 2 || (most + 1) * kind + bits(sites) + 1 > u64::BITS {
            return None;
        }
        let mut affected = vec![Vec::new(); sites];
        for site in 0..sites {
            for (place, near) in (0..).zip(round.near(site, 2)) {
                affected[usize::from(near.site)].push((site as u16, place * kind as u8));
            }
        }
        let (on, around) = (vec![0; sites], vec![0; sites]);
        Some(Local { affected, kind, site: bits(sites), on, around, kept: Kept::default() })
    }

    /// The board looks like this now.
    pub fn follow(&mut self, on: &[u8]) {
        for (site, (was, &is)) in self.on.iter_mut().zip(on).enumerate() {
            if *was != is {
                let difference = u64::from(*was ^ is);
                for &(near, place) in &self.affected[site] {
                    self.around[usize::from(near)] ^= difference << place;
                }
                *was = is;
            }
        }
    }

    /// What was summed up for a thing of a kind that a seat places amid the surroundings of a site; or else what `sum` finds.
    #[inline]
    pub fn get_or(&mut self, site: usize, (seat, kind): (Seat, u8), sum: impl FnOnce() -> i32) -> i32 {
        let placed = u64::from(kind) << 1 | seat.index() as u64;
        let key = (self.around[site] << self.site | site as u64) << (self.kind + 1) | placed;
        self.kept.get_or(key.wrapping_mul(SPREAD).swap_bytes(), || Some(sum())).unwrap_or_default()
    }
}
