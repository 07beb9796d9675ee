//! The cells of sites.

use torneo_contract::mixer::HashedMap;

/// Sites with numbers below this are found by their number, the others by a hash of it.
const NEAR: u32 = 4096;
/// The cell of a site that has none.
const NONE: u32 = u32::MAX;

/// The cells of sites by the sites' numbers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cells {
    near: Vec<u32>,
    far: HashedMap<u32>,
    sites: usize,
}

impl Cells {
    /// Gives a site a cell.
    pub fn insert(&mut self, site: u32, cell: usize) {
        let known = if site < NEAR {
            if self.near.len() <= site as usize {
                self.near.resize(site as usize + 1, NONE);
            }
            std::mem::replace(&mut self.near[site as usize], cell as u32) != NONE
        } else {
            self.far.insert(u64::from(site), cell as u32).is_some()
        };
        self.sites += usize::from(!known);
    }

    /// The cell of a site; none for a site that was not given any.
    #[inline]
    pub fn of(&self, site: u32) -> Option<usize> {
        let cell = match self.near.get(site as usize) {
            Some(&cell) => cell,
            None if site < NEAR || self.far.is_empty() => NONE,
            None => self.far.get(&u64::from(site)).copied().unwrap_or(NONE),
        };
        (cell != NONE).then_some(cell as usize)
    }

    /// The sites with their cells, ascending where their numbers are low.
    pub fn iter(&self) -> impl Iterator<Item = (u32, usize)> {
        let near = (0..)
            .zip(&self.near)
            .filter(|(_, cell)| **cell != NONE)
            .map(|(site, &cell)| (site, cell as usize));
        near.chain(self.far.iter().map(|(&site, &cell)| (site as u32, cell as usize)))
    }

    /// The number of sites that have cells.
    pub fn len(&self) -> usize {
        self.sites
    }

    /// Whether no site has a cell.
    pub fn is_empty(&self) -> bool {
        self.sites == 0
    }

    /// Takes all cells away.
    pub fn clear(&mut self) {
        self.near.clear();
        self.far.clear();
        self.sites = 0;
    }
}

impl FromIterator<(u32, usize)> for Cells {
    fn from_iter<I: IntoIterator<Item = (u32, usize)>>(sites: I) -> Cells {
        let mut cells = Cells::default();
        for (site, cell) in sites {
            cells.insert(site, cell);
        }
        cells
    }
}
