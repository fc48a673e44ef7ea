//! The operators' commands. All but `demo` and `restore` work with and without a running instance.

pub(crate) mod admin;
pub(crate) mod archive;
pub(crate) mod demo;
pub(crate) mod events;
pub(crate) mod mail;
pub(crate) mod managers;
pub(crate) mod migrate;
pub(crate) mod openapi;
pub(crate) mod overview;
pub(crate) mod parked;
pub(crate) mod payments;
pub(crate) mod person;
pub(crate) mod token_key;
pub(crate) mod uploads;
mod usage;
pub(crate) mod views;
mod workbench;
mod written_down;

pub(crate) use usage::Usage;
