//! Records out of the results of a run.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use torneo_arena::Error;
use torneo_arena::results::{GAMES, GameResult, Manifest, Opened};
use torneo_contract::nearest;
use torneo_present::english::Joined as _;
use torneo_records::Format;
use torneo_registry::{AnyGame, Registry};

use super::tellings::Tellings;

/// Which games of a run are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The id or the specification of a game; none for all.
    pub game: Option<String>,
    /// The name of an engine that plays; none for all.
    pub engine: Option<String>,
    /// Whether times are told: of choices, and when the games were played.
    pub times: bool,
}

/// The games of a run that can be written in a format.
pub struct Selected {
    opened: Opened,
    engine: Option<String>,
    games: BTreeMap<String, Arc<dyn AnyGame>>,
    /// The specifications of the games that were asked for by no name and that the format does not carry.
    pub left_out: Vec<String>,
    tellings: Tellings,
}

impl Selection {
    /// Looks up what is asked for in a results folder.
    ///
    /// # Errors
    /// A folder without results, a game or an engine that is not in them, or games that the format does not carry.
    pub fn of(&self, registry: &Registry, folder: &Path, format: Format) -> Result<Selected, Error> {
        let opened = Opened::open(folder)?;
        if let Some(fault) = opened.fault() {
            let help = format!("`torneo verify {} --repair` keeps what is sound", folder.display());
            return Err(Error::input_with_help(fault, help));
        }
        let manifest = &opened.manifest;
        self.check_engine(manifest)?;
        let (mut games, mut refused) = (BTreeMap::new(), Vec::new());
        for spec in self.specs(registry, manifest)? {
            let game = registry.game(&spec).map_err(Error::Game)?;
            match format.check(registry, &*game) {
                Ok(()) => _ = games.insert(spec, game),
                Err(why) => refused.push((spec, why)),
            }
        }
        match refused.first() {
            Some((_, why)) if games.is_empty() || self.game.is_some() => {
                Err(Error::input_with_help(format!("argument --format: {why}"), Format::HELP))
            }
            _ => {
                let left_out = refused.into_iter().map(|(spec, _)| spec).collect();
                let tellings = Tellings::of(registry, folder, manifest, self.times)?;
                Ok(Selected { opened, engine: self.engine.clone(), games, left_out, tellings })
            }
        }
    }

    fn check_engine(&self, manifest: &Manifest) -> Result<(), Error> {
        let Some(wanted) = &self.engine else { return Ok(()) };
        let names = || manifest.config.engines.iter().map(|engine| &*engine.name);
        if names().any(|name| name == wanted) {
            return Ok(());
        }
        let message = format!("argument --engine: no engine of the run has the name `{wanted}`");
        Err(not_found(message, wanted, names()))
    }

    /// The specifications that are asked for.
    fn specs(&self, registry: &Registry, manifest: &Manifest) -> Result<Vec<String>, Error> {
        let all = &manifest.config.games;
        let Some(wanted) = &self.game else { return Ok(all.iter().cloned().collect()) };
        let id = |spec: &str| spec.split('(').next().unwrap_or_default().to_owned();
        let is_id = !wanted.contains('(');
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        // A game may have another name, such as `chess`.
        let named = registry.game(wanted).ok().map(|game| game.canonical().to_owned());
        let fits = |spec: &&String| {
            plain(spec) == plain(wanted) || id(spec) == *wanted || named.as_ref() == Some(spec)
        };
        let found: Vec<String> = all.iter().filter(fits).cloned().collect();
        if found.is_empty() {
            let message = format!("argument --game: the run has no game `{wanted}`");
            let names: Vec<String> =
                all.iter().map(|spec| if is_id { id(spec) } else { spec.clone() }).collect();
            return Err(not_found(message, wanted, names.iter().map(String::as_str)));
        }
        Ok(found)
    }
}

fn not_found<'a>(message: String, wanted: &str, there: impl Iterator<Item = &'a str> + Clone) -> Error {
    match nearest(wanted, there.clone()) {
        Some(near) => Error::input_with_help(message, format!("did you mean `{near}`?")),
        None => Error::input_with_help(message, format!("it has {}", there.joined(", "))),
    }
}

/// Shows `visit` each selected game of a results folder as text, in the order of the games; returns how many there were.
///
/// # Errors
/// Files that cannot be read, games without a record, records that are not by the rules, or what `visit` says.
pub fn each_record(
    selected: &mut Selected,
    folder: &Path,
    format: Format,
    mut visit: impl FnMut(&str) -> Result<(), Error>,
) -> Result<u64, Error> {
    let (mut count, mut failure) = (0, None);
    let Selected { opened, engine, games, tellings, .. } = selected;
    let plays = |result: &GameResult| {
        let is_at_table = |name: &String| result.seats.iter().any(|seat| seat.engine == *name);
        engine.as_ref().is_none_or(is_at_table)
    };
    opened.each_game(|result| {
        let game = games.get(&result.game).filter(|_| failure.is_none() && plays(result));
        let Some(game) = game else { return };
        match written(tellings, folder, &**game, result, format).and_then(|text| visit(&text)) {
            Ok(()) => count += 1,
            Err(error) => failure = Some(error),
        }
    })?;
    failure.map_or(Ok(count), Err)
}

impl Selected {
    /// What is not confirmed, and so is not written.
    pub fn unconfirmed(&self) -> Option<String> {
        self.opened.left_out()
    }

    /// Whether nothing is known of the times of choices.
    pub fn lacks_times(&self) -> bool {
        self.tellings.times.is_none()
    }
}

fn written(
    tellings: &mut Tellings,
    folder: &Path,
    game: &dyn AnyGame,
    result: &GameResult,
    format: Format,
) -> Result<String, Error> {
    let place = || format!("{}, game {}", folder.join(GAMES).display(), result.game_no);
    if result.record.is_empty() && result.plies > 0 {
        let message = format!("{}: its moves were not recorded", place());
        return Err(Error::input_with_help(message, "play the run with `record = true` under [output]"));
    }
    let record = tellings.record(result)?;
    format.write(game, &record).map_err(|error| Error::input(format!("{}: {error}", place())))
}
