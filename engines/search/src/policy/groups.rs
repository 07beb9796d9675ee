//! Groups of things of a side that touch, and the empty sites next to them.

use super::surroundings::Surroundings;

/// No group.
const NONE: u16 = u16::MAX;

/// A group.
#[derive(Clone, Copy, Default, Debug)]
struct Group {
    side: u8,
    size: u16,
    /// Empty sites next to it.
    liberties: u16,
}

/// How the groups of a side lie next to a site.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Touch {
    /// How many groups there are.
    pub groups: u32,
    /// The liberties of the one with the fewest; 0 without any group.
    pub fewest: u32,
    /// The size of the largest.
    pub largest: u32,
}

/// The groups of a position.
#[derive(Default)]
pub struct Groups {
    of: Vec<u16>,
    groups: Vec<Group>,
    /// The last group for which a site was counted as a liberty.
    counted: Vec<u16>,
    open: Vec<u16>,
}

impl Groups {
    /// Finds the groups where `side` says which side's thing stands on a site: 0 for none.
    pub fn find(&mut self, round: &Surroundings, side: impl Fn(usize) -> u8) {
        self.groups.clear();
        for list in [&mut self.of, &mut self.counted] {
            list.clear();
            list.resize(round.sites(), NONE);
        }
        for site in 0..round.sites() {
            if side(site) > 0 && self.of[site] == NONE {
                self.grow(round, site as u16, &side);
            }
        }
    }

    /// Finds the group of a site.
    fn grow(&mut self, round: &Surroundings, first: u16, side: &impl Fn(usize) -> u8) {
        let number = self.groups.len() as u16;
        let mut group = Group { side: side(usize::from(first)), ..Group::default() };
        self.of[usize::from(first)] = number;
        self.open.push(first);
        while let Some(site) = self.open.pop() {
            group.size += 1;
            for &next in round.touching(usize::from(site)) {
                let at = usize::from(next);
                if side(at) == group.side && self.of[at] == NONE {
                    self.of[at] = number;
                    self.open.push(next);
                } else if side(at) == 0 && self.counted[at] != number {
                    self.counted[at] = number;
                    group.liberties += 1;
                }
            }
        }
        self.groups.push(group);
    }

    /// How the groups of a side lie next to a site.
    pub fn touch(&self, round: &Surroundings, site: usize, side: u8) -> Touch {
        let mut touch = Touch::default();
        let near = round.touching(site);
        for (place, &next) in near.iter().enumerate() {
            let number = self.of[usize::from(next)];
            let before = near[..place].iter().any(|&other| self.of[usize::from(other)] == number);
            if number == NONE || before || self.groups[usize::from(number)].side != side {
                continue;
            }
            let Group { size, liberties, .. } = self.groups[usize::from(number)];
            let fewest = if touch.groups == 0 { u32::MAX } else { touch.fewest };
            touch = Touch {
                groups: touch.groups + 1,
                fewest: fewest.min(liberties.into()),
                largest: touch.largest.max(size.into()),
            };
        }
        touch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::{Described, Options, Scenery};
    use torneo_games::capture::Surakarta;

    #[test]
    fn groups_are_counted_with_their_liberties() {
        let options = Options::check(&"surakarta".parse().unwrap(), Surakarta::INFO.options).unwrap();
        let round = Surroundings::new(&Scenery::board(&Surakarta::new(&options).unwrap()));
        // Two men of one side in a row in the corner, one of the other side beside them.
        let mut on = vec![0; round.sites()];
        (on[0], on[1], on[2]) = (1, 1, 2);
        let mut groups = Groups::default();
        groups.find(&round, |site| on[site]);
        let below = usize::from(*round.touching(1).iter().find(|&&site| on[usize::from(site)] == 0).unwrap());
        assert_eq!(groups.touch(&round, below, 1), Touch { groups: 1, fewest: 2, largest: 2 });
        assert_eq!(groups.touch(&round, below, 2), Touch::default());
        assert_eq!(groups.touch(&round, 3, 2), Touch { groups: 1, fewest: 2, largest: 1 });
    }
}
