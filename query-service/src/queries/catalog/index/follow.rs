//! The task that follows the view.
//!
//! The view records which products and merchants changed (`read.catalog_changes`), in the transaction that changes
//! them. The task reads these products again, and commits the index. It compares the index with all visible products
//! when the process starts, when another build of the view serves, when it has fallen too far behind, and after each
//! lost connection, because a crash of Postgres can lose the last changes and use their numbers again. During a
//! comparison, searches use the existing index, and requests that wait for a position get stale answers.

use std::{
    collections::{HashMap, HashSet},
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use catalog_index::{Document, Writer};
use postgres_kit::{FromRow, Pool, statements, within};
use shared_events::Position;
use tokio::{
    task::spawn_blocking,
    time::{sleep, timeout},
};
use uuid::Uuid;

use super::{
    documents::{self, PAGE_SIZE},
    folder::Folder,
    published::{INDEX, Published},
};
use crate::{
    Waiter,
    queries::{
        catalog::{VIEW, rows::Rows},
        is_missing,
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn state() -> row State = include_str!("state.sql");
    fn changes(after: i64, up_to: i64) -> row ChangeRow = include_str!("changes.sql");
}

/// Poll interval of the view: the longest delay after a lost notification.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Pause after a failure, and while the view does not exist.
const RETRY_DELAY: Duration = Duration::from_millis(250);
/// The longest pause before an index that failed repeatedly is opened again.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// The first comparison waits this long for the connection that listens for changes.
const LISTEN_TIMEOUT: Duration = Duration::from_secs(1);

/// The view as the index has to follow it.
#[derive(Clone, Copy, Debug, FromRow)]
struct State {
    build: i64,
    position: i64,
    first: i64,
    last: i64,
}

impl State {
    const fn position(&self) -> Position {
        Position(self.position.unsigned_abs())
    }

    /// Whether every change since `before` is still known.
    const fn continues(&self, before: &Self) -> bool {
        let knows_all = self.first == 0 || self.first <= before.last + 1;
        self.build == before.build && self.last >= before.last && knows_all
    }
}

#[derive(FromRow)]
struct ChangeRow {
    product_id: Option<Uuid>,
    merchant_id: Option<Uuid>,
}

/// Why the task begins again.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error(transparent)]
    Index(#[from] catalog_index::Error),
    #[error("writing the index was aborted: {0}")]
    Aborted(#[from] tokio::task::JoinError),
}

/// Follows the view.
pub(super) struct Follower {
    pool: Pool,
    waiter: Waiter,
    rows: Rows,
    published: Published,
}

impl Follower {
    pub(super) const fn new(pool: Pool, waiter: Waiter, rows: Rows, published: Published) -> Self {
        Self { pool, waiter, rows, published }
    }

    pub(super) async fn run(self, folder: Folder) {
        let _ = timeout(LISTEN_TIMEOUT, self.waiter.listening()).await;
        let mut pause = RETRY_DELAY;
        loop {
            let Err(error) = self.open_and_follow(folder.clone()).await;
            tracing::error!(%error, ?pause, "the catalog's index failed; opening it again after a pause");
            sleep(pause).await;
            pause = (pause * 2).min(MAX_PAUSE);
        }
    }

    async fn open_and_follow(&self, folder: Folder) -> Result<Infallible, Failure> {
        let target = Target(Arc::new(Mutex::new(spawn_blocking(move || folder.open()).await??)));
        loop {
            match self.follow(&target).await {
                Err(Failure::Database(error)) => {
                    tracing::warn!(%error, "cannot read the catalog for its index; retrying");
                    sleep(RETRY_DELAY).await;
                }
                followed => followed?,
            }
        }
    }

    /// Returns when the index has to be compared with all products again.
    async fn follow(&self, target: &Target) -> Result<(), Failure> {
        let epoch = self.waiter.epoch();
        let Some(mut at) = self.state().await? else {
            sleep(RETRY_DELAY).await;
            return Ok(());
        };
        self.rows.start(at.last);
        self.compare(target, at.position()).await?;
        target.publish(&self.published);
        while self.waiter.epoch() == epoch {
            self.rows.confirm();
            self.waiter.note(INDEX, at.position(), epoch);
            let _ = timeout(POLL_INTERVAL, self.waiter.moved(VIEW, at.position())).await;
            let Some(now) = self.state().await?.filter(|now| now.continues(&at)) else { return Ok(()) };
            let Some((products, merchants)) = self.changes(at, now).await? else { return Ok(()) };
            self.rows.forget(&products, &merchants, now.last);
            self.apply(target, products, now.position()).await?;
            at = now;
        }
        Ok(())
    }

    /// `None` before the view's first build.
    async fn state(&self) -> Result<Option<State>, Failure> {
        match self.asked(sql::state().fetch_optional(&self.pool)).await {
            Err(error) if is_missing(&error) => Ok(None),
            state => Ok(state?),
        }
    }

    /// Makes the index equal to the visible products.
    async fn compare(&self, target: &Target, position: Position) -> Result<(), Failure> {
        let mut unseen: HashMap<Uuid, u64> = target
            .change(|writer| {
                // A comparison that failed halfway has left changes.
                writer.rollback()?;
                Ok(writer.index().snapshot().versions())
            })
            .await?;
        let is_new = unseen.is_empty();
        let mut last = Uuid::nil();
        let mut is_changed = false;
        loop {
            let page = self.asked(documents::visible_after(&self.pool, last)).await?;
            let is_last = page.len() < PAGE_SIZE;
            last = page.last().map_or(last, |document| document.id);
            let changed: Vec<Document> = page
                .into_iter()
                .filter(|document| unseen.remove(&document.id) != Some(document.version))
                .collect();
            is_changed |= !changed.is_empty();
            let put = if is_new { Writer::put_new } else { Writer::put };
            target
                .change(move |writer| changed.iter().try_for_each(|document| put(writer, document)))
                .await?;
            if is_last {
                break;
            }
        }
        target
            .change(move |writer| {
                unseen.keys().for_each(|gone| writer.delete(*gone));
                if is_changed || !unseen.is_empty() || writer.position().is_none() {
                    writer.commit(position.0)?;
                }
                if is_new { writer.merge_all() } else { Ok(()) }
            })
            .await
    }

    /// The products and merchants that changed between these states; `None` when the view no longer knows them all.
    async fn changes(
        &self,
        before: State,
        now: State,
    ) -> Result<Option<(HashSet<Uuid>, HashSet<Uuid>)>, Failure> {
        if now.last == before.last {
            return Ok(Some(Default::default()));
        }
        let changes = self.asked(sql::changes(before.last, now.last).fetch_all(&self.pool)).await?;
        let products = changes.iter().filter_map(|change| change.product_id).collect();
        let merchants = changes.iter().filter_map(|change| change.merchant_id).collect();
        // Old changes may have been deleted, or another build may serve, since the state was read.
        let is_complete = self.state().await?.is_some_and(|after| after.continues(&before));
        Ok(is_complete.then_some((products, merchants)))
    }

    /// Reads the products that changed again.
    async fn apply(
        &self,
        target: &Target,
        products: HashSet<Uuid>,
        position: Position,
    ) -> Result<(), Failure> {
        let products: Vec<Uuid> = products.into_iter().collect();
        for ids in products.chunks(PAGE_SIZE) {
            let documents = self.asked(documents::visible(&self.pool, ids)).await?;
            let gone: HashSet<Uuid> = ids.iter().copied().collect();
            target.change(move |writer| replace(writer, &documents, gone, position)).await?;
        }
        Ok(())
    }

    async fn asked<T>(&self, reading: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        within(self.waiter.answer_limit(), "the catalog for its index", reading).await
    }
}

/// Writes the products whose indexed version differs, and deletes those that are no longer visible.
fn replace(
    writer: &mut Writer,
    documents: &[Document],
    mut gone: HashSet<Uuid>,
    position: Position,
) -> Result<(), catalog_index::Error> {
    let snapshot = writer.index().snapshot();
    let mut is_changed = false;
    for document in documents {
        gone.remove(&document.id);
        if snapshot.version_of(document.id)? != Some(document.version) {
            writer.put(document)?;
            is_changed = true;
        }
    }
    for id in gone {
        if snapshot.version_of(id)?.is_some() {
            writer.delete(id);
            is_changed = true;
        }
    }
    if is_changed { writer.commit(position.0) } else { Ok(()) }
}

/// The index that is written.
struct Target(Arc<Mutex<Writer>>);

impl Target {
    /// Changes the index, on a thread that may block.
    async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Writer) -> Result<T, catalog_index::Error> + Send + 'static,
    ) -> Result<T, Failure> {
        let writer = self.0.clone();
        let changed =
            spawn_blocking(move || change(&mut writer.lock().unwrap_or_else(PoisonError::into_inner)));
        Ok(changed.await??)
    }

    /// Shows the index to queries if it has been completed once.
    fn publish(&self, published: &Published) {
        let writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.position().is_some() {
            published.set(writer.index());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn state(build: i64, first: i64, last: i64) -> State {
        State { build, position: 0, first, last }
    }

    #[test]
    fn a_state_continues_another_while_all_changes_between_are_known() {
        for (before, after, continues) in [
            (state(1, 0, 0), state(1, 0, 0), true),
            (state(1, 0, 0), state(1, 1, 9), true),
            (state(1, 1, 9), state(1, 10, 20), true),
            // Changes were deleted before they were read.
            (state(1, 1, 9), state(1, 11, 20), false),
            (state(1, 0, 0), state(1, 50_001, 150_000), false),
            // A crash has taken changes back.
            (state(1, 1, 9), state(1, 1, 8), false),
            (state(1, 1, 9), state(1, 0, 0), false),
            // Another build serves.
            (state(1, 1, 9), state(2, 1, 20), false),
        ] {
            assert_eq!(after.continues(&before), continues, "{after:?} after {before:?}");
        }
    }
}
