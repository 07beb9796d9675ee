//! Panics of engines, which are told of as failures.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static CATCHES: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread plays a game in which a panic of an engine is caught and told of as a failure, so that a panic
/// hook need not print it.
pub fn catches_panics() -> bool {
    CATCHES.get()
}

/// Plays a game; what it panicked with.
pub(crate) fn caught<T>(play: impl FnOnce() -> T) -> std::thread::Result<T> {
    CATCHES.set(true);
    let finished = catch_unwind(AssertUnwindSafe(play));
    CATCHES.set(false);
    finished
}

/// The message of a panic.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}
