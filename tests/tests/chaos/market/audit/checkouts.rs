//! Checks of the audit about checkouts and stock.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::{Audit, BrokenPromise, ObservedEvent, Promises, text};

impl<'a> Audit<'a> {
    /// A keyed command starts one checkout, however often it is sent.
    pub(super) fn checkouts(&mut self, promises: &Promises) {
        for (customer, asked) in &promises.checkouts {
            let commands = self.commands_of(customer);
            let begun: usize = commands.values().map(|checkouts| self.effects(checkouts)).sum();
            self.tally.add("effects of keyed commands counted", *asked as u64);
            if begun > *asked {
                let twice =
                    commands.into_values().filter(|checkouts| checkouts.len() > 1).flatten().collect();
                let history = self.history(&twice);
                let what = format!("{customer} has {begun} checkouts and asked for {asked}: {history:?}");
                self.offence(BrokenPromise::EffectTwice, what);
            }
        }
    }

    /// For each command of a customer, the checkouts that it has started.
    fn commands_of(&self, customer: &str) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
        let mut commands: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let started = self.evidence.events.iter().filter(|event| event.kind == "CheckoutStarted");
        for event in started.filter(|event| event.data["customerId"] == customer) {
            commands.entry(&event.correlation).or_default().insert(text(&event.data, "checkoutId"));
        }
        commands
    }

    /// The number of a command's checkouts that count as its effects. A checkout that failed is abandoned, and the
    /// command starts another one when it is sent again. If a failover loses the failure, the first checkout remains
    /// and expires unpaid, so it does not count either.
    fn effects(&self, checkouts: &BTreeSet<&str>) -> usize {
        let failed: BTreeSet<&str> = self
            .of_kind("CheckoutAbandoned")
            .filter(|data| data["reason"] == "failed")
            .map(|data| text(data, "checkoutId"))
            .collect();
        let begun = checkouts.difference(&failed).count();
        if !self.evidence.lost_events {
            return begun;
        }
        let paid =
            checkouts.iter().filter(|one| self.count("PaymentReceived", "checkoutId", one) > 0).count();
        begun.min(paid.max(1))
    }

    /// Checkouts that were abandoned and have not expired. Units that are held while another process abandons the
    /// checkout stay held until it expires, when the process manager releases them.
    pub(super) fn abandoned_and_not_expired(&self) -> BTreeSet<&'a str> {
        let abandoned: BTreeSet<&str> =
            self.of_kind("CheckoutAbandoned").map(|data| text(data, "checkoutId")).collect();
        let expires_later = |data: &Value| {
            let expires_at = data["expiresAt"].as_str().and_then(|at| at.parse::<DateTime<Utc>>().ok());
            expires_at.is_some_and(|at| at > self.evidence.at)
        };
        let open = self.of_kind("CheckoutStarted").filter(|data| expires_later(data));
        open.map(|data| text(data, "checkoutId")).filter(|checkout| abandoned.contains(checkout)).collect()
    }

    /// All events of these checkouts, for a message.
    pub(super) fn history(&self, checkouts: &BTreeSet<&str>) -> Vec<String> {
        self.describe(|event| checkouts.contains(text(&event.data, "checkoutId")))
    }

    /// All events of this order, for a message.
    pub(super) fn order_history(&self, order: &str) -> Vec<String> {
        self.describe(|event| text(&event.data, "orderId") == order)
    }

    fn describe(&self, about: impl Fn(&ObservedEvent) -> bool) -> Vec<String> {
        let described = self.evidence.events.iter().filter(|event| about(event)).map(|event| {
            let ObservedEvent { kind, data, position, correlation } = event;
            let (checkout, reason) = (text(data, "checkoutId"), &data["reason"]);
            format!("{position} {kind} {checkout} by {correlation}, reason {reason}")
        });
        described.collect()
    }
}
