//! What cut-offs tell of actions: numbers that are drawn towards bounds and fade from search to search.

/// The bound of the value of an action.
pub const BOUND: i32 = 1 << 14;

/// Numbers that are halved together.
const BLOCK: usize = 64;

/// How well each action did, within [`BOUND`] on both sides; 0 if nothing is known.
pub struct History {
    values: Vec<i16>,
    /// By block whether anything is known of it: a short search knows of few.
    touched: Vec<bool>,
}

impl History {
    /// Nothing known of this number of actions.
    pub fn new(actions: usize) -> History {
        History { values: vec![0; actions], touched: vec![false; actions.div_ceil(BLOCK)] }
    }

    /// How well an action did.
    #[inline]
    pub fn get(&self, action: usize) -> i32 {
        i32::from(self.values[action])
    }

    /// Changes the value of an action by a bonus, which shrinks near the bound.
    #[inline]
    pub fn learn(&mut self, action: usize, bonus: i32) {
        let value = i32::from(self.values[action]);
        self.values[action] = (value + bonus - value * bonus.abs() / BOUND) as i16;
        self.touched[action / BLOCK] = true;
    }

    /// Lets everything count half.
    pub fn halve(&mut self) {
        let blocks = self.values.chunks_mut(BLOCK).zip(&mut self.touched);
        for (block, touched) in blocks.filter(|(_, touched)| **touched) {
            block.iter_mut().for_each(|value| *value /= 2);
            *touched = block.iter().any(|&value| value != 0);
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.values.fill(0);
        self.touched.fill(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bonuses_keep_within_bounds_and_fade() {
        let mut history = History::new(200);
        (0..99).for_each(|_| history.learn(70, BOUND / 3));
        (0..99).for_each(|_| history.learn(199, -BOUND));
        assert!(history.get(70) > BOUND * 9 / 10 && history.get(70) <= BOUND);
        assert_eq!((history.get(199), history.get(0)), (-BOUND, 0));
        let known = history.get(70);
        history.halve();
        assert_eq!((history.get(70), history.get(199)), (known / 2, -BOUND / 2));
        (0..15).for_each(|_| history.halve());
        assert!(history.touched.iter().all(|touched| !touched));
        history.learn(3, 8);
        history.forget();
        assert_eq!(history.get(3), 0);
    }
}
