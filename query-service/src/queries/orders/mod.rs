//! Queries over the view `orders`.

mod found;
mod listed;
mod reports;

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::{
    ids::{AccountId, OrderId},
    money::{Cents, Dollars},
    shop::{Address, BillingDetails, DeliveryMethod, Line, OrderStatus, ShippingDetails, Tracking},
};
use sqlx::types::Json;
use uuid::Uuid;

use super::Word;
use crate::model::{
    self, Billing, DELETED_USER, Dispute, DisputeStatus, Order, OrderBusiness, OrderCustomer, OrderMerchant,
    OrderParent, Page, Refund, RefundStatus, TimelineEntry,
};
pub use found::{
    PurchaseCounts, PurchaseSearch, PurchaseState, SalesSearch, count_purchases, count_sales, purchases_page,
    sales_page, spent,
};
pub use listed::{Disputed, OrderFilter, count, listed};
pub use reports::{Period, Sales, sales_by_customer, sales_by_day, sales_by_product, to_pack, to_pick};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn of_customer(customer: Uuid, limit: i64, offset: i64) -> row OrderRow = concat!(
        include_str!("select_orders.sql"),
        "WHERE o.customer_id = $1
         ORDER BY max(o.placed_at) OVER (PARTITION BY o.parent_number) DESC, o.parent_number, o.number
         LIMIT $2 OFFSET $3"
    );
    fn of_merchant(merchant: Uuid, limit: i64, offset: i64) -> row OrderRow = concat!(
        include_str!("select_orders.sql"),
        "WHERE o.merchant_id = $1 ORDER BY o.placed_at DESC, o.number LIMIT $2 OFFSET $3"
    );
    fn order(id: Uuid) -> row OrderRow = concat!(include_str!("select_orders.sql"), "WHERE o.order_id = $1");
    fn orders(ids: &[Uuid]) -> row OrderRow =
        concat!(include_str!("select_orders.sql"), "WHERE o.order_id = ANY($1)");
    fn open_numbers(account: Uuid) -> value String = include_str!("open_numbers.sql");
    fn remarks_of(merchant: Uuid) -> row RemarkRow = include_str!("remarks_of.sql");
    fn sales(merchant: Uuid) -> value i64 = include_str!("sales.sql");
}

/// The view's name.
pub const VIEW: &str = "orders";

#[derive(Clone, Debug, FromRow)]
struct OrderRow {
    order_id: Uuid,
    number: String,
    parent_number: String,
    customer_id: Uuid,
    customer_name: Option<String>,
    customer_email: Option<String>,
    merchant_id: Uuid,
    merchant_name: String,
    merchant_address: Option<Json<Address>>,
    lines: Json<Vec<Line>>,
    subtotal: i64,
    tax: i64,
    delivery_fee: i64,
    total: i64,
    delivery_method: Word<DeliveryMethod>,
    shipping: Option<Json<ShippingDetails>>,
    billing: Option<Json<BillingDetails>>,
    status: Word<OrderStatus>,
    tracking: Json<Tracking>,
    refund_amount: Option<i64>,
    refund_status: Option<Word<RefundStatus>>,
    refund_reason: Option<String>,
    placed_at: DateTime<Utc>,
    promised_for: Option<NaiveDate>,
    timeline: Json<Vec<TimelineEntry>>,
    parent_total: Option<i64>,
    parent_refunded: Option<i64>,
    parent_delivery_fee: Option<i64>,
    dispute_amount: Option<i64>,
    dispute_reason: Option<String>,
    dispute_status: Option<Word<DisputeStatus>>,
}

impl OrderRow {
    /// The order as shown to its customer.
    fn seen_by_customer(self) -> Order {
        let refund_reason = self.refund_reason;
        let disputed = self.dispute_status.is_some_and(|Word(status)| status == DisputeStatus::Open);
        let refund = self.refund_status.zip(self.refund_amount).map(|(Word(status), amount)| Refund {
            amount: Dollars(Cents(amount)),
            status: if disputed && status == RefundStatus::Pending { RefundStatus::Disputed } else { status },
            reason: refund_reason,
        });
        let billing = Billing {
            subtotal: Dollars(Cents(self.subtotal)),
            delivery_fee: Dollars(Cents(self.delivery_fee)),
            tax: Dollars(Cents(self.tax)),
            total: Dollars(Cents(self.total)),
        };
        let parent = self.parent_total.zip(self.parent_refunded).map(|(total, refunded)| OrderParent {
            order_number: self.parent_number.clone(),
            total: Dollars(Cents(total)),
            refunded: Dollars(Cents(refunded)),
        });
        let shipping = self.shipping.map(|Json(shipping)| shipping);
        let tracking = model::Tracking::from(self.tracking.0);
        Order {
            underscore_id: self.order_id,
            id: self.order_id,
            order_number: self.number,
            parent_number: self.parent_number,
            parent,
            status: self.status.0,
            created_at: self.placed_at,
            customer: OrderCustomer {
                underscore_id: self.customer_id,
                id: self.customer_id,
                name: self.customer_name.unwrap_or_else(|| DELETED_USER.to_owned()),
                email: self.customer_email,
            },
            merchant: OrderMerchant {
                underscore_id: self.merchant_id,
                id: self.merchant_id,
                name: self.merchant_name.clone(),
                business_info: OrderBusiness { business_name: self.merchant_name.clone() },
                address: self.merchant_address.map(|Json(address)| address.into()),
            },
            merchant_name: self.merchant_name,
            items: self.lines.0.into_iter().map(Into::into).collect(),
            subtotal: billing.subtotal,
            tax: billing.tax,
            delivery_fee: billing.delivery_fee,
            shared_delivery_fee: self
                .parent_delivery_fee
                .filter(|fee| *fee != self.delivery_fee)
                .map(|fee| Dollars(Cents(fee))),
            total: billing.total,
            billing,
            delivery_method: self.delivery_method.0,
            promised_for: self.promised_for,
            delivery_instructions: shipping
                .as_ref()
                .map(|shipping| shipping.delivery_instructions.clone())
                .unwrap_or_default(),
            shipping_address: shipping.map(Into::into),
            billing_address: self.billing.map(|Json(billing)| billing.into()),
            timeline: self.timeline.0,
            shipping: tracking.clone(),
            tracking,
            refund,
            dispute: None,
        }
    }

    /// The order as shown to admins.
    fn seen_by_admin(mut self) -> Order {
        let (amount, reason) = (self.dispute_amount, self.dispute_reason.take());
        let dispute = self.dispute_status.as_ref().zip(amount).zip(reason);
        let dispute = dispute.map(|((Word(status), amount), reason)| Dispute {
            status: *status,
            amount: Dollars(Cents(amount)),
            reason,
        });
        Order { dispute, ..self.seen_by_customer() }
    }

    /// The order as shown to its merchant: without the other merchants' parts and without the payment.
    fn seen_by_merchant(self) -> Order {
        Order { parent: None, billing_address: None, ..self.seen_by_customer() }
    }
}

/// A customer's orders, newest first, with the parts of one checkout together.
pub async fn of_customer(pool: &Pool, id: AccountId, page: Page) -> Result<Vec<Order>, sqlx::Error> {
    let rows: Vec<OrderRow> =
        sql::of_customer(id.uuid(), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(OrderRow::seen_by_customer).collect())
}

/// A merchant's orders, newest first.
pub async fn of_merchant(pool: &Pool, id: AccountId, page: Page) -> Result<Vec<Order>, sqlx::Error> {
    let rows: Vec<OrderRow> =
        sql::of_merchant(id.uuid(), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(OrderRow::seen_by_merchant).collect())
}

/// The person who reads an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onlooker {
    /// May see the account's own purchases and sales.
    Account(AccountId),
    /// May see every order.
    Admin,
}

/// One order, if the onlooker may see it.
pub async fn order(pool: &Pool, id: OrderId, onlooker: Onlooker) -> Result<Option<Order>, sqlx::Error> {
    let row: Option<OrderRow> = sql::order(id.uuid()).fetch_optional(pool).await?;
    Ok(row.and_then(|row| match onlooker {
        Onlooker::Admin => Some(row.seen_by_admin()),
        Onlooker::Account(account) if row.customer_id == account.uuid() => Some(row.seen_by_customer()),
        Onlooker::Account(account) if row.merchant_id == account.uuid() => Some(row.seen_by_merchant()),
        Onlooker::Account(_) => None,
    }))
}

/// These orders, each as shown to its customer and as shown to its merchant.
pub async fn of_both(
    pool: &Pool,
    ids: &[OrderId],
) -> Result<HashMap<(AccountId, OrderId), Order>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<OrderRow> =
        sql::orders(&ids.iter().map(|id| id.uuid()).collect::<Vec<_>>()).fetch_all(pool).await?;
    let mut orders = HashMap::with_capacity(rows.len() * 2);
    for row in rows {
        let id = OrderId::new(row.order_id);
        let (customer, merchant) = (AccountId::new(row.customer_id), AccountId::new(row.merchant_id));
        orders.insert((merchant, id), row.clone().seen_by_merchant());
        orders.insert((customer, id), row.seen_by_customer());
    }
    Ok(orders)
}

/// The numbers of a person's unfinished purchases and sales, oldest first.
pub async fn open_numbers(pool: &Pool, id: AccountId) -> Result<Vec<String>, sqlx::Error> {
    sql::open_numbers(id.uuid()).fetch_all(pool).await
}

/// A merchant's note to the customer of an order.
#[derive(Clone, Debug, FromRow)]
pub struct RemarkRow {
    /// The order's number.
    pub number: String,
    /// The order's status after the step with the note.
    pub status: Word<OrderStatus>,
    /// When it was written.
    pub at: DateTime<Utc>,
    /// The text.
    pub note: String,
}

/// A merchant's notes to the customers of its orders, oldest first.
pub async fn remarks_of(pool: &Pool, merchant: AccountId) -> Result<Vec<RemarkRow>, sqlx::Error> {
    sql::remarks_of(merchant.uuid()).fetch_all(pool).await
}

/// The number of a merchant's orders that were neither cancelled nor returned.
pub async fn sales(pool: &Pool, merchant: AccountId) -> Result<i64, sqlx::Error> {
    sql::sales(merchant.uuid()).fetch_one(pool).await
}
