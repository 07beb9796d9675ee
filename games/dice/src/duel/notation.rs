//! The notation of dice games for two: `docs/games/dice-common.md`.

use torneo_contract::scenery::Last;
use torneo_contract::{End, Field, Game, Notation, PositionError, Seat, Words};

use super::super::battle::{self, Battle, Rule};
use super::super::fields::Fields;
use super::super::name;
use super::{Action, DECISIONS, Duel, DuelGame, MOST_AMOUNT, Moment, Position};

impl<D: Duel> DuelGame<D> {
    /// Reads a position in the battle for the first role: nothing else has happened yet.
    fn read_battle(&self, fields: &Fields) -> Result<Position<D::State>, PositionError> {
        let mut position = self.start();
        fields.check(self.battle != Rule::None, "battle", "`-`, since there is no battle")?;
        let battle = Battle::parse(fields.text("battle"), 2, self.pool.sums());
        position.battle =
            Some(battle.ok_or_else(|| fields.wrong("battle", "seats and sums such as `0,1:9`"))?);
        let start = self.position_text(&position);
        let start = Fields::read(&start, &self.fields)?;
        for name in &self.fields {
            let value = start.text(name);
            fields.check(fields.text(name) == value, name, &format!("`{value}` in the battle"))?;
        }
        Ok(position)
    }

    fn read_moment(&self, fields: &Fields) -> Result<Moment, PositionError> {
        let turn = fields.number("turn", 0..=self.duel.max_turns().into())? as u32;
        let first = Seat::new(fields.number("first", 0..=1)? as usize);
        let in_turn = self.battle != Rule::None || first.index() == turn as usize % 2;
        fields.check(
            in_turn,
            "first",
            "the seat with the first role of this turn, since there is no battle",
        )?;
        let throws = fields.number("throws", 0..=i64::from(self.max_throws) - 1)? as u32;
        let deciding = match fields.text("due") {
            "throw" => false,
            "decision" if D::INFO.turns.decision && throws > 0 => true,
            _ => return Err(fields.wrong("due", "`throw`, or `decision` after a throw")),
        };
        Ok(Moment { turn, first, throws, deciding })
    }
}

impl<D: Duel> Notation for DuelGame<D> {
    const ENDS: &'static [End] = D::ENDS;

    fn cause(&self, position: &Self::Position, last: Option<&Last<Self>>) -> Words {
        self.why_over(position, &self.outcome(position), last)
    }

    fn tell(&self, last: &Last<Self>, position: &Self::Position) -> Option<Words> {
        self.told(last, position)
    }

    fn write_action(&self, position: &Self::Position, action: Action, text: &mut String) {
        match (action, DECISIONS.iter().find(|(decision, _)| *decision == action)) {
            (Action::Dice(throw), _) => self.pool.write(self.thrower(position), throw, text),
            (_, Some((_, word))) => *text += &format!("{}:{word}", position.first),
            (_, None) => unreachable!("every decision has a word"),
        }
    }

    fn parse_action(&self, position: &Self::Position, text: &str, _legal: &[Action]) -> Option<Action> {
        if !position.deciding {
            return self.pool.parse(self.thrower(position), text).map(Action::Dice);
        }
        let (seat, word) = text.split_once(':')?;
        let decision = DECISIONS.iter().find(|(_, known)| *known == word)?;
        (seat == position.first.to_string()).then_some(decision.0)
    }

    fn why_illegal(&self, position: &Self::Position, text: &str) -> Option<String> {
        let is_decision = DECISIONS.iter().any(|(_, word)| text.ends_with(word));
        match (position.deciding, is_decision) {
            (true, _) => {
                text.contains(':').then(|| format!("{} decides: throw or stop", name(position.first)))
            }
            (false, true) => Some("the dice are thrown here without a decision".to_owned()),
            (false, false) => self.pool.why_illegal(self.thrower(position), text),
        }
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let mut values = vec![
            position.turn.to_string(),
            position.first.to_string(),
            position.throws.to_string(),
            if position.deciding { "decision" } else { "throw" }.to_owned(),
        ];
        values.extend(self.duel.values(&position.state));
        let [a, b] = self.duel.money(&position.state);
        values.push(format!("{a},{b}"));
        values.push(position.battle.map_or("-".to_owned(), |battle| battle.text(2)));
        let fields = self.fields.iter().zip(values);
        fields.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        let fields = Fields::read(text, &self.fields)?;
        if fields.text("battle") != "-" {
            return self.read_battle(&fields);
        }
        let moment = self.read_moment(&fields)?;
        let state = self.duel.read(&fields, moment)?;
        let Moment { turn, first, throws, deciding } = moment;
        let position = Position { turn, battle: None, first, throws, deciding, state };
        let fresh = !deciding && throws == 0;
        fields.check(fresh || !self.is_over(&position), "throws", "0, since the game is over")?;
        Ok(position)
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        fields.push(Field::number("turn", position.turn, self.duel.max_turns().into()));
        fields.push(Field::number("first_role", position.first.index(), 1));
        fields.push(Field::number("throws", position.throws, u32::MAX.into()));
        fields.push(Field::flag("decision", position.deciding));
        self.duel.list_fields(&position.state, fields);
        for (seat, money) in Seat::all(2).zip(self.duel.money(&position.state)) {
            let most = MOST_AMOUNT;
            fields.push(Field::number("money", money, most).from(-most).of(seat));
        }
        battle::list_fields(position.battle, 2, fields);
    }
}
