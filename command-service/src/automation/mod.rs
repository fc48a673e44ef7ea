//! Process managers: they carry out what events require. Each one follows the log from its own checkpoint, which no
//! rebuild of a view moves. It notes steps on its agenda and carries them out when they are due. Every step can be
//! repeated; a failing step is retried and delays no other. A step that fails for an hour, and a stream with an
//! unreadable event, are parked for an operator: see [`parked`].

mod agenda;
mod agenda_change;
mod agenda_row;
mod backlog;
pub(crate) mod deadline;
mod deliver_messages;
mod failure_texts;
mod first_checkpoints;
mod forget_when_erased;
mod lease;
mod mail_when_account_reviewed;
mod mail_when_api_key_created;
mod mail_when_checkout_ends;
mod mail_when_email_changes;
mod mail_when_inquiry_received;
mod mail_when_message_letter_due;
mod mail_when_message_sent;
mod mail_when_order_changes;
mod mail_when_password_changed;
mod mail_when_password_reset_requested;
mod mail_when_person_acted_on;
mod mail_when_product_reviewed;
mod mail_when_webhook_created;
mod make_good_when_cancelled;
mod managers;
mod message_webhooks;
mod note_purchases_when_delivered;
mod outcome;
mod parked;
mod process_manager;
mod refund_lost_payments;
mod replay_messages;
mod runner;
mod send_letters;
mod settle_or_close_checkouts;
mod stakes;
mod step_retries;
#[cfg(test)]
pub(crate) mod tests;
mod try_reading;
mod waiting;
mod withdraw_reviews_when_returned;

use std::time::Duration;

use futures_util::stream::{FuturesUnordered, StreamExt};
use postgres_kit::{Limits, Pool, Tables};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub use self::backlog::{Backlog, backlog};
pub use self::failure_texts::forget_failure_texts;
pub use self::first_checkpoints::{begin, begin_behind};
pub use self::lease::{LeaseHolder, lease_holder};
use self::managers::MANAGERS;
pub use self::parked::{ParkedStep, Skip, Trouble, parked, retry_parked, run_now, skip_step, skips};
pub use self::refund_lost_payments::look_for_lost_payments;
pub use self::stakes::{OpenRefunds, Stake, StakeError, at_stake, open_refunds};
pub use self::try_reading::try_reading;
pub use self::waiting::{WaitingStep, managers, waiting, waiting_since, waiting_step};
use crate::App;

/// Delay before an unavailable log is read again.
const LOG_RETRY_DELAY: Duration = Duration::from_secs(1);
/// How long a shutdown waits for letters and messages that are being sent. The whole process gives its background work two
/// seconds more.
const LAST_SENDS_TIMEOUT: Duration = Duration::from_secs(8);

/// The tables of the process managers.
pub const TABLES: Tables = Tables {
    what: "the tables of the process managers",
    table: "automation.agenda",
    schemas: &["automation"],
    script: include_str!("schema.sql"),
};

/// Creates the tables, or changes those of an earlier version.
pub async fn migrate(pool: &Pool) -> sqlx::Result<()> {
    TABLES.migrate(pool).await
}

/// Runs all process managers until stopped. Among several processes, the holder of the lease runs them. When it ends
/// or loses the lease, another takes over.
pub async fn run(app: App, pool: Pool, limits: Limits, stop: CancellationToken) {
    while let Some(mut lease) = lease::take(&pool, limits, &*app.ids, &stop).await {
        let term = lease.term();
        let lost = tokio::select! {
            cause = lease.keep() => Some(cause),
            () = run_in_term(&app, &pool, limits, term, &stop) => {
                (!stop.is_cancelled()).then(|| "another process has begun a term of its own".to_owned())
            }
            () = last_moment(&stop) => {
                tracing::warn!("stopped while letters or messages are being sent; they may be sent twice");
                None
            }
        };
        let Some(cause) = lost else {
            lease.release().await;
            return;
        };
        tracing::error!(%cause, "lease lost; process managers stopped");
    }
}

/// Runs all process managers until the term has ended. After a stop, returns once the running sends have ended.
async fn run_in_term(app: &App, pool: &Pool, limits: Limits, term: Uuid, stop: &CancellationToken) {
    let beginning = async {
        while let Err(error) = begin(app, pool).await {
            tracing::warn!(%error, "log unreachable; process managers are waiting");
            sleep(LOG_RETRY_DELAY).await;
        }
    };
    if stop.run_until_cancelled(beginning).await.is_none() {
        return;
    }
    let running = MANAGERS.iter().map(|manager| runner::run(app, pool, limits, term, *manager, stop));
    let mut running: FuturesUnordered<_> = running.collect();
    while running.next().await.is_some() {
        // The first manager that notices the end of the term ends all of them.
        if !stop.is_cancelled() {
            return;
        }
    }
    app.mailer.finish().await;
}

/// Returns when a shutdown no longer waits.
async fn last_moment(stop: &CancellationToken) {
    stop.cancelled().await;
    sleep(LAST_SENDS_TIMEOUT).await;
}
