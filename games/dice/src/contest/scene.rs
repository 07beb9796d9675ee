//! How contests are shown: the dice on their table, what the throws have fixed, and a line for each player.

use torneo_board::scene::{faces, roll};
use torneo_contract::scene::{Board, Places, Scene};
use torneo_contract::{Scenery, Seat};

use super::super::name;
use super::super::table::{self, Table, listed};
use super::{Contest, DiceGame, Position, Progress, TURN, Throw, Thrower};

/// The area of the faces to choose from.
const FACES: u8 = 0;

impl<C: Contest> DiceGame<C> {
    /// The sums by which each place wins the turn with the next throw; none where sums do not tell who wins.
    fn winning_sums(&self, position: &Position<C::State>, thrower: Thrower) -> Option<Vec<Vec<u8>>> {
        let mut by_sum: Vec<(u8, Option<usize>)> = Vec::new();
        for combination in self.pool(position).combinations() {
            let won = match self.contest.throw(&mut position.state.clone(), thrower, combination) {
                Progress::Won(place) => Some(place),
                Progress::Next(_) => None,
                Progress::Shared(_) => return None,
            };
            match by_sum.iter().find(|(sum, _)| *sum == combination.sum) {
                Some((_, known)) if *known != won => return None,
                Some(_) => {}
                None => by_sum.push((combination.sum, won)),
            }
        }
        by_sum.sort_unstable();
        let sums =
            |place| by_sum.iter().filter(|(_, won)| *won == Some(place)).map(|(sum, _)| *sum).collect();
        Some((0..self.players).map(sums).collect())
    }

    /// What a place holds and what it has won so far, and the sums by which it wins now.
    fn line(&self, position: &Position<C::State>, place: usize, sums: &[u8]) -> String {
        let seat = position.order[place].index();
        let mut parts = Vec::new();
        if !self.is_over(position) && position.battle.is_none() {
            parts.push(self.contest.describe(&position.state, place));
        }
        if !sums.is_empty() {
            parts.push(format!("wins by {}", listed(sums.iter().copied())));
        }
        if self.turns > 1 {
            let won = f64::from(position.won[seat]) / f64::from(TURN);
            parts.push(format!("won {won} of {} turns", position.turn));
        }
        parts.push(format!("purse {:+}", position.money[seat]));
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }

    fn caption(&self, position: &Position<C::State>) -> String {
        if self.is_over(position) {
            return String::new();
        }
        let mut moment = Vec::new();
        if self.turns > 1 {
            moment.push(format!("turn {} of {}", position.turn + 1, self.turns));
        }
        let what = if position.battle.is_some() { "throws for the order of play" } else { "throws" };
        let thrower = name(self.thrower(position));
        moment.push(format!("throw {}: {thrower} {what}", position.throws / C::INFO.throws + 1));
        let stakes = self.stake * self.players as i64;
        format!("Stakes {stakes}, {}", moment.join(", "))
    }
}

impl<C: Contest> Scenery for DiceGame<C> {
    fn board(&self) -> Board {
        table::board()
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        let mut scene = Scene::default();
        faces(&mut scene, 6);
        let order = &position.order[..self.players];
        let over = self.is_over(position);
        let thrower = Thrower { place: position.place as usize, players: self.players };
        scene.thrower = (!over).then(|| self.thrower(position));
        self.contest.lay(&position.state, order, &mut Table::of(&mut scene));
        let throws = !over && position.battle.is_none();
        let needed = if throws { self.contest.needed(&position.state, thrower, order) } else { None };
        let sums = if throws { self.winning_sums(position, thrower) } else { None };
        for (place, &seat) in order.iter().enumerate() {
            let sums = sums.as_ref().map_or(&[][..], |sums| &sums[place]);
            scene.note(name(seat), Some(seat), self.line(position, place, sums));
        }
        if let Some(needed) = needed {
            scene.note("the next throw", None, needed);
        }
        if let Some(thrown) =
            position.battle.map(|battle| battle.thrown(self.players)).filter(|said| !said.is_empty())
        {
            scene.note("order of play", None, thrown);
        }
        scene.caption = self.caption(position);
        scene
    }

    #[inline]
    fn clicks(&self, position: &Self::Position, _seat: Option<Seat>, throw: Throw) -> Places {
        roll(FACES, self.pool(position).combination(throw).faces.iter().copied())
    }
}
