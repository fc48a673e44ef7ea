//! Queries over the view `conversations`. The participants come from `accounts`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::{
    Role,
    ids::{AccountId, ConversationId, MessageId},
    money::{Cents, Dollars},
    shop::BusinessProfile,
};
use sqlx::types::Json;
use uuid::Uuid;

use super::Word;
use crate::model::{
    Conversation, ConversationProduct, Correspondent, CorrespondentBusiness, DELETED_USER, LastMessage,
    Message, Page, ProductReference,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn of_person(person: Uuid, limit: i64, offset: i64) -> row ConversationRow =
        include_str!("of_person.sql");
    fn takes_part(conversation: Uuid, person: Uuid) -> value bool = include_str!("takes_part.sql");
    fn messages(conversation: Uuid, before: i64, limit: i64) -> row MessageRow = concat!(
        include_str!("select_messages.sql"),
        "WHERE m.conversation_id = $1 AND m.number < $2 ORDER BY m.number DESC LIMIT $3"
    );
    fn all_messages(person: Uuid) -> row MessageRow = concat!(
        include_str!("select_messages.sql"),
        "WHERE c.customer_id = $1 OR c.merchant_id = $1 ORDER BY m.conversation_id, m.number"
    );
    fn received(recipient: Uuid, limit: i64, offset: i64) -> row MessageRow = concat!(
        include_str!("select_messages.sql"),
        "WHERE m.recipient_id = $1 ORDER BY m.position DESC LIMIT $2 OFFSET $3"
    );
    fn messages_by_id(conversations: &[Uuid], numbers: &[i64]) -> row MessageRow = concat!(
        include_str!("select_messages.sql"),
        "WHERE (m.conversation_id, m.number) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[]))"
    );
    fn response_rate(merchant: Uuid) -> value Option<i64> = include_str!("response_rate.sql");
}

/// The view's name.
pub const VIEW: &str = "conversations";

#[derive(Debug, FromRow)]
struct ConversationRow {
    conversation_id: Uuid,
    customer_id: Uuid,
    merchant_id: Uuid,
    product_id: Uuid,
    product_name: String,
    product_price: i64,
    subject: Option<String>,
    last_activity: DateTime<Utc>,
    customer_name: Option<String>,
    customer_role: Option<Word<Role>>,
    customer_business: Option<Json<BusinessProfile>>,
    merchant_name: Option<String>,
    merchant_business: Option<Json<BusinessProfile>>,
    last_content: Option<String>,
    last_sender_id: Option<Uuid>,
    last_sent_at: Option<DateTime<Utc>>,
    unread: i64,
}

impl ConversationRow {
    fn seen_by(self, person: AccountId) -> Conversation {
        let customer_role = self.customer_role.map_or(Role::Customer, |Word(role)| role);
        Conversation {
            underscore_id: self.conversation_id,
            id: self.conversation_id,
            participants: vec![
                correspondent(self.customer_id, self.customer_name, customer_role, self.customer_business),
                correspondent(self.merchant_id, self.merchant_name, Role::Merchant, self.merchant_business),
            ],
            current_user_id: person.uuid(),
            product: ConversationProduct {
                underscore_id: self.product_id,
                id: self.product_id,
                name: self.product_name,
                price: Dollars(Cents(self.product_price)),
            },
            subject: self.subject,
            last_message: self.last_sender_id.zip(self.last_sent_at).map(|(sender, created_at)| {
                LastMessage { content: self.last_content.unwrap_or_default(), sender, created_at }
            }),
            last_activity: self.last_activity,
            unread_count: self.unread,
        }
    }
}

#[derive(Debug, FromRow)]
struct MessageRow {
    conversation_id: Uuid,
    number: i64,
    sender_id: Uuid,
    content: Option<String>,
    sent_at: DateTime<Utc>,
    sender_name: Option<String>,
    sender_role: Option<Word<Role>>,
    sender_business: Option<Json<BusinessProfile>>,
    product_name: Option<String>,
    product_price: Option<i64>,
    read: bool,
}

impl From<MessageRow> for Message {
    fn from(row: MessageRow) -> Self {
        let conversation = ConversationId::new(row.conversation_id);
        let number = u32::try_from(row.number).unwrap_or_default();
        let id = MessageId { conversation, number }.to_string();
        let role = row.sender_role.map_or(Role::Customer, |Word(role)| role);
        Self {
            underscore_id: id.clone(),
            id,
            conversation_id: row.conversation_id,
            sender: correspondent(row.sender_id, row.sender_name, role, row.sender_business),
            content: row.content.unwrap_or_default(),
            created_at: row.sent_at,
            read: row.read,
            product_reference: row
                .product_name
                .zip(row.product_price)
                .map(|(name, price)| ProductReference { name, price: Dollars(Cents(price)) }),
            message_type: "text",
        }
    }
}

/// A participant. An erased one has a placeholder name and no business.
fn correspondent(
    id: Uuid,
    name: Option<String>,
    role: Role,
    business: Option<Json<BusinessProfile>>,
) -> Correspondent {
    let business = name.is_some().then_some(business).flatten();
    Correspondent {
        underscore_id: id,
        id,
        name: name.unwrap_or_else(|| DELETED_USER.to_owned()),
        role,
        business_info: business
            .map(|Json(profile)| CorrespondentBusiness { business_name: profile.business_name }),
    }
}

/// A person's conversations, the most recently active first.
pub async fn of_person(pool: &Pool, person: AccountId, page: Page) -> Result<Vec<Conversation>, sqlx::Error> {
    let rows: Vec<ConversationRow> =
        sql::of_person(person.uuid(), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|row| row.seen_by(person)).collect())
}

/// Whether this person is a participant of the conversation.
pub async fn takes_part(pool: &Pool, person: AccountId, id: ConversationId) -> Result<bool, sqlx::Error> {
    sql::takes_part(id.uuid(), person.uuid()).fetch_one(pool).await
}

/// The newest messages of a conversation before this message number, oldest first.
pub async fn messages(
    pool: &Pool,
    id: ConversationId,
    before: Option<u32>,
    limit: i64,
) -> Result<Vec<Message>, sqlx::Error> {
    let rows: Vec<MessageRow> =
        sql::messages(id.uuid(), before.map_or(i64::MAX, i64::from), limit).fetch_all(pool).await?;
    Ok(rows.into_iter().rev().map(Message::from).collect())
}

/// Every message of this person's conversations, conversation by conversation, oldest first.
pub async fn all_messages(pool: &Pool, person: AccountId) -> Result<Vec<Message>, sqlx::Error> {
    let rows: Vec<MessageRow> = sql::all_messages(person.uuid()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Message::from).collect())
}

/// The newest messages that this person has received, newest first.
pub async fn received(pool: &Pool, person: AccountId, page: Page) -> Result<Vec<Message>, sqlx::Error> {
    let rows: Vec<MessageRow> =
        sql::received(person.uuid(), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Message::from).collect())
}

/// The messages with these ids, as far as they exist. The caller must check who may see them.
pub async fn by_id(pool: &Pool, ids: &[MessageId]) -> Result<HashMap<String, Message>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<MessageRow> = sql::messages_by_id(
        &ids.iter().map(|id| id.conversation.uuid()).collect::<Vec<_>>(),
        &ids.iter().map(|id| i64::from(id.number)).collect::<Vec<_>>(),
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(Message::from).map(|message| (message.id.clone(), message)).collect())
}

/// The share of the conversations started with this merchant that it has answered, in percent; `None` without
/// conversations.
pub async fn response_rate(pool: &Pool, merchant: AccountId) -> Result<Option<i64>, sqlx::Error> {
    sql::response_rate(merchant.uuid()).fetch_one(pool).await
}
