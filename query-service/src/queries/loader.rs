//! Batches reads by id. Ids that are requested while a statement runs are read together by the next statement. So
//! concurrent requests share a round trip, no request waits for others to arrive, and no answer is older than its
//! request.

use std::{collections::HashMap, time::Duration};

use postgres_kit::{Pool, Pooled, within};
use service_kit::Problem;
use tokio::sync::{
    mpsc::{self, Receiver, Sender},
    oneshot,
};
use uuid::Uuid;

use super::failed;

/// The number of statements that run concurrently.
const CONCURRENT_STATEMENTS: u128 = 2;
/// The largest number of ids in a statement.
const MAX_IDS: usize = 128;
/// The number of requests that may queue for each statement. Further ones wait for room in the queue.
const QUEUE_LENGTH: usize = 1_024;

/// A type that can be loaded by its id.
pub(crate) trait Keyed: Clone + Send + 'static {
    /// Reads these ids in one statement. Ids that do not exist are left out.
    fn by_ids(
        connection: &mut Pooled,
        ids: &[Uuid],
    ) -> impl Future<Output = Result<HashMap<Uuid, Self>, sqlx::Error>> + Send;
}

/// Loads items by id. Cloning is cheap. The loader's tasks end with the last clone.
#[derive(Clone, Debug)]
pub(crate) struct Loader<T>(Vec<Sender<Question<T>>>);

type Answer<T> = Result<Option<T>, Problem>;

#[derive(Debug)]
struct Question<T> {
    id: Uuid,
    answer: oneshot::Sender<Answer<T>>,
}

impl<T: Keyed> Loader<T> {
    /// Starts a loader that reads from `pool`. A statement that takes longer than `answer_limit` fails.
    pub(crate) fn start(pool: &Pool, answer_limit: Duration) -> Self {
        let lane = |_| {
            let (ask, asked) = mpsc::channel(QUEUE_LENGTH);
            tokio::spawn(answer_all(pool.clone(), answer_limit, asked));
            ask
        };
        Self((0..CONCURRENT_STATEMENTS).map(lane).collect())
    }

    /// The item with this id, if it exists, as of now or a moment later.
    pub(crate) async fn load(&self, id: Uuid) -> Answer<T> {
        let gone = || Problem::unavailable(&"nobody reads by ids any more");
        let (answer, answered) = oneshot::channel();
        let lane = usize::try_from(id.as_u128() % CONCURRENT_STATEMENTS).expect("there are few lanes");
        self.0[lane].send(Question { id, answer }).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

async fn answer_all<T: Keyed>(pool: Pool, answer_limit: Duration, mut asked: Receiver<Question<T>>) {
    let mut questions = Vec::with_capacity(MAX_IDS);
    while asked.recv_many(&mut questions, MAX_IDS).await > 0 {
        // Each acquire and release tests the connection with a round trip of its own, so the connection is kept while
        // requests are waiting.
        let mut connection = pool.acquire().await.map_err(failed);
        loop {
            let found = match &mut connection {
                Ok(connection) => {
                    let ids = ids(&questions);
                    within(answer_limit, "things by their ids", T::by_ids(connection, &ids))
                        .await
                        .map_err(failed)
                }
                Err(problem) => Err(problem.clone()),
            };
            for Question { id, answer } in questions.drain(..) {
                let it = found.as_ref().map(|found| found.get(&id).cloned());
                // Sending fails when the caller has hung up, and then no answer is needed.
                let _ = answer.send(it.map_err(Clone::clone));
            }
            // A connection that has failed once may be broken.
            if found.is_err() || asked.is_empty() {
                break;
            }
            asked.recv_many(&mut questions, MAX_IDS).await;
        }
    }
}

/// The distinct ids, without those of callers that have hung up.
fn ids<T>(questions: &[Question<T>]) -> Vec<Uuid> {
    let waiting = questions.iter().filter(|question| !question.answer.is_closed());
    let mut ids: Vec<Uuid> = waiting.map(|question| question.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
