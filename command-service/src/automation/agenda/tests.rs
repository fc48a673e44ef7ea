//! Tests of the rules by which entries and checkpoints change.

use test_support::TestDatabase;

use super::{
    super::tests::{begin_term, database},
    *,
};

const SUBJECT: Uuid = Uuid::from_u128(5);

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(second, 0).unwrap()
}

fn add(second: i64) -> AgendaChange {
    let entry = Entry { subject: SUBJECT, stream: SUBJECT, cause: SUBJECT, correlation: SUBJECT };
    AgendaChange::Add { entry, due_at: at(second) }
}

/// An agenda with an entry that is due at 10, and the entry as it was when its step began.
async fn with_a_step() -> (TestDatabase, Pool, Agenda, Due) {
    let (database, pool) = database().await;
    let agenda = Agenda::new(pool.clone(), "test", begin_term(&pool, 1).await, Duration::from_secs(15));
    agenda.write(vec![add(10)], None, Position(1), at(10)).await.unwrap();
    let due = agenda.due(at(10), 9).await.unwrap().pop().unwrap();
    (database, pool, agenda, due)
}

async fn due_at(agenda: &Agenda) -> Vec<DateTime<Utc>> {
    sqlx::query_scalar("SELECT due_at FROM automation.agenda WHERE parked_at IS NULL")
        .fetch_all(&agenda.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_step_that_is_done_removes_its_entry() {
    let (_database, _, agenda, due) = with_a_step().await;
    agenda.done(&due).await.unwrap();
    assert!(due_at(&agenda).await.is_empty());
}

#[tokio::test]
async fn a_step_that_is_done_keeps_an_entry_that_was_added_again_meanwhile() {
    let (_database, _, agenda, due) = with_a_step().await;
    agenda.write(vec![add(20)], Some(Position(1)), Position(2), at(15)).await.unwrap();
    agenda.done(&due).await.unwrap();
    assert_eq!(due_at(&agenda).await, [at(20)]);
}

#[tokio::test]
async fn a_step_that_is_done_keeps_an_entry_that_was_removed_and_added_again() {
    let (_database, _, agenda, due) = with_a_step().await;
    agenda.write(vec![AgendaChange::Remove(SUBJECT)], Some(Position(1)), Position(2), at(15)).await.unwrap();
    agenda.write(vec![add(20)], Some(Position(2)), Position(3), at(15)).await.unwrap();
    agenda.done(&due).await.unwrap();
    assert_eq!(due_at(&agenda).await, [at(20)]);
}

#[tokio::test]
async fn a_postponed_step_is_due_no_later_than_an_event_since_then_says() {
    let (_database, _, agenda, due) = with_a_step().await;
    agenda.look_again(&due, at(100)).await.unwrap();
    assert_eq!(due_at(&agenda).await, [at(100)]);
    agenda.write(vec![add(20)], Some(Position(1)), Position(2), at(15)).await.unwrap();
    assert_eq!(due_at(&agenda).await, [at(100)], "a note alone does not change when an entry is due");
    agenda.look_again(&due, at(100)).await.unwrap();
    assert_eq!(due_at(&agenda).await, [at(20)]);
}

#[tokio::test]
async fn an_entry_that_was_added_again_meanwhile_is_not_parked() {
    let (_database, _, agenda, due) = with_a_step().await;
    agenda.write(vec![add(20)], Some(Position(1)), Position(2), at(15)).await.unwrap();
    agenda.give_up(&due, "never", at(30)).await.unwrap();
    assert_eq!(due_at(&agenda).await, [at(20)]);
    let due = agenda.due(at(20), 9).await.unwrap().pop().unwrap();
    agenda.give_up(&due, "never", at(30)).await.unwrap();
    assert!(due_at(&agenda).await.is_empty());
}

#[tokio::test]
async fn changes_are_written_only_from_the_stored_checkpoint() {
    let (_database, pool, agenda, due) = with_a_step().await;
    agenda.done(&due).await.unwrap();
    for from in [None, Some(Position(7)), Some(Position(0))] {
        let written = agenda.write(vec![add(10)], from, Position(9), at(10)).await;
        assert!(matches!(written, Err(AgendaError::CheckpointMoved)), "{written:?}");
    }
    assert_eq!((agenda.checkpoint().await.unwrap(), due_at(&agenda).await), (Some(Position(1)), vec![]));
    sqlx::query("DELETE FROM automation.checkpoints").execute(&pool).await.unwrap();
    let written = agenda.write(vec![add(10)], Some(Position(1)), Position(9), at(10)).await;
    assert!(matches!(written, Err(AgendaError::CheckpointMoved)), "{written:?}");
    assert_eq!(agenda.checkpoint().await.unwrap(), None);
}

#[tokio::test]
async fn writes_of_an_earlier_term_change_nothing() {
    let (_database, pool, agenda, due) = with_a_step().await;
    begin_term(&pool, 2).await;
    let rows = async || -> Vec<String> {
        let rows = "SELECT agenda::text FROM automation.agenda UNION ALL
                    SELECT checkpoints::text FROM automation.checkpoints";
        sqlx::query_scalar(rows).fetch_all(&pool).await.unwrap()
    };
    let before = rows().await;
    let note = add(20);
    let writes = [
        agenda.write(vec![note.clone()], Some(Position(1)), Position(2), at(15)).await,
        agenda.renew(SUBJECT, Some(&note), &[], at(15)).await,
        agenda.all_due(at(5)).await,
        agenda.read_all_again().await,
        agenda.done(&due).await,
        agenda.look_again(&due, at(100)).await,
        agenda.failed(&due, "odd", at(15)).await.map(drop),
        agenda.give_up(&due, "never", at(15)).await,
    ];
    for (number, write) in writes.into_iter().enumerate() {
        assert!(matches!(write, Err(AgendaError::LeaseLost)), "{number}: {write:?}");
    }
    assert_eq!(rows().await, before);
}
