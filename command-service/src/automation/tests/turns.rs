//! Tests of steps that are put off for a moment.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use event_store::{Append, ExpectedVersion, Provenance};
use postgres_kit::Limits;
use service_kit::{Clock, SystemClock};
use shared_events::{Actor, CodecError, Event, RawEvent, Recorded, events::OrderEvent};

use super::{
    super::{
        agenda_change::AgendaChange,
        process_manager::{ProcessManager, StepOutcome, step_for_stream},
        runner,
    },
    *,
};

/// If each turn waited for the next poll of the agenda, all of them would take 200 s, and `wait_for` gives up after 120 s.
const TURNS: usize = 200;

/// A manager whose step is put off for five milliseconds, again and again.
struct PatientManager {
    turns: AtomicUsize,
}

#[async_trait]
impl ProcessManager for PatientManager {
    fn name(&self) -> &'static str {
        "patient"
    }

    fn category(&self) -> &'static str {
        OrderEvent::CATEGORY
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(Some(step_for_stream(event.recorded_at, event)))
    }

    async fn act(&self, app: &App, _: &Provenance, _: Uuid) -> Result<StepOutcome, String> {
        if self.turns.fetch_add(1, Ordering::SeqCst) + 1 == TURNS {
            return Ok(StepOutcome::Done);
        }
        Ok(StepOutcome::DueAgain(app.clock.now() + TimeDelta::milliseconds(5)))
    }
}

#[tokio::test]
async fn a_step_that_is_put_off_for_a_moment_does_not_wait_for_the_next_poll() {
    let (_database, pool) = database().await;
    let mut app = Shop::open().app;
    app.clock = Arc::new(SystemClock);
    let manager = PatientManager { turns: AtomicUsize::new(0) };
    let (term, stop) = (begin_term(&pool, 1).await, CancellationToken::new());
    let test = async {
        let order_id = OrderId::new(Uuid::from_u128(5));
        let provenance = Provenance::of_command(Uuid::from_u128(1), Actor::system("test"), app.clock.now());
        let events = vec![OrderEvent::OrderCancelled { order_id, reason: None }];
        let append = Append { id: order_id.uuid(), expected: ExpectedVersion::Any, events };
        app.writer.log.append(&provenance, append).await.unwrap();
        let all_turns = async || (manager.turns.load(Ordering::SeqCst) == TURNS).then_some(());
        wait_for("all turns", all_turns).await;
    };
    tokio::select! {
        () = runner::run(&app, &pool, Limits::default(), term, &manager, &stop) => panic!("the term has ended"),
        () = test => {}
    }
}

#[test]
fn the_agenda_is_polled_at_least_every_second_even_if_the_clock_is_set_back() {
    let now = SystemClock.now();
    let wait =
        |millis| runner::time_to_next_look(Some(&(now + TimeDelta::milliseconds(millis))), now).as_millis();
    assert_eq!([-5, 0, 300, 600_300].map(wait), [0, 0, 300, 1_000]);
    assert_eq!(runner::time_to_next_look(None, now).as_millis(), 1_000);
}
