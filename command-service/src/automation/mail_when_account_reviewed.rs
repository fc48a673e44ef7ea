//! Process manager: mails a merchant an admin's decision about the account.

use async_trait::async_trait;
use domain::account::Account;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{account_recipient, send_letters, to},
};
use crate::{App, application::load, mail::letters::merchant_reviewed};

pub(super) struct MailWhenAccountReviewed;

#[async_trait]
impl ProcessManager for MailWhenAccountReviewed {
    fn name(&self) -> &'static str {
        "mail_when_account_reviewed"
    }

    fn category(&self) -> &'static str {
        AccountEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            AccountEvent::MerchantApproved { .. } | AccountEvent::MerchantRejected { .. } => {
                Some(step_for_event(event.recorded_at, event))
            }
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, account, async |place, history: &[Recorded<AccountEvent>]| {
            let business = business(app, account).await?;
            Ok(match &history[place].event {
                AccountEvent::MerchantApproved { account_id, reason } => {
                    to(account_recipient(app, *account_id, Some("merchant_approved")).await?, || {
                        merchant_reviewed::approved(&business, reason.as_deref())
                    })
                }
                AccountEvent::MerchantRejected { account_id, reason } => {
                    to(account_recipient(app, *account_id, Some("merchant_rejected")).await?, || {
                        merchant_reviewed::rejected(&business, reason)
                    })
                }
                _ => Vec::new(),
            })
        })
        .await
    }
}

async fn business(app: &App, account: Uuid) -> Result<String, String> {
    let loaded = load::<Account, String>(&app.writer.log, AccountId::new(account).uuid()).await;
    let profile = loaded.map_err(|failure| failure.to_string())?.state.profile;
    Ok(profile
        .and_then(|profile| profile.business)
        .map(|business| business.business_name)
        .unwrap_or_default())
}
