//! Sorts segments in the orders that lists request: small ones at once, large ones in the background, one after the
//! other. Until a large segment is sorted, lists read all its products.

use std::{
    sync::{Arc, Weak, mpsc},
    thread,
};

use tantivy::DocId;

use crate::{
    Error,
    dictionaries::Dictionaries,
    filter::{Filter, Test},
    order::{Order, Place},
    segment::SegmentData,
};

/// A list sorts segments of at most this many products itself, in about a millisecond.
const SORTED_AT_ONCE: usize = 8_192;
/// A large segment is sorted in an order when this many lists have requested the order. Sorting takes about as long as
/// 30 lists that read all products, so a rare order must not cause it.
const LISTS_BEFORE_SORTING: u32 = 4;

/// Sorts large segments on a thread that ends with the sorter.
pub(crate) struct Sorter(mpsc::Sender<(Weak<SegmentData>, Order)>);

impl Sorter {
    pub(crate) fn start() -> Result<Self, Error> {
        let (sender, receiver) = mpsc::channel::<(Weak<SegmentData>, Order)>();
        thread::Builder::new().name("catalog-index-sorter".to_owned()).spawn(move || {
            for (segment, order) in receiver {
                // A segment that was merged into another one meanwhile is left alone.
                if let Some(segment) = segment.upgrade() {
                    sort(&segment, &order);
                }
            }
        })?;
        Ok(Self(sender))
    }

    /// The products in an order that does not depend on the filter; `None` while they are not sorted.
    pub(crate) fn sorted(&self, segment: &Arc<SegmentData>, order: &Order) -> Option<Arc<[DocId]>> {
        match segment.permutations.ask(order.sorts()) {
            Ok(products) => Some(products),
            Err(_) if segment.rows.len() <= SORTED_AT_ONCE => Some(sort(segment, order)),
            Err(lists) => {
                if lists == LISTS_BEFORE_SORTING {
                    // Without the thread, lists go on reading all products.
                    drop(self.0.send((Arc::downgrade(segment), order.clone())));
                }
                None
            }
        }
    }
}

/// Sorts the products and keeps them.
fn sort(segment: &SegmentData, order: &Order) -> Arc<[DocId]> {
    let products: Arc<[DocId]> = products_by(segment, order).into();
    segment.permutations.keep(order.sorts(), products.clone());
    products
}

fn products_by(segment: &SegmentData, order: &Order) -> Vec<DocId> {
    let test = Test::new(&Filter::default(), &Dictionaries::default());
    let place = |product: DocId| Place::new(segment, &test, product);
    // Most products differ in the first parts of their keys, which are read once and not for each comparison.
    let mut keys: Vec<([u64; 2], DocId)> = (0..)
        .zip(&segment.rows)
        .map(|(product, _)| ([0, 1].map(|part| order.part(part, place(product))), product))
        .collect();
    keys.sort_unstable_by(|(one, a), (other, b)| {
        one.cmp(other).then_with(|| order.compare_places(place(*a), place(*b)))
    });
    keys.into_iter().map(|(_, product)| product).collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use uuid::Uuid;

    use super::*;
    use crate::{
        document::Document,
        sorts::{Sort, SortKey},
        writer::Writer,
    };

    #[test]
    fn a_large_segment_is_sorted_once_lists_have_asked_for_it() {
        let mut writer = Writer::in_memory().expect("an index");
        for number in 0..=SORTED_AT_ONCE as i64 {
            let product = Document {
                id: Uuid::from_u128(number.cast_unsigned().into()),
                version: 1,
                name: String::new(),
                description: String::new(),
                category: String::new(),
                subcategory: String::new(),
                tags: Vec::new(),
                merchant: Uuid::nil(),
                price: number * 7 % 11,
                organic: false,
                in_stock: true,
                can_pickup: true,
                can_deliver: true,
                featured: false,
                harvested_on: 0,
                listed_at: number * 5 % 13,
                views: 0,
                popularity: 0,
                rating: 0.0,
            };
            writer.put_new(&product).expect("indexed");
        }
        writer.commit(1).expect("committed");
        let snapshot = writer.index().snapshot();
        let segment = &snapshot.segments[0].data;
        let order = Order::new(&[Sort { key: SortKey::Price, descending: true }], &Filter::default());
        for _ in 0..LISTS_BEFORE_SORTING {
            assert!(snapshot.sorter.sorted(segment, &order).is_none());
        }
        let began = Instant::now();
        let sorted = loop {
            if let Some(sorted) = snapshot.sorter.sorted(segment, &order) {
                break sorted;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "the segment is not sorted");
            thread::sleep(Duration::from_millis(5));
        };
        let mut expected: Vec<DocId> = (0..segment.rows.len() as DocId).collect();
        expected.sort_by_key(|product| {
            let place = *product as usize;
            std::cmp::Reverse((
                segment.rows[place].price,
                segment.listed_at[place],
                std::cmp::Reverse(*product),
            ))
        });
        assert_eq!(*sorted, *expected);
    }
}
