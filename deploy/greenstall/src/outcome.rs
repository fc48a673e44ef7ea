//! The result type of the operators' commands and of `serve`.

/// An error whose text is shown to the operator.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
/// The result of an operation whose error is shown to the operator.
pub type Outcome<T> = Result<T, Failure>;
