//! Total orders of products, and cursors: places in an order from which a list continues.

use std::{cmp::Ordering, collections::BinaryHeap};

use serde::{Deserialize, Serialize};
use tantivy::DocId;

use crate::{
    Error,
    facts::fact,
    filter::{Filter, Test},
    segment::{Row, SegmentData},
    sorts::{Sort, SortKey},
};

/// The most parts of a key: one for each sort of a request (the usual order of lists has fewer), and two for the halves
/// of the id.
const MAX_KEYS: usize = 9;
/// Sold-out products stand behind all products in stock, as if they were this many miles away.
const SOLD_OUT_MILES: u64 = 1 << 32;

/// A product's place in an order; the smaller key comes first. A name is given by its place in the segment's
/// dictionary.
pub(crate) type Key = [u64; MAX_KEYS];

/// A part of a product's place in an order, comparable between segments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// A number; the smaller one comes first.
    Number(u64),
    /// A name.
    Text(String),
}

/// A product's place in an order, which clients carry from page to page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    sorts: Vec<Sort>,
    values: Vec<Value>,
}

/// A total order of the products that match a filter.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    sorts: Vec<Sort>,
}

impl Order {
    /// These sorts, as far as they apply to the filter. Ties are broken newest first, then by id.
    pub(crate) fn new(sorts: &[Sort], filter: &Filter) -> Self {
        let newest_first = Sort { key: SortKey::CreatedAt, descending: true };
        let mut used: Vec<Sort> = Vec::new();
        for sort in sorts.iter().chain([&newest_first]) {
            let applies = match sort.key {
                SortKey::Relevance => filter.terms.is_some(),
                SortKey::Distance | SortKey::Nearest => filter.nearby.is_some(),
                _ => true,
            };
            if applies && used.iter().all(|one| one.key != sort.key) {
                used.push(*sort);
            }
        }
        Self { sorts: used }
    }

    pub(crate) fn sorts(&self) -> &[Sort] {
        &self.sorts
    }

    /// Whether the order is the same for every filter.
    pub(crate) fn is_of_products(&self) -> bool {
        !self
            .sorts
            .iter()
            .any(|sort| matches!(sort.key, SortKey::Relevance | SortKey::Distance | SortKey::Nearest))
    }

    /// The first sort; there is always one.
    pub(crate) fn first(&self) -> Sort {
        self.sorts[0]
    }

    /// Whether keys of different segments can be compared.
    pub(crate) fn is_global(&self) -> bool {
        self.sorts.iter().all(|sort| sort.key != SortKey::Name)
    }

    const fn length(&self) -> usize {
        self.sorts.len() + 2
    }

    /// One part of a product's key.
    #[inline]
    pub(crate) fn part(&self, place: usize, at: Place<'_>) -> u64 {
        let Some(sort) = self.sorts.get(place) else {
            let (high, low) = at.data.id_parts(at.product);
            return if place == self.sorts.len() { high } else { low };
        };
        let value = match sort.key {
            SortKey::Relevance => fraction(f64::from(at.score)),
            SortKey::CreatedAt => whole(at.data.listed_at[at.product as usize]),
            SortKey::Price => whole(at.row.price),
            SortKey::Name => at.data.sort_names.place(at.product) * 2 + 1,
            SortKey::Rating => fraction(at.data.rating.get_val(at.product)),
            SortKey::Views => whole(at.data.views.get_val(at.product)),
            SortKey::Distance => fraction(at.test.miles_of(at.row)),
            SortKey::Available => sold_out(at.row),
            SortKey::Nearest => {
                let miles = whole_miles(at.test.miles_of(at.row)) + SOLD_OUT_MILES * sold_out(at.row);
                miles * 2 + u64::from(at.row.has(fact::CRAFTS))
            }
            SortKey::Harvested => whole(at.data.harvested_on.get_val(at.product)),
            SortKey::Mixed => at.data.id_parts(at.product).1,
        };
        if sort.descending { !value } else { value }
    }

    /// The smallest first part of the keys of products at this distance, in an order by distance.
    pub(crate) fn part_of_miles(&self, miles: f64) -> u64 {
        match self.first() {
            Sort { key: SortKey::Nearest, .. } => whole_miles(miles) * 2,
            Sort { descending: true, .. } => !fraction(miles),
            Sort { descending: false, .. } => fraction(miles),
        }
    }

    pub(crate) fn key(&self, at: Place<'_>) -> Key {
        let mut key = [0; MAX_KEYS];
        for (place, part) in key.iter_mut().enumerate().take(self.length()) {
            *part = self.part(place, at);
        }
        key
    }

    /// Whether a product comes before this key. Looks at no more parts than needed.
    #[inline]
    pub(crate) fn is_before(&self, at: Place<'_>, key: &Key) -> bool {
        self.compare(at, key) == Ordering::Less
    }

    #[inline]
    pub(crate) fn compare(&self, at: Place<'_>, key: &Key) -> Ordering {
        for (place, bound) in key.iter().enumerate().take(self.length()) {
            match self.part(place, at).cmp(bound) {
                Ordering::Equal => {}
                other => return other,
            }
        }
        Ordering::Equal
    }

    pub(crate) fn compare_places(&self, one: Place<'_>, other: Place<'_>) -> Ordering {
        let mut parts = (0..self.length()).map(|place| self.part(place, one).cmp(&self.part(place, other)));
        parts.find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// A key in the form that is comparable between segments.
    pub(crate) fn values(&self, key: &Key, data: &SegmentData) -> Result<Vec<Value>, Error> {
        let mut values = Vec::with_capacity(self.length());
        for (place, part) in key.iter().enumerate().take(self.length()) {
            values.push(match self.sorts.get(place) {
                Some(Sort { key: SortKey::Name, descending }) => {
                    let part = if *descending { !part } else { *part };
                    Value::Text(data.sort_names.text_at(part / 2)?)
                }
                _ => Value::Number(*part),
            });
        }
        Ok(values)
    }

    /// Compares the places of products in different segments.
    pub(crate) fn compare_values(&self, one: &[Value], other: &[Value]) -> Ordering {
        for (place, (one, other)) in one.iter().zip(other).enumerate() {
            let ordering = match (one, other) {
                (Value::Number(one), Value::Number(other)) => one.cmp(other),
                (Value::Text(one), Value::Text(other)) if self.sorts[place].descending => other.cmp(one),
                (Value::Text(one), Value::Text(other)) => one.cmp(other),
                (Value::Number(_), Value::Text(_)) => Ordering::Less,
                (Value::Text(_), Value::Number(_)) => Ordering::Greater,
            };
            if ordering != Ordering::Equal {
                return ordering;
            }
        }
        Ordering::Equal
    }

    pub(crate) fn cursor(&self, values: Vec<Value>) -> Cursor {
        Cursor { sorts: self.sorts.clone(), values }
    }

    /// The cursor as a key of the segment; `None` when the cursor belongs to another order.
    pub(crate) fn key_of(&self, cursor: &Cursor, data: &SegmentData) -> Result<Option<Key>, Error> {
        if !self.has(cursor) {
            return Ok(None);
        }
        let mut key = [0; MAX_KEYS];
        for (place, value) in cursor.values.iter().enumerate() {
            key[place] = match value {
                Value::Number(number) => *number,
                Value::Text(text) => {
                    let place_of_text = data.sort_names.double_place(text)?;
                    if self.sorts[place].descending { !place_of_text } else { place_of_text }
                }
            };
        }
        Ok(Some(key))
    }

    /// Whether the cursor belongs to this order.
    fn has(&self, cursor: &Cursor) -> bool {
        let is_text = |place: usize| self.sorts.get(place).is_some_and(|sort| sort.key == SortKey::Name);
        cursor.sorts == self.sorts
            && cursor.values.len() == self.length()
            && (cursor.values.iter().enumerate())
                .all(|(place, value)| matches!(value, Value::Text(_)) == is_text(place))
    }
}

/// A product with the data that its key is computed from.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) data: &'a SegmentData,
    pub(crate) row: &'a Row,
    pub(crate) test: &'a Test,
    pub(crate) product: DocId,
    pub(crate) score: f32,
}

impl<'a> Place<'a> {
    /// The place of a product in a search without words.
    #[inline]
    pub(crate) fn new(data: &'a SegmentData, test: &'a Test, product: DocId) -> Self {
        Self { data, row: &data.rows[product as usize], test, product, score: 0.0 }
    }
}

const fn sold_out(row: &Row) -> u64 {
    if row.has(fact::IN_STOCK) { 0 } else { 1 }
}

/// The miles without their fraction; those of the Earth's circumference at most.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a few thousands")]
const fn whole_miles(miles: f64) -> u64 {
    miles.clamp(0.0, 25_000.0) as u64
}

/// Maps integers to unsigned integers in the same order.
const fn whole(number: i64) -> u64 {
    number.cast_unsigned() ^ (1 << 63)
}

/// Maps fractions to unsigned integers in the same order. Both zeros become the same integer.
fn fraction(number: f64) -> u64 {
    let bits = (number + 0.0).to_bits();
    if bits >> 63 == 1 { !bits } else { bits | (1 << 63) }
}

/// The first products of an order.
pub(crate) struct First {
    heap: BinaryHeap<(Key, u32, DocId)>,
    limit: usize,
}

impl First {
    pub(crate) fn new(limit: usize) -> Self {
        Self { heap: BinaryHeap::new(), limit }
    }

    /// The key of the last product once the limit is reached: only products before it can still be added.
    #[inline]
    pub(crate) fn bound(&self) -> Option<&Key> {
        if self.heap.len() < self.limit { None } else { self.heap.peek().map(|(key, ..)| key) }
    }

    #[inline]
    pub(crate) fn offer(&mut self, order: &Order, segment: u32, at: Place<'_>) {
        if self.heap.len() < self.limit {
            self.heap.push((order.key(at), segment, at.product));
        } else if let Some(mut last) = self.heap.peek_mut()
            && order.is_before(at, &last.0)
        {
            *last = (order.key(at), segment, at.product);
        }
    }

    /// Removes and returns the products, first to last.
    pub(crate) fn take(&mut self) -> Vec<(Key, u32, DocId)> {
        std::mem::take(&mut self.heap).into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_order() {
        let fractions = [f64::MIN, -1.5, -0.0, 0.0, 1e-9, 3.25, f64::MAX];
        assert!(fractions.is_sorted_by_key(|number| fraction(*number)));
        assert_eq!(fraction(-0.0), fraction(0.0));
        assert!([i64::MIN, -1, 0, 7, i64::MAX].is_sorted_by_key(|number| whole(*number)));
    }
}
