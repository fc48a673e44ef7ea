//! Property test of kept states and snapshots: they change no decision, even if other processes append to the
//! stream.

use std::sync::Arc;

use domain::{
    Aggregate,
    stock::{
        Stock, count_stock, count_stock::CountStock, hold_units, hold_units::HoldUnits, release_hold,
        release_hold::ReleaseHold, sell_units, sell_units::SellUnits,
    },
};
use proptest::prelude::*;
use shared_events::{
    Actor, Event, Position, StreamId,
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, OrderId, ProductId},
};
use uuid::Uuid;

use super::{Failure, Turns, execute, perform};
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

/// A command, the process that gets it, and whether that process then reads the state.
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

fn decide(order: Order, stock: &Stock) -> Result<Vec<StockEvent>, String> {
    let (product_id, now) = (product(), opening_time());
    let checkout = |number| CheckoutId::new(Uuid::from_u128(number));
    match order {
        Order::Count(quantity) => Ok(count_stock::decide(stock, &CountStock { product_id, quantity })),
        Order::Hold(number, quantity) => {
            let until = now + chrono::TimeDelta::minutes(15);
            let command = HoldUnits { product_id, checkout_id: checkout(number), quantity, until, now };
            hold_units::decide(stock, &command).map_err(|refusal| refusal.to_string())
        }
        Order::Sell(number, quantity) => {
            let order_id = OrderId::new(Uuid::from_u128(number));
            let command = SellUnits { product_id, checkout_id: checkout(number), order_id, quantity, now };
            sell_units::decide(stock, &command).map_err(|refusal| refusal.to_string())
        }
        Order::Release(number) => {
            let (checkout_id, reason) = (checkout(number), ReleaseReason::Expired);
            Ok(release_hold::decide(stock, &ReleaseHold { product_id, checkout_id, reason }))
        }
    }
}

/// Returns the answer to each command, and the final events of the stream.
async fn play(processes: &[App], orders: &[Given]) -> (Vec<Result<Option<Stock>, String>>, Vec<StockEvent>) {
    let mut answers = Vec::new();
    for (order, process, looks) in orders {
        let app = &processes[process % processes.len()];
        let provenance = app.command_by(Actor::system("test"));
        let decide = |stock: &Stock| decide(*order, stock);
        // Lets background work finish.
        tokio::task::yield_now().await;
        let answer = if *looks {
            execute(app, &provenance, product().uuid(), decide).await.map(|executed| Some(executed.state))
        } else {
            perform(app, &provenance, product().uuid(), decide).await.map(|_| None)
        };
        answers.push(answer.map_err(|failure| match failure {
            Failure::Refused(text) => text,
            other => panic!("{other}"),
        }));
    }
    let history = processes[0].log.load::<StockEvent>(product().uuid()).await.unwrap();
    (answers, history.into_iter().map(|recorded| recorded.event).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn kept_states_change_no_decision(orders in orders()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let forgetful = Shop::open();
            let forgetful = App { turns: Turns::keeping(0), ..forgetful.app };
            let shared = Shop::open().app;
            // Three processes; the last one keeps so few states that it drops some now and then.
            let processes = [Turns::default(), Turns::default(), Turns::keeping(20)]
                .map(|turns| App { turns, ..shared.clone() });
            let expected = play(&[forgetful], &orders).await;
            prop_assert_eq!(&play(&processes, &orders).await, &expected);
            // Three processes that keep no states and share snapshots.
            let shared = Shop::open().app;
            let snapshots = Arc::new(MemorySnapshots::default());
            let processes = [2, 3, 5].map(|interval| App {
                turns: Turns::keeping(0),
                snapshots: Snapshots::new(snapshots.clone()).every(interval),
                ..shared.clone()
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
    let app = App { snapshots: Snapshots::new(store.clone()), ..Shop::open().app };
    for quantity in 3..=7 {
        let counted =
            |_: &Stock| Ok::<_, ()>(vec![StockEvent::StockCounted { product_id: product(), quantity }]);
        execute(&app, &app.command_by(Actor::system("test")), product().uuid(), counted).await.unwrap();
    }
    let last = app.log.last::<StockEvent>(product().uuid()).await.unwrap().unwrap();
    let told = Stock { counted: true, on_hand: 1_000, ..Stock::default() };
    let mut snapshot = Snapshot {
        fold_version: Stock::SNAPSHOTS.unwrap().fold_version,
        version: last.version,
        event_id: last.event_id,
        position: last.position,
        state: serde_json::to_string(&told).unwrap(),
    };
    change(&mut snapshot);
    store.keep(&StreamId::new(StockEvent::CATEGORY, product().uuid()), snapshot).await.unwrap();
    let restarted = App { turns: Turns::default(), ..app };
    let nothing = |_: &Stock| Ok::<_, ()>(vec![]);
    let provenance = restarted.command_by(Actor::system("test"));
    execute(&restarted, &provenance, product().uuid(), nothing).await.unwrap().state.on_hand
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
