//! Process managers: what happens when something has happened. Each follows the log from a checkpoint of its own, which
//! no rebuild of a view ever moves, takes down what there is to do, and does it when it is due. Each step can be
//! repeated; one that fails is tried again without anything else waiting for it. What fails for an hour, and a stream
//! with an event that cannot be read, is parked for an operator: see [`parked`].

mod agenda;
mod backlog;
mod backoff;
mod lease;
mod letter_carrier;
mod mail_when_account_reviewed;
mod mail_when_checkout_ends;
mod mail_when_inquiry_received;
mod mail_when_message_sent;
mod mail_when_order_changes;
mod mail_when_password_reset_requested;
mod mail_when_product_reviewed;
mod make_good_when_cancelled;
mod news;
mod note_purchases_when_delivered;
mod parked;
mod runner;
mod settle_or_close_checkouts;
#[cfg(test)]
pub(crate) mod tests;

use std::time::Duration;

use futures_util::future::join_all;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

pub use self::backlog::{Backlog, backlog};
pub use self::news::{begin, begin_behind};
pub use self::parked::{ParkedStep, Skip, Trouble, parked, retry_parked, skip_parked, skips};
use self::{
    mail_when_account_reviewed::MailWhenAccountReviewed, mail_when_checkout_ends::MailWhenCheckoutEnds,
    mail_when_inquiry_received::MailWhenInquiryReceived, mail_when_message_sent::MailWhenMessageSent,
    mail_when_order_changes::MailWhenOrderChanges,
    mail_when_password_reset_requested::MailWhenPasswordResetRequested,
    mail_when_product_reviewed::MailWhenProductReviewed, make_good_when_cancelled::MakeGoodWhenCancelled,
    note_purchases_when_delivered::NotePurchasesWhenDelivered, runner::ProcessManager,
    settle_or_close_checkouts::SettleOrCloseCheckouts,
};
use crate::App;

/// All process managers.
const MANAGERS: &[&dyn ProcessManager] = &[
    &MakeGoodWhenCancelled,
    &NotePurchasesWhenDelivered,
    &SettleOrCloseCheckouts,
    &MailWhenAccountReviewed,
    &MailWhenCheckoutEnds,
    &MailWhenInquiryReceived,
    &MailWhenMessageSent,
    &MailWhenOrderChanges,
    &MailWhenPasswordResetRequested,
    &MailWhenProductReviewed,
];

/// How long to wait for a log that does not answer.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Makes the tables that are missing.
///
/// # Errors
/// Those of the database.
pub async fn migrate(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::raw_sql(include_str!("schema.sql")).execute(pool).await.map(drop)
}

/// Runs all process managers until told to stop. In several processes they run in one; when that one ends another takes
/// over.
pub async fn run(app: App, pool: PgPool, cancellation: CancellationToken) {
    let Some(_lease) = lease::lease(&pool, &cancellation).await else { return };
    while let Err(error) = begin(&app, &pool).await {
        tracing::warn!(%error, "the process managers wait for the log");
        if cancellation.run_until_cancelled(tokio::time::sleep(TRY_AGAIN)).await.is_none() {
            return;
        }
    }
    join_all(MANAGERS.iter().map(|manager| runner::run(&app, &pool, *manager, &cancellation))).await;
}
