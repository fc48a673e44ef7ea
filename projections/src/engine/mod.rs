//! The engine: fills views from the event log, keeps them up to date, and rebuilds them.
//!
//! # Generations
//! Every build of a view is a *generation*. It has a schema of its own, `rm_<view>_v<N>`, and a row in
//! `projections.generations` that holds its checkpoint. Rows and checkpoint are written in one transaction, so each event
//! is applied exactly once. The transaction first moves the checkpoint from where the writer believes it to be, so two
//! writers cannot both succeed. One process writes a generation at a time: the holder of its lease, an advisory lock of
//! the connection that writes. When that process dies, or is silent for the duration of a lease, another one takes over.
//! Every call to the database has a deadline or is watched: see [`postgres_kit`].
//!
//! Queries read `read.<view>_<table>`, SQL views on the tables of the *serving* generation. A build fills the next
//! generation beside it with the same code, makes the indexes once the tables are full, catches up, and replaces the SQL
//! views in one short transaction. The previous generation stays, and follows the log, until the next build begins. When
//! the code of a view has a higher version than the serving generation, the process that runs the view rebuilds it. When
//! newer code has built the serving generation and no process with that code runs any more, the process lets its own
//! generation serve again, or builds one.
//!
//! A batch is processed in two steps. [`View::fold`] sees the events but not the tables. [`Folded::write`] sees the
//! tables, inside the transaction. So while one page is written, the next one is read and folded. A folded page exists
//! only in memory; a lost one is read again from the checkpoint. An event that is refused while its page is folded is
//! reported when that page is due to be written, after everything before it.
//!
//! # What query services may rely on
//! They need nothing outside the schema `read`.
//!
//! - `read.checkpoints (view text, generation int, position bigint)` has a row for each serving view, and none before
//!   the first build has finished. A reader that reads a position, and in a *later* statement the view's tables, sees
//!   every event up to that position that the view reads. Checkpoints also move over events that a view does not read.
//! - A view's position goes back in two cases. First, a crash of Postgres, or a failover, can lose a view's last moments
//!   (rows and checkpoint together), which are written again from the log at once. Readers that remember positions must
//!   forget them when their connection is lost. Second, a view that is beyond the end of a restored log is rebuilt.
//!   Readers that are notified of a position below the one notified before it must forget what they know.
//! - `read.catalog_changes` names the products and merchants that each commit of the catalog has changed.
//! - `NOTIFY greenstall_views, '<view> <position>'` follows commits of a serving generation. It is a hint and can be lost:
//!   LISTEN before looking, look again after a reconnect, and poll while somebody waits.
//! - A swap replaces the SQL views. Prepared statements keep working if they name their columns. When the type of a column
//!   changes, Postgres refuses them; the pools of `postgres_kit` then prepare them again.
//!
//! # What cannot be applied
//! An event that a view cannot apply parks its *stream*: the event and the later ones of its stream are left out, and all
//! other streams go on. The row in `projections.parked`, the omission and the checkpoint are one transaction, so each
//! event is still applied exactly once: a retry reads the stream from the log, from that event up to the checkpoint, and
//! applies it in the transaction that deletes the row, or moves it to the next event that fails. Events that the database
//! refuses are retried automatically, with growing pauses and a limit. All parked streams are retried when a process takes
//! the generation over (its program may have newer code), and when an operator asks. An operator may also *skip* the
//! event: the skip is recorded for this version of the view's code, and every build by that version leaves the event out.
//! Failures of the database as a whole park nothing: the view stops, shows the error in [`ViewStatus`] and retries with
//! growing pauses.
//!
//! A generation whose checkpoint lies beyond the end of the log has applied events that the log has lost. No process
//! writes it any more, since it would miss new events at those positions. An operator must rebuild the view.
//!
//! A build parks nothing. It stops at the event and shows it, unless the event is skipped. A build whose tables are gone, or
//! refuse the rows as if somebody else had written to them, is dropped and begun again, once.
//!
//! # What operators can do
//! [`Engine::rebuild`] builds in the caller's process, [`Engine::ask_for_rebuild`] in the process that runs the view;
//! [`Engine::cancel_build`] drops an unfinished build. [`Engine::verify`] builds a generation only to stop it at the same
//! position as the serving one and to compare the two. [`Engine::roll_back`] lets the previous generation serve again.
//! [`Engine::pause`] stops all generations of a view, whichever process writes them: the checkpoint itself refuses to
//! move. These orders are kept in `projections.views`, `projections.skipped` and `projections.requests`, where the
//! writing process finds them.

#![warn(missing_docs)]

mod aside;
mod batch;
mod beyond_log;
mod build;
mod build_commands;
mod catch_up;
mod checkpoint;
mod columns;
mod common_position;
mod compare;
mod damaged;
mod decide;
mod differences;
mod dry_run;
mod erasing;
mod failure;
mod follow;
mod generation;
mod handle;
mod indexes;
mod leases;
mod migration;
mod notify;
mod pages;
mod parked;
mod parked_commands;
mod pause;
mod progress;
mod rebuild;
mod rebuild_error;
mod refusal;
mod requests;
mod review;
mod roll_back;
mod runner;
mod session;
mod shared;
mod signals;
mod sql_state;
mod stalled;
mod status;
mod swap;
mod tables;
mod take_back;
mod unpark;
mod verify;
pub mod view;
mod wait;
mod writer;

pub use compare::TableComparison;
pub use differences::{ChangeKind, FieldChange, RowChange};
pub use dry_run::{Refused, Trial};
pub use erasing::StaleBuilds;
pub use failure::Failure;
pub use generation::State;
pub use handle::Engine;
pub use leases::Lease;
pub use migration::{TABLES, migrate};
pub use parked::{ParkedStream, SkippedEvent};
pub use progress::{Phase, Progress};
pub use rebuild_error::RebuildError;
pub use refusal::Refusal;
pub use review::{Review, TableReview};
pub use status::{GenerationStatus, StatusError, ViewStatus};
pub use unpark::{ParkError, Unparked};
pub use verify::Verification;
pub use view::{ApplyError, Folded, View};
pub use wait::{Behind, WaitError, Which};
