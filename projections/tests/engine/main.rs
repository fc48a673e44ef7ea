//! The engine with a small view, a log in memory and a real Postgres.

mod building;
mod failing;
mod following;
mod sharing;
mod support;
mod swapping;
