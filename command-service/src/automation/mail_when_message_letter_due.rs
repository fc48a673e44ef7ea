//! Process manager: mails a person about unread messages when the planned letter is due. All messages that were planned for
//! the same time are told in one letter.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::account::Account;
use event_store::Provenance;
use shared_events::{
    CodecError, Event, RawEvent, Recorded, decode,
    events::{ConversationEvent, CorrespondenceEvent},
    ids::{AccountId, MessageId},
    shop::SUPPORT_NAME,
};
use uuid::Uuid;

use super::{
    agenda_change::{AgendaChange, Entry},
    process_manager::{ProcessManager, StepOutcome, entry_of},
    send_letters::{account_recipient, send_letters, to},
};
use crate::{
    App,
    application::load,
    mail::letters::{Letter, message},
};

pub(super) struct MailWhenMessageLetterDue;

#[async_trait]
impl ProcessManager for MailWhenMessageLetterDue {
    fn name(&self) -> &'static str {
        "mail_when_message_letter_due"
    }

    fn category(&self) -> &'static str {
        CorrespondenceEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn begins_with_all(&self) -> bool {
        false
    }

    /// All messages of a letter are one step, whose cause is the first of them.
    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        let CorrespondenceEvent::MessageLetterPlanned { account_id, due_at, .. } =
            decode(event.event.clone())?
        else {
            return Ok(None);
        };
        let letter = due_at.timestamp_micros().to_be_bytes();
        let subject = Uuid::new_v5(&account_id.uuid(), &letter);
        Ok(Some(AgendaChange::Add { entry: Entry { subject, ..entry_of(event) }, due_at }))
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<StepOutcome, String> {
        let planned: Vec<Recorded<CorrespondenceEvent>> =
            app.writer.log.load(account).await.map_err(|error| error.to_string())?;
        let cause = planned.iter().find(|event| event.event_id == provenance.causation_id);
        let Some(due_at) = cause.and_then(|cause| due_at(&cause.event)) else {
            return Err(format!("event {} plans no letter", provenance.causation_id));
        };
        // A step is made due at once when its process takes over; more messages may still join the letter.
        if due_at > app.clock.now() {
            return Ok(StepOutcome::DueAgain(due_at));
        }
        let recipient = AccountId::new(account);
        let unread = unread(app, recipient, due_at, &planned).await?;
        let about: BTreeSet<Uuid> = unread
            .iter()
            .flat_map(|unread| [unread.sender.uuid(), unread.message.conversation.uuid()])
            .collect();
        send_letters(app, provenance, account, async |_, _: &[Recorded<CorrespondenceEvent>]| {
            if unread.is_empty() {
                return Ok(Vec::new());
            }
            let letter = letter(app, &unread).await?;
            let recipient = account_recipient(app, recipient, Some("message")).await?;
            let mut letters = to(recipient, || letter);
            letters.iter_mut().for_each(|letter| letter.about.clone_from(&about));
            Ok(letters)
        })
        .await
    }
}

fn due_at(event: &CorrespondenceEvent) -> Option<DateTime<Utc>> {
    match event {
        CorrespondenceEvent::MessageLetterPlanned { due_at, .. } => Some(*due_at),
        CorrespondenceEvent::AllMessagesRead { .. } => None,
    }
}

/// A conversation with messages that the recipient has not read.
struct Unread {
    /// The first of them.
    message: MessageId,
    sender: AccountId,
    messages: u32,
}

/// The conversations of the letter that is due at this time, without those that the recipient has read since.
async fn unread(
    app: &App,
    recipient: AccountId,
    due: DateTime<Utc>,
    planned: &[Recorded<CorrespondenceEvent>],
) -> Result<Vec<Unread>, String> {
    let mut unread = BTreeMap::new();
    let mut all_read_at = None;
    for recorded in planned {
        match &recorded.event {
            CorrespondenceEvent::MessageLetterPlanned { message_id, sender_id, due_at, .. }
                if *due_at == due =>
            {
                let last = app.writer.log.last::<ConversationEvent>(message_id.conversation.uuid()).await;
                let Some(last) = last.map_err(|error| error.to_string())? else { continue };
                let standing = last.event.standing();
                let read = match recipient == standing.customer_id {
                    true => standing.read_by_customer,
                    false => standing.read_by_merchant,
                };
                let messages = standing.messages.saturating_sub(read);
                if messages > 0 {
                    let found = Unread { message: *message_id, sender: *sender_id, messages };
                    unread.insert(message_id.conversation.uuid(), (last.position, found));
                }
            }
            CorrespondenceEvent::MessageLetterPlanned { .. } => {}
            CorrespondenceEvent::AllMessagesRead { .. } => all_read_at = Some(recorded.position),
        }
    }
    let is_new = |(position, _): &(_, Unread)| all_read_at.is_none_or(|read_at| *position > read_at);
    Ok(unread.into_values().filter(is_new).map(|(_, unread)| unread).collect())
}

async fn letter(app: &App, unread: &[Unread]) -> Result<Letter, String> {
    if let [one] = unread {
        return letter_about_one(app, one).await;
    }
    let mut senders = Vec::new();
    for conversation in unread {
        if !senders.iter().any(|(sender, _)| *sender == conversation.sender) {
            senders.push((conversation.sender, shown_name(app, conversation.sender).await?));
        }
    }
    let names: Vec<String> = senders.into_iter().map(|(_, name)| name).collect();
    Ok(message::digest(&names, unread.iter().map(|conversation| conversation.messages).sum()))
}

async fn letter_about_one(app: &App, unread: &Unread) -> Result<Letter, String> {
    let conversation = unread.message.conversation.uuid();
    let history: Vec<Recorded<ConversationEvent>> =
        app.writer.log.load(conversation).await.map_err(|error| error.to_string())?;
    let is_quoted = |recorded: &Recorded<ConversationEvent>| matches!(recorded.event, ConversationEvent::MessageSent { message_id, .. } if message_id == unread.message);
    let up_to_quoted = history.split_inclusive(is_quoted).next().unwrap_or_default();
    let content = match up_to_quoted.last().map(|recorded| &recorded.event) {
        Some(ConversationEvent::MessageSent { content, .. }) => content.get().map(String::as_str),
        _ => None,
    };
    let sender = shown_name(app, unread.sender).await?;
    Ok(message::letter(&sender, topic(up_to_quoted), content))
}

/// What a conversation is about: a product, or the last subject of questions to the shop's support.
fn topic(history: &[Recorded<ConversationEvent>]) -> &str {
    let mut topic = "a product";
    let mut to_support = false;
    for recorded in history {
        match &recorded.event {
            ConversationEvent::ConversationStarted { product_name, .. } => topic = product_name,
            ConversationEvent::SupportConversationStarted { subject, .. } => {
                to_support = true;
                topic = subject.get().map_or("a question", String::as_str);
            }
            ConversationEvent::MessageSent { subject: Some(subject), .. } if to_support => {
                topic = subject.get().map_or("a question", String::as_str);
            }
            ConversationEvent::MessageSent { .. } | ConversationEvent::MessagesRead { .. } => {}
        }
    }
    topic
}

/// The name to show: a merchant's business name, a customer's own name, or that of the shop's support.
async fn shown_name(app: &App, account: AccountId) -> Result<String, String> {
    if account == AccountId::SHOP {
        return Ok(SUPPORT_NAME.to_owned());
    }
    let loaded = load::<Account, String>(&app.writer.log, account.uuid()).await;
    let profile = loaded.map_err(|failure| failure.to_string())?.state.profile;
    let name = profile.and_then(|profile| {
        profile.business.map(|business| business.business_name).or_else(|| profile.name.into_inner())
    });
    Ok(name.unwrap_or_else(|| "Somebody".to_owned()))
}
