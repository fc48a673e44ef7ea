//! Lost payments: the provider has them but the restored log does not, because customers paid after the backup.
//!
//! Such a payment can never become an order, so it is cancelled or refunded. The log knows a payment if its checkout
//! has requested it. A checkout is always in the log before its payment is created. It may still request an unpaid
//! payment until it expires. A paid payment that the log does not know is certainly lost, because customers can pay
//! only after the checkout has requested the payment.

use std::convert::Infallible;

use chrono::{DateTime, Utc};
use domain::checkout::Checkout;
use futures_util::{StreamExt, TryStreamExt, stream};
use shared_events::Cents;

use super::ports::CheckoutPorts;
use crate::{
    application::{Failure, load},
    payments::{IntentStatus, PaymentError, ProviderIntent},
};

/// Payments processed concurrently.
const CONCURRENCY: usize = 8;

/// A payment that the log does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPayment {
    /// The payment's state at the provider.
    pub intent: ProviderIntent,
    /// The captured amount minus refunds.
    pub captured: Cents,
}

/// Outcome of [`give_back_lost`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenBack {
    /// The provider's ids, and the amounts refunded now.
    pub refunded: Vec<(String, Cents)>,
    /// Number of unpaid payments that were cancelled.
    pub given_up: usize,
    /// Ids of payments that may still be paid or requested: they must be checked again.
    pub open: Vec<String>,
    /// Ids, amounts and reasons of payments that the provider refuses to refund: a person must act.
    pub refused: Vec<(String, Cents, String)>,
    /// Ids, amounts and reasons of payments that the provider failed to refund: they must be retried.
    pub failed: Vec<(String, Cents, String)>,
}

/// Whether the log knows a payment.
enum Standing {
    Known,
    /// The checkout may be requesting the payment right now.
    Undecided,
    Lost,
}

/// Payments created since this time that the log does not know, if they are paid or may still be.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn lost_payments(
    ports: &CheckoutPorts,
    since: DateTime<Utc>,
) -> Result<Vec<LostPayment>, Failure<Infallible>> {
    let intents = unknown(ports, since).await?;
    let lost = intents.into_iter().filter(|(_, standing)| matches!(standing, Standing::Lost));
    let captured = lost.map(async |(intent, _)| {
        let captured = captured(ports, &intent).await?;
        Ok::<_, Failure<Infallible>>(LostPayment { intent, captured })
    });
    let lost: Vec<LostPayment> = stream::iter(captured).buffered(CONCURRENCY).try_collect().await?;
    let is_over =
        |one: &LostPayment| one.intent.status == IntentStatus::Succeeded && one.captured == Cents(0);
    Ok(lost.into_iter().filter(|one| !is_over(one)).collect())
}

/// Cancels or refunds the payments created since this time that the log does not know. A second call refunds
/// nothing twice. The outcome lists payments that fail; they do not stop the others.
///
/// # Errors
/// Never [`Failure::Refused`]. After a failure, the next call continues where this one stopped.
pub async fn give_back_lost(
    ports: &CheckoutPorts,
    since: DateTime<Utc>,
) -> Result<GivenBack, Failure<Infallible>> {
    let mut outcome = GivenBack::default();
    let intents = unknown(ports, since).await?;
    let ending = intents.into_iter().map(async |(intent, standing)| {
        let end = match standing {
            Standing::Lost => end(ports, &intent).await,
            Standing::Known | Standing::Undecided => End::Open,
        };
        (intent.id, end)
    });
    let mut ending = stream::iter(ending).buffered(CONCURRENCY);
    while let Some((id, end)) = ending.next().await {
        match end {
            End::Refunded(Cents(0)) => {}
            End::Refunded(amount) => outcome.refunded.push((id, amount)),
            End::GivenUp => outcome.given_up += 1,
            End::Open => outcome.open.push(id),
            End::Refused(amount, why) => outcome.refused.push((id, amount, why)),
            End::Failed(amount, why) => outcome.failed.push((id, amount, why)),
        }
    }
    Ok(outcome)
}

/// Payments that are not cancelled and not certainly known to the log.
async fn unknown(
    ports: &CheckoutPorts,
    since: DateTime<Utc>,
) -> Result<Vec<(ProviderIntent, Standing)>, Failure<Infallible>> {
    let intents = ports.payments.intents_since(since).await?;
    let live = intents.into_iter().filter(|intent| intent.status != IntentStatus::Canceled);
    let looking = live.map(async |intent| {
        let standing = standing(ports, &intent).await?;
        Ok::<_, Failure<Infallible>>((intent, standing))
    });
    let all: Vec<_> = stream::iter(looking).buffered(CONCURRENCY).try_collect().await?;
    Ok(all.into_iter().filter(|(_, standing)| !matches!(standing, Standing::Known)).collect())
}

async fn standing(ports: &CheckoutPorts, intent: &ProviderIntent) -> Result<Standing, Failure<Infallible>> {
    let checkout = load::<Checkout, Infallible>(&ports.writer.log, intent.checkout_id.uuid()).await?.state;
    let asked_for = checkout
        .intent
        .as_ref()
        .is_some_and(|known| known.id == intent.id && known.provider == ports.payments.name());
    if asked_for {
        return Ok(Standing::Known);
    }
    // The provider was read before the log, so the log already knows a paid payment that a checkout has requested.
    let may_ask =
        checkout.intent.is_none() && checkout.abandoned.is_none() && intent.status != IntentStatus::Succeeded;
    Ok(match checkout.started {
        Some(started) if may_ask && started.expires_at > ports.clock.now() => Standing::Undecided,
        _ => Standing::Lost,
    })
}

enum End {
    Refunded(Cents),
    GivenUp,
    Open,
    Refused(Cents, String),
    Failed(Cents, String),
}

impl End {
    fn without(amount: Cents, error: PaymentError) -> Self {
        match error {
            PaymentError::TooMuch(why) | PaymentError::Disputed(why) | PaymentError::Refused(why) => {
                Self::Refused(amount, why)
            }
            PaymentError::Unavailable(why) => Self::Failed(amount, why),
        }
    }
}

async fn end(ports: &CheckoutPorts, intent: &ProviderIntent) -> End {
    try_to_end(ports, intent).await.unwrap_or_else(|error| End::without(intent.amount, error))
}

async fn try_to_end(ports: &CheckoutPorts, intent: &ProviderIntent) -> Result<End, PaymentError> {
    Ok(match ports.payments.cancel(&intent.id).await? {
        IntentStatus::Canceled => End::GivenUp,
        IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction | IntentStatus::Processing => {
            End::Open
        }
        IntentStatus::Succeeded => {
            let paid = ProviderIntent { status: IntentStatus::Succeeded, ..intent.clone() };
            let left = captured(ports, &paid).await?;
            if left == Cents(0) {
                return Ok(End::Refunded(left));
            }
            // The provider stores the key with the refund, where it explains to people why the money was refunded.
            let key = format!("not-in-the-restored-log/{}", intent.checkout_id);
            let sent = ports.payments.refund(&intent.id, left, &key).await;
            sent.map_or_else(|error| End::without(left, error), |_| End::Refunded(left))
        }
    })
}

/// The captured amount minus refunds.
async fn captured(ports: &CheckoutPorts, intent: &ProviderIntent) -> Result<Cents, PaymentError> {
    if intent.status != IntentStatus::Succeeded {
        return Ok(Cents(0));
    }
    let refunds = ports.payments.refunds(&intent.id).await?;
    let back: Cents = refunds.iter().filter(|one| one.failure.is_none()).map(|one| one.amount).sum();
    Ok(intent.amount - back)
}
