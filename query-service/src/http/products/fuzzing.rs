//! The parsers of `GET /products` on any input.

use axum::{extract::Query, http::Uri};

use super::{
    product_query::ProductQuery,
    sort_and_cursor::{cursor_text, read_cursor},
};

/// Reads everything that a query string may ask for.
pub fn product_query(text: &str) {
    let Ok(uri) = format!("/api/products?{text}").parse::<Uri>() else { return };
    let Ok(Query(query)) = Query::<ProductQuery>::try_from_uri(&uri) else { return };
    let (filter, radius) = (query.filter(), query.radius());
    assert!(filter.min_price.is_none_or(|cents| cents >= 0), "a negative price: {filter:?}");
    assert!((1.0..=100.0).contains(&radius), "a radius of {radius}");
    assert!(query.sorts().len() <= 6, "a sort twice");
    let _ = (query.page(), query.cursor(), query.whereabouts());
}

/// Reads a cursor, and writes and reads what was read.
pub fn product_cursor(text: &str) {
    let Some(cursor) = read_cursor(text) else { return };
    let written = cursor_text(&cursor);
    let read = read_cursor(&written).expect("a cursor that we write can be read");
    assert_eq!(cursor_text(&read), written);
}
