//! The embedded files of the UI.

use rust_embed::Embed;

/// The built UI: inside the binary in release builds, read from disk in debug builds.
#[derive(Embed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
pub(super) struct Dist;
