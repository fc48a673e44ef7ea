//! Process manager: mails a notice to the account's address when its password was changed.

use async_trait::async_trait;
use domain::{account::Account, api_key::ApiKeys, webhook::Webhooks};
use event_store::Provenance;
use shared_events::{
    CodecError, Event, RawEvent, Recorded, Role, decode, events::CredentialEvent, ids::AccountId,
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{account_recipient, send_letters, to},
};
use crate::{
    App,
    application::load,
    mail::letters::password_changed::{self, Programs},
};

pub(super) struct MailWhenPasswordChanged;

#[async_trait]
impl ProcessManager for MailWhenPasswordChanged {
    fn name(&self) -> &'static str {
        "mail_when_password_changed"
    }

    fn category(&self) -> &'static str {
        CredentialEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            // The first password belongs to the sign-up.
            CredentialEvent::PasswordSet { .. } if event.version > 1 => {
                Some(step_for_event(event.recorded_at, event))
            }
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, account, async |place, history: &[Recorded<CredentialEvent>]| {
            let CredentialEvent::PasswordSet { account_id, .. } = &history[place].event else {
                return Ok(Vec::new());
            };
            // Only a reset ends the caller's session, too.
            let next = history.get(place + 1).map(|next| &next.event);
            let is_reset = matches!(next, Some(CredentialEvent::AllSessionsEnded { except: None, .. }));
            let letter = match is_reset {
                true => password_changed::reset(sells(app, *account_id).await?),
                false => password_changed::changed(programs(app, *account_id).await?),
            };
            Ok(to(account_recipient(app, *account_id, None).await?, || letter))
        })
        .await
    }
}

/// Whether the account can have API keys.
async fn sells(app: &App, account: AccountId) -> Result<bool, String> {
    let loaded = load::<Account, String>(&app.writer.log, account.uuid()).await;
    let profile = loaded.map_err(|failure| failure.to_string())?.state.profile;
    Ok(profile.is_some_and(|profile| profile.role != Role::Customer))
}

async fn programs(app: &App, account: AccountId) -> Result<Programs, String> {
    let log = &app.writer.log;
    let (keys, webhooks) = tokio::try_join!(
        load::<ApiKeys, String>(log, account.uuid()),
        load::<Webhooks, String>(log, account.uuid()),
    )
    .map_err(|failure| failure.to_string())?;
    let running = webhooks.state.all.values().filter(|webhook| webhook.paused.is_none());
    Ok(Programs { api_keys: keys.state.live.len(), webhooks: running.count() })
}
