//! The server's settings. They are passed on the command line at every start, so the files in the cluster stay as
//! initdb wrote them.

use std::path::Path;

use crate::Options;

/// `name=value` pairs for `postgres -c`.
pub(crate) fn settings(options: &Options, socket_folder: &Path) -> Vec<String> {
    let mut settings = vec![
        // The socket is the only way in, and its folder is closed to other accounts.
        "listen_addresses=".to_owned(),
        format!("unix_socket_directories={}", quoted_list_item(socket_folder)),
        "max_connections=200".to_owned(),
        // Sized for a small machine: two cores, and memory shared with the services.
        "shared_buffers=128MB".to_owned(),
        "effective_cache_size=1GB".to_owned(),
        "work_mem=8MB".to_owned(),
        "maintenance_work_mem=128MB".to_owned(),
        "random_page_cost=1.1".to_owned(),
        // Our statements are short: compiling them takes longer than running them.
        "jit=off".to_owned(),
        // Appends arrive steadily: fewer checkpoints, spread out.
        "max_wal_size=2GB".to_owned(),
        "checkpoint_timeout=15min".to_owned(),
        // An embedded server has no replicas. With `minimal`, COPY into a table created in the same transaction (a view
        // being rebuilt) skips the WAL.
        "wal_level=minimal".to_owned(),
        "max_wal_senders=0".to_owned(),
        "max_logical_replication_workers=0".to_owned(),
        "timezone=UTC".to_owned(),
        "log_timezone=UTC".to_owned(),
        "log_line_prefix=%m [%p] ".to_owned(),
        // Details in error messages quote rows, which may contain people's data.
        "log_error_verbosity=terse".to_owned(),
    ];
    if !options.durable {
        settings.extend(["fsync=off", "synchronous_commit=off", "full_page_writes=off"].map(String::from));
    }
    settings.extend(options.settings.iter().cloned());
    settings
}

/// One item of a list setting, quoted so that commas and spaces in a path do not split it.
fn quoted_list_item(path: &Path) -> String {
    format!("\"{}\"", path.to_string_lossy().replace('"', "\"\""))
}
