//! The catalog's filter, and the test that finds the facets that a product fails.

use uuid::Uuid;

use crate::{
    dictionaries::Dictionaries,
    facts::{facet, fact},
    segment::Row,
    terms::Terms,
};

/// A product must match all members; `None` restricts nothing.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The words of the search.
    pub terms: Option<Terms>,
    /// A category's slug.
    pub category: Option<String>,
    /// A subcategory's name.
    pub subcategory: Option<String>,
    /// Products of this merchant.
    pub merchant: Option<Uuid>,
    /// The lowest price in cents.
    pub min_price: Option<i64>,
    /// The highest price in cents.
    pub max_price: Option<i64>,
    /// Only organic products, or only others.
    pub organic: Option<bool>,
    /// Only products in stock, or only sold-out ones.
    pub in_stock: Option<bool>,
    /// Only products that reach their buyer in this way.
    pub way: Option<Way>,
    /// Only products that are featured on the home page.
    pub featured: bool,
    /// Products of these merchants, with their distances in miles.
    pub nearby: Option<std::sync::Arc<[(Uuid, f64)]>>,
}

/// How a product reaches its buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// The buyer collects it.
    Pickup,
    /// The merchant delivers it.
    Delivery,
}

/// A filter with the snapshot's numbers in place of names and ids.
pub(crate) struct Test {
    /// `Some(None)`: the category is unknown, so nothing has it.
    category: Option<Option<u16>>,
    subcategory: Option<Option<u32>>,
    merchant: Option<Option<u32>>,
    least: i64,
    most: i64,
    /// For each facet: its bit, the facts to compare, and their wanted values.
    facts: [(u8, u8, u8); 3],
    featured: bool,
    /// The distance of each merchant in miles, by the merchant's number; NaN: not nearby.
    miles: Option<Vec<f64>>,
    /// The nearby merchants that have products, as distance in miles and number, the nearest first.
    near: Vec<(f64, u32)>,
}

impl Test {
    pub(crate) fn new(filter: &Filter, known: &Dictionaries) -> Self {
        let truth = |fact: u8, wanted: Option<bool>| match wanted {
            Some(true) => (fact, fact),
            Some(false) => (fact, 0),
            None => (0, 0),
        };
        let way = match filter.way {
            Some(Way::Pickup) => truth(fact::PICKUP, Some(true)),
            Some(Way::Delivery) => truth(fact::DELIVERY, Some(true)),
            None => (0, 0),
        };
        let organic = truth(fact::ORGANIC, filter.organic);
        let stock = truth(fact::IN_STOCK, filter.in_stock);
        let miles = filter.nearby.as_ref().map(|nearby| {
            let mut miles = vec![f64::NAN; known.merchants.len()];
            for (merchant, distance) in nearby.iter() {
                if let Some(number) = known.merchants.number(merchant) {
                    miles[number as usize] = *distance;
                }
            }
            miles
        });
        let mut near: Vec<(f64, u32)> = miles.iter().flatten().copied().zip(0..).collect();
        near.retain(|(miles, _)| !miles.is_nan());
        near.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
        let short = |number: Option<u32>| number.and_then(|number| u16::try_from(number).ok());
        Self {
            category: filter.category.as_ref().map(|slug| short(known.categories.number(slug))),
            subcategory: filter.subcategory.as_ref().map(|name| known.subcategories.number(name)),
            merchant: filter.merchant.as_ref().map(|id| known.merchants.number(id)),
            least: filter.min_price.unwrap_or(i64::MIN),
            most: filter.max_price.unwrap_or(i64::MAX),
            facts: [
                (facet::ORGANIC, organic.0, organic.1),
                (facet::STOCK, stock.0, stock.1),
                (facet::WAY, way.0, way.1),
            ],
            featured: filter.featured,
            miles,
            near,
        }
    }

    /// Whether the product matches the members of the filter that have no facet: merchant, place and `featured`.
    #[inline]
    pub(crate) fn is_in_scope(&self, row: &Row) -> bool {
        (!self.featured || row.has(fact::FEATURED))
            && self.merchant.is_none_or(|merchant| merchant == Some(row.merchant))
            && self.miles.as_ref().is_none_or(|miles| !miles[row.merchant as usize].is_nan())
    }

    /// Whether the product matches the whole filter.
    #[inline]
    pub(crate) fn is_met(&self, row: &Row) -> bool {
        self.is_in_scope(row) && self.failed(row) == 0
    }

    /// The facets that the product fails.
    #[inline]
    pub(crate) fn failed(&self, row: &Row) -> u8 {
        let mut failed = 0;
        if self.category.is_some_and(|category| category != Some(row.category)) {
            failed |= facet::CATEGORY;
        }
        if self.subcategory.is_some_and(|subcategory| subcategory != Some(row.subcategory)) {
            failed |= facet::SUBCATEGORY;
        }
        if row.price < self.least || row.price > self.most {
            failed |= facet::PRICE;
        }
        for (facet, facts, wanted) in self.facts {
            if row.facts & facts != wanted {
                failed |= facet;
            }
        }
        failed
    }

    /// The number of the filter's merchant; `Some(None)`: the merchant is unknown.
    pub(crate) fn merchant(&self) -> Option<Option<u32>> {
        self.merchant
    }

    /// The nearby merchants that have products, as distance in miles and number, the nearest first.
    pub(crate) fn near(&self) -> &[(f64, u32)] {
        &self.near
    }

    /// The lowest and the highest price.
    pub(crate) const fn prices(&self) -> (i64, i64) {
        (self.least, self.most)
    }

    /// The distance of the product's merchant; 0 without a place.
    #[inline]
    pub(crate) fn miles_of(&self, row: &Row) -> f64 {
        self.miles.as_ref().map_or(0.0, |miles| miles[row.merchant as usize])
    }
}
