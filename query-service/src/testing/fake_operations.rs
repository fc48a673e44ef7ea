//! A test double of [`Operations`] with two made-up views. The program that runs the views has the real
//! implementation.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::json;
use shared_events::{Position, StreamId, ids::AccountId};
use uuid::Uuid;

use crate::operations::{
    BackupFigures, BuildReview, ChangeKind, Correlation, DryRun, DryRunOutcome, EventActor, EventDetail,
    EventFilter, EventHead, EventLinks, EventPage, EventSpan, Failure, FieldChange, FieldSet, Generation,
    GenerationState, Lease, LeaseKind, ManagerFigures, ManagerList, ManagerReport, ManagerState, Money,
    MoneyKind, Operations, Overview, ParkedBy, ParkedFigures, ParkedGroup, ParkedGroups, ParkedItem,
    ParkedStream, PersonCount, PersonPage, Reason, Rebuild, RefundFigures, RowChange, Story, StoryEvent,
    StoryOf, StoryView, StoryWanted, StreamPage, StreamStep, Subject, TableReview, ViewFigures, ViewReport,
    ViewState, Why, WhyKind,
};

/// Has a view `catalog` with a parked stream, and a view `orders` that is being rebuilt.
pub(super) struct FakeOperations;

const THEN: DateTime<Utc> = DateTime::UNIX_EPOCH;

fn report(name: &str, parked: u64, rebuild: Option<Rebuild>) -> ViewReport {
    ViewReport {
        name: name.to_owned(),
        version: 3,
        generation: Some(4),
        state: ViewState::Serving,
        position: 39,
        lag: 3,
        lag_seconds: Some(0.25),
        parked,
        rows: 12,
        paused_at: None,
        error: None,
        built_at: Some(THEN),
        asked_by: None,
        rebuild,
        generations: vec![generation(3, GenerationState::Previous), generation(4, GenerationState::Serving)],
    }
}

fn generation(number: i32, state: GenerationState) -> Generation {
    Generation { number, version: 3, state, position: 39, rows: 12, built_at: THEN }
}

fn event() -> EventHead {
    let id = Uuid::from_u128(1);
    EventHead {
        position: 12,
        stream: "product-00000000-0000-0000-0000-000000000001".to_owned(),
        category: "product".to_owned(),
        version: 1,
        r#type: "ProductListed".to_owned(),
        schema_version: 1,
        recorded_at: THEN,
        event_id: id,
        correlation_id: id,
        causation_id: id,
        actor: EventActor::System { name: "a test".to_owned() },
    }
}

fn lease() -> Lease {
    Lease {
        kind: LeaseKind::Managers,
        name: "process managers".to_owned(),
        generation: None,
        process: Some(41),
        host: Some("stall-1".to_owned()),
        address: None,
        since: THEN,
    }
}

#[async_trait]
impl Operations for FakeOperations {
    async fn overview(&self) -> Result<Overview, Failure> {
        let views = ViewFigures { total: 2, current: 2, rebuilding: 1, ..ViewFigures::default() };
        let parked = ParkedFigures { events: 1, steps: 0 };
        let refunds = RefundFigures { waiting: 1, amount: 12.5, more: false };
        let managers = ManagerFigures { total: 1, running: true, overdue: 0, failing: 0 };
        let sentence = Overview::sentence_of(&views, &parked, &refunds, &managers);
        let leases = vec![lease()];
        let backups = BackupFigures { rehearsal_due: true, ..BackupFigures::default() };
        Ok(Overview { sentence, at: THEN, head: 42, views, parked, refunds, managers, backups, leases })
    }

    async fn views(&self) -> Result<Vec<ViewReport>, Failure> {
        let rebuild = Rebuild {
            generation: 5,
            version: 3,
            position: 7,
            lag: 35,
            events: 7,
            events_per_second: 3.5,
            seconds_left: Some(10),
            running: true,
            held: false,
            reviewed_at: None,
            began_at: THEN,
            asked_by: Some("a7".to_owned()),
            error: None,
        };
        Ok(vec![report("catalog", 1, None), report("orders", 0, Some(rebuild))])
    }

    async fn parked(&self, view: &str) -> Result<Option<Vec<ParkedStream>>, Failure> {
        let parked = ParkedStream {
            stream: "product-00000000-0000-0000-0000-000000000001".to_owned(),
            event: "ProductListed".to_owned(),
            version: 1,
            position: 12,
            error: "a bug".to_owned(),
            when: THEN,
            attempts: 2,
            tried_at: THEN,
            next_try_at: None,
            waiting: 5,
            generation: 4,
        };
        Ok(match view {
            "catalog" => Some(vec![parked]),
            "orders" => Some(Vec::new()),
            _ => None,
        })
    }

    async fn all_parked(&self) -> Result<ParkedGroups, Failure> {
        let item = ParkedItem {
            kind: ParkedBy::View,
            owner: "catalog".to_owned(),
            generation: Some(4),
            step: None,
            money: None,
            stream: Some("product-00000000-0000-0000-0000-000000000001".to_owned()),
            event: Some("ProductListed".to_owned()),
            version: Some(1),
            position: Some(12),
            error: "a bug".to_owned(),
            since: THEN,
            tries: 2,
            waiting: 1_000,
            more_wait: true,
        };
        let owners = vec!["catalog".to_owned()];
        let group = ParkedGroup { error: "a bug".to_owned(), total: 1, owners, items: vec![item] };
        Ok(ParkedGroups { total: 1, groups: vec![group], more: false })
    }

    async fn try_parked(&self, owner: &str, stream: &StreamId) -> Result<Option<DryRun>, Failure> {
        let tried = DryRun {
            outcome: DryRunOutcome::Parked,
            applied: 1,
            waiting: 6,
            event: Some("ProductRevised".to_owned()),
            version: Some(2),
            position: Some(13),
            error: Some("a bug".to_owned()),
        };
        Ok((owner == "catalog" && stream.id.as_u128() == 1).then_some(tried))
    }

    async fn review(&self, view: &str) -> Result<Option<BuildReview>, Failure> {
        let price = FieldChange {
            name: "price".to_owned(),
            before: Some("350".to_owned()),
            after: Some("400".to_owned()),
            masked: false,
        };
        let row = RowChange { kind: ChangeKind::Changed, key: "7".to_owned(), fields: vec![price] };
        let table = TableReview {
            table: "products".to_owned(),
            serving_rows: Some(12),
            rebuilt_rows: Some(12),
            added: 0,
            removed: 0,
            changed: 1,
            examples: vec![row],
        };
        let review = BuildReview {
            generation: 5,
            serving: 4,
            position: 42,
            compared_at: THEN,
            tables: vec![table],
            parked: 0,
            not_compared: None,
        };
        Ok((view == "catalog").then_some(review))
    }

    async fn managers(&self) -> Result<ManagerList, Failure> {
        let subject = Subject {
            id: Uuid::from_u128(1),
            step: "make good when cancelled".to_owned(),
            stream: "order-00000000-0000-0000-0000-000000000001".to_owned(),
            tries: 3,
            due_at: THEN,
            failing_since: Some(THEN),
            parked_at: None,
            error: Some("the provider is away".to_owned()),
            money: Some(Money { kind: MoneyKind::Refund, amount: 12.5 }),
        };
        let manager = ManagerReport {
            name: "make_good_when_cancelled".to_owned(),
            category: "order".to_owned(),
            state: ManagerState::Failing,
            position: 40,
            lag: 2,
            entries: 1,
            overdue: 0,
            failing: 1,
            parked: 0,
            subjects: vec![subject],
        };
        Ok(ManagerList { lease: Some(lease()), managers: vec![manager] })
    }

    async fn events(&self, _filter: &EventFilter, _span: EventSpan) -> Result<EventPage, Failure> {
        Ok(EventPage { events: vec![event()], scanned_to: 7, scanned: 33, end: false, head: 42 })
    }

    async fn event(&self, position: u64) -> Result<Option<EventDetail>, Failure> {
        let links = EventLinks {
            correlation: Correlation { events: 2, from: 1, to: 42, complete: true },
            causation: None,
            effects: Vec::new(),
            previous: None,
            next: Some(13),
        };
        let data = json!({ "name": "Tomato" });
        Ok((position == 12).then(|| EventDetail { event: event(), data, masked: 0, links }))
    }

    async fn stream(
        &self,
        stream: &StreamId,
        after: u64,
        limit: usize,
    ) -> Result<Option<StreamPage>, Failure> {
        assert!(limit <= 100, "a page is bounded");
        let step = StreamStep { event: event(), data: json!({}), state: Some(json!({ "after": after })) };
        let page = StreamPage { stream: stream.to_string(), version: 1, events: vec![step], end: true };
        Ok((stream.id.as_u128() == 1).then_some(page))
    }

    async fn why(&self, kind: WhyKind, id: Uuid) -> Result<Option<Why>, Failure> {
        let price = FieldSet {
            name: "Price".to_owned(),
            before: None,
            after: Some("$4.50".to_owned()),
            masked: false,
        };
        let sentence = "The merchant listed the product.".to_owned();
        let reasons = vec![Reason { event: event(), sentence, fields: vec![price] }];
        Ok((id.as_u128() == 1).then_some(Why { kind, id, reasons, left_out: 0 }))
    }

    async fn person(&self, id: AccountId, after: Position) -> Result<Option<PersonPage>, Failure> {
        let count = PersonCount { category: "order".to_owned(), events: 3, readable: 2, erased: 0 };
        let page = PersonPage { erased_at: None, head: 40, up_to: 40, end: true, counts: vec![count] };
        Ok((after < Position(40) && id.uuid() != Uuid::from_u128(2)).then_some(page))
    }

    async fn story(&self, StoryWanted { of, reach }: StoryWanted) -> Result<Option<Story>, Failure> {
        let event = event();
        let (correlation_id, actor) = (event.correlation_id, event.actor.clone());
        if !matches!(of, StoryOf::Event(12)) && of != StoryOf::Correlation(correlation_id) {
            return Ok(None);
        }
        let sentence = "The merchant listed the product.".to_owned();
        let name = "catalog".to_owned();
        Ok(Some(Story {
            correlation_id,
            actor,
            began_at: THEN,
            events: vec![StoryEvent { event, sentence, depth: 0 }],
            more: false,
            from: 1,
            to: 12 + reach,
            complete: false,
            views: vec![StoryView { name, reads: 1, applied: 1, parked: 0, position: 39, lag: 3 }],
            managers: Vec::new(),
        }))
    }
}
