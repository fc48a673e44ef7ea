//! service-kit

pub mod places;
