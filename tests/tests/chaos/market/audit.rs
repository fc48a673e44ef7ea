//! Audits a market at rest: compares the evidence with the promises about money, keyed commands and mail. Pure: it
//! takes evidence and promises, and returns offences.

mod checkouts;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::board::Attempts;
use crate::report::Tally;

/// Kinds of offences, none of which may ever happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum BrokenPromise {
    /// A captured payment has neither its orders nor a refund, or is in the provider's books and not in the log.
    Unsettled,
    /// A payment has more orders than it has paid for, or an order has no payment.
    OrderTwice,
    /// A cancelled order was not refunded.
    NotRefunded,
    /// A payment was refunded twice, or without a reason.
    RefundTwice,
    /// The events of a stock contradict each other, or units are held for a checkout that has ended.
    Stock,
    /// An acknowledged command has no events in the log.
    EffectLost,
    /// A command has had two effects although both requests had the same key.
    EffectTwice,
    /// Two requests with the same key have got different answers.
    AnswerChanged,
    /// A mail was not sent.
    MailMissing,
    /// A mail was sent twice, and no crash explains why.
    MailTwice,
    /// A step of a process manager is parked.
    Parked,
    /// A reader got older data than before, without being told that it is stale.
    SeenGone,
    /// An answer was a 5xx other than a 503 with `Retry-After`.
    ServerError,
    /// A valid request was refused.
    Refused,
    /// A request got no answer in time.
    Hung,
    /// A view differs from a rebuild of the log, or a process has not noticed that the log was replaced.
    ViewWrong,
}

impl BrokenPromise {
    /// Whether process managers that are still at work may yet resolve the offence.
    pub(crate) const fn may_be_unfinished(self) -> bool {
        matches!(self, Self::Unsettled | Self::NotRefunded | Self::MailMissing | Self::Stock)
    }
}

/// An offence, with a description of where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offence {
    pub(crate) kind: BrokenPromise,
    pub(crate) what: String,
}

/// The commands that users have sent and those that were acknowledged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promises {
    /// For each customer, the number of requested checkouts, each with a key of its own.
    pub(crate) checkouts: BTreeMap<String, usize>,
    /// Payments that the provider has captured.
    pub(crate) paid: BTreeSet<String>,
    /// Numbers of acknowledged orders, without the suffix for the merchant.
    pub(crate) orders: BTreeSet<String>,
    pub(crate) cancelled: BTreeSet<String>,
    pub(crate) products: Attempts,
}

/// An event of the log.
#[derive(Clone, Debug)]
pub(crate) struct ObservedEvent {
    pub(crate) kind: String,
    pub(crate) data: Value,
    pub(crate) position: u64,
    /// The correlation id: all events of a command have the same one, however often the command was sent.
    pub(crate) correlation: String,
}

/// A payment in the provider's books, in cents.
#[derive(Clone, Debug)]
pub(crate) struct Payment {
    pub(crate) id: String,
    pub(crate) checkout: String,
    pub(crate) captured: bool,
    pub(crate) amount: i64,
    pub(crate) refunds: Vec<i64>,
}

/// A mail that the mail server has received.
#[derive(Clone, Debug)]
pub(crate) struct Delivery {
    pub(crate) id: String,
    pub(crate) to: String,
    pub(crate) subject: String,
    /// Whether a crash at that time may have lost the record that the mail was sent.
    pub(crate) may_repeat: bool,
    /// Whether the mail was sent before a failover that may have lost its event.
    pub(crate) event_may_be_lost: bool,
}

/// Everything that is known about a market at rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    /// When it was collected.
    pub(crate) at: DateTime<Utc>,
    /// All events in log order.
    pub(crate) events: Vec<ObservedEvent>,
    pub(crate) payments: Vec<Payment>,
    pub(crate) deliveries: Vec<Delivery>,
    /// The number of mails that a process has claimed and not recorded as sent. Another process sends them when the
    /// claim expires.
    pub(crate) open_claims: usize,
    pub(crate) parked: Vec<String>,
    /// The remaining steps of the process managers.
    pub(crate) agenda: Vec<String>,
    /// Whether a failover went to a standby with a shorter log, so that the last events are lost.
    pub(crate) lost_events: bool,
}

/// Returns all offences; `tally` counts what was compared.
pub(crate) fn audit(evidence: &Evidence, promises: &Promises, tally: &mut Tally) -> Vec<Offence> {
    let mut audit = Audit { evidence, tally, offences: Vec::new() };
    let parked =
        evidence.parked.iter().map(|what| Offence { kind: BrokenPromise::Parked, what: what.clone() });
    audit.offences.extend(parked);
    audit.payments(promises);
    audit.orders(promises);
    audit.stock();
    audit.products(promises);
    audit.checkouts(promises);
    audit.mail();
    audit.offences
}

struct Audit<'a> {
    evidence: &'a Evidence,
    tally: &'a mut Tally,
    offences: Vec<Offence>,
}

impl<'a> Audit<'a> {
    fn offence(&mut self, kind: BrokenPromise, what: String) {
        self.offences.push(Offence { kind, what });
    }

    fn of_kind(&self, kind: &'static str) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.evidence.events.iter().filter(move |event| event.kind == kind).map(|event| &event.data)
    }

    /// The number of events of this kind that have this text in this member.
    fn count(&self, kind: &'static str, member: &str, text: &str) -> usize {
        self.of_kind(kind).filter(|data| data[member] == text).count()
    }

    fn payments(&mut self, promises: &Promises) {
        let evidence = self.evidence;
        for payment in &evidence.payments {
            let Payment { id, checkout, captured, amount, refunds } = payment;
            let started =
                self.of_kind("CheckoutStarted").find(|data| data["checkoutId"] == checkout.as_str());
            let planned = started.and_then(|data| data["orders"].as_array()).map_or(0, Vec::len);
            let placed: Vec<&str> = self
                .of_kind("OrderPlaced")
                .filter(|data| data["checkoutId"] == checkout.as_str())
                .map(|data| text(data, "orderId"))
                .collect();
            let distinct = placed.iter().collect::<BTreeSet<_>>().len();
            let received = self.count("PaymentReceived", "checkoutId", checkout);
            let went_back = refunds.iter().sum::<i64>();
            self.tally.add("payments compared with their orders", 1);
            if received > 1
                || distinct < placed.len()
                || placed.len() > planned
                || (!captured && !placed.is_empty())
            {
                self.offence(
                    BrokenPromise::OrderTwice,
                    format!("{id}: {received} receipts, {placed:?} of {planned}"),
                );
            } else if *captured && placed.len() < planned && went_back != *amount {
                let (history, agenda) =
                    (self.history(&BTreeSet::from([checkout.as_str()])), &evidence.agenda);
                let placed = placed.len();
                let what =
                    format!("{id}: {placed} of {planned} orders, {history:?}, with this agenda: {agenda:?}");
                self.offence(BrokenPromise::Unsettled, what);
            } else if *captured && planned == 0 {
                self.offence(BrokenPromise::Unsettled, format!("{id}: the log does not know its checkout"));
            }
            let known: i64 = ["RefundIssued", "RefundedElsewhere"]
                .into_iter()
                .flat_map(|kind| self.of_kind(kind))
                .filter(|data| data["checkoutId"] == checkout.as_str())
                .filter_map(|data| data["amount"].as_i64())
                .sum();
            if went_back > *amount || went_back > known && known > 0 {
                self.offence(
                    BrokenPromise::RefundTwice,
                    format!("{id}: {refunds:?} of {amount}, {known} in the log"),
                );
            } else if went_back != known {
                self.offence(BrokenPromise::NotRefunded, format!("{id}: {refunds:?}, {known} in the log"));
            }
        }
        let captured: BTreeSet<&String> =
            evidence.payments.iter().filter(|payment| payment.captured).map(|payment| &payment.id).collect();
        for id in promises.paid.iter().filter(|id| !captured.contains(id)) {
            self.offence(BrokenPromise::EffectLost, format!("{id} was paid"));
        }
    }

    fn orders(&mut self, promises: &Promises) {
        let numbers: BTreeSet<&str> =
            self.of_kind("OrderPlaced").map(|data| text(data, "parentNumber")).collect();
        for number in promises.orders.iter().filter(|number| !numbers.contains(number.as_str())) {
            self.offence(BrokenPromise::EffectLost, format!("order {number} was acknowledged"));
        }
        let cancelled: Vec<&str> = self.of_kind("OrderCancelled").map(|data| text(data, "orderId")).collect();
        let distinct: BTreeSet<&str> = cancelled.iter().copied().collect();
        if distinct.len() < cancelled.len() {
            self.offence(BrokenPromise::EffectTwice, "an order was cancelled twice".to_owned());
        }
        for id in promises.cancelled.iter().filter(|id| !distinct.contains(id.as_str())) {
            self.offence(BrokenPromise::EffectLost, format!("order {id} was cancelled"));
        }
        let mut refunds: BTreeMap<&str, usize> = BTreeMap::new();
        for data in self.of_kind("RefundIssued") {
            *refunds.entry(text(data, "orderId")).or_default() += 1;
        }
        for (order, times) in refunds.iter().filter(|(order, _)| !order.is_empty()) {
            if *times > 1 || !distinct.contains(order) {
                self.offence(BrokenPromise::RefundTwice, format!("order {order}: {times} refunds"));
            }
        }
        for order in distinct {
            self.tally.add("cancelled orders compared with their refunds", 1);
            let recorded = self.count("OrderRefunded", "orderId", order);
            if !refunds.contains_key(order) || recorded == 0 {
                let (history, agenda) = (self.order_history(order), &self.evidence.agenda);
                let what = format!("order {order}: {history:?}, with this agenda: {agenda:?}");
                self.offence(BrokenPromise::NotRefunded, what);
            } else if recorded > 1 {
                self.offence(
                    BrokenPromise::RefundTwice,
                    format!("order {order} has {recorded} refund events"),
                );
            }
        }
    }

    fn stock(&mut self) {
        let ended: BTreeSet<&str> = ["CheckoutCompleted", "CheckoutAbandoned", "CheckoutUnfulfillable"]
            .into_iter()
            .flat_map(|kind| self.of_kind(kind))
            .map(|data| text(data, "checkoutId"))
            .collect();
        let mut shelves: BTreeMap<&str, (i64, BTreeMap<&str, i64>)> = BTreeMap::new();
        let evidence = self.evidence;
        for ObservedEvent { kind, data, .. } in &evidence.events {
            let quantity = data["quantity"].as_i64().unwrap_or_default();
            let (product, checkout) = (text(data, "productId"), text(data, "checkoutId"));
            let change = match kind.as_str() {
                "StockCounted" => {
                    shelves.entry(product).or_default().0 = quantity;
                    continue;
                }
                "UnitsHeld" => {
                    shelves.entry(product).or_default().1.insert(checkout, quantity);
                    0
                }
                "HoldReleased" => {
                    shelves.entry(product).or_default().1.remove(checkout);
                    0
                }
                "UnitsSold" => {
                    shelves.entry(product).or_default().1.remove(checkout);
                    -quantity
                }
                "UnitsRestocked" => quantity,
                _ => continue,
            };
            let shelf = shelves.entry(product).or_default();
            shelf.0 += change;
            if shelf.0 < shelf.1.values().sum() {
                let what = format!("{product}: {} units, {:?} held", shelf.0, shelf.1);
                self.offences.push(Offence { kind: BrokenPromise::Stock, what });
            }
        }
        let excused = self.abandoned_and_not_expired();
        for (product, (_, holds)) in shelves {
            self.tally.add("stocks added up", 1);
            for checkout in holds.keys().filter(|one| ended.contains(*one) && !excused.contains(*one)) {
                let history = self.history(&BTreeSet::from([*checkout]));
                let what = format!("{product}: units held for {checkout}, which has ended: {history:?}");
                self.offence(BrokenPromise::Stock, what);
            }
        }
    }

    fn products(&mut self, promises: &Promises) {
        for (name, acknowledged) in &promises.products {
            let times =
                self.of_kind("ProductListed").filter(|data| data["details"]["name"] == name.as_str()).count();
            self.tally.add("effects of keyed commands counted", 1);
            if times > 1 {
                self.offence(BrokenPromise::EffectTwice, format!("{name} was listed {times} times"));
            } else if times == 0 && *acknowledged {
                self.offence(BrokenPromise::EffectLost, format!("{name} was listed"));
            }
        }
    }

    fn mail(&mut self) {
        let evidence = self.evidence;
        let mut by_id: BTreeMap<&str, Vec<&Delivery>> = BTreeMap::new();
        let mut by_subject: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
        for delivery in &evidence.deliveries {
            by_id.entry(&delivery.id).or_default().push(delivery);
            if delivery.subject.contains(" GS-") && !delivery.event_may_be_lost {
                by_subject.entry((&delivery.to, &delivery.subject)).or_default().insert(&delivery.id);
            }
        }
        for (id, deliveries) in &by_id {
            self.tally.add("letters compared with their events", 1);
            let [before @ .., _] = &deliveries[..] else { continue };
            self.tally.add("letters sent again after a crash, as described", before.len() as u64);
            if before.iter().any(|delivery| !delivery.may_repeat) {
                self.offence(BrokenPromise::MailTwice, format!("{id}: {deliveries:?}"));
            }
        }
        for ((to, subject), ids) in by_subject.iter().filter(|(_, ids)| ids.len() > 1) {
            self.offence(BrokenPromise::MailTwice, format!("{to} has {ids:?}: {subject}"));
        }
        let subjects: BTreeSet<&str> = evidence.deliveries.iter().map(|one| one.subject.as_str()).collect();
        let about = |kind: &'static str, text_of: fn(&str) -> String| {
            let numbers: BTreeMap<&str, &str> = self
                .of_kind("OrderPlaced")
                .map(|data| (text(data, "orderId"), text(data, "number")))
                .collect();
            let wanted: Vec<String> = self
                .of_kind(kind)
                .filter_map(|data| numbers.get(text(data, "orderId")).map(|number| text_of(number)))
                .collect();
            wanted
        };
        let mut missing = about("OrderPlaced", |number| format!("New order {number}"));
        missing.extend(about("OrderRefunded", |number| format!("Refund for order {number}")));
        missing.retain(|subject| !subjects.contains(subject.as_str()));
        if missing.len() > evidence.open_claims {
            let what = format!("{missing:?}, and {} are claimed", evidence.open_claims);
            self.offence(BrokenPromise::MailMissing, what);
        }
    }
}

fn text<'a>(data: &'a Value, member: &str) -> &'a str {
    data[member].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests;
