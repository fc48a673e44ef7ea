//! The crate's facade: stores, serves and deletes uploaded files.

use std::{fmt, path::Path, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::stream::BoxStream;
use object_store::memory::InMemory;
use service_kit::Ids;
use shared_events::{
    ids::AccountId,
    upload::{Kind, Media},
};
use tokio::{task::spawn_blocking, time::timeout};

use crate::{
    apart::caught,
    decode::PictureError,
    name::BlobName,
    pdf::{self, DocumentError},
    picture,
    queue::{PROCESS_MEMORY, Queue, Turn, Uploader},
    settings::Settings,
    store::{BlobError, Found, Listed, Span, Store, Usage},
};

/// The most pictures that are processed at a time. Each takes a core. Two of the largest exceed [`PROCESS_MEMORY`], so
/// that a core is left for small ones.
const PICTURES_AT_ONCE: usize = 2;
/// The time limit for a picture's turn, and for processing it. The largest ones take a core for about a second.
const PICTURE_TIMEOUT: Duration = Duration::from_secs(20);

/// The reason why a file was not stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PutError {
    /// The picture cannot be used.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The PDF cannot be used.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The store does not accept the file at the moment.
    #[error(transparent)]
    Store(#[from] BlobError),
}

/// A stored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The name of the file; for a picture, the name of its large size.
    pub name: BlobName,
}

impl Stored {
    /// The URL of the file.
    pub fn url(&self) -> String {
        self.name.url()
    }

    /// The last part of the file's name.
    pub fn filename(&self) -> String {
        self.name.file()
    }
}

/// The store of uploaded files. Cheap to clone; clones share the limit on concurrent picture processing.
#[derive(Clone)]
pub struct Blobs {
    store: Store,
    queue: Queue,
}

impl fmt::Debug for Blobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Blobs").field(&self.store).finish()
    }
}

impl Blobs {
    /// Opens the file store of this instance. It sends nothing to S3 before the first call.
    ///
    /// # Errors
    /// When the settings are invalid, or the folder cannot be created.
    pub fn open(settings: &Settings, data_dir: &Path) -> Result<Self, BlobError> {
        settings.store(data_dir).map(|objects| Self::on(Store::new(objects)))
    }

    /// A store that keeps files only as long as the process runs: for tests, and for generated markets without uploads.
    pub fn in_memory() -> Self {
        Self::on(Store::new(Arc::new(InMemory::new())))
    }

    fn on(store: Store) -> Self {
        Self { store, queue: Queue::new(PICTURES_AT_ONCE, PROCESS_MEMORY) }
    }

    /// Stores an uploaded file of this media type under a new name. Pictures are stored in two sizes as WebP, a PDF
    /// unchanged, a scanned certificate in its own format. Pictures and scans lose everything but their pixels.
    ///
    /// # Errors
    /// See [`PutError`]. The caller must have checked the file's size and type.
    pub async fn put(
        &self,
        kind: Kind,
        media: Media,
        uploader: impl Into<Uploader>,
        ids: &dyn Ids,
        bytes: Bytes,
    ) -> Result<Stored, PutError> {
        let uploader = uploader.into();
        let owner = uploader.account;
        debug_assert_eq!(Media::of(&bytes), Some(media), "the caller has checked the type");
        let mut name = BlobName { kind, owner, secret: ids.bytes(), small: false, media };
        if kind != Kind::Certificate {
            name.media = Media::WebP;
            let sizes = self.process(uploader, media, bytes, picture::sizes).await?;
            // Store the small size first, so that a reader who finds the large one finds both.
            self.store.put(&name.in_size(true), sizes.small.into()).await?;
            self.store.put(&name, sizes.large.into()).await?;
        } else if media == Media::Pdf {
            let file = bytes.clone();
            // A file on which the check itself fails is left to the reader.
            apart(move || pdf::check(&file)).await.unwrap_or(Ok(()))?;
            self.store.put(&name, bytes).await?;
        } else {
            let scan = self.process(uploader, media, bytes, picture::scan).await?;
            self.store.put(&name, scan.into()).await?;
        }
        Ok(Stored { name })
    }

    /// Returns a file or a part of it; `None` if there is no such file. A part outside of the file is an empty range.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn get(&self, name: &BlobName, span: Option<Span>) -> Result<Option<Found>, BlobError> {
        self.store.get(name, span).await
    }

    /// Returns the text that names whose files these are. If nobody has claimed them, they belong to this owner from now
    /// on.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn claim(&self, owner: &str) -> Result<String, BlobError> {
        self.store.claim(owner).await
    }

    /// Whether there is such a file.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn exists(&self, name: &BlobName) -> Result<bool, BlobError> {
        self.store.exists(name).await
    }

    /// Deletes a file; for a picture, both sizes. It is no error if the file is missing.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn delete(&self, name: &BlobName) -> Result<(), BlobError> {
        if name.kind.is_public() {
            self.store.delete(&name.in_size(true)).await?;
        }
        self.store.delete(&name.in_size(false)).await
    }

    /// Deletes all files that an account has uploaded, and returns their number. Calling it again completes an
    /// interrupted deletion.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn delete_all_of(&self, owner: AccountId) -> Result<usize, BlobError> {
        self.store.delete_all_of(owner).await
    }

    /// The number and total size of an account's files. The store has to list all of them.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn usage_of(&self, owner: AccountId) -> Result<Usage, BlobError> {
        self.store.usage_of(owner).await
    }

    /// Lists every file, including both sizes of a picture, in no order. Skips foreign objects in the folder or
    /// bucket.
    pub fn list(&self) -> BoxStream<'static, Result<Listed, BlobError>> {
        self.store.list()
    }

    /// Whether this is the URL of a file of this kind that this account has uploaded. Checking the URL is enough,
    /// because only the uploader gets a file's name, and it cannot be guessed.
    pub fn is_own(url: &str, kind: Kind, owner: AccountId) -> bool {
        BlobName::at(url).is_some_and(|name| name.kind == kind && name.owner == owner && !name.small)
    }

    /// Processes a picture when its turn has come.
    async fn process<T: Send + 'static>(
        &self,
        uploader: Uploader,
        media: Media,
        bytes: Bytes,
        work: fn(Media, &[u8]) -> Result<T, PictureError>,
    ) -> Result<T, PutError> {
        let file = bytes.clone();
        let memory =
            apart(move || picture::memory(media, &file)).await.unwrap_or(Err(PictureError::Unreadable))?;
        let turn = match timeout(PICTURE_TIMEOUT, self.queue.turn(uploader, memory)).await {
            Ok(Ok(turn)) => turn,
            _ => return Err(BlobError::Unavailable("too many pictures at once".to_owned()).into()),
        };
        Ok(in_turn(turn, move || work(media, &bytes)).await?)
    }
}

/// Works on a thread for blocking work. After a timeout the caller stops waiting, but the turn lasts until the work has
/// ended.
async fn in_turn<T: Send + 'static>(
    turn: Turn,
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    let work = apart(move || {
        let _turn = turn;
        work()
    });
    timeout(PICTURE_TIMEOUT, work).await.ok().flatten().unwrap_or(Err(PictureError::Unreadable))
}

/// Works on a thread for blocking work; `None` if it panicked, as decoders do on odd files.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    spawn_blocking(move || caught(work)).await.ok().flatten()
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt;
    use image::ImageFormat;
    use service_kit::SeededIds;

    use super::*;
    use crate::testing::*;

    async fn put(blobs: &Blobs, kind: Kind, bytes: Vec<u8>) -> Result<Stored, PutError> {
        let media = Media::of(&bytes).unwrap();
        blobs.put(kind, media, owner(1), &SeededIds::new(1), bytes.into()).await
    }

    async fn kept(blobs: &Blobs, name: &BlobName) -> Vec<u8> {
        let found = blobs.get(name, None).await.unwrap().unwrap();
        found.content.try_collect::<Vec<_>>().await.unwrap().concat()
    }

    #[tokio::test]
    async fn a_picture_is_kept_in_two_sizes_under_its_owners_name() {
        let blobs = Blobs::in_memory();
        for kind in [Kind::ProductImage, Kind::BusinessPhoto] {
            let stored = put(&blobs, kind, encoded(&picture(900, 600), ImageFormat::Jpeg)).await.unwrap();
            assert!(Blobs::is_own(&stored.url(), kind, owner(1)));
            assert!(!Blobs::is_own(&stored.url(), kind, owner(2)), "{}", stored.url());
            assert!(!Blobs::is_own(&stored.url(), Kind::Certificate, owner(1)));
            assert_eq!(stored.filename().len(), 32 + ".webp".len());
            for small in [false, true] {
                assert_eq!(Media::of(&kept(&blobs, &stored.name.in_size(small)).await), Some(Media::WebP));
            }
            blobs.delete(&stored.name).await.unwrap();
            for small in [false, true] {
                assert!(!blobs.exists(&stored.name.in_size(small)).await.unwrap());
            }
        }
    }

    #[tokio::test]
    async fn a_certificate_is_a_document_or_a_scan_of_one() {
        let blobs = Blobs::in_memory();
        let stored = put(&blobs, Kind::Certificate, pdf()).await.unwrap();
        assert_eq!(stored.name.media, Media::Pdf);
        assert_eq!(kept(&blobs, &stored.name).await, pdf());
        let stored =
            put(&blobs, Kind::Certificate, encoded(&picture(90, 60), ImageFormat::Png)).await.unwrap();
        assert_eq!(stored.name.media, Media::Png);
        assert_eq!(Media::of(&kept(&blobs, &stored.name).await), Some(Media::Png));
    }

    #[tokio::test]
    async fn a_refused_file_leaves_nothing_behind() {
        let blobs = Blobs::in_memory();
        for (kind, bytes, refusal) in [
            (Kind::ProductImage, png_bomb(60_000, 60_000), PictureError::TooManyPixels),
            (Kind::BusinessPhoto, pdf(), PictureError::Unreadable),
        ] {
            assert_eq!(put(&blobs, kind, bytes).await.unwrap_err(), PutError::Picture(refusal));
        }
        let locked = pdf_locked_by_a_password();
        let refusal = put(&blobs, Kind::Certificate, locked).await.unwrap_err();
        assert_eq!(refusal, PutError::Document(DocumentError::Locked));
        assert_eq!(blobs.delete_all_of(owner(1)).await.unwrap(), 0);
    }

    #[tokio::test]
    async fn a_panic_in_processing_is_an_unreadable_picture() {
        let queue = Queue::new(1, 7);
        for _ in 0..3 {
            let turn = queue.turn(owner(1).into(), 7).await.unwrap();
            let failed = in_turn::<()>(turn, || panic!("an odd picture")).await.unwrap_err();
            assert_eq!(failed, PictureError::Unreadable);
        }
    }
}
