//! Games that a run ended before their rules did: the ends follow from what the engines told.

use std::collections::HashMap;
use std::sync::Arc;

use torneo_contract::{Outcome, Refusal, Seat, Spec, refuse_if};
use torneo_registry::Registry;
use torneo_registry::adjudication::{Adjudication, KNOWING, Referee, Told};
use torneo_registry::engine::EngineSpec;
use torneo_registry::matchup::Matchup;

use super::{Fault, is_sampled};
use crate::Error;
use crate::results::{ChoiceReader, GameResult, Opened, ValuedChoice};

/// Judges a sample of the games again; returns what differs. None where nothing ends games, or nothing was kept to judge them by.
pub fn judge(registry: &Registry, opened: &Opened, sample: u64) -> Result<Option<Vec<Fault>>, Error> {
    let config = &opened.manifest.config;
    let Some(rules) = config.adjudication else { return Ok(Some(Vec::new())) };
    let reader = if config.output.record { ChoiceReader::open(&opened.folder)? } else { None };
    let Some(mut choices) = reader else { return Ok(None) };
    let tables = tables(registry, opened)?;
    let (games, mut index, mut faults, mut failed) = (opened.whole.games, 0, Vec::new(), None);
    opened.each_within(games, |result| {
        let place = index;
        index += 1;
        if failed.is_some() || !is_sampled(place, games, sample) {
            return;
        }
        match choices.of_game(result.game_no) {
            Ok(choices) => {
                if let Err(fault) = check(&tables[&*result.game], rules, result, &choices) {
                    faults.push((place, format!("game {}: {fault}", result.game_no)));
                }
            }
            Err(error) => failed = Some(error),
        }
    })?;
    failed.map_or(Ok(Some(faults)), Err)
}

/// The games of a run by their specifications, with the engines from whose tables values are taken.
fn tables(registry: &Registry, opened: &Opened) -> Result<HashMap<String, Arc<Matchup>>, Error> {
    let config = &opened.manifest.config;
    let rules = config.adjudication.unwrap_or_default();
    let specs = config.engines.iter().map(|engine| engine.spec.parse::<Spec>());
    let specs = specs.collect::<Result<Vec<_>, _>>().map_err(Error::Engine)?;
    let knowing = specs.iter().filter(|spec| rules.solved && spec.name == KNOWING);
    let engines = knowing.map(EngineSpec::check).collect::<Result<Vec<_>, _>>().map_err(Error::Engine)?;
    let table = |game: &String| {
        let table = registry.game(game)?.table(&engines)?;
        table.check_adjudication(&rules)?;
        Ok((game.clone(), table))
    };
    config.games.iter().map(table).collect::<Result<_, _>>().map_err(Error::Game)
}

/// Whether a game ended where, and as, the rules say.
fn check(
    table: &Matchup,
    rules: Adjudication,
    result: &GameResult,
    choices: &[ValuedChoice],
) -> Result<(), Refusal> {
    let mut knowing = rules.solved.then(|| table.knowing());
    let mut referee = Referee::new(rules, knowing.as_deref_mut());
    let mut session = result.session(table.game()).map_err(Refusal::new)?;
    let mut choices = choices.iter().peekable();
    let mut end: Option<Outcome> = None;
    for (ply, token) in (0..).zip(result.record.split_whitespace()) {
        refuse_if!(end.is_some(), "it goes on though it is adjudicated after {ply} plies");
        session.play(token).map_err(|error| Refusal::new(error.to_string()))?;
        let Some(choice) = choices.next_if(|choice| choice.ply == ply) else { continue };
        let ValuedChoice { seat, value, cp, mate, .. } = *choice;
        end = referee.follow(Seat::new(seat as usize), &Told { value, cp, mate }, &*session, ply + 1);
    }
    let (ended, written) = (end.as_ref().map(|end| end.reason), &*result.reason);
    let is_adjudicated = torneo_contract::reason::ADJUDICATED.contains(&written);
    refuse_if!(
        is_adjudicated && ended != Some(written),
        "it ended by `{written}`, which does not follow from what the engines told"
    );
    let Some(end) = end else { return Ok(()) };
    refuse_if!(end.reason != written, "it ended by `{written}`, by what the engines told `{}`", end.reason);
    let scores = result.scores();
    refuse_if!(
        end.scores != scores,
        "it gives the scores {scores:?}, what the engines told {:?}",
        end.scores
    );
    Ok(())
}
