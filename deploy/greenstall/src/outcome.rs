//! How everything ends that a person at the terminal has asked for.

/// What went wrong, told to the person at the terminal.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
/// Of everything that ends at the terminal.
pub type Outcome<T> = Result<T, Failure>;
