//! The records of a run's games, with what is told of choices and times.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use torneo_arena::Error;
use torneo_arena::plan::EngineEntry;
use torneo_arena::results::{ChoiceReader, GameResult, Manifest, TimeReader, ValuedChoice};
use torneo_arena::run::sessions;
use torneo_records::{Record, Told, listed};
use torneo_registry::Registry;
use torneo_search::GameClock;

/// What is known of the games of a run beside their rows.
pub struct Tellings {
    /// The name of the run.
    event: String,
    choices: Option<ChoiceReader>,
    /// The times of choices, if they are told and the run has written them.
    pub times: Option<TimeReader>,
    /// When the run began, if that is told.
    began: Option<SystemTime>,
    /// The time controls of the engines that have one.
    clocks: BTreeMap<String, String>,
}

impl Tellings {
    /// Those of a folder; with `times` also what differs from run to run.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn of(
        registry: &Registry,
        folder: &Path,
        manifest: &Manifest,
        times: bool,
    ) -> Result<Tellings, Error> {
        let began = sessions(folder).first().map(|session| session.started);
        Ok(Tellings {
            event: manifest.name.clone(),
            choices: ChoiceReader::open(folder)?,
            times: if times { TimeReader::open(folder)? } else { None },
            began: began.filter(|_| times),
            clocks: clocks(registry, manifest),
        })
    }

    /// The record of a game. Games are asked for in their order.
    ///
    /// # Errors
    /// Rows that cannot be read.
    pub fn record(&mut self, result: &GameResult) -> Result<Record, Error> {
        let record = record_of(&self.event, result);
        let clocks = record.engines.iter().map(|engine| self.clocks.get(engine).cloned()).collect();
        let told = self.told(result.game_no, record.tokens.len())?;
        Ok(Record { told, clocks, began: self.began, ..record })
    }

    /// What is told of each token of a game.
    fn told(&mut self, game_no: u64, tokens: usize) -> Result<Vec<Told>, Error> {
        let mut told = vec![Told::default(); tokens];
        let choices = self.choices.as_mut().map_or(Ok(Vec::new()), |choices| choices.of_game(game_no))?;
        // Where several seats chose at the same time nothing can be told of their token.
        for choice in choices.chunk_by(|one, other| one.ply == other.ply) {
            if let ([choice], Some(told)) = (choice, place(&mut told, choice[0].ply)) {
                let ValuedChoice { cp, mate, value, depth, nodes, .. } = *choice;
                let nodes = Some(nodes).filter(|nodes| *nodes > 0);
                *told = Told { cp, mate, value, depth, nodes, ..Told::default() };
            }
        }
        let times = self.times.as_mut().map_or(Ok(Vec::new()), |times| times.of_game(game_no))?;
        for choice in times.chunk_by(|one, other| one.ply == other.ply) {
            if let ([choice], Some(told)) = (choice, place(&mut told, choice[0].ply)) {
                (told.seconds, told.clock) = (Some(choice.milliseconds / 1e3), choice.clock);
            }
        }
        Ok(listed(told))
    }
}

/// What is told of the token of a ply.
fn place(told: &mut [Told], ply: u64) -> Option<&mut Told> {
    usize::try_from(ply).ok().and_then(|ply| told.get_mut(ply))
}

/// The time controls of the engines of a run, by their names: `60+0.6`, with the moves of a period `40/60+0.6`.
fn clocks(registry: &Registry, manifest: &Manifest) -> BTreeMap<String, String> {
    let clock = |engine: &EngineEntry| {
        let clock = GameClock::of(registry.engine(&engine.spec).ok()?.options()).ok()??;
        let period = clock.period.map_or(String::new(), |moves| format!("{moves}/"));
        let more = if clock.increment > 0.0 { format!("+{}", clock.increment) } else { String::new() };
        Some((engine.name.clone(), format!("{period}{}{more}", clock.seconds)))
    };
    manifest.config.engines.iter().filter_map(clock).collect()
}

fn record_of(event: &str, result: &GameResult) -> Record {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let points: Option<Vec<f64>> = result.seats.iter().map(|seat| seat.points).collect();
    Record {
        game: result.game.clone(),
        event: event.to_owned(),
        game_no: Some(result.game_no),
        round: Some(result.round),
        engines: result.seats.iter().map(|seat| seat.engine.clone()).collect(),
        scores: result.seats.iter().map(|seat| seat.score).collect(),
        points,
        reason: result.reason.clone(),
        position: result.position().map(str::to_owned),
        opening: if result.position().is_some() { 0 } else { words(&result.opening).len() },
        tokens: words(&result.record),
        ..Record::default()
    }
}
