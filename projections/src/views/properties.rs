//! Property tests: a view's tables do not depend on how the log is cut into batches.

use proptest::{prelude::*, test_runner::TestRunner};
use shared_events::{
    Actor, Cents, Personal,
    events::{AccountEvent, OrderEvent, ProductEvent, RefundCause, ReleaseReason, StockEvent, ViewsEvent},
    ids::{AddressId, CheckoutId, OrderId},
    shop::{Amounts, BillingDetails, DeliveryMethod, ShippingDetails, Tracking},
};
use uuid::Uuid;

use super::{all, testing::*};
use crate::engine::View;

const MERCHANTS: u128 = 3;
const PRODUCTS: u128 = 4;
const CHECKOUTS: u128 = 5;

/// An action: its kind, and its target among the few that exist.
type Happening = (u8, u8);

/// The state that decides which actions are legal next.
#[derive(Default)]
struct Market {
    history: History,
    opened: Vec<u128>,
    listed: Vec<u128>,
    held: Vec<(u128, u128)>,
    orders: Vec<(u128, &'static str)>,
    customer_is_erased: bool,
}

impl Market {
    /// Performs an action, or nothing where it would not be legal.
    fn happen(&mut self, (what, to): Happening) {
        let to = u128::from(to);
        let (merchant, product, checkout) = (to % MERCHANTS, to % PRODUCTS, to % CHECKOUTS);
        let merchant_stream = account_id(merchant).uuid();
        let product_stream = product_id(product).uuid();
        let opened = self.opened.contains(&merchant);
        let listed = self.listed.contains(&product);
        match what % 19 {
            0 if !opened => {
                self.opened.push(merchant);
                self.history.system(merchant_stream, &merchant_opened(merchant));
            }
            1 if opened => self.history.add(merchant_stream, admin(), &merchant_approved(merchant)),
            2 if opened => self.history.add(merchant_stream, admin(), &merchant_rejected(merchant)),
            3 if !listed && self.opened.contains(&(product % MERCHANTS)) => {
                self.listed.push(product);
                self.history.system(product_stream, &product_listed(product, product % MERCHANTS));
            }
            4 if listed => self.history.add(product_stream, admin(), &product_approved(product)),
            5 if listed => self.history.add(product_stream, admin(), &product_rejected(product)),
            6 => self.count(product, u32::try_from(to).expect("a byte")),
            7 => self.hold(product, checkout),
            8 => self.release(product, checkout),
            9 => self.sell(product, checkout),
            10 => self.place(to),
            11 => self.advance(to),
            12 => self.cancel(to),
            13 => self.refund(to),
            14 => self.erase_customer(),
            15 | 16 if listed => self.revise(product, to),
            17 if listed => self.look(product),
            18 if opened => self.change_account(merchant, to),
            _ => {}
        }
    }

    fn count(&mut self, product: u128, quantity: u32) {
        let product_id = product_id(product);
        self.history.system(product_id.uuid(), &StockEvent::StockCounted { product_id, quantity });
    }

    /// Its merchant or an admin does something with a product.
    fn revise(&mut self, product: u128, to: u128) {
        let product_id = product_id(product);
        let events = [
            product_revised(product, &format!("Plum Tomato {to}")),
            ProductEvent::ProductResubmitted { product_id },
            ProductEvent::ProductRepriced { product_id, price: Cents(5_25), unit: "ounce".to_owned() },
            certificate_submitted(product, product % MERCHANTS),
            ProductEvent::OrganicCertificateApproved { product_id, reason: None },
            ProductEvent::OrganicCertificateRejected { product_id, reason: "Expired".to_owned() },
            ProductEvent::ProductDeactivated { product_id, by_admin: to.is_multiple_of(2), reason: None },
            ProductEvent::ProductActivated { product_id, reason: None },
            ProductEvent::ProductFeatured { product_id },
            ProductEvent::ProductDeleted { product_id, reason: None },
        ];
        // Two random numbers decide, so that deletions are rare.
        let which = (self.history.events().len() + usize::try_from(to).expect("a byte")) % events.len();
        self.history.add(product_id.uuid(), admin(), &events[which]);
    }

    fn look(&mut self, product: u128) {
        let product_id = product_id(product);
        self.history.system(product_id.uuid(), &ViewsEvent::ProductViewed { product_id, visitors: 2 });
    }

    fn change_account(&mut self, merchant: u128, to: u128) {
        let account_id = account_id(merchant);
        let events = [
            AccountEvent::AccountDeactivated { account_id, reason: None },
            AccountEvent::AccountReactivated { account_id, reason: None },
            AccountEvent::NameChanged { account_id, name: Personal::new(account_id.uuid(), "Bo".to_owned()) },
            AccountEvent::BusinessPhotoRemoved { account_id },
            AccountEvent::AddressRemoved { account_id, address_id: AddressId::first_of(account_id) },
        ];
        let which = (self.history.events().len() + usize::try_from(to).expect("a byte")) % events.len();
        self.history.add(account_id.uuid(), admin(), &events[which]);
    }

    fn hold(&mut self, product: u128, checkout: u128) {
        if self.held.contains(&(product, checkout)) {
            return;
        }
        self.held.push((product, checkout));
        let product_id = product_id(product);
        let held = StockEvent::UnitsHeld {
            product_id,
            checkout_id: checkout_id(checkout),
            quantity: 2,
            until: at(999),
        };
        self.history.system(product_id.uuid(), &held);
    }

    fn release(&mut self, product: u128, checkout: u128) {
        if !self.held.contains(&(product, checkout)) {
            return;
        }
        self.held.retain(|hold| *hold != (product, checkout));
        let product_id = product_id(product);
        let released = StockEvent::HoldReleased {
            product_id,
            checkout_id: checkout_id(checkout),
            quantity: 2,
            reason: ReleaseReason::Expired,
        };
        self.history.system(product_id.uuid(), &released);
    }

    fn sell(&mut self, product: u128, checkout: u128) {
        self.held.retain(|hold| *hold != (product, checkout));
        let product_id = product_id(product);
        let sold = StockEvent::UnitsSold {
            product_id,
            checkout_id: checkout_id(checkout),
            order_id: order_id(checkout),
            quantity: 2,
        };
        self.history.system(product_id.uuid(), &sold);
    }

    fn place(&mut self, number: u128) {
        if self.orders.iter().any(|(placed, _)| *placed == number) {
            return;
        }
        self.orders.push((number, "pending"));
        let customer = account_id(9);
        let placed = OrderEvent::OrderPlaced {
            order_id: order_id(number),
            checkout_id: checkout_id(number),
            number: format!("GS-{number}-1"),
            parent_number: format!("GS-{number}"),
            customer_id: customer,
            customer_name: self.of_customer("Ada".to_owned()),
            customer_email: Personal::erased(customer.uuid()),
            merchant_id: account_id(1),
            merchant_name: "Farm 1".to_owned(),
            merchant_address: None,
            lines: vec![],
            amounts: Amounts { total: Cents(12_50), ..Amounts::default() },
            delivery_method: DeliveryMethod::Pickup,
            shipping: self.of_customer(ShippingDetails::default()),
            billing: self.of_customer(BillingDetails::default()),
        };
        self.history.system(order_id(number).uuid(), &placed);
    }

    /// Writes no readable data about an erased customer.
    fn of_customer<T>(&self, value: T) -> Personal<T> {
        let customer = account_id(9).uuid();
        if self.customer_is_erased { Personal::erased(customer) } else { Personal::new(customer, value) }
    }

    fn erase_customer(&mut self) {
        self.customer_is_erased = true;
        let account_id = account_id(9);
        self.history.system(account_id.uuid(), &AccountEvent::AccountErased { account_id });
    }

    fn advance(&mut self, number: u128) {
        let Some((_, status)) = self.orders.iter_mut().find(|(placed, _)| *placed == number) else { return };
        let order_id = order_id(number);
        let tracking = Tracking { tracking_number: Some(format!("1Z{number}")), tracking_url: None };
        let (next, event) = match *status {
            "pending" => ("confirmed", OrderEvent::OrderConfirmed { order_id, note: None }),
            "confirmed" => ("preparing", OrderEvent::PreparationStarted { order_id, note: None }),
            "preparing" => ("shipped", OrderEvent::OrderShipped { order_id, tracking, note: None }),
            "shipped" => ("delivered", OrderEvent::OrderDelivered { order_id, note: None }),
            "delivered" => (
                "returned",
                OrderEvent::OrderReturned { order_id, reason: Personal::new(Uuid::nil(), "Sour".to_owned()) },
            ),
            _ => return,
        };
        *status = next;
        self.history.add(order_id.uuid(), Actor::system("merchant"), &event);
    }

    fn cancel(&mut self, number: u128) {
        let Some((_, status)) = self.orders.iter_mut().find(|(placed, _)| *placed == number) else { return };
        if *status == "pending" {
            *status = "cancelled";
            let order_id = order_id(number);
            self.history.system(order_id.uuid(), &OrderEvent::OrderCancelled { order_id, reason: None });
        }
    }

    fn refund(&mut self, number: u128) {
        let Some((_, status)) = self.orders.iter_mut().find(|(placed, _)| *placed == number) else { return };
        let cause = match *status {
            "cancelled" => RefundCause::Cancelled,
            "returned" => RefundCause::Returned,
            _ => return,
        };
        *status = "refunded";
        let order_id = order_id(number);
        let amount = Cents(12_50);
        self.history.system(order_id.uuid(), &OrderEvent::OrderRefunded { order_id, amount, cause });
    }
}

fn checkout_id(number: u128) -> CheckoutId {
    CheckoutId::new(Uuid::from_u128(0xC000 + number))
}

fn order_id(number: u128) -> OrderId {
    OrderId::new(Uuid::from_u128(0xD000 + number))
}

/// Compares the tables after one batch, after batches of these sizes, and after batches of one event each.
fn however_it_is_cut(view: &dyn View) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let tables = tokio::sync::Mutex::new(runtime.block_on(Tables::of(view)));
    let happenings = prop::collection::vec((any::<u8>(), 0_u8..8), 1..120);
    let sizes = prop::collection::vec(1_usize..9, 120);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(40));
    let result = runner.run(&(happenings, sizes), |(happenings, sizes)| {
        let mut market = Market::default();
        happenings.into_iter().for_each(|happening| market.happen(happening));
        let events: Vec<_> = market
            .history
            .events()
            .iter()
            .filter(|event| view.categories().contains(&event.stream.category.as_ref()))
            .cloned()
            .collect();
        runtime.block_on(async {
            let mut tables = tables.lock().await;
            tables.clear().await;
            tables.apply(view, &events).await;
            let at_once = tables.everything().await;
            tables.clear().await;
            let mut rest = events.as_slice();
            for size in sizes {
                let (batch, later) = rest.split_at(size.min(rest.len()));
                tables.apply(view, batch).await;
                rest = later;
            }
            prop_assert!(rest.is_empty());
            prop_assert_eq!(&at_once, &tables.everything().await);
            tables.clear().await;
            for event in &events {
                tables.apply(view, std::slice::from_ref(event)).await;
            }
            prop_assert_eq!(&at_once, &tables.everything().await);
            Ok(())
        })
    });
    if let Err(error) = result {
        panic!("{}: {error}", view.name());
    }
}

#[test]
fn the_tables_do_not_depend_on_how_the_log_is_cut_into_batches() {
    for view in all() {
        however_it_is_cut(view.as_ref());
    }
}
