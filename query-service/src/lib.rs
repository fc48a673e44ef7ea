//! query-service
