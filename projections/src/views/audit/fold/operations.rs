//! Audit entries about operators' acts on views, parked streams and personal data. These acts change no audited
//! subject.

use shared_events::{
    RawEvent, Recorded,
    events::{Operated, OperatedKind, OperationEvent, OperatorAct},
};

use super::{entry::Entry, subject::Decision};

/// Makes the entry of an act.
pub(super) fn entry(recorded: &Recorded<RawEvent>, event: OperationEvent) -> Entry {
    let (action, target, reason) = match event {
        OperationEvent::OperatorActed { act, target, reason } => (act.as_str(), target, reason),
        OperationEvent::OperatorActFailed { act, target, cause } => (failed(act), target, Some(cause)),
    };
    let decision = Decision { action, reason: None, before: None, after: None };
    Entry {
        event_id: recorded.event_id,
        position: recorded.position,
        at: recorded.recorded_at,
        actor: recorded.actor.clone(),
        decision: decision.because(reason),
        subject_id: target.stream.as_ref().map_or(recorded.stream.id, |stream| stream.id),
        subject_type: target.kind.as_str().to_owned(),
        subject_name: Some(name(target)),
        merchant_id: None,
    }
}

const fn failed(act: OperatorAct) -> &'static str {
    match act {
        OperatorAct::Rebuild => "rebuild-failed",
        OperatorAct::Review => "review-failed",
        OperatorAct::Swap => "swap-failed",
        OperatorAct::RunNow => "run-now-failed",
        OperatorAct::Cancel => "cancel-failed",
        OperatorAct::Rollback => "rollback-failed",
        OperatorAct::Pause => "pause-failed",
        OperatorAct::Resume => "resume-failed",
        OperatorAct::Retry => "retry-failed",
        OperatorAct::Skip => "skip-failed",
        OperatorAct::Export => "export-failed",
        OperatorAct::Erase => "erase-failed",
    }
}

/// The subject's name: `catalog`, or `catalog product-0199…` for a stream that the view has parked, or the account's
/// id.
fn name(target: Operated) -> String {
    match target.stream {
        Some(stream) if target.kind != OperatedKind::Person => format!("{} {stream}", target.name),
        _ => target.name,
    }
}
