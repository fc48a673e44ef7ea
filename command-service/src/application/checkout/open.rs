//! A customer wants to pay: the cart is priced, the stock held, the payment prepared. The customer's checkout before is
//! closed, so that nobody is blocked by a hold of their own.

use chrono::{DateTime, Utc};
use event_store::Provenance;
use futures_util::future::join_all;
use shared_events::{
    Cents, Position,
    events::AbandonReason,
    ids::AccountId,
    shop::{Amounts, BillingDetails, DeliveryMethod, ShippingDetails},
};

use super::{Closed, HOLD, close_checkout, latest, offers::offers, settle, step};
use crate::{
    App,
    application::{Executed, Failure, Loaded, execute, execute_on, load, perform},
    domain::{
        checkout::{
            Checkout, Intent, Started, checkout_id, new_number, request_payment, shipping_form, some_left,
            start_checkout::{self, CartItem, StartCheckout, merged},
        },
        shopper::{Shopper, open_checkout},
        stock::{
            Stock,
            hold_units::{self, HoldUnits},
        },
    },
    idempotency::is_repetition,
    payments::ProviderIntent,
};

/// How many numbers are tried for one checkout. There are 24 million a day.
const NUMBERS: usize = 8;

/// Pay for this cart.
#[derive(Clone, Debug)]
pub struct OpenCheckout {
    /// What is in it.
    pub cart: Vec<CartItem>,
    /// How it is to reach the customer.
    pub delivery_method: DeliveryMethod,
    /// To whom and where.
    pub shipping: ShippingDetails,
    /// Who pays.
    pub billing: BillingDetails,
    /// What the customer believes that it costs.
    pub amount: Cents,
}

/// A checkout that waits for its payment.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The payment at the provider.
    pub intent: ProviderIntent,
    /// What the customer pays.
    pub amounts: Amounts,
    /// The log's position of the last event.
    pub position: Position,
}

/// Why it was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The form is not filled in properly.
    #[error(transparent)]
    Form(#[from] shipping_form::Refusal),
    /// The cart cannot be had like this.
    #[error(transparent)]
    Cart(#[from] start_checkout::Refusal),
    /// Less is left than was asked for.
    #[error("{}", .0.join(". "))]
    NotEnough(Vec<String>),
    /// The customer has opened another checkout at the same time.
    #[error(transparent)]
    Replaced(#[from] request_payment::Refusal),
}

/// Opens a checkout, or refuses and leaves nothing behind.
///
/// # Errors
/// See [`Refusal`] and [`Failure`].
pub async fn open_checkout(
    app: &App,
    provenance: &Provenance,
    customer: AccountId,
    command: OpenCheckout,
) -> Result<Opened, Failure<Refusal>> {
    let (ref provenance, known) = start(app, provenance, customer, command).await?;
    let started = known.state.started.clone().expect("a checkout that was decided has started");
    replace_the_former(app, provenance, &started).await?;
    let held = hold_all(app, provenance, &started).await;
    let outcome = match held {
        Ok(position) => request(app, provenance, &started, known)
            .await
            .map(|opened| Opened { position: position.max(opened.position), ..opened }),
        Err(failure) => Err(failure),
    };
    if outcome.is_err() {
        // Best effort: what cannot be given back now is given back when the checkout expires.
        let closed = close_checkout(app, provenance, started.checkout_id, AbandonReason::Failed).await;
        if let Err(failure) = closed {
            tracing::warn!(checkout = %started.checkout_id, %failure, "a failed checkout was not closed");
        }
    }
    outcome
}

/// Checks and prices everything before anything is written. Answers the provenance of this checkout's steps, too.
async fn start(
    app: &App,
    provenance: &Provenance,
    customer: AccountId,
    command: OpenCheckout,
) -> Result<(Provenance, Executed<Checkout>), Failure<Refusal>> {
    let refused = |refusal: start_checkout::Refusal| Failure::Refused(Refusal::Cart(refusal));
    let cart = merged(&command.cart).map_err(refused)?;
    shipping_form::check(&command.shipping).map_err(|refusal| Failure::Refused(refusal.into()))?;
    shipping_form::check_billing(&command.billing).map_err(|refusal| Failure::Refused(refusal.into()))?;
    let now = provenance.at;
    let mut command = StartCheckout {
        number: unused_number(app, now).await?,
        customer_id: customer,
        offers: offers(app, cart.iter().map(|item| item.product_id)).await?,
        cart,
        delivery_method: command.delivery_method,
        shipping: command.shipping,
        billing: command.billing,
        amount: command.amount,
        fees: app.fees,
        at: now,
        expires_at: now + HOLD,
    };
    for _ in 0..NUMBERS {
        let id = checkout_id(&command.number);
        let provenance = step(provenance, "open", id);
        let decide = |checkout: &Checkout| start_checkout::decide(checkout, &command);
        // A number that was just drawn names a stream that nobody knows, but for one in 24 million.
        match execute_on(app, &provenance, id.uuid(), Loaded::nothing(), decide).await {
            Err(Failure::Refused(start_checkout::Refusal::NumberTaken)) => {
                command.number = unused_number(app, now).await?;
            }
            executed => {
                return Ok((provenance, executed.map_err(|failure| failure.map(Refusal::Cart))?));
            }
        }
    }
    Err(Failure::Unavailable(format!("{NUMBERS} order numbers in a row were taken")))
}

/// A repetition goes on with the checkout that it has started before, unless that one has failed and was closed.
async fn unused_number(app: &App, now: DateTime<Utc>) -> Result<String, Failure<Refusal>> {
    loop {
        let number = new_number(&*app.ids, now);
        if !is_repetition() {
            return Ok(number);
        }
        let started = load::<Checkout, Refusal>(&app.log, checkout_id(&number).uuid()).await?.state;
        if started.abandoned != Some(AbandonReason::Failed) {
            return Ok(number);
        }
    }
}

/// Makes this checkout the customer's open one, and ends the one before; if that one is paid, its orders are placed.
async fn replace_the_former(
    app: &App,
    provenance: &Provenance,
    started: &Started,
) -> Result<(), Failure<Refusal>> {
    let decide = |shopper: &Shopper| Ok(open_checkout::decide(shopper, started.checkout_id));
    let opened = execute::<Shopper, Refusal>(app, provenance, started.customer_id.uuid(), decide).await?;
    let Some(former) = opened.state.replaced else { return Ok(()) };
    let closed = close_checkout(app, provenance, former, AbandonReason::Replaced).await;
    // One whose money may still come keeps its units until the reconciler knows.
    if matches!(closed.map_err(never)?, Closed::Paid) {
        // Whether it can be fulfilled is between the customer and that checkout.
        let _ = settle(app, provenance, former).await;
    }
    Ok(())
}

async fn hold_all(
    app: &App,
    provenance: &Provenance,
    started: &Started,
) -> Result<Position, Failure<Refusal>> {
    let holding = started.lines.iter().map(async |line| {
        let command = HoldUnits {
            product_id: line.product_id,
            checkout_id: started.checkout_id,
            quantity: line.quantity,
            until: started.expires_at,
            now: provenance.at,
        };
        let decide = |stock: &Stock| hold_units::decide(stock, &command);
        let held = perform(app, provenance, line.product_id.uuid(), decide).await;
        held.map_err(|failure| {
            failure.map(|hold_units::Refusal::NotEnough { available }| {
                some_left(&line.name, &line.unit, available)
            })
        })
    });
    let mut missing = Vec::new();
    let mut positions = Vec::new();
    for held in join_all(holding).await {
        match held {
            Ok(position) => positions.push(position),
            Err(Failure::Refused(text)) => missing.push(text),
            Err(failure) => return Err(failure.map(|text| Refusal::NotEnough(vec![text]))),
        }
    }
    if missing.is_empty() {
        Ok(latest(positions))
    } else {
        Err(Failure::Refused(Refusal::NotEnough(missing)))
    }
}

async fn request(
    app: &App,
    provenance: &Provenance,
    started: &Started,
    checkout: Executed<Checkout>,
) -> Result<Opened, Failure<Refusal>> {
    let intent = app.payments.create_intent(started.checkout_id, started.amounts.total).await?;
    let known = Intent { provider: app.payments.name().to_owned(), id: intent.id.clone() };
    let decide = |checkout: &Checkout| request_payment::decide(checkout, &known);
    let requested = execute_on(app, provenance, started.checkout_id.uuid(), checkout, decide).await;
    let requested = requested.map_err(|failure| failure.map(Refusal::Replaced))?;
    Ok(Opened { intent, amounts: started.amounts, position: requested.position })
}

/// A failure that is never a refusal, as any other kind.
fn never<R>(failure: Failure<std::convert::Infallible>) -> Failure<R> {
    failure.map(|refusal| match refusal {})
}
