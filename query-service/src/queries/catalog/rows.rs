//! Keeps products of the view in memory. The task that follows the view reports which have changed. While the task is
//! silent for longer than [`MAX_SILENCE`], every product is read from the database.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    num::NonZeroUsize,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use lru::LruCache;
use serde_json::value::{RawValue, to_raw_value};
use uuid::Uuid;

use super::{Point, product_row::ProductRow};

/// The number of products in memory, of about four kilobytes each.
const MAX_ROWS: NonZeroUsize = NonZeroUsize::new(4_000).expect("it is not 0");
/// The number of changes that are remembered. A row that was read before all of them is not kept.
const MAX_CHANGES: usize = 20_000;
/// How long the task may be silent. It polls the view each second.
const MAX_SILENCE: Duration = Duration::from_secs(3);

/// Products in memory. Cloning is cheap.
#[derive(Clone)]
pub(super) struct Rows(Arc<Mutex<Kept>>);

/// A product in memory.
#[derive(Debug)]
pub(super) struct KnownProduct {
    pub(super) row: ProductRow,
    /// The public product, without a distance.
    pub(super) json: Box<RawValue>,
    /// The places in `json` of the two `null`s that stand for the distance of the merchant and of the product.
    distances: [usize; 2],
}

/// A moment in the history of changes: rows that are read later include all changes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// How often the task has begun. Numbers of changes are compared only within one run.
    run: u64,
    /// The number of the last change.
    number: i64,
}

struct Kept {
    rows: LruCache<Uuid, Arc<KnownProduct>>,
    /// The last changes of products and merchants, by id.
    changes: HashMap<Uuid, i64>,
    /// Changes up to this number are no longer remembered.
    forgotten: i64,
    now: Moment,
    confirmed: Option<Instant>,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(Kept {
            rows: LruCache::new(MAX_ROWS),
            changes: HashMap::new(),
            forgotten: 0,
            now: Moment { run: 0, number: 0 },
            confirmed: None,
        })))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets all products: changes are known from this number on.
    pub(super) fn start(&self, number: i64) {
        let kept = &mut *self.kept();
        kept.rows.clear();
        kept.changes.clear();
        kept.forgotten = number;
        kept.now = Moment { run: kept.now.run + 1, number };
        kept.confirmed = None;
    }

    /// Trusts the products in memory for [`MAX_SILENCE`].
    pub(super) fn confirm(&self) {
        self.kept().confirmed = Some(Instant::now());
    }

    /// Forgets these products and all products of these merchants. They changed; `number` is the number of the last
    /// change.
    pub(super) fn forget(&self, products: &HashSet<Uuid>, merchants: &HashSet<Uuid>, number: i64) {
        let kept = &mut *self.kept();
        for product in products {
            kept.rows.pop(product);
        }
        if !merchants.is_empty() {
            let of_merchants =
                kept.rows.iter().filter(|(_, known)| merchants.contains(&known.row.merchant_id()));
            let gone: Vec<Uuid> = of_merchants.map(|(id, _)| *id).collect();
            for product in gone {
                kept.rows.pop(&product);
            }
        }
        if kept.changes.len() > MAX_CHANGES {
            kept.changes.clear();
            kept.forgotten = kept.now.number;
        }
        kept.changes.extend(products.iter().chain(merchants).map(|id| (*id, number)));
        kept.now.number = number;
    }

    /// The products that are in memory, and the moment after which the others are read. `None`: all must be read.
    pub(super) fn known(&self, ids: &[Uuid]) -> Option<(HashMap<Uuid, Arc<KnownProduct>>, Moment)> {
        let kept = &mut *self.kept();
        let is_fresh = kept.confirmed.is_some_and(|at| at.elapsed() <= MAX_SILENCE);
        is_fresh.then(|| {
            let known = ids.iter().filter_map(|id| Some((*id, kept.rows.get(id)?.clone())));
            (known.collect(), kept.now)
        })
    }

    /// Keeps a product that was read after this moment, unless it has changed since.
    pub(super) fn keep(&self, known: &Arc<KnownProduct>, since: Moment) {
        let kept = &mut *self.kept();
        let is_unchanged = |id: &Uuid| kept.changes.get(id).is_none_or(|number| *number <= since.number);
        let (product, merchant) = (known.row.product_id, known.row.merchant_id());
        if since.run == kept.now.run
            && since.number >= kept.forgotten
            && is_unchanged(&product)
            && is_unchanged(&merchant)
        {
            kept.rows.put(product, known.clone());
        }
    }
}

/// The JSON member of a distance without a place. It cannot occur inside a text, where the quotes would be escaped.
const NO_DISTANCE: &str = "\"distance\":null";
const NULL: &str = "null";

impl KnownProduct {
    pub(super) fn new(row: ProductRow) -> Self {
        let json = to_raw_value(&row.clone().seen_from(None)).expect("a product is JSON");
        let found: Vec<usize> = json.get().match_indices(NO_DISTANCE).map(|(at, _)| at).collect();
        let ends = NO_DISTANCE.len() - NULL.len();
        let distances = <[usize; 2]>::try_from(found).expect("the address and the product have one each");
        Self { row, json, distances: distances.map(|at| at + ends) }
    }

    /// The public product with its distance from this place.
    pub(super) fn json_from(&self, place: Point) -> Cow<'_, RawValue> {
        let Some(miles) = self.row.merchant.distance_from(place) else { return Cow::Borrowed(&self.json) };
        let (json, [first, second]) = (self.json.get(), self.distances);
        let miles = serde_json::to_string(&miles).expect("a number is JSON");
        let parts = [&json[..first], &json[first + NULL.len()..second], &json[second + NULL.len()..]];
        Cow::Owned(RawValue::from_string(parts.join(&miles)).expect("a number replaces null"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        queries::loader::Keyed,
        testing::{Goods, Market},
    };

    /// A product of a market, with the ids of itself and of its merchant.
    async fn product() -> (Arc<KnownProduct>, [Uuid; 2]) {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let id = market.product(&farm, Goods::default()).await.uuid();
        market.settled().await;
        let mut connection = market.database().acquire().await.expect("a connection");
        let row = ProductRow::by_ids(&mut connection, &[id]).await.expect("rows").remove(&id);
        (Arc::new(KnownProduct::new(row.expect("the product"))), [id, farm.id.uuid()])
    }

    fn moment(rows: &Rows) -> Moment {
        rows.known(&[]).expect("the task is heard of").1
    }

    fn has(rows: &Rows, id: Uuid) -> bool {
        rows.known(&[id]).expect("the task is heard of").0.contains_key(&id)
    }

    #[tokio::test]
    async fn a_product_is_kept_until_it_or_its_merchant_changes() {
        let (known, [id, merchant]) = product().await;
        let rows = Rows::new();
        assert!(rows.known(&[id]).is_none(), "before the task has begun");
        rows.start(7);
        assert!(rows.known(&[id]).is_none(), "before it has confirmed anything");
        rows.confirm();
        for (number, changed) in
            [([id].into(), HashSet::new()), (HashSet::new(), [merchant].into())].into_iter().enumerate()
        {
            rows.keep(&known, moment(&rows));
            assert!(has(&rows, id));
            let (products, merchants): (HashSet<Uuid>, HashSet<Uuid>) = changed;
            rows.forget(&products, &merchants, 8 + i64::try_from(number).expect("a small number"));
            assert!(!has(&rows, id));
        }
        rows.keep(&known, moment(&rows));
        rows.start(20);
        rows.confirm();
        assert!(!has(&rows, id), "another build may serve");
    }

    #[tokio::test]
    async fn a_row_that_was_read_before_a_change_is_not_kept() {
        let (known, [id, merchant]) = product().await;
        let rows = Rows::new();
        rows.start(7);
        rows.confirm();
        for (number, changed) in [(8, id), (9, merchant)] {
            let before = moment(&rows);
            rows.forget(&[changed].into(), &HashSet::new(), number);
            rows.keep(&known, before);
            assert!(!has(&rows, id));
        }
        let before = moment(&rows);
        rows.start(3);
        rows.confirm();
        rows.keep(&known, before);
        assert!(!has(&rows, id), "numbers of another run are not compared");
    }
}
