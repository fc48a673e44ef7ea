//! Golden files: one JSON file for every event version that was ever written, `golden/<category>/<Type>.v<N>.json`.
//!
//! They are what the log holds. Each must still load, and the newest version of each type must be written exactly as
//! its file says; so an event's shape cannot change without a new version, an upcaster and a new file. A file is never
//! edited.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeSet, fs, path::PathBuf};

use serde_json::{Value, json};
use shared_events::{
    Event, Personal, RawEvent, decode, encode,
    events::{
        AccountEvent, CheckoutEvent, CredentialEvent, EmailEvent, OrderEvent, ProductEvent, ShopperEvent,
        StockEvent,
    },
    personal::{self, SubjectKey},
    upcast::newest_version,
};
use uuid::Uuid;

fn folder(category: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "golden", category].iter().collect()
}

fn golden_files<E: Event>() -> Vec<RawEvent> {
    let entries =
        fs::read_dir(folder(E::CATEGORY)).unwrap_or_else(|error| panic!("{}: {error}", E::CATEGORY));
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let (event_type, version) =
                stem.rsplit_once(".v").unwrap_or_else(|| panic!("{stem}: no version"));
            RawEvent {
                event_type: event_type.to_owned().into(),
                schema_version: version.parse().unwrap(),
                data: serde_json::from_slice(&fs::read(&path).unwrap()).unwrap(),
            }
        })
        .collect()
}

fn check<E: Event>() {
    let files = golden_files::<E>();
    let mut newest_seen = BTreeSet::new();
    for raw in files {
        let event: E = decode(raw.clone()).unwrap();
        if raw.schema_version == newest_version(&raw.event_type) {
            assert_eq!(
                encode(&event),
                raw,
                "{} is written in another shape than its golden file",
                raw.event_type
            );
            newest_seen.insert(raw.event_type.to_string());
        }
    }
    let types: BTreeSet<String> = E::TYPES.iter().map(ToString::to_string).collect();
    assert_eq!(newest_seen, types, "every type of {} has a golden file of its newest version", E::CATEGORY);
}

#[test]
fn account_events_are_stored_as_promised() {
    check::<AccountEvent>();
}

#[test]
fn checkout_events_are_stored_as_promised() {
    check::<CheckoutEvent>();
}

#[test]
fn credential_events_are_stored_as_promised() {
    check::<CredentialEvent>();
}

#[test]
fn email_events_are_stored_as_promised() {
    check::<EmailEvent>();
}

#[test]
fn order_events_are_stored_as_promised() {
    check::<OrderEvent>();
}

#[test]
fn product_events_are_stored_as_promised() {
    check::<ProductEvent>();
}

#[test]
fn shopper_events_are_stored_as_promised() {
    check::<ShopperEvent>();
}

#[test]
fn stock_events_are_stored_as_promised() {
    check::<StockEvent>();
}

#[test]
fn a_missing_field_is_refused_and_named() {
    let raw = RawEvent {
        event_type: "EmailClaimed".into(),
        schema_version: 1,
        data: Value::Object(serde_json::Map::new()),
    };
    let error = decode::<EmailEvent>(raw).unwrap_err();
    assert!(error.to_string().contains("accountId"), "{error}");
}

/// What a sealed value looks like in the log, byte for byte: a box that an older program wrote must open for ever.
#[test]
fn sealed_data_is_stored_as_promised() {
    let event_id = Uuid::from_u128(0x0199_c0de);
    let person = Uuid::from_u128(7);
    let key_of = |_: Uuid| Some(SubjectKey([42; 32]));
    let open = json!({ "name": Personal::new(person, "Cora Customer") });
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "golden", "sealed.json"].iter().collect();
    let stored: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();

    let mut sealed = open.clone();
    personal::seal(&mut sealed, event_id, &key_of);
    assert_eq!(sealed, stored);

    let mut opened = stored;
    personal::open(&mut opened, event_id, &key_of).unwrap();
    assert_eq!(opened, open);
}
