//! Refunds of a checkout: when a failed one is sent again, and when it is given up.

use chrono::TimeDelta;
use serde::Serialize;
use shared_events::{Cents, ids::OrderId};

/// A refund that we decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Refund {
    /// The refunded order; `None` for the whole checkout.
    pub order_id: Option<OrderId>,
    pub amount: Cents,
    /// The provider's id of the refund, once it has accepted it.
    pub refund_id: Option<String>,
    /// How often the provider accepted the refund and then failed to send it.
    pub failures: u32,
}

impl Refund {
    /// Delay before a failed refund is submitted to the provider again.
    pub const RETRY_DELAY: TimeDelta = TimeDelta::hours(1);
    /// How often a refund is submitted to the provider.
    const TRIES: u32 = 3;

    /// The provider has accepted the refund.
    pub const fn issued(&self) -> bool {
        self.refund_id.is_some()
    }

    /// The provider failed to send the refund and has not accepted it again.
    pub const fn failed(&self) -> bool {
        self.failures > 0 && !self.issued()
    }

    /// The refund failed `TRIES` times and is not submitted again: a person must find another way.
    pub const fn given_up(&self) -> bool {
        self.failures >= Self::TRIES
    }
}

/// A refund that was made at the provider itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Elsewhere {
    /// The provider's id of the refund.
    pub refund_id: String,
    pub amount: Cents,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refund_has_failed_until_the_provider_accepts_it_again() {
        let refund = |refund_id: Option<&str>, failures| Refund {
            order_id: None,
            amount: Cents(1_00),
            refund_id: refund_id.map(str::to_owned),
            failures,
        };
        assert!(!refund(None, 0).failed(), "it was never submitted");
        assert!(!refund(Some("re_1"), 0).failed());
        assert!(refund(None, 1).failed());
        assert!(refund(None, 2).failed());
        assert!(!refund(Some("re_2"), 1).failed());
    }
}
