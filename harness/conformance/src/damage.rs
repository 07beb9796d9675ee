//! What a game makes of texts that nobody should write: slips of people, and the inputs of strangers.

use torneo_contract::random::{Generator, below};
use torneo_contract::session::Session;

use crate::property::{Broken, Property, Tally};
use crate::unwound;
use crate::walk::any;

/// Characters that are put into texts, beside those that stand in them.
const STRANGE: &[char] = &[' ', '0', '9', '-', '/', '.', ',', 'a', 'Z', '?', 'é', '🂡'];
/// Damaged texts of each position, and edits of one text at most.
const TEXTS: usize = 2;
const EDITS: usize = 3;

/// A damaged text is refused, or read as a position that can be written and played on; a damaged token is refused or read.
pub fn check(
    session: &dyn Session,
    tried: &mut dyn Session,
    rng: &mut Generator,
    tally: &mut Tally,
) -> Result<(), Broken> {
    for _ in 0..TEXTS {
        let text = damaged(&session.position(), rng);
        tried.go_to(session);
        guarded(tally, &text, || match tried.set_position(&text) {
            Ok(()) => check_read(tried),
            Err(_) => Ok(()),
        })?;
    }
    let tokens: Vec<String> =
        session.choosers().into_iter().flat_map(|chooser| session.tokens(chooser)).collect();
    if !tokens.is_empty() {
        let token = damaged(&tokens[any(&tokens, rng)], rng);
        tried.go_to(session);
        guarded(tally, &token, || {
            let _ = tried.play(&token);
            Ok(())
        })?;
    }
    Ok(())
}

/// The position of a damaged text reads back, and its legal actions can be listed.
fn check_read(session: &mut dyn Session) -> Result<(), String> {
    session.choosers().into_iter().for_each(|chooser| drop(session.tokens(chooser)));
    let written = session.position();
    session
        .set_position(&written)
        .map_err(|error| format!("is read as `{written}`, which is refused: {error}"))?;
    let again = session.position();
    if again == written { Ok(()) } else { Err(format!("is read as `{written}`, and that as `{again}`")) }
}

/// Notes what came of a damaged text, a panic as well.
fn guarded(tally: &mut Tally, text: &str, tried: impl FnOnce() -> Result<(), String>) -> Result<(), Broken> {
    let found = unwound(tried).flatten();
    tally.holds(Property::Damage, found.is_ok(), || format!("`{text}`: {}", found.unwrap_err()))
}

/// A text with a few edits.
fn damaged(text: &str, rng: &mut Generator) -> String {
    let mut damaged: Vec<char> = text.chars().collect();
    for _ in 0..=below(rng, EDITS) {
        let at = below(rng, damaged.len() + 1);
        let strange = STRANGE[any(STRANGE, rng)];
        match below(rng, 5) {
            0 => damaged.insert(at, strange),
            1 if at < damaged.len() => damaged[at] = strange,
            2 if at < damaged.len() => damaged[at] = damaged[any(&damaged, rng)],
            3 if at < damaged.len() => drop(damaged.remove(at)),
            _ => damaged.truncate(at),
        }
    }
    damaged.into_iter().collect()
}
