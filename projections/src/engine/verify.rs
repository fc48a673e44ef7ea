//! Verifies a view: builds a scratch generation beside the serving one, only to compare the two.

use std::{sync::Arc, time::Duration};

use postgres_kit::keep_alive;
use shared_events::Position;
use sqlx::PgConnection;
use tokio::time::sleep;

use super::{
    Failure, ParkedStream, Progress, RebuildError, SkippedEvent, View, build, common_position,
    compare::{TableComparison, compare},
    generation::{self, Generation, State},
    parked,
    progress::{BuildProgress, Phase},
    rebuild::known,
    requests::Action,
    session::{Session, answer_lost, backend, open_for_act},
    shared::Shared,
    swap::retire,
    tables::compared_tables,
    writer::{WhenRefused, Writer},
};

/// How often a verification is tried when swaps or parked streams disturb it.
const MAX_ATTEMPTS: u32 = 3;
/// Pause while the serving generation is behind the build, or cannot be stopped.
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// The result of a verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The position at which both generations were compared.
    pub position: Position,
    /// Every table of the view.
    pub tables: Vec<TableComparison>,
    /// Streams that the serving generation has parked. The scratch build leaves out the same events, so they cause no
    /// difference.
    pub parked: Vec<ParkedStream>,
    /// Events that an operator has skipped for this version of the code. Both generations leave them out.
    pub skipped: Vec<SkippedEvent>,
}

impl Verification {
    /// Whether the serving generation equals a build from the same log. Both leave out parked and skipped events.
    pub fn is_clean(&self) -> bool {
        self.tables.iter().all(|table| table.different == 0)
    }
}

pub(super) async fn verify(
    shared: &Shared,
    name: &str,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Verification, RebuildError> {
    for attempt in 1..MAX_ATTEMPTS {
        match try_verify(shared, name, report).await {
            Err(disturbed @ RebuildError::Disturbed(_)) => {
                tracing::info!(attempt, %disturbed, "verification disturbed; restarting it")
            }
            done => return done,
        }
    }
    try_verify(shared, name, report).await
}

async fn try_verify(
    shared: &Shared,
    name: &str,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Verification, RebuildError> {
    let view = known(shared, name)?;
    let serving = serving(shared, name).await?;
    if serving.beyond_log {
        let reason = "the log ends before its checkpoint: it was put back. Rebuild the view".into();
        return Err(RebuildError::NotComparable { view: name.to_owned(), reason });
    }
    if serving.code_version != view.version() {
        let (serves, knows) = (serving.code_version, view.version());
        let reason = format!("version {serves} of its code serves, and this program has version {knows}");
        return Err(RebuildError::NotComparable { view: name.to_owned(), reason });
    }
    let (planned, session) = begin(shared, name, view.version()).await?;
    let clock = Arc::clone(&shared.clock);
    let mut connection = open_for_act(shared).await?;
    parked::copy(&mut connection, serving.id, planned.id).await?;
    let refused = WhenRefused::StopUnlessParkedBy(serving.id);
    let writer = Writer::begin(session, Arc::clone(view), clock, &planned, refused).await?;
    let mut scratch = ScratchBuild { shared, writer, serving, connection };
    let verified = scratch.verify(report).await;
    let dropped = retire(&mut scratch.writer.session.connection, &shared.limits, &planned).await;
    scratch.writer.session.close().await;
    let verification = verified?;
    match dropped {
        // The process that runs the view drops them when they are no longer in use.
        Err(failure) if failure.is_lock_timeout() => Ok(verification),
        dropped => dropped.map(|()| verification).map_err(Into::into),
    }
}

async fn serving(shared: &Shared, name: &str) -> Result<Generation, RebuildError> {
    let generations = generation::of_view(&shared.pool, name).await?;
    generations.into_iter().find(|one| one.state == State::Serving).ok_or_else(|| {
        RebuildError::NotComparable { view: name.to_owned(), reason: "it is not built yet".into() }
    })
}

/// Plans a scratch generation, one at a time for each view, and takes its lease.
async fn begin(
    shared: &Shared,
    name: &str,
    code_version: i32,
) -> Result<(Generation, Session), RebuildError> {
    for left in generation::of_view(&shared.pool, name).await? {
        if left.state == State::Verifying {
            let mut session = Session::open(shared, &left).await?;
            if !session.try_lease(left.id).await? {
                return Err(RebuildError::Busy(name.to_owned()));
            }
            retire(&mut session.connection, &shared.limits, &left).await?;
            session.close().await;
        }
    }
    // Takes the lease before the commit: another process that sees the new row without a lease would drop it.
    let mut transaction = postgres_kit::begin(&shared.pool).await?;
    let now = shared.clock.now();
    let id = generation::plan_verification(&mut *transaction, name, code_version, now).await?;
    let planned = generation::by_id(&mut *transaction, id).await?;
    let mut session = Session::open(shared, &planned).await?;
    if !session.try_lease(planned.id).await? {
        return Err(RebuildError::Busy(name.to_owned()));
    }
    transaction.commit().await?;
    Ok((planned, session))
}

/// A scratch generation, built only to be compared.
struct ScratchBuild<'a> {
    shared: &'a Shared,
    writer: Writer,
    serving: Generation,
    /// The connection that stops the serving generation, and then reads both.
    connection: PgConnection,
}

impl ScratchBuild<'_> {
    async fn verify(
        &mut self,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Verification, RebuildError> {
        let (log, planned) = (&self.shared.log, self.writer.generation.clone());
        build::make_tables(&mut self.writer, &planned).await?;
        let head = log.head().await.map_err(Failure::from)?;
        let mut progress = BuildProgress::new(report, Position::START, head);
        loop {
            self.fill(&mut progress).await?;
            match self.stop_and_open_snapshot().await {
                Ok(true) => break,
                Err(RebuildError::Failed(failure)) if failure.is_lock_timeout() => {}
                stopped => drop(stopped?),
            }
            sleep(RETRY_INTERVAL).await;
        }
        progress.show(Phase::Comparing, self.writer.position);
        let backend = backend(&mut self.connection).await?;
        let (shared, limits) = (self.shared, self.shared.limits);
        let compared = compare_all(
            &mut self.connection,
            &*self.writer.view,
            &self.serving,
            &self.writer.generation,
            self.writer.position,
        );
        let verification = tokio::select! {
            compared = compared => compared,
            // Keeps the lease, so that no other process takes the scratch generation for an abandoned one.
            lost = keep_alive(&mut self.writer.session.connection, &limits) => return Err(lost.into()),
            lost = answer_lost(shared, backend) => return Err(lost.into()),
        };
        common_position::close_snapshot(&mut self.connection).await?;
        verification
    }

    /// Applies the log up to the serving generation's current position.
    async fn fill(&mut self, progress: &mut BuildProgress<'_>) -> Result<(), Failure> {
        let target = generation::by_id(&mut self.connection, self.serving.id).await?.position;
        let mut pages = self.writer.pages(&self.shared.log);
        while self.writer.position < target {
            let mut batch = pages.next().await?.batch;
            if batch.up_to > target {
                batch.end_at(target);
            }
            let events = batch.events.len();
            self.writer.write(batch).await?;
            progress.add(events, self.writer.position);
        }
        Ok(())
    }

    /// Brings the build to the serving generation's exact position, and opens a snapshot in which both are there.
    /// Returns `false` when the serving one is too far ahead.
    async fn stop_and_open_snapshot(&mut self) -> Result<bool, RebuildError> {
        let stopped = common_position::stop(self.shared, &mut self.writer, self.serving.id).await?;
        let Some(stopper) = stopped else { return Ok(false) };
        self.agree_on_parked().await?;
        common_position::open_snapshot(&mut self.connection, stopper, &self.writer, &self.serving).await?;
        Ok(true)
    }

    /// Adopts the streams that the serving generation has parked or unparked since the build began, where the build
    /// can.
    async fn agree_on_parked(&mut self) -> Result<(), RebuildError> {
        let theirs = parked::of_generation(&mut self.connection, self.serving.id).await?;
        for stream in self.writer.aside.streams() {
            let ours = self.writer.aside.parked(&stream).map(|one| one.refusal.version);
            let same =
                theirs.iter().any(|one| one.refusal.stream == stream && Some(one.refusal.version) == ours);
            if !same {
                self.writer.try_stream(&self.shared.log, &stream, Action::Retry, None).await?;
            }
        }
        let agree = theirs.len() == self.writer.aside.count()
            && theirs.iter().all(|one| {
                self.writer
                    .aside
                    .parked(&one.refusal.stream)
                    .is_some_and(|ours| ours.refusal.version == one.refusal.version)
            });
        if agree { Ok(()) } else { Err(RebuildError::Disturbed(self.serving.view.clone())) }
    }
}

async fn compare_all(
    connection: &mut PgConnection,
    view: &dyn View,
    serving: &Generation,
    built: &Generation,
    position: Position,
) -> Result<Verification, RebuildError> {
    let (serving_schema, built_schema) = (serving.schema(), built.schema());
    let mut tables = Vec::new();
    for table in compared_tables(&mut *connection, &serving_schema, view).await? {
        tables.push(compare(&mut *connection, &table, &serving_schema, &built_schema).await?);
    }
    let mut parked = parked::all(&mut *connection).await?;
    parked.retain(|one| one.view == serving.view && one.generation == serving.number);
    let skipped = parked::skipped(connection, Some(serving)).await?;
    Ok(Verification { position, tables, parked, skipped })
}
