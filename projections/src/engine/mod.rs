//! The engine: fills views from the log of events, keeps them up to date, and builds them anew.
//!
//! # Generations
//! Every build of a view is a *generation* with a schema of its own, `rm_<view>_v<N>`, and a row in
//! `projections.generations` that holds its checkpoint. Rows and checkpoint are written in one transaction, so each
//! event is applied exactly once; the transaction first moves the checkpoint from where the writer believes it to be, so
//! two writers cannot both succeed. One process writes a generation at a time: whoever holds its lease, an advisory lock
//! of the very connection that writes. When that process dies, another one takes over.
//!
//! Queries read `read.<view>_<table>`, SQL views on the tables of the *serving* generation. A build fills the next one
//! beside it with the same code, makes the indexes when the tables are full, catches up, and changes the SQL views in
//! one short transaction. The generation before stays, and follows, until the next build begins. A view whose code has
//! a higher version than what serves is built anew by whoever runs it.
//!
//! # What query services may rely on
//! They need nothing outside the schema `read`.
//!
//! - `read.checkpoints (view text, generation int, position bigint)` has a row for each view that serves, none before
//!   its first build has finished. Whoever reads a position, and in a *later* statement the view's tables, sees every
//!   event up to the position that the view reads. Checkpoints also move over events that a view does not read.
//! - A view's position never goes back, with one exception: a crash of Postgres itself can lose a view's last moments
//!   (rows and checkpoint together), which are written again from the log at once. So whoever remembers positions
//!   forgets them when its connection is lost.
//! - `NOTIFY greenstall_views, '<view> <position>'` follows each commit of a serving generation. It is a hint and can be
//!   lost: LISTEN before looking, look again after a reconnect and, while somebody waits, from time to time.
//! - SQL views are replaced by a swap. Prepared statements go on if they name their columns.
//!
//! # What stops a view
//! An event that a view cannot apply stops that view alone: everything before it is written, the error is shown in
//! [`ViewStatus`], and it is tried again with growing pauses. Nothing is skipped.

mod build;
mod failure;
mod generation;
mod notify;
mod pages;
mod progress;
mod rebuild;
mod runner;
mod session;
mod status;
mod swap;
pub mod view;
mod wait;
mod writer;

use std::{collections::HashSet, sync::Arc, time::Duration};

use event_store::{EventLog, LogError};
use service_kit::clock::Clock;
use shared_events::Position;
use sqlx::PgPool;
use tokio::{sync::watch, task::JoinSet};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

pub use failure::Failure;
pub use generation::State;
pub use progress::{Phase, Progress};
pub use rebuild::RebuildError;
pub use status::{GenerationStatus, StatusError, ViewStatus};
pub use view::{ApplyError, View};
pub use wait::{WaitError, Which};

/// Processes that start together take turns with the schema by this advisory lock ("views, schema").
const MIGRATION_LOCK: (i32, i32) = (0x7669_6577, 0);

/// Leaves room in Postgres' 63 bytes for the tables' and generations' parts of names.
const LONGEST_NAME: usize = 30;

/// Makes the schemas `projections` and `read` and what is in them, as far as it is not there yet.
///
/// # Errors
/// Those of the database.
pub async fn migrate(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1, $2)")
        .bind(MIGRATION_LOCK.0)
        .bind(MIGRATION_LOCK.1)
        .execute(&mut *transaction)
        .await?;
    sqlx::raw_sql(include_str!("schema.sql")).execute(&mut *transaction).await?;
    transaction.commit().await
}

/// Runs views on a database. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

/// What all parts of an engine use.
struct Shared {
    pool: PgPool,
    log: EventLog,
    clock: Arc<dyn Clock>,
    views: Vec<Arc<dyn View>>,
}

impl Shared {
    fn view(&self, name: &str) -> Option<&Arc<dyn View>> {
        self.views.iter().find(|view| view.name() == name)
    }
}

impl Engine {
    /// An engine for these views on a database on which [`migrate`] has run. Connections that write are opened beside
    /// the pool, to the same database, one for each generation.
    ///
    /// # Panics
    /// When two views have the same name, or a name is not made of at most 30 lower-case letters, digits and `_`,
    /// beginning with a letter.
    pub fn new(pool: PgPool, log: EventLog, clock: Arc<dyn Clock>, views: Vec<Arc<dyn View>>) -> Self {
        let mut names = HashSet::new();
        for view in &views {
            let name = view.name();
            assert!(is_name(name), "{name:?} cannot be the name of a view");
            assert!(names.insert(name), "there are two views called {name:?}");
        }
        Self { shared: Arc::new(Shared { pool, log, clock, views }) }
    }

    /// Keeps all views up to date until told to stop. Several processes may do so: each generation is written by one of
    /// them, and another takes over when that one goes. Failures are shown in the status and tried again.
    pub async fn run(&self, stop: CancellationToken) {
        let (news, heard) = watch::channel(());
        let _listener = AbortOnDropHandle::new(tokio::spawn(runner::listen(Arc::clone(&self.shared), news)));
        let mut views = JoinSet::new();
        for view in &self.shared.views {
            let (shared, view) = (Arc::clone(&self.shared), Arc::clone(view));
            views.spawn(runner::supervise(shared, view, heard.clone(), stop.clone()));
        }
        views.join_all().await;
    }

    /// Builds a view anew beside the generation that serves, and swaps. A build of this version that was interrupted is
    /// continued. Dropping the future interrupts it. May run beside engines in other processes, which take the new
    /// generation over.
    ///
    /// # Errors
    /// See [`RebuildError`]. What serves, still serves.
    pub async fn rebuild(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<(), RebuildError> {
        rebuild::rebuild(&self.shared, name, &mut progress).await
    }

    /// Drops the generation that the serving one has replaced.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn retire_previous(&self, name: &str) -> Result<(), RebuildError> {
        rebuild::retire_previous(&self.shared, name).await
    }

    /// All views of this engine, in the order they were given.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    pub async fn status(&self) -> Result<Vec<ViewStatus>, StatusError> {
        status::status(&self.shared).await
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

    /// Where the log ends at the moment.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn head(&self) -> Result<Position, LogError> {
        pages::head(&self.shared.log).await
    }
}

fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '_')
}
