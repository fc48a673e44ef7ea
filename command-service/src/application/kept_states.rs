//! Property test of cached states and snapshots: they change no decision, even if other processes append to the
//! stream.

use std::{convert::Infallible, sync::Arc};

use domain::{
    Aggregate, Command,
    stock::{Stock, hold_units::HoldUnits, release_hold::ReleaseHold, sell_units::SellUnits},
};
use proptest::prelude::*;
use shared_events::{
    Actor, Event, Position, StreamId,
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, OrderId, ProductId},
};
use uuid::Uuid;

use super::{Failure, Turns, Writer};
use crate::{
    App,
    http::testing::{Shop, opening_time},
    snapshots::{MemorySnapshots, Snapshot, SnapshotStore, Snapshots},
};

#[derive(Clone, Copy, Debug)]
enum Order {
    Count(u32),
    Hold(u128, u32),
    Sell(u128, u32),
    Release(u128),
}

/// A command, the process that executes it, and whether that process reads the state afterwards.
type Given = (Order, usize, bool);

fn orders() -> impl Strategy<Value = Vec<Given>> {
    let order = prop_oneof![
        (0..12_u32).prop_map(Order::Count),
        (1..5_u128, 1..5_u32).prop_map(|(checkout, units)| Order::Hold(checkout, units)),
        (1..5_u128, 1..5_u32).prop_map(|(checkout, units)| Order::Sell(checkout, units)),
        (1..5_u128).prop_map(Order::Release),
    ];
    prop::collection::vec((order, 0..3_usize, any::<bool>()), 1..40)
}

fn product() -> ProductId {
    ProductId::new(Uuid::from_u128(7))
}

/// A command on the stock, whose refusal is a text.
struct OnStock(Order);

impl Command for OnStock {
    type Aggregate = Stock;
    type Refusal = String;

    fn stream(&self) -> Uuid {
        product().uuid()
    }

    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, String> {
        let (product_id, now) = (product(), opening_time());
        let checkout = |number| CheckoutId::new(Uuid::from_u128(number));
        match self.0 {
            // A decision without events.
            Order::Count(quantity) if stock.on_hand == quantity => Ok(vec![]),
            Order::Count(quantity) => Ok(vec![StockEvent::StockCounted { product_id, quantity }]),
            Order::Hold(number, quantity) => {
                let until = now + chrono::TimeDelta::minutes(15);
                let command = HoldUnits { product_id, checkout_id: checkout(number), quantity, until, now };
                command.decide(stock).map_err(|refusal| refusal.to_string())
            }
            Order::Sell(number, quantity) => {
                let order_id = OrderId::new(Uuid::from_u128(number));
                let command =
                    SellUnits { product_id, checkout_id: checkout(number), order_id, quantity, now };
                command.decide(stock).map_err(|refusal| refusal.to_string())
            }
            Order::Release(number) => {
                let (checkout_id, reason) = (checkout(number), ReleaseReason::Expired);
                let Ok(events) = ReleaseHold { product_id, checkout_id, reason }.decide(stock);
                Ok(events)
            }
        }
    }
}

/// Another process on the same log, with these turns.
fn with_turns(app: &App, turns: Turns) -> App {
    App { writer: Writer { turns, ..app.writer.clone() }, ..app.clone() }
}

/// Returns the answer to each command, and the final events of the stream.
async fn play(processes: &[App], orders: &[Given]) -> (Vec<Result<Option<Stock>, String>>, Vec<StockEvent>) {
    let mut answers = Vec::new();
    for (order, process, looks) in orders {
        let app = &processes[process % processes.len()];
        let provenance = app.command_by(Actor::system("test"));
        // Lets background work finish.
        tokio::task::yield_now().await;
        let answer = if *looks {
            app.writer.execute(&provenance, &OnStock(*order)).await.map(|executed| Some(executed.state))
        } else {
            app.writer.execute_for_position(&provenance, &OnStock(*order)).await.map(|_| None)
        };
        answers.push(answer.map_err(|failure| match failure {
            Failure::Refused(text) => text,
            other => panic!("{other}"),
        }));
    }
    let history = processes[0].writer.log.load::<StockEvent>(product().uuid()).await.unwrap();
    (answers, history.into_iter().map(|recorded| recorded.event).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn kept_states_change_no_decision(orders in orders()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let forgetful = Shop::open();
            let forgetful = with_turns(&forgetful.app, Turns::keeping(0));
            let shared = Shop::open().app;
            // There are three processes. The last one caches so few states that it drops some now and then.
            let processes = [Turns::default(), Turns::default(), Turns::keeping(20)]
                .map(|turns| with_turns(&shared, turns));
            let expected = play(&[forgetful], &orders).await;
            prop_assert_eq!(&play(&processes, &orders).await, &expected);
            // There are three processes that cache no states and share snapshots.
            let shared = Shop::open().app;
            let snapshots = Arc::new(MemorySnapshots::default());
            let processes = [2, 3, 5].map(|interval| {
                let snapshots = Snapshots::new(snapshots.clone()).every(interval);
                let writer = Writer { turns: Turns::keeping(0), snapshots, ..shared.writer.clone() };
                App { writer, ..shared.clone() }
            });
            prop_assert_eq!(&play(&processes, &orders).await, &expected);
            if expected.1.len() > 5 {
                prop_assert!(snapshots.times_found() > 0);
            }
            Ok(())
        })?;
    }
}

/// Writes a snapshot of five events that claims a thousand units; the stream has seven.
async fn answered_with(change: impl FnOnce(&mut Snapshot)) -> u32 {
    let store = Arc::new(MemorySnapshots::default());
    let app = Shop::open().app;
    let app = App { writer: Writer { snapshots: Snapshots::new(store.clone()), ..app.writer }, ..app };
    for quantity in 3..=7 {
        let counted = OnStock(Order::Count(quantity));
        app.writer.execute(&app.command_by(Actor::system("test")), &counted).await.unwrap();
    }
    let last = app.writer.log.last::<StockEvent>(product().uuid()).await.unwrap().unwrap();
    let stock = Stock { counted: true, on_hand: 1_000, ..Stock::default() };
    let mut snapshot = Snapshot {
        fold_version: Stock::SNAPSHOTS.unwrap().fold_version,
        version: last.version,
        event_id: last.event_id,
        position: last.position,
        state: serde_json::to_string(&stock).unwrap(),
    };
    change(&mut snapshot);
    store.keep(&StreamId::new(StockEvent::CATEGORY, product().uuid()), snapshot).await.unwrap();
    let restarted = with_turns(&app, Turns::default());
    let provenance = restarted.command_by(Actor::system("test"));
    let state = restarted.writer.current_state::<Stock, Infallible>(&provenance, product().uuid());
    state.await.unwrap().state.on_hand
}

#[tokio::test]
async fn a_snapshot_is_used_only_with_its_event_and_its_code() {
    assert_eq!(answered_with(|_| ()).await, 1_000, "it is used");
    assert_eq!(answered_with(|snapshot| snapshot.fold_version += 1).await, 7, "other code");
    assert_eq!(answered_with(|snapshot| snapshot.version += 1).await, 7, "the log was set back");
    assert_eq!(answered_with(|snapshot| snapshot.event_id = Uuid::nil()).await, 7, "another event is there");
    assert_eq!(answered_with(|snapshot| snapshot.position = Position(9_999)).await, 7, "it is elsewhere");
    assert_eq!(answered_with(|snapshot| snapshot.state = "{".to_owned()).await, 7, "it cannot be read");
}
