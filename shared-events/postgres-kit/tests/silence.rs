//! Tests with servers that refuse, hang, are full or are not Postgres, and with connections that become silent.

#![expect(clippy::unwrap_used, reason = "test helpers may panic")]

use std::time::{Duration, Instant};

use postgres_kit::{Limits, Listener, Pool, begin, connect, keep_alive, parse, wait_for_server, within};
use sqlx::{Connection, PgConnection, postgres::PgConnectOptions};
use test_support::{SilentProxy, TestDatabase, wait_for};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinSet,
};

fn short() -> Limits {
    Limits::new(Duration::from_secs(1), Duration::from_secs(3))
}

async fn database() -> TestDatabase {
    TestDatabase::create("postgres-kit", async |_: &str| Ok::<(), sqlx::Error>(())).await
}

async fn proxied(database: &TestDatabase) -> (SilentProxy, PgConnectOptions) {
    let proxy = SilentProxy::before(&database.url()).await;
    let options = short().session(parse(&proxy.url()).unwrap());
    (proxy, options)
}

async fn number(pool: &Pool) -> Result<i32, sqlx::Error> {
    let asked = sqlx::query_scalar("SELECT 1").fetch_one(pool);
    within(short().answer, "a number", asked).await
}

#[tokio::test]
async fn errors_name_the_server_and_the_cause() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let refused = error_of(&format!("postgres://me@{closed}/shop")).await;
    assert!(refused.contains(&closed.to_string()) && refused.contains("refuses connections"), "{refused}");

    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = other.local_addr().unwrap();
    let mut answering = JoinSet::new();
    answering.spawn(async move {
        while let Ok((mut client, _)) = other.accept().await {
            let mut request = [0; 8];
            let _ = client.read_exact(&mut request).await;
            let _ = client.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let wrong = error_of(&format!("postgres://me@{address}/shop")).await;
    assert!(wrong.contains(&address.to_string()) && wrong.contains("something else"), "{wrong}");

    let database = database().await;
    let (proxy, _options) = proxied(&database).await;
    proxy.hang();
    let silent = error_of(&proxy.url()).await;
    assert!(silent.contains("127.0.0.1:") && silent.contains("does not answer"), "{silent}");

    proxy.recover();
    let no_database = error_of(&format!("{}_not", proxy.url())).await;
    assert!(no_database.contains("does not have this database"), "{no_database}");
}

async fn error_of(url: &str) -> String {
    let database = parse(url).unwrap();
    wait_for_server(&database, &short(), Duration::ZERO).await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_full_server_is_reported_as_full() {
    let database = database().await;
    let mut direct = PgConnection::connect(&database.url()).await.unwrap();
    let name: String = sqlx::query_scalar("SELECT current_database()").fetch_one(&mut direct).await.unwrap();
    let role = format!("crowd_{}", name.replace("test_", ""));
    for statement in [format!("CREATE ROLE {role} LOGIN CONNECTION LIMIT 0")] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut direct).await.unwrap();
    }
    let crowded = parse(&database.url()).unwrap().username(&role);
    let error = wait_for_server(&crowded, &short(), Duration::ZERO).await.unwrap_err().to_string();
    assert!(error.contains("has no connection left"), "{error}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("DROP ROLE {role}"))).execute(&mut direct).await.unwrap();
}

#[tokio::test]
async fn a_pool_recovers_when_all_its_connections_become_silent() {
    let database = database().await;
    let (proxy, options) = proxied(&database).await;
    let pool = Pool::new(options, 8, short());
    let mut held = Vec::new();
    for _ in 0..8 {
        held.push(pool.acquire().await.unwrap());
    }
    // Half of the connections are being returned, when the pool tests them; the others stay idle.
    let on_their_way = held.split_off(4);
    drop(held);
    wait_for("idle connections", async || (pool.num_idle() == 4).then_some(())).await;
    assert_eq!(proxy.silence(), 8);
    drop(on_their_way);
    let began = Instant::now();
    wait_for("an answer", async || number(&pool).await.ok()).await;
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    // All slots of the pool can be used again.
    let all: Vec<_> = wait_for("eight connections", async || {
        let mut all = Vec::new();
        for _ in 0..8 {
            all.push(pool.acquire().await.ok()?);
        }
        Some(all)
    })
    .await;
    assert_eq!(all.len(), 8);
}

/// sqlx alone fails this test: it tests a returned connection without a deadline, and never gets the slot back.
#[tokio::test]
async fn a_pool_gets_its_slots_back_even_if_the_server_becomes_silent_during_a_return() {
    let database = database().await;
    let (proxy, options) = proxied(&database).await;
    let pool = Pool::new(options, 8, short());
    for turns in 0..20 {
        let all: Vec<_> = wait_for("every place", async || {
            let mut all = Vec::new();
            for _ in 0..8 {
                all.push(pool.acquire().await.ok()?);
            }
            Some(all)
        })
        .await;
        drop(all);
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        proxy.silence();
    }
}

#[tokio::test]
async fn a_pool_gets_the_slots_of_transactions_back_that_a_silent_server_does_not_begin() {
    let database = database().await;
    let (proxy, options) = proxied(&database).await;
    let pool = Pool::new(options, 2, short());
    let warm = [pool.acquire().await.unwrap(), pool.acquire().await.unwrap()];
    drop(warm);
    wait_for("idle connections", async || (pool.num_idle() == 2).then_some(())).await;
    assert_eq!(proxy.silence(), 2);
    // The connections were used a moment ago, so the pool does not test them. On a slow machine it may test them, and
    // then the transactions succeed.
    let one = async || within(short().answer, "a transaction", begin(&pool)).await.map(drop);
    let _ = tokio::join!(one(), one());
    let _both =
        wait_for("two connections", async || Some([pool.acquire().await.ok()?, pool.acquire().await.ok()?]))
            .await;
}

#[tokio::test]
async fn a_connection_that_is_never_returned_does_not_keep_a_pool_from_closing() {
    let database = database().await;
    let (_proxy, options) = proxied(&database).await;
    let pool = Pool::new(options, 2, short());
    let _kept = pool.acquire().await.unwrap();
    let closing = tokio::time::timeout(short().answer * 20, pool.close()).await;
    assert!(closing.is_ok() && pool.is_closed());
}

#[tokio::test]
async fn the_server_ends_only_the_lease_of_a_silent_holder() {
    let database = database().await;
    let (proxy, options) = proxied(&database).await;
    let limits = short();
    let direct = Pool::connect(&database.url()).await.unwrap();
    let mut holder = connect(&limits.lease_session(options.clone()), &limits).await.unwrap();
    let lock = "SELECT pg_try_advisory_lock(7)";
    assert!(sqlx::query_scalar::<_, bool>(lock).fetch_one(&mut holder).await.unwrap());

    // A holder that renews its lease keeps it longer than the lease's duration.
    let alive = tokio::time::timeout(limits.lease * 2, keep_alive(&mut holder, &limits)).await;
    assert!(alive.is_err(), "{alive:?}");
    assert!(!sqlx::query_scalar::<_, bool>(lock).fetch_one(&direct).await.unwrap());

    proxy.silence();
    let error = keep_alive(&mut holder, &limits).await.to_string();
    assert!(error.contains("has not answered"), "{error}");
    // The connection is still open on both ends.
    wait_for("the end of the lease", async || {
        sqlx::query_scalar::<_, bool>(lock).fetch_one(&direct).await.unwrap().then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_listener_detects_a_dead_connection() {
    let database = database().await;
    let (proxy, options) = proxied(&database).await;
    let direct = Pool::connect(&database.url()).await.unwrap();
    let mut listener = Listener::connect(&options, &["news"], short()).await.unwrap();
    let notify = "SELECT pg_notify('news', 'one')";
    sqlx::query(notify).execute(&direct).await.unwrap();
    assert_eq!(listener.recv().await.unwrap().payload(), "one");

    proxy.silence();
    let error = listener.recv().await.unwrap_err().to_string();
    assert!(error.contains("has not answered"), "{error}");
    let mut listener = Listener::connect(&options, &["news"], short()).await.unwrap();
    sqlx::query(notify).execute(&direct).await.unwrap();
    assert_eq!(listener.recv().await.unwrap().payload(), "one");
}

#[tokio::test]
async fn a_listener_keeps_its_connection_while_notifications_arrive() {
    let database = database().await;
    let limits = Limits::new(Duration::from_secs(60), Duration::from_millis(1_500));
    let options = limits.session(parse(&database.url()).unwrap());
    let direct = Pool::connect(&database.url()).await.unwrap();
    let mut listener = Listener::connect(&options, &["news"], limits).await.unwrap();
    let began = Instant::now();
    while began.elapsed() < limits.lease * 3 {
        sqlx::query("SELECT pg_notify('news', 'one')").execute(&direct).await.unwrap();
        assert_eq!(listener.recv().await.unwrap().payload(), "one");
    }
}
