//! The ports of the use cases of checkouts.

use std::sync::Arc;

use domain::checkout::FeePolicy;
use service_kit::Clock;

use super::super::Writer;
use crate::{limits::Limits, payments::PaymentProvider};

/// What opening, settling and closing checkouts need.
#[derive(Clone)]
pub struct CheckoutPorts {
    pub writer: Writer,
    pub clock: Arc<dyn Clock>,
    pub payments: Arc<dyn PaymentProvider>,
    pub limits: Arc<Limits>,
    /// The operator's settings for delivery fees.
    pub fees: FeePolicy,
}
