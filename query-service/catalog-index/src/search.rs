//! A search: the products of a page, and the counts of the filter.

use std::{cell::RefCell, sync::Arc};

use tantivy::DocId;
use uuid::Uuid;

use crate::{
    Error,
    counted::Counted,
    counts::{Counter, Counts},
    filter::{Filter, Test},
    matching::Scratch,
    order::{Cursor, First, Key, Order, Place, Value},
    snapshot::{Segment, Snapshot},
    sorts::Sort,
};

/// The requested part of the sorted products.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The maximum number of products.
    pub limit: usize,
    /// The number of products to skip.
    pub offset: usize,
    /// Only the products after this place. A cursor of another order is ignored.
    pub after: Option<Cursor>,
}

/// The answer to a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The page's products in their order.
    pub hits: Vec<Hit>,
    /// The cursor of the next page, if there is one.
    pub next: Option<Cursor>,
    /// The counts, if the search requested them.
    pub counts: Option<Arc<Counts>>,
}

/// A product that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The product.
    pub id: Uuid,
    /// The version of its row when it was indexed.
    pub version: u64,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Runs `use_it` with this thread's memory for searches.
pub(crate) fn with_scratch<T>(use_it: impl FnOnce(&mut Scratch) -> T) -> T {
    SCRATCH.with_borrow_mut(use_it)
}

impl Snapshot {
    /// Finds a page of the matching products. With `counts`, also counts the total and the facets, for which products
    /// that fail one facet must be visited. The counts of a filter without words are kept.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn search(&self, filter: &Filter, sorts: &[Sort], page: &Page, counts: bool) -> Result<Found, Error> {
        with_scratch(|scratch| Search::new(self, filter, sorts, page, counts).run(scratch))
    }
}

/// A search while it visits the segments.
pub(crate) struct Search<'a> {
    snapshot: &'a Snapshot,
    pub(crate) filter: &'a Filter,
    page: &'a Page,
    pub(crate) test: Arc<Test>,
    pub(crate) order: Order,
    /// The filter's counts, if they are known.
    counted: Option<Arc<Counted>>,
    /// Whether the answer has counts.
    counts: bool,
    /// Counts the products; present if the answer needs counts that are not known yet.
    counter: Option<Counter>,
    pub(crate) first: First,
    /// The first products of the segments visited so far: key values that are comparable between segments, number of
    /// the segment, and product.
    ranked: Vec<(Vec<Value>, u32, DocId)>,
    /// The number of products to find: one more than the page needs, to know whether there is a next page.
    pub(crate) wanted: usize,
}

impl<'a> Search<'a> {
    fn new(snapshot: &'a Snapshot, filter: &'a Filter, sorts: &[Sort], page: &'a Page, counts: bool) -> Self {
        let wanted =
            if page.limit == 0 { 0 } else { page.offset.saturating_add(page.limit).saturating_add(1) };
        let known = &snapshot.known;
        let counted = if filter.terms.is_none() { snapshot.counted.get(filter) } else { None };
        let test = match &counted {
            Some(counted) => counted.test.clone(),
            None => Arc::new(Test::new(filter, known)),
        };
        let counter = (counts && counted.is_none()).then(|| Counter::new(known, filter.category.is_some()));
        Self {
            snapshot,
            filter,
            page,
            test,
            order: Order::new(sorts, filter),
            counted,
            counts,
            counter,
            first: First::new(wanted),
            ranked: Vec::new(),
            wanted,
        }
    }

    /// The number of matching products, if it is known.
    pub(crate) fn total(&self) -> Option<u64> {
        self.counted.as_ref().map(|counted| counted.total())
    }

    /// How many products the index has.
    pub(crate) fn products(&self) -> u64 {
        self.snapshot.len()
    }

    fn run(mut self, scratch: &mut Scratch) -> Result<Found, Error> {
        if self.counter.is_some() || self.wanted > 0 && self.total() != Some(0) {
            self.visit_segments(scratch)?;
        }
        let (order, wanted) = (&self.order, self.wanted);
        self.ranked.sort_unstable_by(|(one, ..), (other, ..)| order.compare_values(one, other));
        self.ranked.truncate(wanted);
        let shown = self.page.offset.saturating_add(self.page.limit);
        let goes_on = self.ranked.len() > shown;
        self.ranked.truncate(shown);
        let next = match self.ranked.last() {
            Some((values, ..)) if goes_on => Some(self.order.cursor(values.clone())),
            _ => None,
        };
        let hits = self.ranked.iter().skip(self.page.offset).map(|(_, segment, product)| {
            let data = &self.snapshot.segments[*segment as usize].data;
            Hit { id: data.id_of(*product), version: data.version.get_val(*product) }
        });
        Ok(Found { hits: hits.collect(), next, counts: self.all_counts() })
    }

    fn visit_segments(&mut self, scratch: &mut Scratch) -> Result<(), Error> {
        let snapshot = self.snapshot;
        for (number, segment) in (0..).zip(&snapshot.segments) {
            let after = match &self.page.after {
                Some(cursor) => self.order.key_of(cursor, &segment.data)?,
                None => None,
            };
            let is_listed =
                self.counter.is_none() && self.list(number, segment, after.as_ref(), &snapshot.sorter);
            if !is_listed {
                self.find(segment, scratch)?;
                self.visit(number, segment, scratch, after.as_ref());
            }
            if !self.order.is_global() {
                self.rank()?;
            }
        }
        self.rank()
    }

    /// The counts, if the search requested them. New counts of a filter without words are kept.
    fn all_counts(&mut self) -> Option<Arc<Counts>> {
        let known = &self.snapshot.known;
        if let Some(counter) = self.counter.take() {
            if self.filter.terms.is_some() {
                return Some(Arc::new(counter.counts(known)));
            }
            let counted = Counted::new(self.test.clone(), counter);
            self.counted = Some(self.snapshot.counted.keep(self.filter, counted));
        }
        self.counted.as_ref().filter(|_| self.counts).map(|counted| counted.counts(known))
    }

    /// Finds the segment's products that may match.
    fn find(&self, segment: &Segment, scratch: &mut Scratch) -> Result<(), Error> {
        let data = &segment.data;
        if let Some(terms) = &self.filter.terms {
            scratch.find(segment, terms)?;
        } else if let Some(merchant) = self.test.merchant() {
            scratch.take(segment, merchant.iter().map(|merchant| data.merchants.of(*merchant)));
        } else if self.filter.featured {
            scratch.take(segment, std::iter::once(data.featured.as_slice()));
        } else if self.filter.nearby.is_some() {
            scratch.take(segment, self.test.near().iter().map(|(_, merchant)| data.merchants.of(*merchant)));
        } else {
            scratch.all(segment);
        }
        Ok(())
    }

    /// Counts and ranks the products that [`Search::find`] has found.
    fn visit(&mut self, number: u32, segment: &Segment, scratch: &Scratch, after: Option<&Key>) {
        let Self { test, order, counter, first, wanted, .. } = self;
        let (test, order) = (&**test, &*order);
        let data = &*segment.data;
        let has_deletes = segment.has_deletes();
        let is_ranked = *wanted > 0;
        scratch.matching.each(|product| {
            if has_deletes && segment.is_deleted(product) {
                return;
            }
            let row = &data.rows[product as usize];
            if !test.is_in_scope(row) {
                return;
            }
            let failed = test.failed(row);
            if let Some(counter) = counter.as_mut() {
                counter.count(row, failed);
            }
            if failed != 0 || !is_ranked {
                return;
            }
            let place = Place { score: scratch.score(product, row.boost), ..Place::new(data, test, product) };
            if after.is_none_or(|after| order.compare(place, after).is_gt()) {
                first.offer(order, number, place);
            }
        });
    }

    /// Converts the keys of the first products into values that are comparable between segments.
    fn rank(&mut self) -> Result<(), Error> {
        for (key, segment, product) in self.first.take() {
            let data = &self.snapshot.segments[segment as usize].data;
            self.ranked.push((self.order.values(&key, data)?, segment, product));
        }
        Ok(())
    }
}
