//! Cursors of the catalog's pages: as they come, and with any JSON inside.

use std::fmt::Write;

use query_service::http::fuzzing::product_cursor;

pub fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    product_cursor(text);
    let digits = input.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    });
    product_cursor(&digits);
}
