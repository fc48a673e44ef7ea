//! The query string of `GET /products`, parsed leniently because people and links write it: invalid values are ignored.

use places::Places;
use serde::Deserialize;
use shared_events::ids::AccountId;
use utoipa::IntoParams;
use uuid::Uuid;

use super::sort_and_cursor::{read_cursor, read_sorts};
use crate::{
    http::{
        lenient::{NumberOrText, TruthOrText},
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::Page,
    queries::catalog::{Cursor, Filter, Point, Sort, Way},
};

/// Radius in miles when the request gives none.
const DEFAULT_RADIUS: f64 = 25.0;

/// All parameters are optional. Invalid values are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProductQuery {
    /// The words to search for in name, tags, category and description. A prefix of a word is enough; case and accents
    /// do not matter. If no product contains the words, similarly spelled words of the catalog are searched.
    pub(super) search: Option<String>,
    /// A category's slug.
    category: Option<String>,
    /// A merchant's account id: only this merchant's public products, at any distance. An invalid id matches no
    /// product.
    merchant: Option<String>,
    /// The lowest price, in US dollars.
    #[param(value_type = Option<NumberOrText>, inline)]
    min_price: Option<String>,
    /// The highest price, in US dollars.
    #[param(value_type = Option<NumberOrText>, inline)]
    max_price: Option<String>,
    /// True: only products with an approved organic certificate. False: only products without one.
    #[param(value_type = Option<TruthOrText>, inline)]
    is_organic: Option<String>,
    /// True: only products in stock. False: only sold-out products.
    #[param(value_type = Option<TruthOrText>, inline)]
    in_stock: Option<String>,
    /// `pickup`: products that can be collected. `delivery`: products that are delivered.
    fulfillment: Option<String>,
    /// True: only the featured products, which the home page shows.
    #[param(value_type = Option<TruthOrText>, inline)]
    featured: Option<String>,
    /// Comma-separated: `createdAt`, `-createdAt`, `price`, `-price`, `name`, `-rating.average`, `-views`, `distance`.
    /// By default, a search sorts by relevance. Other lists show what can be bought before what is sold out: near a place
    /// by whole miles, then food before crafts, then the last harvested and the best rated; elsewhere the newest first.
    sort: Option<String>,
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// A page's `nextCursor`: the products after that page, in the same order, at any depth. Takes precedence over
    /// `page`.
    cursor: Option<String>,
    /// The page's size: 0 to 100, 20 by default. With 0, only the totals and `locationInfo` are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
    /// The shopper's ZIP code.
    zip: Option<String>,
    /// Another name of `zip`.
    zip_code: Option<String>,
    /// The latitude of the shopper's place. Takes precedence over the ZIP code.
    #[param(value_type = Option<NumberOrText>, inline)]
    latitude: Option<String>,
    /// Another name of `latitude`.
    #[param(value_type = Option<NumberOrText>, inline)]
    lat: Option<String>,
    /// The longitude of the shopper's place.
    #[param(value_type = Option<NumberOrText>, inline)]
    longitude: Option<String>,
    /// Another name of `longitude`.
    #[param(value_type = Option<NumberOrText>, inline)]
    lon: Option<String>,
    /// The search radius in miles: 1 to 100, 25 by default.
    #[param(value_type = Option<NumberOrText>, inline)]
    radius: Option<String>,
    /// Another name of `radius`.
    #[param(value_type = Option<NumberOrText>, inline)]
    distance: Option<String>,
}

/// The shopper's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Whereabouts {
    /// The request names no place.
    Unset,
    /// The ZIP code does not exist.
    Unknown,
    /// At these coordinates.
    At(Point),
}

impl ProductQuery {
    pub(super) fn page(&self) -> Page {
        Page::read(self.page.as_deref(), self.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
    }

    /// The cursor after which the page begins.
    pub(super) fn cursor(&self) -> Option<Cursor> {
        read_cursor(given(&self.cursor)?)
    }

    /// All restrictions except the words and the place.
    pub(super) fn filter(&self) -> Filter {
        let merchant = given(&self.merchant).map(|id| id.parse().map_or(Uuid::nil(), AccountId::uuid));
        Filter {
            category: given(&self.category).map(str::to_owned),
            merchant,
            // Prices are whole cents, so a bound between two cents is moved to the next cent inside the range.
            min_price: Self::price(&self.min_price, f64::ceil),
            max_price: Self::price(&self.max_price, f64::floor),
            organic: truth(&self.is_organic),
            in_stock: truth(&self.in_stock),
            way: given(&self.fulfillment).and_then(way),
            featured: truth(&self.featured) == Some(true),
            ..Filter::default()
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates beyond all prices")]
    fn price(text: &Option<String>, round: fn(f64) -> f64) -> Option<i64> {
        let dollars = number(text).filter(|dollars| *dollars >= 0.0)?;
        // Round first: the binary fraction of a cent is a floating-point error.
        let cents = (dollars * 1e6).round() / 1e4;
        Some(round(cents) as i64)
    }

    /// The requested sorts; empty for the usual order.
    pub(super) fn sorts(&self) -> Vec<Sort> {
        self.sort.as_deref().map(read_sorts).unwrap_or_default()
    }

    pub(super) fn whereabouts(&self) -> Whereabouts {
        let degrees = |text, most: f64| number(text).filter(|degrees| degrees.abs() <= most);
        let latitude = degrees(&self.latitude, 90.0).or(degrees(&self.lat, 90.0));
        let longitude = degrees(&self.longitude, 180.0).or(degrees(&self.lon, 180.0));
        if let (Some(latitude), Some(longitude)) = (latitude, longitude) {
            return Whereabouts::At(Point { latitude, longitude });
        }
        match given(&self.zip).or(given(&self.zip_code)).map(|zip| Places::builtin().lookup(zip)) {
            None => Whereabouts::Unset,
            Some(Err(_)) => Whereabouts::Unknown,
            Some(Ok(place)) => {
                Whereabouts::At(Point { latitude: place.latitude, longitude: place.longitude })
            }
        }
    }

    /// Search radius in miles.
    pub(super) fn radius(&self) -> f64 {
        number(&self.radius).or(number(&self.distance)).unwrap_or(DEFAULT_RADIUS).clamp(1.0, 100.0)
    }
}

fn way(text: &str) -> Option<Way> {
    match text {
        "pickup" => Some(Way::Pickup),
        "delivery" => Some(Way::Delivery),
        _ => None,
    }
}

fn number(text: &Option<String>) -> Option<f64> {
    given(text)?.parse().ok().filter(|number: &f64| number.is_finite())
}

fn truth(text: &Option<String>) -> Option<bool> {
    given(text)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(members: &[(&str, &str)]) -> ProductQuery {
        let json: serde_json::Map<_, _> =
            members.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
        serde_json::from_value(json.into()).expect("texts")
    }

    #[test]
    fn negative_and_unparsable_prices_are_ignored() {
        for text in ["-1", "abc", "", "NaN", "inf", "-inf", "1,5", "0x10"] {
            let filter = query(&[("minPrice", text), ("maxPrice", text)]).filter();
            assert_eq!((filter.min_price, filter.max_price), (None, None), "{text:?}");
        }
    }

    #[test]
    fn a_price_is_a_limit_to_the_cent() {
        let filter = |text| query(&[("minPrice", text), ("maxPrice", text)]).filter();
        assert_eq!(filter("19.99").min_price, Some(19_99));
        assert_eq!(filter("19.99").max_price, Some(19_99));
        assert_eq!(filter("1.005").min_price, Some(1_01));
        assert_eq!(filter("1.005").max_price, Some(1_00));
        assert_eq!(filter("1e300").max_price, Some(i64::MAX));
        assert_eq!(filter("-0").min_price, Some(0));
    }

    #[test]
    fn the_radius_is_clamped_and_has_two_names() {
        assert!((query(&[]).radius() - 25.0).abs() < f64::EPSILON);
        for (text, miles) in
            [("x", 25.0), ("NaN", 25.0), ("0", 1.0), ("-3", 1.0), ("1000", 100.0), ("7.5", 7.5)]
        {
            assert!((query(&[("radius", text)]).radius() - miles).abs() < f64::EPSILON, "{text}");
            assert!((query(&[("distance", text)]).radius() - miles).abs() < f64::EPSILON, "{text}");
        }
    }

    #[test]
    fn coordinates_win_over_the_zip_code_in_either_spelling() {
        let there = Whereabouts::At(Point { latitude: 44.5, longitude: -73.2 });
        assert_eq!(query(&[("lat", "44.5"), ("lon", "-73.2"), ("zip", "90210")]).whereabouts(), there);
        assert_eq!(query(&[("latitude", "44.5"), ("longitude", "-73.2")]).whereabouts(), there);
        let hills = Whereabouts::At(Point { latitude: 34.0901, longitude: -118.4065 });
        assert_eq!(query(&[("zip", "90210")]).whereabouts(), hills);
        assert_eq!(query(&[("zipCode", "90210"), ("lat", "91"), ("lon", "0")]).whereabouts(), hills);
        assert_eq!(query(&[("zip", "00000")]).whereabouts(), Whereabouts::Unknown);
        assert_eq!(query(&[("zip", " "), ("lat", "1")]).whereabouts(), Whereabouts::Unset);
    }

    #[test]
    fn an_unknown_merchant_id_still_restricts_the_list() {
        assert_eq!(query(&[("merchant", "x")]).filter().merchant, Some(Uuid::nil()));
        assert_eq!(query(&[("merchant", "")]).filter().merchant, None);
    }
}
