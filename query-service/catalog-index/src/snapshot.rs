//! The index as of one commit.

use std::{collections::HashMap, sync::Arc};

use tantivy::{
    DocId, InvertedIndexReader, Searcher, SegmentReader, postings::BlockSegmentPostings,
    schema::IndexRecordOption,
};
use uuid::Uuid;

use crate::{
    Error,
    commit::Commit,
    counted::{Change, CountedFilters},
    dictionaries::Dictionaries,
    parts::Part,
    schema::Fields,
    segment::{Row, SegmentData},
    sorter::Sorter,
};

/// The index as of one commit. Cheap to clone by its `Arc`.
pub struct Snapshot {
    pub(crate) segments: Vec<Segment>,
    pub(crate) known: Arc<Dictionaries>,
    pub(crate) counted: Arc<CountedFilters>,
    pub(crate) sorter: Arc<Sorter>,
    products: u64,
    commit: Option<Commit>,
}

/// A segment with the products of this commit.
pub(crate) struct Segment {
    reader: SegmentReader,
    pub(crate) data: Arc<SegmentData>,
}

impl Snapshot {
    /// Reads the segments that the previous snapshot did not have. `changed`: the products in which the two snapshots
    /// differ, if known.
    pub(crate) fn new(
        searcher: &Searcher,
        fields: &Fields,
        before: Option<&Self>,
        changed: Option<&[Uuid]>,
        commit: Option<Commit>,
    ) -> Result<Self, Error> {
        let mut known = before.map(|before| before.known.clone()).unwrap_or_default();
        let mut segments = Vec::new();
        for reader in searcher.segment_readers().iter().filter(|reader| reader.num_docs() > 0) {
            let id = reader.segment_id();
            let opened = before.and_then(|before| before.segments.iter().find(|one| one.data.id == id));
            let data = match opened {
                Some(segment) => segment.data.clone(),
                None => Arc::new(SegmentData::open(reader, fields, &mut known)?),
            };
            segments.push(Segment { reader: reader.clone(), data });
        }
        let sorter = match before {
            Some(before) => before.sorter.clone(),
            None => Arc::new(Sorter::start()?),
        };
        let products = segments.iter().map(|segment: &Segment| u64::from(segment.reader.num_docs())).sum();
        let mut snapshot = Self { segments, known, counted: Arc::default(), sorter, products, commit };
        if let (Some(before), Some(changed)) = (before, changed) {
            snapshot.counted = snapshot.counted_after(before, changed)?;
        }
        Ok(snapshot)
    }

    /// The counts of the previous snapshot, updated by the products in which the two snapshots differ.
    fn counted_after(&self, before: &Self, changed: &[Uuid]) -> Result<Arc<CountedFilters>, Error> {
        if changed.is_empty() {
            return Ok(before.counted.clone());
        }
        if before.counted.is_empty() {
            return Ok(Arc::default());
        }
        let mut changes = Vec::with_capacity(changed.len());
        for id in changed {
            changes.push(Change { before: before.row_of(*id)?, after: self.row_of(*id)? });
        }
        let is_grown = !Arc::ptr_eq(&before.known, &self.known);
        Ok(Arc::new(before.counted.after(&changes, &self.known, is_grown)))
    }

    fn row_of(&self, id: Uuid) -> Result<Option<Row>, Error> {
        let mut row = None;
        for segment in &self.segments {
            segment.each_with(&segment.data.terms.id, id.as_bytes(), |product| {
                row = Some(segment.data.rows[product as usize]);
                false
            })?;
        }
        Ok(row)
    }

    /// The commit that this snapshot shows; `None` before the first commit.
    #[must_use]
    pub const fn commit(&self) -> Option<&Commit> {
        self.commit.as_ref()
    }

    /// How many products there are.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.products
    }

    /// Whether there are no products.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many segments the index has.
    #[must_use]
    pub const fn segments(&self) -> usize {
        self.segments.len()
    }

    /// The size of the segments' files.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| segment.data.bytes).sum()
    }

    /// The number of deleted or replaced products that the segments still contain.
    #[must_use]
    pub fn deleted(&self) -> u64 {
        self.segments.iter().map(|segment| u64::from(segment.reader.num_deleted_docs())).sum()
    }

    /// The version of this product; `None` when the index does not have it.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn version_of(&self, id: Uuid) -> Result<Option<u64>, Error> {
        let mut version = None;
        for segment in &self.segments {
            segment.each_with(&segment.data.terms.id, id.as_bytes(), |product| {
                version = Some(segment.data.version.get_val(product));
                true
            })?;
        }
        Ok(version)
    }

    /// The versions of all products.
    #[must_use]
    pub fn versions(&self) -> HashMap<Uuid, u64> {
        let products = self.segments.iter().flat_map(|segment| {
            let data = &segment.data;
            let there = (0..segment.max_doc()).filter(|product| !segment.is_deleted(*product));
            there.map(|product| (data.id_of(product), data.version.get_val(product)))
        });
        products.collect()
    }

    /// The number of products with this word of the vocabulary.
    pub(crate) fn products_with(&self, word: &str) -> Result<u64, Error> {
        let mut products = 0;
        for segment in &self.segments {
            segment.each_with(&segment.data.terms.word, word.as_bytes(), |_| {
                products += 1;
                true
            })?;
        }
        Ok(products)
    }

    /// Whether a product has this word or stem in this part.
    pub(crate) fn has(&self, part: Part, word: &str) -> Result<bool, Error> {
        let term = part.term(word);
        let mut found = false;
        for segment in &self.segments {
            segment.each_with(&segment.data.terms.part, term.as_bytes(), |_| {
                found = true;
                false
            })?;
            if found {
                break;
            }
        }
        Ok(found)
    }
}

impl Segment {
    pub(crate) fn max_doc(&self) -> DocId {
        self.reader.max_doc()
    }

    pub(crate) fn has_deletes(&self) -> bool {
        self.reader.has_deletes()
    }

    pub(crate) fn is_deleted(&self, product: DocId) -> bool {
        self.reader.is_deleted(product)
    }

    /// Visits the products with this term until `visit` returns false.
    pub(crate) fn each_with(
        &self,
        index: &InvertedIndexReader,
        term: &[u8],
        mut visit: impl FnMut(DocId) -> bool,
    ) -> Result<(), Error> {
        let Some(info) = index.terms().get(term)? else { return Ok(()) };
        let mut postings = index.read_block_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
        each(&mut postings, |product| self.is_deleted(product) || visit(product));
        Ok(())
    }
}

/// Visits all postings, including deleted products, until `visit` returns false.
#[inline]
pub(crate) fn each(postings: &mut BlockSegmentPostings, mut visit: impl FnMut(DocId) -> bool) {
    loop {
        let products = postings.docs();
        if products.is_empty() {
            return;
        }
        for product in products {
            if !visit(*product) {
                return;
            }
        }
        postings.advance();
    }
}
