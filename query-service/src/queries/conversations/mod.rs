//! Queries over the view `conversations`. The participants come from `accounts`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::{
    Role,
    ids::{AccountId, ConversationId, MessageId},
    money::{Cents, Dollars},
    shop::{BusinessProfile, SUPPORT_NAME},
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

    fn of_inboxes(inboxes: &[Uuid], limit: i64, offset: i64) -> row ConversationRow =
        include_str!("of_inboxes.sql");
    fn takes_part(conversation: Uuid, inboxes: &[Uuid]) -> value bool = include_str!("takes_part.sql");
    fn messages(conversation: Uuid, before: i64, limit: i64) -> row MessageRow = concat!(
        include_str!("select_messages.sql"),
        "WHERE m.conversation_id = $1 AND m.number < $2 ORDER BY m.number DESC LIMIT $3"
    );
    fn all_messages(person: Uuid) -> row MessageRow = concat!(
        include_str!("select_messages.sql"),
        "WHERE c.customer_id = $1 OR c.merchant_id = $1 ORDER BY m.conversation_id, m.number"
    );
    fn received(inboxes: &[Uuid], limit: i64, offset: i64) -> row MessageRow =
        concat!(include_str!("select_messages.sql"), include_str!("received.sql"));
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
    product_id: Option<Uuid>,
    product_name: Option<String>,
    product_price: Option<i64>,
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
    inbox: Uuid,
    unread: i64,
}

impl From<ConversationRow> for Conversation {
    fn from(row: ConversationRow) -> Self {
        let customer_role = row.customer_role.map_or(Role::Customer, |Word(role)| role);
        let about = row.product_id.zip(row.product_name).zip(row.product_price);
        Self {
            underscore_id: row.conversation_id,
            id: row.conversation_id,
            participants: vec![
                correspondent(row.customer_id, row.customer_name, customer_role, row.customer_business),
                correspondent(row.merchant_id, row.merchant_name, Role::Merchant, row.merchant_business),
            ],
            current_user_id: row.inbox,
            product: about.map(|((id, name), price)| ConversationProduct {
                underscore_id: id,
                id,
                name,
                price: Dollars(Cents(price)),
            }),
            subject: row.subject,
            last_message: row.last_sender_id.zip(row.last_sent_at).map(|(sender, created_at)| LastMessage {
                content: row.last_content.unwrap_or_default(),
                sender,
                created_at,
            }),
            last_activity: row.last_activity,
            unread_count: row.unread,
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

/// A participant: a person, or the shop for its support. An erased person has a placeholder name and no business.
fn correspondent(
    id: Uuid,
    name: Option<String>,
    role: Role,
    business: Option<Json<BusinessProfile>>,
) -> Correspondent {
    let (name, role) = match id == AccountId::SHOP.uuid() {
        true => (Some(SUPPORT_NAME.to_owned()), Role::Admin),
        false => (name, role),
    };
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

/// The conversations of these inboxes, the most recently active first.
pub async fn of_inboxes(
    pool: &Pool,
    inboxes: &[AccountId],
    page: Page,
) -> Result<Vec<Conversation>, sqlx::Error> {
    let rows: Vec<ConversationRow> =
        sql::of_inboxes(&uuids(inboxes), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Conversation::from).collect())
}

/// Whether one of these inboxes is a participant of the conversation.
pub async fn takes_part(pool: &Pool, inboxes: &[AccountId], id: ConversationId) -> Result<bool, sqlx::Error> {
    sql::takes_part(id.uuid(), &uuids(inboxes)).fetch_one(pool).await
}

fn uuids(inboxes: &[AccountId]) -> Vec<Uuid> {
    inboxes.iter().map(|inbox| inbox.uuid()).collect()
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

/// The newest messages that these inboxes have received, newest first.
pub async fn received(pool: &Pool, inboxes: &[AccountId], page: Page) -> Result<Vec<Message>, sqlx::Error> {
    let rows: Vec<MessageRow> =
        sql::received(&uuids(inboxes), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
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
