//! Property test of the stock: in any order of commands, no unit is lost, invented or sold twice.

use chrono::TimeDelta;
use proptest::prelude::*;
use shared_events::events::{ReleaseReason, StockEvent};

use super::{
    Stock, close_checkout::CloseCheckout, hold_units::HoldUnits, release_hold::ReleaseHold,
    restock_units::RestockUnits, sell_units::SellUnits, testing::*,
};
use crate::{Aggregate, Command};

const COUNTED: u32 = 20;

#[derive(Clone, Copy, Debug)]
enum Step {
    Hold(u128, u32),
    Release(u128),
    Sell(u128, u32),
    Restock(u128),
    Close(u128),
    Wait(i64),
}

fn step() -> impl Strategy<Value = Step> {
    let who = 0_u128..6;
    let how_many = 1_u32..8;
    prop_oneof![
        3 => (who.clone(), how_many.clone()).prop_map(|(who, quantity)| Step::Hold(who, quantity)),
        1 => who.clone().prop_map(Step::Release),
        3 => (who.clone(), how_many).prop_map(|(who, quantity)| Step::Sell(who, quantity)),
        1 => who.clone().prop_map(Step::Restock),
        1 => who.prop_map(Step::Close),
        1 => (0_i64..20).prop_map(Step::Wait),
    ]
}

proptest! {
    #[test]
    fn free_held_and_sold_units_add_up_to_the_count(steps in prop::collection::vec(step(), 0..80)) {
        let mut now = now();
        let mut stock = Stock::default().evolve(&tomatoes().counted(COUNTED));
        for step in steps {
            let product_id = product_id();
            let (before, events): (Stock, Vec<StockEvent>) = (stock.clone(), match step {
                Step::Hold(who, quantity) => {
                    let until = now + TimeDelta::minutes(15);
                    let command = HoldUnits { product_id, checkout_id: checkout(who), quantity, until, now };
                    command.decide(&stock).unwrap_or_default()
                }
                Step::Release(who) => {
                    let reason = ReleaseReason::Expired;
                    ReleaseHold { product_id, checkout_id: checkout(who), reason }.decide(&stock).unwrap_or_default()
                }
                Step::Sell(who, quantity) => {
                    let (checkout_id, order_id) = (checkout(who), order(who));
                    let command = SellUnits { product_id, checkout_id, order_id, quantity, now };
                    command.decide(&stock).unwrap_or_default()
                }
                Step::Restock(who) => {
                    RestockUnits { product_id, order_id: order(who) }.decide(&stock).unwrap_or_default()
                }
                Step::Close(who) => {
                    let (checkout_id, order_id) = (checkout(who), order(who));
                    CloseCheckout { product_id, checkout_id, order_id }.decide(&stock).unwrap_or_default()
                }
                Step::Wait(minutes) => {
                    now += TimeDelta::minutes(minutes);
                    vec![]
                }
            });
            stock = events.iter().fold(stock, Stock::evolve);

            let sold: u32 = stock.sales.values().filter(|sale| !sale.restocked).map(|sale| sale.quantity).sum();
            let held: u32 =
                stock.holds.values().filter(|hold| hold.until > now).map(|hold| hold.quantity).sum();
            let free = stock.available_to(checkout(99), now);
            prop_assert_eq!(free + held + sold, COUNTED, "after {:?}", step);
            prop_assert_eq!(stock.on_hand + sold, COUNTED, "after {:?}", step);
            prop_assert!(held <= stock.on_hand, "{} held of {} after {:?}", held, stock.on_hand, step);
            let back: usize = before.sales.values().filter(|sale| sale.restocked).count();
            prop_assert!(stock.sales.values().filter(|sale| sale.restocked).count() >= back);
        }
    }
}
