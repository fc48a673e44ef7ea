//! command-service
