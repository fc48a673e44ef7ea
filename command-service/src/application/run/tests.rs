//! Tests of commands to one stream at the same time: they share appends, and each has its own outcome.

use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc};

use domain::{Aggregate, Command, stock::Stock};
use futures_util::{future::join_all, poll};
use proptest::prelude::*;
use shared_events::{Actor, events::StockEvent, ids::ProductId};
use test_support::wait_for;
use uuid::Uuid;

use crate::{
    App,
    application::{
        Executed, Failure, Turns, Writer,
        checkout::tests::faulty::{Fault, FaultyStore},
    },
    http::testing::Shop,
};

const PRODUCT: ProductId = ProductId::new(Uuid::from_u128(7));

/// Takes this number of units from the stock.
#[derive(Clone, Copy, Debug)]
struct Take(u32);

#[derive(Debug, PartialEq, Eq)]
struct NotEnough;

impl Command for Take {
    type Aggregate = Stock;
    type Refusal = NotEnough;

    fn stream(&self) -> Uuid {
        PRODUCT.uuid()
    }

    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, NotEnough> {
        match stock.on_hand.checked_sub(self.0) {
            None => Err(NotEnough),
            Some(left) if left == stock.on_hand => Ok(Vec::new()),
            Some(quantity) => Ok(vec![StockEvent::StockCounted { product_id: PRODUCT, quantity }]),
        }
    }
}

/// Counts the stock.
struct Count(u32);

impl Command for Count {
    type Aggregate = Stock;
    type Refusal = NotEnough;

    fn stream(&self) -> Uuid {
        PRODUCT.uuid()
    }

    fn decide(&self, _: &Stock) -> Result<Vec<StockEvent>, NotEnough> {
        Ok(vec![StockEvent::StockCounted { product_id: PRODUCT, quantity: self.0 }])
    }
}

struct Setting {
    store: Arc<FaultyStore>,
    app: App,
}

impl Setting {
    /// A stock of a thousand units, counted in one append.
    async fn new() -> Self {
        let store = Arc::new(FaultyStore::default());
        let setting = Self { app: Shop::open_on(store.log()).app, store };
        setting.execute(&Count(1_000)).await.unwrap();
        setting
    }

    async fn execute<C>(&self, command: &C) -> Result<Executed<Stock>, Failure<NotEnough>>
    where
        C: Command<Aggregate = Stock, Refusal = NotEnough>,
    {
        execute_in(&self.app, command).await
    }

    /// Another process on the same log.
    fn another_process(&self) -> App {
        App { writer: Writer { turns: Turns::default(), ..self.app.writer.clone() }, ..self.app.clone() }
    }

    /// Starts a command that waits for the disk, ten that wait for their turn behind it, and `beside`. The group of
    /// the ten has this fault.
    async fn ten_behind_a_slow_one(
        &self,
        fault: Option<Fault>,
        beside: impl Future<Output = ()>,
    ) -> Vec<Result<Executed<Stock>, Failure<NotEnough>>> {
        self.store.fail(0, Fault::Waits);
        let slow = self.execute(&Take(1));
        let ten = async {
            self.store.waiting().await;
            let mut ten: Vec<_> = (0..10).map(|_| Box::pin(self.execute(&Take(1)))).collect();
            for one in &mut ten {
                assert!(poll!(one).is_pending(), "it waits for its turn");
            }
            if let Some(fault) = fault {
                self.store.fail(0, fault);
            }
            self.store.resume();
            join_all(ten).await
        };
        let (slow, ten, ()) = tokio::join!(slow, ten, beside);
        slow.unwrap();
        ten
    }

    /// A command that waits for the disk, and two that wait for their turn behind it.
    async fn three_that_wait(
        &self,
    ) -> [Pin<Box<impl Future<Output = Result<Executed<Stock>, Failure<NotEnough>>>>>; 3] {
        self.store.fail(0, Fault::Waits);
        let mut three = [(); 3].map(|()| Box::pin(self.execute(&Take(1))));
        for one in &mut three {
            assert!(poll!(one).is_pending());
        }
        three
    }

    /// The number of units after each event.
    async fn history(&self) -> Vec<u32> {
        let events = self.app.writer.log.load::<StockEvent>(PRODUCT.uuid()).await.unwrap();
        let on_hand = |event: &StockEvent| Stock::default().evolve(event).on_hand;
        events.iter().map(|recorded| on_hand(&recorded.event)).collect()
    }
}

async fn execute_in<C>(app: &App, command: &C) -> Result<Executed<Stock>, Failure<NotEnough>>
where
    C: Command<Aggregate = Stock, Refusal = NotEnough>,
{
    app.writer.execute(&app.command_by(Actor::system("test")), command).await
}

/// Checks that each of the ten commands took one unit, one after the other.
async fn each_took_one(setting: &Setting, ten: Vec<Result<Executed<Stock>, Failure<NotEnough>>>) {
    let mut left: Vec<u32> = ten.into_iter().map(|done| done.unwrap().state.on_hand).collect();
    left.sort_unstable_by(|a, b| b.cmp(a));
    let history = setting.history().await;
    assert_eq!(left, history[history.len() - 10..], "each command's answer is the state after its own event");
}

#[tokio::test]
async fn commands_that_wait_for_their_turn_share_an_append() {
    let setting = Setting::new().await;
    let before = setting.store.appends();
    let ten = setting.ten_behind_a_slow_one(None, async {}).await;
    assert_eq!(setting.store.appends(), before + 2, "the slow one, and the ten together");
    each_took_one(&setting, ten).await;
    assert_eq!(setting.history().await, (989..=1_000).rev().collect::<Vec<_>>());
}

#[tokio::test]
async fn a_command_knows_the_version_after_its_own_events() {
    let setting = Setting::new().await;
    let ten = setting.ten_behind_a_slow_one(None, async {}).await;
    let versions: Vec<u64> = ten.iter().map(|done| done.as_ref().unwrap().version).collect();
    assert_eq!(versions, (3..=12).collect::<Vec<_>>());
    let end = setting.app.writer.log.head().await.unwrap();
    assert!(ten.iter().all(|done| done.as_ref().unwrap().position == end), "a view there shows all of them");
}

#[tokio::test]
async fn when_another_process_comes_first_every_command_of_the_group_decides_again() {
    let setting = Setting::new().await;
    let interfering = async {
        setting.store.waiting().await;
        execute_in(&setting.another_process(), &Count(500)).await.unwrap();
        setting.store.resume();
    };
    let ten = setting.ten_behind_a_slow_one(Some(Fault::Waits), interfering).await;
    each_took_one(&setting, ten).await;
    let expected: Vec<u32> = [1_000, 999].into_iter().chain((490..=500).rev()).collect();
    assert_eq!(setting.history().await, expected);
}

#[tokio::test]
async fn a_lost_answer_to_a_group_is_found_out() {
    for fault in [Fault::AnswerLost, Fault::RequestLost] {
        let setting = Setting::new().await;
        let ten = setting.ten_behind_a_slow_one(Some(fault), async {}).await;
        each_took_one(&setting, ten).await;
        assert_eq!(setting.history().await.len(), 12, "{fault:?}");
    }
}

#[tokio::test]
async fn when_the_log_is_unavailable_every_command_of_the_group_fails() {
    let setting = Setting::new().await;
    let ten = setting.ten_behind_a_slow_one(Some(Fault::Unavailable), async {}).await;
    assert!(ten.iter().all(|done| matches!(done, Err(Failure::Unavailable(_)))), "{ten:?}");
    assert_eq!(setting.execute(&Take(1)).await.unwrap().state.on_hand, 998, "nothing else was written");
}

#[tokio::test]
async fn a_refusal_concerns_its_own_command_only() {
    let setting = Setting::new().await;
    setting.store.fail(0, Fault::Waits);
    let slow = setting.execute(&Take(1));
    let others = async {
        setting.store.waiting().await;
        let takes = [Take(600), Take(600), Take(399), Take(1), Take(0)];
        let mut takes: Vec<_> = takes.iter().map(|take| Box::pin(setting.execute(take))).collect();
        for take in &mut takes {
            assert!(poll!(take).is_pending());
        }
        setting.store.resume();
        join_all(takes).await
    };
    let (slow, others) = tokio::join!(slow, others);
    slow.unwrap();
    let left = |done: Result<Executed<Stock>, Failure<NotEnough>>| match done {
        Ok(executed) => Some(executed.state.on_hand),
        Err(Failure::Refused(NotEnough)) => None,
        Err(other) => panic!("{other:?}"),
    };
    let left: Vec<_> = others.into_iter().map(left).collect();
    assert_eq!(left, [Some(399), None, Some(0), None, Some(0)]);
    assert_eq!(setting.history().await, [1_000, 999, 399, 0]);
}

#[tokio::test]
async fn a_group_is_appended_even_if_the_last_command_is_cancelled() {
    let setting = Setting::new().await;
    let [slow, mut second, last] = setting.three_that_wait().await;
    setting.store.resume();
    slow.await.unwrap();
    assert!(poll!(&mut second).is_pending(), "it hands the turn on");
    assert_eq!(setting.store.appends(), 2);
    drop(last);
    assert_eq!(second.await.unwrap().state.on_hand, 998);
    assert_eq!(setting.history().await, [1_000, 999, 998]);
}

#[tokio::test]
async fn a_group_is_appended_even_if_the_command_that_appends_it_is_cancelled() {
    let setting = Setting::new().await;
    let [slow, mut second, mut last] = setting.three_that_wait().await;
    setting.store.resume();
    slow.await.unwrap();
    setting.store.fail(0, Fault::Waits);
    assert!(poll!(&mut second).is_pending());
    assert!(poll!(&mut last).is_pending());
    setting.store.waiting().await;
    drop(last);
    setting.store.resume();
    assert_eq!(second.await.unwrap().state.on_hand, 998);
    assert_eq!(setting.history().await, [1_000, 999, 998, 997]);
}

#[tokio::test]
async fn a_group_is_appended_even_if_all_its_commands_are_cancelled() {
    let setting = Setting::new().await;
    let [slow, mut second, last] = setting.three_that_wait().await;
    setting.store.resume();
    slow.await.unwrap();
    assert!(poll!(&mut second).is_pending(), "it hands the turn on");
    drop((second, last));
    wait_for("the group to be appended", async || (setting.store.appends() == 3).then_some(())).await;
    assert_eq!(setting.history().await, [1_000, 999, 998]);
}

#[tokio::test]
async fn a_command_that_was_done_before_does_not_fail_its_group() {
    let setting = Setting::new().await;
    let twice = setting.app.command_by(Actor::system("test"));
    setting.app.writer.execute(&twice, &Take(10)).await.unwrap();
    let before = setting.store.appends();
    let again = async {
        let again = setting.app.writer.execute(&twice, &Take(10)).await.unwrap();
        assert_eq!((again.state.on_hand, again.version), (990, 2), "its first result");
    };
    setting.store.fail(0, Fault::Waits);
    let slow = setting.execute(&Take(1));
    let others = async {
        setting.store.waiting().await;
        let mut again = Box::pin(again);
        assert!(poll!(&mut again).is_pending());
        let mut ten: Vec<_> = (0..10).map(|_| Box::pin(setting.execute(&Take(1)))).collect();
        for one in &mut ten {
            assert!(poll!(one).is_pending());
        }
        setting.store.resume();
        tokio::join!(again, join_all(ten)).1
    };
    let (slow, ten) = tokio::join!(slow, others);
    slow.unwrap();
    each_took_one(&setting, ten).await;
    assert!(setting.store.appends() > before + 2, "its group was refused");
}

#[tokio::test]
async fn a_failover_during_the_append_of_a_group_is_reported_to_each_command() {
    let setting = Setting::new().await;
    let failing_over = async {
        setting.store.waiting().await;
        setting.store.lose(1);
        setting.store.resume();
    };
    let ten = setting.ten_behind_a_slow_one(Some(Fault::Waits), failing_over).await;
    assert!(ten.iter().all(|done| matches!(done, Err(Failure::Unavailable(_)))), "{ten:?}");
    assert_eq!(setting.history().await, [1_000]);
    assert_eq!(setting.execute(&Take(1)).await.unwrap().state.on_hand, 999);
}

/// A concurrent command.
#[derive(Clone, Copy, Debug)]
struct Planned {
    units: u32,
    /// Which of two processes executes it.
    here: bool,
    /// After this many turns of the scheduler its caller gives up.
    cancelled_after: Option<usize>,
}

fn commands() -> impl Strategy<Value = Vec<Planned>> {
    let command = (0..400_u32, any::<bool>(), prop::option::weighted(0.2, 0..20_usize));
    let planned = command.prop_map(|(units, here, cancelled_after)| Planned { units, here, cancelled_after });
    prop::collection::vec(planned, 1..40)
}

async fn turns_of_the_scheduler(number: usize) {
    for _ in 0..number {
        tokio::task::yield_now().await;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn concurrent_commands_are_decided_one_after_the_other(
        commands in commands(),
        faults in prop::collection::vec((0..4_usize, 0..3_usize), 0..4),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let setting = Setting::new().await;
            setting.store.slow_down();
            let another = setting.another_process();
            let planning = async {
                for (appends_before, fault) in &faults {
                    let fault = [Fault::AnswerLost, Fault::RequestLost, Fault::Unavailable][*fault];
                    setting.store.fail(*appends_before, fault);
                    turns_of_the_scheduler(20).await;
                }
            };
            let executing = commands.iter().map(async |planned| {
                let app = if planned.here { &setting.app } else { &another };
                let take = Take(planned.units);
                match planned.cancelled_after {
                    None => Some(execute_in(app, &take).await),
                    Some(turns) => tokio::select! {
                        done = execute_in(app, &take) => Some(done),
                        () = turns_of_the_scheduler(turns) => None,
                    },
                }
            });
            let (answers, ()) = tokio::join!(join_all(executing), planning);
            // No further fault. A command at the end waits for whatever the cancelled ones have left.
            setting.store.restart();
            setting.execute(&Count(0)).await.unwrap();
            let history = setting.history().await;
            let mut unclaimed: BTreeMap<usize, u32> = (1..history.len() - 1)
                .map(|place| (place, history[place - 1] - history[place]))
                .collect();
            let mut given_up = Vec::new();
            for (Planned { units, .. }, answer) in commands.iter().zip(answers) {
                match answer {
                    Some(Ok(done)) if *units > 0 => {
                        let place = usize::try_from(done.version).unwrap() - 1;
                        prop_assert_eq!(history[place], done.state.on_hand);
                        prop_assert_eq!(unclaimed.remove(&place), Some(*units), "an event of one command only");
                    }
                    Some(Err(Failure::Refused(NotEnough))) => {
                        prop_assert!(history[history.len() - 2] < *units, "less is left at the end");
                    }
                    // An unavailable log writes nothing.
                    Some(Ok(_) | Err(Failure::Unavailable(_))) => {}
                    Some(Err(other)) => panic!("{other:?}"),
                    None => given_up.push(*units),
                }
            }
            for (_, units) in unclaimed {
                let owner = given_up.iter().position(|own| *own == units);
                prop_assert!(owner.is_some(), "each event belongs to a command");
                given_up.swap_remove(owner.unwrap());
            }
            Ok(())
        })?;
    }
}
