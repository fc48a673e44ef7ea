use serde_json::{Value, json};
use shared_events::{
    events::{AccountEvent, Browser, CredentialEvent, SessionEvent, System, UserAgent},
    ids::SessionId,
};
use uuid::Uuid;

use super::{super::testing::*, Sessions};

fn session(number: u128) -> SessionId {
    SessionId::new(Uuid::from_u128(0xE000 + number))
}

fn opened(history: &mut History, number: u128, generation: u32) {
    let (account_id, session_id) = (account_id(1), session(number));
    let agent = UserAgent { browser: Some(Browser::SamsungInternet), system: Some(System::Android) };
    let opened = SessionEvent::SessionOpened { account_id, session_id, generation, agent };
    history.system(session_id.uuid(), &opened);
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
    history.system(account_id(1).uuid(), &AccountEvent::AccountErased { account_id: account_id(1) });
    let row = tables_in_two_ways(&history, "SELECT browser, system FROM sessions").await;
    assert_eq!(row, json!({ "browser": null, "system": null }));
}

#[tokio::test]
async fn a_log_in_is_a_row_until_the_log_out() {
    let mut history = History::default();
    opened(&mut history, 1, 0);
    opened(&mut history, 2, 0);
    let ended = SessionEvent::SessionEnded { account_id: account_id(1), session_id: session(2) };
    history.system(session(2).uuid(), &ended);
    let query = "SELECT count(*) AS all, count(*) FILTER (WHERE ended) AS ended FROM sessions";
    assert_eq!(tables_in_two_ways(&history, query).await, json!({ "all": 2, "ended": 1 }));
}

#[tokio::test]
async fn an_account_says_which_generation_goes_on_and_whether_it_is_shut_out() {
    let id = account_id(1);
    let mut history = History::default();
    history.system(id.uuid(), &customer_opened(1));
    for except in [None, Some(session(1))] {
        history.system(id.uuid(), &CredentialEvent::AllSessionsEnded { account_id: id, except });
    }
    history.add(id.uuid(), admin(), &AccountEvent::AccountDeactivated { account_id: id, reason: None });
    let query = "SELECT generation, survivor, active FROM standings";
    let expected = json!({ "generation": 2, "survivor": session(1), "active": false });
    assert_eq!(tables_in_two_ways(&history, query).await, expected);

    history.system(id.uuid(), &CredentialEvent::AllSessionsEnded { account_id: id, except: None });
    history.add(id.uuid(), admin(), &AccountEvent::AccountReactivated { account_id: id, reason: None });
    let expected = json!({ "generation": 3, "survivor": null, "active": true });
    assert_eq!(tables_in_two_ways(&history, query).await, expected);

    history.system(id.uuid(), &AccountEvent::AccountErased { account_id: id });
    let expected = json!({ "generation": 3, "survivor": null, "active": false });
    assert_eq!(tables_in_two_ways(&history, query).await, expected);
}
