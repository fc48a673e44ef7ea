//! Opening a checkout: prices the cart, holds the stock and requests the payment. The customer's previous
//! checkout is closed, so that its holds do not block its own customer.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    Aggregate, Command,
    checkout::{
        Checkout, Intent, Started, checkout_id, new_number,
        request_payment::{self, RequestPayment},
        shipping_form, some_left,
        start_checkout::{self, CartItem, StartCheckout, merged},
    },
    shopper::open_checkout,
    stock::hold_units::{self, HoldUnits},
};
use event_store::Provenance;
use futures_util::future::join_all;
use service_kit::Ids;
use shared_events::{
    Cents, Position,
    events::AbandonReason,
    ids::{AccountId, CheckoutId},
    shop::{Amounts, BillingDetails, DeliveryMethod, ShippingDetails},
};

use super::{
    Closed, close_checkout, former_checkout::StateBefore, latest, offers::offers, ports::CheckoutPorts,
    received::received, settle, step,
};
use crate::{
    application::{Executed, Failure, Loaded, Writer, load},
    payments::{PaymentError, ProviderIntent},
};

/// The number of order numbers that are tried for a checkout. There are 24 million per day.
const MAX_NUMBERS_TRIED: usize = 8;
/// The number of times that another checkout of the customer may interfere while this one is opened.
const MAX_INTERFERENCES: usize = 4;

/// Open a checkout for this cart.
#[derive(Clone, Debug)]
pub struct OpenCheckout {
    /// The products and quantities.
    pub cart: Vec<CartItem>,
    /// Delivery or pickup.
    pub delivery_method: DeliveryMethod,
    /// The recipient and the address.
    pub shipping: ShippingDetails,
    /// The payer.
    pub billing: BillingDetails,
    /// The total that the customer was shown.
    pub amount: Cents,
    /// The caller's network address, if it is known.
    pub address: Option<IpAddr>,
}

/// A checkout that waits for its payment.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The payment at the provider.
    pub intent: ProviderIntent,
    /// The amounts that the customer pays.
    pub amounts: Amounts,
    /// Position in the log of the last event.
    pub position: Position,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The form breaks a rule.
    #[error(transparent)]
    Form(#[from] shipping_form::Refusal),
    /// The cart cannot be bought like this.
    #[error(transparent)]
    Cart(#[from] start_checkout::Refusal),
    /// Fewer units are available than requested.
    #[error("{}", .0.join(". "))]
    NotEnough(Vec<String>),
    /// The customer may not hold more goods.
    #[error(transparent)]
    Limit(open_checkout::Refusal),
    /// Checkouts from the same network address already hold the maximum.
    #[error("{most} checkouts in your network are waiting for their payment, of accounts to which no order has been delivered yet, and no more can. Please try again in {}.", open_checkout::minutes(*.retry_in))]
    Network {
        /// The most open checkouts of one address.
        most: usize,
        /// Time until the first of them expires.
        retry_in: TimeDelta,
    },
    /// The provider does not accept the payment.
    #[error(
        "The payment provider does not accept this payment. Please try another order, or ask our support."
    )]
    NotAccepted,
    /// The provider does not accept this amount.
    #[error("The payment provider does not accept an amount as large as {0}. Please order in several parts.")]
    TooMuchForProvider(Cents),
    /// The customer has opened another checkout at the same time.
    #[error(transparent)]
    Replaced(#[from] request_payment::Refusal),
}

/// Opens a checkout, or refuses and leaves nothing behind. An outage after the last step leaves the open checkout: the same
/// command again goes on with it, another checkout of the customer replaces it, and otherwise it expires.
pub async fn open_checkout(
    ports: &CheckoutPorts,
    ids: &dyn Ids,
    provenance: &Provenance,
    customer: AccountId,
    command: OpenCheckout,
) -> Result<Opened, Failure<Refusal>> {
    let address = command.address;
    let (ref provenance, before, known) = start(ports, ids, provenance, customer, command).await?;
    let started = known.state.started.clone().expect("a checkout that was decided has started");
    let outcome = hold_and_request(ports, provenance, &started, known, before, address).await;
    if outcome.is_err() {
        // Best effort: units that are not released now are released when the checkout expires.
        let closed = close_checkout(ports, provenance, started.checkout_id, AbandonReason::Failed).await;
        if let Err(failure) = closed {
            tracing::warn!(checkout = %started.checkout_id, %failure, "cannot close a failed checkout; it will expire");
        }
    }
    outcome
}

async fn hold_and_request(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    started: &Started,
    known: Executed<Checkout>,
    before: StateBefore,
    address: Option<IpAddr>,
) -> Result<Opened, Failure<Refusal>> {
    replace_the_former(ports, provenance, started, before, address).await?;
    let position = hold_all(ports, provenance, started).await?;
    let opened = request(ports, provenance, started, known).await?;
    Ok(Opened { position: position.max(opened.position), ..opened })
}

/// Checks and prices everything before the first append. Also returns the provenance for the steps of this
/// checkout.
async fn start(
    ports: &CheckoutPorts,
    ids: &dyn Ids,
    provenance: &Provenance,
    customer: AccountId,
    command: OpenCheckout,
) -> Result<(Provenance, StateBefore, Executed<Checkout>), Failure<Refusal>> {
    let refused = |refusal: start_checkout::Refusal| Failure::Refused(Refusal::Cart(refusal));
    let cart = merged(&command.cart).map_err(refused)?;
    let malformed = |refusal: shipping_form::Refusal| Failure::Refused(refusal.into());
    let shipping = shipping_form::check(&command.shipping).map_err(malformed)?;
    let billing = shipping_form::check_billing(&command.billing).map_err(malformed)?;
    let now = provenance.at;
    let number = unused_number(&ports.writer, ids, provenance).await?;
    let before = StateBefore::load(ports, provenance, customer, checkout_id(&number)).await?;
    let mut command = StartCheckout {
        number,
        customer_id: customer,
        offers: offers(&ports.writer, cart.iter().map(|item| item.product_id)).await?,
        cart,
        delivery_method: command.delivery_method,
        shipping,
        billing,
        amount: command.amount,
        fees: ports.fees,
        at: now,
        expires_at: open_checkout::holds_until(&before.shopper.state, before.former.as_ref(), now),
    };
    // A repetition continues with what was permitted the first time.
    if before.opened.is_none() {
        let planned = command.decide(&Checkout::default()).map_err(refused)?;
        let planned = Checkout::fold(&planned).started.expect("a checkout that was decided has started");
        let command = opening(ports, &planned, &before, now).await?;
        let allowed = command.decide(&before.shopper.state);
        allowed.map_err(|refusal| Failure::Refused(Refusal::Limit(refusal)))?;
    }
    for _ in 0..MAX_NUMBERS_TRIED {
        let id = checkout_id(&command.number);
        let provenance = step(provenance, "open", id);
        // A newly drawn number is taken with a chance of one in 24 million, so its stream is not read first.
        match ports.writer.execute_on(&provenance, Loaded::empty_stream(), &command).await {
            Err(Failure::Refused(start_checkout::Refusal::NumberTaken)) => {
                command.number = unused_number(&ports.writer, ids, &provenance).await?;
            }
            executed => {
                let executed = executed.map_err(|failure| failure.map(Refusal::Cart))?;
                return Ok((provenance, before, executed));
            }
        }
    }
    Err(Failure::Unavailable(format!("{MAX_NUMBERS_TRIED} order numbers in a row were taken")))
}

/// A repetition continues with the checkout that it has started before, unless that one has failed and was closed.
async fn unused_number(
    writer: &Writer,
    ids: &dyn Ids,
    provenance: &Provenance,
) -> Result<String, Failure<Refusal>> {
    loop {
        let number = new_number(|| ids.byte(), provenance.at);
        if !provenance.repetition {
            return Ok(number);
        }
        let started = load::<Checkout, Refusal>(&writer.log, checkout_id(&number).uuid()).await?.state;
        if started.abandoned != Some(AbandonReason::Failed) {
            return Ok(number);
        }
    }
}

async fn opening<R>(
    ports: &CheckoutPorts,
    started: &Started,
    before: &StateBefore,
    now: DateTime<Utc>,
) -> Result<open_checkout::OpenCheckout, Failure<R>> {
    let goods = started.amounts.subtotal;
    let received = received(ports, &before.shopper.state, open_checkout::enough_received(goods)).await?;
    let (customer_id, checkout_id) = (started.customer_id, started.checkout_id);
    Ok(open_checkout::OpenCheckout { customer_id, checkout_id, former: before.former, received, goods, now })
}

/// Makes this checkout the customer's open one and closes the previous one; if that is paid, its orders are
/// placed.
async fn replace_the_former(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    started: &Started,
    before: StateBefore,
    address: Option<IpAddr>,
) -> Result<(), Failure<Refusal>> {
    let settled = before.former.filter(|_| before.former_is_settled).map(|former| former.checkout_id);
    let replaced = match before.opened {
        Some(replaced) => replaced,
        None => open(ports, provenance, started, before, address).await?,
    };
    let Some(former) = replaced.filter(|_| replaced != settled) else { return Ok(()) };
    let closed = match close_checkout(ports, provenance, former, AbandonReason::Replaced).await {
        Err(Failure::Declined(cause)) => {
            tracing::warn!(checkout = %former, %cause, "cannot close a replaced checkout; it will expire");
            Closed::Open
        }
        closed => closed.map_err(Failure::never_refused)?,
    };
    // A checkout that may still be paid keeps its units until a process manager settles or closes it.
    if closed == Closed::Paid {
        // A failure to settle the previous checkout must not stop this one.
        let _ = settle(ports, provenance, former).await;
    }
    Ok(())
}

/// Makes this checkout the customer's open one. Returns the checkout that it replaces.
async fn open(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    started: &Started,
    mut before: StateBefore,
    address: Option<IpAddr>,
) -> Result<Option<CheckoutId>, Failure<Refusal>> {
    let (customer, now) = (started.customer_id, provenance.at);
    for _ in 0..MAX_INTERFERENCES {
        let command = opening(ports, started, &before, now).await?;
        if let Some(address) = address.filter(|_| command.received == Cents::ZERO) {
            let holds = &ports.limits.open_holds;
            let most = holds.most;
            holds
                .open(address, customer, started.checkout_id, started.expires_at, now)
                .map_err(|retry_in| Failure::Refused(Refusal::Network { most, retry_in }))?;
        }
        match ports.writer.execute_on(provenance, before.shopper, &command).await {
            // The customer has opened another checkout since.
            Err(Failure::Refused(open_checkout::Refusal::Moved)) => {
                before = StateBefore::load(ports, provenance, customer, started.checkout_id).await?;
            }
            opened => return Ok(opened.map_err(|failure| failure.map(Refusal::Limit))?.state.replaced),
        }
    }
    Err(Failure::Refused(Refusal::Replaced(request_payment::Refusal::Replaced)))
}

async fn hold_all(
    ports: &CheckoutPorts,
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
        let held = ports.writer.execute_for_position(provenance, &command).await;
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
    ports: &CheckoutPorts,
    provenance: &Provenance,
    started: &Started,
    checkout: Executed<Checkout>,
) -> Result<Opened, Failure<Refusal>> {
    let amount = started.amounts.total;
    let created = ports.payments.create_intent(started.checkout_id, amount).await;
    let intent = created.map_err(|error| match error {
        PaymentError::Unavailable(_) => Failure::from(error),
        PaymentError::TooMuch(_) => Failure::Refused(Refusal::TooMuchForProvider(amount)),
        PaymentError::Disputed(_) | PaymentError::Refused(_) => {
            tracing::warn!(checkout = %started.checkout_id, %error, "the provider does not create a payment");
            Failure::Refused(Refusal::NotAccepted)
        }
    })?;
    let known = Intent { provider: ports.payments.name().to_owned(), id: intent.id.clone() };
    let command = RequestPayment { checkout_id: started.checkout_id, intent: known };
    let requested = ports.writer.execute_on(provenance, checkout, &command).await;
    let requested = requested.map_err(|failure| failure.map(Refusal::Replaced))?;
    Ok(Opened { intent, amounts: started.amounts, position: requested.position })
}
