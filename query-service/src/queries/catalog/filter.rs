//! The catalog's filter, as SQL conditions over `read.catalog_products p`.

use std::sync::Arc;

use shared_events::{Cents, ids::AccountId};
use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use super::{Nearby, Terms};

/// The filter of the catalog. All members apply together; `None` is no restriction.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The search words.
    pub terms: Option<Terms>,
    /// A category's slug.
    pub category: Option<String>,
    /// Products of this merchant.
    pub merchant: Option<AccountId>,
    /// The lowest price.
    pub min_price: Price,
    /// The highest price.
    pub max_price: Price,
    /// With an approved organic certificate, or without.
    pub certified: Option<bool>,
    /// In stock, or sold out.
    pub in_stock: Option<bool>,
    /// Available by pickup, or by delivery.
    pub way: Option<Way>,
    /// Featured on the home page.
    pub featured: bool,
    /// Products of these merchants, whose distances are known.
    pub merchants: Option<Arc<[Nearby]>>,
}

/// A bound of the price; `None`: no bound.
pub type Price = Option<Cents>;

/// How a product reaches its buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The buyer collects it.
    Pickup,
    /// The merchant delivers it.
    Delivery,
}

/// A facet: a member of the filter that is offered with a count beside each of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facet {
    Category,
    Price,
    Organic,
    Stock,
    Way,
}

impl Facet {
    pub(super) const ALL: [Self; 5] = [Self::Category, Self::Price, Self::Organic, Self::Stock, Self::Way];
}

/// The condition for a product that the public sees as organic: claimed and certified.
pub(super) const ORGANIC: &str = "(p.certified AND p.is_organic)";

impl Filter {
    /// The distance of the merchants, when all are equally far away and most of their products match. Then one scan
    /// reads all products in the requested order. With a narrow filter, where a merchant may have no match, each
    /// merchant is queried for its matches.
    pub(super) fn miles(&self) -> Option<f64> {
        let is_narrow = self.terms.is_some()
            || self.category.is_some()
            || self.certified == Some(true)
            || self.min_price.is_some()
            || self.max_price.is_some()
            || self.featured;
        let merchants = self.merchants.as_deref().filter(|_| !is_narrow)?;
        let miles = merchants.first()?.miles;
        merchants.iter().all(|near| near.miles.total_cmp(&miles).is_eq()).then_some(miles)
    }

    /// Pushes every restriction, each with ` AND ` before it.
    pub(super) fn push(&self, query: &mut QueryBuilder<Postgres>) {
        self.push_scope(query);
        for facet in Facet::ALL {
            self.push_facet(query, facet);
        }
    }

    /// Pushes the restrictions that are not facets: the search, the place and the merchant.
    pub(super) fn push_scope(&self, query: &mut QueryBuilder<Postgres>) {
        match &self.terms {
            Some(Terms::Query(words)) => {
                query.push(" AND p.search @@ ").push_bind(words.query.clone()).push("::tsquery");
            }
            Some(Terms::Nothing) => {
                query.push(" AND false");
            }
            None => {}
        }
        if let Some(merchant) = self.merchant {
            query.push(" AND p.merchant_id = ").push_bind(merchant.uuid());
        }
        if self.featured {
            query.push(" AND p.featured");
        }
        if let Some(merchants) = &self.merchants {
            let ids: Vec<Uuid> = merchants.iter().map(|near| near.merchant_id).collect();
            query.push(" AND p.merchant_id = ANY(").push_bind(ids).push(")");
        }
    }

    /// Pushes the restriction of this facet, if the filter has one.
    pub(super) fn push_facet(&self, query: &mut QueryBuilder<Postgres>, facet: Facet) {
        match facet {
            Facet::Category => {
                if let Some(category) = &self.category {
                    query.push(" AND p.category = ").push_bind(category.clone());
                }
            }
            Facet::Price => {
                if let Some(Cents(least)) = self.min_price {
                    query.push(" AND p.price >= ").push_bind(least);
                }
                if let Some(Cents(most)) = self.max_price {
                    query.push(" AND p.price <= ").push_bind(most);
                }
            }
            Facet::Organic => push_truth(query, ORGANIC, self.certified),
            Facet::Stock => push_truth(query, "p.in_stock", self.in_stock),
            Facet::Way => match self.way {
                Some(Way::Pickup) => push_truth(query, "p.can_pickup", Some(true)),
                Some(Way::Delivery) => push_truth(query, "p.can_deliver", Some(true)),
                None => {}
            },
        }
    }
}

fn push_truth(query: &mut QueryBuilder<Postgres>, what: &'static str, wanted: Option<bool>) {
    match wanted {
        Some(true) => query.push(" AND ").push(what),
        Some(false) => query.push(" AND NOT ").push(what),
        None => query,
    };
}
