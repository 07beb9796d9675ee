//! Ladders: for each game a row of engines from random play upwards whose distances in Elo are known.
//!
//! A ladder is a file `GAME.toml`. Its rungs are engines that play the same way everywhere, so an agent that is placed between them
//! is placed on a scale that does not move. `ladder(rung=5)` is the rung of whatever game is played.

use std::hash::Hasher as _;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use torneo_contract::mixer::Mixer;
use torneo_contract::{OptionInfo, Options, Playable, Spec, SpecError, nearest, refuse, refuse_if};
use torneo_present::english::Joined as _;
use torneo_search::{Engine, EngineInfo, EngineKind, SetUp};

use crate::pairing::{MatchSettings, Pairing, Played};
use crate::streams::Streams;
use crate::{AnyGame, EngineSpec, Registry};

/// The ladder of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ladder {
    /// The canonical specification of the game.
    pub game: String,
    /// What the scale is called: the game, `@` and the version.
    pub ladder: String,
    /// How often the ladder of the game has changed, from 1.
    pub version: u64,
    /// The version of the program that measured it.
    pub program: String,
    /// Why there are fewer than eight rungs, if there are.
    pub few: Option<String>,
    /// The rungs from random play upwards.
    pub rungs: Vec<Rung>,
    /// The covariance of the Elo of the rungs; row and column 0 are 0.
    pub covariance: Vec<Vec<f64>>,
    /// Where the rungs of the version before stand on this ladder, if that was measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Before>,
}

/// Where a rung of the version before stands, played by the release that measured that one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// What it was called, such as `surakarta@1/5`.
    pub name: String,
    /// Elo above random play; none where its games left that open.
    #[serde(default)]
    pub elo: Option<f64>,
    /// The lower end of the 95% interval.
    #[serde(default)]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default)]
    pub high: Option<f64>,
}

/// A rung of a ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// Its number, from 0.
    pub rung: usize,
    /// What results call it, such as `surakarta/5`.
    pub name: String,
    /// The specification of the engine.
    pub spec: String,
    /// Elo above random play.
    pub elo: f64,
    /// The score against the rung below, 0 to 1; none of the first.
    #[serde(default)]
    pub score_below: Option<f64>,
    /// The games from which that was measured.
    #[serde(default)]
    pub games_below: u64,
    /// The score against the rung two below; none of the first two.
    #[serde(default)]
    pub score_two_below: Option<f64>,
    /// Processor time of one game against itself, in seconds, where the ladder was measured.
    #[serde(default)]
    pub seconds: f64,
    /// What four games against itself came to, as [`signature`] gives it.
    pub signature: String,
}

/// A ladder as its file has it, with the places of what may be wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Spanned<String>,
    ladder: Spanned<String>,
    version: u64,
    program: String,
    #[serde(default)]
    few: Option<String>,
    rungs: Vec<Spanned<Rung>>,
    covariance: Spanned<Vec<Vec<f64>>>,
    #[serde(default)]
    before: Vec<Before>,
}

/// What is wrong with the text of a ladder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{error}")]
pub struct Misread {
    /// Where in the text.
    pub span: Range<usize>,
    /// What, with the nearest valid name.
    pub error: SpecError,
}

impl Misread {
    fn at(span: Range<usize>, error: impl Into<SpecError>) -> Misread {
        Misread { span, error: error.into() }
    }

    /// An unknown key has the others in its message, in backquotes.
    fn of_toml(error: &toml::de::Error) -> Misread {
        let message = error.message();
        let mut names = message.split('`').skip(1).step_by(2);
        let unknown = names.next().filter(|_| message.starts_with("unknown field"));
        let near = unknown.and_then(|unknown| nearest(unknown, names));
        Misread::at(error.span().unwrap_or(0..0), SpecError::new(message).with_nearest(near))
    }
}

impl Ladder {
    /// Reads the text of a ladder of a registry's game.
    ///
    /// # Errors
    /// A text of another form, a game or an engine that does not exist, numbers that are none of a ladder.
    pub fn read(text: &str, registry: &Registry) -> Result<Ladder, Misread> {
        let file: File = toml::from_str(text).map_err(|error| Misread::of_toml(&error))?;
        let game_at = file.game.span();
        let game = registry.game(file.game.get_ref()).map_err(|error| Misread::at(game_at.clone(), error))?;
        let places: Vec<Range<usize>> = file.rungs.iter().map(Spanned::span).collect();
        let covariance_at = file.covariance.span();
        let ladder = Ladder {
            game: game.canonical().to_owned(),
            ladder: file.ladder.get_ref().clone(),
            version: file.version,
            program: file.program,
            few: file.few,
            rungs: file.rungs.into_iter().map(Spanned::into_inner).collect(),
            covariance: file.covariance.into_inner(),
            before: file.before,
        };
        let called = ladder_name(&ladder.game, ladder.version);
        if ladder.ladder != called {
            let error = SpecError::new(format!("the ladder is called `{}`", ladder.ladder));
            return Err(Misread::at(file.ladder.span(), error.with_nearest(Some(called))));
        }
        for (number, (rung, span)) in ladder.rungs.iter().zip(&places).enumerate() {
            check_rung(rung, number, &ladder.game).map_err(|error| Misread::at(span.clone(), error))?;
        }
        check_rows(&ladder).map_err(|error| Misread::at(covariance_at, error))?;
        Ok(ladder)
    }

    /// The text of its file.
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "game = {}\nladder = {}\nversion = {}\nprogram = {}\n",
            quoted(&self.game),
            quoted(&self.ladder),
            self.version,
            quoted(&self.program)
        );
        text += &self.few.as_ref().map_or(String::new(), |few| format!("few = {}\n", quoted(few)));
        text += "covariance = [\n";
        for row in &self.covariance {
            let cells = row.iter().map(|cell| format!("{cell:?}")).joined(", ");
            text += &format!("    [{cells}],\n");
        }
        text += "]\n";
        self.rungs.iter().for_each(|rung| text += &rung.to_toml());
        self.before.iter().for_each(|before| text += &before.to_toml());
        text
    }

    /// The Elo of the rungs above random play.
    pub fn elo(&self) -> Vec<f64> {
        self.rungs.iter().map(|rung| rung.elo).collect()
    }

    /// The name of the file in which the program keeps the ladder of a game.
    pub fn file_name(game: &str) -> String {
        let fits = |c: char| if matches!(c, ',' | '(' | ')') || c.is_whitespace() { '_' } else { c };
        format!("{}.toml", game.chars().map(fits).collect::<String>())
    }
}

impl Before {
    fn to_toml(&self) -> String {
        let key = |key: &str, value: Option<f64>| {
            value.map_or(String::new(), |value| format!("{key} = {:?}\n", (value * 100.0).round() / 100.0))
        };
        let numbers = [("elo", self.elo), ("low", self.low), ("high", self.high)];
        let lines = numbers.map(|(name, value)| key(name, value)).concat();
        format!("\n[[before]]\nname = {}\n{lines}", quoted(&self.name))
    }
}

impl Rung {
    fn to_toml(&self) -> String {
        let score = |key: &str, score: Option<f64>| {
            score.map_or(String::new(), |score| format!("{key} = {score:?}\n"))
        };
        format!(
            "\n[[rungs]]\nrung = {}\nname = {}\nspec = {}\nelo = {:?}\n{}games_below = {}\n{}seconds = {:?}\nsignature = {}\n",
            self.rung,
            quoted(&self.name),
            quoted(&self.spec),
            self.elo,
            score("score_below", self.score_below),
            self.games_below,
            score("score_two_below", self.score_two_below),
            self.seconds,
            quoted(&self.signature)
        )
    }
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// What the scale of a game is called.
pub fn ladder_name(game: &str, version: u64) -> String {
    format!("{game}@{version}")
}

/// What results call the rung of a game.
pub fn rung_name(game: &str, rung: usize) -> String {
    format!("{game}/{rung}")
}

fn check_rung(rung: &Rung, number: usize, game: &str) -> Result<(), SpecError> {
    refuse_if!(rung.rung != number, "expected the rung {number}, found {}", rung.rung);
    let name = rung_name(game, number);
    if rung.name != name {
        let error = SpecError::new(format!("the rung is called `{}`", rung.name));
        return Err(error.with_nearest(Some(name)));
    }
    refuse_if!(!rung.elo.is_finite(), "the Elo of `{name}` is no number: {}", rung.elo);
    refuse_if!(number == 0 && rung.elo != 0.0, "the Elo of the lowest rung is 0, found {}", rung.elo);
    let digits = &rung.signature;
    let is_signed =
        digits.len() == 16 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    refuse_if!(!is_signed, "the signature of `{name}` has 16 hexadecimal digits, found `{digits}`");
    // Those of torneo alone: a rung plays wherever the program is.
    let engine = EngineSpec::check(&rung.spec.parse()?)?;
    refuse_if!(
        !engine.is_reproducible() || engine.leads_to_rung(),
        "`{}` is no rung: expected an engine with a counted budget",
        rung.spec
    );
    Ok(())
}

/// Whether there is a row of the covariance for each rung.
fn check_rows(ladder: &Ladder) -> Result<(), SpecError> {
    let (rows, size) = (&ladder.covariance, ladder.rungs.len());
    refuse_if!(size < 2, "a ladder has two rungs at least, found {size}");
    let is_square = rows.len() == size && rows.iter().all(|row| row.len() == size);
    refuse_if!(!is_square, "the covariance of {size} rungs has {size} rows of {size} numbers");
    for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
        let cell = rows[row][column];
        let is_zero = row > 0 && column > 0 || cell == 0.0;
        let fits = cell.is_finite() && cell == rows[column][row] && is_zero && (row != column || cell >= 0.0);
        refuse_if!(!fits, "the number {cell} in row {row}, column {column} is none of a covariance");
    }
    Ok(())
}

/// The option of the engine.
const RUNG: &str = "rung";

/// The engine that is the rung of whatever game is played.
pub(crate) struct Rungs;

impl EngineKind for Rungs {
    fn info(&self) -> &'static EngineInfo {
        const INFO: EngineInfo = EngineInfo {
            id: "ladder",
            summary: "a rung of the game's ladder; `torneo ladder GAME` lists them",
            options: &[OptionInfo::int(RUNG, 0..=99, "").help("number of the rung; 0 if none is given")],
        };
        &INFO
    }

    fn filled(&self) -> &'static [(&'static str, &'static str)] {
        &[(RUNG, "0")]
    }

    fn build<G: Playable>(&self, _game: &G, set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        Err(set_up.refuse(self.info(), ": it becomes another engine"))
    }
}

/// The rung of the ladder of a game that options name.
pub(crate) fn rung<'a>(ladders: &'a [Ladder], game: &str, options: &Options) -> Result<&'a Rung, SpecError> {
    let spec = options.canonical();
    let Some(ladder) = find(ladders, game) else {
        let known = ladders.iter().map(|ladder| &*ladder.game);
        let near = nearest(game, known);
        let message = format!("`{spec}`: `{game}` has no ladder; `torneo ladder` lists those there are");
        return Err(SpecError::new(message).with_nearest(near));
    };
    let last = ladder.rungs.len() - 1;
    let Some(rung) = ladder.rungs.get(options.u32(RUNG) as usize) else {
        let message = format!("`{spec}`: the ladder of `{game}` has the rungs 0 to {last}");
        return Err(SpecError::new(message).with_nearest(Some(format!("ladder({RUNG}={last})"))));
    };
    Ok(rung)
}

/// The ladder of a game among some.
pub fn find<'a>(ladders: &'a [Ladder], game: &str) -> Option<&'a Ladder> {
    ladders.iter().find(|ladder| ladder.game == game)
}

/// The most memory in bytes that a player of the rung takes in any game.
pub(crate) fn memory(ladders: &[Ladder], options: &Options) -> u64 {
    let rungs = ladders.iter().filter_map(|ladder| rung(ladders, &ladder.game, options).ok());
    let engines = rungs.filter_map(|rung| EngineSpec::check(&rung.spec.parse::<Spec>().ok()?).ok());
    engines.map(|engine| engine.memory()).max().unwrap_or(0)
}

/// Games of a signature, and plies after which each ends.
const SIGNATURE_GAMES: u64 = 4;
const SIGNATURE_PLIES: u64 = 60;
const SIGNATURE_SEED: u64 = 1283;

/// What four games of an engine against itself, of at most 60 plies each, came to: 16 hexadecimal digits. They are other ones when
/// the engine or the game plays otherwise than before.
///
/// # Errors
/// An engine that cannot play the game, or fails.
pub fn signature(game: &dyn AnyGame, engine: &EngineSpec) -> Result<String, SpecError> {
    let mut player = game.table(std::slice::from_ref(engine))?.player(&Arc::default());
    let settings = MatchSettings {
        opening_plies: 0,
        max_plies: SIGNATURE_PLIES,
        record: true,
        evaluations: false,
        times: false,
        play_on: false,
        adjudication: None,
    };
    let (mut played, mut mixer) = (Played::default(), Mixer::default());
    for number in 0..SIGNATURE_GAMES {
        let engines = std::iter::repeat_n(0, game.seats()).collect();
        let streams = Streams::numbered(SIGNATURE_SEED, number);
        let pairing = Pairing { game_no: number, opening: None, streams, engines };
        player.play(&pairing, settings, &mut played).map_err(SpecError::new)?;
        if let Some((_, message)) = &played.failed {
            refuse!("`{}` failed at {}: {message}", engine.canonical(), game.canonical());
        }
        mixer.write(played.record.as_bytes());
        mixer.write_u8(b'\n');
    }
    Ok(format!("{:016x}", mixer.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameEntry;
    use torneo_games::morris::ThreeMensMorris;

    fn registry() -> Registry {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<ThreeMensMorris>());
        registry
    }

    fn ladder() -> Ladder {
        let game = "three-mens-morris";
        let rung = |number: usize, spec: &str, elo| Rung {
            rung: number,
            name: rung_name(game, number),
            spec: spec.to_owned(),
            elo,
            score_below: (number > 0).then_some(0.7),
            games_below: 600 * number as u64,
            score_two_below: None,
            seconds: 0.001,
            signature: "0123456789abcdef".to_owned(),
        };
        Ladder {
            game: game.to_owned(),
            ladder: ladder_name(game, 1),
            version: 1,
            program: "0.2.0".to_owned(),
            few: Some("\"best\" play draws".to_owned()),
            rungs: vec![
                rung(0, "random", 0.0),
                rung(1, "blend(weak=random, strong=mcts(sims=10, tuned=false), share=0.25)", 150.5),
            ],
            covariance: vec![vec![0.0, 0.0], vec![0.0, 99.5]],
            before: vec![Before {
                name: "three-mens-morris@0/1".to_owned(),
                elo: Some(12.5),
                low: Some(-3.25),
                high: None,
            }],
        }
    }

    #[test]
    fn a_ladder_reads_back_as_it_was_written() {
        let read = Ladder::read(&ladder().to_toml(), &registry()).unwrap();
        assert_eq!(read, ladder());
    }

    #[test]
    fn what_is_none_is_refused_with_its_place() {
        let text = ladder().to_toml();
        for (old, new, why, near) in [
            ("elo = 0.0", "ello = 0.0", "unknown field `ello`", Some("elo")),
            ("three-mens-morris\"\nladder", "three-mens-moris\"\nladder", "no game is called", None),
            ("@1", "@2", "called `three-mens-morris@2`", Some("three-mens-morris@1")),
            ("elo = 0.0", "elo = 3.0", "lowest rung is 0", None),
            ("elo = 150.5", "elo = nan", "no number", None),
            ("rung = 1", "rung = 2", "expected the rung 1", None),
            ("morris/1", "morris/2", "called `three-mens-morris/2`", Some("three-mens-morris/1")),
            ("sims=10", "simms=10", "no option `simms`", Some("sims")),
            ("sims=10", "time=0.1", "counted budget", None),
            ("[0.0, 99.5]", "[0.0]", "2 rows of 2", None),
            ("[0.0, 99.5]", "[1.0, 99.5]", "row 0, column 1", None),
            ("0123456789abcdef", "0123456789abcdeg", "16 hexadecimal digits", None),
            ("version = 1", "version = one", "", None),
        ] {
            assert!(text.contains(old), "{old}");
            let wrong = text.replacen(old, new, 1);
            let Misread { span, error } = Ladder::read(&wrong, &registry()).unwrap_err();
            assert!(error.to_string().contains(why), "{new}: {error}");
            assert!(span.end > 0 && span.end <= wrong.len(), "{new}: {span:?}");
            if near.is_some() {
                assert_eq!(error.nearest(), near, "{new}: {error}");
            }
        }
    }

    #[test]
    fn a_rung_is_the_engine_of_the_game() {
        let mut registry = registry();
        registry.add_ladder(Box::leak(ladder().to_toml().into_boxed_str()));
        let game = registry.game("three-mens-morris").unwrap();
        let engine = registry.engine("ladder(rung=1)").unwrap();
        assert_eq!(engine.name_in(game.canonical()), "three-mens-morris/1");
        assert_eq!(game.followed(&engine).unwrap().unwrap().canonical(), ladder().rungs[1].spec);
        assert_eq!(registry.engine("ladder").unwrap().canonical(), "ladder(rung=0)");
        let signed = signature(&*game, &engine).unwrap();
        assert_eq!(signed, signature(&*game, &registry.engine(&ladder().rungs[1].spec).unwrap()).unwrap());
        assert_ne!(signed, signature(&*game, &registry.engine("random").unwrap()).unwrap());
        let refused = |spec: &str| game.table(&[registry.engine(spec).unwrap()]).err().unwrap();
        let beyond = refused("ladder(rung=7)");
        assert_eq!(beyond.nearest(), Some("ladder(rung=1)"), "{beyond}");
        let other = registry.game("three-mens-morris(equal_turns=false)").unwrap();
        let none = other.table(&[engine]).err().unwrap();
        assert!(none.to_string().contains("has no ladder"), "{none}");
    }

    #[test]
    fn files_are_called_like_their_games() {
        assert_eq!(Ladder::file_name("lanza(players=3, x=1)"), "lanza_players=3__x=1_.toml");
    }
}
