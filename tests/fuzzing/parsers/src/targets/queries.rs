//! Query strings of the catalog, the audit and the log.

use query_service::http::fuzzing::{admin_queries, product_query};

pub fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    product_query(text);
    admin_queries(text);
}
