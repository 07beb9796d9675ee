//! Files that fail when they are told to, and forget what was not synced.
//!
//! What is done is done in a real folder, so that it can be read, and noted beside: for each file what was synced and
//! what was written since, and in which order names were made. After a power cut the disk holds what was synced and any
//! part of the rest; names come back in the order in which they were made, as on a file system with a journal.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use torneo_arena::storage::{Disk, Files, Sink};

/// How an operation fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failing {
    /// Once, with an error of the device.
    Once,
    /// With a full disk, from then on.
    Full,
    /// With a full disk, but a part of what is written fits.
    Short,
    /// The power is cut: nothing works from then on.
    PowerCut,
}

/// What of the unsynced survives a power cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surviving {
    /// Nothing.
    Nothing,
    /// Names, but no data.
    Names,
    /// Names and lengths, with zeros for data.
    Zeros,
    /// All of it.
    Everything,
    /// A part of the names and any of the writes, by this seed.
    Some(u64),
}

/// The ways to lose what was not synced that the tests try.
pub const LOSSES: [Surviving; 7] = [
    Surviving::Nothing,
    Surviving::Names,
    Surviving::Zeros,
    Surviving::Everything,
    Surviving::Some(1),
    Surviving::Some(2),
    Surviving::Some(3),
];

const ENOSPC: i32 = 28;
const EIO: i32 = 5;

/// What is under a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Node {
    Folder,
    File(usize),
}

#[derive(Debug)]
enum Naming {
    Set(PathBuf, Node),
    Moved(PathBuf, PathBuf),
    Removed(PathBuf),
}

#[derive(Debug)]
enum Change {
    Written(usize, Vec<u8>),
    Cut(usize),
}

#[derive(Default, Debug)]
struct Content {
    synced: Vec<u8>,
    unsynced: Vec<Change>,
    length: usize,
}

#[derive(Default, Debug)]
struct Journal {
    operations: usize,
    failing: Option<(usize, Failing)>,
    failed: bool,
    files: Vec<Content>,
    /// Names that would survive.
    synced: BTreeMap<PathBuf, Node>,
    /// Names as they are.
    names: BTreeMap<PathBuf, Node>,
    unsynced: Vec<Naming>,
}

/// The files.
#[derive(Clone, Debug)]
pub struct Simulated {
    root: PathBuf,
    journal: Arc<Mutex<Journal>>,
}

impl Simulated {
    /// Files below a folder, where everything that is there has been synced; the operation with this number fails.
    pub fn new(root: &Path, failing: Option<(usize, Failing)>) -> Simulated {
        let mut journal = Journal { failing, ..Journal::default() };
        journal.names.insert(root.to_owned(), Node::Folder);
        journal.load(root);
        journal.synced = journal.names.clone();
        Simulated { root: root.to_owned(), journal: Arc::new(Mutex::new(journal)) }
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().expect("no test panics while it holds the journal")
    }

    /// Whether the operation that was to fail was reached.
    pub fn has_failed(&self) -> bool {
        self.journal().failed
    }

    /// Writes what a power cut now would leave into another folder.
    pub fn leave(&self, surviving: Surviving, to: &Path) {
        let journal = self.journal();
        let mut dice = match surviving {
            Surviving::Some(seed) => seed,
            _ => 0,
        };
        for (path, node) in journal.names_after(surviving, &mut dice) {
            let place = to.join(path.strip_prefix(&self.root).expect("every name is below the root"));
            match node {
                Node::Folder => fs::create_dir_all(place).unwrap(),
                Node::File(number) => {
                    fs::write(place, journal.files[number].after(surviving, &mut dice)).unwrap();
                }
            }
        }
    }
}

/// A bit of a sequence that looks random (Steele, Lea and Flood 2014, SplitMix64).
fn toss(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Content {
    fn after(&self, surviving: Surviving, dice: &mut u64) -> Vec<u8> {
        let mut data = self.synced.clone();
        for change in &self.unsynced {
            let survives = match surviving {
                Surviving::Nothing | Surviving::Names => false,
                Surviving::Zeros | Surviving::Everything => true,
                Surviving::Some(_) => toss(dice).is_multiple_of(2),
            };
            match change {
                _ if !survives => {}
                Change::Cut(length) => data.resize(*length, 0),
                Change::Written(at, bytes) => {
                    data.resize(data.len().max(at + bytes.len()), 0);
                    if surviving != Surviving::Zeros {
                        data[*at..at + bytes.len()].copy_from_slice(bytes);
                    }
                }
            }
        }
        data
    }
}

impl Journal {
    fn load(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                self.names.insert(path.clone(), Node::Folder);
                self.load(&path);
            } else {
                let synced = fs::read(&path).unwrap();
                let length = synced.len();
                self.files.push(Content { synced, unsynced: Vec::new(), length });
                self.names.insert(path, Node::File(self.files.len() - 1));
            }
        }
    }

    fn names_after(&self, surviving: Surviving, dice: &mut u64) -> BTreeMap<PathBuf, Node> {
        let mut names = self.synced.clone();
        let kept = match surviving {
            Surviving::Nothing => 0,
            Surviving::Some(_) => toss(dice) as usize % (self.unsynced.len() + 1),
            _ => self.unsynced.len(),
        };
        self.unsynced[..kept].iter().for_each(|naming| naming.apply(&mut names));
        names
    }

    /// Counts an operation; an error if it is to fail.
    fn step(&mut self) -> io::Result<()> {
        let number = self.operations;
        self.operations += 1;
        let Some((at, how)) = self.failing else { return Ok(()) };
        if number < at || (number > at && how == Failing::Once) {
            return Ok(());
        }
        self.failed = true;
        let code = if matches!(how, Failing::Full | Failing::Short) { ENOSPC } else { EIO };
        Err(io::Error::from_raw_os_error(code))
    }

    /// The same for what needs no space: it works on a full disk.
    fn step_without_space(&mut self) -> io::Result<()> {
        match self.step() {
            Err(error) if error.raw_os_error() == Some(ENOSPC) => Ok(()),
            stepped => stepped,
        }
    }

    fn name(&mut self, naming: Naming) {
        naming.apply(&mut self.names);
        self.unsynced.push(naming);
    }
}

impl Naming {
    fn apply(&self, names: &mut BTreeMap<PathBuf, Node>) {
        match self {
            Naming::Set(path, node) => _ = names.insert(path.clone(), *node),
            Naming::Removed(path) => _ = names.remove(path),
            Naming::Moved(from, to) => {
                if let Some(node) = names.remove(from) {
                    names.insert(to.clone(), node);
                }
            }
        }
    }
}

struct SimulatedSink {
    real: Arc<dyn Sink>,
    file: usize,
    journal: Arc<Mutex<Journal>>,
}

impl Sink for SimulatedSink {
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut journal = self.journal.lock().unwrap();
        let first = !journal.failed;
        let bytes = match journal.step() {
            Err(_) if first && bytes.len() > 1 && matches!(journal.failing, Some((_, Failing::Short))) => {
                &bytes[..bytes.len() / 2]
            }
            stepped => stepped.map(|()| bytes)?,
        };
        let content = &mut journal.files[self.file];
        content.unsynced.push(Change::Written(content.length, bytes.to_vec()));
        content.length += bytes.len();
        let written = self.real.write(bytes)?;
        assert_eq!(written, bytes.len(), "the real disk has room");
        Ok(written)
    }

    fn sync(&self) -> io::Result<()> {
        let mut journal = self.journal.lock().unwrap();
        journal.step()?;
        let content = &mut journal.files[self.file];
        content.synced = content.after(Surviving::Everything, &mut 0);
        content.unsynced.clear();
        Ok(())
    }
}

impl Simulated {
    fn sink(&self, real: Arc<dyn Sink>, file: usize) -> Arc<dyn Sink> {
        Arc::new(SimulatedSink { real, file, journal: self.journal.clone() })
    }
}

impl Files for Simulated {
    fn create(&self, path: &Path) -> io::Result<Arc<dyn Sink>> {
        let mut journal = self.journal();
        journal.step()?;
        let real = Disk.create(path)?;
        journal.files.push(Content::default());
        let file = journal.files.len() - 1;
        journal.name(Naming::Set(path.to_owned(), Node::File(file)));
        Ok(self.sink(real, file))
    }

    fn append(&self, path: &Path) -> io::Result<Arc<dyn Sink>> {
        let mut journal = self.journal();
        journal.step_without_space()?;
        let real = Disk.append(path)?;
        let Some(&Node::File(file)) = journal.names.get(path) else {
            panic!("{} is not noted", path.display())
        };
        Ok(self.sink(real, file))
    }

    fn cut(&self, path: &Path, length: u64) -> io::Result<()> {
        let mut journal = self.journal();
        let Some(&Node::File(file)) = journal.names.get(path) else {
            panic!("{} is not noted", path.display())
        };
        let stepped = journal.step_without_space();
        let content = &mut journal.files[file];
        content.unsynced.push(Change::Cut(length as usize));
        content.length = length as usize;
        fs::OpenOptions::new().write(true).open(path)?.set_len(length)?;
        stepped?; // a cut that fails may have happened
        let content = &mut journal.files[file];
        content.synced = content.after(Surviving::Everything, &mut 0);
        content.unsynced.clear();
        Ok(())
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        let mut journal = self.journal();
        journal.step()?;
        Disk.create_dir(path)?;
        let above: Vec<PathBuf> =
            path.ancestors().take_while(|above| *above != self.root).map(Path::to_owned).collect();
        for above in above.into_iter().rev().filter(|above| above.starts_with(&self.root)) {
            if !journal.names.contains_key(&above) {
                journal.name(Naming::Set(above, Node::Folder));
            }
        }
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut journal = self.journal();
        journal.step()?;
        Disk.rename(from, to)?;
        journal.name(Naming::Moved(from.to_owned(), to.to_owned()));
        Ok(())
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let mut journal = self.journal();
        journal.step_without_space()?;
        Disk.remove_file(path)?;
        journal.name(Naming::Removed(path.to_owned()));
        Ok(())
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        let mut journal = self.journal();
        journal.step_without_space()?;
        Disk.remove_dir(path)?;
        journal.name(Naming::Removed(path.to_owned()));
        Ok(())
    }

    fn sync_dir(&self, _path: &Path) -> io::Result<()> {
        let mut journal = self.journal();
        journal.step()?;
        journal.synced = journal.names.clone();
        journal.unsynced.clear();
        Ok(())
    }
}
