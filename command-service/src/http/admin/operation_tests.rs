//! Tests of the operators' endpoints for views, parked events and steps.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared_events::{
    Actor, Position, Role, StreamId,
    events::{Operated, OperatedKind, OperationEvent, OperatorAct},
    ids::AccountId,
};
use uuid::Uuid;

use crate::{
    http::testing::{Person, Shop},
    operations::{Failed, NotDone, Operations, Refusal, Step},
};

const REFUNDS: &str = "refund_lost_payments";
const PARKED: StreamId = StreamId::new("order", Uuid::from_u128(7));

/// A port that knows one view and one process manager, each with a parked stream. It records the acts.
#[derive(Default)]
struct RecordingOperations(Mutex<Vec<(OperatorAct, Operated, AccountId)>>);

#[async_trait]
impl Operations for RecordingOperations {
    async fn find(&self, name: &str, stream: Option<&StreamId>) -> Result<Operated, NotDone> {
        match (name, stream.cloned()) {
            ("refund_lost_payments", Some(stream)) if stream == PARKED => {
                Ok(Operated::parked_step(name.to_owned(), stream))
            }
            ("catalog" | "still", Some(stream)) if stream == PARKED => {
                Ok(Operated::parked_stream(name.to_owned(), stream))
            }
            (_, Some(_)) => Err(Refusal::NotParked.into()),
            ("catalog" | "busy" | "paused" | "first" | "lost" | "idle", None) => {
                Ok(Operated::view(name.to_owned()))
            }
            (_, None) => Err(Refusal::NotFound.into()),
        }
    }

    async fn act(&self, act: OperatorAct, on: &Operated, by: AccountId) -> Result<(), NotDone> {
        match on.name.as_str() {
            "busy" => return Err(Refusal::Busy.into()),
            "paused" => return Err(Refusal::Paused.into()),
            "idle" => return Err(Refusal::NotBuilding.into()),
            "first" => return Err(Refusal::Impossible("There is no way back".to_owned()).into()),
            "still" => {
                let error = "Anna is odd".to_owned();
                return Err(Refusal::StillParked { position: Position(41), error }.into());
            }
            "lost" => return Err(Failed("the database of Anna is gone".to_owned()).into()),
            _ => {}
        }
        self.0.lock().unwrap().push((act, on.clone(), by));
        Ok(())
    }

    async fn find_step(&self, step: &Step) -> Result<Operated, NotDone> {
        match step.subject == PARKED.id && step.manager == REFUNDS {
            true => Ok(Operated::parked_step(step.manager.clone(), PARKED)),
            false => Err(Refusal::NoStep.into()),
        }
    }

    async fn act_on_step(&self, act: OperatorAct, step: &Step, by: AccountId) -> Result<(), NotDone> {
        if act == OperatorAct::Skip && !step.settled {
            return Err(Refusal::Impossible("$12.50 would never be refunded".to_owned()).into());
        }
        let target = self.find_step(step).await?;
        self.0.lock().unwrap().push((act, target, by));
        Ok(())
    }
}

struct Console {
    shop: Shop,
    book: Arc<RecordingOperations>,
    root: Person,
}

impl Console {
    async fn open() -> Self {
        let (mut shop, book) = (Shop::open(), Arc::<RecordingOperations>::default());
        shop.exchange_operations(book.clone());
        let root = shop.admin().await;
        Self { shop, book, root }
    }

    fn by(&self) -> AccountId {
        AccountId::new(self.root.id)
    }

    async fn record(&self, target: &Operated) -> Vec<(OperationEvent, Actor)> {
        let events = self.shop.app.writer.log.load(target.id()).await.unwrap();
        events.into_iter().map(|recorded| (recorded.event, recorded.actor)).collect()
    }
}

fn why() -> Value {
    json!({"reason": " Because. "})
}

fn acted(act: OperatorAct, target: &Operated, reason: Option<&str>) -> OperationEvent {
    OperationEvent::OperatorActed { act, target: target.clone(), reason: reason.map(str::to_owned) }
}

#[tokio::test]
async fn every_act_is_recorded_with_actor_and_reason_and_done() {
    let console = Console::open().await;
    let view = Operated::view("catalog".to_owned());
    let acts = [OperatorAct::Pause, OperatorAct::Resume, OperatorAct::Rollback, OperatorAct::Cancel];
    let mut last = 0;
    for act in acts {
        let path = format!("/admin/views/catalog/{}", act.as_str());
        let reply = console.shop.post(&path, Some(&console.root), &why()).await;
        assert_eq!((reply.status, &reply.body), (StatusCode::OK, &json!({"success": true})));
        let position: u64 = reply.headers["greenstall-position"].to_str().unwrap().parse().unwrap();
        assert!(position > last);
        last = position;
    }
    let actor = Actor::Account { id: console.by(), role: Role::Admin };
    let recorded = acts.map(|act| (acted(act, &view, Some("Because.")), actor.clone()));
    assert_eq!(console.record(&view).await, recorded);
    let done = acts.map(|act| (act, view.clone(), console.by()));
    assert_eq!(*console.book.0.lock().unwrap(), done);
}

#[tokio::test]
async fn a_rebuilds_reason_may_be_left_out_but_not_empty() {
    let console = Console::open().await;
    let path = "/admin/views/catalog/rebuild";
    for body in [json!({}), why()] {
        let reply = console.shop.post(path, Some(&console.root), &body).await;
        assert_eq!((reply.status, &reply.body), (StatusCode::ACCEPTED, &json!({"success": true})));
    }
    let reply = console.shop.raw(Method::POST, path, Some(&console.root), "", "").await;
    assert_eq!(reply.status, StatusCode::ACCEPTED, "{:?}", reply.body);
    let view = Operated::view("catalog".to_owned());
    let reasons: Vec<_> = console.record(&view).await.into_iter().map(|(event, _)| event).collect();
    let rebuilt = |reason| acted(OperatorAct::Rebuild, &view, reason);
    assert_eq!(reasons, [rebuilt(None), rebuilt(Some("Because.")), rebuilt(None)]);
    assert_eq!(console.book.0.lock().unwrap().len(), 3);
    for (reason, text) in [
        (" \n", "A reason is required"),
        (&*"x".repeat(501), "The reason is too long: at most 500 characters"),
    ] {
        let reply = console.shop.post(path, Some(&console.root), &json!({"reason": reason})).await;
        assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), text);
    }
    assert_eq!(console.book.0.lock().unwrap().len(), 3, "a refused rebuild is not done");
}

#[tokio::test]
async fn a_parked_event_is_found_by_its_owner_and_stream() {
    let console = Console::open().await;
    for (owner, kind) in
        [("catalog", OperatedKind::ParkedStream), ("refund_lost_payments", OperatedKind::ParkedStep)]
    {
        let target = Operated { kind, name: owner.to_owned(), stream: Some(PARKED) };
        for act in [OperatorAct::Retry, OperatorAct::Skip] {
            let body = json!({"owner": owner, "stream": PARKED.to_string(), "reason": "Repaired"});
            let path = format!("/admin/parked/{}", act.as_str());
            console.shop.post(&path, Some(&console.root), &body).await.done(StatusCode::OK);
            let (event, _) = console.record(&target).await.pop().unwrap();
            assert_eq!(event, acted(act, &target, Some("Repaired")));
            assert_eq!(console.book.0.lock().unwrap().pop().unwrap(), (act, target.clone(), console.by()));
        }
    }
    for (owner, stream) in
        [("catalog", "order-00000000-0000-0000-0000-000000000008"), ("orders", "order-7"), ("", "")]
    {
        let body = json!({"owner": owner, "stream": stream, "reason": "Repaired"});
        let reply = console.shop.post("/admin/parked/retry", Some(&console.root), &body).await;
        assert_eq!(reply.refused(StatusCode::NOT_FOUND), "This is not parked", "{stream}");
    }
}

#[tokio::test]
async fn a_failed_act_is_refused_and_recorded_without_the_failures_details() {
    let console = Console::open().await;
    for (name, act, status, text, cause) in [
        ("busy", "rebuild", StatusCode::CONFLICT, "This view is being built already", None),
        ("paused", "rebuild", StatusCode::CONFLICT, "This view is paused", None),
        ("first", "rollback", StatusCode::CONFLICT, "There is no way back", None),
        ("idle", "cancel", StatusCode::CONFLICT, "This view is not being built", None),
        (
            "lost",
            "pause",
            StatusCode::SERVICE_UNAVAILABLE,
            "Greenstall is not available right now. Please try again.",
            Some("It went wrong"),
        ),
    ] {
        let path = format!("/admin/views/{name}/{act}");
        let reply = console.shop.post(&path, Some(&console.root), &why()).await;
        assert_eq!(reply.refused(status), text, "{name}");
        let (event, _) = console.record(&Operated::view(name.to_owned())).await.pop().unwrap();
        let OperationEvent::OperatorActFailed { cause: recorded, .. } = event else { panic!("{event:?}") };
        assert_eq!(recorded, cause.unwrap_or(text));
    }
    let body = json!({"owner": "still", "stream": PARKED.to_string(), "reason": "Repaired"});
    let reply = console.shop.post("/admin/parked/retry", Some(&console.root), &body).await;
    assert_eq!(reply.refused(StatusCode::CONFLICT), "Still parked, at position 41: Anna is odd");
    let target = Operated::parked_stream("still".to_owned(), PARKED);
    let (event, _) = console.record(&target).await.pop().unwrap();
    assert!(!format!("{event:?}").contains("Anna"), "{event:?}");
}

#[tokio::test]
async fn an_act_on_something_missing_is_refused_and_not_recorded() {
    let console = Console::open().await;
    let before = console.shop.app.writer.log.head().await.unwrap();
    for name in ["katalog", "%00", "CATALOG"] {
        for act in ["rebuild", "pause", "resume", "rollback", "cancel"] {
            let path = format!("/admin/views/{name}/{act}");
            let reply = console.shop.post(&path, Some(&console.root), &why()).await;
            assert_eq!(reply.refused(StatusCode::NOT_FOUND), "View not found", "{path}");
        }
    }
    assert_eq!(console.shop.app.writer.log.head().await.unwrap(), before);
}

#[tokio::test]
async fn a_build_for_review_and_its_swap_are_requested() {
    let console = Console::open().await;
    let view = Operated::view("catalog".to_owned());
    for act in [OperatorAct::Review, OperatorAct::Swap] {
        let path = format!("/admin/views/catalog/{}", act.as_str());
        let reply = console.shop.post(&path, Some(&console.root), &why()).await;
        assert_eq!((reply.status, &reply.body), (StatusCode::ACCEPTED, &json!({"success": true})));
        let (event, _) = console.record(&view).await.pop().unwrap();
        assert_eq!(event, acted(act, &view, Some("Because.")));
    }
}

#[tokio::test]
async fn a_step_is_run_or_skipped_by_its_id_and_money_is_not_left_unsettled() {
    let console = Console::open().await;
    let target = Operated::parked_step(REFUNDS.to_owned(), PARKED);
    let path = |act: &str| format!("/admin/managers/{REFUNDS}/{act}");
    let body = json!({"step": PARKED.id, "reason": "The provider is back"});
    console.shop.post(&path("run-now"), Some(&console.root), &body).await.done(StatusCode::OK);
    let (event, _) = console.record(&target).await.pop().unwrap();
    assert_eq!(event, acted(OperatorAct::RunNow, &target, Some("The provider is back")));
    let refused = console.shop.post(&path("skip"), Some(&console.root), &body).await;
    assert_eq!(refused.refused(StatusCode::CONFLICT), "$12.50 would never be refunded");
    let settled = json!({"step": PARKED.id, "reason": "Paid by hand", "settled": true});
    console.shop.post(&path("skip"), Some(&console.root), &settled).await.done(StatusCode::OK);
    let acts: Vec<_> = console.book.0.lock().unwrap().iter().map(|(act, ..)| *act).collect();
    assert_eq!(acts, [OperatorAct::RunNow, OperatorAct::Skip]);
    let other = json!({"step": Uuid::from_u128(8), "reason": "Because"});
    let reply = console.shop.post(&path("skip"), Some(&console.root), &other).await;
    assert_eq!(reply.refused(StatusCode::NOT_FOUND), "This step is not on the agenda");
}

#[tokio::test]
async fn every_act_needs_a_reason_and_an_admin() {
    let console = Console::open().await;
    let anna = console.shop.customer().await;
    for path in [
        "/admin/views/catalog/pause",
        "/admin/views/catalog/resume",
        "/admin/views/catalog/rollback",
        "/admin/views/catalog/cancel",
        "/admin/parked/retry",
        "/admin/parked/skip",
        "/admin/views/catalog/review",
        "/admin/views/catalog/swap",
        "/admin/managers/refund_lost_payments/run-now",
        "/admin/managers/refund_lost_payments/skip",
    ] {
        let body = |reason: &str| json!({"owner": "catalog", "stream": PARKED.to_string(), "step": PARKED.id, "reason": reason});
        for (reason, text) in [
            (" \n", "A reason is required"),
            (&*"x".repeat(501), "The reason is too long: at most 500 characters"),
        ] {
            let reply = console.shop.post(path, Some(&console.root), &body(reason)).await;
            assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), text, "{path}");
        }
        console.shop.refuses_odd_bodies(Method::POST, path, Some(&console.root)).await;
        console.shop.post(path, None, &body("Because")).await.refused(StatusCode::UNAUTHORIZED);
        console.shop.post(path, Some(&anna), &body("Because")).await.refused(StatusCode::FORBIDDEN);
    }
    let path = "/admin/views/catalog/rebuild";
    console.shop.post(path, None, &json!({})).await.refused(StatusCode::UNAUTHORIZED);
    console.shop.post(path, Some(&anna), &json!({})).await.refused(StatusCode::FORBIDDEN);
    assert_eq!(console.book.0.lock().unwrap().len(), 0);
}
