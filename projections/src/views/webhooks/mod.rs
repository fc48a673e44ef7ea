//! The view `webhooks`: the webhooks of merchants and of the shop, and the deliveries of their messages.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, WebhookDeliveryEvent, WebhookEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `webhooks`.
#[derive(Clone, Copy, Debug)]
pub struct Webhooks;

impl View for Webhooks {
    fn name(&self) -> &'static str {
        "webhooks"
    }

    fn version(&self) -> i32 {
        3
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, WebhookDeliveryEvent::CATEGORY, WebhookEvent::CATEGORY]
    }

    fn tables(&self) -> &'static str {
        include_str!("tables.sql")
    }

    fn indexes(&self) -> &'static str {
        include_str!("indexes.sql")
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(fold::fold(events)?))
    }
}
