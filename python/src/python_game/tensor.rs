//! What a class gives learners in place of its pieces and fields: its method `tensor`.

use std::fmt;
use std::sync::Arc;

use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use torneo_contract::session::{Session, Typed};
use torneo_contract::{Seat, refuse_if};
use torneo_encoding as encoding;

use super::PythonGame;
use super::calls::shown;
use super::failure::{Whose, Wrong};
use super::node::Position;
use super::rules::Rules;

/// The shape of what a state gives, and what it gives a seat.
type Given = (Box<[usize]>, Vec<f32>);

/// An array as an error shows it, or another value.
fn found(value: &Bound<'_, PyAny>) -> String {
    let told = || -> PyResult<String> {
        Ok(format!("an array of {} with the shape {}", value.getattr("dtype")?, value.getattr("shape")?))
    };
    told().unwrap_or_else(|_| shown(value))
}

/// A shape as Python writes it.
struct Shape<'a>(&'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [one] => write!(f, "({one},)"),
            many => {
                let lengths: Vec<String> = many.iter().map(usize::to_string).collect();
                write!(f, "({})", lengths.join(", "))
            }
        }
    }
}

/// What a state gives a seat. Where the shape is known already it has to be that one.
fn given(state: &Bound<'_, PyAny>, seat: Seat, known: Option<&[usize]>) -> Result<Given, Wrong> {
    let value = state.call_method1(intern!(state.py(), "tensor"), (seat.index(),))?;
    let wrong = |expected: &dyn fmt::Display| {
        Wrong::Returned(format!("returned {}: expected {expected}", found(&value)))
    };
    let Ok(array) = value.cast::<PyArrayDyn<f32>>() else {
        let expected = match known {
            Some(shape) => format!("a float32 array with the shape {}", Shape(shape)),
            None => "a float32 array".to_owned(),
        };
        return Err(wrong(&expected));
    };
    let shape: Box<[usize]> = array.shape().into();
    if let Some(known) = known {
        let expected = format!("the shape {}, as at the start of the game", Shape(known));
        refuse_if!(*shape != *known, wrong(&expected));
    }
    refuse_if!(
        shape.iter().product::<usize>() == 0 || shape.is_empty(),
        wrong(&"at least one number in rows")
    );
    let numbers: Vec<f32> = array.readonly().as_array().iter().copied().collect();
    if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
        return Err(Wrong::Returned(format!(
            "returned an array with {number} in it: expected finite numbers"
        )));
    }
    Ok((shape, numbers))
}

/// The call of the method as errors name it.
fn called(class_name: &str, seat: Seat) -> String {
    format!("{class_name}.tensor({seat})")
}

/// The shape of what a class gives, from its first state.
///
/// # Errors
/// The call that failed, and how.
pub fn shape_of(class_name: &str, state: &Bound<'_, PyAny>) -> Result<Box<[usize]>, (String, Wrong)> {
    let first = given(state, Seat::FIRST, None).map_err(|wrong| (called(class_name, Seat::FIRST), wrong))?;
    Ok(first.0)
}

impl Rules {
    /// Writes what a position gives a seat; zeros where the call fails.
    fn fill(&self, whose: &Whose, position: &Position, seat: Seat, numbers: &mut [f32]) {
        let call = || called(&self.class_name, seat);
        match self.look(whose, position, call, |state| given(state, seat, self.tensor.as_deref())) {
            Some((_, own)) => numbers.copy_from_slice(&own),
            None => numbers.fill(0.0),
        }
    }

    /// Looks at what a state gives each seat, while the class is examined.
    pub fn check_tensor(&self, state: &Bound<'_, PyAny>) -> Result<(), (String, Wrong)> {
        let known = self.tensor.as_deref();
        Seat::all(if known.is_some() { self.seats } else { 0 }).try_for_each(|seat| {
            given(state, seat, known).map(drop).map_err(|wrong| (called(&self.class_name, seat), wrong))
        })
    }
}

/// What a class gives learners.
struct Own {
    rules: Arc<Rules>,
    shape: Box<[usize]>,
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rules.id, Shape(&self.shape))
    }
}

impl encoding::Tensor for Own {
    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn fill(&self, session: &dyn Session, seat: Seat, numbers: &mut [f32]) {
        if let Some((game, position)) = Typed::<PythonGame<true>>::of(session).map(Typed::game_and_position) {
            game.rules.fill(&game.whose, position, seat, numbers);
        } else if let Some((game, position)) =
            Typed::<PythonGame<false>>::of(session).map(Typed::game_and_position)
        {
            game.rules.fill(&game.whose, position, seat, numbers);
        }
    }
}

/// What a game in Python gives learners, if its class has the method.
pub fn of(session: &dyn Session) -> Option<Arc<dyn encoding::Tensor>> {
    let wide = Typed::<PythonGame<true>>::of(session).map(|typed| typed.game_and_position().0.rules.clone());
    let narrow =
        || Typed::<PythonGame<false>>::of(session).map(|typed| typed.game_and_position().0.rules.clone());
    let rules = wide.or_else(narrow)?;
    let shape = rules.tensor.clone()?;
    Some(Arc::new(Own { rules, shape }))
}
