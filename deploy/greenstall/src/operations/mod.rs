//! Implements the services' `Operations` ports: what admins see of the views, the process managers and the log, and the
//! actions that they take. The command line uses the same functions.

mod acts;
pub(crate) mod backups;
pub(crate) mod dry_run;
mod engine_operations;
mod error_text;
pub(crate) mod events;
mod failed;
pub(crate) mod groups;
mod leases;
pub(crate) mod managers;
pub(crate) mod overview;
pub(crate) mod parked;
pub(crate) mod person;
pub(crate) mod request_trace;
mod review;
pub(crate) mod steps;
mod views;

use std::time::Duration;

use async_trait::async_trait;
use command_service::{
    automation,
    operations::{self as commands, Failed, NotDone, Step},
};
use futures_util::{StreamExt, stream::BoxStream};
use postgres_kit::{statements, within};
use query_service::operations::{
    self as queries, BuildReview, DryRun, EventDetail, EventFilter, EventPage, EventSpan, Failure,
    ManagerList, Overview, ParkedGroups, PersonPage, Story, StoryWanted, StreamPage, ViewReport, Why,
    WhyKind,
};
use shared_events::{
    Position, StreamId,
    events::{Operated, OperatorAct},
    ids::AccountId,
};
use uuid::Uuid;

pub(crate) use self::engine_operations::EngineOperations;

use self::failed::failed;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn vacuum_keys() = "VACUUM event_store.subject_keys";
}

/// Time limit for vacuuming the table of erased keys, including the wait while another vacuum of it runs.
const VACUUM_LIMIT: Duration = Duration::from_secs(10);

#[async_trait]
impl commands::Operations for EngineOperations {
    async fn find(&self, name: &str, stream: Option<&StreamId>) -> Result<Operated, NotDone> {
        acts::find(self, name, stream).await
    }

    async fn act(&self, act: OperatorAct, on: &Operated, by: AccountId) -> Result<(), NotDone> {
        acts::act(self, act, on, &by.to_string()).await
    }

    async fn find_step(&self, step: &Step) -> Result<Operated, NotDone> {
        steps::find(self, step).await
    }

    async fn act_on_step(&self, act: OperatorAct, step: &Step, by: AccountId) -> Result<(), NotDone> {
        steps::act(self, act, step, &by.to_string()).await
    }

    async fn export_person(
        &self,
        account: AccountId,
    ) -> Result<BoxStream<'static, Result<String, Failed>>, Failed> {
        let pieces = person::export::pieces(self.log.clone(), account, self.clock.now());
        Ok(pieces.map(|piece| piece.map(|piece| piece.text).map_err(failed)).boxed())
    }

    async fn forget_texts(&self, texts: &[String]) -> Result<(), Failed> {
        self.engine.forget_texts(texts).await.map_err(failed)?;
        automation::forget_failure_texts(&self.pool, texts).await.map_err(failed)
    }

    async fn clear_erased_keys(&self) -> Result<(), Failed> {
        let vacuum = sql::vacuum_keys().execute(&self.pool);
        within(VACUUM_LIMIT, "the VACUUM of erased keys", vacuum).await.map(drop).map_err(failed)
    }

    async fn drop_stale_builds(&self, position: Position) -> Result<bool, Failed> {
        let stale = self.engine.drop_stale_builds(position).await.map_err(failed)?;
        Ok(stale.on_their_way.is_empty())
    }
}

#[async_trait]
impl queries::Operations for EngineOperations {
    async fn overview(&self) -> Result<Overview, Failure> {
        overview::overview(&self.engine, &self.pool, &self.log, self.clock.now()).await
    }

    async fn views(&self) -> Result<Vec<ViewReport>, Failure> {
        let end = self.engine.end().await?.position;
        Ok(self.engine.status().await?.iter().map(|view| views::report(view, end)).collect())
    }

    async fn parked(&self, view: &str) -> Result<Option<Vec<queries::ParkedStream>>, Failure> {
        if !self.engine.names().any(|name| name == view) {
            return Ok(None);
        }
        let all = self.engine.parked().await?;
        Ok(Some(all.into_iter().filter(|one| one.view == view).map(views::parked).collect()))
    }

    async fn all_parked(&self) -> Result<ParkedGroups, Failure> {
        groups::groups(&self.engine, &self.pool, &self.log).await
    }

    async fn try_parked(&self, owner: &str, stream: &StreamId) -> Result<Option<DryRun>, Failure> {
        dry_run::dry_run(&self.engine, &self.pool, &self.log, owner, stream).await
    }

    async fn review(&self, view: &str) -> Result<Option<BuildReview>, Failure> {
        review::review(&self.engine, view).await
    }

    async fn managers(&self) -> Result<ManagerList, Failure> {
        managers::managers(&self.pool, &self.log, self.clock.now()).await
    }

    async fn events(&self, filter: &EventFilter, span: EventSpan) -> Result<EventPage, Failure> {
        Ok(events::page(&self.log, filter, span).await?)
    }

    async fn event(&self, position: u64) -> Result<Option<EventDetail>, Failure> {
        Ok(events::detail(&self.log, position).await?)
    }

    async fn stream(
        &self,
        stream: &StreamId,
        after: u64,
        limit: usize,
    ) -> Result<Option<StreamPage>, Failure> {
        Ok(events::steps(&self.log, stream, after, limit).await?)
    }

    async fn why(&self, kind: WhyKind, id: Uuid) -> Result<Option<Why>, Failure> {
        Ok(events::explain(&self.log, kind, id).await?)
    }

    async fn person(&self, id: AccountId, after: Position) -> Result<Option<PersonPage>, Failure> {
        person::tally::tally(&self.log, id, after).await
    }

    async fn story(&self, wanted: StoryWanted) -> Result<Option<Story>, Failure> {
        request_trace::trace_request(
            &self.engine,
            &self.pool,
            &self.log,
            (wanted, request_trace::ANSWER_TIME),
            self.clock.now(),
        )
        .await
    }
}
