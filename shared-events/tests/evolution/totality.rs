//! Checks that decoding any payload gives an event or a descriptive error, and never panics: one malformed payload must
//! not end a process that reads a million others.

use proptest::{prelude::*, sample::select};
use serde_json::{Map, Value};
use shared_events::{
    Event, RawEvent, decode, encode,
    events::{
        AccountEvent, ApiKeyEvent, CheckoutEvent, ConversationEvent, CorrespondenceEvent, CredentialEvent,
        EmailEvent, FavouriteEvent, InboxEvent, InquiryEvent, OperationEvent, OrderEvent, ProductEvent,
        ReviewEvent, SessionEvent, ShopperEvent, StallEvent, StockEvent, ViewsEvent, WebhookDeliveryEvent,
        WebhookEvent,
    },
    upcast::{newest_version, to_newest},
};

use super::golden_files;

/// Arbitrary JSON, three levels deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z$]{0,8}", inner, 0..5)
                .prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
}

/// A golden file's payload with some of its values replaced or removed.
fn damaged(files: Vec<RawEvent>) -> impl Strategy<Value = RawEvent> {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(any_json())), 1..4);
    (select(files), damage).prop_map(|(mut raw, damage)| {
        let mut data = raw.data.to_value().unwrap();
        for (place, value) in damage {
            let places = places(&data);
            if !places.is_empty() {
                replace(&mut data, &places[place.index(places.len())], value);
            }
        }
        raw.data = data.into();
        raw
    })
}

fn places(data: &Value) -> Vec<String> {
    let within = |name: String, value: &Value| -> Vec<String> {
        let mut found: Vec<String> =
            places(value).into_iter().map(|place| format!("/{name}{place}")).collect();
        found.push(format!("/{name}"));
        found
    };
    match data {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| within(name.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(index, value)| within(index.to_string(), value)).collect()
        }
        _ => Vec::new(),
    }
}

fn replace(data: &mut Value, place: &str, value: Option<Value>) {
    let (parent, name) = place.rsplit_once('/').unwrap();
    match (data.pointer_mut(parent), value) {
        (Some(Value::Object(members)), None) => {
            members.remove(&name.replace("~1", "/").replace("~0", "~"));
        }
        (_, value) => {
            if let Some(place) = data.pointer_mut(place) {
                *place = value.unwrap_or_default();
            }
        }
    }
}

/// Checks that the payload loads and can be written in the newest version, or is refused with its type's name.
fn total<E: Event>(raw: &RawEvent) -> Result<(), TestCaseError> {
    let newest = to_newest(raw).unwrap();
    prop_assert_eq!(newest.schema_version, newest_version(&raw.event_type));
    match decode::<E>(raw.clone()) {
        Ok(event) => {
            let again: E = decode(encode(&event)).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(again, event);
        }
        Err(error) => prop_assert!(error.to_string().contains(&*raw.event_type)),
    }
    Ok(())
}

fn every_version<E: Event>() -> Vec<(&'static str, u16)> {
    E::TYPES.iter().flat_map(|name| (1..=newest_version(name)).map(|version| (*name, version))).collect()
}

macro_rules! totality {
    ($($name:ident $event:ty)*) => {$(mod $name {
        use super::*;

        proptest! {
            #[test]
            fn any_json_in_any_version_is_decoded_or_refused(
                (event_type, schema_version) in select(every_version::<$event>()),
                data in any_json(),
            ) {
                total::<$event>(&RawEvent { event_type: event_type.into(), schema_version, data: data.into() })?;
            }

            #[test]
            fn a_damaged_payload_is_decoded_or_refused(raw in damaged(golden_files::<$event>())) {
                total::<$event>(&raw)?;
            }
        }
    })*};
}

totality! {
    account AccountEvent
    apikey ApiKeyEvent
    checkout CheckoutEvent
    conversation ConversationEvent
    correspondence CorrespondenceEvent
    credential CredentialEvent
    email EmailEvent
    favourite FavouriteEvent
    inbox InboxEvent
    inquiry InquiryEvent
    operation OperationEvent
    order OrderEvent
    product ProductEvent
    review ReviewEvent
    session SessionEvent
    shopper ShopperEvent
    stall StallEvent
    stock StockEvent
    views ViewsEvent
    webhook WebhookEvent
    webhookdelivery WebhookDeliveryEvent
}

#[test]
fn a_future_version_is_refused_by_name() {
    let mut raw = golden_files::<EmailEvent>().remove(0);
    raw.schema_version = newest_version(&raw.event_type) + 1;
    let error = decode::<EmailEvent>(raw.clone()).unwrap_err();
    assert!(error.to_string().contains("version 2: this program knows versions up to 1"), "{error}");
    raw.schema_version = 0;
    assert!(decode::<EmailEvent>(raw).is_err());
}
