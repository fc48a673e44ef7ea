//! A search: the products of a page, and the counts of the filter.

use std::cell::RefCell;

use tantivy::DocId;
use uuid::Uuid;

use crate::{
    Error,
    counts::{Counter, Counts},
    filter::{Filter, Test},
    matching::Scratch,
    order::{Cursor, First, Key, Order, Place, Sort, Value},
    snapshot::{Segment, Snapshot},
};

/// The part of an order that is wanted.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The most products.
    pub limit: usize,
    /// Products of the order that are left out.
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
    /// The counts, unless the search was without.
    pub counts: Option<Counts>,
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
    /// A page of the matching products. `counts`: whether to count facets and total, which costs a visit of products
    /// that fail one facet.
    ///
    /// # Errors
    /// Those of reading the index.
    pub fn search(&self, filter: &Filter, sorts: &[Sort], page: &Page, counts: bool) -> Result<Found, Error> {
        with_scratch(|scratch| Search::new(self, filter, sorts, page, counts).run(scratch))
    }
}

struct Search<'a> {
    snapshot: &'a Snapshot,
    filter: &'a Filter,
    page: &'a Page,
    test: Test,
    order: Order,
    counter: Option<Counter>,
    first: First,
    /// With what is comparable between segments.
    ranked: Vec<(Vec<Value>, u32, DocId)>,
    /// One more than the page shows, to know whether there is a next page.
    wanted: usize,
}

impl<'a> Search<'a> {
    fn new(snapshot: &'a Snapshot, filter: &'a Filter, sorts: &[Sort], page: &'a Page, counts: bool) -> Self {
        let wanted =
            if page.limit == 0 { 0 } else { page.offset.saturating_add(page.limit).saturating_add(1) };
        Self {
            snapshot,
            filter,
            page,
            test: Test::new(filter, &snapshot.known),
            order: Order::new(sorts, filter),
            counter: counts.then(|| Counter::new(&snapshot.known, filter.category.is_some())),
            first: First::new(wanted),
            ranked: Vec::new(),
            wanted,
        }
    }

    fn run(mut self, scratch: &mut Scratch) -> Result<Found, Error> {
        for (number, segment) in (0..).zip(&self.snapshot.segments) {
            self.find(segment, scratch)?;
            let after = match &self.page.after {
                Some(cursor) => self.order.key_of(cursor, &segment.data)?,
                None => None,
            };
            self.visit(number, segment, scratch, after.as_ref());
            if !self.order.is_global() {
                self.rank()?;
            }
        }
        self.rank()?;
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
        let counts = self.counter.as_ref().map(|counter| counter.counts(&self.snapshot.known));
        Ok(Found { hits: hits.collect(), next, counts })
    }

    /// Finds the segment's products in question.
    fn find(&self, segment: &Segment, scratch: &mut Scratch) -> Result<(), Error> {
        match (&self.filter.terms, self.filter.merchant, &self.filter.nearby) {
            (Some(terms), ..) => scratch.find(segment, terms),
            (None, Some(merchant), _) => scratch.of_merchants(segment, std::iter::once(&merchant)),
            (None, None, Some(nearby)) => {
                scratch.of_merchants(segment, nearby.iter().map(|(merchant, _)| merchant))
            }
            (None, None, None) => {
                scratch.all(segment);
                Ok(())
            }
        }
    }

    /// Counts and ranks the products in question.
    fn visit(&mut self, number: u32, segment: &Segment, scratch: &Scratch, after: Option<&Key>) {
        let Self { test, order, counter, first, wanted, .. } = self;
        let (test, order) = (&*test, &*order);
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
            let place = Place { data, row, test, product, score: scratch.score(product, row.boost) };
            if after.is_none_or(|after| order.compare(place, after).is_gt()) {
                first.offer(order, number, place);
            }
        });
    }

    /// Makes what was found comparable between segments.
    fn rank(&mut self) -> Result<(), Error> {
        for (key, segment, product) in self.first.take() {
            let data = &self.snapshot.segments[segment as usize].data;
            self.ranked.push((self.order.values(&key, data)?, segment, product));
        }
        Ok(())
    }
}
