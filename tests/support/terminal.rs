//! Terminals that nobody sits at.

use std::fs::{File, OpenOptions};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// A pseudo-terminal: the end of who reads the screen and types, and that of the program.
pub fn pseudo_terminal() -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&master).and_then(|()| unlockpt(&master)).expect("a pseudo-terminal");
    let name = ptsname(&master, Vec::new()).expect("it has a name");
    let name = name.to_str().expect("UTF-8");
    let slave = OpenOptions::new().read(true).write(true).open(name).expect("it opens");
    (File::from(master), slave)
}
