use histories::{History, api_key_id, customer, merchant, session_id};
use serde_json::{Value, json};
use shared_events::events::{Browser, System, UserAgent};

use super::{super::testing::*, Sessions};

fn opened(history: &mut History, number: u128, generation: u32) {
    let agent = UserAgent { browser: Some(Browser::SamsungInternet), system: Some(System::Android) };
    history.system(customer(1).logged_in(session_id(number), generation, agent));
}

async fn tables_in_two_ways(history: &History, query: &str) -> Value {
    let mut at_once = Tables::of(&Sessions).await;
    at_once.apply(&Sessions, history.events()).await;
    let mut one_by_one = Tables::of(&Sessions).await;
    for event in history.events() {
        one_by_one.apply(&Sessions, std::slice::from_ref(event)).await;
    }
    assert_eq!(at_once.everything().await, one_by_one.everything().await);
    at_once.row(query).await
}

#[tokio::test]
async fn a_log_in_shows_the_names_of_browser_and_system() {
    let mut history = History::default();
    opened(&mut history, 1, 0);
    let row = tables_in_two_ways(&history, "SELECT browser, system FROM sessions").await;
    assert_eq!(row, json!({ "browser": "Samsung Internet", "system": "Android" }));
}

#[tokio::test]
async fn an_erased_account_has_no_browsers() {
    let mut history = History::default();
    opened(&mut history, 1, 0);
    history.system(customer(1).erased());
    let row = tables_in_two_ways(&history, "SELECT browser, system FROM sessions").await;
    assert_eq!(row, json!({ "browser": null, "system": null }));
}

#[tokio::test]
async fn a_log_out_ends_only_its_session() {
    let mut history = History::default();
    opened(&mut history, 1, 0);
    opened(&mut history, 2, 0);
    history.system(customer(1).logged_out(session_id(2)));
    let query = "SELECT count(*) AS all, count(*) FILTER (WHERE ended) AS ended FROM sessions";
    assert_eq!(tables_in_two_ways(&history, query).await, json!({ "all": 2, "ended": 1 }));
}

#[tokio::test]
async fn a_standing_has_the_valid_generation_and_whether_the_account_is_active() {
    let anna = customer(1);
    let mut history = History::default();
    history.system(anna.opened());
    for except in [None, Some(session_id(1))] {
        history.system(anna.all_sessions_ended(except));
    }
    history.admin(anna.deactivated());
    let query = "SELECT generation, survivor, active FROM standings";
    let expected = json!({ "generation": 2, "survivor": session_id(1), "active": false });
    assert_eq!(tables_in_two_ways(&history, query).await, expected);

    history.system(anna.all_sessions_ended(None));
    history.admin(anna.reactivated());
    let expected = json!({ "generation": 3, "survivor": null, "active": true });
    assert_eq!(tables_in_two_ways(&history, query).await, expected);

    history.system(anna.erased());
    let expected = json!({ "generation": 3, "survivor": null, "active": false });
    assert_eq!(tables_in_two_ways(&history, query).await, expected);
}

#[tokio::test]
async fn an_api_key_has_a_row_until_it_is_revoked_or_its_owner_erased() {
    let farm = merchant(1);
    let mut history = History::default();
    for number in 1..=3 {
        history.system(farm.api_key_created(api_key_id(number), "Till", &["orders:read", "products:read"]));
    }
    history.system(farm.api_key_revoked(api_key_id(2)));
    let query = "SELECT key_id, role, name, scopes FROM api_keys ORDER BY key_id LIMIT 1";
    let row = tables_in_two_ways(&history, query).await;
    let scopes = ["orders:read", "products:read"];
    assert_eq!(row, json!({ "key_id": api_key_id(1), "role": "merchant", "name": "Till", "scopes": scopes }));
    let count = "SELECT count(*) AS keys FROM api_keys";
    assert_eq!(tables_in_two_ways(&history, count).await, json!({ "keys": 2 }));
    history.system(farm.erased());
    assert_eq!(tables_in_two_ways(&history, count).await, json!({ "keys": 0 }));
}
