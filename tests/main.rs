//! The tests across crates, as one program: they are built together, and both cores of a machine work to the end. `cargo test -p torneo
//! --test main links:: tour::` runs those of some modules. Apart are `fuzz`, whose failures abort it, and `allocations`, which counts what the
//! whole program allocates.

mod support;

mod adjudication;
mod architecture;
mod atlas;
mod books;
mod cards;
mod ci;
mod command_line;
mod configuration;
mod conformance;
mod copies;
mod designs;
mod dice_commands;
mod dice_odds;
mod encoding;
mod engine_check;
mod engines;
mod exploit;
mod external;
mod files;
mod hostile;
mod interchange;
mod interrupts;
mod known_answers;
mod ladders;
mod learning;
mod links;
mod live;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod matches;
mod mathematics;
mod names;
mod openings;
mod packages;
mod parsers;
mod pictures;
mod playthroughs;
#[cfg(target_os = "linux")]
mod programs;
mod prose;
mod ratings;
mod records;
mod release_scripts;
mod releases;
mod reliability;
mod report;
#[cfg(target_os = "linux")]
mod retries;
mod rounds;
mod served;
mod sizes;
mod slurm;
mod solving;
mod statistics;
mod symmetry;
mod tellings;
mod terminal;
mod told_values;
mod tour;
mod tournament;
mod web;
mod widths;
