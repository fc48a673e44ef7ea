//! Tests of events that arrive while a step for their subject is running.

use std::sync::atomic::{AtomicUsize, Ordering};

use event_store::{Append, ExpectedVersion, Provenance};
use postgres_kit::Limits;
use shared_events::{Actor, CodecError, Event, Position, RawEvent, Recorded, events::OrderEvent};
use tokio::sync::Semaphore;

use super::{
    super::{
        agenda_change::AgendaChange,
        runner::{self, ProcessManager, StepOutcome, step_for_stream},
    },
    *,
};

const ORDER: OrderId = OrderId::new(Uuid::from_u128(5));

/// A manager whose steps for [`ORDER`] wait for a permit; its steps for other orders end at once.
struct GatedManager {
    began: AtomicUsize,
    permits: Semaphore,
}

#[async_trait]
impl ProcessManager for GatedManager {
    fn name(&self) -> &'static str {
        "gated"
    }

    fn category(&self) -> &'static str {
        OrderEvent::CATEGORY
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(Some(step_for_stream(event.recorded_at, event)))
    }

    async fn act(&self, _: &App, _: &Provenance, order: Uuid) -> Result<StepOutcome, String> {
        if order != ORDER.uuid() {
            return Ok(StepOutcome::Done);
        }
        self.began.fetch_add(1, Ordering::SeqCst);
        self.permits.acquire().await.unwrap().forget();
        Ok(StepOutcome::Done)
    }
}

/// Appends an event to the order, and returns when the manager has read it.
async fn happens(app: &App, pool: &Pool, command: u128) {
    happens_to(ORDER, app, pool, command).await;
}

async fn happens_to(order_id: OrderId, app: &App, pool: &Pool, command: u128) {
    let provenance = Provenance::of_command(Uuid::from_u128(command), Actor::system("test"), app.clock.now());
    let events = vec![OrderEvent::OrderCancelled { order_id, reason: None }];
    let append = Append { id: order_id.uuid(), expected: ExpectedVersion::Any, events };
    app.writer.log.append(&provenance, append).await.unwrap();
    let Position(head) = app.writer.log.head().await.unwrap();
    wait_for("the manager to have read the event", async || {
        let read: Option<bool> = sqlx::query_scalar("SELECT position >= $1 FROM automation.checkpoints")
            .bind(head.cast_signed())
            .fetch_optional(pool)
            .await
            .unwrap();
        read.filter(|read| *read)
    })
    .await;
}

#[tokio::test]
async fn a_note_during_a_step_leads_to_another_step() {
    let (_database, pool) = database().await;
    let shop = Shop::open();
    let manager = GatedManager { began: AtomicUsize::new(0), permits: Semaphore::new(0) };
    let began = async |times: usize| {
        wait_for("a step to begin", async || (manager.began.load(Ordering::SeqCst) == times).then_some(()))
            .await;
    };
    let testing = async {
        happens(&shop.app, &pool, 1).await;
        began(1).await;
        happens(&shop.app, &pool, 2).await;
        manager.permits.add_permits(1);
        began(2).await;
        manager.permits.add_permits(1);
        wait_for("an empty agenda", async || (waiting(&pool).await == 0).then_some(())).await;
    };
    let term = begin_term(&pool, 1).await;
    tokio::select! {
        () = runner::run(&shop.app, &pool, Limits::default(), term, &manager) => panic!("the term has not ended"),
        () = testing => {}
    }
}

#[tokio::test]
async fn a_hanging_step_delays_no_other() {
    let (_database, pool) = database().await;
    let shop = Shop::open();
    let manager = GatedManager { began: AtomicUsize::new(0), permits: Semaphore::new(0) };
    let testing = async {
        happens(&shop.app, &pool, 1).await;
        wait_for("the step to begin", async || (manager.began.load(Ordering::SeqCst) == 1).then_some(()))
            .await;
        for other in 2..12 {
            happens_to(OrderId::new(Uuid::from_u128(other * 10)), &shop.app, &pool, other).await;
        }
        wait_for("the others to be done", async || (waiting(&pool).await == 1).then_some(())).await;
        assert_eq!(manager.began.load(Ordering::SeqCst), 1, "a step is not begun again while it runs");
    };
    let term = begin_term(&pool, 1).await;
    tokio::select! {
        () = runner::run(&shop.app, &pool, Limits::default(), term, &manager) => panic!("the term has not ended"),
        () = testing => {}
    }
}

#[tokio::test]
async fn a_manager_of_an_earlier_term_stops() {
    let (_database, pool) = database().await;
    let shop = Shop::open();
    let manager = GatedManager { began: AtomicUsize::new(0), permits: Semaphore::new(0) };
    let testing = async {
        happens(&shop.app, &pool, 1).await;
        begin_term(&pool, 2).await;
        manager.permits.add_permits(1);
        std::future::pending::<()>().await;
    };
    let term = begin_term(&pool, 1).await;
    tokio::select! {
        () = runner::run(&shop.app, &pool, Limits::default(), term, &manager) => {}
        () = testing => {}
    }
    assert_eq!(waiting(&pool).await, 1, "the step that it has done in the meantime is for the next term");
}
