//! `torneo web`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use torneo_registry::Registry;
use torneo_registry::nicknames::words_of;
use torneo_web::{Modules, Results, Server, Site, SiteError};

use super::options::place;
use super::{print, stop_on_interrupt, tell};
use crate::Failure;

/// How often it is looked whether the server is to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Play in a browser, and look at results while they grow.
#[derive(Args)]
#[command(after_help = "Examples: torneo web
          torneo web results/quickstart --port 8000
          torneo web --out site")]
pub struct Web {
    /// The results folder of a run, finished or still going on, whose report is shown too
    #[arg(value_name = "DIR")]
    results: Option<PathBuf>,
    /// The port to listen at; 0 takes one that is free
    #[arg(long, value_name = "P", default_value_t = 1283)]
    port: u16,
    /// The address to listen at. Without it only this machine is answered
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), hide_default_value = true)]
    bind: IpAddr,
    /// Write the site to a folder, for any host, and serve nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "bind"], value_parser = place())]
    out: Option<PathBuf>,
    /// The folder with the modules for browsers [default: those inside the program, or web/dist]
    #[arg(long, value_name = "DIR")]
    modules: Option<PathBuf>,
}

impl Web {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let modules = self.modules()?;
        let mut results =
            self.results.as_deref().map(|folder| Results::open(registry, folder)).transpose()?;
        let progress = results.as_mut().map(Results::progress).transpose()?;
        let progress = progress.map(|progress| serde_json::json!(progress));
        let games = games(registry);
        let mut site = Site::of(registry, games, &modules, progress.as_ref());
        let Some(out) = &self.out else { return self.serve(registry, site, results) };
        if let Some(results) = &results {
            site.add("report.html", Results::report(registry, results.folder())?);
        }
        site.write(out).map_err(|error| match error {
            SiteError::Occupied(_) => Failure::input(format!("argument --out: {error}")),
            SiteError::Write(..) => Failure::run(error),
        })?;
        print(&out.join("index.html").display().to_string());
        Ok(())
    }

    /// The modules for browsers. Results can be looked at without them.
    fn modules(&self) -> Result<Modules, Failure> {
        const COMMAND: &str = "`web/build.sh`, among the sources, makes them";
        let found = match &self.modules {
            Some(folder) => Modules::read(folder).ok_or_else(|| {
                let message = format!("argument --modules: {} has no modules for browsers", folder.display());
                Failure::input_with_help(message, COMMAND)
            })?,
            None => match Modules::find() {
                Some(modules) => modules,
                None if self.results.is_some() => {
                    tell(&format!(
                        "note: games cannot be played: no modules for browsers are here; {COMMAND}"
                    ));
                    Modules::none()
                }
                None => {
                    let message = format!("there are no modules for browsers in {}", Modules::FOLDER);
                    return Err(Failure::input_with_help(message, COMMAND));
                }
            },
        };
        Ok(found)
    }

    fn serve(&self, registry: &Registry, site: Site, results: Option<Results>) -> Result<(), Failure> {
        let page = if results.is_some() { "results.html" } else { "" };
        let results = results.map(|results| (registry.clone(), results));
        let address = SocketAddr::new(self.bind, self.port);
        let server = Server::start(address, site, results)
            .map_err(|error| Failure::input(format!("argument --port: {error}")))?;
        let stop = stop_on_interrupt("the pages are no longer served")?;
        print(&format!("http://{}/{page}", server.address()));
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK);
        }
        Ok(())
    }
}

/// The games, each with the words under which people look for it.
fn games(registry: &Registry) -> serde_json::Value {
    let mut games = crate::games::games_json(registry);
    for game in games.as_array_mut().into_iter().flatten() {
        let words: Vec<&str> = words_of(game["id"].as_str().unwrap_or_default()).collect();
        game["words"] = serde_json::json!(words);
    }
    games
}
