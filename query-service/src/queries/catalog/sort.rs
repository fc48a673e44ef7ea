//! Sort orders of products, and cursors: places in an order from which a list continues.

use serde::{Deserialize, Serialize};
use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use super::{Filter, Terms, Window, Words, window::TIERS};

/// A sort of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    pub key: SortKey,
    /// Descending order.
    pub descending: bool,
}

/// A key to sort products by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// Whether the product is in the window that is ranked first.
    Window,
    /// How well the product matches the search.
    Relevance,
    /// When the product was listed.
    CreatedAt,
    Price,
    /// The name; case and accents do not matter.
    Name,
    /// The average rating.
    Rating,
    /// The number of views.
    Views,
    /// The distance of the product's merchant.
    Distance,
    /// Tie-breaker: makes the order total.
    Id,
}

impl Sort {
    /// Parses a comma-separated list. Unknown and repeated members are ignored.
    pub fn read(text: &str) -> Vec<Self> {
        let mut sorts: Vec<Self> = Vec::new();
        for member in text.split(',').map(str::trim) {
            let (name, descending) = member.strip_prefix('-').map_or((member, false), |name| (name, true));
            let key = match name {
                "createdAt" => SortKey::CreatedAt,
                "price" => SortKey::Price,
                "name" => SortKey::Name,
                "rating.average" => SortKey::Rating,
                "views" => SortKey::Views,
                "distance" => SortKey::Distance,
                _ => continue,
            };
            if sorts.iter().all(|sort| sort.key != key) {
                sorts.push(Self { key, descending });
            }
        }
        sorts
    }
}

/// A total order of the products that match a filter.
pub(super) struct Order<'a> {
    sorts: Vec<Sort>,
    filter: &'a Filter,
    window: Option<Window>,
}

/// A cursor: a product's place in an order. Clients send it to get the next page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// The name of the order.
    sorts: String,
    /// The product's sort values, as Postgres writes them.
    values: Vec<String>,
    /// The minimum popularity of the products in the window.
    window: Option<i64>,
}

impl<'a> Order<'a> {
    /// Creates the order by these sorts, as far as they apply to this filter. Ties are broken newest first. An order
    /// by relevance ranks the products of the window first.
    pub(super) fn new(sorts: &[Sort], filter: &'a Filter, window: Option<Window>) -> Self {
        let is_ranked = sorts.first().is_some_and(|sort| sort.key == SortKey::Relevance);
        let window = window.filter(|_| is_ranked);
        let mut sorts: Vec<Sort> = sorts.to_vec();
        if window.is_some() {
            sorts.insert(0, Sort { key: SortKey::Window, descending: true });
        }
        sorts.push(Sort { key: SortKey::CreatedAt, descending: true });
        sorts.push(Sort { key: SortKey::Id, descending: false });
        let mut used = Vec::new();
        sorts.retain(|sort| {
            let is_known = match sort.key {
                // Without a search there is no relevance; without a place there is no distance.
                SortKey::Relevance => matches!(filter.terms, Some(Terms::Query(_))),
                SortKey::Distance => filter.merchants.is_some(),
                _ => true,
            };
            let is_new = !used.contains(&sort.key);
            used.push(sort.key);
            is_known && is_new
        });
        Self { sorts, filter, window }
    }

    /// Restricts the query to the window. Returns whether there is one.
    pub(super) fn push_window(&self, query: &mut QueryBuilder<Postgres>) -> bool {
        if self.window.is_some() {
            query.push(" AND ");
            self.push_key(query, SortKey::Window);
        }
        self.window.is_some()
    }

    /// Whether the first sort is by relevance.
    pub(super) fn is_by_relevance(&self) -> bool {
        self.sorts.first().is_some_and(|sort| matches!(sort.key, SortKey::Window | SortKey::Relevance))
    }

    /// Whether the first sort is by distance.
    pub(super) fn is_by_distance(&self) -> bool {
        self.sorts.first().is_some_and(|sort| sort.key == SortKey::Distance && !sort.descending)
    }

    /// Pushes the expressions of `ORDER BY`.
    pub(super) fn push(&self, query: &mut QueryBuilder<Postgres>) {
        // A constant sort key cannot change the order, and stops Postgres from using the index.
        let is_constant = |sort: &&Sort| sort.key == SortKey::Distance && self.filter.miles().is_some();
        for (place, sort) in self.sorts.iter().filter(|sort| !is_constant(sort)).enumerate() {
            query.push(if place == 0 { "" } else { ", " });
            self.push_key(query, sort.key);
            query.push(if sort.descending { " DESC" } else { "" });
        }
    }

    /// Pushes the sort values of a row, as an array of texts.
    pub(super) fn push_values(&self, query: &mut QueryBuilder<Postgres>) {
        query.push("ARRAY[");
        for (place, sort) in self.sorts.iter().enumerate() {
            query.push(if place == 0 { "" } else { ", " });
            if sort.key == SortKey::CreatedAt {
                query.push("(extract(epoch FROM p.listed_at) * 1000000)::bigint");
            } else {
                self.push_key(query, sort.key);
            }
            query.push("::text");
        }
        query.push("]");
    }

    /// Pushes the condition for rows after this cursor, which must belong to this order.
    pub(super) fn push_behind(&self, query: &mut QueryBuilder<Postgres>, cursor: &Cursor) {
        // (a < x OR a = x AND (b < y OR b = y AND …)), and a condition on the first key alone, for the index.
        query.push(" AND ");
        self.push_comparison(query, 0, cursor, true);
        query.push(" AND (");
        let last = self.sorts.len() - 1;
        for place in 0..=last {
            self.push_comparison(query, place, cursor, false);
            if place < last {
                query.push(" OR ");
                self.push_key(query, self.sorts[place].key);
                query.push(" = ");
                push_value(query, self.sorts[place].key, &cursor.values[place]);
                query.push(" AND (");
            }
        }
        query.push(")".repeat(last + 1));
    }

    fn push_comparison(
        &self,
        query: &mut QueryBuilder<Postgres>,
        place: usize,
        cursor: &Cursor,
        or_equal: bool,
    ) {
        let sort = self.sorts[place];
        self.push_key(query, sort.key);
        query.push(match (sort.descending, or_equal) {
            (true, true) => " <= ",
            (true, false) => " < ",
            (false, true) => " >= ",
            (false, false) => " > ",
        });
        push_value(query, sort.key, &cursor.values[place]);
    }

    fn push_key(&self, query: &mut QueryBuilder<Postgres>, key: SortKey) {
        match (key, &self.filter.terms) {
            (SortKey::Window, _) => match &self.window {
                Some(Window { least, named }) => {
                    query.push("(p.popularity >= ").push(least).push(" OR p.product_id = ANY(");
                    query.push_bind(named.clone()).push("))");
                }
                None => drop(query.push("false")),
            },
            (SortKey::Relevance, Some(Terms::Query(words))) => push_relevance(query, words),
            (SortKey::Relevance, _) => drop(query.push("0::double precision")),
            (SortKey::CreatedAt, _) => drop(query.push("p.listed_at")),
            (SortKey::Price, _) => drop(query.push("p.price")),
            (SortKey::Name, _) => drop(query.push("p.sort_name")),
            (SortKey::Rating, _) => drop(query.push("p.rating_average")),
            (SortKey::Views, _) => drop(query.push("p.views")),
            (SortKey::Distance, _) => match self.filter.miles() {
                Some(miles) => drop(query.push_bind(miles)),
                None => drop(query.push("near.miles")),
            },
            (SortKey::Id, _) => drop(query.push("p.product_id")),
        }
    }

    /// The cursor of a product with these sort values.
    pub(super) fn cursor(&self, values: Vec<String>) -> Cursor {
        Cursor { sorts: self.name(), values, window: self.window.as_ref().map(|window| window.least) }
    }

    /// Whether the cursor belongs to this order.
    pub(super) fn has(&self, cursor: &Cursor) -> bool {
        cursor.sorts == self.name()
            && cursor.values.len() == self.sorts.len()
            && self.sorts.iter().zip(&cursor.values).all(|(sort, value)| is_value(sort.key, value))
    }

    fn name(&self) -> String {
        format!("{:?}", self.sorts.iter().map(|sort| (sort.key, sort.descending)).collect::<Vec<_>>())
    }
}

/// Pushes the relevance score. The first of these matches that applies sets it. Popularity raises it a little: by half
/// for a product with a thousand views. `ts_rank` is not used, because for words so close together it takes twice as
/// long as finding the product.
fn push_relevance(query: &mut QueryBuilder<Postgres>, words: &Words) {
    let phrase = &words.phrase;
    query.push("((CASE WHEN p.sort_name = ").push_bind(phrase.clone());
    query.push(" THEN 3.8::float8");
    let fits = [(&words.name, "1.8"), (&words.label, "0.7"), (&words.begun, "0.6"), (&words.exact, "0.1")];
    for (fit, value) in fits {
        query.push(" WHEN p.search @@ ").push_bind(fit.clone()).push("::tsquery THEN ").push(value);
    }
    query.push(" ELSE 0.03 END + CASE WHEN starts_with(p.sort_name, ").push_bind(phrase.clone());
    query.push(" || ' ') THEN 0.5::float8 ELSE 0 END) * (1 + ln(1 + p.popularity) / 14))::double precision");
}

/// Pushes a cursor's value. A value that cannot be parsed counts as 0: [`Order::has`] has checked it before.
fn push_value(query: &mut QueryBuilder<Postgres>, key: SortKey, value: &str) {
    match key {
        SortKey::CreatedAt => {
            query.push("('epoch'::timestamptz + ").push_bind(whole(value).unwrap_or_default());
            query.push(" * interval '1 microsecond')");
        }
        SortKey::Window => drop(query.push_bind(value == "true")),
        SortKey::Price | SortKey::Views => drop(query.push_bind(whole(value).unwrap_or_default())),
        SortKey::Name => drop(query.push_bind(value.to_owned())),
        SortKey::Rating | SortKey::Relevance | SortKey::Distance => {
            query.push_bind(fraction(value).unwrap_or_default());
        }
        SortKey::Id => drop(query.push_bind(value.parse().unwrap_or(Uuid::nil()))),
    }
}

fn is_value(key: SortKey, value: &str) -> bool {
    match key {
        SortKey::Window => matches!(value, "true" | "false"),
        SortKey::CreatedAt | SortKey::Price | SortKey::Views => whole(value).is_some(),
        SortKey::Name => !value.contains('\0'),
        SortKey::Rating | SortKey::Relevance | SortKey::Distance => fraction(value).is_some(),
        SortKey::Id => value.parse::<Uuid>().is_ok(),
    }
}

/// Parses a whole number that fits both a Postgres timestamp and a double: in microseconds, until the year 2255.
fn whole(value: &str) -> Option<i64> {
    value.parse().ok().filter(|number: &i64| number.unsigned_abs() < 1 << 53)
}

fn fraction(value: &str) -> Option<f64> {
    value.parse().ok().filter(|number: &f64| number.is_finite())
}

impl Cursor {
    /// The distance of the cursor's product, in an order whose first sort is by distance.
    pub(super) fn miles(&self) -> Option<f64> {
        fraction(self.values.first()?)
    }

    /// The cursor's window, with the exact name matches of the present one.
    pub(super) fn window(&self, now: Option<Window>) -> Option<Window> {
        let least = self.window.filter(|least| TIERS.contains(least))?;
        Some(Window { least, named: now.map(|window| window.named).unwrap_or_default() })
    }

    /// The cursor as clients carry it: opaque hexadecimal digits.
    pub fn to_text(&self) -> String {
        hex::encode(serde_json::to_vec(self).expect("texts are JSON"))
    }

    /// Parses the output of [`Cursor::to_text`]; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_slice(&hex::decode(text).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_repeated_sorts_are_ignored() {
        let sorts = Sort::read("-views, -rating.average,drop table,price,-price,,--name,createdAt");
        let keys: Vec<_> = sorts.iter().map(|sort| (sort.key, sort.descending)).collect();
        assert_eq!(
            keys,
            [
                (SortKey::Views, true),
                (SortKey::Rating, true),
                (SortKey::Price, false),
                (SortKey::CreatedAt, false)
            ]
        );
    }

    #[test]
    fn a_cursor_belongs_only_to_its_own_order() {
        let filter = Filter::default();
        let by = |text| Order::new(&Sort::read(text), &filter, None);
        let values = |price: &str| {
            ["7", "1790000000000000", "00000000-0000-0000-0000-000000000001"]
                .map(str::to_owned)
                .map(|value| if value == "7" { price.to_owned() } else { value })
                .to_vec()
        };
        let cursor = by("price").cursor(values("450"));
        let read = Cursor::read(&cursor.to_text()).expect("what was written");
        assert_eq!(read, cursor);
        assert!(by("price").has(&read));
        assert!(!by("-price").has(&read));
        assert!(!by("name").has(&read));
        assert!(!by("price").has(&by("price").cursor(values("cheap"))));
        assert!(!by("price").has(&by("price").cursor(Vec::new())));
    }

    #[test]
    fn an_invalid_cursor_is_none() {
        for text in ["", "7", "zz", "é", "7b7d", "+1"] {
            assert_eq!(Cursor::read(text), None, "{text}");
        }
    }
}
