//! Groups orders that can be written concurrently because they share no stream.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::super::market::{Market, PastOrder};

/// A stream that an order's commands append to besides its own.
#[derive(PartialEq, Eq, Hash)]
enum SharedStream {
    Customer(usize),
    /// A merchant's product, by their indices.
    Product(usize, usize),
}

/// Divides the orders into rounds. No two orders of a round share a customer or a product, and orders that share one
/// are in rounds by age, the oldest first. So each order finds the stock that the older orders have left.
pub(super) fn rounds(market: &Market, now: DateTime<Utc>) -> Vec<Vec<usize>> {
    let mut oldest_first: Vec<usize> = (0..market.orders.len()).collect();
    oldest_first.sort_by_key(|index| market.orders[*index].placed_at(now));
    let mut free_from: HashMap<SharedStream, usize> = HashMap::new();
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    for index in oldest_first {
        let order = &market.orders[index];
        let round = shared(order).filter_map(|shared| free_from.get(&shared)).max().copied().unwrap_or(0);
        free_from.extend(shared(order).map(|shared| (shared, round + 1)));
        if round == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[round].push(index);
    }
    rounds
}

fn shared(order: &PastOrder) -> impl Iterator<Item = SharedStream> {
    let products = order
        .parts
        .iter()
        .flat_map(|part| part.lines.iter().map(|line| SharedStream::Product(part.merchant, line.product)));
    products.chain([SharedStream::Customer(order.customer)])
}
