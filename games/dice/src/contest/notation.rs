//! The position text of contests: `docs/games/dice-common.md`.

use super::super::pool::Throw;
use torneo_contract::scenery::Last;
use torneo_contract::{End, Field, Game, Notation, PositionError, Seat, Words};

use super::super::battle::{self, Battle, Rule};
use super::super::fields::{Fields, list, numbers};
use super::{Contest, DiceGame, Position, TURN, Thrower, telling};

const FIELDS: [&str; 8] = ["turn", "order", "throws", "place", "state", "won", "money", "battle"];

impl<C: Contest> DiceGame<C> {
    fn read_order(&self, fields: &Fields, position: &mut Position<C::State>) -> Result<(), PositionError> {
        let last = self.players as i64 - 1;
        let order = numbers(fields.text("order"), &(0..=last)).unwrap_or_default();
        let mut seats = order.clone();
        seats.sort_unstable();
        fields.check(seats.into_iter().eq(0..=last), "order", "every seat once")?;
        for (place, &seat) in order.iter().enumerate() {
            position.order[place] = Seat::new(seat as usize);
        }
        let is_right =
            self.order_is_thrown(position.turn) || position.order == self.seat_order(position.turn);
        fields.check(is_right, "order", "the order of play of this turn, since no battle changes it")
    }

    fn read_shares(&self, fields: &Fields, position: &mut Position<C::State>) -> Result<(), PositionError> {
        let all = i64::from(position.turn) * i64::from(TURN);
        let units = format!("/{TURN}");
        let shares = fields.text("won").strip_suffix(&units).and_then(|won| numbers(won, &(0..=all)));
        let expected =
            "the turns won by each seat in units of 1/840, which add up to the turns that are over";
        let shares = shares.filter(|won| won.len() == self.players && won.iter().sum::<i64>() == all);
        for (won, share) in position.won.iter_mut().zip(shares.ok_or_else(|| fields.wrong("won", expected))?)
        {
            *won = share as u32;
        }
        Ok(())
    }

    fn read_money(&self, fields: &Fields, position: &mut Position<C::State>) -> Result<(), PositionError> {
        let stakes = self.stake * i64::from(position.turn);
        let money = numbers(fields.text("money"), &(-stakes..=stakes * (self.players as i64 - 1)));
        let money = money.filter(|money| money.len() == self.players && money.iter().sum::<i64>() == 0);
        let money = money.filter(|money| money.iter().all(|money| money % self.stake == 0));
        let expected =
            "the net money of each seat: stakes won and lost in the turns that are over, together 0";
        for (money, net) in
            position.money.iter_mut().zip(money.ok_or_else(|| fields.wrong("money", expected))?)
        {
            *money = net;
        }
        Ok(())
    }

    fn read_battle(&self, fields: &Fields, position: &mut Position<C::State>) -> Result<(), PositionError> {
        let has_battle = self.has_battle(position.turn);
        position.battle = match fields.text("battle") {
            "-" => None,
            _ if !has_battle => {
                return Err(fields.wrong("battle", "`-`, since this turn begins without a battle"));
            }
            text => {
                let battle = Battle::parse(text, self.players, self.pools[0].sums())
                    .ok_or_else(|| fields.wrong("battle", "groups and sums such as `1|0,2:9`"))?;
                let in_seat_order = position.order == self.seat_order(position.turn);
                fields.check(in_seat_order, "order", "the order before the battle")?;
                Some(battle)
            }
        };
        debug_assert!(self.battle != Rule::None || position.battle.is_none());
        Ok(())
    }

    /// Reads the throws of this turn and what they have fixed. Before the first throw, in a battle and after the
    /// last turn they have fixed nothing.
    fn read_state(&self, fields: &Fields, position: &mut Position<C::State>) -> Result<(), PositionError> {
        let none_thrown = self.is_over(position) || position.battle.is_some();
        let most = if none_thrown { 0 } else { i64::from(self.max_throws) - 1 };
        position.throws = fields.number("throws", 0..=most)? as u32;
        let whole = position.throws.is_multiple_of(C::INFO.throws);
        fields.check(whole, "throws", "whole attempts")?;
        let last = if position.throws == 0 { 0 } else { self.players as i64 - 1 };
        position.place = fields.number("place", 0..=last)? as u8;
        let thrower = Thrower { place: position.place as usize, players: self.players };
        let begun = position.state;
        position.state = self
            .contest
            .parse_state(fields.text("state"), thrower, position.throws)
            .filter(|&state| position.throws > 0 || state == begun)
            .ok_or_else(|| fields.wrong("state", "what so many throws can have fixed for this place"))?;
        Ok(())
    }
}

impl<C: Contest> Notation for DiceGame<C> {
    const ENDS: &'static [End] = telling::ENDS;

    fn cause(&self, position: &Self::Position, last: Option<&Last<Self>>) -> Words {
        self.why_over(position, &self.outcome(position), last)
    }

    fn tell(&self, last: &Last<Self>, position: &Self::Position) -> Option<Words> {
        self.told(last, position)
    }

    fn write_action(&self, position: &Self::Position, throw: Throw, text: &mut String) {
        self.pool(position).write(self.thrower(position), throw, text);
    }

    fn parse_action(&self, position: &Self::Position, text: &str, _legal: &[Throw]) -> Option<Throw> {
        self.pool(position).parse(self.thrower(position), text)
    }

    fn why_illegal(&self, position: &Self::Position, text: &str) -> Option<String> {
        self.pool(position).why_illegal(self.thrower(position), text)
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let battle = position.battle.map_or("-".to_owned(), |battle| battle.text(self.players));
        format!(
            "turn={} order={} throws={} place={} state={} won={}/{TURN} money={} battle={battle}",
            position.turn,
            list(&position.order[..self.players]),
            position.throws,
            position.place,
            self.contest.state_text(&position.state, self.players),
            list(&position.won[..self.players]),
            list(&position.money[..self.players]),
        )
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        let fields = Fields::read(text, &FIELDS)?;
        let mut position = self.start();
        position.turn = fields.number("turn", 0..=self.turns.into())? as u32;
        self.begin_turn(&mut position);
        self.read_order(&fields, &mut position)?;
        self.read_shares(&fields, &mut position)?;
        self.read_money(&fields, &mut position)?;
        self.read_battle(&fields, &mut position)?;
        self.read_state(&fields, &mut position)?;
        Ok(position)
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let order = &position.order[..self.players];
        fields.push(Field::number("turn", position.turn, self.turns.into()));
        fields.push(Field::number("throws", position.throws, u32::MAX.into()));
        fields.push(Field::number("thrower_place", position.place, self.players as i64 - 1));
        for seat in Seat::all(self.players) {
            let place = order.iter().position(|&known| known == seat).unwrap_or(0);
            fields.push(Field::number("place", place, self.players as i64 - 1).of(seat));
            let most = i64::from(TURN) * i64::from(self.turns);
            fields
                .push(Field::number("turns_won_in_parts_of_840", position.won[seat.index()], most).of(seat));
            let most = self.stake * self.players as i64 * i64::from(self.turns);
            fields.push(Field::number("money", position.money[seat.index()], most).from(-most).of(seat));
        }
        self.contest.list_fields(&position.state, order, fields);
        battle::list_fields(position.battle, self.players, fields);
    }
}
