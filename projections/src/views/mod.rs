//! One folder a view.
