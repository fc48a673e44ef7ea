//! The parsers of query strings, for tests/fuzzing/parsers.

pub use super::{
    admin::fuzzing::admin_queries,
    products::fuzzing::{product_cursor, product_query},
};
