//! Golden-file tests of every event version ever written.
//!
//! `golden/<category>/<Type>.v<N>.json` has every optional member, `<Type>.v<N>.bare.json` has none, and
//! `<Type>.v<N>.sparse.json` lacks only those inside other members. Beside them, `<Type>.v<N>.shape.txt` lists what the
//! type of that version expects at each place.
//!
//! The files have the form of events in the log, and each file must still load. The newest version of each type must be
//! written exactly as in its files, and must expect exactly its shape. So an event's shape cannot change without a new
//! version, an upcaster and new files. A file is never edited: `golden/SHA256SUMS` lists the checksums of all files.
//!
//! `UPDATE_GOLDEN=1` writes missing shapes and checksums. It never changes existing ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod sums;
mod totality;
mod tracer;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::PathBuf,
};

use serde_json::{Value, json};
use shared_events::{
    Event, Payload, Personal, RawEvent, decode, encode,
    events::{
        AccountEvent, ApiKeyEvent, CheckoutEvent, ConversationEvent, CorrespondenceEvent, CredentialEvent,
        EmailEvent, FavouriteEvent, InboxEvent, InquiryEvent, OperationEvent, OrderEvent, ProductEvent,
        ReviewEvent, SessionEvent, ShopperEvent, StallEvent, StockEvent, ViewsEvent, WebhookDeliveryEvent,
        WebhookEvent,
    },
    personal::{self, SubjectKey},
    upcast::newest_version,
};
use uuid::Uuid;

use self::tracer::{Lines, Tagged};

/// Whether missing files are to be written.
fn updating() -> bool {
    env::var_os("UPDATE_GOLDEN").is_some()
}

fn golden() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "golden"].iter().collect()
}

fn golden_files<E: Event>() -> Vec<RawEvent> {
    let folder = golden().join(E::CATEGORY);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", E::CATEGORY));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let (event_type, version) = stem.split_once(".v").unwrap_or_else(|| panic!("{stem}: no version"));
            let number = version.split('.').next().unwrap();
            RawEvent {
                event_type: event_type.to_owned().into(),
                schema_version: number.parse().unwrap(),
                data: serde_json::from_slice(&fs::read(&path).unwrap()).unwrap(),
            }
        })
        .collect()
}

/// What the type expects at each place, combined from all files of its newest version.
fn shapes<E: Event>(files: &[RawEvent]) -> BTreeMap<String, String> {
    let mut shapes: BTreeMap<String, Lines> = BTreeMap::new();
    for raw in files.iter().filter(|raw| raw.schema_version == newest_version(&raw.event_type)) {
        let lines = shapes.entry(raw.event_type.to_string()).or_default();
        let data = raw.data.to_value().unwrap();
        let tagged = Tagged { event_type: &raw.event_type, data: &data, lines };
        E::deserialize(tagged).unwrap_or_else(|error| panic!("{}: {error}", raw.event_type));
    }
    let text = |lines: Lines| {
        let lines = RefCell::into_inner(lines);
        lines.into_iter().map(|line| line + "\n").collect()
    };
    shapes.into_iter().map(|(event_type, lines)| (event_type, text(lines))).collect()
}

fn check<E: Event>() {
    let files = golden_files::<E>();
    let mut newest_seen = BTreeSet::new();
    for raw in &files {
        let event: E = decode(raw.clone()).unwrap();
        if raw.schema_version == newest_version(&raw.event_type) {
            assert_eq!(
                &encode(&event),
                raw,
                "{} is written in another shape than its golden file",
                raw.event_type
            );
            newest_seen.insert(raw.event_type.to_string());
        }
    }
    let types: BTreeSet<String> = E::TYPES.iter().map(ToString::to_string).collect();
    assert_eq!(newest_seen, types, "every type of {} has a golden file of its newest version", E::CATEGORY);
    for (event_type, shape) in shapes::<E>(&files) {
        check_shape::<E>(&event_type, &shape);
        check_presence(&event_type, &shape, &files);
    }
}

/// This must run before the checksums are written, because they include the shapes.
fn write_new_shapes() {
    check::<AccountEvent>();
    check::<ApiKeyEvent>();
    check::<CheckoutEvent>();
    check::<ConversationEvent>();
    check::<CorrespondenceEvent>();
    check::<CredentialEvent>();
    check::<EmailEvent>();
    check::<FavouriteEvent>();
    check::<OperationEvent>();
    check::<OrderEvent>();
    check::<ProductEvent>();
    check::<ReviewEvent>();
    check::<SessionEvent>();
    check::<ShopperEvent>();
    check::<StallEvent>();
    check::<StockEvent>();
    check::<ViewsEvent>();
    check::<WebhookDeliveryEvent>();
    check::<WebhookEvent>();
}

fn check_shape<E: Event>(event_type: &str, shape: &str) {
    let version = newest_version(event_type);
    let path = golden().join(E::CATEGORY).join(format!("{event_type}.v{version}.shape.txt"));
    if updating() && !path.exists() {
        fs::write(&path, shape).unwrap();
    }
    let promised = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_GOLDEN=1 writes it", path.display()));
    assert_eq!(
        shape,
        promised,
        "{event_type} asks for something else than {} says: stored events have that shape. Give the type a new \
         version: an upcaster and new golden files; the old ones stay as they are",
        path.display()
    );
}

/// Checks that each optional member is present in one file and missing in another, and that no list is empty in all
/// files. Without such a file, no test of the log's readers covers the case.
fn check_presence(event_type: &str, shape: &str, files: &[RawEvent]) {
    let newest: Vec<Value> = files
        .iter()
        .filter(|raw| raw.event_type == event_type && raw.schema_version == newest_version(event_type))
        .map(|raw| raw.data.to_value().unwrap())
        .collect();
    for line in shape.lines() {
        let (place, what) = line.split_once(' ').unwrap();
        let found: Vec<&Value> = newest.iter().flat_map(|data| at(data, place)).collect();
        match what {
            "optional" => {
                assert!(found.iter().any(|value| !value.is_null()), "{event_type}: no file has {place}");
                assert!(found.iter().any(|value| value.is_null()), "{event_type}: every file has {place}");
            }
            "list" => {
                let filled =
                    found.iter().any(|value| value.as_array().is_some_and(|items| !items.is_empty()));
                assert!(filled, "{event_type}: no file has anything in {place}");
            }
            _ => {}
        }
    }
}

/// The values at a place, in which `*` stands for every item of a list.
fn at<'a>(data: &'a Value, place: &str) -> Vec<&'a Value> {
    place.split('/').filter(|part| !part.is_empty()).fold(vec![data], |values, part| {
        let within = |value: &'a Value| match (value, part) {
            (Value::Array(items), "*") => items.iter().collect(),
            (Value::Object(members), name) => members.get(name).into_iter().collect(),
            _ => Vec::new(),
        };
        values.into_iter().flat_map(within).collect()
    })
}

/// A member that is skipped when empty, or flattened into its parent, would not appear in any golden file or shape.
#[test]
fn every_member_is_written_under_its_own_name() {
    let source: PathBuf = [env!("CARGO_MANIFEST_DIR"), "src"].iter().collect();
    let mut files = vec![source.join("shop.rs"), source.join("ids.rs"), source.join("money.rs")];
    files.extend(fs::read_dir(source.join("events")).unwrap().map(|entry| entry.unwrap().path()));
    assert!(files.len() > 10);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for word in ["skip_serializing", "flatten", "untagged", "serde(other"] {
            assert!(!text.contains(word), "{}: {word}", file.display());
        }
    }
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
fn conversation_events_are_stored_as_promised() {
    check::<ConversationEvent>();
}

#[test]
fn correspondence_events_are_stored_as_promised() {
    check::<CorrespondenceEvent>();
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
fn favourite_events_are_stored_as_promised() {
    check::<FavouriteEvent>();
}

#[test]
fn inbox_events_are_stored_as_promised() {
    check::<InboxEvent>();
}

#[test]
fn inquiry_events_are_stored_as_promised() {
    check::<InquiryEvent>();
}

#[test]
fn api_key_events_are_stored_as_promised() {
    check::<ApiKeyEvent>();
}

#[test]
fn webhook_and_delivery_events_are_stored_as_promised() {
    check::<WebhookEvent>();
    check::<WebhookDeliveryEvent>();
}

#[test]
fn session_events_are_stored_as_promised() {
    check::<SessionEvent>();
}

#[test]
fn operation_events_are_stored_as_promised() {
    check::<OperationEvent>();
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
fn review_events_are_stored_as_promised() {
    check::<ReviewEvent>();
}

#[test]
fn shopper_events_are_stored_as_promised() {
    check::<ShopperEvent>();
}

#[test]
fn stall_events_are_stored_as_promised() {
    check::<StallEvent>();
}

#[test]
fn stock_events_are_stored_as_promised() {
    check::<StockEvent>();
}

#[test]
fn views_events_are_stored_as_promised() {
    check::<ViewsEvent>();
}

#[test]
fn a_missing_member_is_refused_by_name() {
    let raw = RawEvent { event_type: "EmailClaimed".into(), schema_version: 1, data: json!({}).into() };
    let error = decode::<EmailEvent>(raw).unwrap_err();
    assert!(error.to_string().contains("accountId"), "{error}");
}

/// The stored bytes of a sealed value: a value that an older program has sealed must be readable forever.
#[test]
fn sealed_data_is_stored_as_promised() {
    let event_id = Uuid::from_u128(0x0199_c0de);
    let person = Uuid::from_u128(7);
    let key_of = |_: Uuid| Some(SubjectKey([42; 32]));
    let open = json!({ "name": Personal::new(person, "Cora Customer") });
    let stored: Value = serde_json::from_slice(&fs::read(golden().join("sealed.json")).unwrap()).unwrap();

    let mut sealed = Payload::from(open.clone());
    personal::seal(&mut sealed, event_id, &key_of);
    assert_eq!(sealed.to_value().unwrap(), stored);

    let mut opened = Payload::from(stored);
    personal::open(&mut opened, event_id, &key_of).unwrap();
    assert_eq!(opened.to_value().unwrap(), open);
}
