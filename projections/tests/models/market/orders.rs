//! Orders after their placement, and customers' reviews.

use shared_events::{
    Cents, Personal, Role,
    events::{OrderEvent, ReviewEvent, StockEvent},
    ids::{OrderId, ProductId, ReviewId},
    shop::{DeliveryMethod, Line, OrderStatus, Tracking},
};

use super::{Market, acting, admin, pick, places};

pub(super) struct Purchase {
    pub(super) id: OrderId,
    pub(super) payment: usize,
    pub(super) customer: usize,
    pub(super) merchant: usize,
    pub(super) lines: Vec<Line>,
    pub(super) total: Cents,
    pub(super) status: OrderStatus,
    pub(super) refunded: bool,
    /// The products of the order that the customer has reviewed.
    pub(super) reviewed: Vec<Reviewed>,
}

#[derive(Clone, Copy)]
pub(super) struct Reviewed {
    id: ReviewId,
    rating: u8,
    answered: bool,
}

impl Market {
    pub(super) fn move_order(&mut self, who: u8, how: u8) {
        use OrderStatus::{Cancelled, Delivered, Pending, Returned};
        let open = places(&self.purchases, |one| !matches!(one.status, Cancelled | Returned));
        let Some(place) = pick(&open, who) else { return };
        let Purchase { id, status, customer, merchant, payment, .. } = self.purchases[place];
        let (buyer, seller) = (&self.people[customer], &self.people[merchant]);
        let pickup = self.payments[payment].method == DeliveryMethod::Pickup;
        let by_customer = status == Pending && how % 8 == 1 && buyer.acts();
        if !by_customer && seller.erased && status != Delivered {
            return;
        }
        let actor = match status {
            _ if by_customer => acting(buyer.id, buyer.role),
            Delivered if how.is_multiple_of(2) || seller.erased => admin(),
            // An admin acts in the merchant's place.
            _ if how.is_multiple_of(7) => admin(),
            _ => acting(seller.id, Role::Merchant),
        };
        let written = |text: String| self.personal(buyer.id, text);
        let note = (how.is_multiple_of(3)).then(|| written(format!("See you {how}")));
        let reason = written(format!("Because {how}"));
        let Some((next, event)) = step(id, status, pickup, how, note, reason) else { return };
        let notification = self.add(id.uuid(), actor.clone(), &event);
        if actor != acting(self.people[customer].id, self.people[customer].role) {
            self.notified.push((self.people[customer].id, notification));
        }
        self.purchases[place].status = next;
        match next {
            Delivered => self.note_purchases(place),
            Returned => self.note_returns(place),
            Cancelled => self.restock(place),
            _ => {}
        }
    }

    fn restock(&mut self, place: usize) {
        let order_id = self.purchases[place].id;
        for line in self.purchases[place].lines.clone() {
            let (product_id, quantity) = (line.product_id, line.quantity);
            self.system(product_id.uuid(), &StockEvent::UnitsRestocked { product_id, order_id, quantity });
            self.good_mut(product_id).on_hand += quantity;
        }
    }

    fn note_purchases(&mut self, place: usize) {
        let Purchase { id, customer, .. } = self.purchases[place];
        let customer_id = self.people[customer].id;
        for line in self.purchases[place].lines.clone() {
            let review_id = review_id(customer, line.product_id);
            let delivered = ReviewEvent::PurchaseDelivered {
                review_id,
                customer_id,
                product_id: line.product_id,
                merchant_id: line.merchant_id,
                order_id: id,
            };
            self.system(review_id.uuid(), &delivered);
        }
    }

    /// Records the return of each product, and withdraws its review unless another purchase was kept.
    fn note_returns(&mut self, place: usize) {
        let Purchase { id: order_id, customer, .. } = self.purchases[place];
        let customer_id = self.people[customer].id;
        for line in self.purchases[place].lines.clone() {
            let Line { product_id, merchant_id, .. } = line;
            let review_id = review_id(customer, product_id);
            let returned =
                ReviewEvent::PurchaseReturned { review_id, customer_id, product_id, merchant_id, order_id };
            self.system(review_id.uuid(), &returned);
            let keeps = |one: &Purchase| {
                one.customer == customer
                    && one.status == OrderStatus::Delivered
                    && one.lines.iter().any(|line| line.product_id == product_id)
            };
            if self.purchases.iter().any(keeps) {
                continue;
            }
            if let Some(Reviewed { rating, .. }) = self.known_review(review_id) {
                let withdrawn =
                    ReviewEvent::ReviewWithdrawn { review_id, customer_id, product_id, merchant_id, rating };
                self.system(review_id.uuid(), &withdrawn);
                self.purchases.iter_mut().for_each(|one| one.reviewed.retain(|known| known.id != review_id));
            }
        }
    }

    /// Adds a customer's review of a delivered product, or the merchant's reply.
    pub(super) fn review(&mut self, who: u8, how: u8) {
        let mut open = Vec::new();
        for (place, purchase) in self.purchases.iter().enumerate() {
            for line in purchase.lines.iter().filter(|_| purchase.status == OrderStatus::Delivered) {
                let known = self.known_review(review_id(purchase.customer, line.product_id));
                if known.is_none_or(|known| !known.answered) {
                    open.push((place, line.product_id, known));
                }
            }
        }
        let chosen = pick(&(0..open.len()).collect::<Vec<_>>(), who);
        let Some((place, product_id, known)) = chosen.map(|one| open[one]) else { return };
        let Purchase { customer, merchant, .. } = self.purchases[place];
        let (customer_id, merchant_id) = (self.people[customer].id, self.people[merchant].id);
        let id = review_id(customer, product_id);
        match known {
            None if self.people[customer].acts() => {
                let comment = self.personal(customer_id, format!("Tasty {how}"));
                let rating = how % 5 + 1;
                let reviewed = ReviewEvent::ProductReviewed {
                    review_id: id,
                    customer_id,
                    product_id,
                    merchant_id,
                    rating,
                    comment,
                };
                self.add(id.uuid(), acting(customer_id, self.people[customer].role), &reviewed);
                self.purchases[place].reviewed.push(Reviewed { id, rating, answered: false });
            }
            Some(_) if self.people[merchant].acts() => {
                let text = self.personal(merchant_id, format!("Thank you {how}"));
                let answered = ReviewEvent::ReviewAnswered { review_id: id, merchant_id, text };
                self.add(id.uuid(), acting(merchant_id, Role::Merchant), &answered);
                let all = self.purchases.iter_mut().flat_map(|one| &mut one.reviewed);
                all.filter(|known| known.id == id).for_each(|known| known.answered = true);
            }
            _ => {}
        }
    }

    fn known_review(&self, id: ReviewId) -> Option<Reviewed> {
        self.purchases.iter().flat_map(|one| &one.reviewed).find(|known| known.id == id).copied()
    }
}

/// The next event of an order, by its state.
fn step(
    order_id: OrderId,
    status: OrderStatus,
    pickup: bool,
    how: u8,
    note: Option<Personal<String>>,
    reason: Personal<String>,
) -> Option<(OrderStatus, OrderEvent)> {
    let tracking = || Tracking {
        tracking_number: Some(format!("1Z{how}")),
        tracking_url: (how.is_multiple_of(2)).then(|| format!("https://carrier.example.org/1Z{how}")),
    };
    Some(match status {
        OrderStatus::Pending if how % 4 == 1 => (
            OrderStatus::Cancelled,
            OrderEvent::OrderCancelled { order_id, reason: (!how.is_multiple_of(3)).then_some(reason) },
        ),
        OrderStatus::Pending => (OrderStatus::Confirmed, OrderEvent::OrderConfirmed { order_id, note }),
        OrderStatus::Confirmed => (OrderStatus::Preparing, OrderEvent::PreparationStarted { order_id, note }),
        OrderStatus::Preparing if pickup => {
            (OrderStatus::ReadyForPickup, OrderEvent::OrderMadeReady { order_id, note })
        }
        OrderStatus::Preparing if how.is_multiple_of(2) => {
            let tracking = if how.is_multiple_of(4) { tracking() } else { Tracking::default() };
            (OrderStatus::OutForDelivery, OrderEvent::OrderSentOut { order_id, tracking, note })
        }
        OrderStatus::Preparing => {
            (OrderStatus::Shipped, OrderEvent::OrderShipped { order_id, tracking: tracking(), note })
        }
        OrderStatus::ReadyForPickup | OrderStatus::OutForDelivery | OrderStatus::Shipped => {
            (OrderStatus::Delivered, OrderEvent::OrderDelivered { order_id, note })
        }
        OrderStatus::Delivered if how.is_multiple_of(3) => {
            (OrderStatus::Returned, OrderEvent::OrderReturned { order_id, reason })
        }
        OrderStatus::Delivered | OrderStatus::Cancelled | OrderStatus::Returned => return None,
    })
}

fn review_id(customer: usize, product: ProductId) -> ReviewId {
    ReviewId::derived(product.uuid(), &customer.to_string())
}
