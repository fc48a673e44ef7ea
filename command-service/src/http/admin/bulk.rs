//! Shared by the bulk actions: the request has ids, and the answer has one result for each.

use domain::form::FieldRefusal;
use serde::Serialize;
use utoipa::ToSchema;

/// The largest page of a list, which an admin can select as a whole.
const MAX_IDS: usize = 100;

/// The outcome of a bulk action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkAnswer {
    /// Whether the action was carried out for all.
    success: bool,
    /// A text for people, when the action failed for some.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<&'static str>,
    /// One result per id, in the order of the request. Repeated ids have one result.
    results: Vec<BulkResult>,
}

/// The outcome for one id.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct BulkResult {
    /// The id, as it was sent.
    id: String,
    success: bool,
    /// The reason of the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
}

impl BulkResult {
    /// The result of one row.
    pub(super) fn new(id: String, outcome: Result<(), String>) -> Self {
        Self { id, success: outcome.is_ok(), message: outcome.err() }
    }
}

impl BulkAnswer {
    /// The results of all rows.
    pub(super) fn new(results: Vec<BulkResult>) -> Self {
        let success = results.iter().all(|result| result.success);
        let message = (!success).then_some("Some actions failed. Please try again.");
        Self { success, message, results }
    }
}

/// The ids, without duplicates.
///
/// # Errors
/// There are none, or too many.
pub(super) fn selected(ids: Vec<String>) -> Result<Vec<String>, FieldRefusal> {
    if ids.is_empty() {
        return Err(FieldRefusal::new("ids", "Please select items first"));
    }
    if ids.len() > MAX_IDS {
        return Err(FieldRefusal::new("ids", format!("At most {MAX_IDS} items are possible at once")));
    }
    let mut once: Vec<String> = Vec::with_capacity(ids.len());
    for id in ids {
        if !once.contains(&id) {
            once.push(id);
        }
    }
    Ok(once)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_selection_is_bounded_not_empty_and_without_duplicates() {
        let ids = |count: usize| (0..count).map(|number| number.to_string()).collect::<Vec<_>>();
        assert!(selected(Vec::new()).is_err() && selected(ids(101)).is_err());
        assert_eq!(selected(ids(100)).unwrap().len(), 100);
        let twice = ["a", "b", "a"].map(str::to_owned).to_vec();
        assert_eq!(selected(twice).unwrap(), ["a", "b"]);
    }

    #[test]
    fn rows_that_failed_say_why() {
        let rows = vec![
            BulkResult::new("a".to_owned(), Ok(())),
            BulkResult::new("b".to_owned(), Err("Product not found".to_owned())),
        ];
        assert_eq!(
            serde_json::to_value(BulkAnswer::new(rows)).unwrap(),
            json!({"success": false, "message": "Some actions failed. Please try again.", "results": [
                {"id": "a", "success": true}, {"id": "b", "success": false, "message": "Product not found"},
            ]})
        );
        let all = BulkAnswer::new(vec![BulkResult::new("a".to_owned(), Ok(()))]);
        assert_eq!(
            serde_json::to_value(all).unwrap(),
            json!({"success": true, "results": [{"id": "a", "success": true}]})
        );
    }
}
