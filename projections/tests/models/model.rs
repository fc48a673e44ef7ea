//! What a model is, and what models share.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use projections::engine::View;
use serde_json::{Value, json};
use shared_events::{Event, Personal, RawEvent, Recorded, decode};

/// What a view must answer.
pub(crate) trait Model {
    /// The view.
    fn view(&self) -> Arc<dyn View>;

    /// Takes an event of one of the view's categories.
    fn note(&mut self, recorded: &Recorded<RawEvent>);

    /// What must be answered now.
    fn answers(&self) -> Vec<Answer>;
}

/// A question and the rows that answer it, in any order.
pub(crate) struct Answer {
    /// A statement on the views of the schema `read`.
    pub(crate) question: &'static str,
    pub(crate) rows: Vec<Value>,
}

/// Makes an [`Answer`].
pub(crate) fn answer(question: &'static str, rows: impl IntoIterator<Item = Value>) -> Answer {
    Answer { question, rows: rows.into_iter().collect() }
}

/// The event of this category.
pub(crate) fn read<E: Event>(recorded: &Recorded<RawEvent>) -> Option<E> {
    (recorded.stream.category == E::CATEGORY)
        .then(|| decode(&recorded.event).expect("an event of the market"))
}

/// What is left of a personal value.
pub(crate) fn left<T: Clone>(value: &Personal<T>) -> Option<T> {
    value.get().cloned()
}

/// The same of one that need not have been given.
pub(crate) fn left_of<T: Clone>(value: &Option<Personal<T>>) -> Option<T> {
    value.as_ref().and_then(left)
}

/// A moment as Postgres writes it in JSON.
pub(crate) fn moment(at: DateTime<Utc>) -> Value {
    json!(at.to_rfc3339())
}
