//! Parts that every service needs and that do not belong to the domain: settings, logs, problem documents, tokens,
//! time, ids.

#![warn(missing_docs)]

pub mod api_keys;
pub mod caller;
pub mod clock;
pub mod config;
pub mod error_answers;
pub mod extract;
pub mod html;
pub mod ids;
pub mod lifecycle;
pub mod network;
pub mod position;
pub mod problem;
mod shape_fault;
pub mod telemetry;
pub mod token;

pub use clock::{Clock, ManualClock, SystemClock};
pub use ids::{Ids, SeededIds, SystemIds};
pub use problem::{Code, Problem};
pub use words;
