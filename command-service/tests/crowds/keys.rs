//! Many attempts in many processes start a command with the same key: exactly one executes it, in memory and in
//! Postgres.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use command_service::idempotency::{Begun, Command, Held, Keys, MemoryKeys, PostgresKeys, migrate};
use postgres_kit::Pool;
use test_support::TestDatabase;
use tokio::task::JoinSet;
use uuid::Uuid;

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).expect("a moment")
}

fn second(number: i64) -> DateTime<Utc> {
    noon() + TimeDelta::seconds(number)
}

fn command(id: u128, request: u128, holder: u128) -> Command {
    let [id, request, holder] = [id, request, holder].map(Uuid::from_u128);
    Command { held: Held { id, holder }, request }
}

/// Starts the command at this second, with a lease of ten seconds and a key lifetime of a hundred.
async fn begin(keys: &dyn Keys, command: &Command, at: i64) -> Begun {
    keys.begin(command, second(at), second(at + 10), second(at - 100)).await.expect("the keys answer")
}

async fn follows_the_rules(keys: [Arc<dyn Keys>; 2]) {
    let mine = |since, again| Begun::Mine { since: second(since), again };
    let [here, there] = [&*keys[0], &*keys[1]];
    let first = command(1, 1, 1);
    assert_eq!(begin(here, &first, 0).await, mine(0, false));
    assert_eq!(begin(there, &command(1, 1, 2), 9).await, Begun::UnderWay);
    assert_eq!(begin(there, &command(2, 1, 2), 9).await, mine(9, false), "another key");
    assert_eq!(begin(there, &command(1, 2, 2), 9).await, Begun::AnotherRequest);
    here.renew(first.held, second(20)).await.expect("the keys answer");
    assert_eq!(begin(there, &command(1, 1, 2), 19).await, Begun::UnderWay);
    assert_eq!(begin(there, &command(1, 2, 2), 20).await, Begun::AnotherRequest);
    let second_try = command(1, 1, 2);
    assert_eq!(begin(there, &second_try, 20).await, mine(0, true));
    // The first attempt was not dead, but its response no longer counts.
    here.renew(first.held, second(1_000)).await.expect("the keys answer");
    here.answer(first.held, "late").await.expect("the keys answer");
    here.release(first.held, second(21)).await.expect("the keys answer");
    assert_eq!(begin(here, &command(1, 1, 3), 21).await, Begun::UnderWay);
    there.release(second_try.held, second(21)).await.expect("the keys answer");
    let third = command(1, 1, 3);
    assert_eq!(begin(here, &third, 21).await, mine(0, true));
    here.answer(third.held, "done").await.expect("the keys answer");
    here.answer(third.held, "done differently").await.expect("the keys answer");
    let answered = Begun::Answered { answer: "done".to_owned() };
    assert_eq!(begin(there, &command(1, 1, 4), 99).await, answered);
    assert_eq!(begin(there, &command(1, 2, 4), 99).await, Begun::AnotherRequest);
    assert_eq!(begin(there, &command(1, 2, 4), 100).await, mine(100, false));
    here.forget(command(1, 2, 3).held).await.expect("the keys answer");
    assert_eq!(
        begin(there, &command(1, 2, 5), 101).await,
        Begun::UnderWay,
        "somebody else's is not forgotten"
    );
    here.forget(command(1, 2, 4).held).await.expect("the keys answer");
    assert_eq!(begin(there, &command(1, 3, 5), 101).await, mine(101, false));
    there.answer(command(1, 3, 5).held, "done").await.expect("the keys answer");
    there.forget(command(1, 3, 5).held).await.expect("the keys answer");
    assert_eq!(begin(here, &command(1, 3, 6), 102).await, Begun::Answered { answer: "done".to_owned() });

    let mut all = JoinSet::new();
    for holder in 0..40 {
        let keys = keys[holder as usize % 2].clone();
        all.spawn(async move { begin(&*keys, &command(3, 1, holder), 200).await });
    }
    let begun = all.join_all().await;
    assert_eq!(begun.iter().filter(|begun| matches!(begun, Begun::Mine { .. })).count(), 1);
    assert_eq!(begun.iter().filter(|begun| **begun == Begun::UnderWay).count(), 39);
}

#[tokio::test]
async fn one_attempt_executes_a_command_in_memory() {
    let keys: Arc<dyn Keys> = Arc::new(MemoryKeys::default());
    follows_the_rules([keys.clone(), keys]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_attempt_executes_a_command_in_postgres() {
    let database = TestDatabase::create("command-keys", async |url: &str| {
        let pool = Pool::connect(url).await?;
        migrate(&pool).await
    })
    .await;
    let keys = [database.pool().await, database.pool().await];
    follows_the_rules(keys.map(|pool| Arc::new(PostgresKeys::new(pool)) as Arc<dyn Keys>)).await;
}

/// A sweep deletes all expired keys: at 17 commands a second and more, a day has more than the ten thousand of one
/// statement.
#[tokio::test]
async fn a_sweep_deletes_everything_that_has_expired() {
    let database = TestDatabase::create("command-keys", async |url: &str| {
        let pool = Pool::connect(url).await?;
        migrate(&pool).await
    })
    .await;
    let pool = database.pool().await;
    let fill = "INSERT INTO commands.keys (id, request, begun_at, holder, held_until)
                SELECT gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), $1
                FROM generate_series(1, 24000)";
    sqlx::query(fill).bind(second(0)).execute(&pool).await.expect("the table takes rows");
    // A new process sweeps at its first command.
    begin(&PostgresKeys::new(pool.clone()), &command(2, 1, 1), 100).await;
    test_support::wait_for("the expired keys to be deleted", async || {
        let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM commands.keys")
            .fetch_one(&pool)
            .await
            .expect("the keys answer");
        (rows == 1).then_some(())
    })
    .await;
}
