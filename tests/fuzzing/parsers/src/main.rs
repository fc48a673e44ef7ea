//! Gives libFuzzer's inputs to the parser that the environment variable `GREENSTALL_FUZZ_TARGET` names. A panic or a failed
//! assertion is a finding: libFuzzer writes the input to a file.

#![no_main]

mod targets {
    pub mod cursors;
    pub mod events;
    pub mod queries;
    pub mod tokens;
    pub mod uploads;
    pub mod webhooks;
}

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("GREENSTALL_FUZZ_TARGET").expect("GREENSTALL_FUZZ_TARGET names a target");
    match name.as_str() {
        "cursors" => targets::cursors::run,
        "events" => targets::events::run,
        "queries" => targets::queries::run,
        "tokens" => targets::tokens::run,
        "uploads" => targets::uploads::run,
        "webhooks" => targets::webhooks::run,
        _ => panic!("there is no target {name}"),
    }
});

fuzz_target!(|input: &[u8]| TARGET(input));
