//! The view `audit`: who decided what, when and why, with the state before and after. It covers merchants, users,
//! products with their certificates, orders and payments, the shop's webhooks, and what operators did to views, parked
//! streams and people's data.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, CheckoutEvent, OperationEvent, OrderEvent, ProductEvent, WebhookEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `audit`.
#[derive(Clone, Copy, Debug)]
pub struct Audit;

impl View for Audit {
    fn name(&self) -> &'static str {
        "audit"
    }

    fn version(&self) -> i32 {
        9
    }

    fn categories(&self) -> &'static [&'static str] {
        &[
            AccountEvent::CATEGORY,
            CheckoutEvent::CATEGORY,
            OperationEvent::CATEGORY,
            OrderEvent::CATEGORY,
            ProductEvent::CATEGORY,
            WebhookEvent::CATEGORY,
        ]
    }

    fn tables(&self) -> &'static str {
        include_str!("tables.sql")
    }

    fn indexes(&self) -> &'static str {
        include_str!("indexes.sql")
    }

    fn open_columns(&self) -> &'static [&'static str] {
        &[
            "entries.actor_role",
            "entries.action",
            "entries.subject_type",
            "things.type",
            "totals.subject_type",
            "totals.action",
        ]
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(fold::fold(events)?))
    }
}
