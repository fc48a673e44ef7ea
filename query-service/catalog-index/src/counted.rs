//! Keeps the counts of filters without search words, because many lists use the same filters.
//!
//! A snapshot does not change, so its counts stay exact. The next snapshot continues with them: a commit changes few
//! products, so each of them is subtracted as it was and added as it is now.

use std::{
    hash::{Hash, Hasher},
    num::NonZeroUsize,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use lru::LruCache;

use crate::{
    counts::{Counter, Counts, has_price},
    dictionaries::Dictionaries,
    filter::{Filter, Test},
    segment::Row,
};

/// The most filters whose counts a snapshot keeps. Each takes about 8 KB, and a filter near a place 8 bytes more for
/// each merchant.
const MAX_FILTERS: NonZeroUsize = NonZeroUsize::new(256).unwrap();

/// The counts of a filter.
pub(crate) struct Counted {
    pub(crate) test: Arc<Test>,
    counter: Counter,
    counts: OnceLock<Arc<Counts>>,
}

impl Counted {
    pub(crate) const fn new(test: Arc<Test>, counter: Counter) -> Self {
        Self { test, counter, counts: OnceLock::new() }
    }

    pub(crate) fn counts(&self, known: &Dictionaries) -> Arc<Counts> {
        self.counts.get_or_init(|| Arc::new(self.counter.counts(known))).clone()
    }

    pub(crate) fn total(&self) -> u64 {
        self.counter.total()
    }

    /// The counts after these changes; `None` when all products must be counted again. `test`: the filter's new test,
    /// if there are new categories, subcategories or merchants.
    fn after(
        self: &Arc<Self>,
        changes: &[Change],
        known: &Dictionaries,
        test: Option<Arc<Test>>,
    ) -> Option<Arc<Self>> {
        let is_grown = test.is_some();
        let test = test.unwrap_or_else(|| self.test.clone());
        let counted =
            |row: Option<Row>| row.filter(|row| test.is_in_scope(row)).map(|row| (row, test.failed(&row)));
        let changes = changes.iter().map(|change| (counted(change.before), counted(change.after)));
        let mut changes = changes.filter(|(before, after)| before != after).peekable();
        if changes.peek().is_none() && !is_grown {
            return Some(self.clone());
        }
        let mut counter = self.counter.clone();
        counter.grow(known);
        for (before, after) in changes {
            if let Some((row, failed)) = before {
                let price_stays = has_price(failed)
                    && after.is_some_and(|(after, failed)| has_price(failed) && after.price == row.price);
                if !counter.take_back(&row, failed) && !price_stays {
                    return None;
                }
            }
            if let Some((row, failed)) = after {
                counter.count(&row, failed);
            }
        }
        Some(Arc::new(Self::new(test, counter)))
    }
}

/// A product that a commit changed, as it was and as it is.
pub(crate) struct Change {
    pub(crate) before: Option<Row>,
    pub(crate) after: Option<Row>,
}

/// The counts of the filters that were used last.
pub(crate) struct CountedFilters(Mutex<LruCache<Key, Arc<Counted>>>);

impl Default for CountedFilters {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MAX_FILTERS)))
    }
}

impl CountedFilters {
    pub(crate) fn get(&self, filter: &Filter) -> Option<Arc<Counted>> {
        self.lock(|kept| kept.get(&Key(filter.clone())).cloned())
    }

    pub(crate) fn keep(&self, filter: &Filter, counted: Counted) -> Arc<Counted> {
        let counted = Arc::new(counted);
        self.lock(|kept| kept.put(Key(filter.clone()), counted.clone()));
        counted
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock(|kept| kept.is_empty())
    }

    /// The counts after these changes, without filters that must be counted again. `is_grown`: there are new
    /// categories, subcategories or merchants.
    pub(crate) fn after(&self, changes: &[Change], known: &Dictionaries, is_grown: bool) -> Self {
        // Begins with the least recently used filter, so that the order of use stays.
        let before: Vec<(Key, Arc<Counted>)> = self
            .lock(|kept| kept.iter().rev().map(|(key, counted)| (key.clone(), counted.clone())).collect());
        let after = Self::default();
        for (key, counted) in before {
            let test = is_grown.then(|| Arc::new(Test::new(&key.0, known)));
            if let Some(counted) = counted.after(changes, known, test) {
                after.lock(|kept| kept.put(key, counted));
            }
        }
        after
    }

    fn lock<T>(&self, use_it: impl FnOnce(&mut LruCache<Key, Arc<Counted>>) -> T) -> T {
        use_it(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A filter without words as a key.
#[derive(Clone)]
struct Key(Filter);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        // Every member is named, so that a new one is not forgotten.
        let Filter {
            terms,
            category,
            subcategory,
            merchant,
            min_price,
            max_price,
            organic,
            in_stock,
            way,
            featured,
            nearby,
        } = &self.0;
        let other = &other.0;
        let is_same_place = match (nearby, &other.nearby) {
            (None, None) => true,
            (Some(one), Some(other)) => {
                Arc::ptr_eq(one, other)
                    || one.len() == other.len()
                        && one.iter().zip(other.iter()).all(|((one, miles), (other, other_miles))| {
                            one == other && miles.to_bits() == other_miles.to_bits()
                        })
            }
            _ => false,
        };
        is_same_place
            && (category, subcategory, merchant) == (&other.category, &other.subcategory, &other.merchant)
            && (min_price, max_price, featured) == (&other.min_price, &other.max_price, &other.featured)
            && (organic, in_stock, way) == (&other.organic, &other.in_stock, &other.way)
            && *terms == other.terms
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let filter = &self.0;
        (&filter.category, &filter.subcategory, &filter.merchant).hash(state);
        (filter.min_price, filter.max_price, filter.featured).hash(state);
        (filter.organic, filter.in_stock, filter.way).hash(state);
        // The nearest and the farthest merchant tell places apart. Hashing all merchants would take longer than the
        // list.
        if let Some(nearby) = &filter.nearby {
            nearby.len().hash(state);
            for (merchant, miles) in nearby.first().into_iter().chain(nearby.last()) {
                (merchant, miles.to_bits()).hash(state);
            }
        }
    }
}
