//! The embedded files of the UI as its build leaves them: a file that compresses well is stored only compressed.

use std::{
    borrow::Cow,
    io::{self, Read},
};

use flate2::read::GzDecoder;
use rust_embed::Embed;

/// Suffix of a file's gzip form. `deploy/scripts/pack-ui.mjs` removes the original of a file that has one.
pub(super) const GZIP_SUFFIX: &str = ".gz";

/// The built UI: inside the binary in release builds, read from disk in debug builds.
#[derive(Embed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Embedded;

pub(super) struct StoredFile {
    pub(super) data: Cow<'static, [u8]>,
    pub(super) sha256: [u8; 32],
}

/// Where files are stored: a function from a file's exact name.
#[derive(Clone, Copy)]
pub(super) struct Dist(pub(super) fn(&str) -> Option<StoredFile>);

impl Dist {
    pub(super) const UI: Self = Self(|name| {
        let file = Embedded::get(name)?;
        Some(StoredFile { data: file.data, sha256: file.metadata.sha256_hash() })
    });

    pub(super) fn stored(self, name: &str) -> Option<StoredFile> {
        (self.0)(name)
    }

    /// The original if it is stored, else its gzip form.
    pub(super) fn original_or_gzip(self, name: &str) -> Option<StoredFile> {
        self.stored(name).or_else(|| self.stored(&format!("{name}{GZIP_SUFFIX}")))
    }

    /// The original contents of a file, unpacked if it is stored only compressed.
    pub(super) fn original(self, name: &str) -> Option<Cow<'static, [u8]>> {
        if let Some(file) = self.stored(name) {
            return Some(file.data);
        }
        let packed = self.stored(&format!("{name}{GZIP_SUFFIX}"))?;
        unpacked(&packed.data)
            .inspect_err(
                |error| tracing::error!(%error, name, "a file of the UI is damaged; build the UI again"),
            )
            .ok()
            .map(Cow::Owned)
    }
}

fn unpacked(gzip: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut bytes)?;
    Ok(bytes)
}
