//! Every game of the registry keeps the contract, with several of its options: random play in which every position is
//! looked at.

use std::collections::HashSet;

use rayon::prelude::*;
use torneo_conformance::{Conduct, Examined, Property, Subject, examine};
use torneo_contract::{Described, GameInfo, GameVisitor, Options, SpecError, session};

type SetUp = fn(&Options) -> Result<Box<dyn session::Session>, SpecError>;

/// Every game with the way to set it up.
fn games() -> Vec<(&'static GameInfo, SetUp)> {
    struct List(Vec<(&'static GameInfo, SetUp)>);
    impl GameVisitor for List {
        fn visit<G: Described>(&mut self) {
            self.0.push((const { &G::INFO }, |options| Ok(session::begin(G::new(options)?))));
        }
    }
    let mut list = List(Vec::new());
    torneo_games::each(&mut list);
    list.0
}

#[test]
fn every_game_keeps_the_contract() {
    let examined = |(info, set_up): &(&'static GameInfo, SetUp)| {
        (info.id, examine(&Subject { info, set_up }, Conduct { damaged: true, ..Conduct::default() }))
    };
    let found: Vec<(&str, Examined)> = games().par_iter().map(examined).collect();
    let broken = found.iter().filter_map(|(id, found)| Some(format!("{id}: {:?}\n", found.breach.as_ref()?)));
    let broken: String = broken.collect();
    assert!(broken.is_empty(), "{broken}");
    for (id, found) in &found {
        assert!(found.plies > 0 && found.tally.tried(Property::Text) > 0, "{id}");
        assert!(found.tally.tried(Property::Archive) > 0, "{id}: histories have an archive");
    }
    let symmetric =
        |id: &str| found.iter().any(|(game, found)| *game == id && found.tally.tried(Property::Symmetry) > 0);
    for game in ["zertz", "havannah", "thud", "atari-go", "skirrid", "trax"] {
        assert!(symmetric(game), "symmetries occur in {game}");
    }
    let of_some = |property: Property| found.iter().any(|(_, found)| found.tally.tried(property) > 0);
    let never: Vec<&str> =
        Property::ALL.iter().filter(|(property, _)| !of_some(*property)).map(|(_, text)| *text).collect();
    assert!(never.is_empty(), "{never:?}");
}

#[test]
fn ids_are_unique_and_families_are_folders() {
    let ids: HashSet<_> = torneo_games::infos().iter().map(|info| info.id).collect();
    assert_eq!(ids.len(), torneo_games::infos().len());
    for info in torneo_games::infos() {
        let folder = format!("{}/../games/{}", env!("CARGO_MANIFEST_DIR"), info.family);
        assert!(std::path::Path::new(&folder).is_dir(), "{}: {folder}", info.id);
        let page = format!("{}/../docs/games/{}.md", env!("CARGO_MANIFEST_DIR"), info.id);
        assert!(std::path::Path::new(&page).is_file(), "{}: {page}", info.id);
        assert!(info.options.iter().all(|option| !option.help.is_empty()));
    }
}
