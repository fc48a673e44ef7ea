//! The engine: fills views from the log of events, keeps them up to date, and builds them anew.
//!
//! # Generations
//! Every build of a view is a *generation* with a schema of its own, `rm_<view>_v<N>`, and a row in
//! `projections.generations` that holds its checkpoint. Rows and checkpoint are written in one transaction, so each
//! event is applied exactly once; the transaction first moves the checkpoint from where the writer believes it to be, so
//! two writers cannot both succeed. One process writes a generation at a time: whoever holds its lease, an advisory lock
//! of the very connection that writes. When that process dies, or says nothing for the time of a lease, another one takes
//! over. Everything that the engine asks of the database has a deadline, or is watched: see [`postgres_kit`].
//!
//! Queries read `read.<view>_<table>`, SQL views on the tables of the *serving* generation. A build fills the next one
//! beside it with the same code, makes the indexes when the tables are full, catches up, and changes the SQL views in
//! one short transaction. The generation before stays, and follows, until the next build begins. A view whose code has
//! a higher version than what serves is built anew by whoever runs it.
//!
//! A batch goes through two hands. [`View::fold`] has the events and no tables, [`Folded::write`] has the tables, in the
//! transaction. So while a page is written the next one is read and folded; it is in memory alone, and one that is lost is
//! read again from the checkpoint. An event that was refused while its page was folded is told when the page is to be
//! written, behind everything before it.
//!
//! # What query services may rely on
//! They need nothing outside the schema `read`.
//!
//! - `read.checkpoints (view text, generation int, position bigint)` has a row for each view that serves, none before
//!   its first build has finished. Whoever reads a position, and in a *later* statement the view's tables, sees every
//!   event up to the position that the view reads. Checkpoints also move over events that a view does not read.
//! - A view's position goes back in two cases. A crash of Postgres itself, or a failover, can lose a view's last moments
//!   (rows and checkpoint together), which are written again from the log at once: whoever remembers positions forgets
//!   them when its connection is lost. And a view that was beyond the end of a log that was put back is built anew:
//!   whoever is notified of a lower position forgets what it knows.
//! - `row_generation` says which build a row is of. Tables with a column `row_version` say in it at which position a row
//!   was last written: the same row of the same build and version is the same.
//! - `NOTIFY greenstall_views, '<view> <position>'` follows each commit of a serving generation. It is a hint and can be
//!   lost: LISTEN before looking, look again after a reconnect and, while somebody waits, from time to time.
//! - SQL views are replaced by a swap. Prepared statements go on if they name their columns.
//!
//! # What cannot be applied
//! An event that a view cannot apply parks its *stream*: the event and the later ones of its stream are left out, all
//! others go on. The row in `projections.parked`, what is left out and the checkpoint are one transaction, so exactly
//! once still holds: a retry reads the stream from the log, from that event up to the checkpoint, and applies it in the
//! transaction that deletes the row, or moves it to the next event that fails. What the database refuses is tried again
//! by itself, ever more slowly and not for ever; everything parked is tried when a process takes the generation over
//! (its program may know better), and when an operator says so. An operator may also *skip* the event: it is written
//! down for this version of the view's code, and every build by that version passes it. Failures of the database as a
//! whole park nothing: the view stops, shows the error in [`ViewStatus`] and tries again with growing pauses.
//!
//! A generation whose checkpoint lies beyond the end of the log has applied events that the log lost. Nobody writes it any
//! more, since new events at those positions would be skipped; an operator has it built anew.
//!
//! A build parks nothing. It stops at the event and shows it, unless the event is skipped.
//!
//! # What operators can do
//! [`Engine::rebuild`], which the caller's process does, or [`Engine::ask_for_rebuild`], for the process that runs the
//! view, and [`Engine::cancel_build`] while it is not done. [`Engine::verify`] builds a generation only to
//! stop it at the same position as what serves and to compare both. [`Engine::roll_back`] lets the generation before
//! serve again. [`Engine::pause`] keeps all generations of a view where they are, whoever writes them: the checkpoint
//! itself refuses to move. What they say is kept in `projections.views`, `projections.skipped` and
//! `projections.requests`, and found by the process that writes.

mod aside;
mod batch;
mod beyond;
mod build;
mod catch_up;
mod compare;
mod decide;
mod differences;
mod dry_run;
mod erasing;
mod failure;
mod follow;
mod generation;
mod indexes;
mod leases;
mod notify;
mod pages;
mod parked;
mod pause;
mod progress;
mod rebuild;
mod refusal;
mod requests;
mod review;
mod roll_back;
mod runner;
mod same_place;
mod session;
mod stalled;
mod status;
mod swap;
mod unpark;
mod verify;
pub mod view;
mod wait;
mod writer;

use std::{collections::HashSet, sync::Arc, time::Duration};

use event_store::{EventLog, LogError};
use postgres_kit::{Limits, Pool, within};
use service_kit::clock::Clock;
use shared_events::{Position, StreamId};
use tokio::{sync::watch, task::JoinSet};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use build::Built;
use requests::Action;
use runner::Signals;

pub use compare::TableComparison;
pub use differences::{ChangeKind, FieldChange, RowChange};
pub use dry_run::{Refused, Trial};
pub use erasing::StaleBuilds;
pub use failure::Failure;
pub use generation::State;
pub use leases::Lease;
pub use parked::{ParkedStream, SkippedEvent};
pub use progress::{Phase, Progress};
pub use rebuild::RebuildError;
pub use refusal::Refusal;
pub use review::{Review, TableReview};
pub use status::{GenerationStatus, StatusError, ViewStatus};
pub use unpark::{ParkError, Unparked};
pub use verify::Verification;
pub use view::{ApplyError, Folded, View};
pub use wait::{Behind, WaitError, Which};

/// Processes that start together take turns with the schema by this advisory lock ("views, schema").
const MIGRATION_LOCK: (i32, i32) = (0x7669_6577, 0);

/// Leaves room in Postgres' 63 bytes for the tables' and generations' parts of names.
const LONGEST_NAME: usize = 30;

/// Makes the schemas `projections` and `read` and what is in them, as far as it is not there yet.
///
/// # Errors
/// Those of the database.
pub async fn migrate(pool: &Pool) -> Result<(), sqlx::Error> {
    let mut transaction = postgres_kit::begin(pool).await?;
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
    pool: Pool,
    limits: Limits,
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
        match rebuild::rebuild(&self.shared, name, false, &mut progress).await? {
            Built::Serves => Ok(()),
            Built::Held(_) => Err(RebuildError::Held(name.to_owned())),
        }
    }

    /// The same, but what is built does not serve: its differences from what serves are written down and answered, and it
    /// waits for [`Engine::swap`] or [`Engine::cancel_build`]. Meanwhile it does not follow the log.
    ///
    /// # Errors
    /// See [`RebuildError`]; `Busy` also for a build that the program needs.
    pub async fn rebuild_for_review(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<Review, RebuildError> {
        match rebuild::rebuild(&self.shared, name, true, &mut progress).await? {
            Built::Serves => Err(RebuildError::NotHeld(name.to_owned())),
            Built::Held(review) => Ok(*review),
        }
    }

    /// Lets a build serve that waits for this, and returns when it does.
    ///
    /// # Errors
    /// See [`RebuildError`]; `NotHeld` when no build waits for it.
    pub async fn swap(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<(), RebuildError> {
        decide::swap(&self.shared, name, &mut progress).await
    }

    /// The same for the process that runs the view: returns at once.
    ///
    /// # Errors
    /// See [`Engine::swap`].
    pub async fn ask_for_swap(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("letting a build serve", decide::release(&self.shared, name, Some(asked_by)))
            .await
            .map(drop)
    }

    /// How the build of a view that waits for a decision differs from what serves; `None` when none waits.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn review(&self, name: &str) -> Result<Option<Review>, RebuildError> {
        rebuild::known(&self.shared, name)?;
        Ok(self.bounded("the differences of a build", review::of_view(&self.shared.pool, name)).await?)
    }

    /// Has a view built anew by the process that runs it, which goes on with it after a restart, too, and returns at once.
    /// Who asked is kept with the build.
    ///
    /// # Errors
    /// See [`RebuildError`]; `Busy` also for a build that was asked for before and has not begun.
    pub async fn ask_for_rebuild(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("a request for a build", rebuild::ask(&self.shared, name, asked_by, false)).await
    }

    /// The same, but what is built waits for [`Engine::swap`], as in [`Engine::rebuild_for_review`].
    ///
    /// # Errors
    /// See [`Engine::ask_for_rebuild`].
    pub async fn ask_for_review(&self, name: &str, asked_by: &str) -> Result<(), RebuildError> {
        self.bounded("a request for a build", rebuild::ask(&self.shared, name, asked_by, true)).await
    }

    /// Drops the generation that the serving one has replaced.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn retire_previous(&self, name: &str) -> Result<(), RebuildError> {
        self.bounded("dropping a generation", rebuild::retire_previous(&self.shared, name)).await
    }

    /// Drops every build that ends before `position`, at which a person was forgotten, and that nothing will ever
    /// update: what an upgrade has replaced, what another program has left unfinished, what was begun and not continued.
    /// Builds that this program updates are left alone: they come to that position by themselves.
    ///
    /// # Errors
    /// See [`RebuildError`]; asking again goes on.
    pub async fn drop_stale_builds(&self, position: Position) -> Result<StaleBuilds, RebuildError> {
        erasing::drop_stale_builds(&self.shared, position).await
    }

    /// Overwrites the errors beside views and parked streams in which one of these texts stands.
    ///
    /// # Errors
    /// When the database cannot be written; asking again goes on.
    pub async fn forget_texts(&self, texts: &[String]) -> Result<(), Failure> {
        erasing::forget_texts(&self.shared, texts).await
    }

    /// Drops the unfinished build that an operator has begun, even while it is under way. `false`: there was none.
    ///
    /// # Errors
    /// See [`RebuildError`]; `Needed` for a build that the program would begin again at once.
    pub async fn cancel_build(&self, name: &str) -> Result<bool, RebuildError> {
        self.bounded("cancelling a build", rebuild::cancel_build(&self.shared, name)).await
    }

    /// Builds the view anew beside the generation that serves, stops both at the same position, and compares them in
    /// one snapshot, while what serves goes on. What was built for it is dropped, here or, after a crash, by whoever
    /// runs next.
    ///
    /// # Errors
    /// See [`RebuildError`]. Differences are no error: they are in the [`Verification`].
    pub async fn verify(
        &self,
        name: &str,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Result<Verification, RebuildError> {
        verify::verify(&self.shared, name, &mut progress).await
    }

    /// Lets the generation before serve again; the one that serves becomes the previous one, and follows. The version
    /// of the code that was rolled back from is not built again by itself: a newer one is, and `rebuild` builds any.
    ///
    /// # Errors
    /// See [`RebuildError`]; `NoWayBack` when there is no previous generation, or nobody can bring it to the position
    /// that readers have seen.
    pub async fn roll_back(&self, name: &str) -> Result<(), RebuildError> {
        roll_back::roll_back(&self.shared, name).await
    }

    /// Keeps all generations of a view where they are, in every process, until [`Engine::resume`]. Verifications go on.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn pause(&self, name: &str) -> Result<(), RebuildError> {
        self.bounded("pausing", rebuild::pause(&self.shared, name, true)).await
    }

    /// Ends a pause.
    ///
    /// # Errors
    /// See [`RebuildError`].
    pub async fn resume(&self, name: &str) -> Result<(), RebuildError> {
        self.bounded("resuming", rebuild::pause(&self.shared, name, false)).await
    }

    /// The streams that are parked, by view, generation and position; of all views that the database knows.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn parked(&self) -> Result<Vec<ParkedStream>, StatusError> {
        Ok(self.bounded("the parked streams", parked::all(&self.shared.pool)).await?)
    }

    /// The events that operators have skipped, by view, code version and position.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn skipped(&self) -> Result<Vec<SkippedEvent>, StatusError> {
        Ok(self.bounded("the skipped events", parked::skipped(&self.shared.pool, None)).await?)
    }

    /// Tries a parked stream again in every generation of the view that has parked it, and tells how it went in the
    /// one that serves, if it is one of them.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn retry_parked(&self, view: &str, stream: &StreamId) -> Result<Unparked, ParkError> {
        self.bounded("a parked stream", unpark::unpark(&self.shared, view, stream, Action::Retry)).await
    }

    /// Tells what [`Engine::retry_parked`] would do to the generation that serves, or else to the newest that has parked
    /// the stream. It is applied to the very tables, in a transaction that is rolled back: nothing changes. The
    /// generation stands still for that moment.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn try_parked(&self, view: &str, stream: &StreamId) -> Result<Trial, ParkError> {
        self.bounded("a parked stream", dry_run::try_parked(&self.shared, view, stream)).await
    }

    /// The same as [`Engine::retry_parked`], without the event that parked it: this version of the view's code passes that event from now on, in
    /// builds and verifications, too.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn skip_parked(&self, view: &str, stream: &StreamId) -> Result<Unparked, ParkError> {
        self.bounded("a parked stream", unpark::unpark(&self.shared, view, stream, Action::Skip)).await
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
        wait::those_behind(&self.shared, &views, position).await
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
    async fn bounded<T, E: From<sqlx::Error>>(
        &self,
        what: &str,
        doing: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        within(self.shared.limits.batch * 2, what, doing).await
    }
}

fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '_')
}
