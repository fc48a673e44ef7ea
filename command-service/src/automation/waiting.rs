//! The agenda of each process manager, for operators: waiting, failing and parked steps.

use chrono::{DateTime, Utc};
use postgres_kit::{Pool, statements};
use shared_events::{StreamId, Version};
use uuid::Uuid;

use super::{agenda_row::AgendaRow, deadline::in_time, managers::MANAGERS};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn waiting(managers: &[&str], limit: i64) -> row AgendaRow = concat!(
        "SELECT entry.* FROM unnest($1::text[]) AS known (manager) CROSS JOIN LATERAL (",
        include_str!("sql/select_agenda.sql"),
        "WHERE agenda.manager = known.manager
         ORDER BY parked_at IS NULL, failures = 0, agenda.due_at, subject LIMIT $2) AS entry"
    );
    fn waiting_step(manager: &str, subject: Uuid) -> row AgendaRow =
        concat!(include_str!("sql/select_agenda.sql"), "WHERE manager = $1 AND subject = $2");
    fn waiting_since(correlation: Uuid) -> row AgendaRow = concat!(
        include_str!("sql/select_agenda.sql"),
        "WHERE correlation = $1 ORDER BY manager, agenda.due_at, subject"
    );
}

/// A step on a manager's agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingStep {
    /// Name of the manager.
    pub manager: &'static str,
    /// The id of the subject: an order, a checkout, or the event to notify of.
    pub subject: Uuid,
    /// The subject's stream.
    pub stream: StreamId,
    /// Version of an unreadable event: the stream is read again before any step.
    pub unreadable: Option<Version>,
    /// Time of the next try (UTC); for a parked step, the time of the try that was due when it was parked.
    pub due_at: DateTime<Utc>,
    /// Number of failures since the last success.
    pub failures: u32,
    /// Time of the first failure (UTC).
    pub failing_since: Option<DateTime<Utc>>,
    /// When it was parked (UTC).
    pub parked_at: Option<DateTime<Utc>>,
    /// The last error. It may contain personal data.
    pub error: Option<String>,
}

/// The name of each manager and the category of the streams that it follows.
pub fn managers() -> impl Iterator<Item = (&'static str, &'static str)> {
    MANAGERS.iter().map(|manager| (manager.name(), manager.category()))
}

/// At most `limit` entries of each manager: parked ones first, then failing ones, then the rest, the longest
/// due first.
pub async fn waiting(pool: &Pool, limit: u32) -> sqlx::Result<Vec<WaitingStep>> {
    let names: Vec<&str> = MANAGERS.iter().map(|manager| manager.name()).collect();
    let reading = sql::waiting(&names, i64::from(limit)).fetch_all(pool);
    Ok(in_time(reading).await?.into_iter().filter_map(WaitingStep::of).collect())
}

/// One agenda entry, if it exists.
pub async fn waiting_step(pool: &Pool, manager: &str, subject: Uuid) -> sqlx::Result<Option<WaitingStep>> {
    let reading = sql::waiting_step(manager, subject).fetch_optional(pool);
    Ok(in_time(reading).await?.and_then(WaitingStep::of))
}

/// All agenda entries that result from one request, by its correlation id.
pub async fn waiting_since(pool: &Pool, correlation: Uuid) -> sqlx::Result<Vec<WaitingStep>> {
    let reading = sql::waiting_since(correlation).fetch_all(pool);
    Ok(in_time(reading).await?.into_iter().filter_map(WaitingStep::of).collect())
}

impl WaitingStep {
    /// `None` if this program does not know the manager.
    pub(super) fn of(row: AgendaRow) -> Option<Self> {
        let (manager, stream) = row.known()?;
        Some(Self {
            manager,
            subject: row.subject,
            stream,
            unreadable: row.unread_version.map(i64::cast_unsigned),
            due_at: row.due_at,
            failures: row.failures.unsigned_abs(),
            failing_since: row.failing_since,
            parked_at: row.parked_at,
            error: row.last_failure,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::database, *};

    #[tokio::test]
    async fn parked_steps_come_first_and_each_list_is_bounded() {
        let (_database, pool) = database().await;
        let noted = "INSERT INTO automation.agenda
                         (manager, subject, due_at, cause, correlation, failures, parked_at, unread_version)
                     SELECT manager, ('00000000-0000-0000-0000-00000000000' || no)::uuid, due_at::timestamptz,
                            gen_random_uuid(), gen_random_uuid(), failures, parked_at::timestamptz, unread
                     FROM (VALUES ('make_good_when_cancelled', 1, '2026-01-02', 0, NULL, NULL),
                                  ('make_good_when_cancelled', 2, '2026-01-01', 0, NULL, NULL),
                                  ('make_good_when_cancelled', 3, '2026-01-05', 2, NULL, NULL),
                                  ('make_good_when_cancelled', 4, '-infinity', 9, '2026-01-01', 2),
                                  ('of_another_program', 5, '2026-01-01', 9, '2026-01-01', NULL))
                          AS noted (manager, no, due_at, failures, parked_at, unread)";
        sqlx::query(noted).execute(&pool).await.unwrap();
        let all = waiting(&pool, 9).await.unwrap();
        assert_eq!(all.iter().map(|step| step.subject.as_u128()).collect::<Vec<_>>(), [4, 3, 2, 1]);
        assert_eq!((all[0].unreadable, all[0].due_at), (Some(2), DateTime::UNIX_EPOCH));
        assert_eq!(all[1].stream.to_string(), "order-00000000-0000-0000-0000-000000000003");
        assert_eq!(waiting(&pool, 2).await.unwrap(), all[..2]);
        let of_one = "UPDATE automation.agenda SET correlation = '00000000-0000-0000-0000-0000000000ff' WHERE subject::text LIKE '%3'";
        sqlx::query(of_one).execute(&pool).await.unwrap();
        assert_eq!(waiting_since(&pool, Uuid::from_u128(0xff)).await.unwrap(), all[1..2]);
        assert_eq!(waiting_since(&pool, Uuid::from_u128(0xfe)).await.unwrap(), []);
    }
}
