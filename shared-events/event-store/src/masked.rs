//! Masked reads, for people who inspect history. Every personal value appears as erased, and no key is read.

use shared_events::{Position, RawEvent, Recorded, StreamId, Version, personal};

use crate::{Categories, EventLog, Page, ReadError};

impl EventLog {
    /// Reads a page of the whole log. See [`EventStore::read_all`](crate::EventStore::read_all).
    ///
    /// # Errors
    /// See [`ReadError`].
    pub async fn read_all_masked(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        let mut page = self.store().read_all(after, categories, limit).await?;
        page.events.iter_mut().for_each(mask);
        Ok(page)
    }

    /// Reads at most `limit` events of a stream after a version.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub async fn read_stream_masked(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        let mut events = self.store().read_stream(stream, after, limit).await?;
        events.iter_mut().for_each(mask);
        Ok(events)
    }

    /// Reads the last event of a stream.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub async fn last_masked(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        let mut last = self.store().read_last(stream).await?;
        last.iter_mut().for_each(mask);
        Ok(last)
    }
}

/// Replaces every personal value by an erased one. A malformed sealed value is left as it is, because nothing in it can
/// be read.
fn mask(event: &mut Recorded<RawEvent>) {
    let _ = personal::open(&mut event.event.data, event.event_id, &|_| None);
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use shared_events::{Actor, Personal, decode, events::InquiryEvent, ids::InquiryId};
    use uuid::Uuid;

    use super::*;
    use crate::{Append, ExpectedVersion, Provenance};

    #[tokio::test]
    async fn personal_data_is_masked_and_all_other_data_is_readable() {
        let (log, id) = (EventLog::in_memory(), Uuid::from_u128(7));
        let text = |text: &str| Personal::new(id, text.to_owned());
        let event = InquiryEvent::InquiryReceived {
            inquiry_id: InquiryId::new(id),
            name: text("Anna Apple"),
            email: text("anna@apple.example"),
            kind: "general".to_owned(),
            subject: text("Apples"),
            message: text("Are they ripe?"),
        };
        let provenance = Provenance::of_command(id, Actor::system("a test"), DateTime::UNIX_EPOCH);
        let append = Append { id, expected: ExpectedVersion::Exact(0), events: vec![event] };
        log.append(&provenance, append).await.unwrap();
        let stream = StreamId::new("inquiry", id);
        let mut read = log.read_stream_masked(&stream, 0, 10).await.unwrap();
        read.extend(log.last_masked(&stream).await.unwrap());
        read.extend(log.read_all_masked(Position::START, &Categories::All, 10).await.unwrap().events);
        assert_eq!(read.len(), 3);
        for event in read {
            let InquiryEvent::InquiryReceived { name, kind, .. } = decode(&event.event).unwrap();
            assert_eq!((name, kind.as_str()), (Personal::erased(id), "general"));
            assert!(!event.event.data.as_json().contains("sealed"), "{}", event.event.data);
        }
    }
}
