//! Tests of letters with two concurrent senders, and of letters whose sender has died.

use std::{collections::BTreeSet, sync::Mutex};

use service_kit::SeededIds;
use sqlx::AssertSqlSafe;
use test_support::{TestDatabase, wait_for};
use tokio::sync::Semaphore;

use super::*;
use crate::automation::tests::database;

/// A mail server that accepts one letter per permit, and the same letter any number of times.
struct GatedServer {
    permits: Semaphore,
    began: Mutex<Vec<Uuid>>,
    taken: Mutex<Vec<Uuid>>,
    /// The error that it returns instead.
    refuses: Mutex<Option<MailError>>,
}

impl GatedServer {
    fn began(&self) -> usize {
        self.began.lock().unwrap().len()
    }

    fn taken(&self) -> usize {
        self.taken.lock().unwrap().len()
    }
}

#[async_trait]
impl Mailer for GatedServer {
    async fn send(&self, id: Uuid, _: &Mail) -> Result<(), MailError> {
        self.began.lock().unwrap().push(id);
        self.permits.acquire().await.unwrap().forget();
        if let Some(failure) = &*self.refuses.lock().unwrap() {
            return Err(failure.clone());
        }
        self.taken.lock().unwrap().push(id);
        Ok(())
    }
}

/// Two processes and their mail server.
struct Post {
    server: Arc<GatedServer>,
    mailers: [Arc<ClaimingMailer>; 2],
    pool: Pool,
    _database: TestDatabase,
}

const LETTER: Uuid = Uuid::from_u128(7);

impl Post {
    async fn open(permits: usize) -> Self {
        let (database, pool) = database().await;
        let server = Arc::new(GatedServer {
            permits: Semaphore::new(permits),
            began: Mutex::default(),
            taken: Mutex::default(),
            refuses: Mutex::default(),
        });
        let mailers = [1, 2].map(|seed| {
            let ids = Arc::new(SeededIds::new(seed));
            Arc::new(ClaimingMailer::new(server.clone(), pool.clone(), ids))
        });
        Self { server, mailers, pool, _database: database }
    }

    async fn send(&self, process: usize) -> Result<(), MailError> {
        self.mailers[process].send(LETTER, &mail()).await
    }

    async fn claimed(&self, ago: &str) {
        let claim = format!(
            "INSERT INTO automation.sent_mail (id, claimed_by, claimed_at)
             VALUES ('{LETTER}', gen_random_uuid(), now() - interval '{ago}')"
        );
        sqlx::raw_sql(AssertSqlSafe(claim)).execute(&self.pool).await.unwrap();
    }
}

fn mail() -> Mail {
    let [to, subject, text, html] =
        ["anna@example.com", "Hello", "Hello!\n", "<p>Hello!</p>"].map(str::to_owned);
    Mail { to, reply_to: None, subject, text, html, about: BTreeSet::new() }
}

fn assert_taken_by_another(sent: &Result<(), MailError>) {
    assert!(matches!(sent, Err(MailError::Later(text)) if text.contains("another process")), "{sent:?}");
}

#[tokio::test]
async fn one_of_two_processes_sends_a_letter() {
    let post = Post::open(0).await;
    let (first, second) = tokio::join!(post.send(0), async {
        wait_for("the letter to be under way", async || (post.server.began() == 1).then_some(())).await;
        let second = post.send(1).await;
        post.server.permits.add_permits(2);
        second
    });
    first.unwrap();
    assert_taken_by_another(&second);
    post.send(1).await.unwrap();
    assert_eq!(post.server.taken(), 1);
}

#[tokio::test]
async fn a_temporarily_refused_letter_is_sent_by_the_next_attempt() {
    let post = Post::open(2).await;
    *post.server.refuses.lock().unwrap() = Some(MailError::Later("451 later".to_owned()));
    let refused = post.send(0).await;
    assert!(matches!(&refused, Err(MailError::Later(text)) if text == "451 later"), "{refused:?}");
    *post.server.refuses.lock().unwrap() = None;
    post.send(1).await.unwrap();
    assert_eq!(post.server.taken(), 1);
}

#[tokio::test]
async fn a_letter_with_unknown_outcome_is_not_sent_before_its_claim_expires() {
    let post = Post::open(2).await;
    let unknown = MailError::Unknown("no answer to the letter".to_owned());
    *post.server.refuses.lock().unwrap() = Some(unknown.clone());
    assert_eq!(post.send(0).await, Err(unknown));
    *post.server.refuses.lock().unwrap() = None;
    for process in [0, 1] {
        assert_taken_by_another(&post.send(process).await);
    }
    let minutes = "UPDATE automation.sent_mail SET claimed_at = claimed_at - interval '4 minutes'";
    sqlx::query(minutes).execute(&post.pool).await.unwrap();
    post.send(1).await.unwrap();
    assert_eq!(post.server.taken(), 1);
}

#[tokio::test]
async fn a_letter_whose_sender_died_is_sent_once_its_claim_expires() {
    let post = Post::open(1).await;
    post.claimed("2 minutes").await;
    assert_taken_by_another(&post.send(0).await);
    sqlx::query("DELETE FROM automation.sent_mail").execute(&post.pool).await.unwrap();
    post.claimed("4 minutes").await;
    post.send(0).await.unwrap();
    assert_eq!(post.server.taken(), 1);
}

#[tokio::test]
async fn a_letter_is_recorded_as_sent_even_if_its_step_is_dropped() {
    let post = Post::open(0).await;
    tokio::select! {
        sent = post.send(0) => panic!("{sent:?}"),
        () = wait_for("the letter to be under way", async || (post.server.began() == 1).then_some(())) => {}
    }
    post.server.permits.add_permits(2);
    post.mailers[0].finish().await;
    post.send(1).await.unwrap();
    assert_eq!(post.server.taken(), 1);
}
