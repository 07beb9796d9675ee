//! A run whose results grow, for a server: what it tells is worked out once for each change, however many ask.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use torneo_arena::Error;
use torneo_arena::results::{CHECKPOINTS, GAMES, MANIFEST, MOVES, SEATS};
use torneo_registry::Registry;

use crate::Results;
use crate::bytes::Bytes;
use crate::packed::packed;

/// How long somebody waits for a new report before the older one is shown.
const PATIENCE: Duration = Duration::from_secs(2);
/// After this time a report that failed is tried again.
const RETRY: Duration = Duration::from_secs(5);

/// The files that are looked at.
const FILES: [&str; 5] = [MANIFEST, CHECKPOINTS, GAMES, SEATS, MOVES];

/// The lengths and times of the files of a folder; none for a file that is not there.
type Look = [Option<(u64, SystemTime)>; FILES.len()];

/// How the files of a folder look now.
fn look(folder: &Path) -> Look {
    FILES.map(|name| {
        let found = std::fs::symlink_metadata(folder.join(name)).ok()?;
        Some((found.len(), found.modified().unwrap_or(SystemTime::UNIX_EPOCH)))
    })
}

/// A run whose results grow.
pub struct Live {
    registry: Registry,
    folder: PathBuf,
    progress: Mutex<Progress>,
    report: Mutex<Reports>,
    made: Condvar,
}

struct Progress {
    results: Results,
    /// The last that was told, and the files that it tells of.
    told: Option<(Look, Bytes)>,
}

/// The last report, and whether another one is being made.
#[derive(Default)]
struct Reports {
    last: Option<Made>,
    making: bool,
}

struct Made {
    of: Look,
    ended: Instant,
    /// The report as gzip, or why there is none.
    report: Result<Bytes, Error>,
}

/// What can be said when a report is asked for.
pub enum Report {
    /// The report as gzip: that of the results as they are, or, while that is being made, an older one.
    Packed(Bytes),
    /// It is still being made.
    Coming,
    /// Why there is none.
    Failed(String),
}

impl Live {
    /// The results of a run.
    pub fn new(registry: Registry, results: Results) -> Live {
        let folder = results.folder().to_owned();
        let progress = Mutex::new(Progress { results, told: None });
        Live { registry, folder, progress, report: Mutex::default(), made: Condvar::new() }
    }

    /// How far the run is, as JSON.
    ///
    /// # Errors
    /// Why the results cannot be read.
    pub fn progress(&self) -> Result<Bytes, Error> {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let now = look(&self.folder);
        if let Some((_, told)) = progress.told.as_ref().filter(|(of, _)| *of == now) {
            return Ok(told.clone());
        }
        progress.told = None;
        let found = progress.results.progress()?;
        let told = Bytes::from(serde_json::to_vec(&found).expect("progress is plain data"));
        progress.told = Some((now, told.clone()));
        Ok(told)
    }

    /// The report. It is made in the background, once for each change of the results.
    pub fn report(self: &Arc<Live>) -> Report {
        let now = look(&self.folder);
        let mut reports = self.reports();
        if !reports.making && !reports.last.as_ref().is_some_and(|made| made.is_of(&now)) {
            reports.making = true;
            let live = self.clone();
            let maker = std::thread::Builder::new().name("report".to_owned());
            if let Err(error) = maker.spawn(move || live.make()) {
                reports.making = false;
                return Report::Failed(error.to_string());
            }
        }
        let waited = self.made.wait_timeout_while(reports, PATIENCE, |reports| reports.making);
        let (reports, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match &reports.last {
            Some(Made { report: Ok(report), .. }) => Report::Packed(report.clone()),
            _ if reports.making => Report::Coming,
            Some(Made { report: Err(why), .. }) => Report::Failed(why.to_string()),
            None => Report::Failed("the report was not finished".to_owned()),
        }
    }

    fn reports(&self) -> MutexGuard<'_, Reports> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a report; whatever happens, those who wait for it are told that it is over.
    fn make(&self) {
        let _end = End(self);
        let of = look(&self.folder);
        let report = Results::report(&self.registry, &self.folder).map(|html| packed(html.as_bytes()));
        self.reports().last = Some(Made { of, ended: Instant::now(), report });
    }
}

impl Made {
    /// Whether it tells of these files. One that failed is tried again after a while, since it may have failed for want of
    /// memory.
    fn is_of(&self, now: &Look) -> bool {
        self.of == *now && (self.report.is_ok() || self.ended.elapsed() < RETRY)
    }
}

struct End<'a>(&'a Live);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.reports().making = false;
        self.0.made.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use torneo_arena::plan::{Shard, Tournament};
    use torneo_arena::run::{RunOptions, run};
    use torneo_games::morris::ThreeMensMorris;
    use torneo_registry::GameEntry;

    use super::*;

    fn packed(live: &Arc<Live>) -> Bytes {
        let began = Instant::now();
        loop {
            match live.report() {
                Report::Packed(report) => return report,
                Report::Coming => assert!(began.elapsed() < Duration::from_secs(60)),
                Report::Failed(why) => panic!("{why}"),
            }
        }
    }

    #[test]
    fn what_is_told_is_made_once_for_each_change() {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<ThreeMensMorris>());
        let text = "name = \"live\"\nseed = 1\ngames = [\"three-mens-morris\"]\nengines = [\"random\", \"greedy\"]\nrounds = 5\n";
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let tournament = Tournament::parse(&registry, "live.toml", text, Shard::WHOLE).unwrap();
        run(&tournament, &out, RunOptions::default(), &Arc::new(AtomicBool::new(false))).unwrap();
        let results = Results::open(&registry, &out).unwrap();
        let live = Arc::new(Live::new(registry, results));
        let many: Vec<Bytes> = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..20).map(|_| scope.spawn(|| packed(&live))).collect();
            asking.into_iter().map(|asked| asked.join().unwrap()).collect()
        });
        let first = packed(&live);
        assert!(many.iter().all(|report| report.is(&first)));
        assert!(live.progress().unwrap().is(&live.progress().unwrap()));
        // The files change: it is made again, once.
        let file = std::fs::File::options().append(true).open(out.join(MANIFEST)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        let second = packed(&live);
        assert!(!second.is(&first) && packed(&live).is(&second));
        // Results that cannot be read are told of, and nobody waits for ever.
        std::fs::remove_file(out.join(MANIFEST)).unwrap();
        assert!(matches!(live.report(), Report::Failed(why) if why.contains(MANIFEST)));
    }
}
