//! Counts the log's events about a person, and how much of them can still be read.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    time::{Duration, Instant},
};

use command_service::application::load;
use domain::account::Account;
use event_store::{Categories, EventLog};
use query_service::operations::{Failure, PersonCount, PersonPage};
use shared_events::{Position, events::AccountEvent, ids::AccountId};

use super::plain::{concerns, personal_values};

/// The number of events that are read at a time.
const PAGE: usize = 1_000;
/// The time limit of one answer. The next request continues where this one ended.
const ANSWER_TIME: Duration = Duration::from_secs(1);

/// Counts from a position on, as far as the log can be read in a second; `None` when there is no such account.
///
/// # Errors
/// When the log cannot be read.
pub(crate) async fn tally(
    log: &EventLog,
    person: AccountId,
    after: Position,
) -> Result<Option<PersonPage>, Failure> {
    let began = Instant::now();
    let account = load::<Account, Infallible>(log, person.uuid()).await?.state;
    if account.profile.is_none() && !account.erased {
        return Ok(None);
    }
    let erased_at = match log.last::<AccountEvent>(person.uuid()).await? {
        Some(last) if matches!(last.event, AccountEvent::AccountErased { .. }) => Some(last.recorded_at),
        _ => None,
    };
    let head = log.head().await?;
    let (mut position, mut end) = (after, false);
    let mut found: BTreeMap<String, PersonCount> = BTreeMap::new();
    while !end && began.elapsed() < ANSWER_TIME {
        let (page, _) = log.read_all_sifted(position, &Categories::All, PAGE).await?;
        for event in page.events.iter().filter(|event| concerns(event, person.uuid())) {
            let category = event.stream.category.to_string();
            let count = found.entry(category.clone()).or_insert(PersonCount {
                category,
                events: 0,
                readable: 0,
                erased: 0,
            });
            let (readable, erased) = personal_values(event, person.uuid());
            count.events += 1;
            count.readable += readable;
            count.erased += erased;
        }
        (position, end) = (page.up_to, page.end);
    }
    Ok(Some(PersonPage {
        erased_at,
        head: head.0,
        up_to: position.0,
        end,
        counts: found.into_values().collect(),
    }))
}
