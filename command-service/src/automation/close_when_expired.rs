//! When a checkout is not paid in time it is closed and its units go back to the shelf. When it was paid and nobody has
//! told us (the browser closed, the process died), its orders are placed.

use std::{convert::Infallible, time::Duration};

use async_trait::async_trait;
use shared_events::{
    Actor, Event, RawEvent, Recorded, decode,
    events::{AbandonReason, CheckoutEvent},
    ids::CheckoutId,
};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::runner::ProcessManager;
use crate::{
    App,
    application::{
        Failure,
        checkout::{Closed, NotSettled, close_checkout, settle},
    },
};

const NAME: &str = "close_when_expired";
/// How often expired checkouts are looked for.
const EXPIRY_INTERVAL: Duration = Duration::from_secs(5);
/// How often the provider is asked about every open checkout.
const RECONCILE_EVERY: u32 = 12;

/// Keeps the list of checkouts that are neither over nor closed.
pub(super) struct RememberOpenCheckouts(pub(super) PgPool);

#[async_trait]
impl ProcessManager for RememberOpenCheckouts {
    fn name(&self) -> &'static str {
        "remember_open_checkouts"
    }

    fn categories(&self) -> &'static [&'static str] {
        &[CheckoutEvent::CATEGORY]
    }

    async fn react(&self, _: &App, event: &Recorded<RawEvent>) -> Result<(), String> {
        let query = match decode(event.event.clone()).map_err(|error| error.to_string())? {
            CheckoutEvent::CheckoutStarted { checkout_id, expires_at, .. } => sqlx::query(
                "insert into automation.open_checkouts (checkout_id, expires_at) values ($1, $2)
                 on conflict do nothing",
            )
            .bind(checkout_id.uuid())
            .bind(expires_at),
            CheckoutEvent::CheckoutCompleted { checkout_id } => forget(checkout_id),
            // A refund of the whole checkout ends it; one of a single order comes after its end.
            CheckoutEvent::RefundIssued { checkout_id, order_id: None, .. } => forget(checkout_id),
            _ => return Ok(()),
        };
        query.execute(&self.0).await.map(drop).map_err(|error| error.to_string())
    }
}

type Query = sqlx::query::Query<'static, sqlx::Postgres, sqlx::postgres::PgArguments>;

fn forget(checkout: CheckoutId) -> Query {
    sqlx::query("delete from automation.open_checkouts where checkout_id = $1").bind(checkout.uuid())
}

/// Closes what has expired and settles what was paid, until told to stop. The first round asks about everything, so
/// that a start after a crash finishes what the crash interrupted.
pub(super) async fn watch(app: &App, pool: &PgPool, cancellation: &CancellationToken) {
    let watching = async {
        for round in (0..RECONCILE_EVERY).cycle() {
            if let Err(error) = look(app, pool, round == 0).await {
                tracing::error!(manager = NAME, %error, "the next round tries again");
            }
            tokio::time::sleep(EXPIRY_INTERVAL).await;
        }
    };
    let _ = cancellation.run_until_cancelled(watching).await;
}

async fn look(app: &App, pool: &PgPool, all: bool) -> sqlx::Result<()> {
    let now = app.clock.now();
    let open: Vec<(Uuid, bool)> = sqlx::query_as(
        "select checkout_id, expires_at <= $1 from automation.open_checkouts
         where $2 or expires_at <= $1 order by expires_at",
    )
    .bind(now)
    .bind(all)
    .fetch_all(pool)
    .await?;
    for (checkout, expired) in open {
        let checkout = CheckoutId::new(checkout);
        match finish(app, checkout, expired).await {
            Ok(true) => {
                forget(checkout).execute(pool).await?;
            }
            Ok(false) => {}
            Err(error) => tracing::warn!(manager = NAME, %checkout, %error, "tried again in the next round"),
        }
    }
    Ok(())
}

/// Whether the checkout needs no more looking after.
async fn finish(app: &App, checkout: CheckoutId, expired: bool) -> Result<bool, Failure<Infallible>> {
    let provenance = app.command_by(Actor::system(NAME));
    if expired
        && close_checkout(app, &provenance, checkout, AbandonReason::Expired).await? == Closed::Abandoned
    {
        return Ok(true);
    }
    match settle(app, &provenance, checkout).await {
        Ok(_) => Ok(true),
        Err(Failure::Refused(NotSettled::NotFound | NotSettled::NotPaid(_))) => Ok(false),
        Err(Failure::Unavailable(cause)) => Err(Failure::Unavailable(cause)),
        Err(Failure::Defect(cause)) => Err(Failure::Defect(cause)),
    }
}
