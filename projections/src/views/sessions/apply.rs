use std::collections::HashMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, Browser, CredentialEvent, SessionEvent, System, UserAgent},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::{columns::column, reading::read};
use crate::engine::{ApplyError, Folded};

/// A session that was opened in this batch.
struct Opened {
    account: Uuid,
    generation: i32,
    agent: UserAgent,
    at: DateTime<Utc>,
    ended: bool,
}

/// A batch's changes to one account.
#[derive(Default)]
struct Standing {
    /// How many times all its sessions were ended.
    more: i32,
    /// The session that the last such event spared.
    survivor: Option<Uuid>,
    active: Option<bool>,
}

/// A folded batch.
#[derive(Default)]
struct Changes {
    opened: HashMap<Uuid, Opened>,
    ended: Vec<Uuid>,
    /// Accounts that were erased.
    erased: Vec<Uuid>,
    standings: HashMap<Uuid, Standing>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            SessionEvent::CATEGORY => changes.of_session(recorded.recorded_at, &read(recorded)?),
            CredentialEvent::CATEGORY => changes.of_credential(&read(recorded)?),
            AccountEvent::CATEGORY => changes.of_account(&read(recorded)?),
            _ => {}
        }
    }
    Ok(Box::new(changes))
}

impl Changes {
    fn of_session(&mut self, at: DateTime<Utc>, event: &SessionEvent) {
        match event {
            SessionEvent::SessionOpened { account_id, session_id, generation, agent } => {
                // Fits: an account never ends all its sessions two billion times.
                let generation = i32::try_from(*generation).unwrap_or(i32::MAX);
                let (account, agent) = (account_id.uuid(), *agent);
                let opened = Opened { account, generation, agent, at, ended: false };
                self.opened.insert(session_id.uuid(), opened);
            }
            SessionEvent::SessionEnded { session_id, .. } => match self.opened.get_mut(&session_id.uuid()) {
                Some(opened) => opened.ended = true,
                None => self.ended.push(session_id.uuid()),
            },
        }
    }

    fn of_credential(&mut self, event: &CredentialEvent) {
        match event {
            CredentialEvent::AllSessionsEnded { account_id, except } => {
                let standing = self.standings.entry(account_id.uuid()).or_default();
                standing.more += 1;
                standing.survivor = except.map(|session| session.uuid());
            }
            CredentialEvent::PasswordSet { .. }
            | CredentialEvent::PasswordResetRequested { .. }
            | CredentialEvent::SessionStarted { .. } => {}
        }
    }

    fn of_account(&mut self, event: &AccountEvent) {
        if let AccountEvent::AccountErased { account_id } = event {
            self.forget_agents(account_id.uuid());
        }
        let (account, active) = match event {
            AccountEvent::AccountDeactivated { account_id, .. }
            | AccountEvent::AccountErased { account_id } => (account_id, false),
            AccountEvent::AccountReactivated { account_id, .. } => (account_id, true),
            _ => return,
        };
        self.standings.entry(account.uuid()).or_default().active = Some(active);
    }
}

impl Changes {
    /// Forgets with which browsers an erased account was used, in this batch and in the rows of earlier ones.
    fn forget_agents(&mut self, account: Uuid) {
        for opened in self.opened.values_mut().filter(|opened| opened.account == account) {
            opened.agent = UserAgent::default();
        }
        self.erased.push(account);
    }
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        if !self.erased.is_empty() {
            sqlx::query(include_str!("forget_agents.sql")).bind(self.erased).execute(&mut *tx).await?;
        }
        let opened: Vec<(Uuid, Opened)> = self.opened.into_iter().collect();
        if !opened.is_empty() {
            sqlx::query(include_str!("insert_sessions.sql"))
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
            sqlx::query(include_str!("end_sessions.sql")).bind(self.ended).execute(&mut *tx).await?;
        }
        let standings: Vec<(Uuid, Standing)> = self.standings.into_iter().collect();
        if !standings.is_empty() {
            sqlx::query(include_str!("upsert_standings.sql"))
                .bind(column(&standings, |(id, _)| *id))
                .bind(column(&standings, |(_, standing)| standing.more))
                .bind(column(&standings, |(_, standing)| standing.survivor))
                .bind(column(&standings, |(_, standing)| standing.active))
                .execute(&mut *tx)
                .await?;
        }
        Ok(())
    }
}
