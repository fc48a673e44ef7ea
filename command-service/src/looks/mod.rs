//! Views of products: collected in memory and counted in batches.
//!
//! A view is acknowledged at once and reads nothing. Every few seconds, the views of each product become one event in
//! its `views-` stream. The collected views and the memory of recent viewers are bounded: a flood only makes the
//! counts less exact. A process that is killed loses the views of the last seconds and the memory of recent viewers;
//! one that is stopped writes its views first.

mod collect;
mod write;

pub use self::{
    collect::{Looker, Looks},
    write::{run, write},
};
