//! Queries over the view `notifications`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::ids::AccountId;
use uuid::Uuid;

use crate::model::{Notification, OrderRole, Page};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn of_account(account: Uuid, limit: i64, offset: i64) -> row NotificationRow = concat!(
        include_str!("select_notifications.sql"),
        "WHERE n.recipient_id = $1 ORDER BY n.position DESC LIMIT $2 OFFSET $3"
    );
    fn by_id(accounts: &[Uuid], ids: &[&str]) -> row NotificationRow = concat!(
        include_str!("select_notifications.sql"),
        "WHERE (n.recipient_id, n.id) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))"
    );
}

/// The view's name.
pub const VIEW: &str = "notifications";

#[derive(Debug, FromRow)]
struct NotificationRow {
    recipient_id: Uuid,
    id: String,
    r#type: String,
    title: String,
    message: String,
    about_id: Uuid,
    /// The number of an order, or the name of a product or of what a conversation is about. Null for an account.
    about_name: Option<String>,
    /// Whether the recipient is the order's merchant. Null without an order.
    is_merchant: Option<bool>,
    created_at: DateTime<Utc>,
    read: bool,
}

impl From<NotificationRow> for Notification {
    fn from(row: NotificationRow) -> Self {
        // A notification's id begins with the category of its event.
        let about = |category: &str| row.id.starts_with(category).then_some(row.about_id);
        let order_id = about("order-");
        let (order_number, product_name) =
            if order_id.is_some() { (row.about_name, None) } else { (None, row.about_name) };
        Self {
            product_id: about("product-"),
            order_id,
            order_number,
            role: row.is_merchant.map(|it| if it { OrderRole::Merchant } else { OrderRole::Customer }),
            product_name,
            conversation_id: about("conversation-"),
            underscore_id: row.id.clone(),
            id: row.id,
            kind: row.r#type,
            title: row.title,
            message: row.message,
            created_at: row.created_at,
            read: row.read,
        }
    }
}

/// An account's notifications, newest first.
pub async fn of_account(pool: &Pool, account: AccountId, page: Page) -> sqlx::Result<Vec<Notification>> {
    let rows: Vec<NotificationRow> =
        sql::of_account(account.uuid(), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// The notifications with these ids of these accounts, as far as they exist.
pub async fn by_id(
    pool: &Pool,
    wanted: &[(AccountId, String)],
) -> sqlx::Result<HashMap<(AccountId, String), Notification>> {
    if wanted.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<NotificationRow> = sql::by_id(
        &wanted.iter().map(|(account, _)| account.uuid()).collect::<Vec<_>>(),
        &wanted.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>(),
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ((AccountId::new(row.recipient_id), row.id.clone()), Notification::from(row)))
        .collect())
}
