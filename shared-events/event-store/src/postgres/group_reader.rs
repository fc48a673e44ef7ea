//! Group reads: reads that are asked for at the same time share one statement, as appends share one commit.
//!
//! A question is answered by a statement that begins after it was asked. Nothing is cached, and a lone question does not
//! wait for others: questions gather only while the connections are at work.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use postgres_kit::{Limits, Pool, Pooled, is_lost};
use sqlx::PgConnection;
use tokio::{
    sync::{Mutex, mpsc, oneshot},
    task, time,
};

use super::deadline;

/// The number of groups that can be read at the same time, each on its own connection.
const WORKERS: usize = 2;
/// The most questions of one statement.
const GROUP: usize = 64;
/// The most statements for which a worker keeps its connection while others wait for one.
const STATEMENTS: usize = 16;
/// The number of questions in the queue beyond which callers have to wait.
const QUEUE: usize = 1_024;

/// A question to the database that can share a statement with others of its kind.
#[async_trait]
pub(super) trait Question: Send + Sync + Sized + 'static {
    /// The answer. It may be an error that concerns this question alone.
    type Answer: Send + 'static;

    /// Answers the questions, in their order.
    async fn answer_all(connection: &mut PgConnection, questions: &[Self])
    -> sqlx::Result<Vec<Self::Answer>>;
}

/// The sending end of the queue. Its workers end when this is dropped and the queue is empty.
pub(super) struct GroupReader<Q: Question> {
    queue: mpsc::Sender<Asked<Q>>,
    at_most: Duration,
}

struct Asked<Q: Question> {
    question: Q,
    reply: oneshot::Sender<Result<Q::Answer, String>>,
}

impl<Q: Question> GroupReader<Q> {
    /// Starts the workers. A statement may take `limits.answer`.
    pub(super) fn start(pool: &Pool, limits: Limits) -> Self {
        let (queue, asked) = mpsc::channel(QUEUE);
        let asked = Arc::new(Mutex::new(asked));
        for _ in 0..WORKERS {
            tokio::spawn(keep_answering(Arc::clone(&asked), pool.clone(), limits.answer));
        }
        Self { queue, at_most: limits.connect + limits.answer }
    }

    /// Asks, and waits for the answer. The error says why the database gave none.
    pub(super) async fn ask(&self, question: Q) -> Result<Q::Answer, String> {
        let (reply, answer) = oneshot::channel();
        let asking = async {
            self.queue.send(Asked { question, reply }).await.ok()?;
            answer.await.ok()
        };
        match time::timeout(self.at_most, asking).await {
            Ok(answered) => answered.unwrap_or_else(|| Err("the read was interrupted".to_owned())),
            Err(_) => Err(deadline::missed(self.at_most)),
        }
    }
}

type Queue<Q> = Arc<Mutex<mpsc::Receiver<Asked<Q>>>>;

/// Runs a worker until the queue is closed. A panic, which is a defect, fails the questions at hand and no others.
async fn keep_answering<Q: Question>(queue: Queue<Q>, pool: Pool, answer_timeout: Duration) {
    while let Err(error) = tokio::spawn(answer(Arc::clone(&queue), pool.clone(), answer_timeout)).await {
        if error.is_cancelled() {
            return;
        }
        tracing::error!(%error, "a reader of the event store has panicked; starting it again");
    }
}

/// Answers groups of questions until the queue is closed.
async fn answer<Q: Question>(queue: Queue<Q>, pool: Pool, answer_timeout: Duration) {
    loop {
        let Some(first) = queue.lock().await.recv().await else { return };
        if first.reply.is_closed() {
            continue;
        }
        // The others in the queue may be answered by another worker while this one waits for a connection.
        let mut connection = match pool.acquire().await {
            Ok(connection) => connection,
            Err(error) => {
                let _ = first.reply.send(Err(error.to_string()));
                continue;
            }
        };
        let mut group = gathered(Some(first), &queue);
        for statements_left in (0..STATEMENTS).rev() {
            let (questions, replies): (Vec<_>, Vec<_>) =
                group.into_iter().map(|asked| (asked.question, asked.reply)).unzip();
            match read(&pool, connection, &questions, answer_timeout).await {
                Ok((kept, answers)) => {
                    connection = kept;
                    reply_to(replies, Ok(answers));
                }
                Err(cause) => {
                    reply_to(replies, Err(cause));
                    break;
                }
            }
            if statements_left == 0 {
                break;
            }
            // The callers have just been answered. Yield, so that their next questions can join this group.
            task::yield_now().await;
            group = gathered(None, &queue);
            if group.is_empty() {
                break;
            }
        }
    }
}

/// Reads the answers, once more on another connection if the server has closed this one while it was idle. Gives the
/// connection back with them.
async fn read<Q: Question>(
    pool: &Pool,
    mut connection: Pooled,
    questions: &[Q],
    answer_timeout: Duration,
) -> Result<(Pooled, Vec<Q::Answer>), String> {
    let mut is_second_try = false;
    loop {
        let reading = async |connection: &mut PgConnection| Q::answer_all(connection, questions).await;
        match deadline::keep(&mut connection, answer_timeout, reading).await? {
            Err(error) if is_lost(&error) && !is_second_try => {
                is_second_try = true;
                connection.close_on_drop();
                // Drop it first: the pool may have no other place, and the other worker may wait for one, too.
                drop(connection);
                connection = pool.acquire().await.map_err(|error| error.to_string())?;
            }
            answers => {
                return answers.map(|answers| (connection, answers)).map_err(|error| error.to_string());
            }
        }
    }
}

/// The first question, and those that wait now and whose callers still do. No others while another worker waits for the
/// next question: it will take them.
fn gathered<Q: Question>(first: Option<Asked<Q>>, queue: &Queue<Q>) -> Vec<Asked<Q>> {
    let mut queue = queue.try_lock().ok();
    let waiting = std::iter::from_fn(|| queue.as_mut()?.try_recv().ok());
    first.into_iter().chain(waiting).filter(|asked| !asked.reply.is_closed()).take(GROUP).collect()
}

fn reply_to<A>(replies: Vec<oneshot::Sender<Result<A, String>>>, answers: Result<Vec<A>, String>) {
    match answers {
        Ok(answers) => replies.into_iter().zip(answers).for_each(|(reply, answer)| {
            // The caller may have stopped waiting.
            let _ = reply.send(Ok(answer));
        }),
        Err(cause) => replies.into_iter().for_each(|reply| {
            let _ = reply.send(Err(cause.clone()));
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Mutex as Recorded,
        atomic::{AtomicBool, Ordering},
    };

    use futures_util::future::join_all;
    use test_support::wait_for;
    use tokio::sync::Semaphore;

    use super::{super::tests::database, *};

    /// Records the sizes of the groups in which its numbers are answered, once it may.
    struct Number(u64, Arc<Test>);

    struct Test {
        groups: Recorded<Vec<usize>>,
        may_answer: Semaphore,
        fails: AtomicBool,
    }

    #[async_trait]
    impl Question for Number {
        type Answer = u64;

        async fn answer_all(_: &mut PgConnection, questions: &[Self]) -> sqlx::Result<Vec<u64>> {
            let test = Arc::clone(&questions[0].1);
            test.groups.lock().unwrap().push(questions.len());
            test.may_answer.acquire().await.unwrap().forget();
            if test.fails.load(Ordering::Relaxed) {
                return Err(sqlx::Error::Protocol("broken".to_owned()));
            }
            Ok(questions
                .iter()
                .map(|Self(number, _)| number.checked_mul(2).expect("a small number"))
                .collect())
        }
    }

    impl Test {
        /// Whether this number of groups was or is being read.
        fn at_work(&self, groups: usize) -> Option<()> {
            (self.groups.lock().unwrap().len() == groups).then_some(())
        }

        /// Asks a question for each worker, each alone.
        async fn one_after_the_other(
            &self,
            ask: impl AsyncFn(u64) -> Result<u64, String>,
        ) -> Vec<Result<u64, String>> {
            let numbers = (0..WORKERS).map(async |number| {
                wait_for("the questions before to be read", async || self.at_work(number)).await;
                ask(number as u64).await
            });
            join_all(numbers).await
        }
    }

    fn test() -> Arc<Test> {
        Arc::new(Test {
            groups: Recorded::default(),
            may_answer: Semaphore::new(0),
            fails: AtomicBool::new(false),
        })
    }

    #[tokio::test]
    async fn questions_gather_while_the_connections_are_at_work() {
        let (database, test) = (database().await, test());
        let pool = database.pool().await;
        let reader = GroupReader::start(&pool, Limits::default());
        let ask = async |number| reader.ask(Number(number, Arc::clone(&test))).await;
        let groups = || test.groups.lock().unwrap().clone();
        let first = test.one_after_the_other(&ask);
        let others = async {
            wait_for("every connection to be at work", async || test.at_work(WORKERS)).await;
            let asking = join_all((0..GROUP as u64 + 10).map(&ask));
            let (answers, ()) = tokio::join!(asking, async {
                wait_for("the others to wait", async || {
                    (reader.queue.capacity() == QUEUE - GROUP - 10).then_some(())
                })
                .await;
                test.may_answer.add_permits(100);
            });
            answers
        };
        let (first, others) = tokio::join!(first, others);
        assert_eq!(first, [Ok(0), Ok(2)]);
        assert!(others.into_iter().eq((0..GROUP as u64 + 10).map(|number| Ok(number * 2))));
        assert_eq!(groups(), [1, 1, GROUP, 10]);
    }

    #[tokio::test]
    async fn every_question_of_many_callers_is_answered() {
        let (database, test) = (database().await, test());
        let pool = database.pool().await;
        let reader = GroupReader::start(&pool, Limits::default());
        test.may_answer.add_permits(100_000);
        let caller = async |caller: u64| {
            for number in caller * 100..caller * 100 + 100 {
                assert_eq!(reader.ask(Number(number, Arc::clone(&test))).await, Ok(number * 2));
            }
        };
        join_all((0..3 * GROUP as u64).map(caller)).await;
        let groups = test.groups.lock().unwrap().clone();
        assert!(groups.len() > 10 * STATEMENTS, "the workers give their connections back several times");
        assert!(groups.iter().all(|questions| *questions <= GROUP));
    }

    #[tokio::test]
    async fn a_failure_reaches_all_who_share_the_statement_and_nobody_else() {
        let (database, test) = (database().await, test());
        let pool = database.pool().await;
        let reader = GroupReader::start(&pool, Limits::default());
        let ask = async |number| reader.ask(Number(number, Arc::clone(&test))).await;
        test.fails.store(true, Ordering::Relaxed);
        let at_work = async {
            wait_for("every connection to be at work", async || test.at_work(WORKERS)).await;
            let (together, ()) = tokio::join!(join_all((10..20).map(&ask)), async {
                wait_for("the others to wait", async || {
                    (reader.queue.capacity() == QUEUE - 10).then_some(())
                })
                .await;
                test.may_answer.add_permits(100);
            });
            together
        };
        let (alone, together) = tokio::join!(test.one_after_the_other(&ask), at_work);
        assert!(alone.into_iter().chain(together).all(|answer| answer.unwrap_err().contains("broken")));
        assert!(
            test.groups.lock().unwrap().iter().any(|questions| *questions > 1),
            "some shared a statement"
        );
        test.fails.store(false, Ordering::Relaxed);
        assert_eq!(ask(2).await, Ok(4));
    }

    #[tokio::test]
    async fn a_statement_without_an_answer_does_not_stop_the_next_one() {
        let (database, test) = (database().await, test());
        let pool = database.pool().await;
        let limits = Limits { answer: Duration::from_secs(1), ..Limits::default() };
        let reader = GroupReader::start(&pool, limits);
        let unanswered = reader.ask(Number(1, Arc::clone(&test))).await;
        assert_eq!(unanswered, Err("no answer within 1s".to_owned()));
        test.may_answer.add_permits(1);
        assert_eq!(reader.ask(Number(2, Arc::clone(&test))).await, Ok(4));
    }

    #[tokio::test]
    async fn a_panic_fails_only_the_questions_at_hand() {
        let (database, test) = (database().await, test());
        let pool = database.pool().await;
        let reader = GroupReader::start(&pool, Limits::default());
        test.may_answer.add_permits(100);
        for number in 1..5 {
            let interrupted = reader.ask(Number(u64::MAX, Arc::clone(&test))).await;
            assert_eq!(interrupted, Err("the read was interrupted".to_owned()));
            assert_eq!(reader.ask(Number(number, Arc::clone(&test))).await, Ok(number * 2));
        }
    }
}
