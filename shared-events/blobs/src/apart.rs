//! Runs decoders, which may panic on odd files. A panic is caught and logged as one line: the default hook would print a
//! backtrace, and anybody can upload such a file again and again.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

thread_local! {
    static CATCHES: Cell<bool> = const { Cell::new(false) };
}

/// The result of `work`; `None` if it panicked.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let other = take_hook();
        set_hook(Box::new(move |panic| match (CATCHES.get(), panic.location()) {
            (true, Some(place)) => tracing::warn!(%place, "a decoder panicked on an uploaded file"),
            _ => other(panic),
        }));
    });
    CATCHES.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    CATCHES.set(false);
    done.ok()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_panic_is_caught_and_not_printed() {
        static PRINTED: AtomicUsize = AtomicUsize::new(0);
        set_hook(Box::new(|_| {
            PRINTED.fetch_add(1, Ordering::Relaxed);
        }));
        assert_eq!(caught(|| 7), Some(7));
        assert_eq!(caught(|| -> u8 { panic!("an odd picture") }), None);
        assert_eq!(PRINTED.load(Ordering::Relaxed), 0);
        assert!(catch_unwind(|| panic!("a defect")).is_err());
        assert_eq!(PRINTED.load(Ordering::Relaxed), 1, "other panics are still printed");
    }
}
