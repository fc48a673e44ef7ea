//! Somebody wants to be forgotten.

use std::borrow::Cow;

use chrono::TimeDelta;
use event_store::Categories;
use service_kit::caller::Caller;
use shared_events::{
    Event, Position, Role,
    events::{OrderEvent, ShopperEvent},
    ids::{AccountId, OrderId},
    shop::OrderStatus,
};

use super::{
    super::{Failure, load},
    email_claim::fingerprint,
    erase::erase,
    never_refused,
    passwords::known_password,
};
use crate::{
    App,
    domain::{account::Account, checkout::Checkout, email::EmailAddress, order::Order},
};

const PAGE: usize = 5_000;

/// Why somebody is not forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeleteRefusal {
    /// It is not the password.
    #[error("Password is incorrect")]
    WrongPassword,
    /// Too many wrong passwords.
    #[error("Too many failed attempts. Please try again later.")]
    TooManyFailures {
        /// When the next try is allowed.
        retry_in: TimeDelta,
    },
    /// Operators make admins, and take them back.
    #[error("Admin accounts cannot be deleted here")]
    Admin,
    /// Nobody would know where to bring them.
    #[error("You have orders that are not finished. Please try again when they are.")]
    OrdersUnderWay,
}

/// Forgets the person who asks and knows the password. Their sessions end with the account.
///
/// # Errors
/// See [`DeleteRefusal`].
pub async fn delete_own(
    app: &App,
    caller: &Caller,
    password: &str,
) -> Result<Position, Failure<DeleteRefusal>> {
    if caller.role == Role::Admin {
        return Err(Failure::Refused(DeleteRefusal::Admin));
    }
    let account_id = caller.account;
    let known = known_password(app, account_id, password).await;
    let known =
        known.map_err(|failure| failure.map(|retry_in| DeleteRefusal::TooManyFailures { retry_in }))?;
    known.ok_or(Failure::Refused(DeleteRefusal::WrongPassword))?;
    if buys(app, account_id).await? || (caller.role == Role::Merchant && sells(app, account_id).await?) {
        return Err(Failure::Refused(DeleteRefusal::OrdersUnderWay));
    }
    // The address can only be read as long as the key is there.
    let profile = load::<Account, _>(&app.log, account_id.uuid()).await?.state.profile;
    let email = profile.and_then(|profile| profile.email.into_inner());
    let claims = match email {
        Some(email) => vec![fingerprint(app, &EmailAddress::of_account(&email)).await?],
        None => Vec::new(),
    };
    let provenance = app.command_by(caller.actor());
    let position = erase(app, &provenance, account_id, &claims).await.map_err(never_refused)?;
    app.sessions.forget(account_id.uuid());
    Ok(position)
}

/// Whether something that the account has bought, or is paying for, is under way.
async fn buys(app: &App, account_id: AccountId) -> Result<bool, Failure<DeleteRefusal>> {
    for opened in app.log.load::<ShopperEvent>(account_id.uuid()).await? {
        let ShopperEvent::CheckoutOpened { checkout_id, .. } = opened.event;
        let checkout = load::<Checkout, _>(&app.log, checkout_id.uuid()).await?.state;
        if checkout.payment.is_some() && checkout.ending.is_none() {
            return Ok(true);
        }
        for planned in checkout.started.iter().flat_map(|started| &started.orders) {
            if is_under_way(app, planned.order_id).await? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether an order at this merchant is under way. No stream knows a merchant's orders, so the log is asked for all that
/// were placed; few merchants leave, and only once.
async fn sells(app: &App, account_id: AccountId) -> Result<bool, Failure<DeleteRefusal>> {
    let orders = Categories::Only(Cow::Borrowed(&[OrderEvent::CATEGORY]));
    let (id, mut position) = (account_id.to_string(), Position::START);
    loop {
        let page = app.log.read_all_sealed(position, &orders, PAGE).await;
        let page = page.map_err(|error| Failure::Unavailable(error.to_string()))?;
        for placed in page.events.iter().filter(|event| event.event.event_type == "OrderPlaced") {
            let mentioned = placed.event.data.as_json().contains(&id);
            if mentioned && is_under_way(app, OrderId::new(placed.stream.id)).await? {
                return Ok(true);
            }
        }
        if page.end {
            return Ok(false);
        }
        position = page.up_to;
    }
}

async fn is_under_way(app: &App, order_id: OrderId) -> Result<bool, Failure<DeleteRefusal>> {
    let order = load::<Order, _>(&app.log, order_id.uuid()).await?.state;
    let finished = [OrderStatus::Delivered, OrderStatus::Cancelled, OrderStatus::Returned];
    Ok(order.placed.is_some_and(|placed| !finished.contains(&placed.status)))
}
