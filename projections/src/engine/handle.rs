//! The public handle of the engine: runs the views and reports their status.

use std::{collections::HashSet, sync::Arc, time::Duration};

use event_store::{EventLog, LogEnd, LogError};
use postgres_kit::{Limits, Pool, within};
use service_kit::clock::Clock;
use shared_events::Position;
use tokio::{sync::watch, task::JoinSet};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::{
    Behind, StatusError, View, ViewStatus, WaitError, Which,
    notify::{Moves, announce},
    runner,
    shared::Shared,
    signals::Signals,
    stalled, status, wait,
};

/// Leaves room for the names of tables and generations within Postgres' limit of 63 bytes.
const MAX_NAME_BYTES: usize = 30;

/// Runs views on a database. Cloning is cheap.
#[derive(Clone)]
pub struct Engine {
    pub(super) shared: Arc<Shared>,
}

impl Engine {
    /// Creates an engine for these views on a database on which [`migrate`](super::migrate) has run. It opens one
    /// connection to the same database for each generation that it writes, in addition to the pool.
    ///
    /// # Panics
    /// When two views have the same name, or a name is not 1 to 30 characters of `a`–`z`, `0`–`9` and `_` that begin
    /// with a letter.
    pub fn new(pool: Pool, log: EventLog, clock: Arc<dyn Clock>, views: Vec<Arc<dyn View>>) -> Self {
        Self::with_limits(pool, log, clock, views, Limits::default())
    }

    /// As [`Engine::new`], with other deadlines for a database that does not answer.
    ///
    /// # Panics
    /// See [`Engine::new`].
    pub fn with_limits(
        pool: Pool,
        log: EventLog,
        clock: Arc<dyn Clock>,
        views: Vec<Arc<dyn View>>,
        limits: Limits,
    ) -> Self {
        let mut names = HashSet::new();
        for view in &views {
            let name = view.name();
            assert!(is_name(name), "{name:?} cannot be the name of a view");
            assert!(names.insert(name), "there are two views called {name:?}");
        }
        Self { shared: Arc::new(Shared { pool, limits, log, clock, views, moves: Moves::default() }) }
    }

    /// This engine with its tables read from another server: a standby, which cannot be written.
    #[must_use]
    pub fn reading_from(&self, pool: Pool) -> Self {
        let Shared { limits, log, clock, views, .. } = &*self.shared;
        let shared = Shared {
            pool,
            limits: *limits,
            log: log.clone(),
            clock: clock.clone(),
            views: views.clone(),
            moves: Moves::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// The names of the engine's views, in registration order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.shared.views.iter().map(|view| view.name())
    }

    /// The categories of the streams that a view reads; `None` for an unknown view.
    pub fn categories(&self, name: &str) -> Option<&'static [&'static str]> {
        self.shared.views.iter().find(|view| view.name() == name).map(|view| view.categories())
    }

    /// Keeps all views up to date until `stop`. Several processes may run the same views: one of them writes each
    /// generation, and another takes over when it ends. The status shows failures; they are retried.
    pub async fn run(&self, stop: CancellationToken) {
        let (news, heard) = watch::channel(());
        let _listener = AbortOnDropHandle::new(tokio::spawn(runner::listen(Arc::clone(&self.shared), news)));
        let Shared { moves, pool, limits, .. } = &*self.shared;
        let announcing = announce(moves.clone(), pool.clone(), *limits);
        let _announcer = AbortOnDropHandle::new(tokio::spawn(announcing));
        let _watch = AbortOnDropHandle::new(tokio::spawn(stalled::watch(Arc::clone(&self.shared))));
        let mut views = JoinSet::new();
        for view in &self.shared.views {
            let (shared, view) = (Arc::clone(&self.shared), Arc::clone(view));
            views.spawn(runner::supervise(shared, view, Signals::new(stop.clone(), heard.clone())));
        }
        views.join_all().await;
    }

    /// The status of all views, in registration order.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    pub async fn status(&self) -> Result<Vec<ViewStatus>, StatusError> {
        self.bounded("the state of the views", status::status(&self.shared)).await
    }

    /// Waits until the views serve at `position` or beyond, with generations built by this version of their code or a
    /// newer one. With [`Position::START`]: until they can be read.
    ///
    /// # Errors
    /// See [`WaitError`].
    pub async fn wait_until(
        &self,
        which: Which<'_>,
        position: Position,
        at_most: Duration,
    ) -> Result<(), WaitError> {
        wait::wait_until(&self.shared, which, position, at_most).await
    }

    /// Waits until the views serve at `position` as [`wait_until`](Self::wait_until) does, but neither for views that
    /// stand still (paused, stopped by an error, written by no process) nor longer than `at_most`. Returns the views that
    /// have not reached the position.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn wait_while_moving(
        &self,
        position: Position,
        at_most: Duration,
    ) -> Result<Vec<Behind>, sqlx::Error> {
        wait::wait_while_moving(&self.shared, position, at_most).await
    }

    /// The views that [`wait_until`](Self::wait_until) would wait for.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn behind(&self, position: Position) -> Result<Vec<Behind>, sqlx::Error> {
        let views: Vec<&dyn View> = self.shared.views.iter().map(|view| &**view).collect();
        wait::views_behind(&self.shared, &views, position).await
    }

    /// The end of the log, also where the views do not get to yet.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn end(&self) -> Result<LogEnd, LogError> {
        Ok(self.shared.log.end().await?)
    }

    /// The position up to which the views get the log at present.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn head(&self) -> Result<Position, LogError> {
        self.shared.log.head().await
    }

    /// Limits an operator's command, so that it does not hang when the database is silent. The limit covers two
    /// batches, because the command may wait for another process's batch before its own.
    pub(super) async fn bounded<T, E: From<sqlx::Error>>(
        &self,
        what: &str,
        doing: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        within(self.shared.limits.batch * 2, what, doing).await
    }
}

fn is_name(name: &str) -> bool {
    name.len() <= MAX_NAME_BYTES
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '_')
}
