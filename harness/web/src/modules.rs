//! The modules for browsers, made by `web/build.sh`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

#[cfg(feature = "site")]
static BUILT: include_dir::Dir<'static> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../web/dist");

/// The modules for browsers: files by name.
#[derive(Clone, Default)]
pub struct Modules {
    files: Vec<(String, Cow<'static, [u8]>)>,
}

impl Modules {
    /// The name of the folder in which they are built, below that of the sources.
    pub const FOLDER: &'static str = "web/dist";

    /// No modules: games can be looked at but not played.
    pub fn none() -> Modules {
        Modules::default()
    }

    /// The modules inside the program, where it was built with them (feature `site`).
    pub fn built_in() -> Option<Modules> {
        #[cfg(feature = "site")]
        return Some(Modules {
            files: BUILT
                .files()
                .filter_map(|file| Some((file.path().to_str()?.to_owned(), file.contents().into())))
                .collect(),
        });
        #[cfg(not(feature = "site"))]
        None
    }

    /// The modules in a folder; none where it has no modules or cannot be read.
    pub fn read(folder: &Path) -> Option<Modules> {
        let is_module = |path: &Path| {
            let is_named = path.extension().is_some_and(|extension| extension == "js" || extension == "wasm");
            // A pipe would hold up the program.
            is_named && path.metadata().is_ok_and(|found| found.is_file())
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).ok()? {
            let path = entry.ok()?.path();
            if is_module(&path) {
                files.push((path.file_name()?.to_str()?.to_owned(), std::fs::read(&path).ok()?.into()));
            }
        }
        files.sort();
        (!files.is_empty()).then_some(Modules { files })
    }

    /// The modules inside the program, or else in the first of the usual folders that has any: `web/dist` here, beside the
    /// sources that the program was built from, or where an installed program has them.
    pub fn find() -> Option<Modules> {
        let program = std::env::current_exe().unwrap_or_default();
        let beside =
            |above: usize, rest: &str| program.ancestors().nth(above).map(|folder| folder.join(rest));
        let folders =
            [Some(PathBuf::from(Modules::FOLDER)), beside(3, Modules::FOLDER), beside(2, "share/torneo/web")];
        Modules::built_in().or_else(|| folders.iter().flatten().find_map(|folder| Modules::read(folder)))
    }

    /// Whether there is a module of this name.
    pub fn has(&self, name: &str) -> bool {
        self.files.iter().any(|(file, _)| file.strip_suffix(".js") == Some(name))
    }

    /// The files by name.
    pub fn files(&self) -> &[(String, Cow<'static, [u8]>)] {
        &self.files
    }
}
