//! Writes a folded batch.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::statements;
use shared_events::events::{Browser, System};
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::{AccountChange, ApiKey, Changes, Opened};
use crate::{
    engine::{ApplyError, Folded},
    views::columns::column,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn forget_agents(accounts: &[Uuid]) = include_str!("sql/forget_agents.sql");
    fn delete_api_keys_of(accounts: &[Uuid]) = include_str!("sql/delete_api_keys_of.sql");
    fn insert_sessions(
        ids: Vec<Uuid>, accounts: Vec<Uuid>, generations: Vec<i32>, browsers: Vec<Option<&str>>,
        systems: Vec<Option<&str>>, opened_at: Vec<DateTime<Utc>>, ended: Vec<bool>,
    ) = include_str!("sql/insert_sessions.sql");
    fn end_sessions(ids: &[Uuid]) = include_str!("sql/end_sessions.sql");
    fn upsert_standings(
        accounts: Vec<Uuid>, more: Vec<i32>, survivors: Vec<Option<Uuid>>, active: Vec<Option<bool>>,
    ) = include_str!("sql/upsert_standings.sql");
    fn insert_api_keys(
        ids: Vec<Uuid>, accounts: Vec<Uuid>, roles: Vec<&str>, names: Vec<Option<&str>>, scopes: Vec<&str>,
        hashes: Vec<&str>, created_at: Vec<DateTime<Utc>>,
    ) = include_str!("sql/insert_api_keys.sql");
    fn delete_api_keys(ids: &[Uuid]) = include_str!("sql/delete_api_keys.sql");
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        if !self.erased.is_empty() {
            sql::forget_agents(&self.erased).execute(&mut *tx).await?;
            sql::delete_api_keys_of(&self.erased).execute(&mut *tx).await?;
        }
        let opened: Vec<(Uuid, Opened)> = self.opened.into_iter().collect();
        if !opened.is_empty() {
            sql::insert_sessions(
                column(&opened, |(id, _)| *id),
                column(&opened, |(_, opened)| opened.account),
                column(&opened, |(_, opened)| opened.generation),
                column(&opened, |(_, opened)| opened.agent.browser.map(Browser::name)),
                column(&opened, |(_, opened)| opened.agent.system.map(System::name)),
                column(&opened, |(_, opened)| opened.at),
                column(&opened, |(_, opened)| opened.ended),
            )
            .execute(&mut *tx)
            .await?;
        }
        if !self.ended.is_empty() {
            sql::end_sessions(&self.ended).execute(&mut *tx).await?;
        }
        let accounts: Vec<(Uuid, AccountChange)> = self.accounts.into_iter().collect();
        if !accounts.is_empty() {
            sql::upsert_standings(
                column(&accounts, |(id, _)| *id),
                column(&accounts, |(_, account)| account.more),
                column(&accounts, |(_, account)| account.survivor),
                column(&accounts, |(_, account)| account.active),
            )
            .execute(&mut *tx)
            .await?;
        }
        let api_keys: Vec<(Uuid, ApiKey)> = self.api_keys.into_iter().collect();
        if !api_keys.is_empty() {
            sql::insert_api_keys(
                column(&api_keys, |(id, _)| *id),
                column(&api_keys, |(_, key)| key.account),
                column(&api_keys, |(_, key)| key.role.as_str()),
                column(&api_keys, |(_, key)| key.name.as_deref()),
                column(&api_keys, |(_, key)| key.scopes.as_str()),
                column(&api_keys, |(_, key)| key.hash.as_str()),
                column(&api_keys, |(_, key)| key.at),
            )
            .execute(&mut *tx)
            .await?;
        }
        if !self.revoked.is_empty() {
            sql::delete_api_keys(&self.revoked).execute(&mut *tx).await?;
        }
        Ok(())
    }
}
