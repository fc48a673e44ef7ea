//! Writes webhooks.

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::fold::{Hooks, Pause, Replay, Webhook};
use crate::{engine::ApplyError, views::columns::column};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn insert_webhooks(
        ids: Vec<Uuid>, accounts: Vec<Uuid>, urls: Vec<Option<&str>>, types: Vec<&str>,
        created_at: Vec<DateTime<Utc>>,
    ) = include_str!("../sql/insert_webhooks.sql");
    fn pause_webhooks(ids: Vec<Uuid>, paused: Vec<Option<&str>>, paused_at: Vec<Option<DateTime<Utc>>>) =
        include_str!("../sql/pause_webhooks.sql");
    fn stop_replays(ids: &[Uuid]) = include_str!("../sql/stop_replays.sql");
    fn update_replays(ids: Vec<Uuid>, states: Vec<&str>, after: Vec<i64>, messages: Vec<i32>) =
        include_str!("../sql/update_replays.sql");
    fn delete_webhooks(ids: &[Uuid]) = include_str!("../sql/delete_webhooks.sql");
    fn delete_webhooks_of(accounts: &[Uuid]) = include_str!("../sql/delete_webhooks_of.sql");
}

pub(super) async fn write(hooks: Hooks, tx: &mut PgConnection) -> Result<(), ApplyError> {
    let created: Vec<(Uuid, Webhook)> = hooks.created.into_iter().collect();
    if !created.is_empty() {
        sql::insert_webhooks(
            column(&created, |(id, _)| *id),
            column(&created, |(_, webhook)| webhook.account),
            column(&created, |(_, webhook)| webhook.url.as_deref()),
            column(&created, |(_, webhook)| webhook.types.as_str()),
            column(&created, |(_, webhook)| webhook.at),
        )
        .execute(&mut *tx)
        .await?;
    }
    let paused: Vec<(Uuid, Pause)> = hooks.paused.into_iter().collect();
    if !paused.is_empty() {
        sql::pause_webhooks(
            column(&paused, |(id, _)| *id),
            column(&paused, |(_, pause)| pause.map(|(reason, _)| reason)),
            column(&paused, |(_, pause)| pause.map(|(_, at)| at)),
        )
        .execute(&mut *tx)
        .await?;
    }
    if !hooks.stopped.is_empty() {
        sql::stop_replays(&hooks.stopped).execute(&mut *tx).await?;
    }
    let replayed: Vec<(Uuid, Replay)> = hooks.replayed.into_iter().collect();
    if !replayed.is_empty() {
        sql::update_replays(
            column(&replayed, |(id, _)| *id),
            column(&replayed, |(_, replay)| replay.state),
            column(&replayed, |(_, replay)| replay.after),
            column(&replayed, |(_, replay)| replay.messages),
        )
        .execute(&mut *tx)
        .await?;
    }
    if !hooks.removed.is_empty() {
        sql::delete_webhooks(&hooks.removed).execute(&mut *tx).await?;
    }
    if !hooks.erased.is_empty() {
        sql::delete_webhooks_of(&hooks.erased).execute(&mut *tx).await?;
    }
    Ok(())
}
