//! A span that has ended, as the sink gets it.

use std::{borrow::Cow, time::SystemTime};

use crate::ids::{SpanId, SpanRef, TraceId};

/// The side of a call that a span is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Work inside of the program.
    Internal,
    /// The answer to a request.
    Server,
    /// A call to something else.
    Client,
    /// The append of an event, which others follow later.
    Producer,
    /// Work because of an event.
    Consumer,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(Cow<'static, str>),
    /// A number.
    Number(i64),
}

/// A span that has ended.
#[derive(Clone, Debug)]
pub struct EndedSpan {
    /// Its trace.
    pub trace: TraceId,
    /// Its id.
    pub span: SpanId,
    /// The span that it is a part of, or a consequence of.
    pub parent: Option<SpanId>,
    /// Whether the parent ended elsewhere: in the caller, or when the event was appended.
    pub parent_is_remote: bool,
    /// The side of a call that it is.
    pub kind: Kind,
    /// What was done. One of few: no ids are in it.
    pub name: Cow<'static, str>,
    /// When it began.
    pub began: SystemTime,
    /// When it ended.
    pub ended: SystemTime,
    /// What is known about it, by name.
    pub attributes: Vec<(&'static str, Value)>,
    /// Other spans that caused it.
    pub links: Vec<SpanRef>,
    /// Why it failed.
    pub failure: Option<Cow<'static, str>>,
}

impl EndedSpan {
    /// The text of an attribute.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find_map(|(key, value)| match value {
            Value::Text(text) if *key == name => Some(text.as_ref()),
            _ => None,
        })
    }
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u16> for Value {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}
