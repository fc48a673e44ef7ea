//! Which orders can be written at the same time: those that share no stream.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::super::market::{Market, PastOrder};

/// The orders, in chains of which no two share a customer or a merchant (in practice one or more for each city). Within a
/// chain the oldest comes first: an order must find the stock that the ones before have left.
pub(super) fn chains(market: &Market, now: DateTime<Utc>) -> Vec<Vec<usize>> {
    let customers = market.customers.len();
    // Everybody starts alone; who meets in an order is in one chain from then on.
    let mut chain_of: Vec<usize> = (0..customers + market.merchants.len()).collect();
    for order in &market.orders {
        for merchant in order.parts.iter().map(|part| customers + part.merchant) {
            let (from, to) = (chain_of[merchant], chain_of[order.customer]);
            chain_of.iter_mut().filter(|chain| **chain == from).for_each(|chain| *chain = to);
        }
    }
    let mut chains: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, order) in market.orders.iter().enumerate() {
        chains.entry(chain_of[order.customer]).or_default().push(index);
    }
    let placed_at = |index: &usize| PastOrder::placed_at(&market.orders[*index], now);
    let mut chains: Vec<Vec<usize>> = chains.into_values().collect();
    chains.iter_mut().for_each(|chain| chain.sort_by_key(placed_at));
    // The longest first: the whole takes as long as it does.
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
    chains
}
