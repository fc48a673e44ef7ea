//! Payments that the provider knows and the log does not: what customers did behind a backup, after it was restored.
//!
//! Such a payment can never become an order, so it is given up, or its money goes back. A payment is known when its
//! checkout has asked for it. A checkout always is in the log before its payment is made; one that has not asked for the
//! payment yet is given until it expires, unless the payment is paid: customers learn how to pay only after the log knows
//! of their payment, so a log that does not know it has lost it.

use std::convert::Infallible;

use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};
use shared_events::Cents;

use crate::{
    App,
    application::{Failure, load},
    domain::checkout::Checkout,
    payments::{IntentStatus, PaymentError, ProviderIntent},
};

/// Payments that are looked at or sent back at the same time.
const CONCURRENCY: usize = 8;

/// A payment that the log does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPayment {
    /// As the provider knows it.
    pub intent: ProviderIntent,
    /// What was captured and has not gone back.
    pub captured: Cents,
}

/// What became of payments that the log does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenBack {
    /// The provider's ids, and how much went back now.
    pub refunded: Vec<(String, Cents)>,
    /// How many were given up before anybody had paid.
    pub given_up: usize,
    /// The ids of those that may still be paid or asked for: they must be looked at again.
    pub open: Vec<String>,
    /// Ids and amounts that the provider does not send back, and why: a person must.
    pub refused: Vec<(String, Cents, String)>,
    /// Ids and amounts that the provider could not send back now, and why: they must be tried again.
    pub failed: Vec<(String, Cents, String)>,
}

/// Whether the log knows a payment.
enum Standing {
    Known,
    /// Its checkout may be asking for it at this moment.
    Undecided,
    Lost,
}

/// The payments made since this moment that the log does not know, as far as money is there or can still come.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn lost_payments(app: &App, since: DateTime<Utc>) -> Result<Vec<LostPayment>, Failure<Infallible>> {
    let intents = unknown(app, since).await?;
    let lost = intents.into_iter().filter(|(_, standing)| matches!(standing, Standing::Lost));
    let captured = lost.map(async |(intent, _)| {
        let captured = captured(app, &intent).await?;
        Ok::<_, Failure<Infallible>>(LostPayment { intent, captured })
    });
    let lost: Vec<LostPayment> = stream::iter(captured).buffered(CONCURRENCY).try_collect().await?;
    let is_over =
        |one: &LostPayment| one.intent.status == IntentStatus::Succeeded && one.captured == Cents(0);
    Ok(lost.into_iter().filter(|one| !is_over(one)).collect())
}

/// Gives up, or sends back, the payments made since this moment that the log does not know. Repeating it sends nothing
/// twice. A payment that fails is in the outcome, and keeps no other from going back.
///
/// # Errors
/// Never [`Failure::Refused`]; the next call goes on where this one stopped.
pub async fn give_back_lost(app: &App, since: DateTime<Utc>) -> Result<GivenBack, Failure<Infallible>> {
    let mut outcome = GivenBack::default();
    let intents = unknown(app, since).await?;
    let ending = intents.into_iter().map(async |(intent, standing)| {
        let end = match standing {
            Standing::Lost => end(app, &intent).await,
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

/// Payments that are not given up and that the log does not know for certain.
async fn unknown(
    app: &App,
    since: DateTime<Utc>,
) -> Result<Vec<(ProviderIntent, Standing)>, Failure<Infallible>> {
    let intents = app.payments.intents_since(since).await?;
    let live = intents.into_iter().filter(|intent| intent.status != IntentStatus::Canceled);
    let looking = live.map(async |intent| {
        let standing = standing(app, &intent).await?;
        Ok::<_, Failure<Infallible>>((intent, standing))
    });
    let all: Vec<_> = stream::iter(looking).buffered(CONCURRENCY).try_collect().await?;
    Ok(all.into_iter().filter(|(_, standing)| !matches!(standing, Standing::Known)).collect())
}

async fn standing(app: &App, intent: &ProviderIntent) -> Result<Standing, Failure<Infallible>> {
    let checkout = load::<Checkout, Infallible>(&app.log, intent.checkout_id.uuid()).await?.state;
    let asked_for = checkout
        .intent
        .as_ref()
        .is_some_and(|known| known.id == intent.id && known.provider == app.payments.name());
    if asked_for {
        return Ok(Standing::Known);
    }
    // The provider was asked before the log was read, so a paid payment is not one that the log only learns of now.
    let may_ask =
        checkout.intent.is_none() && checkout.abandoned.is_none() && intent.status != IntentStatus::Succeeded;
    Ok(match checkout.started {
        Some(started) if may_ask && started.expires_at > app.clock.now() => Standing::Undecided,
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
            PaymentError::Refused(why) => Self::Refused(amount, why),
            PaymentError::Unavailable(why) => Self::Failed(amount, why),
        }
    }
}

async fn end(app: &App, intent: &ProviderIntent) -> End {
    try_to_end(app, intent).await.unwrap_or_else(|error| End::without(intent.amount, error))
}

async fn try_to_end(app: &App, intent: &ProviderIntent) -> Result<End, PaymentError> {
    Ok(match app.payments.cancel(&intent.id).await? {
        IntentStatus::Canceled => End::GivenUp,
        IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction | IntentStatus::Processing => {
            End::Open
        }
        IntentStatus::Succeeded => {
            let paid = ProviderIntent { status: IntentStatus::Succeeded, ..intent.clone() };
            let left = captured(app, &paid).await?;
            if left == Cents(0) {
                return Ok(End::Refunded(left));
            }
            // The provider keeps the key with the refund: it tells whoever looks there why the money went back.
            let key = format!("not-in-the-restored-log/{}", intent.checkout_id);
            let sent = app.payments.refund(&intent.id, left, &key).await;
            sent.map_or_else(|error| End::without(left, error), |_| End::Refunded(left))
        }
    })
}

/// What was captured and is not on its way back.
async fn captured(app: &App, intent: &ProviderIntent) -> Result<Cents, PaymentError> {
    if intent.status != IntentStatus::Succeeded {
        return Ok(Cents(0));
    }
    let refunds = app.payments.refunds(&intent.id).await?;
    let back: Cents = refunds.iter().filter(|one| one.failure.is_none()).map(|one| one.amount).sum();
    Ok(intent.amount - back)
}
