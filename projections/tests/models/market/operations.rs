//! Operators' acts.

use shared_events::{
    Actor, Event, StreamId,
    events::{Operated, OperationEvent, OperatorAct, OrderEvent},
};

use super::{Market, admin};

impl Market {
    pub(super) fn operate(&mut self, who: u8, how: u8) {
        let view = ["catalog", "orders"][usize::from(who % 2)].to_owned();
        let parked =
            self.history.events().iter().rev().find(|event| event.stream.category == OrderEvent::CATEGORY);
        let parked: Option<StreamId> = parked.map(|event| event.stream.clone());
        let (act, target) = match (how % 10, parked) {
            (0, _) => (OperatorAct::Pause, Operated::view(view)),
            (1, _) => (OperatorAct::Resume, Operated::view(view)),
            (2, _) => (OperatorAct::Cancel, Operated::view(view)),
            (3, _) => (OperatorAct::Rollback, Operated::view(view)),
            (4, Some(stream)) => (OperatorAct::Retry, Operated::parked_stream(view, stream)),
            (5, Some(stream)) => {
                (OperatorAct::Skip, Operated::parked_step("refund_lost_payments".to_owned(), stream))
            }
            (6, Some(stream)) => {
                (OperatorAct::RunNow, Operated::parked_step("make_good_when_cancelled".to_owned(), stream))
            }
            (7, _) => (OperatorAct::Review, Operated::view(view)),
            (8, _) => (OperatorAct::Swap, Operated::view(view)),
            _ => (OperatorAct::Rebuild, Operated::view(view)),
        };
        let by = if who.is_multiple_of(3) { Actor::System { name: "operator kim".into() } } else { admin() };
        let reason = how.is_multiple_of(2).then(|| format!("It was {how}"));
        let id = target.id();
        let begun = OperationEvent::OperatorActed { act, target: target.clone(), reason };
        self.add(id, by.clone(), &begun);
        if how.is_multiple_of(5) {
            let cause = "This view is paused".to_owned();
            self.add(id, by, &OperationEvent::OperatorActFailed { act, target, cause });
        }
    }
}
