//! Exports everything that the log holds about a person, as one JSON document.

use chrono::{DateTime, Utc};
use event_store::{Categories, EventLog, LogError};
use futures_util::{Stream, stream};
use serde_json::json;
use shared_events::{Position, ids::AccountId};

use super::plain::{concerns, readable};
use crate::operations::events::as_json;

/// The number of events that are read at a time.
const PAGE: usize = 5_000;

/// A part of the document.
#[derive(Debug)]
pub(crate) struct ExportPart {
    /// The text of this part.
    pub(crate) text: String,
    /// The number of events in this part.
    pub(crate) events: u64,
    /// The position up to which the log has been read.
    pub(crate) position: Position,
    /// Events that cannot be decoded, one line each.
    pub(crate) unreadable: Vec<String>,
}

struct PersonReader {
    log: EventLog,
    person: AccountId,
    position: Position,
    written: u64,
    ended: bool,
}

/// The document in parts: the person, the time, and the events, oldest first. The parts together are one JSON document.
pub(crate) fn pieces(
    log: EventLog,
    person: AccountId,
    now: DateTime<Utc>,
) -> impl Stream<Item = Result<ExportPart, LogError>> + Send {
    let head = json!({ "account": person, "exportedAt": now }).to_string();
    let head = format!("{},\"events\":[", head.trim_end_matches('}'));
    let reading = PersonReader { log, person, position: Position::START, written: 0, ended: false };
    stream::try_unfold((reading, head), async |(mut reading, text)| {
        if reading.ended {
            return Ok(None);
        }
        let piece = reading.next(text).await?;
        Ok(Some((piece, (reading, String::new()))))
    })
}

impl PersonReader {
    async fn next(&mut self, mut text: String) -> Result<ExportPart, LogError> {
        let person = self.person.uuid();
        let read = self.log.read_all_sifted(self.position, &Categories::All, PAGE).await;
        let (page, unreadable) = read?;
        let before = self.written;
        for event in page.events.iter().filter(|event| concerns(event, person)) {
            let mut json = as_json(event);
            json["data"] = readable(event, person);
            text.push_str(if self.written == 0 { "\n" } else { ",\n" });
            text.push_str(&json.to_string());
            self.written += 1;
        }
        (self.position, self.ended) = (page.up_to, page.end);
        if page.end {
            text.push_str("\n]}\n");
        }
        let line = |event: &event_store::Unreadable| {
            format!("{} version {}: {}", event.stream, event.version, event.reason)
        };
        let unreadable = unreadable.iter().map(line).collect();
        Ok(ExportPart { text, events: self.written - before, position: self.position, unreadable })
    }
}
