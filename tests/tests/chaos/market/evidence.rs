//! Collects the evidence of a market at rest: the log (through an operator's command), the provider's books, and the
//! mail server's mails.

use std::time::Instant;

use serde_json::Value;
use service_kit::clock::{Clock, SystemClock};
use sqlx::{Connection, PgConnection};
use test_support::Letter;

use super::{
    audit::{Delivery, Evidence, ObservedEvent, Payment},
    program::ProgramSettings,
};

/// A time span around a crash in which records of sent mail may have been lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excuse {
    pub(crate) from: Instant,
    pub(crate) until: Instant,
    /// Whether the event that caused the mail may have been lost, too, and may have happened again.
    pub(crate) lossy: bool,
}

pub(crate) async fn collect(
    settings: &ProgramSettings,
    database: &str,
    letters: Vec<Letter>,
    excuses: &[Excuse],
) -> Evidence {
    let mut books = PgConnection::connect(database).await.expect("a market at rest has a database");
    // Read the books before the log: the log read first would lack a payment that is captured in between.
    let rows: Vec<Value> = sqlx::query_scalar("SELECT intent FROM sandbox.intents ORDER BY id")
        .fetch_all(&mut books)
        .await
        .expect("the provider's books");
    let events = events(settings).await;
    let open_claims: i64 =
        sqlx::query_scalar("SELECT count(*) FROM automation.sent_mail WHERE sent_at IS NULL")
            .fetch_one(&mut books)
            .await
            .expect("the claims");
    let parked = sqlx::query_scalar(
        "SELECT manager || ' ' || subject || ': ' || coalesce(last_failure, '')
         FROM automation.agenda WHERE parked_at IS NOT NULL",
    )
    .fetch_all(&mut books)
    .await
    .expect("the agenda");
    let agenda = sqlx::query_scalar(
        "SELECT concat_ws(' ', manager, subject, due_at, failures, last_failure) FROM automation.agenda ORDER BY 1",
    )
    .fetch_all(&mut books)
    .await
    .expect("the agenda");
    books.close().await.expect("the connection closes");
    let deliveries = letters.into_iter().map(|letter| {
        let Letter { id, to, subject, at } = letter;
        let excused = excuses.iter().filter(|excuse| excuse.from <= at && at <= excuse.until);
        let (may_repeat, event_may_be_lost) =
            excused.fold((false, false), |(_, lossy), excuse| (true, lossy || excuse.lossy));
        Delivery { id, to, subject, may_repeat, event_may_be_lost }
    });
    Evidence {
        at: SystemClock.now(),
        events,
        payments: rows.iter().map(payment).collect(),
        deliveries: deliveries.collect(),
        open_claims: usize::try_from(open_claims).expect("a count"),
        parked,
        agenda,
        lost_events: excuses.iter().any(|excuse| excuse.lossy),
    }
}

/// All events of the log.
async fn events(settings: &ProgramSettings) -> Vec<ObservedEvent> {
    let found = operate(settings, &["events", "find", "--data", "--json"]).await.expect("the log is read");
    found
        .lines()
        .map(|line| {
            let event: Value = serde_json::from_str(line).expect("one JSON object a line");
            let text = |member: &str| event[member].as_str().unwrap_or_default().to_owned();
            ObservedEvent {
                kind: text("type"),
                data: event["data"].clone(),
                position: event["position"].as_u64().unwrap_or_default(),
                correlation: text("correlationId"),
            }
        })
        .collect()
}

fn payment(intent: &Value) -> Payment {
    let text = |member: &str| intent[member].as_str().unwrap_or_default().to_owned();
    let refunds = intent["refunds"].as_array().into_iter().flatten();
    Payment {
        id: text("id"),
        checkout: text("checkout_id"),
        captured: intent["status"] == "succeeded",
        amount: intent["amount"].as_i64().unwrap_or_default(),
        refunds: refunds.filter_map(|refund| refund["amount"].as_i64()).collect(),
    }
}

/// Runs an operator's command. Returns its output, or its error message.
pub(crate) async fn operate(settings: &ProgramSettings, arguments: &[&str]) -> Result<String, String> {
    let output = settings.command(arguments).output().await.expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(text(&output.stderr) + &text(&output.stdout)),
    }
}
