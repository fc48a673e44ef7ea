//! Tests of sessions in a database whose owner has set time limits, and of statements that no longer fit their tables.

use postgres_kit::{Limits, Pool, connect, parse};
use sqlx::Row;
use test_support::TestDatabase;

async fn database() -> TestDatabase {
    TestDatabase::create("postgres-kit", async |_: &str| Ok::<(), sqlx::Error>(())).await
}

#[tokio::test]
async fn time_limits_of_the_role_or_the_database_do_not_apply() {
    let (database, limits) = (database().await, Limits::default());
    let plain = Pool::connect(&database.url()).await.unwrap();
    let set = "DO $$ DECLARE setting text; BEGIN
        FOR setting IN SELECT name FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout',
            'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')
        LOOP EXECUTE format('ALTER DATABASE %I SET %I = ''1ms''', current_database(), setting); END LOOP;
    END $$";
    sqlx::raw_sql(set).execute(&plain).await.unwrap();
    let shown = "SELECT name, setting FROM pg_settings WHERE name LIKE '%\\_timeout' AND setting = '1' AND unit = 'ms'";
    let server = parse(&database.url()).unwrap();
    let pool = Pool::new(limits.session(server.clone()), 1, limits);
    let (mut one, mut lease) = (
        connect(&limits.session(server.clone()), &limits).await.unwrap(),
        connect(&limits.lease_session(limits.session(server)), &limits).await.unwrap(),
    );
    for left in [
        sqlx::query(shown).fetch_all(&pool).await.unwrap(),
        sqlx::query(shown).fetch_all(&mut one).await.unwrap(),
        sqlx::query(shown).fetch_all(&mut lease).await.unwrap(),
    ] {
        let names: Vec<String> = left.iter().map(|row| row.get("name")).collect();
        assert_eq!(names, [""; 0]);
    }
}

#[tokio::test]
async fn a_statement_is_prepared_again_when_a_column_has_another_type() {
    let database = database().await;
    let pool = Pool::new(parse(&database.url()).unwrap(), 2, Limits::default());
    let define = |pool: Pool, of_type: &'static str| async move {
        let view = format!(
            "DROP VIEW IF EXISTS shelf; CREATE VIEW shelf AS SELECT 'Kale'::{of_type} AS name, 7::{of_type} AS price"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(view)).execute(&pool).await.unwrap();
    };
    let read = "SELECT name, price FROM shelf WHERE name = $1";
    for of_type in ["text", "varchar", "text"] {
        define(pool.clone(), of_type).await;
        // Both connections have prepared the statement: an outdated one must not wait in the pool for its next user.
        let (mut one, mut other) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        for connection in [&mut one, &mut other] {
            let rows = sqlx::query(read).bind("Kale").fetch_all(connection).await.unwrap();
            assert_eq!(rows[0].get::<String, _>("name"), "Kale", "{of_type}");
        }
        drop((one, other));
        let row = sqlx::query(read).bind("Kale").fetch_optional(&pool).await.unwrap();
        assert_eq!(row.unwrap().get::<String, _>("price"), "7", "{of_type}");
        define(pool.clone(), "varchar").await;
        sqlx::query(read).bind("Kale").fetch_one(&pool).await.unwrap();
    }
}
