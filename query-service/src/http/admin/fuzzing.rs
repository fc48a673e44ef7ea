//! The parsers of the audit's and the log's filters on any input.

use axum::{extract::Query, http::Uri};

use super::{audit_query::AuditQuery, events_query::EventsQuery};

/// Reads everything that a query string may ask for.
pub fn admin_queries(text: &str) {
    let Ok(uri) = format!("/api/admin?{text}").parse::<Uri>() else { return };
    if let Ok(Query(query)) = Query::<AuditQuery>::try_from_uri(&uri) {
        let _ = (query.page(), query.filter());
    }
    if let Ok(Query(query)) = Query::<EventsQuery>::try_from_uri(&uri) {
        let _ = (query.filter(), query.span());
    }
}
