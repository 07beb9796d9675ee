//! Tuning an engine's options by matches against itself.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};
use torneo_contract::{OptionKind, Spec, SpecError, refuse};
use torneo_records::Book;
use torneo_registry::adjudication::Adjudication;
use torneo_registry::incoming::Named;
use torneo_registry::{EngineSpec, Numbers, Registry, Stop, external};
use torneo_statistics::spsa::{Gains, Range, Spsa};
use torneo_statistics::{Estimate, Moments};

use super::Keeping;
use super::games::{self, Conduct};
use super::log::Log;
use crate::Error;
use crate::figures::{Copies, STOPPED};
use crate::plan::{Arguments, BookReport, Entrant, OPTION, Order, Tournament, playing};
use crate::run::tell;

/// An option that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Where it begins.
    pub start: f64,
    /// Whether it takes whole numbers.
    pub whole: bool,
    /// Whether equal factors count the same: from one positive end to the other it is a hundredfold or more.
    pub geometric: bool,
}

/// The ratio of its ends from which on a range is gone through by factors.
const GEOMETRIC: f64 = 100.0;

impl Parameter {
    /// The parameter of an engine that `name=low..high` describes; `options.NAME` is an option of a program. It begins where the
    /// specification has it, else at its default, or at the end of the range that is nearest to it. If the default is no
    /// number, it begins in the middle.
    ///
    /// # Errors
    /// An invalid text, an option that the engine lacks or that takes no numbers, or ends that it does not
    /// take.
    pub fn read(registry: &Registry, engine: &EngineSpec, text: &str) -> Result<Parameter, SpecError> {
        let described =
            || SpecError::new(format!("expected `option=low..high` such as `c=0.1..2`, found `{text}`"));
        let (name, ends) = text.split_once('=').ok_or_else(described)?;
        let (low, high) = ends.split_once("..").ok_or_else(described)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let (low, high) =
            number(low).zip(number(high)).filter(|(low, high)| low < high).ok_or_else(described)?;
        let spec: Spec = engine.canonical().parse()?;
        let (name, whole, start) = match name.trim().strip_prefix(OPTION) {
            Some(name) => {
                let Some(program) = engine.text_engine() else {
                    refuse!("`{}` is no program, so it has no `{OPTION}{name}`", spec.name)
                };
                let Numbers { name, usual, whole } = program.numbers(name, [low, high], &Stop::default())?;
                let given = program_options(&spec);
                let given = given.iter().find(|(own, _)| own.eq_ignore_ascii_case(&name));
                let start = given.map_or(usual, |(_, value)| number(value.to_string().trim_matches('"')));
                (format!("{OPTION}{name}"), whole, start)
            }
            None => {
                let option = registry.engine_option(&spec.name, name.trim())?;
                for end in [low, high] {
                    playing(registry, &with(&spec, [(option.name, end)]))?;
                }
                let whole = match option.kind {
                    OptionKind::Int { .. } => true,
                    OptionKind::Float { .. } => false,
                    kind => refuse!("option `{}` takes {kind}, no numbers of a range", option.name),
                };
                let given = spec.given.iter().find(|(own, _)| own == option.name);
                let start = given.map_or_else(|| option.usual(), |(_, value)| number(value));
                (option.name.to_owned(), whole, start)
            }
        };
        let geometric = low > 0.0 && high >= GEOMETRIC * low;
        let range = Range { low, high, whole, geometric };
        let start = start.map_or_else(|| range.at(0.5), |start| start.clamp(low, high));
        Ok(Parameter { name, low, high, start, whole, geometric })
    }

    /// Where a value lies in the range, 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        self.range().place(value)
    }

    fn range(&self) -> Range {
        Range { low: self.low, high: self.high, whole: self.whole, geometric: self.geometric }
    }
}

/// An engine with values for some of its options.
fn with<'a>(engine: &Spec, values: impl IntoIterator<Item = (&'a str, f64)>) -> Spec {
    let (of_program, values): (Vec<_>, Vec<(&str, f64)>) =
        values.into_iter().partition(|(name, _)| name.starts_with(OPTION));
    if !of_program.is_empty() {
        let mut options = program_options(engine);
        for (name, value) in of_program {
            let name = &name[OPTION.len()..];
            options.retain(|own, _| !own.eq_ignore_ascii_case(name));
            options.insert(name.to_owned(), number_of(value));
        }
        return with(&with_program_options(engine, &options), values);
    }
    let kept = engine.given.iter().filter(|(name, _)| !values.iter().any(|(own, _)| own == name)).cloned();
    let own = values.iter().map(|(name, value)| ((*name).to_owned(), value.to_string()));
    Spec { name: engine.name.clone(), given: kept.chain(own).collect() }
}

/// The options of its own that a program is given.
fn program_options(engine: &Spec) -> Map<String, Value> {
    let given = engine.given.iter().find(|(name, _)| name == "options");
    given.and_then(|(_, text)| external::read_options(text).ok()).unwrap_or_default()
}

/// The program with these options of its own.
fn with_program_options(engine: &Spec, options: &Map<String, Value>) -> Spec {
    let kept = engine.given.iter().filter(|(name, _)| name != "options").cloned();
    let own = ("options".to_owned(), external::options_text(options));
    Spec { name: engine.name.clone(), given: kept.chain([own]).collect() }
}

/// A number as programs read it: without a point where it is whole.
fn number_of(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { Value::from(value as i64) } else { Value::from(value) }
}

/// What is tuned, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuneSettings {
    /// The engine as it begins.
    pub engine: String,
    /// The options that are tuned.
    pub parameters: Vec<Parameter>,
    /// The games.
    pub games: Vec<String>,
    /// How often the options are moved.
    pub iterations: u64,
    /// Mirrored groups of each game in an iteration.
    pub pairs: u64,
    /// Mirrored groups of each game in the match at the end; 0 for none.
    pub check: u64,
    /// The master seed.
    pub seed: u64,
    /// Random plies of the openings.
    pub random_plies: u64,
    /// A file of openings.
    pub openings: Option<PathBuf>,
    /// In which order they are played.
    pub order: Order,
    /// Plies of a line of them at most; none for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u64>,
    /// The opening that is played first, from 1; none for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// Plies after which a game is adjudicated a draw.
    pub max_plies: u64,
    /// What ends games before their rules do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Adjudication>,
}

impl TuneSettings {
    /// Where the parameters begin in their ranges.
    fn places(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.place(parameter.start)).collect()
    }
}

/// An iteration.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Iteration {
    /// The score of the one side of the move against the other.
    pub score: f64,
    /// The values of the options after it, not rounded.
    pub values: Vec<f64>,
}

/// What tuning has come to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuneReport {
    /// What was tuned.
    #[serde(serialize_with = "with_gains")]
    pub settings: TuneSettings,
    /// Iterations so far.
    pub iterations: Vec<Iteration>,
    /// The mean of each option's values over the second half of the iterations.
    pub means: Vec<f64>,
    /// The engine with the mean of each option's values over the second half of the iterations.
    pub tuned: String,
    /// Its score against the engine at the start, in games that were not used to tune it. None if it is the
    /// same engine, if no such games were asked for, or if the tuning is not finished.
    pub check: Option<Estimate>,
    /// Why tuning ended before its iterations were played: `copies`, nothing new came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// The settings with the gains that follow from them, by the names of fishtest: `c_end` in units of the option, or of its
/// logarithm where the range is gone through by factors.
fn with_gains<S: Serializer>(settings: &TuneSettings, serializer: S) -> Result<S::Ok, S::Error> {
    let Gains { delay, alpha, gamma, c_end, r_end } = Spsa::gains(settings.iterations);
    let mut told = serde_json::to_value(settings).map_err(serde::ser::Error::custom)?;
    told["A"] = json!(delay);
    told["alpha"] = json!(alpha);
    told["gamma"] = json!(gamma);
    for (number, parameter) in settings.parameters.iter().enumerate() {
        let width = if parameter.geometric {
            libm::log(parameter.high / parameter.low)
        } else {
            parameter.high - parameter.low
        };
        told["parameters"][number]["c_end"] = json!(c_end * width);
        told["parameters"][number]["r_end"] = json!(r_end);
    }
    told.serialize(serializer)
}

/// Tunes an engine, `engine` by the settings, whose processes go on with other options. With a folder to be kept in every iteration is written down, and tuning can go on with it. `report` is
/// shown what is known after each iteration.
///
/// # Errors
/// Engines or games that do not fit, a folder that cannot be used, or the stop flag.
pub fn tune(
    registry: &Registry,
    settings: &TuneSettings,
    engine: &EngineSpec,
    conduct: &Conduct,
    mut report: impl FnMut(&TuneReport),
) -> Result<TuneReport, Error> {
    let mut course = Course { running: Some(engine.clone()), ..Course::new(registry, settings)? };
    let playing = Conduct { keeping: Keeping::Nothing, ..conduct.clone() };
    let log = Log::open(settings, conduct)?;
    for line in course.books()?.iter().flat_map(BookReport::lines) {
        tell(&line);
    }
    if let Some(log) = &log {
        log.take_up(&mut course, &playing)?;
    }
    while (course.iterations.len() as u64) < settings.iterations && !course.is_exhausted() {
        course.iterate(&playing)?;
        if let Some(log) = &log {
            log.write(&course)?;
        }
        report(&course.report(None)?);
    }
    let check = if course.is_exhausted() { None } else { course.check(&playing)? };
    course.report(check)
}

/// A tuning under way.
pub(super) struct Course<'a> {
    registry: &'a Registry,
    pub settings: &'a TuneSettings,
    /// The openings, which may have come from a pipe.
    book: Option<Arc<Book>>,
    engine: Spec,
    spsa: Spsa,
    pub iterations: Vec<Iteration>,
    /// The groups of all iterations so far that were played here; none before the first.
    copies: Option<Copies>,
    /// An engine that differs from those of the course in its options only, whose processes go on.
    running: Option<EngineSpec>,
}

impl<'a> Course<'a> {
    /// Nothing is played yet.
    pub fn new(registry: &'a Registry, settings: &'a TuneSettings) -> Result<Course<'a>, Error> {
        let engine = settings.engine.parse::<Spec>().map_err(Error::Engine)?;
        let spsa = Spsa::new(settings.places(), settings.iterations, settings.seed);
        let book = settings.openings.as_deref().map(|file| Book::open(file, Named::ByUser)).transpose();
        let book = book.map_err(Error::input)?.map(Arc::new);
        let iterations = Vec::new();
        Ok(Course { registry, settings, book, engine, spsa, iterations, copies: None, running: None })
    }

    /// Whether so many groups in a row were like others before them that more promise nothing.
    fn is_exhausted(&self) -> bool {
        self.copies.as_ref().is_some_and(Copies::is_exhausted)
    }

    /// Goes on behind an iteration.
    pub fn take_up(&mut self, iteration: Iteration) {
        let values = self.settings.parameters.iter().zip(&iteration.values);
        self.spsa.go_to(values.map(|(parameter, &value)| parameter.place(value)).collect());
        self.iterations.push(iteration);
    }

    /// The same without the last iteration.
    pub fn before_last(&self) -> Result<Course<'a>, Error> {
        let mut before = Course {
            book: self.book.clone(),
            engine: self.engine.clone(),
            spsa: Spsa::new(self.settings.places(), self.settings.iterations, self.settings.seed),
            iterations: Vec::new(),
            copies: None,
            running: None,
            ..*self
        };
        let count = self.iterations.len().saturating_sub(1);
        self.iterations.iter().take(count).for_each(|iteration| before.take_up(iteration.clone()));
        Ok(before)
    }

    /// The values at these places, not rounded.
    fn values(&self, places: &[f64]) -> Vec<f64> {
        let ranges =
            self.settings.parameters.iter().map(|parameter| Range { whole: false, ..parameter.range() });
        ranges.zip(places).map(|(range, &place)| range.at(place)).collect()
    }

    /// The engine with the options at these places.
    fn at(&self, places: &[f64]) -> Result<EngineSpec, Error> {
        let parameters = self.settings.parameters.iter().zip(places);
        let values = parameters.map(|(parameter, &place)| (&*parameter.name, parameter.range().at(place)));
        self.engine_of(&with(&self.engine, values))
    }

    fn engine_of(&self, spec: &Spec) -> Result<EngineSpec, Error> {
        let engine = self.registry.engine_of(spec).map_err(Error::Engine)?;
        Ok(self.running.iter().fold(engine, EngineSpec::after))
    }

    fn iterate(&mut self, conduct: &Conduct) -> Result<(), Error> {
        let score = self.next_score(conduct)?;
        let values = self.values_after(score);
        // What is written down is what it goes on with, now or another day.
        self.take_up(Iteration { score, values });
        Ok(())
    }

    /// Plays the next iteration.
    pub fn next_score(&mut self, conduct: &Conduct) -> Result<f64, Error> {
        let number = self.iterations.len() as u64;
        let moved = self.spsa.perturb(number);
        let (plus, minus) = (self.at(&moved.plus)?, self.at(&moved.minus)?);
        // Whole numbers may round to the same engine.
        match plus.canonical() == minus.canonical() {
            true => Ok(0.5),
            false => {
                let pairs = self.settings.pairs;
                Ok(self.score(&plus, &minus, number, pairs, conduct)?.value)
            }
        }
    }

    /// The values that follow from the score of the next iteration.
    pub fn values_after(&self, score: f64) -> Vec<f64> {
        let (number, mut spsa) = (self.iterations.len() as u64, self.spsa.clone());
        spsa.step(number, &spsa.perturb(number), score);
        self.values(spsa.places())
    }

    /// The first engine's score against the second; `part` tells the games of one iteration from those of another.
    fn score(
        &mut self,
        first: &EngineSpec,
        second: &EngineSpec,
        part: u64,
        pairs: u64,
        conduct: &Conduct,
    ) -> Result<Estimate, Error> {
        let tournament = self.tournament(first, second, part, pairs)?;
        let (mut moments, mut asked, mut own) = (Moments::default(), false, Copies::of(&tournament));
        let copies = self.copies.get_or_insert_with(|| own.clone());
        games::play(&tournament, conduct, |groups| {
            for group in groups {
                let counted = group.counted();
                copies.is_new(&counted);
                if own.is_new(&counted) {
                    moments.add(group.score(0, 1));
                }
            }
            Ok((!std::mem::replace(&mut asked, true)).then(|| tournament.plan.groups()))
        })?;
        Ok(moments.estimate())
    }

    fn tournament(
        &self,
        first: &EngineSpec,
        second: &EngineSpec,
        part: u64,
        pairs: u64,
    ) -> Result<Tournament, Error> {
        let settings = self.settings;
        let engines = [first, second].map(|spec| Entrant { spec: spec.clone(), name: None, identity: None });
        let seed = torneo_contract::zobrist::key(settings.seed ^ torneo_contract::zobrist::key(part));
        let arguments = Arguments {
            random_plies: settings.random_plies,
            openings: self.book.clone(),
            order: settings.order,
            plies: settings.plies,
            start: settings.start,
            max_plies: settings.max_plies,
            adjudication: settings.adjudication,
            ..Arguments::of("tune", settings.games.clone(), engines.into(), (pairs, seed))
        };
        Tournament::of_arguments(self.registry, &arguments)
    }

    /// What the openings of an iteration are like.
    fn books(&self) -> Result<Vec<BookReport>, Error> {
        if self.book.is_none() {
            return Ok(Vec::new());
        }
        let engine = self.at(self.spsa.places())?;
        Ok(self.tournament(&engine, &engine, 0, self.settings.pairs)?.books)
    }

    /// Why an iteration that is played again need not score the same; none if it does.
    pub fn why_not_again(&self) -> Result<Option<&'static str>, Error> {
        let engine = self.at(self.spsa.places())?;
        let tournament = self.tournament(&engine, &engine, 0, 1)?;
        Ok(match () {
            () if !tournament.programs().is_empty() => Some("the engine is a program"),
            () if !tournament.is_reproducible() => Some("the engine has a time budget"),
            () => None,
        })
    }

    /// The mean places over the second half of the iterations.
    fn means(&self) -> Vec<f64> {
        let half = &self.iterations[self.iterations.len() / 2..];
        let places = self.settings.parameters.iter().enumerate().map(|(index, parameter)| {
            let places = half.iter().map(|iteration| parameter.place(iteration.values[index]));
            if half.is_empty() {
                parameter.place(parameter.start)
            } else {
                places.sum::<f64>() / half.len() as f64
            }
        });
        places.collect()
    }

    /// The engine at the mean places.
    fn tuned(&self) -> Result<EngineSpec, Error> {
        let engine = self.at(&self.means())?;
        self.engine_of(&rounded(engine.canonical().parse().map_err(Error::Engine)?))
    }

    fn check(&mut self, conduct: &Conduct) -> Result<Option<Estimate>, Error> {
        let (tuned, start) = (self.tuned()?, self.at(&self.settings.places())?);
        if self.settings.check == 0 || tuned.canonical() == start.canonical() {
            return Ok(None);
        }
        let pairs = self.settings.check;
        self.score(&tuned, &start, u64::MAX, pairs, conduct).map(Some)
    }

    fn report(&self, check: Option<Estimate>) -> Result<TuneReport, Error> {
        Ok(TuneReport {
            settings: self.settings.clone(),
            iterations: self.iterations.clone(),
            means: self.values(&self.means()),
            tuned: self.tuned()?.canonical(),
            check,
            stopped: self.is_exhausted().then_some(STOPPED),
        })
    }
}

/// Digits of a tuned value that are shown and used.
const DIGITS: usize = 4;

/// A specification whose long fractions are cut to a few digits.
fn rounded(mut spec: Spec) -> Spec {
    let mut options = program_options(&spec);
    if options.values().any(Value::is_f64) {
        for value in options.values_mut().filter(|value| value.is_f64()) {
            let scale = 10f64.powi(DIGITS as i32);
            *value = number_of((value.as_f64().unwrap_or_default() * scale).round() / scale);
        }
        spec = with_program_options(&spec, &options);
    }
    for (_, value) in &mut spec.given {
        if let (Some(_), Ok(number)) = (value.find('.'), value.parse::<f64>()) {
            *value = format!("{number:.DIGITS$}").trim_end_matches('0').trim_end_matches('.').to_owned();
        }
    }
    spec
}
