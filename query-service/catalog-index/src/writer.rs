//! Writes the index: changes of the catalog view, and commits with the view's position.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use tantivy::{
    Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, TantivyError,
    directory::{Directory, DirectoryLock, INDEX_WRITER_LOCK},
    indexer::{IndexWriterOptions, LogMergePolicy},
};
use uuid::Uuid;

use crate::{
    Error,
    commit::Commit,
    document::Document,
    files::{self, UnsyncedDirectory},
    schema::{self, Fields},
    snapshot::Snapshot,
};

/// Memory in which a segment is built before it is written, in bytes.
const WRITER_MEMORY: usize = 96 << 20;
/// Segments below this number of products are merged with each other, whatever their sizes.
const SMALL_SEGMENT: u32 = 2_000;
/// Segments of similar size are merged once there are this many.
const MERGED_TOGETHER: usize = 4;
/// A segment is rewritten when more than this share of its products was deleted or replaced.
const MAX_DELETED: f32 = 0.2;

/// Known counts are updated after a commit of at most this many changes. After more, products are counted again.
const MAX_COUNTED_CHANGES: usize = 300;
/// Attempts to merge all segments into one.
const MAX_MERGES: usize = 5;

/// The index, for readers. Cheap to clone.
#[derive(Clone)]
pub struct CatalogIndex(Arc<RwLock<Arc<Snapshot>>>);

impl CatalogIndex {
    /// The index as of the last commit.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The one writer of an index.
pub struct Writer {
    writer: IndexWriter,
    reader: IndexReader,
    fields: Fields,
    /// The folder of the files; `None` for an index in memory.
    folder: Option<PathBuf>,
    changed: Mutex<Changed>,
    index: CatalogIndex,
}

/// The products that were changed since the last commit.
#[derive(Default)]
struct Changed {
    products: HashSet<Uuid>,
    /// Whether more products were changed than `products` holds.
    are_too_many: bool,
}

impl Writer {
    /// Opens the index in a folder. It continues after its last commit; an index of another schema, or one that cannot
    /// be read, is deleted. So is one that was not closed before the machine was started again: files are not synced,
    /// because an index can be built anew at any time.
    ///
    /// # Errors
    /// The folder cannot be written, or another process has opened it.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        fs::create_dir_all(folder)?;
        let boot = files::current_boot();
        if files::is_complete(folder, boot.as_deref()) {
            match Self::continued(folder) {
                Ok(Some(writer)) => {
                    files::mark_open(folder, boot.as_deref())?;
                    return Ok(writer);
                }
                Err(Error::Tantivy(error @ TantivyError::LockFailure(..))) => return Err(error.into()),
                Ok(None) | Err(_) => {}
            }
        }
        // The lock prevents the deletion of another writer's files.
        let lock = lock(folder)?;
        files::mark_open(folder, boot.as_deref())?;
        files::delete_all(folder)?;
        drop(lock);
        let (schema, fields) = Fields::schema();
        let directory = UnsyncedDirectory::open(folder).map_err(TantivyError::from)?;
        // The index stores no documents, so it needs no thread that compresses them.
        let settings =
            IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() };
        let index = Index::create(directory, schema, settings)?;
        Self::of(&index, fields, Some(folder), None)
    }

    /// Makes an index in memory, which ends with the process.
    ///
    /// # Errors
    /// tantivy fails.
    pub fn in_memory() -> Result<Self, Error> {
        let (schema, fields) = Fields::schema();
        Self::of(&Index::create_in_ram(schema), fields, None, None)
    }

    fn continued(folder: &Path) -> Result<Option<Self>, Error> {
        let directory = UnsyncedDirectory::open(folder).map_err(TantivyError::from)?;
        let (schema, fields) = Fields::schema();
        if !Index::exists(&directory).map_err(TantivyError::from)? {
            return Ok(None);
        }
        let index = Index::open(directory)?;
        let Some(payload) = index.load_metas()?.payload else { return Ok(None) };
        let commit: Commit = serde_json::from_str(&payload)?;
        if index.schema() != schema || commit.schema != schema::VERSION {
            return Ok(None);
        }
        Self::of(&index, fields, Some(folder), Some(commit)).map(Some)
    }

    fn of(
        index: &Index,
        fields: Fields,
        folder: Option<&Path>,
        commit: Option<Commit>,
    ) -> Result<Self, Error> {
        let options = IndexWriterOptions::builder()
            .memory_budget_per_thread(WRITER_MEMORY)
            .num_worker_threads(1)
            .num_merge_threads(1)
            .build();
        let writer: IndexWriter = index.writer_with_options(options)?;
        let mut policy = LogMergePolicy::default();
        policy.set_min_layer_size(SMALL_SEGMENT);
        policy.set_min_num_segments(MERGED_TOGETHER);
        policy.set_del_docs_ratio_before_merge(MAX_DELETED);
        writer.set_merge_policy(Box::new(policy));
        let reader: IndexReader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let snapshot = Snapshot::new(&reader.searcher(), &fields, None, None, commit)?;
        let index = CatalogIndex(Arc::new(RwLock::new(Arc::new(snapshot))));
        Ok(Self {
            writer,
            reader,
            fields,
            folder: folder.map(Path::to_owned),
            changed: Mutex::default(),
            index,
        })
    }

    /// The index, for readers.
    #[must_use]
    pub fn index(&self) -> CatalogIndex {
        self.index.clone()
    }

    /// The last commit's position; `None` before the first commit.
    #[must_use]
    pub fn position(&self) -> Option<u64> {
        self.index.snapshot().commit().map(|commit| commit.position)
    }

    /// Adds a product, or replaces it. Readers see it after the next commit.
    ///
    /// # Errors
    /// tantivy fails.
    pub fn put(&self, product: &Document) -> Result<(), Error> {
        self.delete(product.id);
        self.put_new(product)
    }

    /// Adds a product that the index does not have yet. Used to build the index.
    ///
    /// # Errors
    /// tantivy fails.
    pub fn put_new(&self, product: &Document) -> Result<(), Error> {
        self.note_change(product.id);
        self.writer.add_document(self.fields.document(product))?;
        Ok(())
    }

    /// Deletes a product, if the index has it.
    pub fn delete(&self, product: Uuid) {
        self.note_change(product);
        self.writer.delete_term(self.fields.id_term(product));
    }

    fn note_change(&self, product: Uuid) {
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        if changed.products.len() < MAX_COUNTED_CHANGES {
            changed.products.insert(product);
        } else if !changed.products.contains(&product) {
            changed.are_too_many = true;
        }
    }

    /// Drops the changes since the last commit.
    ///
    /// # Errors
    /// tantivy fails.
    pub fn rollback(&mut self) -> Result<(), Error> {
        self.writer.rollback()?;
        *self.changed.lock().unwrap_or_else(PoisonError::into_inner) = Changed::default();
        Ok(())
    }

    /// Commits all changes with the position up to which they are complete, and shows them to readers.
    ///
    /// # Errors
    /// The files cannot be written. The changes since the last commit are then lost: open the index again.
    pub fn commit(&mut self, position: u64) -> Result<(), Error> {
        let commit = Commit { position, schema: schema::VERSION };
        let payload = serde_json::to_string(&commit)?;
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(&payload);
        prepared.commit()?;
        let changed = std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner));
        let products: Vec<Uuid> = changed.products.into_iter().collect();
        self.show((!changed.are_too_many).then_some(&products), Some(commit))
    }

    /// Shows readers the present segments, also after a merge. `changed`: the products that changed, if known.
    fn show(&self, changed: Option<&[Uuid]>, commit: Option<Commit>) -> Result<(), Error> {
        self.reader.reload()?;
        let before = self.index.snapshot();
        let snapshot = Snapshot::new(&self.reader.searcher(), &self.fields, Some(&before), changed, commit)?;
        *self.index.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
        Ok(())
    }

    /// Merges all segments into one after a build, and waits for it. Gives up when merges in the background interfere:
    /// the index is correct with any number of segments.
    ///
    /// # Errors
    /// The files cannot be written.
    pub fn merge_all(&mut self) -> Result<(), Error> {
        for _ in 0..MAX_MERGES {
            let segments = self.writer.index().searchable_segment_ids()?;
            // A merge in the background may have replaced these segments meanwhile.
            if segments.len() <= 1 || self.writer.merge(&segments).wait().is_ok() {
                break;
            }
        }
        self.show(Some(&[]), self.index.snapshot().commit().cloned())
    }

    /// Waits for merges, writes all files to the disk and closes the index, so that it can be used after the machine's
    /// next start.
    ///
    /// # Errors
    /// The files cannot be written.
    pub fn close(self) -> Result<(), Error> {
        self.writer.wait_merging_threads()?;
        if let Some(folder) = &self.folder {
            // If another writer has opened the index meanwhile, its files are not complete.
            let _lock = lock(folder)?;
            files::mark_closed(folder)?;
        }
        Ok(())
    }
}

fn lock(folder: &Path) -> Result<DirectoryLock, TantivyError> {
    let directory = UnsyncedDirectory::open(folder)?;
    directory.acquire_lock(&INDEX_WRITER_LOCK).map_err(|error| TantivyError::LockFailure(error, None))
}
