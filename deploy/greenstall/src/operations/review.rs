//! Reports how a held build differs from the serving generation.

use projections::engine::{self, Engine, RebuildError};
use query_service::operations::{BuildReview, Failure};
use serde_json::{from_value, to_value};

/// The differences; `None` when there is no such view, or none of its builds is held.
pub(super) async fn review(engine: &Engine, view: &str) -> Result<Option<BuildReview>, Failure> {
    match engine.review(view).await {
        Ok(found) => found.map(converted).transpose(),
        Err(RebuildError::Unknown { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Converts the review; both types have the same JSON form.
fn converted(review: engine::Review) -> Result<BuildReview, Failure> {
    Ok(from_value(to_value(review)?)?)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use projections::engine::{ChangeKind, FieldChange, RowChange, TableReview};
    use shared_events::Position;

    use super::*;

    #[test]
    fn a_review_is_converted_without_loss() {
        let before = Some("350".to_owned());
        let field = FieldChange { name: "price".to_owned(), before, after: None, masked: false };
        let row = RowChange { kind: ChangeKind::Removed, key: "7".to_owned(), fields: vec![field] };
        let table = TableReview {
            table: "products".to_owned(),
            serving_rows: Some(12),
            rebuilt_rows: None,
            added: 0,
            removed: 1,
            changed: 0,
            examples: vec![row],
        };
        let review = engine::Review {
            generation: 5,
            serving: 4,
            position: Position(42),
            compared_at: DateTime::UNIX_EPOCH,
            tables: vec![table],
            parked: 1,
            not_compared: None,
        };
        let converted = to_value(converted(review.clone()).unwrap()).unwrap();
        assert_eq!(converted, to_value(review).unwrap());
    }
}
