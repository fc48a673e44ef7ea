//! Tests of changes of tables that other sessions use.

#![expect(clippy::unwrap_used, reason = "test helpers may panic")]

use std::time::{Duration, Instant};

use postgres_kit::{Pool, Tables};
use sqlx::{Connection, PgConnection};
use test_support::{TestDatabase, wait_for};

/// A statement of the shop must not wait longer behind a change that cannot be made.
const LONGEST_WAIT: Duration = Duration::from_secs(3);

const NOTES: Tables = Tables {
    what: "the table of notes",
    table: "desk.notes",
    schemas: &["desk"],
    script: "CREATE SCHEMA IF NOT EXISTS desk; CREATE TABLE IF NOT EXISTS desk.notes (note text);",
};

const NEWER_NOTES: Tables = Tables {
    script: "CREATE SCHEMA IF NOT EXISTS desk; CREATE TABLE IF NOT EXISTS desk.notes (note text);
             ALTER TABLE desk.notes ADD COLUMN IF NOT EXISTS author text;",
    ..NOTES
};

async fn database() -> (TestDatabase, Pool) {
    let database = TestDatabase::create("postgres-kit", async |_: &str| Ok::<(), sqlx::Error>(())).await;
    let pool = database.pool().await;
    (database, pool)
}

/// A session with a transaction that has locked the notes.
async fn locked(database: &TestDatabase, lock: &'static str) -> PgConnection {
    let mut session = PgConnection::connect(&database.url()).await.unwrap();
    sqlx::raw_sql(lock).execute(&mut session).await.unwrap();
    session
}

async fn has_authors(pool: &Pool) -> bool {
    let asked = "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'desk.notes'::regclass AND attname = 'author')";
    sqlx::query_scalar(asked).fetch_one(pool).await.unwrap()
}

#[tokio::test]
async fn tables_that_are_current_are_not_touched() {
    let (database, pool) = database().await;
    assert!(!NOTES.are_current(&pool).await.unwrap());
    NOTES.migrate(&pool).await.unwrap();
    assert!(NOTES.are_current(&pool).await.unwrap());
    assert!(!NEWER_NOTES.are_current(&pool).await.unwrap());

    // Any statement on the table would wait for this session.
    let _busy = locked(&database, "BEGIN; LOCK TABLE desk.notes IN ACCESS EXCLUSIVE MODE").await;
    tokio::time::timeout(LONGEST_WAIT, NOTES.migrate(&pool)).await.expect("nothing to wait for").unwrap();
}

#[tokio::test]
async fn a_change_waits_for_a_dump_without_blocking_others() {
    let (database, pool) = database().await;
    NOTES.migrate(&pool).await.unwrap();
    let dump = locked(&database, "BEGIN; LOCK TABLE desk.notes IN ACCESS SHARE MODE").await;

    let changing = tokio::spawn({
        let pool = pool.clone();
        async move { NEWER_NOTES.migrate(&pool).await }
    });
    wait_for("the change to wait", async || {
        let waits =
            "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'desk.notes'::regclass AND NOT granted)";
        sqlx::query_scalar::<_, bool>(waits).fetch_one(&pool).await.unwrap().then_some(())
    })
    .await;
    let began = Instant::now();
    sqlx::query("INSERT INTO desk.notes VALUES ('behind the change')").execute(&pool).await.unwrap();
    assert!(began.elapsed() < LONGEST_WAIT, "{:?}", began.elapsed());
    assert!(!changing.is_finished() && !has_authors(&pool).await);

    dump.close().await.unwrap();
    changing.await.unwrap().unwrap();
    assert!(has_authors(&pool).await && NEWER_NOTES.are_current(&pool).await.unwrap());
}
