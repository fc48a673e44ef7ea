//! Rules for keyrings.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use shared_events::{Personal, Position, events::CredentialEvent, ids::AccountId};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::Fixture;
use crate::{Append, AppendFailed, Categories, EventLog, ExpectedVersion, Provenance};

const ANNA: Uuid = Uuid::from_u128(1);
const BEN: Uuid = Uuid::from_u128(2);

fn both() -> BTreeSet<Uuid> {
    BTreeSet::from([ANNA, BEN])
}

pub(crate) async fn a_key_is_made_once(fixture: &impl Fixture) {
    let (keyring, another) = (fixture.keyring(), fixture.another_keyring().await);
    let made = keyring.find_or_make(&both()).await.unwrap();
    assert_eq!(made.len(), 2);
    assert_eq!(keyring.find_or_make(&both()).await.unwrap(), made);
    assert_eq!(another.find_or_make(&both()).await.unwrap(), made);
    assert_eq!(another.find(&both()).await.unwrap(), made);
}

pub(crate) async fn a_missing_key_is_not_found(fixture: &impl Fixture) {
    let keyring = fixture.keyring();
    keyring.find_or_make(&BTreeSet::from([ANNA])).await.unwrap();
    let found = keyring.find(&both()).await.unwrap();
    assert_eq!(found.keys().collect::<Vec<_>>(), [&ANNA]);
    assert!(keyring.find(&BTreeSet::new()).await.unwrap().is_empty());
}

pub(crate) async fn each_subject_has_a_key_of_its_own(fixture: &impl Fixture) {
    let made = fixture.keyring().find_or_make(&both()).await.unwrap();
    assert_ne!(made[&ANNA], made[&BEN]);
}

pub(crate) async fn an_erased_subject_gets_no_new_key(fixture: &impl Fixture) {
    let (keyring, another) = (fixture.keyring(), fixture.another_keyring().await);
    another.find_or_make(&both()).await.unwrap();
    keyring.erase(ANNA).await.unwrap();
    keyring.erase(ANNA).await.unwrap();
    for keyring in [keyring, another] {
        assert_eq!(keyring.find(&both()).await.unwrap().keys().collect::<Vec<_>>(), [&BEN]);
        assert_eq!(keyring.find_or_make(&both()).await.unwrap().keys().collect::<Vec<_>>(), [&BEN]);
    }
}

pub(crate) async fn a_subject_can_be_erased_before_it_has_a_key(fixture: &impl Fixture) {
    let keyring = fixture.keyring();
    keyring.erase(ANNA).await.unwrap();
    assert_eq!(keyring.find_or_make(&both()).await.unwrap().keys().collect::<Vec<_>>(), [&BEN]);
}

pub(crate) async fn keyrings_that_create_the_same_keys_concurrently_agree(fixture: &impl Fixture) {
    let subjects: BTreeSet<Uuid> = (0..100).map(Uuid::from_u128).collect();
    let mut tasks = JoinSet::new();
    for _ in 0..4 {
        let (keyring, subjects) = (fixture.another_keyring().await, subjects.clone());
        tasks.spawn(async move { keyring.find_or_make(&subjects).await.unwrap() });
    }
    let answers = tasks.join_all().await;
    assert_eq!(answers[0].len(), 100);
    assert!(answers.iter().all(|keys| *keys == answers[0]));
}

pub(crate) async fn each_of_many_concurrent_searches_gets_its_own_keys(fixture: &impl Fixture) {
    let keyring = fixture.keyring();
    let all: BTreeSet<Uuid> = (0..50).map(Uuid::from_u128).collect();
    let keys = keyring.find_or_make(&all).await.unwrap();
    let searches = (0..200_u128).map(async |number| {
        // Of the wanted keys, those from 50 on do not exist.
        let wanted: BTreeSet<Uuid> = (number % 50..number % 50 + number % 4).map(Uuid::from_u128).collect();
        let expected = wanted.iter().filter_map(|subject| Some((*subject, keys.get(subject)?.clone())));
        assert_eq!(keyring.find(&wanted).await.unwrap(), expected.collect(), "search {number}");
    });
    join_all(searches).await;
}

pub(crate) async fn personal_data_is_unreadable_once_its_key_is_erased(fixture: &impl Fixture) {
    let log = EventLog::new(fixture.store(), fixture.keyring());
    let account_id = AccountId::new(ANNA);
    let set =
        |hash: &str| CredentialEvent::PasswordSet { account_id, hash: Personal::new(ANNA, hash.to_owned()) };
    let append = async |command: u128, event| {
        let at = chrono::DateTime::from_timestamp(1_795_000_000, 0).unwrap();
        let provenance =
            Provenance::of_command(Uuid::from_u128(command), shared_events::Actor::system("test"), at);
        let append = Append { id: ANNA, expected: ExpectedVersion::Any, events: vec![event] };
        log.append(&provenance, append).await
    };
    append(1, set("$argon2id$secret")).await.unwrap();
    let stored = fixture.store().read_all(Position::START, &Categories::All, 10).await.unwrap();
    assert!(!stored.events[0].event.data.to_string().contains("secret"), "the store sees no plain text");
    let loaded = log.load::<CredentialEvent>(ANNA).await.unwrap();
    assert_eq!(loaded[0].event, set("$argon2id$secret"));

    log.keyring().erase(ANNA).await.unwrap();
    let loaded = log.load::<CredentialEvent>(ANNA).await.unwrap();
    let erased = CredentialEvent::PasswordSet { account_id, hash: Personal::erased(ANNA) };
    assert_eq!(loaded[0].event, erased);
    let error = append(2, set("another")).await.unwrap_err();
    assert!(matches!(error, AppendFailed::Erased(subject) if subject == ANNA), "{error}");
}
