//! The groups of agents that meet the rungs of ladders: not all who take part meet. They keep the numbers that they have among all.

use super::config::{Config, Format};
use super::pairings::Pairings;

/// The groups that were chosen: the event of each, its round and the place of its pairing among those of all engines.
#[derive(Clone, Debug)]
pub struct Chosen(Vec<(usize, u64, u64)>);

impl Chosen {
    /// The groups of a configuration; none without ladders, or before the first. What is no pairing of it is left out.
    pub fn new(config: &Config) -> Option<Chosen> {
        let met = &config.rating.as_ref()?.met;
        let pairings = Pairings::new(Format::RoundRobin, config.engines.len());
        let group = |&[round, game, agent, opponent]: &[u64; 4]| {
            let place = pairings.position((agent as usize, opponent as usize))?;
            let is_there = (game as usize) < config.games.len() && round < config.rounds;
            is_there.then_some((game as usize, round, place))
        };
        (!met.is_empty()).then(|| Chosen(met.iter().filter_map(group).collect()))
    }

    /// How many there are of an event.
    pub fn of_event(&self, event: usize) -> u64 {
        self.0.iter().filter(|(of, ..)| *of == event).count() as u64
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// The `index`-th of them; none behind the last.
    pub fn group(&self, index: u64) -> Option<(usize, u64, u64)> {
        self.0.get(index as usize).copied()
    }

    /// The index after the last of those of one event that follow each other from an index on.
    pub fn end_of_stretch(&self, index: u64) -> u64 {
        let rest = &self.0[index as usize..];
        index + rest.iter().take_while(|(event, ..)| *event == rest[0].0).count() as u64
    }

    /// The one that holds the `game`-th game, and how many games of it come before. `size` has the games of an event's groups. Where
    /// the game is behind them all, how many games they have.
    pub fn locate(&self, game: u64, size: impl Fn(usize) -> u64) -> Result<(u64, u64), u64> {
        let mut before = 0;
        for (index, (event, ..)) in self.0.iter().enumerate() {
            let size = size(*event);
            if game < before + size {
                return Ok((index as u64, game - before));
            }
            before += size;
        }
        Err(before)
    }
}
