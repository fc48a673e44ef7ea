//! Writes the status changes of an order after its payment.

use std::convert::Infallible;

use chrono::{DateTime, TimeDelta, Utc};
use command_service::application::{checkout::make_good, load, orders::change_status};
use domain::{
    checkout::Started,
    order::{Order, cancel_order::CancelOrder, change_status::ChangeStatus},
};
use shared_events::{
    Actor, Role,
    ids::OrderId,
    shop::{OrderStatus, Tracking},
};

use super::{
    failures::failed_at,
    market_writer::MarketWriter,
    reviews::{Delivered, reviews},
};
use crate::{
    Outcome,
    demo::market::{Actor as Who, Step},
};

/// One merchant's part of a demo order, which is an order of its own in the log.
struct Part<'a> {
    writer: &'a MarketWriter<'a>,
    item: String,
    order_id: OrderId,
    customer: usize,
    merchant: usize,
    placed_at: DateTime<Utc>,
}

/// Brings one merchant's part of a paid order to its status.
pub(super) async fn steps(
    writer: &MarketWriter<'_>,
    order: usize,
    index: usize,
    started: &Started,
) -> Outcome<()> {
    let past = &writer.market.orders[order];
    let (placed_at, item) = (past.placed_at(writer.now), format!("order {order}, part {index}"));
    let (merchant, steps) = (past.parts[index].merchant, &past.parts[index].steps);
    let merchant_id = writer.merchant(merchant);
    let planned = started.orders.iter().find(|planned| planned.merchant_id == merchant_id);
    let order_id = planned.ok_or_else(|| format!("{item}: its merchant has no part in it"))?.order_id;
    let part = Part { writer, order_id, customer: past.customer, merchant, placed_at, item };
    let done = part.done(steps).await?;
    for step in &steps[done..] {
        part.step(step).await?;
    }
    match steps.last() {
        Some(last) if matches!(last.to, OrderStatus::Cancelled | OrderStatus::Returned) => {
            part.make_good(part.at(last)).await
        }
        Some(last) if last.to == OrderStatus::Delivered => {
            let delivered = Delivered {
                writer,
                item: &part.item,
                order_id,
                customer: part.customer,
                part: &past.parts[index],
                placed_at,
                delivered_at: part.at(last),
            };
            reviews(&delivered).await
        }
        _ => Ok(()),
    }
}

impl Part<'_> {
    fn at(&self, step: &Step) -> DateTime<Utc> {
        self.placed_at + TimeDelta::minutes(step.minutes_after.into())
    }

    /// How many of the steps an earlier filling has written. All of them when a person has changed the order since.
    async fn done(&self, steps: &[Step]) -> Outcome<usize> {
        let log = self.writer.at(&self.item, self.placed_at).writer.log;
        let order: Order = load::<_, Infallible>(&log, self.order_id.uuid()).await?.state;
        let status = order.placed.map(|placed| placed.status);
        Ok(match status {
            None | Some(OrderStatus::Pending) => 0,
            Some(status) => steps.iter().position(|step| step.to == status).map_or(steps.len(), |at| at + 1),
        })
    }

    async fn step(&self, step: &Step) -> Outcome<()> {
        let (item, at) = (format!("{}, {}", self.item, step.to.as_str()), self.at(step));
        let app = self.writer.at(&item, at);
        let (order_id, text) = (self.order_id, |text: Option<&str>| text.map(str::to_owned));
        match step.by {
            Who::Customer => {
                let provenance = self.writer.by(self.writer.as_customer(self.customer), &item, at);
                let by = self.writer.customer(self.customer);
                let command = CancelOrder { order_id, by, reason: text(step.reason) };
                app.writer.execute(&provenance, &command).await.map(drop).map_err(failed_at(item))
            }
            Who::Merchant => {
                let provenance = self.writer.by(self.writer.as_merchant(self.merchant), &item, at);
                let command = ChangeStatus {
                    order_id,
                    by: self.writer.merchant(self.merchant),
                    role: Role::Merchant,
                    to: step.to,
                    reason: text(step.reason),
                    note: text(step.note),
                    tracking: Tracking { tracking_number: step.tracking_number.clone(), tracking_url: None },
                    customer_is_forgotten: false,
                };
                change_status(&app.writer, &provenance, &command).await.map(drop).map_err(failed_at(item))
            }
        }
    }

    /// Refunds and restocks the order, as a process manager does in a running shop.
    async fn make_good(&self, after: DateTime<Utc>) -> Outcome<()> {
        let (item, at) = (format!("{}, made good", self.item), after + TimeDelta::seconds(4));
        let provenance = self.writer.by(Actor::system("make_good_when_cancelled"), &item, at);
        make_good(&self.writer.at(&item, at).checkout_ports(), &provenance, self.order_id)
            .await
            .map_err(failed_at(item))
    }
}
