//! What is written for other programs reads back.

use torneo_contract::Form;
use torneo_contract::session::Session;

use crate::actions::is_token;
use crate::property::{Broken, Property, Tally};

/// The action that was chosen last, by the seat that decides here, reads back from every form that carries the game.
pub fn check_choice(session: &dyn Session, forms: &[Form], tally: &mut Tally) -> Result<(), Broken> {
    let Some(seat) = session.turn().choosers().iter().next() else { return Ok(()) };
    let mut token = String::new();
    session.write_choice(&mut token);
    for &form in forms {
        let exported = session.export_choice(form).filter(|text| is_token(text));
        let Some(text) = exported else {
            return tally.holds(Property::Interchange, false, || format!("{form} has no word for `{token}`"));
        };
        let read = session.read(Some(seat), &session.import_action(form, &text));
        let same = read.is_ok() && read == session.read(Some(seat), &token);
        tally.holds(Property::Interchange, same, || {
            format!("`{token}` is `{text}` in {form}, which reads back as {read:?}")
        })?;
    }
    Ok(())
}

/// The position reads back from every form that has a text for it. `fresh` is the position without its history, `read` another
/// session of the game.
pub fn check_position(
    fresh: &dyn Session,
    forms: &[Form],
    read: &mut dyn Session,
    tally: &mut Tally,
) -> Result<(), Broken> {
    for &form in forms {
        let Some(text) = fresh.export_position(form) else { continue };
        let set = read.set_position(&read.import_position(form, &text));
        tally.holds(Property::Interchange, set.is_ok() && read.is_at(fresh), || {
            format!("the position is `{text}` in {form}, which reads back to another one: {set:?}")
        })?;
    }
    Ok(())
}
