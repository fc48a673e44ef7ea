//! The roles that a process can have; by default it has all.

use clap::ValueEnum;

/// One of the services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Everything that changes something, and the process managers.
    Command,
    /// Everything that only looks.
    Query,
    /// What fills the tables that queries look at.
    Projections,
}

impl Role {
    /// Every role: one process is a complete Greenstall.
    pub const ALL: [Self; 3] = [Self::Command, Self::Query, Self::Projections];
}
