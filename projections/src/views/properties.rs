//! Property tests: a view's tables do not depend on how the log is cut into batches.

use histories::{History, Order, Person, Product, at, checkout_id, customer, merchant, order_id, product};
use proptest::{prelude::*, test_runner::TestRunner};
use shared_events::{
    Cents, Personal,
    events::{AccountEvent, OrderEvent, RefundCause, ReleaseReason},
    ids::{AccountId, AddressId, ProductId},
    shop::Amounts,
};

use super::{all, testing::*};
use crate::engine::View;

const MERCHANTS: u128 = 3;
const PRODUCTS: u128 = 4;
const CHECKOUTS: u128 = 5;
const CUSTOMER: u128 = 9;

/// An action: its kind, and the number of its target.
type Action = (u8, u8);

/// The state that decides which actions are legal next.
#[derive(Default)]
struct Market {
    history: History,
    opened: Vec<AccountId>,
    listed: Vec<ProductId>,
    held: Vec<(ProductId, u128)>,
    orders: Vec<(u128, &'static str)>,
    customer_is_erased: bool,
}

impl Market {
    /// Performs an action if it is legal in the present state.
    fn perform(&mut self, (what, to): Action) {
        let to = u128::from(to);
        let (seller, tomato, checkout) = (merchant(to % MERCHANTS), item(to % PRODUCTS), to % CHECKOUTS);
        let opened = self.opened.contains(&seller.id);
        let listed = self.listed.contains(&tomato.id);
        match what % 19 {
            0 if !opened => {
                self.opened.push(seller.id);
                self.history.system(seller.opened());
            }
            1 if opened => {
                self.history.admin(seller.approved());
            }
            2 if opened => {
                self.history.admin(seller.rejected());
            }
            3 if !listed && self.opened.contains(&tomato.merchant_id) => {
                self.listed.push(tomato.id);
                self.history.system(tomato.listed());
            }
            4 if listed => {
                self.history.admin(tomato.approved());
            }
            5 if listed => {
                self.history.admin(tomato.rejected());
            }
            6 => {
                self.history.system(tomato.counted(u32::try_from(to).expect("a byte")));
            }
            7 => self.hold(&tomato, checkout),
            8 => self.release(&tomato, checkout),
            9 => self.sell(&tomato, checkout),
            10 => self.place(to),
            11 => self.advance(to),
            12 => self.cancel(to),
            13 => self.refund(to),
            14 => self.erase_customer(),
            15 | 16 if listed => self.revise(&tomato, to),
            17 if listed => {
                self.history.system(tomato.viewed(2));
            }
            18 if opened => self.change_account(&seller, to),
            _ => {}
        }
    }

    /// Adds an event of the merchant or an admin about a product.
    fn revise(&mut self, tomato: &Product, to: u128) {
        let events = [
            tomato.renamed(&format!("Plum Tomato {to}")),
            tomato.resubmitted(),
            tomato.repriced(Cents(5_25), "ounce"),
            tomato.certificate_submitted("Organic 2026.pdf"),
            tomato.certificate_approved(),
            tomato.certificate_rejected(),
            if to.is_multiple_of(2) { tomato.deactivated_by_admin() } else { tomato.deactivated() },
            tomato.activated(),
            tomato.featured(),
            tomato.deleted(),
        ];
        let which = self.pick(events.len(), to);
        self.history.admin(events[which].clone());
    }

    fn change_account(&mut self, person: &Person, to: u128) {
        let account_id = person.id;
        let events = [
            person.deactivated(),
            person.reactivated(),
            AccountEvent::NameChanged { account_id, name: person.personal("Bo".to_owned()) },
            AccountEvent::BusinessPhotoRemoved { account_id },
            AccountEvent::AddressRemoved { account_id, address_id: AddressId::first_of(account_id) },
        ];
        let which = self.pick(events.len(), to);
        self.history.admin(events[which].clone());
    }

    /// Picks a choice from two numbers, so that the choices are not equally frequent.
    fn pick(&self, choices: usize, to: u128) -> usize {
        (self.history.events().len() + usize::try_from(to).expect("a byte")) % choices
    }

    fn hold(&mut self, tomato: &Product, checkout: u128) {
        if !self.held.contains(&(tomato.id, checkout)) {
            self.held.push((tomato.id, checkout));
            self.history.system(tomato.held(checkout_id(checkout), 2, at(999)));
        }
    }

    fn release(&mut self, tomato: &Product, checkout: u128) {
        if self.held.contains(&(tomato.id, checkout)) {
            self.held.retain(|hold| *hold != (tomato.id, checkout));
            self.history.system(tomato.released(checkout_id(checkout), 2, ReleaseReason::Expired));
        }
    }

    fn sell(&mut self, tomato: &Product, checkout: u128) {
        self.held.retain(|hold| *hold != (tomato.id, checkout));
        self.history.system(tomato.sold(checkout_id(checkout), order_id(checkout), 2));
    }

    fn place(&mut self, number: u128) {
        if self.orders.iter().any(|(placed, _)| *placed == number) {
            return;
        }
        self.orders.push((number, "pending"));
        let mut placed = order(number).placed();
        let OrderEvent::OrderPlaced { customer_name, customer_email, shipping, billing, .. } = &mut placed
        else {
            unreachable!("the order is placed")
        };
        let id = customer(CUSTOMER).id.uuid();
        *customer_email = Personal::erased(id);
        // No readable data is written about an erased customer.
        if self.customer_is_erased {
            (*customer_name, *shipping, *billing) =
                (Personal::erased(id), Personal::erased(id), Personal::erased(id));
        }
        self.history.system(placed);
    }

    fn erase_customer(&mut self) {
        self.customer_is_erased = true;
        self.history.system(customer(CUSTOMER).erased());
    }

    fn advance(&mut self, number: u128) {
        let Some((_, status)) = self.orders.iter_mut().find(|(placed, _)| *placed == number) else { return };
        let order = order(number);
        let (next, event) = match *status {
            "pending" => ("confirmed", order.confirmed()),
            "confirmed" => ("preparing", order.preparation_started()),
            "preparing" => ("shipped", order.shipped(&format!("1Z{number}"))),
            "shipped" => ("delivered", order.delivered()),
            "delivered" => ("returned", order.returned_for("Sour")),
            _ => return,
        };
        *status = next;
        self.history.by(&merchant(1), event);
    }

    fn cancel(&mut self, number: u128) {
        let Some((_, status)) = self.orders.iter_mut().find(|(placed, _)| *placed == number) else { return };
        if *status == "pending" {
            *status = "cancelled";
            self.history.system(order(number).cancelled());
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
        self.history.system(order(number).refunded(cause));
    }
}

/// A product. Its number decides which merchant sells it.
fn item(number: u128) -> Product {
    product(number).sold_by(&merchant(number % MERCHANTS))
}

/// An order of $12.50.
fn order(number: u128) -> Order {
    let amounts = Amounts { total: Cents(12_50), ..Amounts::default() };
    Order { amounts, ..Order::new(number, &customer(CUSTOMER), &merchant(1)) }
}

/// Compares the tables after one batch, after batches of these sizes, and after batches of one event each.
fn assert_independent_of_batch_sizes(view: &dyn View) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let tables = tokio::sync::Mutex::new(runtime.block_on(Tables::of(view)));
    let actions = prop::collection::vec((any::<u8>(), 0_u8..8), 1..120);
    let sizes = prop::collection::vec(1_usize..9, 120);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(40));
    let result = runner.run(&(actions, sizes), |(actions, sizes)| {
        let mut market = Market::default();
        actions.into_iter().for_each(|action| market.perform(action));
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
fn tables_do_not_depend_on_batch_sizes() {
    for view in all() {
        assert_independent_of_batch_sizes(view.as_ref());
    }
}
