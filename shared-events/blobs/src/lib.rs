//! Uploaded files: pictures of products, photos of businesses, certificates.
//!
//! ```text
//! Blobs::put(kind, media, owner, bytes) ──▶ picture: queue, decoded, scaled, sRGB, turned, WebP
//!                                       └─▶ document: a PDF as it is, unless it is locked; a scan written anew
//!                                       ──▶ a folder │ S3 │ memory      <kind>/<owner>/<128 random bits>.<type>
//! ```
//!
//! The file name and type that an uploader declares are ignored. A stored file's name contains all metadata: its
//! purpose, its owner, its media type. Files never change.

mod apart;
mod blobs;
mod colors;
#[cfg(test)]
mod contract;
#[cfg(test)]
mod crowd;
mod decode;
mod jpeg;
mod name;
mod pdf;
mod picture;
mod pixels;
mod queue;
mod settings;
mod store;
#[cfg(test)]
mod testing;

pub use blobs::{Blobs, PutError, Stored};
pub use decode::PictureError;
pub use name::{BlobName, URL_PREFIX, small_variant};
pub use pdf::DocumentError;
pub use queue::Uploader;
pub use settings::Settings;
pub use store::{BlobError, Found, Listed, OWNER_FILE, Span, Usage};
