//! Reading dice: their number, their faces and what is done with them.

use std::ops::Range;

use torneo_contract::refuse_if;

use super::{Door, Read, Reader};
use crate::expression::faces::{self, Load};
use crate::expression::syntax::{Comparison, Condition, Count, Die, Modifier, Pool, Reading, left};
use crate::fault::{Fault, nearest};
use crate::language::token::{MAX_NUMBER, Token};
use crate::language::tree::{Binary, Expression, Item, Kind, Several, Sides, Unary};

/// Most dice of a throw that are tried.
const MAX_DICE: i64 = 1_000_000;
/// Most faces of a die.
const MAX_FACES: i64 = 100_000;

/// The names of the modifiers; one that begins with another comes first.
const NAMES: [&str; 16] =
    ["kh", "kl", "dh", "dl", "df", "cf", "rr", "ro", "cs", "min", "max", "r", "x", "t", "k", "d"];
/// The modifiers, for who wrote something else.
const KNOWN: &str = "the modifiers are kh, kl, dh, dl, x, !!, !p, r, rr, cs, f, t, min, max";
/// What takes failures off a count.
const FAILURES: [&str; 3] = ["f", "df", "cf"];
/// Modifiers in words, with their names. The longer one comes first.
const WORDS: [(&[&str], &str); 6] = [
    (&["drop", "lowest"], "dl"),
    (&["drop", "highest"], "dh"),
    (&["keep", "highest"], "kh"),
    (&["keep", "lowest"], "kl"),
    (&["keep"], "kh"),
    (&["drop"], "dl"),
];

impl Reader<'_> {
    /// A value, or dice of which it is the number.
    pub(super) fn dice(&mut self) -> Read<Expression> {
        let start = self.span().start;
        let mut value = self.prefixed()?;
        loop {
            if (self.touches() || !self.in_call) && self.begins_die() {
                value = self.thrown(Some(value), start)?;
            } else if let Some(changed) = self.changed(&value)? {
                value = changed;
            } else {
                return self.given(value);
            }
        }
    }

    /// One die.
    pub(super) fn single_die(&mut self) -> Read<Expression> {
        let start = self.span().start;
        self.thrown(None, start)
    }

    /// Whether a die begins here, and not a word such as `distinct` or `drop`.
    pub(super) fn begins_die(&self) -> bool {
        let Token::Word(word) = self.peek() else { return false };
        match word.strip_prefix('d') {
            Some("" | "z") => true,
            Some(rest) => rest.strip_prefix('f').is_some_and(|rest| self.are_modifiers(rest)),
            None => false,
        }
    }

    fn thrown(&mut self, count: Option<Expression>, start: usize) -> Read<Expression> {
        self.take_letters("d");
        let sides = self.sides()?;
        let one = || Expression { span: start..start, kind: Kind::Number(1) };
        let count = count.unwrap_or_else(one);
        if let (Kind::Number(number), Sides::Die(die)) = (&count.kind, &sides)
            && (count.span.is_empty()
                || self.text[count.span.clone()].starts_with(|c: char| c.is_ascii_digit()))
        {
            refuse_if!(
                *number > MAX_DICE,
                self.fault(start, format!("expected 0 to {MAX_DICE} dice, found {number}"))
            );
            let (count, die) = (*number as u32, die.clone());
            let modifiers = self.modifiers(Some(&die), Some(count), Vec::new())?;
            let pool = Pool { count, die, modifiers, span: start..self.read_to() };
            return Ok(self.throw(Reading::Value, pool));
        }
        let die = match &sides {
            Sides::Die(die) => Some(die),
            Sides::Value(_) => None,
        };
        let modifiers = self.modifiers(die, None, Vec::new())?;
        // A negative number of dice changed by modifiers is the opposite of that many.
        if let (Kind::Unary(Unary::Minus, inner), false) = (&count.kind, modifiers.is_empty()) {
            let several = Several { count: inner.as_ref().clone(), sides, modifiers };
            let dice = Expression { span: start..self.read_to(), kind: Kind::Several(Box::new(several)) };
            return Ok(Expression {
                span: dice.span.clone(),
                kind: Kind::Unary(Unary::Minus, Box::new(dice)),
            });
        }
        let several = Several { count, sides, modifiers };
        Ok(Expression { span: start..self.read_to(), kind: Kind::Several(Box::new(several)) })
    }

    pub(super) fn throw(&self, reading: Reading, pool: Pool) -> Expression {
        Expression { span: pool.span.clone(), kind: Kind::Throw(reading, pool, Vec::new()) }
    }

    /// Dice in brackets, or a value, with the modifiers behind them; none where there are none.
    fn changed(&mut self, value: &Expression) -> Read<Option<Expression>> {
        match &value.kind {
            Kind::Throw(Reading::Value, pool, given) if given.is_empty() => {
                let mut pool = pool.clone();
                let before = pool.modifiers.len();
                pool.modifiers = self.modifiers(Some(&pool.die), Some(pool.count), pool.modifiers)?;
                pool.span.end = self.read_to();
                Ok((pool.modifiers.len() > before).then(|| self.throw(Reading::Value, pool)))
            }
            _ => Ok(None),
        }
    }

    /// `given` and the conditions on the dice.
    fn given(&mut self, mut value: Expression) -> Read<Expression> {
        if let Kind::Throw(_, _, given) = &mut value.kind
            && given.is_empty()
            && !self.in_call
            && self.take("given")
        {
            *given = self.conditions(false)?;
            value.span.end = self.read_to();
        }
        Ok(value)
    }

    fn sides(&mut self) -> Read<Sides> {
        let start = self.span().start;
        let mut die = if self.take("%") {
            faces::numbered(100)
        } else if self.take_letters("f") {
            faces::custom(&[-1, 0, 1], "F".to_owned())
        } else if self.take_letters("z") {
            let most = if self.take("%") { 100 } else { self.number("faces", 1, MAX_FACES)? };
            faces::custom(&(0..most).collect::<Vec<_>>(), format!("{{0..{}}}", most - 1))
        } else if let Token::Number(number) = *self.peek() {
            if self.door == Door::Program && number == 0 && self.span().len() == 1 {
                return Ok(Sides::Value(self.single()?));
            }
            let is_double_zero = number == 0 && self.span().len() == 2;
            faces::numbered(if is_double_zero {
                self.next();
                100
            } else {
                self.number("faces", 1, MAX_FACES)? as u64
            })
        } else if self.is("{") {
            let items = self.inside(false, |reader| reader.deeper(Self::items))?;
            let Some(values) = self.written_faces(&items, start)? else {
                let span = start..self.read_to();
                return Ok(Sides::Value(Expression { span, kind: Kind::Sequence(items) }));
            };
            let text = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            faces::custom(&values, format!("{{{text}}}"))
        } else {
            return Ok(Sides::Value(match self.is("(") {
                true => self.parenthesis()?,
                false => self.prefixed()?,
            }));
        };
        if self.begins_loads() {
            let loads = self.loads()?;
            die = faces::loaded(die, &loads).map_err(|error| self.fault(start, error.to_string()))?;
        }
        Ok(Sides::Die(die))
    }

    /// The faces that items are, where these are numbers and ranges of numbers; none for other values.
    fn written_faces(&self, items: &[Item], start: usize) -> Read<Option<Vec<i64>>> {
        let mut values = Vec::new();
        for item in items {
            let last = item.last.as_ref().unwrap_or(&item.first);
            let ends = written(&item.first).zip(written(last)).filter(|_| item.times.is_none());
            let Some((first, last)) = ends else { return Ok(None) };
            let more = last - first + 1;
            if more < 1 && self.door == Door::Program {
                return Ok(None);
            }
            let found = || format!("expected 1 to {MAX_FACES} faces, found {}", values.len() as i64 + more);
            refuse_if!(more < 1 || values.len() as i64 + more > MAX_FACES, self.fault(start, found()));
            values.extend(first..=last);
        }
        Ok(Some(values).filter(|values| !values.is_empty()))
    }

    fn written_number(&mut self) -> Option<i64> {
        let is_negative = self.take("-");
        let Token::Number(number) = *self.peek() else { return None };
        self.next();
        Some(if is_negative { -number } else { number })
    }

    /// Whether loads such as `{6:+1%}` come next.
    fn begins_loads(&self) -> bool {
        let sign = usize::from(*self.ahead(1) == Token::Sign("-"));
        self.is("{")
            && self.touches()
            && matches!(self.ahead(1 + sign), Token::Number(_))
            && *self.ahead(2 + sign) == Token::Sign(":")
            && matches!(self.ahead(3 + sign), Token::Sign("+" | "-"))
    }

    fn loads(&mut self) -> Read<Vec<Load>> {
        self.need("{")?;
        let mut loads = Vec::new();
        loop {
            let Some(face) = self.written_number() else { return Err(self.expected("a number")) };
            self.need(":")?;
            loads.push(Load { face, more: self.percent()? });
            if !self.take(",") {
                self.need("}")?;
                return Ok(loads);
            }
        }
    }

    /// A percentage with at most six decimals, in millionths of a percent.
    fn percent(&mut self) -> Read<i64> {
        let is_negative = self.is("-");
        refuse_if!(!self.take("-") && !self.take("+"), self.expected("`+` or `-` and a percentage"));
        let mut millionths = self.number("percent", 0, 100_000)? * 1_000_000;
        if self.take(".") {
            let digits = self.span().len() as u32;
            refuse_if!(digits > 6, self.expected("at most six decimals"));
            millionths += self.number("as decimals", 0, 999_999)? * 10i64.pow(6 - digits);
        }
        self.need("%")?;
        Ok(if is_negative { -millionths } else { millionths })
    }

    /// A number of a range, in brackets or not.
    pub(super) fn number(&mut self, what: &str, min: i64, max: i64) -> Read<i64> {
        let start = self.span();
        if self.take("(") {
            let number = self.number(what, min, max)?;
            self.need(")")?;
            return Ok(number);
        }
        let Token::Number(number) = *self.peek() else {
            return Err(self.expected(if what.starts_with("as ") {
                "a number"
            } else {
                "a number of dice or faces"
            }));
        };
        refuse_if!(
            !(min..=max).contains(&number),
            Fault::new(&start, format!("expected {min} to {max} {what}, found {number}"))
        );
        self.next();
        Ok(number)
    }

    /// A number, possibly below 0, in brackets or not.
    pub(super) fn integer(&mut self) -> Read<i64> {
        if self.take("(") {
            let number = self.integer()?;
            self.need(")")?;
            return Ok(number);
        }
        let is_negative = self.take("-");
        let number = self.number("as a number", 0, MAX_NUMBER)?;
        Ok(if is_negative { -number } else { number })
    }

    /// A comparison with a number, or a number that is to be equal.
    pub(super) fn condition(&mut self) -> Read<Condition> {
        let comparison = self.compared();
        Ok(Condition { comparison: comparison.unwrap_or(Comparison::Equal), value: self.integer()? })
    }

    /// The sign of a comparison, if it comes next.
    pub(super) fn compared(&mut self) -> Option<Comparison> {
        let known = Comparison::SIGNS.into_iter().find(|(sign, _)| self.is(sign));
        known.map(|(sign, comparison)| {
            self.take(sign);
            comparison
        })
    }

    /// The condition that touches a modifier; else that a die shows `or`.
    fn condition_or(&mut self, or: Option<i64>) -> Read<Condition> {
        let touches = self.touches();
        let is_one = match self.peek() {
            Token::Sign(sign) => Comparison::SIGNS.iter().any(|(known, _)| known == sign) || *sign == "(",
            Token::Number(_) => true,
            _ => false,
        };
        match or {
            Some(value) if !touches || !is_one => Ok(Condition { comparison: Comparison::Equal, value }),
            None if !touches => Err(self.expected("a number or a comparison")),
            _ => self.condition(),
        }
    }

    /// Whether letters are names of modifiers, one after the other.
    fn are_modifiers(&self, letters: &str) -> bool {
        letters.is_empty()
            || self.modifier_at(letters).is_some_and(|name| self.are_modifiers(&letters[name.len()..]))
    }

    fn modifier_at(&self, letters: &str) -> Option<&'static str> {
        let is_known = |name: &&str| !(self.door == Door::Program && *name == "d");
        NAMES.into_iter().filter(is_known).find(|name| letters.starts_with(name))
    }

    /// Reads modifiers. `count` is how many dice are thrown, where that is known. The die is not known where its faces
    /// are a value.
    fn modifiers(
        &mut self,
        die: Option<&Die>,
        count: Option<u32>,
        mut modifiers: Vec<Modifier>,
    ) -> Read<Vec<Modifier>> {
        while let Some((name, span)) = self.modifier_name(die, &modifiers)? {
            if let Some(Modifier::Count(Count { less: less @ None, .. })) = modifiers.last_mut()
                && name == "f"
            {
                *less = Some(self.condition_or(None)?);
                continue;
            }
            let counts = modifiers.iter().any(|modifier| matches!(modifier, Modifier::Count(_)));
            refuse_if!(counts, Fault::new(&span, "`cs` comes last: it counts the dice"));
            let modifier = self.modifier(name, die, count, &modifiers, &span)?;
            modifiers.push(modifier);
        }
        Ok(modifiers)
    }

    /// Reads the name of a modifier, if one comes next, and tells where it stands.
    fn modifier_name(
        &mut self,
        die: Option<&Die>,
        before: &[Modifier],
    ) -> Read<Option<(&'static str, Range<usize>)>> {
        let (span, touches) = (self.span(), self.touches());
        let counts = matches!(before.last(), Some(Modifier::Count(_)));
        if self.in_call && !touches {
            return Ok(None);
        }
        let is_word =
            |place: usize, wanted: &str| matches!(self.ahead(place), Token::Word(word) if word == wanted);
        let (name, tokens) = match self.peek().clone() {
            Token::Sign("!!") if touches => ("!!", 1),
            Token::Sign("!") if touches => ("!", 1),
            Token::Sign("-") if touches && is_word(1, "l") => ("dl", 2),
            Token::Sign("-") if touches && is_word(1, "h") => ("dh", 2),
            // `10d10>=8f1`: what is compared with failures behind it is counted.
            Token::Sign(_) if touches && !counts && self.counts_failures() => ("cs", 0),
            Token::Word(word) if counts && FAILURES.contains(&word.as_str()) => ("f", 1),
            Token::Word(word) => {
                let phrase = WORDS.into_iter().find(|(words, _)| self.take_words(words));
                let Some((_, name)) = phrase else { return self.modifier_word(&word, die) };
                (name, 0)
            }
            _ => return Ok(None),
        };
        self.at += tokens;
        let penetrates = |word: &String| word.strip_prefix('p').is_some_and(|rest| self.are_modifiers(rest));
        let is_penetrating = name == "!"
            && self.touches()
            && matches!(self.peek(), Token::Word(word) if penetrates(word))
            && self.take_letters("p");
        Ok(Some((if is_penetrating { "!p" } else { name }, span)))
    }

    /// Reads the name of a modifier off a word; none where the word goes on with the expression.
    fn modifier_word(&mut self, word: &str, die: Option<&Die>) -> Read<Option<(&'static str, Range<usize>)>> {
        let (span, is_known) = (self.span(), self.are_modifiers(word));
        if self.is_product(die) || !is_known && (!self.touches() || word == "vs") {
            return Ok(None);
        }
        match self.modifier_at(word).filter(|_| is_known) {
            Some(name @ ("df" | "cf")) => {
                let how = format!("`{name}` takes failures off a count: `10d10cs>=8{name}=1`");
                Err(Fault::new(&span, how))
            }
            Some(name) => {
                self.take_letters(name);
                Ok(Some((name, span)))
            }
            None => {
                let message = format!("there is no modifier `{}`; {KNOWN}", &self.text[span.clone()]);
                let known = NAMES.into_iter().filter(|name| name.len() > 1 || "rx".contains(name));
                Err(Fault { nearest: nearest(word, known), ..Fault::new(&span, message) })
            }
        }
    }

    /// Whether a comparison with a number comes next that has failures behind it.
    fn counts_failures(&self) -> bool {
        [">=", "<=", "=", "=="].iter().any(|sign| self.is(sign))
            && matches!(self.ahead(1), Token::Number(_))
            && matches!(self.ahead(2), Token::Word(word) if FAILURES.contains(&word.as_str()))
    }

    /// Whether `x` and a number stand for a product: no die can show the number, or blanks stand around the sign.
    fn is_product(&self, die: Option<&Die>) -> bool {
        if *self.peek() != Token::Word("x".to_owned()) {
            return false;
        }
        let is_apart = self.tokens.get(self.at + 1).is_some_and(|(_, next)| next.start > self.span().end);
        match *self.ahead(1) {
            Token::Number(number) if !is_apart => {
                die.is_none_or(|die| !(die.lowest()..=die.highest()).contains(&number))
            }
            Token::Number(_) | Token::Sign("(") => !self.touches() && is_apart,
            _ => false,
        }
    }

    fn modifier(
        &mut self,
        name: &str,
        die: Option<&Die>,
        count: Option<u32>,
        before: &[Modifier],
        span: &Range<usize>,
    ) -> Read<Modifier> {
        let highest = die.map(Die::highest);
        let unknown =
            "the faces of these dice vary: they can be kept, dropped, thrown again once, and counted";
        let again = ["x", "!", "!!", "!p", "rr"];
        refuse_if!(die.is_none() && again.contains(&name), Fault::new(span, unknown));
        let modifier = match name {
            "x" | "!" => Modifier::Explode(self.condition_or(highest)?),
            "!!" => Modifier::Compound(self.condition_or(highest)?),
            "!p" => Modifier::Penetrate(self.condition_or(highest)?),
            "r" | "ro" => Modifier::Reroll(self.condition_or(None)?),
            "rr" => Modifier::RerollAlways(self.condition_or(None)?),
            "cs" => Modifier::Count(Count { of: self.condition_or(None)?, less: None }),
            "t" => {
                let value = self.integer()?;
                Modifier::Count(Count {
                    of: Condition { comparison: Comparison::AtLeast, value },
                    less: None,
                })
            }
            "min" => Modifier::Min(self.integer()?),
            "max" => Modifier::Max(self.integer()?),
            _ => self.kept_or_dropped(name, count, before, span)?,
        };
        let always = |condition: Condition| {
            die.is_some_and(|die| die.faces.iter().all(|face| condition.holds(face.value)))
        };
        let whole = span.start..self.read_to();
        if matches!(modifier, Modifier::RerollAlways(condition) if always(condition)) {
            return Err(Fault::new(&whole, "every face would be thrown again for ever"));
        }
        refuse_if!(
            modifier.chain().is_some_and(always),
            Fault::new(&whole, "every face would explode, for ever")
        );
        Ok(modifier)
    }

    /// The rest of a modifier that chooses dice.
    fn kept_or_dropped(
        &mut self,
        name: &str,
        dice: Option<u32>,
        before: &[Modifier],
        span: &Range<usize>,
    ) -> Read<Modifier> {
        let follows = matches!(self.peek(), Token::Number(_)) || self.is("(") && self.touches();
        let count = if follows { self.number("dice", 1, MAX_DICE)? as u32 } else { 1 };
        let modifier = match name {
            "kh" | "k" => Modifier::KeepHighest(count),
            "kl" => Modifier::KeepLowest(count),
            "dh" => Modifier::DropHighest(count),
            _ => Modifier::DropLowest(count),
        };
        let drops = matches!(modifier, Modifier::DropHighest(_) | Modifier::DropLowest(_));
        match dice.and_then(|dice| left(dice, before)).filter(|dice| drops && (1..=count).contains(dice)) {
            Some(dice) => {
                let message = format!("{dice} dice are there; none would be left to count");
                Err(self.fault(span.start, message))
            }
            None => Ok(modifier),
        }
    }

    /// `N@` dice with modifiers, or at the door of expressions any dice of one throw: the N-th highest of them.
    pub(super) fn ranked(&self, rank: &Expression, dice: &Expression) -> Read<Option<Expression>> {
        let (Kind::Number(rank), Kind::Throw(Reading::Value, pool, _)) = (&rank.kind, &dice.kind) else {
            return Ok(None);
        };
        if self.door == Door::Program && pool.modifiers.is_empty() || pool.counts().is_some() || *rank < 1 {
            return Ok(None);
        }
        if let Some(left) = pool.left().filter(|left| i64::from(*left) < *rank) {
            if self.door == Door::Program {
                return Ok(Some(Expression { kind: Kind::Number(0), ..dice.clone() }));
            }
            return Err(Fault::new(
                &dice.span,
                format!("there is no die of rank {rank}: {left} dice are there"),
            ));
        }
        let mut dice = dice.clone();
        if let Kind::Throw(_, pool, _) = &mut dice.kind {
            pool.modifiers.push(Modifier::KeepHighest(u32::try_from(*rank).unwrap_or(u32::MAX)));
            pool.modifiers.push(Modifier::KeepLowest(1));
        }
        Ok(Some(dice))
    }

    /// Two values with a sign between them.
    pub(super) fn both(&self, binary: Binary, a: Expression, b: Expression) -> Read<Expression> {
        let ranked = if binary == Binary::At { self.ranked(&a, &b)? } else { None };
        Ok(ranked.unwrap_or_else(|| Expression::binary(binary, a, b)))
    }
}

/// A number that is written.
fn written(value: &Expression) -> Option<i64> {
    match &value.kind {
        Kind::Number(number) => Some(*number),
        Kind::Unary(Unary::Minus, inner) => written(inner).map(|number| -number),
        _ => None,
    }
}
