//! The port to a file store: named files in a folder, in S3 or in memory. Each call has a time limit.

use std::{fmt, ops::Range, sync::Arc, time::Duration};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{
    StreamExt, TryStreamExt, future,
    stream::{self, BoxStream},
};
use object_store::{
    Attribute, Attributes, Error, GetOptions, GetRange, ObjectMeta, ObjectStore, ObjectStoreExt, PutOptions,
    path::Path as StorePath,
};
use shared_events::{ids::AccountId, upload::Kind};
use tokio::time::timeout;

use crate::name::BlobName;

/// The time limit for storing, finding or deleting a file, and for reading each chunk of it.
const STORE_TIMEOUT: Duration = Duration::from_secs(12);
/// The number of an account's files that are deleted concurrently.
const CONCURRENT_DELETES: usize = 8;

/// The reason why a file cannot be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlobError {
    /// The operator's settings are invalid.
    #[error("{0}")]
    Settings(String),
    /// The store failed, or did not answer in time.
    #[error("uploaded files are not available: {0}")]
    Unavailable(String),
}

/// The requested part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// From this byte to the end of the file.
    From(u64),
    /// This many bytes at the end of the file.
    Last(u64),
    /// From the first to the second byte, both inclusive.
    Between(u64, u64),
}

/// A file, or the requested part of it.
pub struct Found {
    /// The size of the whole file in bytes.
    pub size: u64,
    /// The range of bytes that `content` has.
    pub range: Range<u64>,
    /// The bytes, in chunks.
    pub content: BoxStream<'static, Result<Bytes, BlobError>>,
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found").field("size", &self.size).field("range", &self.range).finish_non_exhaustive()
    }
}

/// The file that names the database to which the files belong. Its name is not one of an upload.
pub const OWNER_FILE: &str = "database.txt";

/// A file in a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    pub name: BlobName,
    /// The size of the file in bytes.
    pub size: u64,
    /// When the file was stored. Files never change.
    pub stored_at: DateTime<Utc>,
}

/// The files of an account, with both sizes of its pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The number of files.
    pub files: u64,
    /// The total size of the files in bytes.
    pub bytes: u64,
}

/// A store of files. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    objects: Arc<dyn ObjectStore>,
    patience: Duration,
}

impl Store {
    pub(crate) const fn new(objects: Arc<dyn ObjectStore>) -> Self {
        Self { objects, patience: STORE_TIMEOUT }
    }

    /// Stores a file. It would replace an existing file of that name, but names are never reused.
    pub(crate) async fn put(&self, name: &BlobName, content: Bytes) -> Result<(), BlobError> {
        let mut attributes = Attributes::new();
        attributes.insert(Attribute::ContentType, name.media.content_type().into());
        let path = path(name);
        let options = PutOptions { attributes, ..PutOptions::default() };
        let stored =
            match in_time(self.patience, self.objects.put_opts(&path, content.clone().into(), options))
                .await?
            {
                // The store of a folder does not support attributes.
                Err(Error::NotImplemented { .. } | Error::NotSupported { .. }) => {
                    in_time(self.patience, self.objects.put(&path, content.into())).await?
                }
                stored => stored,
            };
        stored.map(drop).map_err(unavailable)
    }

    /// Returns a file or a part of it; `None` if there is no such file. A part outside of the file is an empty range.
    pub(crate) async fn get(&self, name: &BlobName, span: Option<Span>) -> Result<Option<Found>, BlobError> {
        let path = path(name);
        let range = match span {
            None => None,
            Some(span) => {
                let Some(size) = self.size(name).await? else { return Ok(None) };
                let range = within(span, size);
                if range.is_empty() {
                    return Ok(Some(Found { size, range, content: stream::empty().boxed() }));
                }
                Some(GetRange::Bounded(range))
            }
        };
        let options = GetOptions { range, ..GetOptions::default() };
        let Some(found) = present(in_time(self.patience, self.objects.get_opts(&path, options)).await?)?
        else {
            return Ok(None);
        };
        let (size, range) = (found.meta.size, found.range.clone());
        Ok(Some(Found { size, range, content: in_time_each(self.patience, found.into_stream()) }))
    }

    /// The text of [`OWNER_FILE`]. If there is no such file, this text becomes it.
    pub(crate) async fn claim(&self, owner: &str) -> Result<String, BlobError> {
        let path = StorePath::from(OWNER_FILE);
        if let Some(found) = present(in_time(self.patience, self.objects.get(&path)).await?)? {
            let text = in_time(self.patience, found.bytes()).await?.map_err(unavailable)?;
            return Ok(String::from_utf8_lossy(&text).into_owned());
        }
        in_time(self.patience, self.objects.put(&path, owner.to_owned().into()))
            .await?
            .map_err(unavailable)?;
        Ok(owner.to_owned())
    }

    /// Whether there is such a file.
    pub(crate) async fn exists(&self, name: &BlobName) -> Result<bool, BlobError> {
        Ok(self.size(name).await?.is_some())
    }

    /// Deletes a file. It is no error if the file is missing.
    pub(crate) async fn delete(&self, name: &BlobName) -> Result<(), BlobError> {
        present(in_time(self.patience, self.objects.delete(&path(name))).await?).map(drop)
    }

    /// Deletes every file of an account, and returns their number. Calling it again completes an interrupted deletion.
    pub(crate) async fn delete_all_of(&self, owner: AccountId) -> Result<usize, BlobError> {
        let mut count = 0;
        for kind in Kind::ALL {
            let folder = StorePath::from(format!("{}/{owner}", kind.folder()));
            let listed = self.objects.list(Some(&folder)).map_ok(|meta| meta.location).boxed();
            let paths: Vec<StorePath> =
                in_time(self.patience, listed.try_collect()).await?.map_err(unavailable)?;
            count += paths.len();
            let deleted = stream::iter(paths).map(|path| async move {
                present(in_time(self.patience, self.objects.delete(&path)).await?).map(drop)
            });
            deleted.buffer_unordered(CONCURRENT_DELETES).try_collect::<()>().await?;
        }
        Ok(count)
    }

    /// The number and total size of an account's files.
    pub(crate) async fn usage_of(&self, owner: AccountId) -> Result<Usage, BlobError> {
        let mut usage = Usage::default();
        for kind in Kind::ALL {
            let folder = StorePath::from(format!("{}/{owner}", kind.folder()));
            let sizes = self.objects.list(Some(&folder)).map_ok(|meta| meta.size).boxed();
            let sum = sizes.try_fold(usage, |Usage { files, bytes }, size| {
                future::ready(Ok(Usage { files: files + 1, bytes: bytes + size }))
            });
            usage = in_time(self.patience, sum).await?.map_err(unavailable)?;
        }
        Ok(usage)
    }

    /// Lists every file of ours, in no order; skips foreign objects in the store.
    pub(crate) fn list(&self) -> BoxStream<'static, Result<Listed, BlobError>> {
        let folders = Kind::ALL.map(|kind| self.objects.list(Some(&StorePath::from(kind.folder()))));
        let found = in_time_each(self.patience, stream::iter(folders).flatten().boxed());
        let ours = |meta: ObjectMeta| {
            let name = meta.location.as_ref().parse().ok()?;
            Some(Listed { name, size: meta.size, stored_at: meta.last_modified })
        };
        found.try_filter_map(move |meta| future::ready(Ok(ours(meta)))).boxed()
    }

    async fn size(&self, name: &BlobName) -> Result<Option<u64>, BlobError> {
        Ok(present(in_time(self.patience, self.objects.head(&path(name))).await?)?.map(|meta| meta.size))
    }
}

fn path(name: &BlobName) -> StorePath {
    StorePath::from(name.to_string())
}

/// The byte range of a span; empty if the span is outside of the file.
fn within(span: Span, size: u64) -> Range<u64> {
    match span {
        Span::From(first) => first.min(size)..size,
        Span::Last(count) => size.saturating_sub(count)..size,
        Span::Between(first, last) => first.min(size)..last.saturating_add(1).min(size),
    }
}

async fn in_time<T>(patience: Duration, call: impl Future<Output = T>) -> Result<T, BlobError> {
    timeout(patience, call)
        .await
        .map_err(|_| BlobError::Unavailable(format!("no answer within {} s", patience.as_secs_f32())))
}

fn in_time_each<T: Send + 'static>(
    patience: Duration,
    pieces: BoxStream<'static, object_store::Result<T>>,
) -> BoxStream<'static, Result<T, BlobError>> {
    let next = move |mut pieces: BoxStream<'static, object_store::Result<T>>| async move {
        let piece = in_time(patience, pieces.next()).await?.transpose().map_err(unavailable)?;
        Ok(piece.map(|piece| (piece, pieces)))
    };
    stream::try_unfold(pieces, next).boxed()
}

fn present<T>(answer: object_store::Result<T>) -> Result<Option<T>, BlobError> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(unavailable(error)),
    }
}

// The error is passed by value, so that `map_err` can call this.
#[expect(clippy::needless_pass_by_value)]
fn unavailable(error: Error) -> BlobError {
    BlobError::Unavailable(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_clipped_to_the_file() {
        for (span, range) in [
            (Span::From(0), 0..10),
            (Span::From(3), 3..10),
            (Span::From(10), 10..10),
            (Span::From(u64::MAX), 10..10),
            (Span::Last(4), 6..10),
            (Span::Last(0), 10..10),
            (Span::Last(u64::MAX), 0..10),
            (Span::Between(2, 4), 2..5),
            (Span::Between(2, u64::MAX), 2..10),
            (Span::Between(20, 30), 10..10),
        ] {
            assert_eq!(within(span, 10), range, "{span:?}");
        }
        assert!(within(Span::Between(4, 2), 10).is_empty());
    }

    #[tokio::test]
    async fn a_call_to_a_hanging_store_times_out() {
        let patience = Duration::from_millis(10);
        let error = in_time(patience, std::future::pending::<()>()).await.unwrap_err();
        assert_eq!(error, BlobError::Unavailable("no answer within 0.01 s".to_owned()));
        let pieces = in_time_each(patience, stream::pending::<object_store::Result<Bytes>>().boxed());
        assert!(pieces.try_collect::<Vec<_>>().await.is_err());
    }
}
