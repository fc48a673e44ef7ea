//! Loads the customer's previous checkout and its state, before a new one is opened.

use chrono::{DateTime, Utc};
use domain::{
    Aggregate,
    checkout::{Checkout, Ending, Intent},
    shopper::{Shopper, open_checkout::Former},
};
use event_store::Provenance;
use futures_util::future::try_join_all;
use shared_events::{
    events::ShopperEvent,
    ids::{AccountId, CheckoutId},
};

use super::ports::CheckoutPorts;
use crate::{
    application::{Failure, KnownState, load},
    payments::IntentStatus,
};

/// A customer's state before a checkout is opened.
pub(super) struct StateBefore {
    /// The customer's stream before this checkout.
    pub(super) shopper: KnownState<Shopper>,
    /// The checkout that is open in that stream.
    pub(super) former: Option<Former>,
    /// Whether the former checkout is completed, so that there is nothing to close.
    pub(super) former_is_settled: bool,
    /// Set for a repeated command that already opened its checkout: the checkout that it replaced.
    pub(super) opened: Option<Option<CheckoutId>>,
}

impl StateBefore {
    /// Loads the customer's stream and the checkout that is open in it.
    pub(super) async fn load<R>(
        ports: &CheckoutPorts,
        provenance: &Provenance,
        customer: AccountId,
        checkout_id: CheckoutId,
    ) -> Result<Self, Failure<R>> {
        let shopper = ports.writer.current_state(provenance, customer.uuid()).await?;
        let mut before = Self { shopper, former: None, former_is_settled: false, opened: None };
        if provenance.repetition {
            let history = ports.writer.log.load::<ShopperEvent>(customer.uuid()).await?;
            let own = |event: &ShopperEvent| {
                let ShopperEvent::CheckoutOpened { checkout_id: opened, .. } = event;
                *opened == checkout_id
            };
            if let Some(at) = history.iter().position(|recorded| own(&recorded.event)) {
                before.shopper.state = Shopper::fold(history[..at].iter().map(|recorded| &recorded.event));
                before.opened = Some(before.shopper.state.open);
            }
        }
        before.load_former(ports, provenance.at).await?;
        Ok(before)
    }

    async fn load_former<R>(&mut self, ports: &CheckoutPorts, now: DateTime<Utc>) -> Result<(), Failure<R>> {
        let shopper = &self.shopper.state;
        let Some(checkout_id) = shopper.open else { return Ok(()) };
        let checkout = load::<Checkout, R>(&ports.writer.log, checkout_id.uuid()).await?.state;
        let paid = is_paid(&checkout)
            || is_paid_silently(ports, &checkout).await?
            || (shopper.paid.is_empty() && has_paid_before(ports, &shopper.untold).await?);
        let held = checkout.intent.is_some();
        let expires_at = checkout.started.as_ref().map_or(now, |started| started.expires_at);
        self.former = Some(Former { checkout_id, paid, held, expires_at });
        self.former_is_settled = checkout.ending == Some(Ending::Completed);
        Ok(())
    }
}

fn is_paid(checkout: &Checkout) -> bool {
    checkout.payment.is_some() && !matches!(checkout.ending, Some(Ending::Unfulfillable(_)))
}

/// Whether the provider has a captured payment that the log does not contain.
async fn is_paid_silently<R>(ports: &CheckoutPorts, checkout: &Checkout) -> Result<bool, Failure<R>> {
    let open = checkout.payment.is_none() && checkout.abandoned.is_none();
    let Some(Intent { provider, id }) = checkout.intent.as_ref().filter(|_| open) else { return Ok(false) };
    if provider != ports.payments.name() {
        return Ok(false);
    }
    let intent = ports.payments.retrieve(id).await?;
    Ok(intent.is_some_and(|intent| intent.status == IntentStatus::Succeeded))
}

async fn has_paid_before<R>(ports: &CheckoutPorts, checkouts: &[CheckoutId]) -> Result<bool, Failure<R>> {
    let loading = checkouts.iter().map(async |id| load::<Checkout, R>(&ports.writer.log, id.uuid()).await);
    Ok(try_join_all(loading).await?.iter().any(|checkout| is_paid(&checkout.state)))
}
