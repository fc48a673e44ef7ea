//! Places in the United States: ZIP codes with their coordinates, distances, and the local time at a place. The crate
//! is pure; the domain and the queries both use it.

pub mod local_time;
mod table;

pub use table::{Place, PlaceError, Places, distance_miles, five_digits};
