//! Saves of a whole thing name the revision that was read, so that no editor overwrites what another has saved since.

/// The thing has another revision than the one that was edited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This has been changed elsewhere meanwhile. Please check the changes and save again.")]
pub struct Changed<T>(
    /// The thing as it is now.
    pub Box<T>,
);

/// Refuses a decision about an older revision than the present one; `seen` is absent for callers that name none. A
/// decision without events overwrites nothing, so a save that is sent again succeeds.
///
/// # Errors
/// The thing has another revision, or the decision itself is a refusal.
pub fn unless_changed<T: Clone, E, R: From<Changed<T>>>(
    seen: Option<u64>,
    present: u64,
    thing: &T,
    decision: Result<Vec<E>, R>,
) -> Result<Vec<E>, R> {
    match (decision, seen) {
        (Ok(events), _) if events.is_empty() => Ok(events),
        (_, Some(seen)) if seen != present => Err(Changed(Box::new(thing.clone())).into()),
        (decision, _) => decision,
    }
}
