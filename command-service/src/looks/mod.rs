//! Looks at products: collected in memory and counted in batches.
//!
//! A look is acknowledged at once and reads nothing. Every few seconds, the looks at each product become one event in
//! its `views-` stream. The collected looks and the memory of recent lookers are bounded: a flood only makes the
//! counts less exact. A process that is killed loses the looks of the last seconds and the memory of recent lookers;
//! one that is stopped writes its looks first.

mod collect;
mod write;

pub use self::{
    collect::{Looker, Looks},
    write::{run, write},
};
