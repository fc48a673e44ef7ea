//! Tests of the operators' endpoints for a person's data.

use std::sync::Arc;

use async_trait::async_trait;
use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::rate_limits::PEOPLE_PER_ADMIN_AND_DAY;
use futures_util::{StreamExt, stream, stream::BoxStream};
use serde_json::{Value, json};
use shared_events::{
    Actor, Role, StreamId,
    events::{Operated, OperationEvent, OperatorAct},
    ids::AccountId,
};

use crate::{
    http::{
        market::Market,
        testing::{PASSWORD, Person, Shop},
    },
    operations::{Failed, NotDone, Operations, Refusal},
};

const FORGOTTEN: &str = "This person is forgotten already";

/// A port that holds the exported data of people.
struct Archive;

#[async_trait]
impl Operations for Archive {
    async fn find(&self, _name: &str, _stream: Option<&StreamId>) -> Result<Operated, NotDone> {
        Err(Refusal::NotFound.into())
    }

    async fn act(&self, _act: OperatorAct, _on: &Operated, _by: AccountId) -> Result<(), NotDone> {
        Err(Refusal::NotFound.into())
    }

    async fn export_person(
        &self,
        account: AccountId,
    ) -> Result<BoxStream<'static, Result<String, Failed>>, Failed> {
        let pieces = [format!("{{\"account\":\"{account}\","), "\"events\":[]}".to_owned()];
        Ok(stream::iter(pieces.map(Ok)).boxed())
    }
}

fn path(person: &Person, act: &str) -> String {
    format!("/admin/people/{}/{act}", person.id)
}

fn why() -> Value {
    json!({"reason": " Asked for by letter. ", "currentPassword": PASSWORD})
}

/// The recorded operations on a person, with their actors.
async fn record(shop: &Shop, person: &Person) -> Vec<(OperationEvent, Actor)> {
    let id = Operated::person(AccountId::new(person.id)).id();
    let events = shop.app.writer.log.load(id).await.unwrap();
    events.into_iter().map(|recorded| (recorded.event, recorded.actor)).collect()
}

fn acted(act: OperatorAct, person: &Person, by: &Person) -> (OperationEvent, Actor) {
    let target = Operated::person(AccountId::new(person.id));
    let reason = Some("Asked for by letter.".to_owned());
    let actor = Actor::Account { id: AccountId::new(by.id), role: Role::Admin };
    (OperationEvent::OperatorActed { act, target, reason }, actor)
}

#[tokio::test]
async fn an_export_is_a_file_and_is_audited() {
    let mut shop = Shop::open();
    shop.exchange_operations(Arc::new(Archive));
    let (anna, root) = (shop.customer().await, shop.admin().await);
    let reply = shop.post(&path(&anna, "export"), Some(&root), &why()).await;
    assert_eq!(reply.status, StatusCode::OK, "{:?}", reply.body);
    assert_eq!(reply.body, json!({"account": anna.id, "events": []}));
    let name = format!("attachment; filename=\"person-{}.json\"", anna.id);
    assert_eq!(reply.headers["content-disposition"], name);
    assert_eq!(record(&shop, &anna).await, [acted(OperatorAct::Export, &anna, &root)]);
}

#[tokio::test]
async fn a_failure_is_recorded_without_personal_data() {
    let shop = Shop::open();
    let (anna, root) = (shop.customer().await, shop.admin().await);
    let reply = shop.post(&path(&anna, "export"), Some(&root), &why()).await;
    reply.refused(StatusCode::SERVICE_UNAVAILABLE);
    let (failed, _) = record(&shop, &anna).await.pop().unwrap();
    let target = Operated::person(AccountId::new(anna.id));
    let cause = "It went wrong".to_owned();
    assert_eq!(failed, OperationEvent::OperatorActFailed { act: OperatorAct::Export, target, cause });
}

#[tokio::test]
async fn a_person_is_erased_once() {
    let shop = Shop::open();
    let (anna, root) = (shop.customer().await, shop.admin().await);
    let reply = shop.post(&path(&anna, "erase"), Some(&root), &why()).await;
    assert_eq!(reply.done(StatusCode::OK), &json!({"success": true}));
    assert_eq!(record(&shop, &anna).await, [acted(OperatorAct::Erase, &anna, &root)]);
    assert_eq!(shop.history("account", anna.id).await.last().unwrap(), "AccountErased");
    let own = shop.put("/users/profile", Some(&anna), &json!({"name": "Anna"})).await;
    own.refused(StatusCode::UNAUTHORIZED);
    for act in ["erase", "export"] {
        let again = shop.post(&path(&anna, act), Some(&root), &why()).await;
        assert_eq!(again.refused(StatusCode::CONFLICT), FORGOTTEN);
    }
    assert_eq!(record(&shop, &anna).await.len(), 1);
}

#[tokio::test]
async fn a_person_with_open_orders_is_erased_only_on_explicit_request() {
    let market = Market::open().await;
    let shop = &market.shop;
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pays(&payment).await;
    let text = "This person has orders that are not finished. Finish or cancel them first.";
    for who in [&market.anna, &market.mia] {
        let reply = shop.post(&path(who, "erase"), Some(&market.admin), &why()).await;
        assert_eq!(reply.refused(StatusCode::CONFLICT), text);
        assert_eq!(record(shop, who).await, []);
    }
    let knowingly =
        json!({"reason": "A court wants it.", "withOpenOrders": true, "currentPassword": PASSWORD});
    shop.post(&path(&market.anna, "erase"), Some(&market.admin), &knowingly).await.done(StatusCode::OK);
}

#[tokio::test]
async fn missing_people_admins_and_missing_reasons_are_refused() {
    let shop = Shop::open();
    let (anna, root) = (shop.customer().await, shop.admin().await);
    let itself = shop.post(&path(&root, "erase"), Some(&root), &why()).await;
    assert_eq!(itself.refused(StatusCode::CONFLICT), "Admin accounts cannot be deleted here");
    for act in ["export", "erase"] {
        for who in ["7", "00000000-0000-0000-0000-000000000007"] {
            let nobody = shop.post(&format!("/admin/people/{who}/{act}"), Some(&root), &why()).await;
            assert_eq!(nobody.refused(StatusCode::NOT_FOUND), "User not found");
        }
        let path = path(&anna, act);
        let silent = shop.post(&path, Some(&root), &json!({"reason": " "})).await;
        assert_eq!(silent.refused(StatusCode::UNPROCESSABLE_ENTITY), "A reason is required");
        shop.post(&path, Some(&anna), &why()).await.refused(StatusCode::FORBIDDEN);
        shop.post(&path, None, &why()).await.refused(StatusCode::UNAUTHORIZED);
    }
    assert_eq!(record(&shop, &anna).await, []);
}

#[tokio::test]
async fn a_token_alone_exports_and_erases_nobody() {
    let shop = Shop::open();
    let (anna, root) = (shop.customer().await, shop.admin().await);
    for act in ["export", "erase"] {
        for (password, text) in [
            (json!(null), "Current password is required"),
            (json!("Secret-2!"), "Current password is incorrect"),
        ] {
            let body = json!({"reason": "Asked for by letter.", "currentPassword": password});
            let reply = shop.post(&path(&anna, act), Some(&root), &body).await;
            assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), text);
        }
    }
    assert_eq!(record(&shop, &anna).await, []);
}

#[tokio::test]
async fn an_admin_acts_on_a_few_people_a_day() {
    let shop = Shop::open();
    let (anna, root) = (shop.customer().await, shop.admin().await);
    let nobody = "/admin/people/00000000-0000-0000-0000-000000000007/erase";
    for _ in 0..PEOPLE_PER_ADMIN_AND_DAY {
        shop.post(nobody, Some(&root), &why()).await.refused(StatusCode::NOT_FOUND);
    }
    let reply = shop.post(&path(&anna, "erase"), Some(&root), &why()).await;
    let text = "You have exported or erased as many people as an admin may in a day. Please try again later.";
    assert_eq!(reply.refused(StatusCode::TOO_MANY_REQUESTS), text);
    assert_eq!(reply.headers["retry-after"], "86400");
    shop.clock.advance(TimeDelta::days(1));
    let log_in = json!({"email": "ada@example.com", "password": PASSWORD});
    let token = shop.post("/auth/login", None, &log_in).await.done(StatusCode::OK)["token"].clone();
    let root = Person { token: token.as_str().unwrap().to_owned(), ..root };
    shop.post(&path(&anna, "erase"), Some(&root), &why()).await.done(StatusCode::OK);
}
