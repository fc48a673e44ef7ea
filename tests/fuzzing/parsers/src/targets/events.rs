//! Stored events of any version: a line with the type and the version, and the payload. Upcasters and decoders refuse what they
//! cannot read; what they have read is written and read again as the same.

use shared_events::{
    RawEvent,
    codec::{decode, encode},
    events::{
        AccountEvent, ApiKeyEvent, CheckoutEvent, ConversationEvent, CorrespondenceEvent, CredentialEvent, EmailEvent,
        FavouriteEvent, InboxEvent, InquiryEvent, OperationEvent, OrderEvent, ProductEvent, ReviewEvent,
        SessionEvent, ShopperEvent, StallEvent, StockEvent, ViewsEvent,
    },
    payload::Payload,
    personal::{self, SubjectKey},
    upcast::to_newest,
};
use uuid::Uuid;

pub fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Some((line, data)) = text.split_once('\n') else { return };
    let Some((event_type, version)) = line.split_once(' ') else { return };
    let Ok(schema_version) = version.parse() else { return };
    let mut data = Payload::from_json(data);
    let event_type = event_type.to_owned();
    // Personal data is sealed with its person's key, opened with it, and gone without it.
    let key = |_| Some(SubjectKey([7; 32]));
    personal::seal(&mut data, Uuid::nil(), &key);
    let _ = personal::subjects(&data);
    let _ = personal::open(&mut data.clone(), Uuid::nil(), &|_| None);
    let _ = personal::open(&mut data, Uuid::nil(), &key);
    let raw = RawEvent { event_type: event_type.into(), schema_version, data };
    let Ok(raw) = to_newest(&raw) else { return };
    macro_rules! as_events {
        ($($category:ty),* $(,)?) => {
            $(
                if let Ok(event) = decode::<$category>(&*raw) {
                    let written = encode(&event);
                    let read = decode::<$category>(&written).expect("an event that we write can be read");
                    assert_eq!(read, event);
                }
            )*
        };
    }
    as_events!(
        AccountEvent,
        ApiKeyEvent,
        CheckoutEvent,
        ConversationEvent,
        CorrespondenceEvent,
        CredentialEvent,
        EmailEvent,
        FavouriteEvent,
        InboxEvent,
        InquiryEvent,
        OperationEvent,
        OrderEvent,
        ProductEvent,
        ReviewEvent,
        SessionEvent,
        ShopperEvent,
        StallEvent,
        StockEvent,
        ViewsEvent,
    );
}
