//! Uploaded files: pictures of products, photos of businesses, certificates.
//!
//! ```text
//! Blobs::put(kind, media, owner, bytes) ──▶ picture: decoded, turned, scaled, WebP
//!                                       └─▶ document: a PDF as it is, a scan written anew
//!                                       ──▶ a folder │ S3 │ memory      <kind>/<owner>/<128 random bits>.<type>
//! ```
//!
//! The file name and type that an uploader declares are ignored. A stored file's name contains all metadata: its
//! purpose, its owner, its media type. Files never change.

mod blobs;
#[cfg(test)]
mod contract;
mod name;
mod picture;
mod settings;
mod store;
#[cfg(test)]
mod testing;

pub use blobs::{Blobs, PutError, Stored};
pub use name::{BlobName, URL_PREFIX, small_variant};
pub use picture::PictureError;
pub use settings::Settings;
pub use store::{BlobError, Found, Listed, Span, Usage};
