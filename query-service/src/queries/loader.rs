//! Reads by id, gathered: what is asked for while a statement runs is asked for together by the next one. So those who come
//! at the same time share the cost of a round trip, nobody waits for company, and no answer is older than its question.

use std::{collections::HashMap, time::Duration};

use postgres_kit::{Pool, within};
use service_kit::Problem;
use sqlx::PgConnection;
use tokio::sync::{
    mpsc::{self, Receiver, Sender},
    oneshot,
};
use uuid::Uuid;

use super::failed;

/// Statements that run at the same time.
const LANES: u128 = 2;
/// The most ids of a statement.
const MOST: usize = 128;
/// So many may wait for each of them; who comes then waits for a place among those.
const WAITING: usize = 1_024;

/// What is read by its id.
pub(crate) trait Keyed: Clone + Send + 'static {
    /// Reads these in one statement; what is not there is left out.
    ///
    /// # Errors
    /// Those of the database.
    fn by_ids(
        connection: &mut PgConnection,
        ids: &[Uuid],
    ) -> impl Future<Output = Result<HashMap<Uuid, Self>, sqlx::Error>> + Send;
}

/// Reads things by their ids. Cheap to clone; its tasks end with the last clone.
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
            let (ask, asked) = mpsc::channel(WAITING);
            tokio::spawn(answer_all(pool.clone(), answer_limit, asked));
            ask
        };
        Self((0..LANES).map(lane).collect())
    }

    /// The thing with this id, if there is one, as it is now or a moment later.
    ///
    /// # Errors
    /// Those of [`failed`].
    pub(crate) async fn load(&self, id: Uuid) -> Answer<T> {
        let gone = || Problem::unavailable(&"nobody reads by ids any more");
        let (answer, answered) = oneshot::channel();
        let lane = usize::try_from(id.as_u128() % LANES).expect("there are few lanes");
        self.0[lane].send(Question { id, answer }).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

async fn answer_all<T: Keyed>(pool: Pool, answer_limit: Duration, mut asked: Receiver<Question<T>>) {
    let mut questions = Vec::with_capacity(MOST);
    while asked.recv_many(&mut questions, MOST).await > 0 {
        // A connection that comes from the pool and goes back is tested by round trips of its own: it is kept while there
        // is something to ask.
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
                // Whoever has hung up needs no answer.
                let _ = answer.send(it.map_err(Clone::clone));
            }
            // What has failed once may be broken.
            if found.is_err() || asked.is_empty() {
                break;
            }
            asked.recv_many(&mut questions, MOST).await;
        }
    }
}

/// Each once, without those whose askers have hung up.
fn ids<T>(questions: &[Question<T>]) -> Vec<Uuid> {
    let waiting = questions.iter().filter(|question| !question.answer.is_closed());
    let mut ids: Vec<Uuid> = waiting.map(|question| question.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
