//! Raises the process's limit of open files and connections.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Raises the limit to the maximum that the system allows. The usual 1,024 is too low, because each open stream is a
/// connection. On failure the process continues with the present limit.
pub fn raise_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE).and_then(|(soft, hard)| {
        if soft < hard {
            setrlimit(Resource::RLIMIT_NOFILE, hard, hard)?;
        }
        Ok(hard)
    });
    match raised {
        Ok(most) => tracing::debug!(most, "limit of open files and connections"),
        Err(error) => tracing::warn!(%error, "cannot raise the limit of open files"),
    }
}
