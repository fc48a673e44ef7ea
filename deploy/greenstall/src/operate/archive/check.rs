//! Checks each event of a backup before it is written to a log.

use std::collections::{BTreeSet, HashMap};

use shared_events::{
    CodecError, Event, Position, RawEvent, Recorded, decode,
    events::{
        AccountEvent, ApiKeyEvent, CheckoutEvent, ConversationEvent, CorrespondenceEvent, CredentialEvent,
        EmailEvent, FavouriteEvent, InboxEvent, InquiryEvent, OperationEvent, OrderEvent, ProductEvent,
        ReviewEvent, SessionEvent, ShopperEvent, StallEvent, StockEvent, ViewsEvent, WebhookDeliveryEvent,
        WebhookEvent,
    },
    personal::{self, SubjectKey},
};
use uuid::Uuid;

/// Checks events in log order.
#[derive(Debug, Default)]
pub(super) struct Checker {
    last: Position,
}

/// People's encryption keys by subject.
pub(super) type Keys = HashMap<Uuid, SubjectKey>;

impl Checker {
    /// Checks everything that one event and its place in the file can show: that positions rise, that personal data can
    /// be decrypted unless the person was erased, and that this program can decode the event. The database checks what
    /// needs several events: that ids are unique, and that versions have no gaps.
    pub(super) fn check(&mut self, event: &Recorded<RawEvent>, keys: &Keys) -> Result<(), String> {
        let at = |what: &str| {
            format!("position {}, {} version {}: {what}", event.position, event.stream, event.version)
        };
        if event.position <= self.last {
            return Err(at(&format!("it stands behind position {}", self.last)));
        }
        self.last = event.position;
        let mut open = event.event.clone();
        personal::open(&mut open.data, event.event_id, &|subject| keys.get(&subject).cloned())
            .map_err(|broken| at(&broken.to_string()))?;
        readable(&event.stream.category, open).map_err(|error| at(&error))
    }
}

/// The people whose keys these events need.
pub(super) fn subjects(events: &[Recorded<RawEvent>]) -> BTreeSet<Uuid> {
    events.iter().flat_map(|event| personal::subjects(&event.event.data)).collect()
}

fn readable(category: &str, event: RawEvent) -> Result<(), String> {
    fn of<E: Event>(event: RawEvent) -> Result<(), CodecError> {
        decode::<E>(event).map(drop)
    }
    let read = match category {
        AccountEvent::CATEGORY => of::<AccountEvent>,
        ApiKeyEvent::CATEGORY => of::<ApiKeyEvent>,
        CheckoutEvent::CATEGORY => of::<CheckoutEvent>,
        ConversationEvent::CATEGORY => of::<ConversationEvent>,
        CorrespondenceEvent::CATEGORY => of::<CorrespondenceEvent>,
        CredentialEvent::CATEGORY => of::<CredentialEvent>,
        WebhookDeliveryEvent::CATEGORY => of::<WebhookDeliveryEvent>,
        EmailEvent::CATEGORY => of::<EmailEvent>,
        FavouriteEvent::CATEGORY => of::<FavouriteEvent>,
        InboxEvent::CATEGORY => of::<InboxEvent>,
        InquiryEvent::CATEGORY => of::<InquiryEvent>,
        OperationEvent::CATEGORY => of::<OperationEvent>,
        OrderEvent::CATEGORY => of::<OrderEvent>,
        ProductEvent::CATEGORY => of::<ProductEvent>,
        ReviewEvent::CATEGORY => of::<ReviewEvent>,
        SessionEvent::CATEGORY => of::<SessionEvent>,
        ShopperEvent::CATEGORY => of::<ShopperEvent>,
        StallEvent::CATEGORY => of::<StallEvent>,
        StockEvent::CATEGORY => of::<StockEvent>,
        ViewsEvent::CATEGORY => of::<ViewsEvent>,
        WebhookEvent::CATEGORY => of::<WebhookEvent>,
        _ => return Err("this program knows no such category of streams".to_owned()),
    };
    read(event).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use shared_events::{Actor, StreamId, encode, events::CATEGORIES, ids::AccountId};

    use super::*;

    const ANNA: Uuid = Uuid::from_u128(1);

    fn key() -> SubjectKey {
        SubjectKey([7; 32])
    }

    fn stored(position: u64) -> Recorded<RawEvent> {
        let event_id = Uuid::from_u128(u128::from(position));
        let opened = AccountEvent::AccountOpened {
            account_id: AccountId::new(ANNA),
            role: shared_events::Role::Customer,
            name: personal::Personal::new(ANNA, "Anna".to_owned()),
            email: personal::Personal::new(ANNA, "anna@example.com".to_owned()),
            phone: None,
            address: None,
            business: None,
        };
        let mut event = encode(&opened);
        personal::seal(&mut event.data, event_id, &|_| Some(key()));
        Recorded {
            position: Position(position),
            stream: StreamId::new("account", ANNA),
            version: position,
            event_id,
            recorded_at: DateTime::UNIX_EPOCH,
            correlation_id: event_id,
            causation_id: event_id,
            actor: Actor::system("test"),
            event,
        }
    }

    #[test]
    fn an_event_is_checked_with_its_persons_key_or_without() {
        let mut checker = Checker::default();
        assert_eq!(checker.check(&stored(1), &Keys::from([(ANNA, key())])), Ok(()));
        assert_eq!(checker.check(&stored(2), &Keys::new()), Ok(()), "forgotten");
        let error = checker.check(&stored(3), &Keys::from([(ANNA, SubjectKey([8; 32]))])).unwrap_err();
        assert!(error.starts_with("position 3, account-") && error.contains("altered or sealed"), "{error}");
        let mut moved = stored(4);
        moved.event_id = Uuid::from_u128(9);
        assert!(checker.check(&moved, &Keys::from([(ANNA, key())])).is_err());
    }

    #[test]
    fn positions_go_up() {
        let mut checker = Checker::default();
        let keys = Keys::new();
        checker.check(&stored(5), &keys).unwrap();
        for behind in [5, 4] {
            assert!(checker.check(&stored(behind), &keys).unwrap_err().contains("behind position 5"));
        }
    }

    #[test]
    fn an_event_that_this_program_cannot_decode_is_refused() {
        let keys = Keys::new();
        let mut newer = stored(1);
        newer.event.schema_version = 9;
        assert!(Checker::default().check(&newer, &keys).unwrap_err().contains("knows versions up to 1"));
        let mut odd = stored(1);
        odd.event.data = serde_json::json!({ "accountId": 7 }).into();
        assert!(Checker::default().check(&odd, &keys).is_err());
        let strange = Recorded { stream: StreamId::new("spaceship", ANNA), ..stored(1) };
        assert!(Checker::default().check(&strange, &keys).unwrap_err().contains("no such category"));
    }

    #[test]
    fn every_category_can_be_checked() {
        for category in CATEGORIES {
            let odd =
                RawEvent { event_type: "X".into(), schema_version: 1, data: serde_json::json!({}).into() };
            assert!(!readable(category, odd).unwrap_err().contains("no such category"), "{category}");
        }
    }
}
