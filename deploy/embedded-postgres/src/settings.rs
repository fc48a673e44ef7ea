//! The server's settings, given on its command line at every start so that the files in the folder stay initdb's own.

use std::path::Path;

use crate::Options;

/// `name=value` pairs for `postgres -c`.
pub(crate) fn settings(options: &Options, socket_folder: &Path) -> Vec<String> {
    let mut settings = vec![
        // The socket is the only way in, and its folder is closed to other accounts.
        "listen_addresses=".to_owned(),
        format!("unix_socket_directories={}", quoted_list_item(socket_folder)),
        "max_connections=200".to_owned(),
        // A small machine: two cores, memory shared with the services.
        "shared_buffers=128MB".to_owned(),
        "effective_cache_size=1GB".to_owned(),
        "work_mem=8MB".to_owned(),
        "maintenance_work_mem=128MB".to_owned(),
        "random_page_cost=1.1".to_owned(),
        // Our statements are short; compiling them takes longer than running them.
        "jit=off".to_owned(),
        // Appends come in a steady stream: fewer checkpoints, spread out.
        "max_wal_size=2GB".to_owned(),
        "checkpoint_timeout=15min".to_owned(),
        // Nothing replicates from an embedded server. This lets COPY into a table of the same transaction (a view
        // being rebuilt) skip the log.
        "wal_level=minimal".to_owned(),
        "max_wal_senders=0".to_owned(),
        "max_logical_replication_workers=0".to_owned(),
        "timezone=UTC".to_owned(),
        "log_timezone=UTC".to_owned(),
        "log_line_prefix=%m [%p] ".to_owned(),
        // Details quote rows, which may be people's data.
        "log_error_verbosity=terse".to_owned(),
    ];
    if !options.durable {
        settings.extend(["fsync=off", "synchronous_commit=off", "full_page_writes=off"].map(String::from));
    }
    settings.extend(options.settings.iter().cloned());
    settings
}

/// One item of a list setting: quoted, so that commas and spaces in a path are its own.
fn quoted_list_item(path: &Path) -> String {
    format!("\"{}\"", path.to_string_lossy().replace('"', "\"\""))
}
