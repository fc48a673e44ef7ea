//! The trait of models, and helpers that they share.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use projections::engine::View;
use serde_json::{Value, json};
use shared_events::{Event, Personal, RawEvent, Recorded, decode};

/// A model: computes the expected contents of a view's tables.
pub(crate) trait Model {
    /// The view.
    fn view(&self) -> Arc<dyn View>;

    /// Applies an event of one of the view's categories.
    fn note(&mut self, recorded: &Recorded<RawEvent>);

    /// The expected results of the queries, after the events so far.
    fn answers(&self) -> Vec<Answer>;
}

/// A query and the expected rows, in any order.
pub(crate) struct Answer {
    /// A statement on the SQL views of the schema `read`.
    pub(crate) question: &'static str,
    pub(crate) rows: Vec<Value>,
}

/// Makes an [`Answer`].
pub(crate) fn answer(question: &'static str, rows: impl IntoIterator<Item = Value>) -> Answer {
    Answer { question, rows: rows.into_iter().collect() }
}

/// Decodes the event if it is of this category.
pub(crate) fn read<E: Event>(recorded: &Recorded<RawEvent>) -> Option<E> {
    (recorded.stream.category == E::CATEGORY)
        .then(|| decode(&recorded.event).expect("an event of the market"))
}

/// The value of a personal field; `None` if it was erased.
pub(crate) fn readable<T: Clone>(value: &Personal<T>) -> Option<T> {
    value.get().cloned()
}

/// The value of an optional personal field.
pub(crate) fn readable_option<T: Clone>(value: &Option<Personal<T>>) -> Option<T> {
    value.as_ref().and_then(readable)
}

/// A time as Postgres writes it in JSON.
pub(crate) fn moment(at: DateTime<Utc>) -> Value {
    json!(at.to_rfc3339())
}
