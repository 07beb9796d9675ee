//! Reading functions and what people say in words: `max(2d6, 1d12)`, `at least 2 6 in 5d6`, `highest 3 of 4d6`.

use torneo_contract::refuse_if;

use super::{Door, Read, Reader};
use crate::expression::faces;
use crate::expression::given::{Aspect, Given};
use crate::expression::syntax::{Comparison, Condition, Count, Modifier, Pool, Reading};
use crate::fault::{Fault, nearest};
use crate::language::token::Token;
use crate::language::tree::{Binary, Expression, Item, Kind, Rounding, Unary};

/// The functions.
const FUNCTIONS: [&str; 16] = [
    "max", "min", "if", "abs", "ceil", "floor", "count", "sets", "pairs", "straight", "distinct", "highest",
    "lowest", "middle", "adv", "dis",
];
/// The functions, for who wrote something else.
const KNOWN: &str =
    "the functions are max, min, if, abs, ceil, floor, count, sets, pairs, straight, distinct";
/// Most conditions.
const MOST_CONDITIONS: usize = 32;
/// Most dice that are chosen.
const MOST_CHOSEN: i64 = 1_000_000;

impl Reader<'_> {
    /// Whether a function with arguments in brackets comes next.
    pub(super) fn begins_function(&self) -> bool {
        let follows = self
            .tokens
            .get(self.at + 1)
            .is_some_and(|(token, span)| *token == Token::Sign("(") && span.start == self.span().end);
        follows && matches!(self.peek(), Token::Word(word) if FUNCTIONS.contains(&word.as_str()))
    }

    pub(super) fn applied(&mut self, name: &str) -> Read<Expression> {
        let span = self.span();
        let start = span.start;
        let unknown = || {
            let message = format!("there is no function `{name}`; {KNOWN}");
            Fault { nearest: nearest(name, FUNCTIONS), ..Fault::new(&span, message) }
        };
        refuse_if!(
            !FUNCTIONS.contains(&name),
            match (self.door, self.ahead(1)) {
                (Door::Program, next) if *next != Token::Sign("(") => {
                    self.expected("a number, a variable, dice, a function, `{`, `(` or `[`")
                }
                _ => unknown(),
            }
        );
        self.next();
        if let Some(reading) = Reading::FUNCTIONS.into_iter().find(|(known, ..)| *known == name) {
            let inner = self.parenthesis()?;
            return self.reading(reading, inner, start);
        }
        let value = match name {
            "max" => self.folded(Binary::Larger)?,
            "min" => self.folded(Binary::Smaller)?,
            "if" => self.condition_of_three(start)?,
            "abs" => Kind::Unary(Unary::Absolute, Box::new(self.parenthesis()?)),
            "ceil" => self.rounded(name, Rounding::Up)?,
            "floor" => self.rounded(name, Rounding::Down)?,
            "count" => return self.count(),
            "adv" => return Ok(self.twenties(Modifier::KeepHighest(1), start)),
            "dis" => return Ok(self.twenties(Modifier::KeepLowest(1), start)),
            _ => return self.chosen(name, start),
        };
        Ok(Expression { span: start..self.read_to(), kind: value })
    }

    /// Two dice of twenty faces, the better or the worse of which counts.
    fn twenties(&self, keep: Modifier, start: usize) -> Expression {
        let span = start..self.read_to();
        self.throw(Reading::Value, Pool { count: 2, die: faces::numbered(20), modifiers: vec![keep], span })
    }

    /// A reading of the dice of one throw, or of any dice.
    fn reading(
        &self,
        (name, reading, function): (&str, Reading, &str),
        inner: Expression,
        start: usize,
    ) -> Read<Expression> {
        let kind = match inner.kind {
            Kind::Throw(Reading::Value, pool, given) if pool.counts().is_none() => {
                Kind::Throw(reading, pool, given)
            }
            _ if is_dice(&inner) => Kind::Call(function.to_owned(), vec![inner]),
            _ => return Err(not_dice(name, &inner)),
        };
        Ok(Expression { span: start..self.read_to(), kind })
    }

    /// Values in brackets, separated by commas.
    fn arguments(&mut self) -> Read<Vec<Expression>> {
        self.need("(")?;
        self.inside(false, |reader| {
            let mut values = vec![reader.expression()?];
            while reader.take(",") {
                values.push(reader.expression()?);
            }
            if reader.take(")") { Ok(values) } else { Err(reader.expected("`,` or `)`")) }
        })
    }

    fn folded(&mut self, binary: Binary) -> Read<Kind> {
        let values = self.arguments()?.into_iter();
        let folded = values.reduce(|a, b| Expression::binary(binary, a, b));
        Ok(folded.map_or(Kind::Number(0), |folded| folded.kind))
    }

    fn condition_of_three(&mut self, start: usize) -> Read<Kind> {
        let three: Result<[Expression; 3], _> = self.arguments()?.try_into();
        let how = "expected three values, as in `if(1d6 > 3, 1, 0)`";
        three.map(|three| Kind::If(Box::new(three))).map_err(|_| self.fault(start, how))
    }

    /// A quotient that is rounded in one direction.
    fn rounded(&mut self, name: &str, rounding: Rounding) -> Read<Kind> {
        let inner = self.parenthesis()?;
        let is_quotient = |part: &Expression| matches!(part.kind, Kind::Binary(Binary::Divide(_), ..));
        match inner.kind {
            Kind::Binary(Binary::Divide(Rounding::Zero), a, b)
                if !a.any(&is_quotient) && !b.any(&is_quotient) =>
            {
                Ok(Kind::Binary(Binary::Divide(rounding), a, b))
            }
            _ => {
                let how = format!("write `{name}(A / B)`, without a further `/` in A or B");
                Err(Fault::new(&inner.span, format!("`{name}` rounds one quotient: {how}")))
            }
        }
    }

    fn count(&mut self) -> Read<Expression> {
        refuse_if!(!self.take("("), self.expected("`(`, as in `count(5d6, >=5)`"));
        let pool = self.inside(false, Self::dice)?;
        refuse_if!(!self.take(","), self.expected("`,` and a condition, as in `count(5d6, >=5)`"));
        let condition = self.condition()?;
        self.need(")")?;
        self.counted("count", pool, condition)
    }

    /// How many of some dice show something.
    fn counted(&self, name: &str, dice: Expression, of: Condition) -> Read<Expression> {
        let mut dice = dice;
        let span = dice.span.clone();
        let count = Modifier::Count(Count { of, less: None });
        match &mut dice.kind {
            Kind::Throw(Reading::Value, pool, _) if pool.counts().is_none() => pool.modifiers.push(count),
            Kind::Several(several) if !matches!(several.modifiers.last(), Some(Modifier::Count(_))) => {
                several.modifiers.push(count);
            }
            Kind::Variable(_) | Kind::Call(..) if of.comparison == Comparison::Equal => {
                let value = Expression { span: span.clone(), kind: Kind::Number(of.value) };
                return Ok(Expression {
                    span,
                    kind: Kind::Call("count ? in ?".to_owned(), vec![value, dice]),
                });
            }
            _ => return Err(not_dice(name, &dice)),
        }
        Ok(dice)
    }

    /// `at least N V in POOL` and the like, if one comes next.
    pub(super) fn phrase(&mut self) -> Read<Option<Expression>> {
        let start = self.span().start;
        if self.in_call {
            return Ok(None);
        }
        use Comparison::{AtLeast, AtMost, Equal};
        let known: [(&[&str], Comparison, Option<i64>); 6] = [
            (&["at", "least"], AtLeast, None),
            (&["at", "most"], AtMost, None),
            (&["exactly"], Equal, None),
            (&["no"], Equal, Some(0)),
            (&["any"], AtLeast, Some(1)),
            (&["all"], Equal, Some(0)),
        ];
        let Some((words, comparison, number)) = known.into_iter().find(|(words, ..)| self.take_words(words))
        else {
            return Ok(None);
        };
        let number = number.map_or_else(|| self.number("dice", 0, MOST_CHOSEN), Ok)?;
        let mut of = self.condition()?;
        // All dice show something where none shows anything else.
        if words == ["all"] {
            of.comparison = of.comparison.opposite();
        }
        refuse_if!(!self.take("in"), self.expected("`in` and dice, such as `at least 2 6 in 5d6`"));
        let dice = self.dice()?;
        let dice = self.counted("in", dice, of)?;
        let number = Expression { span: start..start, kind: Kind::Number(number) };
        Ok(Some(Expression::binary(Binary::Compare(comparison), dice, number)))
    }

    /// What follows `highest`, `lowest` or `middle`: `N of` dice, or `N of` several dice separated by commas.
    fn chosen(&mut self, name: &str, start: usize) -> Read<Expression> {
        let place = self.span();
        let number = self.number("dice", 1, MOST_CHOSEN)?;
        refuse_if!(!self.take("of"), self.expected("`of` and dice, such as `highest 3 of 4d6`"));
        let mut dice = self.dice()?;
        let is_list = self.is(",") && self.depth <= 1;
        if is_list || is_dice(&dice) {
            while is_list && self.take(",") {
                let more = self.dice()?;
                dice = pooled(dice, more);
            }
            let number = Expression { span: place, kind: Kind::Number(number) };
            let kind = Kind::Call(format!("{name} ? of ?"), vec![number, dice]);
            return Ok(Expression { span: start..self.read_to(), kind });
        }
        let number = number as u32;
        let not_dice = not_dice(name, &dice);
        let Kind::Throw(Reading::Value, pool, _) = &mut dice.kind else { return Err(not_dice) };
        refuse_if!(pool.counts().is_some(), not_dice);
        match name {
            "highest" => pool.modifiers.push(Modifier::KeepHighest(number)),
            "lowest" => pool.modifiers.push(Modifier::KeepLowest(number)),
            _ => {
                let left = pool.left();
                let Some(dice) = left.filter(|dice| *dice >= number) else {
                    let there = left.map_or("their number depends on the throw".to_owned(), |dice| {
                        format!("{dice} dice are there")
                    });
                    return Err(Fault::new(&place, format!("the middle {number} cannot be taken: {there}")));
                };
                // Where the others cannot be shared evenly, one more of the low dice is left out.
                let above = (dice - number) / 2;
                pool.modifiers.push(Modifier::KeepHighest(number + above));
                pool.modifiers.push(Modifier::KeepLowest(number));
            }
        }
        Ok(dice)
    }

    /// `{1d4,1d6,1d8}kh2`: the best or worst of several values; of the dice, if these are one sum.
    pub(super) fn kept(&mut self, items: &[Item], start: usize) -> Read<Option<Expression>> {
        let Token::Word(word) = self.peek().clone() else { return Ok(None) };
        let known = ["kh", "kl", "dh", "dl", "k", "d"];
        let Some(name) = known.into_iter().find(|known| *known == word).filter(|_| self.touches()) else {
            return Ok(None);
        };
        if items.iter().any(|item| item.last.is_some() || item.times.is_some())
            || self.door == Door::Program && name == "d"
        {
            return Ok(None);
        }
        // The dice of one sum are kept one by one, several values as wholes.
        let single = |value: &Expression| Expression {
            span: value.span.clone(),
            kind: Kind::Unary(Unary::Die, Box::new(value.clone())),
        };
        let values: Vec<Expression> = match items {
            [one] if matches!(one.first.kind, Kind::Binary(Binary::Plus, ..) | Kind::Throw(..)) => {
                terms(&one.first).into_iter().cloned().collect()
            }
            _ => items.iter().map(|item| single(&item.first)).collect(),
        };
        let dice = |value: &Expression| match &value.kind {
            Kind::Throw(_, pool, _) => i64::from(pool.count),
            _ => 1,
        };
        let all: i64 = values.iter().map(dice).sum();
        let span = self.span();
        self.next();
        let number =
            if let Token::Number(_) = self.peek() { self.number("dice", 1, MOST_CHOSEN)? } else { 1 };
        let (which, number) = match name {
            "kh" | "k" => ("highest", number),
            "kl" => ("lowest", number),
            "dh" => ("lowest", (all - number).max(0)),
            _ => ("highest", (all - number).max(0)),
        };
        let Some(pool) = values.into_iter().reduce(pooled) else { return Ok(None) };
        let number = Expression { span, kind: Kind::Number(number) };
        let kind = Kind::Call(format!("{which} ? of ?"), vec![number, pool]);
        Ok(Some(Expression { span: start..self.read_to(), kind }))
    }

    /// Conditions separated by `and` or, if `commas`, by commas.
    pub(super) fn conditions(&mut self, commas: bool) -> Read<Vec<Given>> {
        let mut conditions = vec![self.one_condition()?];
        while commas && self.take(",") || self.take("and") {
            let found = format!("expected 1 to {MOST_CONDITIONS} conditions, found more");
            refuse_if!(conditions.len() == MOST_CONDITIONS, Fault::new(&self.span(), found));
            conditions.push(self.one_condition()?);
        }
        Ok(conditions)
    }

    fn one_condition(&mut self) -> Read<Given> {
        let start = self.span().start;
        if self.take("(") {
            let condition = self.one_condition()?;
            self.need(")")?;
            return Ok(condition);
        }
        if self.take("any") {
            let shown = self.condition()?;
            let once = Condition { comparison: Comparison::AtLeast, value: 1 };
            return Ok(Given { aspect: Aspect::Any(shown), condition: once, span: start..self.read_to() });
        }
        let mut aspect = Aspect::Value;
        if let Token::Word(name) = self.peek().clone() {
            let Some((_, known)) = Aspect::NAMES.into_iter().find(|(known, _)| *known == name) else {
                let known = "known are any, sum, sets, pairs, straight, distinct, high, low";
                let message = format!("there is no `{name}` to be given; {known}");
                let nearest = nearest(&name, Aspect::NAMES.map(|(name, _)| name));
                return Err(Fault { nearest, ..Fault::new(&self.span(), message) });
            };
            aspect = known;
            self.next();
        }
        let Some(comparison) = self.compared() else {
            return Err(self.expected("a comparison such as `>=10`"));
        };
        let condition = Condition { comparison, value: self.integer()? };
        Ok(Given { aspect, condition, span: start..self.read_to() })
    }
}

/// Two kinds of dice as one pool.
fn pooled(a: Expression, b: Expression) -> Expression {
    let span = a.span.start..b.span.end;
    Expression { span, kind: Kind::Call("pool of ? and ?".to_owned(), vec![a, b]) }
}

/// What a sum is made of.
fn terms(sum: &Expression) -> Vec<&Expression> {
    match &sum.kind {
        Kind::Binary(Binary::Plus, a, b) => [terms(a), terms(b)].concat(),
        _ => vec![sum],
    }
}

/// Whether dice, or what may be dice, are read as one pool when the text is worked out.
fn is_dice(value: &Expression) -> bool {
    match &value.kind {
        Kind::Variable(_) | Kind::Call(..) | Kind::Sequence(_) => true,
        Kind::Several(several) => several.modifiers.is_empty(),
        _ => false,
    }
}

fn not_dice(function: &str, found: &Expression) -> Fault {
    Fault::new(
        &found.span,
        format!("expected dice such as `5d6`: `{function}` looks at the dice of one throw"),
    )
}
