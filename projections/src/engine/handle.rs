//! The engine as its callers hold it: it runs views, and says how they are.

use std::{collections::HashSet, sync::Arc, time::Duration};

use event_store::{EventLog, LogError};
use postgres_kit::{Limits, Pool, within};
use service_kit::clock::Clock;
use shared_events::Position;
use tokio::{sync::watch, task::JoinSet};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::{
    Behind, StatusError, View, ViewStatus, WaitError, Which, runner, shared::Shared, signals::Signals,
    stalled, status, wait,
};

/// Leaves room in Postgres' 63 bytes for the tables' and generations' parts of names.
const MAX_NAME_BYTES: usize = 30;

/// Runs views on a database. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    pub(super) shared: Arc<Shared>,
}

impl Engine {
    /// An engine for these views on a database on which [`migrate`](super::migrate) has run. Connections that write are opened beside
    /// the pool, to the same database, one for each generation.
    ///
    /// # Panics
    /// When two views have the same name, or a name is not made of at most 30 lower-case letters, digits and `_`,
    /// beginning with a letter.
    pub fn new(pool: Pool, log: EventLog, clock: Arc<dyn Clock>, views: Vec<Arc<dyn View>>) -> Self {
        Self::with_limits(pool, log, clock, views, Limits::default())
    }

    /// The same with other limits for a silent database.
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
        Self { shared: Arc::new(Shared { pool, limits, log, clock, views }) }
    }

    /// The names of its views, in the order they were given.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.shared.views.iter().map(|view| view.name())
    }

    /// The categories of the streams that a view reads; none when there is no such view.
    pub fn categories(&self, name: &str) -> Option<&'static [&'static str]> {
        self.shared.views.iter().find(|view| view.name() == name).map(|view| view.categories())
    }

    /// Keeps all views up to date until told to stop. Several processes may do so: each generation is written by one of
    /// them, and another takes over when that one goes. Failures are shown in the status and tried again.
    pub async fn run(&self, stop: CancellationToken) {
        let (news, heard) = watch::channel(());
        let _listener = AbortOnDropHandle::new(tokio::spawn(runner::listen(Arc::clone(&self.shared), news)));
        let _watch = AbortOnDropHandle::new(tokio::spawn(stalled::watch(Arc::clone(&self.shared))));
        let mut views = JoinSet::new();
        for view in &self.shared.views {
            let (shared, view) = (Arc::clone(&self.shared), Arc::clone(view));
            views.spawn(runner::supervise(shared, view, Signals::new(stop.clone(), heard.clone())));
        }
        views.join_all().await;
    }

    /// All views of this engine, in the order they were given.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    pub async fn status(&self) -> Result<Vec<ViewStatus>, StatusError> {
        self.bounded("the state of the views", status::status(&self.shared)).await
    }

    /// Waits until the views serve what this version of their code, or a newer one, has built, and have passed the
    /// position. With [`Position::START`] that means: until they can be read.
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

    /// The views that [`wait_until`](Self::wait_until) would wait for.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn behind(&self, position: Position) -> Result<Vec<Behind>, sqlx::Error> {
        let views: Vec<&dyn View> = self.shared.views.iter().map(|view| &**view).collect();
        wait::views_behind(&self.shared, &views, position).await
    }

    /// Where the log ends at the moment.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn head(&self) -> Result<Position, LogError> {
        self.shared.log.head().await
    }

    /// For what an operator waits for: no command hangs although the database is silent. It may have to wait for a batch
    /// of another process before its own.
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
