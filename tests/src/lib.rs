//! End-to-end tests of the whole system; see `tests/e2e`.
