//! Checkouts that are held, paid or expired.

use shared_events::{
    Cents,
    events::{AbandonReason, CheckoutEvent, OrderEvent, PlannedOrder, ReleaseReason, StockEvent},
    ids::{CheckoutId, OrderId, ProductId},
    shop::{Amounts, BillingDetails, DeliveryMethod, Line, OrderStatus, ShippingDetails},
};
use uuid::Uuid;

use super::{
    Market, acting, at,
    orders::Purchase,
    people::Person,
    pick, places,
    refunds::{Dispute, Elsewhere, Refund},
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Requested,
    Paid,
    Abandoned,
}

pub(super) struct Payment {
    pub(super) id: CheckoutId,
    customer: usize,
    number: String,
    lines: Vec<Line>,
    orders: Vec<PlannedOrder>,
    amounts: Amounts,
    pub(super) method: DeliveryMethod,
    state: State,
    pub(super) refunds: Vec<Refund>,
    pub(super) elsewhere: Vec<Elsewhere>,
    pub(super) disputes: Vec<Dispute>,
}

impl Payment {
    /// The captured amount.
    pub(super) fn captured(&self) -> Cents {
        if self.state == State::Paid { self.amounts.total } else { Cents::ZERO }
    }
}

impl Market {
    pub(super) fn start_checkout(&mut self, who: u8, how: u8) {
        let Some(customer) = pick(&places(&self.people, Person::acts), who) else { return };
        let for_sale = places(&self.goods, |good| self.on_sale(good) && good.available() > 2);
        let first = pick(&for_sale, how);
        let more = pick(&for_sale, how / 7).filter(|more| Some(*more) != first && how.is_multiple_of(2));
        let chosen: Vec<usize> = first.into_iter().chain(more).collect();
        if chosen.is_empty() {
            return;
        }
        let number = self.payments.len() + 1;
        let checkout = CheckoutId::new(Uuid::from_u128(0xC_0000 + number as u128));
        let lines: Vec<Line> = chosen.iter().map(|good| self.line(*good, u32::from(how % 2) + 1)).collect();
        let mut merchants: Vec<usize> = chosen.iter().map(|good| self.goods[*good].merchant).collect();
        merchants.sort_unstable();
        merchants.dedup();
        let number = format!("GS-260921-{number:05}");
        let orders: Vec<PlannedOrder> = merchants
            .iter()
            .enumerate()
            .map(|(part, one)| self.planned(&number, part, *one, &lines))
            .collect();
        let all = |of: fn(&Amounts) -> Cents| Cents(orders.iter().map(|order| of(&order.amounts).0).sum());
        let amounts = Amounts {
            subtotal: all(|one| one.subtotal),
            tax: all(|one| one.tax),
            delivery_fee: all(|one| one.delivery_fee),
            total: all(|one| one.total),
        };
        let method = DeliveryMethod::ALL[usize::from(how) % 3];
        let customer_id = self.people[customer].id;
        let (shipping, billing) =
            (self.personal(customer_id, shipping(how)), self.personal(customer_id, billing(how)));
        let started = CheckoutEvent::CheckoutStarted {
            checkout_id: checkout,
            customer_id,
            number: number.clone(),
            lines: lines.clone(),
            orders: orders.clone(),
            amounts,
            delivery_method: method,
            shipping,
            billing,
            expires_at: at(9_999),
        };
        let actor = acting(customer_id, self.people[customer].role);
        self.add(checkout.uuid(), actor.clone(), &started);
        for (good, line) in chosen.iter().zip(&lines) {
            let held = StockEvent::UnitsHeld {
                product_id: line.product_id,
                checkout_id: checkout,
                quantity: line.quantity,
                until: at(9_999),
            };
            self.add(line.product_id.uuid(), actor.clone(), &held);
            self.goods[*good].held.push((checkout, line.quantity));
        }
        let requested = CheckoutEvent::PaymentRequested {
            checkout_id: checkout,
            provider: "sandbox".to_owned(),
            intent_id: format!("pi_{number}"),
        };
        self.add(checkout.uuid(), actor, &requested);
        self.payments.push(Payment {
            id: checkout,
            customer,
            number,
            lines,
            orders,
            amounts,
            method,
            state: State::Requested,
            refunds: Vec::new(),
            elsewhere: Vec::new(),
            disputes: Vec::new(),
        });
    }

    fn line(&self, good: usize, quantity: u32) -> Line {
        let good = &self.goods[good];
        Line {
            product_id: good.id,
            merchant_id: self.people[good.merchant].id,
            merchant_name: format!("Farm {}", good.merchant + 1),
            name: good.name.clone(),
            unit: good.unit.clone(),
            image_url: None,
            price: good.price,
            quantity,
        }
    }

    fn planned(&self, number: &str, part: usize, merchant: usize, lines: &[Line]) -> PlannedOrder {
        let merchant_id = self.people[merchant].id;
        let subtotal: i64 =
            lines.iter().filter(|line| line.merchant_id == merchant_id).map(|line| line.subtotal().0).sum();
        let tax = (subtotal * 8 + 50) / 100;
        PlannedOrder {
            order_id: OrderId::new(Uuid::from_u128(0xD_0000 + (self.payments.len() * 16 + part) as u128)),
            number: format!("{number}-{}", part + 1),
            merchant_id,
            merchant_address: None,
            amounts: Amounts {
                subtotal: Cents(subtotal),
                tax: Cents(tax),
                delivery_fee: Cents::ZERO,
                total: Cents(subtotal + tax),
            },
            promised_for: part.is_multiple_of(2).then(|| at(7).date_naive()),
        }
    }

    /// Settles a checkout: it is paid, it expires, or the payment comes too late.
    pub(super) fn settle_checkout(&mut self, who: u8, how: u8) {
        let open = places(&self.payments, |one| one.state == State::Requested);
        let late = places(&self.payments, |one| one.state == State::Abandoned);
        match (pick(&open, who), pick(&late, who)) {
            (Some(payment), _) if !how.is_multiple_of(5) => self.pay(payment),
            (Some(payment), _) => self.abandon(payment, how),
            (None, Some(payment)) => self.pay_too_late(payment),
            (None, None) => {}
        }
    }

    fn received(&self, payment: usize) -> CheckoutEvent {
        let Payment { id, number, amounts, .. } = &self.payments[payment];
        CheckoutEvent::PaymentReceived {
            checkout_id: *id,
            intent_id: format!("pi_{number}"),
            amount: amounts.total,
            received_at: at(self.history.events().len() as u64),
        }
    }

    fn pay(&mut self, place: usize) {
        let (checkout_id, customer) = (self.payments[place].id, self.payments[place].customer);
        for line in self.payments[place].lines.clone() {
            let order = self.payments[place].orders.iter().find(|one| one.merchant_id == line.merchant_id);
            let order_id = order.expect("each line has an order").order_id;
            let sold = StockEvent::UnitsSold {
                product_id: line.product_id,
                checkout_id,
                order_id,
                quantity: line.quantity,
            };
            self.system(line.product_id.uuid(), &sold);
            let good = self.good_mut(line.product_id);
            good.held.retain(|(one, _)| *one != checkout_id);
            good.on_hand -= line.quantity;
        }
        let received = self.received(place);
        self.system(checkout_id.uuid(), &received);
        for planned in self.payments[place].orders.clone() {
            self.place_order(place, customer, &planned);
        }
        self.system(checkout_id.uuid(), &CheckoutEvent::CheckoutCompleted { checkout_id });
        self.payments[place].state = State::Paid;
    }

    fn place_order(&mut self, payment: usize, customer: usize, planned: &PlannedOrder) {
        let customer_id = self.people[customer].id;
        let merchant = self.people.iter().position(|one| one.id == planned.merchant_id).expect("somebody");
        let Payment { id, number, lines, method, .. } = &self.payments[payment];
        let lines: Vec<Line> =
            lines.iter().filter(|line| line.merchant_id == planned.merchant_id).cloned().collect();
        let placed = OrderEvent::OrderPlaced {
            order_id: planned.order_id,
            checkout_id: *id,
            number: planned.number.clone(),
            parent_number: number.clone(),
            customer_id,
            customer_name: self.personal(customer_id, format!("Buyer {customer}")),
            customer_email: self.personal(customer_id, format!("buyer{customer}@example.org")),
            merchant_id: planned.merchant_id,
            merchant_name: format!("Farm {}", merchant + 1),
            merchant_address: Some(self.personal(planned.merchant_id, super::people::address(7))),
            lines: lines.clone(),
            amounts: planned.amounts,
            delivery_method: *method,
            shipping: self.personal(customer_id, shipping(payment as u8)),
            billing: self.personal(customer_id, billing(payment as u8)),
            promised_for: planned.promised_for,
        };
        let notification = self.system(planned.order_id.uuid(), &placed);
        self.notified.push((planned.merchant_id, notification));
        self.purchases.push(Purchase {
            id: planned.order_id,
            payment,
            customer,
            merchant,
            lines,
            total: planned.amounts.total,
            status: OrderStatus::Pending,
            refunded: false,
            reviewed: Vec::new(),
        });
    }

    pub(super) fn good_mut(&mut self, id: ProductId) -> &mut super::Good {
        self.goods.iter_mut().find(|good| good.id == id).expect("a line is about a product")
    }

    fn abandon(&mut self, place: usize, how: u8) {
        let checkout_id = self.payments[place].id;
        let replaced = how.is_multiple_of(2);
        for line in self.payments[place].lines.clone() {
            let released = StockEvent::HoldReleased {
                product_id: line.product_id,
                checkout_id,
                quantity: line.quantity,
                reason: if replaced { ReleaseReason::Replaced } else { ReleaseReason::Expired },
            };
            self.system(line.product_id.uuid(), &released);
            self.good_mut(line.product_id).held.retain(|(one, _)| *one != checkout_id);
        }
        let reason = if replaced { AbandonReason::Replaced } else { AbandonReason::Expired };
        self.system(checkout_id.uuid(), &CheckoutEvent::CheckoutAbandoned { checkout_id, reason });
        self.payments[place].state = State::Abandoned;
    }

    /// Records a payment after the units were sold to others: the whole amount is refunded.
    fn pay_too_late(&mut self, place: usize) {
        let (checkout_id, amount) = (self.payments[place].id, self.payments[place].amounts.total);
        let received = self.received(place);
        self.system(checkout_id.uuid(), &received);
        let reason = "The products are gone".to_owned();
        self.system(checkout_id.uuid(), &CheckoutEvent::CheckoutUnfulfillable { checkout_id, reason });
        self.payments[place].state = State::Paid;
        self.decide_refund(place, None, amount);
    }
}

fn shipping(how: u8) -> ShippingDetails {
    ShippingDetails {
        first_name: "Ada".to_owned(),
        address: format!("{how} Lake Street"),
        zip_code: "05401".to_owned(),
        ..ShippingDetails::default()
    }
}

fn billing(how: u8) -> BillingDetails {
    BillingDetails {
        same_as_shipping: how.is_multiple_of(2),
        first_name: "Ada".to_owned(),
        ..BillingDetails::default()
    }
}
