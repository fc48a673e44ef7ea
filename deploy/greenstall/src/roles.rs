//! The roles of a process. By default it has all of them.

use clap::ValueEnum;

/// A part of the program that can run in a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Serves commands, and runs the process managers.
    Command,
    /// Serves queries.
    Query,
    /// Runs the projections, which write the read models.
    Projections,
}

impl Role {
    /// All roles: a process with these is a complete Greenstall.
    pub const ALL: [Self; 3] = [Self::Command, Self::Query, Self::Projections];

    /// Its name on the command line.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Query => "query",
            Self::Projections => "projections",
        }
    }
}
