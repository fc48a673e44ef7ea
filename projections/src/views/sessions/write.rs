//! Writes a folded batch.

use async_trait::async_trait;
use shared_events::events::{Browser, System};
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::{AccountChange, Changes, Opened};
use crate::{
    engine::{ApplyError, Folded},
    views::columns::column,
};

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        if !self.erased.is_empty() {
            sqlx::query(include_str!("sql/forget_agents.sql")).bind(self.erased).execute(&mut *tx).await?;
        }
        let opened: Vec<(Uuid, Opened)> = self.opened.into_iter().collect();
        if !opened.is_empty() {
            sqlx::query(include_str!("sql/insert_sessions.sql"))
                .bind(column(&opened, |(id, _)| *id))
                .bind(column(&opened, |(_, opened)| opened.account))
                .bind(column(&opened, |(_, opened)| opened.generation))
                .bind(column(&opened, |(_, opened)| opened.agent.browser.map(Browser::name)))
                .bind(column(&opened, |(_, opened)| opened.agent.system.map(System::name)))
                .bind(column(&opened, |(_, opened)| opened.at))
                .bind(column(&opened, |(_, opened)| opened.ended))
                .execute(&mut *tx)
                .await?;
        }
        if !self.ended.is_empty() {
            sqlx::query(include_str!("sql/end_sessions.sql")).bind(self.ended).execute(&mut *tx).await?;
        }
        let accounts: Vec<(Uuid, AccountChange)> = self.accounts.into_iter().collect();
        if !accounts.is_empty() {
            sqlx::query(include_str!("sql/upsert_standings.sql"))
                .bind(column(&accounts, |(id, _)| *id))
                .bind(column(&accounts, |(_, account)| account.more))
                .bind(column(&accounts, |(_, account)| account.survivor))
                .bind(column(&accounts, |(_, account)| account.active))
                .execute(&mut *tx)
                .await?;
        }
        Ok(())
    }
}
