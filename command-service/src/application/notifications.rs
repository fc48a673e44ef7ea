//! Use case: mark a notification as read. Commands do not read views, so the stream that a notification is about shows
//! whether it exists and who received it.

use domain::inbox::read_notification::ReadNotification;
use event_store::Provenance;
use shared_events::{
    Event, Position, Recorded,
    events::{AccountEvent, ConversationEvent, OrderEvent, ProductEvent},
    ids::AccountId,
    notification::{self, NotificationId},
};

use super::{Failure, Writer};

/// There is no such notification, or it belongs to another account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Notification not found")]
pub struct NotFound;

/// Marks one notification as read.
///
/// # Errors
/// [`Failure::Refused`] if it is not this account's notification.
pub async fn read(
    writer: &Writer,
    provenance: &Provenance,
    account: AccountId,
    id: &NotificationId,
) -> Result<Position, Failure<NotFound>> {
    if !notified(writer, account, id).await? {
        return Err(Failure::Refused(NotFound));
    }
    let command = ReadNotification { account_id: account, notification_id: id.clone() };
    let read = writer.execute(provenance, &command).await.map_err(Failure::never_refused)?;
    Ok(read.position)
}

/// Whether this account received the notification with this id.
async fn notified(
    writer: &Writer,
    account: AccountId,
    id: &NotificationId,
) -> Result<bool, Failure<NotFound>> {
    match &*id.stream.category {
        AccountEvent::CATEGORY if id.stream.id == account.uuid() => {
            let (history, at) = history::<AccountEvent>(writer, id).await?;
            Ok(at.is_some_and(|at| notification::of_account(&history[at].event).is_some()))
        }
        ProductEvent::CATEGORY => {
            let (history, at) = history::<ProductEvent>(writer, id).await?;
            let own = matches!(history.first().map(|first| &first.event),
                Some(ProductEvent::ProductListed { merchant_id, .. }) if *merchant_id == account);
            Ok(own && at.is_some_and(|at| notification::of_product(&history[at].event).is_some()))
        }
        OrderEvent::CATEGORY => {
            let (history, at) = history::<OrderEvent>(writer, id).await?;
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
            let (history, at) = history::<ConversationEvent>(writer, id).await?;
            Ok(at.is_some_and(|at| notification::of_conversation(&history[at].event) == Some(account)))
        }
        _ => Ok(false),
    }
}

type History<E> = (Vec<Recorded<E>>, Option<usize>);

/// A stream's history, and the index of the event with this id in it.
async fn history<E: Event>(writer: &Writer, id: &NotificationId) -> Result<History<E>, Failure<NotFound>> {
    let history = writer.log.load::<E>(id.stream.id).await?;
    let at = history.iter().position(|recorded| recorded.version == id.version);
    Ok((history, at))
}
