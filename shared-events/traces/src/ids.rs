//! Ids of traces and spans, and what follows from ids that the log has.

use std::{
    fmt,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

use uuid::Uuid;

/// The id of a trace, 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraceId(pub u128);

/// The id of a span, 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpanId(pub u64);

/// A span of any trace, possibly in another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpanRef {
    /// Its trace.
    pub trace: TraceId,
    /// Its id.
    pub span: SpanId,
}

/// The caller's span, from the header `traceparent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parent {
    /// The caller's span.
    pub span: SpanRef,
    /// Whether the caller records it.
    pub sampled: bool,
}

impl TraceId {
    /// The trace of the request with this correlation id: its 128 bits. `None` for the nil id, which is no request's.
    #[must_use]
    pub fn of_correlation(id: Uuid) -> Option<Self> {
        (!id.is_nil()).then_some(Self(id.as_u128()))
    }

    pub(crate) fn random() -> Self {
        Self(u128::from(random()) << 64 | u128::from(random()))
    }

    /// The last 56 bits, which are random in traces of W3C's Trace Context, level 2, and in a UUID: its version and variant
    /// lie before them.
    pub(crate) const fn random_part(self) -> u64 {
        (self.0 as u64) & ((1 << 56) - 1)
    }
}

impl SpanId {
    pub(crate) fn random() -> Self {
        Self(random())
    }

    /// The span that appended the event with this id.
    const fn of_event(id: Uuid) -> Self {
        let (high, low) = id.as_u64_pair();
        // Zero is no id.
        Self(if high ^ low == 0 { 1 } else { high ^ low })
    }
}

impl SpanRef {
    /// The span that appended an event. `None` when the event's request is unknown.
    #[must_use]
    pub fn of_event(event_id: Uuid, correlation_id: Uuid) -> Option<Self> {
        let trace = TraceId::of_correlation(correlation_id)?;
        (!event_id.is_nil()).then(|| Self { trace, span: SpanId::of_event(event_id) })
    }
}

impl Parent {
    /// Parses a `traceparent`. `None` when it is malformed, or of the version `ff`, which is invalid.
    ///
    /// A later version may have more members after the flags.
    #[must_use]
    pub fn parse(header: &str) -> Option<Self> {
        let mut members = header.trim().split('-');
        let (version, trace, span, flags) =
            (members.next()?, members.next()?, members.next()?, members.next()?);
        let version = hex(version, 2)?;
        if version == 0xff || (version == 0 && members.next().is_some()) {
            return None;
        }
        let (trace, span) = (hex(trace, 32)?, u64::try_from(hex(span, 16)?).ok()?);
        let sampled = hex(flags, 2)? & 1 == 1;
        let span = SpanRef { trace: TraceId(trace), span: SpanId(span) };
        (trace != 0 && span.span.0 != 0).then_some(Self { span, sampled })
    }
}

/// A number of exactly so many lower-case hexadecimal digits.
fn hex(digits: &str, count: usize) -> Option<u128> {
    let valid = digits.bytes().all(|one| matches!(one, b'0'..=b'9' | b'a'..=b'f'));
    (digits.len() == count && valid).then(|| u128::from_str_radix(digits, 16).ok()).flatten()
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Display for SpanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A number that no span of any process has had: the operating system's randomness once, and then SplitMix64, because a
/// system call for each span would cost more than the rest of it.
fn random() -> u64 {
    static NEXT: LazyLock<AtomicU64> = LazyLock::new(|| {
        #[expect(
            clippy::disallowed_methods,
            reason = "ids of spans never reach the log, and tests do not depend on them"
        )]
        let seed = Uuid::new_v4().as_u64_pair();
        AtomicU64::new(seed.0 ^ seed.1.rotate_left(32))
    });
    loop {
        let mut mixed = NEXT.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        if mixed != 0 {
            return mixed;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const VALID: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_traceparent_is_parsed() {
        let parent = Parent::parse(VALID).unwrap();
        assert_eq!(parent.span.trace.to_string(), "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(parent.span.span.to_string(), "00f067aa0ba902b7");
        assert!(parent.sampled && !Parent::parse(&VALID.replace("-01", "-02")).unwrap().sampled);
        let later = VALID.replacen("00", "cc", 1) + "-more";
        assert_eq!(Parent::parse(&later), Some(parent), "a later version may have more members");
    }

    #[test]
    fn a_malformed_traceparent_is_ignored() {
        for wrong in [
            "",
            "00",
            &VALID.replacen("00", "ff", 1),
            &VALID.to_uppercase(),
            &format!("{VALID}-more"),
            &VALID.replace("4bf92f3577b34da6a3ce929d0e0e4736", "00000000000000000000000000000000"),
            &VALID.replace("00f067aa0ba902b7", "0000000000000000"),
            &VALID.replace("00f067aa0ba902b7", "+0f067aa0ba902b7"),
            &VALID.replace("-01", "-1"),
        ] {
            assert_eq!(Parent::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_trace_of_a_request_is_its_correlation_id() {
        let id: Uuid = "6f9619ff-8b86-4011-b42d-00c04fc964ff".parse().unwrap();
        assert_eq!(TraceId::of_correlation(id).unwrap().to_string(), id.simple().to_string());
        assert_eq!(TraceId::of_correlation(Uuid::nil()), None);
        assert_eq!(SpanRef::of_event(Uuid::nil(), id), None);
    }

    #[test]
    fn events_have_different_spans() {
        let events = (0..1000_u32).map(|index| Uuid::new_v5(&Uuid::NAMESPACE_OID, &index.to_be_bytes()));
        let spans: HashSet<SpanId> = events.map(SpanId::of_event).collect();
        assert_eq!(spans.len(), 1000);
        assert_ne!(SpanId::of_event(Uuid::from_u64_pair(7, 7)).0, 0);
    }

    #[test]
    fn random_ids_do_not_repeat() {
        let ids: HashSet<u64> = (0..10_000).map(|_| random()).collect();
        assert_eq!(ids.len(), 10_000);
    }
}
