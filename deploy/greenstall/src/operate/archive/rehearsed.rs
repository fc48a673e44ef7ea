//! `greenstall rehearsed`: records a rehearsal of a restore.

use std::io::{Write, stdout};

use super::{Rehearsed, file::Reader};
use crate::{
    Outcome,
    operate::{usage::usage, workbench::with_ports},
    operations::backups,
    settings::Settings,
};

/// Records in the running shop that this backup was restored in a rehearsal successfully.
pub(crate) async fn rehearsed(settings: &Settings, arguments: &Rehearsed) -> Outcome<()> {
    let created_at = Reader::open(&arguments.file)?.header.created_at;
    let backup_time = created_at.format("%Y-%m-%d %H:%M UTC");
    with_ports(settings, async |ports| {
        if !backups::note_rehearsal(&ports.pool, created_at, ports.clock.now()).await? {
            return Err(usage(format!(
                "this shop knows no backup of {backup_time}: {}",
                arguments.file.display()
            )));
        }
        Ok(writeln!(stdout(), "The restore of the backup of {backup_time} is noted")?)
    })
    .await
}
