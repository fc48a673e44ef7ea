//! `GET /admin/audit`: admins' decisions and operators' acts, with actor, time, reason and the state before and after.

use axum::{
    body::{Body, Bytes},
    extract::State,
    response::{IntoResponse, Response},
};
use chrono::SecondsFormat;
use futures_util::{StreamExt, stream};
use postgres_kit::Pool;
use serde::Serialize;
use service_kit::{
    Problem,
    caller::Admin,
    extract::{Json, Query},
    problem::ProblemBody,
};
use utoipa::ToSchema;

use super::audit_query::AuditQuery;
use crate::{
    App,
    http::{
        csv::{self, Csv},
        page_query::given,
    },
    model::{AuditEntry, EntryPagination},
    queries::{
        accounts,
        audit::{self, Filter, Place},
        failed,
    },
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW, audit::VIEW];

const COLUMNS: [&str; 8] =
    ["at", "actor", "actor_email", "action", "subject_type", "subject_id", "subject", "reason"];

/// The number of entries that a CSV export reads and sends at a time.
const EXPORT_CHUNK: i64 = 1_000;

/// A page of the audit.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditPage {
    /// Newest first.
    entries: Vec<AuditEntry>,
    /// The page's place in the list.
    pagination: EntryPagination,
}

/// List the audit entries
///
/// Decisions about merchants, users, products with their certificates, orders and payments, and operators' acts on
/// views and parked items, newest first. With `format=csv`, the answer is a file of all matching entries, with the
/// columns `at`, `actor`, `actor_email`, `action`, `subject_type`, `subject_id`, `subject` and `reason`.
#[utoipa::path(
    get,
    path = "/admin/audit",
    tag = "admin",
    params(AuditQuery),
    responses(
        (status = 200, description = "The matching entries", content((AuditPage = "application/json"), (String = "text/csv"))),
        (status = 422, body = ProblemBody, description = "A time is invalid"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn audit(
    State(app): State<App>,
    Admin(_admin): Admin,
    Query(query): Query<AuditQuery>,
) -> Result<Response, Problem> {
    let mut filter = query.filter()?;
    if let Some(actor) = given(&query.actor) {
        filter.actor = Some(audit::who(&app.pool, actor).await.map_err(failed)?);
    }
    if csv::is_wanted(query.format.as_deref()) {
        return file(app.pool, filter).await;
    }
    let page = query.page();
    let total = audit::count(&app.pool, &filter).await.map_err(failed)?;
    let entries = audit::page(&app.pool, &filter, page).await.map_err(failed)?;
    Ok(Json(AuditPage { entries, pagination: EntryPagination::new(page, total) }).into_response())
}

/// Streams the whole result as CSV. Reads the first chunk before the response starts, so that a failure still becomes
/// an error response. Holds no database connection while a slow client reads.
async fn file(pool: Pool, filter: Filter) -> Result<Response, Problem> {
    let first = audit::after(&pool, &filter, None, EXPORT_CHUNK).await.map_err(failed)?;
    let mut head = Csv::with_columns(&COLUMNS);
    first.iter().for_each(|entry| write(&mut head, entry));
    let later = stream::try_unfold((pool, filter, last_of(&first)), |(pool, filter, place)| async move {
        let Some(place) = place else { return Ok(None) };
        let entries = audit::after(&pool, &filter, Some(place), EXPORT_CHUNK).await?;
        let mut piece = Csv::default();
        entries.iter().for_each(|entry| write(&mut piece, entry));
        Ok::<_, sqlx::Error>(Some((piece.into_bytes(), (pool, filter, last_of(&entries)))))
    });
    let head = stream::once(async { Ok::<Bytes, sqlx::Error>(head.into_bytes()) });
    Ok(csv::file("audit.csv", Body::from_stream(head.chain(later))))
}

/// The place after which the next chunk begins; `None` when this chunk was not full, so it is the last.
fn last_of(piece: &[AuditEntry]) -> Option<Place> {
    let is_full = i64::try_from(piece.len()).is_ok_and(|length| length == EXPORT_CHUNK);
    is_full.then(|| piece.last().map(Place::of)).flatten()
}

fn write(table: &mut Csv, entry: &AuditEntry) {
    let AuditEntry { at, actor, action, subject, reason, .. } = entry;
    table.row([
        at.to_rfc3339_opts(SecondsFormat::AutoSi, true).as_str(),
        &actor.name,
        &actor.email,
        action,
        &subject.kind,
        &subject.id.to_string(),
        &subject.name,
        reason.as_deref().unwrap_or_default(),
    ]);
}

#[cfg(test)]
mod tests {
    use histories::{Checkout, Order};
    use serde_json::{Value, json};
    use shared_events::{
        Actor, Cents, Event, Personal, StreamId,
        events::{AccountEvent, Operated, OperationEvent, OperatorAct, OrderEvent, ProductEvent},
        ids::{OrderId, ProductId},
    };

    use crate::{
        http::csv::{quoted, quoted_head},
        testing::{Goods, Market, Person, pluck},
    };

    /// A market whose audit contains some decisions.
    struct Story {
        market: Market,
        root: Person,
        ada: Person,
        farm: Person,
        tomato: ProductId,
        order: OrderId,
    }

    impl Story {
        async fn tell() -> Self {
            let mut market = Market::open().await;
            let root = market.admin().await;
            let ada = market.customer("Ada").await;
            let farm = market.new_merchant("Green Farm", "05401").await;
            let approved = AccountEvent::MerchantApproved { account_id: farm.id, reason: None };
            market.append(farm.id.uuid(), root.actor(), approved).await;
            let tomato = market.new_product(&farm, Goods::named("=Tomato, \"red\"")).await;
            let reason = "Blurred picture".to_owned();
            let rejected = ProductEvent::ProductRejected { product_id: tomato, reason };
            market.append(tomato.uuid(), root.actor(), rejected).await;
            let order_id = market.checkout(&ada, &[&farm]).await[0];
            let reason = Some(Personal::new(ada.id.uuid(), "My aunt is ill".to_owned()));
            market.order_event(&ada, order_id, OrderEvent::OrderCancelled { order_id, reason }).await;
            Self { market, root, ada, farm, tomato, order: order_id }
        }

        async fn ask(&self, query: &str) -> Value {
            self.market.get_as(&self.root, &format!("/admin/audit?{query}")).await.ok()
        }

        async fn actions(&self, query: &str) -> Vec<String> {
            let found = self.ask(query).await;
            pluck(&found["entries"], "action").into_iter().map(str::to_owned).collect()
        }

        async fn table(&self, query: &str) -> String {
            let answer = self.market.get_as(&self.root, &format!("/admin/audit?format=csv&{query}")).await;
            assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
            assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"audit.csv\"");
            answer.ok().as_str().unwrap().to_owned()
        }
    }

    #[tokio::test]
    async fn entries_say_who_decided_what_when_and_why_newest_first() {
        let story = Story::tell().await;
        let found = story.ask("").await;
        let all = ["cancelled", "placed", "rejected", "listed", "approved", "opened", "opened"];
        assert_eq!(pluck(&found["entries"], "action"), all);
        assert_eq!(
            found["pagination"],
            json!({ "currentPage": 1, "totalPages": 1, "totalEntries": 7, "hasMore": false })
        );
        let rejected = &found["entries"][2];
        let root =
            json!({ "id": story.root.id, "name": "Root", "email": "root@example.org", "role": "admin" });
        assert_eq!(rejected["actor"], root);
        let subject = json!({ "type": "product", "id": story.tomato, "name": "=Tomato, \"red\"" });
        assert_eq!((&rejected["subject"], &rejected["reason"]), (&subject, &json!("Blurred picture")));
        assert_eq!(rejected["before"]["approvalStatus"], "pending");
        assert_eq!(rejected["after"]["approvalStatus"], "rejected");
        assert!(rejected["position"].as_u64() > found["entries"][3]["position"].as_u64());
        let placed = &found["entries"][1];
        assert_eq!(placed["actor"], json!({ "id": null, "name": "test", "email": "", "role": "system" }));
        assert_eq!((&placed["before"], &placed["subject"]["type"]), (&Value::Null, &json!("order")));
    }

    #[tokio::test]
    async fn filters_work_alone_and_combined() {
        let story = Story::tell().await;
        let Story { root, ada, farm, tomato, order, .. } = &story;
        for (query, expected) in [
            ("type=product".to_owned(), &["rejected", "listed"][..]),
            ("type=merchant".to_owned(), &["approved", "opened"]),
            ("type=nothing".to_owned(), &[]),
            ("action=placed".to_owned(), &["placed"]),
            (format!("actor={}", root.id), &["rejected", "approved", "opened"]),
            ("actor=ADA@example.org".to_owned(), &["cancelled"]),
            ("actor=test".to_owned(), &["placed"]),
            (format!("subject={tomato}"), &["rejected", "listed"]),
            (format!("subject={order}"), &["cancelled", "placed"]),
            (format!("subject={}", farm.id), &["approved", "opened"]),
            ("subject=tomato".to_owned(), &[]),
            (
                format!("merchant={}", farm.id),
                &["cancelled", "placed", "rejected", "listed", "approved", "opened"],
            ),
            (format!("type=product&actor={}&subject={tomato}", root.id), &["rejected"]),
            (format!("type=order&actor={}", ada.id), &["cancelled"]),
        ] {
            assert_eq!(story.actions(&query).await, expected, "{query}");
        }
    }

    #[tokio::test]
    async fn operator_actions_are_listed_with_actor_and_reason() {
        let mut story = Story::tell().await;
        let stream = StreamId::new(OrderEvent::CATEGORY, story.order.uuid());
        let step = Operated::parked_step("make_good_when_cancelled".to_owned(), stream);
        let view = Operated::view("catalog".to_owned());
        for (act, target, reason) in
            [(OperatorAct::Skip, &step, Some("Paid by hand".to_owned())), (OperatorAct::Rebuild, &view, None)]
        {
            let event = OperationEvent::OperatorActed { act, target: target.clone(), reason };
            story.market.append(target.id(), story.root.actor(), event).await;
        }
        let found = story.ask("type=view").await;
        let subject = json!({ "type": "view", "id": view.id(), "name": "catalog" });
        let entry = &found["entries"][0];
        assert_eq!((&entry["action"], &entry["subject"]), (&json!("rebuild"), &subject));
        assert_eq!((&entry["actor"]["name"], &entry["reason"]), (&json!("Root"), &Value::Null));
        let order = story.order;
        assert_eq!(story.actions(&format!("subject={order}")).await, ["skip", "cancelled", "placed"]);
        let table = story.table("type=parked-step").await;
        let row = quoted(&format!(
            "Root|root@example.org|skip|parked-step|{order}|make_good_when_cancelled order-{order}|Paid by hand"
        ));
        assert!(table.lines().nth(1).is_some_and(|line| line.ends_with(&row)), "{table}");
    }

    #[tokio::test]
    async fn a_time_filter_is_exact_to_the_microsecond_or_the_day() {
        let story = Story::tell().await;
        let found = story.ask("type=product").await;
        let at = |index: usize| found["entries"][index]["at"].as_str().unwrap().to_owned();
        let (rejected, listed) = (at(0), at(1));
        assert_eq!(story.actions(&format!("type=product&from={rejected}")).await, ["rejected"]);
        assert_eq!(story.actions(&format!("type=product&to={listed}")).await, ["listed"]);
        assert_eq!(story.actions(&format!("type=product&asOf={listed}")).await, ["listed"]);
        assert_eq!(story.actions(&format!("from={listed}&to={rejected}")).await, ["rejected", "listed"]);
        let day = &listed[..10];
        assert_eq!(story.actions(&format!("from={day}&to={day}&asOf={day}")).await.len(), 7);
        assert_eq!(story.actions("asOf=2001-01-01").await.len(), 0);
        assert_eq!(story.actions("from=9999-12-31").await.len(), 0);
        for name in ["from", "to", "asOf"] {
            let answer = story.market.get_as(&story.root, &format!("/admin/audit?{name}=yesterday")).await;
            assert_eq!(answer.refusal().0, 422);
            assert_eq!(answer.body["errors"][0]["field"], name);
        }
    }

    #[tokio::test]
    async fn pages_contain_every_decision_once() {
        let story = Story::tell().await;
        let mut seen = Vec::new();
        for page in 1..=4 {
            seen.extend(story.actions(&format!("limit=2&page={page}")).await);
        }
        assert_eq!(seen, story.actions("").await);
        let last = story.ask("limit=2&page=4").await;
        assert_eq!(
            last["pagination"],
            json!({ "currentPage": 4, "totalPages": 4, "totalEntries": 7, "hasMore": false })
        );
    }

    #[tokio::test]
    async fn the_audit_can_be_exported_as_csv() {
        let story = Story::tell().await;
        let table = story.table("limit=1").await;
        let rows: Vec<&str> = table.split_terminator("\r\n").collect();
        assert_eq!(rows.len(), 8, "{table}");
        assert_eq!(
            rows[0],
            quoted_head("at|actor|actor_email|action|subject_type|subject_id|subject|reason")
        );
        let tomato = story.tomato;
        let rejected = quoted(&format!(
            "Root|root@example.org|rejected|product|{tomato}|'=Tomato, \"\"red\"\"|Blurred picture"
        ));
        assert!(rows[3].ends_with(&rejected), "{table}");
        assert!(rows[3].starts_with("\"2026-09-2"), "{table}");
        let one = story.table(&format!("action=listed&subject={tomato}")).await;
        assert_eq!(one.lines().count(), 2, "{one}");
    }

    #[tokio::test]
    async fn a_long_csv_export_is_complete() {
        let mut story = Story::tell().await;
        let product_id = story.tomato;
        let count = usize::try_from(super::EXPORT_CHUNK).unwrap() + 3;
        for _ in 0..count {
            let event = ProductEvent::ProductFeatured { product_id };
            story.market.append(product_id.uuid(), story.root.actor(), event).await;
        }
        let table = story.table("action=featured").await;
        assert_eq!(table.lines().count(), count + 1);
        let mut moments: Vec<&str> =
            table.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
        assert!(moments.iter().rev().is_sorted());
        moments.dedup();
        assert_eq!(moments.len(), count);
    }

    #[tokio::test]
    async fn disputes_of_a_checkout_are_shown() {
        let mut story = Story::tell().await;
        let checkout = Checkout::of(vec![Order::new(7, &story.ada, &story.farm)]);
        story.market.append(checkout.id.uuid(), story.ada.actor(), checkout.started()).await;
        let disputed = checkout.disputed("dp_1", Cents(4_86));
        story.market.append(checkout.id.uuid(), Actor::system("stripe"), disputed).await;
        let found = story.ask("type=checkout").await;
        let entry = &found["entries"][0];
        assert_eq!((&entry["action"], &entry["reason"]), (&json!("disputed"), &json!("fraudulent")));
        assert_eq!((&entry["subject"]["name"], &entry["actor"]["name"]), (&json!("GS-7"), &json!("stripe")));
        let dispute = json!({ "id": "dp_1", "amount": 4.86, "status": "open" });
        assert_eq!(entry["after"]["disputes"], json!([dispute]));
    }

    #[tokio::test]
    async fn an_erased_person_has_no_name_and_no_reason() {
        let mut story = Story::tell().await;
        let (account_id, ada) = (story.ada.id, story.ada.clone());
        story.market.append(account_id.uuid(), ada.actor(), AccountEvent::AccountErased { account_id }).await;
        let found = story.ask("").await;
        let (erased, cancelled) = (&found["entries"][0], &found["entries"][1]);
        assert_eq!(
            (&erased["action"], &erased["subject"]["name"]),
            (&json!("erased"), &json!("Deleted user"))
        );
        assert_eq!(
            (&cancelled["actor"]["name"], &cancelled["actor"]["email"]),
            (&json!("Deleted user"), &json!(""))
        );
        assert_eq!(cancelled["reason"], Value::Null);
        let table = story.table("").await;
        assert!(!table.contains("Ada") && !table.contains("aunt"), "{table}");
    }
}
