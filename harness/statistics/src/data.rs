//! Results of games, in groups.

use std::collections::{BTreeMap, BTreeSet};

/// Who sat where at which game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Contest {
    /// The index of the game.
    pub game: usize,
    /// The player at each seat; a player may hold several seats.
    pub players: Vec<usize>,
}

impl Contest {
    /// Whether a player sits there alone with himself.
    pub fn is_self_play(&self) -> bool {
        self.players.iter().all(|player| *player == self.players[0])
    }
}

/// The seats that share the first place, as a set of bits: bit `s` for seat `s`.
pub type FirstPlace = u8;

/// Games that share their chance and their opening; groups are independent of each other, the games of one are not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The index of each game's contest and its first place.
    pub results: Vec<(usize, FirstPlace)>,
    /// How many groups went like this.
    pub count: u64,
    /// Groups of the same stratum have the same game and players.
    pub stratum: usize,
}

/// How often groups went in a way, by stratum and results.
type Groups = BTreeMap<(usize, Vec<(usize, FirstPlace)>), u64>;

/// The results of a tournament; what is the same is counted, not listed.
#[derive(Clone, Debug, Default)]
pub struct Data {
    players: usize,
    contests: Vec<Contest>,
    contest_of: BTreeMap<Contest, usize>,
    groups: Groups,
    /// Groups that were copies of others, which count as games and nothing else.
    copies: Groups,
}

impl Data {
    /// No results yet of this number of players.
    pub fn new(players: usize) -> Data {
        Data { players, ..Data::default() }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// All contests that were played.
    pub fn contests(&self) -> &[Contest] {
        &self.contests
    }

    /// The index of a contest.
    pub fn contest(&mut self, game: usize, players: &[usize]) -> usize {
        let contest = Contest { game, players: players.to_vec() };
        *self.contest_of.entry(contest).or_insert_with_key(|contest| {
            self.contests.push(contest.clone());
            self.contests.len() - 1
        })
    }

    /// Adds a group of games.
    pub fn add(&mut self, stratum: usize, results: &[(usize, FirstPlace)]) {
        self.add_many(stratum, results, 1);
    }

    /// Adds groups that went alike.
    pub fn add_many(&mut self, stratum: usize, results: &[(usize, FirstPlace)], count: u64) {
        *self.groups.entry((stratum, results.to_vec())).or_default() += count;
    }

    /// Adds a group that was a copy of another: its games were played, and say nothing new.
    pub fn add_copy(&mut self, stratum: usize, results: &[(usize, FirstPlace)]) {
        *self.copies.entry((stratum, results.to_vec())).or_default() += 1;
    }

    /// All different groups.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        self.groups.iter().map(|((stratum, results), &count)| Group {
            results: results.clone(),
            count,
            stratum: *stratum,
        })
    }

    /// The results at the games that `wanted` accepts.
    pub fn at_games(&self, wanted: impl Fn(usize) -> bool) -> Data {
        let mut data = Data::new(self.players);
        let mut moved = |results: &Vec<(usize, FirstPlace)>| {
            results.first().filter(|(contest, _)| wanted(self.contests[*contest].game))?;
            let moved = results.iter().map(|&(contest, first)| {
                let Contest { game, players } = &self.contests[contest];
                (data.contest(*game, players), first)
            });
            Some(moved.collect())
        };
        let mut at = |groups: &Groups| -> Groups {
            let moved = groups
                .iter()
                .filter_map(|((stratum, results), &count)| Some(((*stratum, moved(results)?), count)));
            moved.collect()
        };
        let (groups, copies) = (at(&self.groups), at(&self.copies));
        Data { groups, copies, ..data }
    }

    /// The players that can be compared with `player`: between any two of these there are, directly or over others,
    /// both a result that speaks for the one and a result that speaks for the other. Only then does a rating without a
    /// prior exist (Ford, "Solution of a ranking problem from binary comparisons", 1957).
    pub fn comparable_with(&self, player: usize) -> Vec<bool> {
        self.bounded_by(&[player])
    }

    /// The same for several players whose strengths are given, so that they are comparable with each other.
    pub fn bounded_by(&self, held: &[usize]) -> Vec<bool> {
        let ahead = self.ahead();
        both_ways(held, &ahead, &transposed(&ahead))
    }

    /// The largest set of two or more players that are all comparable with each other: without a prior, the only ones whose
    /// ratings exist. Of several such sets it is the one with the most games, then the first; without any, nobody is in it.
    pub fn bounded(&self) -> Vec<bool> {
        let ahead = self.ahead();
        let behind = transposed(&ahead);
        let (mut largest, mut seen) = (vec![false; self.players], vec![false; self.players]);
        let size = |set: &[bool]| {
            let members = || (0..set.len()).filter(|&player| set[player]);
            (members().count(), members().map(|player| self.games_of(player)).sum::<u64>())
        };
        for player in 0..self.players {
            if seen[player] {
                continue;
            }
            let set = both_ways(&[player], &ahead, &behind);
            seen.iter_mut().zip(&set).for_each(|(seen, member)| *seen |= member);
            if size(&set).0 >= 2 && size(&set) > size(&largest) {
                largest = set;
            }
        }
        largest
    }

    /// For each player the others that results speak against while they speak for it.
    fn ahead(&self) -> Vec<BTreeSet<usize>> {
        let mut ahead = vec![BTreeSet::new(); self.players];
        for (_, results) in self.groups.keys() {
            for &(contest, first) in results {
                let players = &self.contests[contest].players;
                let winners = players.iter().enumerate().filter(|(seat, _)| first >> seat & 1 == 1);
                winners.for_each(|(_, &winner)| ahead[winner].extend(players));
            }
        }
        ahead
    }

    /// The results of contests between these players alone.
    pub fn among(&self, wanted: &[bool]) -> Data {
        let mut data = Data::new(self.players);
        let mut among = |groups: &Groups| {
            let mut kept = Groups::new();
            for ((stratum, results), count) in groups {
                let mut moved = Vec::new();
                for &(contest, first) in results {
                    let Contest { game, players } = &self.contests[contest];
                    if players.iter().all(|&player| wanted[player]) {
                        moved.push((data.contest(*game, players), first));
                    }
                }
                if !moved.is_empty() {
                    *kept.entry((*stratum, moved)).or_default() += count;
                }
            }
            kept
        };
        let (groups, copies) = (among(&self.groups), among(&self.copies));
        Data { groups, copies, ..data }
    }

    /// Number of groups of each player against others.
    pub fn groups_of_players(&self) -> Vec<u64> {
        self.by_players(&self.groups)
    }

    /// Number of groups of each player that were copies of others.
    pub fn copies_of_players(&self) -> Vec<u64> {
        self.by_players(&self.copies)
    }

    fn by_players(&self, groups: &Groups) -> Vec<u64> {
        let mut counts = vec![0; self.players];
        for ((_, results), count) in groups {
            self.opponents(results).into_iter().for_each(|player| counts[player] += count);
        }
        counts
    }

    /// Number of groups of each player against others that came out otherwise than most of their stratum.
    pub fn differing_of_players(&self) -> Vec<u64> {
        let mut strata: BTreeMap<usize, (u64, u64, Vec<usize>)> = BTreeMap::new();
        for ((stratum, results), count) in &self.groups {
            let (all, most, players) = strata.entry(*stratum).or_default();
            (*all, *most) = (*all + count, (*most).max(*count));
            players.extend(self.opponents(results));
        }
        let mut differing = vec![0; self.players];
        for (all, most, mut players) in strata.into_values() {
            players.sort_unstable();
            players.dedup();
            players.into_iter().for_each(|player| differing[player] += all - most);
        }
        differing
    }

    /// The players of a group's games against others, each once.
    fn opponents(&self, results: &[(usize, FirstPlace)]) -> Vec<usize> {
        let contests = results.iter().map(|&(contest, _)| &self.contests[contest]);
        let mut players: Vec<usize> =
            contests.filter(|contest| !contest.is_self_play()).flat_map(|c| c.players.clone()).collect();
        players.sort_unstable();
        players.dedup();
        players
    }

    /// The parts of the players that are connected by games, each in ascending order: between the players of different
    /// parts there is nothing to compare, not even over others. Who did not play is a part alone.
    pub fn parts(&self) -> Vec<Vec<usize>> {
        let mut part: Vec<usize> = (0..self.players).collect();
        for contest in self.contests.iter().filter(|contest| !contest.is_self_play()) {
            let joined: Vec<usize> = contest.players.iter().map(|&player| part[player]).collect();
            part.iter_mut().filter(|part| joined.contains(part)).for_each(|part| *part = joined[0]);
        }
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        part.into_iter().enumerate().for_each(|(player, part)| parts.entry(part).or_default().push(player));
        let mut parts: Vec<Vec<usize>> = parts.into_values().collect();
        parts.sort();
        parts
    }

    /// The pairs of players who sat at a table together, the lower first.
    pub fn met(&self) -> BTreeSet<(usize, usize)> {
        let mut met = BTreeSet::new();
        for contest in &self.contests {
            for &a in &contest.players {
                met.extend(contest.players.iter().filter(|&&b| a < b).map(|&b| (a, b)));
            }
        }
        met
    }

    /// Number of games of a player.
    pub fn games_of(&self, player: usize) -> u64 {
        let games = |results: &[(usize, FirstPlace)]| {
            let plays =
                |(contest, _): &&(usize, FirstPlace)| self.contests[*contest].players.contains(&player);
            results.iter().filter(plays).count() as u64
        };
        let all = self.groups.iter().chain(&self.copies);
        all.map(|((_, results), count)| games(results) * count).sum()
    }

    /// The players that took part.
    pub fn took_part(&self) -> Vec<bool> {
        let mut took_part = vec![false; self.players];
        let players = self.contests.iter().flat_map(|contest| &contest.players);
        players.for_each(|&player| took_part[player] = true);
        took_part
    }
}

/// The places that are reached from some of them, and from which they are reached.
fn both_ways(from: &[usize], ahead: &[BTreeSet<usize>], behind: &[BTreeSet<usize>]) -> Vec<bool> {
    reached(from, ahead).into_iter().zip(reached(from, behind)).map(|(above, below)| above && below).collect()
}

/// The places that are reached from some of them, these included, along `next`.
fn reached(from: &[usize], next: &[BTreeSet<usize>]) -> Vec<bool> {
    let (mut reached, mut open) = (vec![false; next.len()], from.to_vec());
    while let Some(place) = open.pop() {
        if !std::mem::replace(&mut reached[place], true) {
            open.extend(&next[place]);
        }
    }
    reached
}

fn transposed(ahead: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let mut behind = vec![BTreeSet::new(); ahead.len()];
    for (winner, others) in ahead.iter().enumerate() {
        others.iter().for_each(|&other| _ = behind[other].insert(winner));
    }
    behind
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of games: who beat whom.
    fn data(players: usize, wins: &[(usize, usize)]) -> Data {
        let mut data = Data::new(players);
        for &(winner, loser) in wins {
            let contest = data.contest(0, &[winner, loser]);
            data.add(winner.min(loser) * players + winner.max(loser), &[(contest, 1)]);
        }
        data
    }

    #[test]
    fn the_largest_set_with_results_both_ways_is_bounded() {
        // 0 beats everybody, 4 loses to everybody, 1 to 3 beat each other in a circle.
        let all = data(6, &[(0, 1), (0, 2), (0, 4), (1, 2), (2, 3), (3, 1), (2, 4), (3, 4)]);
        assert_eq!(all.bounded(), [false, true, true, true, false, false]);
        assert_eq!(all.bounded_by(&[0]), [true, false, false, false, false, false]);
        // Between two strengths that are given everybody is bounded who wins against one and loses to the other.
        assert_eq!(all.bounded_by(&[0, 4]), [true, true, true, true, true, false]);
        let rest = all.among(&all.bounded());
        assert_eq!((rest.contests().len(), rest.games_of(0), rest.games_of(2)), (3, 0, 2));
        // Of two sets of the same size the one with more games.
        let two = data(4, &[(0, 1), (1, 0), (2, 3), (3, 2), (2, 3), (0, 2)]);
        assert_eq!(two.bounded(), [false, false, true, true]);
        assert_eq!(data(2, &[(0, 1), (0, 1)]).bounded(), [false, false]);
    }

    #[test]
    fn copies_are_games_and_no_groups() {
        let mut data = data(2, &[(0, 1)]);
        let contest = data.contest(0, &[0, 1]);
        data.add_copy(1, &[(contest, 1)]);
        assert_eq!(
            (data.games_of(0), data.groups_of_players(), data.copies_of_players()),
            (2, vec![1, 1], vec![1, 1])
        );
        let kept = data.at_games(|game| game == 0);
        assert_eq!((kept.games_of(1), kept.copies_of_players()), (2, vec![1, 1]));
        assert_eq!(data.at_games(|game| game == 1).games_of(1), 0);
    }
}
