//! Use cases of notifications: mark one or all as read. Commands do not read views, so the history that a
//! notification is about shows whether it exists and whose it is.

use std::convert::Infallible;

use domain::inbox::{
    Inbox,
    read_notification::{read_all, read_one},
};
use event_store::Provenance;
use shared_events::{
    Event, Position, Recorded,
    events::{AccountEvent, ConversationEvent, OrderEvent, ProductEvent},
    ids::AccountId,
    notification::{self, NotificationId},
};

use super::{Failure, execute};
use crate::App;

/// There is no such notification, or it belongs to another account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Notification not found")]
pub struct NotFound;

/// Marks one notification as read.
///
/// # Errors
/// [`Failure::Refused`] if it is not this account's notification.
pub async fn read(
    app: &App,
    provenance: &Provenance,
    account: AccountId,
    id: &NotificationId,
) -> Result<Position, Failure<NotFound>> {
    if !notified(app, account, id).await? {
        return Err(Failure::Refused(NotFound));
    }
    let decide = |inbox: &Inbox| Ok(read_one(inbox, account, id));
    Ok(execute(app, provenance, account.uuid(), decide).await?.position)
}

/// Marks all of an account's notifications so far as read.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn read_everything(
    app: &App,
    provenance: &Provenance,
    account: AccountId,
) -> Result<Position, Failure<Infallible>> {
    let decide = |_: &Inbox| Ok(read_all(account));
    Ok(execute(app, provenance, account.uuid(), decide).await?.position)
}

/// Whether this account got the notification with this id.
async fn notified(app: &App, account: AccountId, id: &NotificationId) -> Result<bool, Failure<NotFound>> {
    match &*id.stream.category {
        AccountEvent::CATEGORY if id.stream.id == account.uuid() => {
            let (history, at) = history::<AccountEvent>(app, id).await?;
            Ok(at.is_some_and(|at| notification::of_account(&history[at].event).is_some()))
        }
        ProductEvent::CATEGORY => {
            let (history, at) = history::<ProductEvent>(app, id).await?;
            let own = matches!(history.first().map(|first| &first.event),
                Some(ProductEvent::ProductListed { merchant_id, .. }) if *merchant_id == account);
            Ok(own && at.is_some_and(|at| notification::of_product(&history[at].event).is_some()))
        }
        OrderEvent::CATEGORY => {
            let (history, at) = history::<OrderEvent>(app, id).await?;
            let Some(OrderEvent::OrderPlaced { customer_id, merchant_id, .. }) =
                history.first().map(|first| &first.event)
            else {
                return Ok(false);
            };
            Ok(at.is_some_and(|at| {
                let Recorded { event, actor, .. } = &history[at];
                notification::of_order(event, actor, *customer_id, *merchant_id).contains(&account)
            }))
        }
        ConversationEvent::CATEGORY => {
            let (history, at) = history::<ConversationEvent>(app, id).await?;
            Ok(at.is_some_and(|at| notification::of_conversation(&history[at].event) == Some(account)))
        }
        _ => Ok(false),
    }
}

type History<E> = (Vec<Recorded<E>>, Option<usize>);

/// A history, and the index in it of the event with this id.
async fn history<E: Event>(app: &App, id: &NotificationId) -> Result<History<E>, Failure<NotFound>> {
    let history = app.log.load::<E>(id.stream.id).await?;
    let at = history.iter().position(|recorded| recorded.version == id.version);
    Ok((history, at))
}
