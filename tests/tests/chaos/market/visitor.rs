//! A visitor who watches a price. Unless an answer is marked as stale, its price is never older than a change whose
//! position the visitor knows.

use std::{sync::atomic::Ordering, time::Duration};

use serde_json::Value;

use super::{audit::BrokenPromise, client::Client};

const VISIT_PAUSE: Duration = Duration::from_millis(150);

/// Reads the price until the market is closed.
pub(crate) fn watch(mut visitor: Client, product: &str) {
    let path = format!("/products/{product}");
    while !visitor.board.is_closing() {
        let (price, position) = visitor.board.book().price;
        if let Some(answer) = visitor.look(&path, position) {
            let board = &visitor.board;
            if answer.stale {
                board.count("reads told to be stale");
            } else if answer.status == 200 {
                board.count("prices compared with what was seen");
                board.fresh_reads.fetch_add(1, Ordering::Relaxed);
                if is_older(&answer.body, price) {
                    let what = format!("{} cents at {position}, then {}", price, answer.body["price"]);
                    board.offence(BrokenPromise::SeenGone, what);
                }
            } else if !answer.is_unavailable_with_retry() {
                board.offence(BrokenPromise::Refused, format!("{path}: {answer:?}"));
            }
        }
        std::thread::sleep(VISIT_PAUSE);
    }
}

fn is_older(product: &Value, cents: u64) -> bool {
    product["price"].as_f64().is_none_or(|dollars| (dollars * 100.0).round() < cents as f64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_price_older_than_a_known_position_is_found() {
        assert!(is_older(&json!({ "price": 2.5 }), 251));
        assert!(is_older(&json!({}), 251));
        assert!(!is_older(&json!({ "price": 2.51 }), 251));
        assert!(!is_older(&json!({ "price": 2.6 }), 251));
    }
}
