//! Tests of events that arrive while a step for their subject is running.

use std::sync::atomic::{AtomicUsize, Ordering};

use event_store::{Append, ExpectedVersion, Provenance};
use postgres_kit::Limits;
use shared_events::{Actor, CodecError, Event, Position, RawEvent, Recorded, events::OrderEvent};
use tokio::sync::Semaphore;

use super::{
    super::{
        agenda_change::AgendaChange,
        process_manager::{ProcessManager, StepOutcome, step_for_stream},
        runner,
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

/// A manager that runs in its first term.
struct Run {
    _database: TestDatabase,
    pool: Pool,
    shop: Shop,
    manager: GatedManager,
}

impl Run {
    async fn new() -> Self {
        let (database, pool) = database().await;
        let manager = GatedManager { began: AtomicUsize::new(0), permits: Semaphore::new(0) };
        Self { _database: database, pool, shop: Shop::open(), manager }
    }

    /// Runs the manager until the test or the term ends; whether the term did.
    async fn until(&self, test: impl Future<Output = ()>) -> bool {
        let (term, stop) = (begin_term(&self.pool, 1).await, CancellationToken::new());
        tokio::select! {
            () = runner::run(&self.shop.app, &self.pool, Limits::default(), term, &self.manager, &stop) => true,
            () = test => false,
        }
    }

    /// Appends an event to [`ORDER`], and returns when the manager has read it.
    async fn happens(&self, command: u128) {
        self.happens_to(ORDER, command).await;
    }

    async fn happens_to(&self, order_id: OrderId, command: u128) {
        let app = &self.shop.app;
        let provenance =
            Provenance::of_command(Uuid::from_u128(command), Actor::system("test"), app.clock.now());
        let events = vec![OrderEvent::OrderCancelled { order_id, reason: None }];
        let append = Append { id: order_id.uuid(), expected: ExpectedVersion::Any, events };
        app.writer.log.append(&provenance, append).await.unwrap();
        let Position(head) = app.writer.log.head().await.unwrap();
        wait_for("the manager to have read the event", async || {
            let read: Option<bool> = sqlx::query_scalar("SELECT position >= $1 FROM automation.checkpoints")
                .bind(head.cast_signed())
                .fetch_optional(&self.pool)
                .await
                .unwrap();
            read.filter(|read| *read)
        })
        .await;
    }

    /// Waits until this many steps have begun.
    async fn began(&self, steps: usize) {
        let began = async || (self.manager.began.load(Ordering::SeqCst) == steps).then_some(());
        wait_for("a step to begin", began).await;
    }
}

#[tokio::test]
async fn an_event_during_a_step_leads_to_another_step() {
    let run = Run::new().await;
    let test = async {
        run.happens(1).await;
        run.began(1).await;
        run.happens(2).await;
        run.manager.permits.add_permits(1);
        run.began(2).await;
        run.manager.permits.add_permits(1);
        wait_for("an empty agenda", async || (waiting(&run.pool).await == 0).then_some(())).await;
    };
    assert!(!run.until(test).await, "the term has not ended");
}

#[tokio::test]
async fn a_hanging_step_delays_no_other() {
    let run = Run::new().await;
    let test = async {
        run.happens(1).await;
        run.began(1).await;
        for other in 2..12 {
            run.happens_to(OrderId::new(Uuid::from_u128(other * 10)), other).await;
        }
        wait_for("the others to be done", async || (waiting(&run.pool).await == 1).then_some(())).await;
        assert_eq!(run.manager.began.load(Ordering::SeqCst), 1, "a step is not begun again while it runs");
    };
    assert!(!run.until(test).await, "the term has not ended");
}

#[tokio::test]
async fn a_manager_of_an_earlier_term_stops() {
    let run = Run::new().await;
    let test = async {
        run.happens(1).await;
        begin_term(&run.pool, 2).await;
        run.manager.permits.add_permits(1);
        std::future::pending::<()>().await;
    };
    assert!(run.until(test).await, "the term has ended");
    assert_eq!(waiting(&run.pool).await, 1, "the step that it has done in the meantime is for the next term");
}
