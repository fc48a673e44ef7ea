//! How many files and connections this process may have open at a time.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Raises the limit to what the system allows. It is 1,024 by custom, for programs of the past, and each open stream is a
/// connection. Where it cannot be raised, the process goes on with what it has.
pub fn raise_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE).and_then(|(soft, hard)| {
        if soft < hard {
            setrlimit(Resource::RLIMIT_NOFILE, hard, hard)?;
        }
        Ok(hard)
    });
    match raised {
        Ok(most) => tracing::debug!(most, "files and connections"),
        Err(error) => tracing::warn!(%error, "the limit of open files cannot be raised"),
    }
}
