//! Tests of every described `GET`, including ones added later: a request that names the position of a write waits for
//! all views that its answer is read from, and no caller gets another person's data.

use std::{collections::BTreeSet, time::Duration};

use axum::http::{HeaderMap, StatusCode};
use futures_util::future::join_all;
use serde_json::Value;
use service_kit::position::STALE;

use crate::testing::{Goods, Market, Person};

/// How long requests wait for views in the test of waiting.
const MAX_WAIT: Duration = Duration::from_millis(300);

/// An operation, and the test's observations of it.
struct Operation {
    /// Its path in the OpenAPI document.
    path: String,
    /// Whether the document gives it the parameter `Greenstall-After`.
    takes_after: bool,
    /// A concrete path to something that exists.
    asked: String,
    /// Views without whose tables the operation fails.
    reads_from: BTreeSet<String>,
    /// Views that delay the answer, or make it stale, when they lag.
    waits_for: BTreeSet<String>,
}

/// Every described `GET`. A new path with parameters needs a line in the scene.
fn operations(parameter: impl Fn(&str) -> String) -> Vec<Operation> {
    let document = serde_json::to_value(crate::document()).expect("plain data");
    let paths = document["paths"].as_object().expect("paths").iter();
    let all = paths.filter(|(_, item)| item.get("get").is_some()).map(|(path, item)| {
        let parameters = item["get"]["parameters"].as_array().cloned().unwrap_or_default();
        let takes_after = parameters.iter().any(|one| one["name"] == "Greenstall-After");
        let asked = if path.contains('{') { parameter(path) } else { with_query(path) };
        let (reads_from, waits_for) = Default::default();
        Operation { path: path.clone(), takes_after, asked, reads_from, waits_for }
    });
    all.collect()
}

/// The path with its required query parameters.
fn with_query(path: &str) -> String {
    match path {
        "/locations/near" => "/locations/near?lat=44.48&lon=-73.21".to_owned(),
        "/admin/parked/dry-run" => {
            "/admin/parked/dry-run?owner=catalog&stream=product-00000000-0000-0000-0000-000000000001"
                .to_owned()
        }
        "/admin/story" => "/admin/story?position=12".to_owned(),
        "/products/suggest" => "/products/suggest?q=tom".to_owned(),
        "/reports/sales" => "/reports/sales?by=day&from=2026-09-01&to=2026-12-31".to_owned(),
        _ => path.to_owned(),
    }
}

struct Scene {
    market: Market,
    customer: Person,
    everybody: Vec<Option<Person>>,
    product: String,
    order: String,
    conversation: String,
    merchant: String,
}

impl Scene {
    async fn set() -> Self {
        let mut market = Market::with_max_wait(MAX_WAIT).await;
        let farm = market.merchant("Green Farm", "05401").await;
        let (ada, root) = (market.customer("Ada").await, market.admin().await);
        let product = market.product(&farm, Goods::default()).await.to_string();
        let order = market.checkout(&ada, &[&farm]).await[0].to_string();
        let conversation = market.conversation(&ada, &farm).await.to_string();
        let hook = farm.webhook_created(histories::webhook_id(1), "https://till.example/", &["order.placed"]);
        market.append(farm.id.uuid(), farm.actor(), hook).await;
        market.settled().await;
        let merchant = farm.id.to_string();
        let everybody = vec![None, Some(ada.clone()), Some(farm), Some(root)];
        Self { market, customer: ada, everybody, product, order, conversation, merchant }
    }

    fn parameter(&self, path: &str) -> String {
        match path {
            "/products/{id}" | "/products/{id}/reviews" => path.replace("{id}", &self.product),
            "/orders/{id}" => path.replace("{id}", &self.order),
            "/messages/{id}" => path.replace("{id}", &self.conversation),
            "/users/{id}" => path.replace("{id}", &self.merchant),
            "/locations/zip/{zip}" => "/locations/zip/05401".to_owned(),
            "/admin/views/{name}/parked" | "/admin/views/{name}/review" => path.replace("{name}", "catalog"),
            "/admin/streams/{stream}" => {
                "/admin/streams/product-00000000-0000-0000-0000-000000000001".to_owned()
            }
            "/admin/why/{kind}/{id}" => "/admin/why/product/00000000-0000-0000-0000-000000000001".to_owned(),
            "/admin/users/{id}/api-keys" => path.replace("{id}", &self.merchant),
            "/webhooks/{id}/deliveries" => path.replace("{id}", &histories::webhook_id(1).to_string()),
            "/admin/people/{who}" => format!("/admin/people/{}", self.customer.id),
            "/admin/events/{position}" => "/admin/events/12".to_owned(),
            // This file does not exist.
            "/uploads/{kind}/{owner}/{file}" => "/uploads/products/x/x.webp".to_owned(),
            _ => panic!("say in every_read.rs what {path} is asked for"),
        }
    }

    async fn ask(&self, person: Option<&Person>, path: &str, after: Option<u64>) -> (StatusCode, HeaderMap) {
        let mut headers = Vec::new();
        if let Some(person) = person {
            headers.push(("Authorization", format!("Bearer {}", self.market.token_of(person))));
        }
        if let Some(after) = after {
            headers.push(("Greenstall-After", after.to_string()));
        }
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.market.head(path, &headers).await
    }

    /// The first caller, if any, who gets a successful answer from this path.
    async fn who_may(&self, path: &str) -> Option<&Option<Person>> {
        for person in &self.everybody {
            if self.ask(person.as_ref(), path, None).await.0.is_success() {
                return Some(person);
            }
        }
        None
    }
}

#[tokio::test]
async fn every_answer_waits_for_all_views_it_reads() {
    let scene = Scene::set().await;
    let mut operations = operations(|path| scene.parameter(path));
    let mut callers = Vec::new();
    for Operation { path, asked, .. } in &operations {
        let caller = scene.who_may(asked).await;
        assert!(caller.is_some() || path.starts_with("/uploads/"), "nobody may {path}");
        let nobodys_file = path.starts_with("/uploads/").then_some(&scene.customer);
        callers.push(caller.and_then(Option::as_ref).or(nobodys_file));
    }
    let ask = async |operations: &[Operation], after| {
        let all = operations.iter().zip(&callers);
        join_all(all.map(|(operation, caller)| scene.ask(*caller, &operation.asked, after))).await
    };

    let views = scene.market.views();
    for view in &views {
        // An operation that reads a view answers 503 while its tables are hidden.
        scene.market.hide(view, true).await;
        let answers = ask(&operations, None).await;
        scene.market.hide(view, false).await;
        for (operation, (status, _)) in operations.iter_mut().zip(answers) {
            if status == StatusCode::SERVICE_UNAVAILABLE {
                operation.reads_from.insert((*view).to_owned());
            }
        }
    }
    scene.market.stop_views().await;
    for view in &views {
        let position = scene.market.all_but_one_move_on(view).await;
        let answers = ask(&operations, Some(position)).await;
        for (operation, (status, headers)) in operations.iter_mut().zip(answers) {
            // A token is not accepted while the view `sessions` is behind.
            if headers.contains_key(STALE) || status == StatusCode::SERVICE_UNAVAILABLE {
                operation.waits_for.insert((*view).to_owned());
            }
        }
    }
    let mut reads = 0;
    for Operation { path, takes_after, reads_from, waits_for, .. } in operations {
        reads += reads_from.len();
        assert!(reads_from.is_subset(&waits_for), "{path} reads {reads_from:?} and waits for {waits_for:?}");
        assert_eq!(takes_after, !waits_for.is_empty(), "{path} is described to wait, or not to");
    }
    assert!(reads > 20, "what is read is found out: {reads}");
}

#[tokio::test]
async fn no_answer_contains_another_persons_data() {
    const NAMES: [&str; 4] = ["Zelda", "Yorick", "Xanthippe", "Wolfram"];
    let mut scene = Scene::set().await;
    let farm = scene.everybody[2].clone().expect("a merchant");
    let mut people = Vec::new();
    for name in NAMES {
        let person = scene.market.customer(name).await;
        scene.order = scene.market.checkout(&person, &[&farm]).await[0].to_string();
        scene.conversation = scene.market.conversation(&person, &farm).await.to_string();
        let asked: Vec<String> =
            operations(|path| scene.parameter(path)).into_iter().map(|operation| operation.asked).collect();
        people.push((person, asked));
    }
    scene.market.settled().await;
    let others = |name: &str, body: &Value| {
        let body = body.to_string();
        NAMES.iter().filter(|other| **other != name).find(|other| body.contains(**other)).copied()
    };
    // First each person requests their own data. Then each requests everybody's data at once, with the owners' tags.
    let mut tags = Vec::new();
    for (person, asked) in &people {
        for path in asked.iter().filter(|path| *path != "/stream") {
            let answer = scene.market.get_as(person, path).await;
            assert_eq!(others(&person.name, &answer.body), None, "{path} as {}", person.name);
            let tag = answer.headers.get("etag").map(|tag| tag.to_str().expect("text").to_owned());
            tags.push((person, path, tag, answer.body));
        }
    }
    let market = &scene.market;
    let asked = people.iter().flat_map(|(person, _)| tags.iter().map(move |owned| (person, owned)));
    let answers = asked.map(async |(person, (owner, path, tag, body))| {
        let token = format!("Bearer {}", market.token_of(person));
        let tag = tag.as_deref().unwrap_or("\"none\"");
        let answer = market.send(path, &[("Authorization", &token), ("If-None-Match", tag)]).await;
        assert_eq!(others(&person.name, &answer.body), None, "{path} as {}", person.name);
        let is_theirs = !body.to_string().contains(&owner.name) || person.id == owner.id;
        assert!(answer.status != 304 || is_theirs, "{path} of {} is known to {}", owner.name, person.name);
    });
    join_all(answers).await;
    assert_eq!(scene.market.get_as(&scene.customer, "/auth/me").await.ok()["name"], "Ada");
}
