//! The files of a folder: locked by one process, opened only if they are regular, read from their end.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use torneo_arena::results::last_number;
use torneo_arena::storage::{InUse, Lock, LockError};

const LOCK: &str = ".lock";

#[test]
fn a_folder_is_locked_once_and_free_again_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Lock::shared(folder.path()).unwrap().is_none(), "nobody writes");
    let lock = Lock::take(folder.path()).unwrap();
    let ours = InUse { process: Some(std::process::id()) };
    match Lock::take(folder.path()) {
        Err(LockError::InUse(other)) => assert_eq!(other, ours),
        other => panic!("{other:?}"),
    }
    assert_eq!(Lock::shared(folder.path()).unwrap_err(), ours);
    drop(lock);
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing stays behind");
    Lock::take(folder.path()).unwrap();
}

/// The file of a process that was killed stays there, but locks nothing.
#[test]
fn what_a_killed_process_left_does_not_lock() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(LOCK), "1").unwrap();
    assert!(Lock::shared(folder.path()).unwrap().is_some());
    Lock::take(folder.path()).unwrap();
}

/// Taken and released by many threads at once, it is never held twice.
#[test]
fn a_lock_is_never_held_twice() {
    let folder = tempfile::tempdir().unwrap();
    let holders = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut times = 0;
                while times < 50 {
                    if let Ok(_lock) = Lock::take(folder.path()) {
                        assert_eq!(holders.fetch_add(1, SeqCst), 0);
                        times += 1;
                        holders.fetch_sub(1, SeqCst);
                    }
                }
            });
        }
    });
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_opened() {
    use std::os::unix::fs::symlink;
    use torneo_arena::storage::{Disk, Files, check_changeable, open, read, read_to_string};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "text").unwrap();
    symlink(at("file"), at("link")).unwrap();
    symlink(at("nothing"), at("dangling")).unwrap();
    fs::create_dir(at("folder")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), rustix::fs::Mode::RWXU).unwrap();
    assert_eq!(read_to_string(&at("file")).unwrap(), "text");
    for (name, what) in [("link", "link"), ("dangling", "link"), ("folder", "folder"), ("pipe", "pipe")] {
        let said = read(&at(name)).unwrap_err().to_string();
        assert!(said.contains(&format!("{name} is a {what}")), "{said}");
        assert!(Disk.append(&at(name)).is_err(), "{name}");
        assert!(check_changeable(&at(name)).is_err(), "{name}");
    }
    assert!(!at("nothing").exists());
    assert_eq!(open(Path::new("/dev/null")).unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
    check_changeable(&at("file")).unwrap();
    fs::hard_link(at("file"), at("again")).unwrap();
    assert!(Disk.append(&at("again")).is_err());
    assert!(check_changeable(&at("again")).unwrap_err().to_string().contains("another name"));
}

#[test]
fn the_last_whole_line_is_found_from_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.csv");
    let long = format!("41,{}\n", "a1-b2 ".repeat(5000));
    for (text, expected) in [
        ("", None),
        ("game_no,round\n", None),
        ("game_no,round\n7,0\n", Some(7)),
        ("game_no,round\n7,0\n8,", Some(7)),
        (&format!("game_no\n{long}"), Some(41)),
        (&format!("game_no\n40,x\n{long}42,{}", "x".repeat(9000)), Some(41)),
    ] {
        fs::write(&path, text).unwrap();
        assert_eq!(last_number(&path).unwrap(), expected, "{text:.40}");
    }
}
