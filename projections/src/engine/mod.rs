//! The engine: fills views from the log of events, keeps them up to date, and builds them anew.
//!
//! # Generations
//! Every build of a view is a *generation* with a schema of its own, `rm_<view>_v<N>`, and a row in
//! `projections.generations` that holds its checkpoint. Rows and checkpoint are written in one transaction, so each
//! event is applied exactly once; the transaction first moves the checkpoint from where the writer believes it to be, so
//! two writers cannot both succeed. One process writes a generation at a time: whoever holds its lease, an advisory lock
//! of the very connection that writes. When that process dies, or says nothing for the time of a lease, another one takes
//! over. Everything that the engine asks of the database has a deadline, or is watched: see [`postgres_kit`].
//!
//! Queries read `read.<view>_<table>`, SQL views on the tables of the *serving* generation. A build fills the next one
//! beside it with the same code, makes the indexes when the tables are full, catches up, and changes the SQL views in
//! one short transaction. The generation before stays, and follows, until the next build begins. A view whose code has
//! a higher version than what serves is built anew by whoever runs it.
//!
//! A batch goes through two hands. [`View::fold`] has the events and no tables, [`Folded::write`] has the tables, in the
//! transaction. So while a page is written the next one is read and folded; it is in memory alone, and one that is lost is
//! read again from the checkpoint. An event that was refused while its page was folded is told when the page is to be
//! written, behind everything before it.
//!
//! # What query services may rely on
//! They need nothing outside the schema `read`.
//!
//! - `read.checkpoints (view text, generation int, position bigint)` has a row for each view that serves, none before
//!   its first build has finished. Whoever reads a position, and in a *later* statement the view's tables, sees every
//!   event up to the position that the view reads. Checkpoints also move over events that a view does not read.
//! - A view's position goes back in two cases. A crash of Postgres itself, or a failover, can lose a view's last moments
//!   (rows and checkpoint together), which are written again from the log at once: whoever remembers positions forgets
//!   them when its connection is lost. And a view that was beyond the end of a log that was put back is built anew:
//!   whoever is notified of a lower position forgets what it knows.
//! - `row_generation` says which build a row is of. Tables with a column `row_version` say in it at which position a row
//!   was last written: the same row of the same build and version is the same.
//! - `NOTIFY greenstall_views, '<view> <position>'` follows each commit of a serving generation. It is a hint and can be
//!   lost: LISTEN before looking, look again after a reconnect and, while somebody waits, from time to time.
//! - SQL views are replaced by a swap. Prepared statements go on if they name their columns.
//!
//! # What cannot be applied
//! An event that a view cannot apply parks its *stream*: the event and the later ones of its stream are left out, all
//! others go on. The row in `projections.parked`, what is left out and the checkpoint are one transaction, so exactly
//! once still holds: a retry reads the stream from the log, from that event up to the checkpoint, and applies it in the
//! transaction that deletes the row, or moves it to the next event that fails. What the database refuses is tried again
//! by itself, ever more slowly and not for ever; everything parked is tried when a process takes the generation over
//! (its program may know better), and when an operator says so. An operator may also *skip* the event: it is written
//! down for this version of the view's code, and every build by that version passes it. Failures of the database as a
//! whole park nothing: the view stops, shows the error in [`ViewStatus`] and tries again with growing pauses.
//!
//! A generation whose checkpoint lies beyond the end of the log has applied events that the log lost. Nobody writes it any
//! more, since new events at those positions would be skipped; an operator has it built anew.
//!
//! A build parks nothing. It stops at the event and shows it, unless the event is skipped.
//!
//! # What operators can do
//! [`Engine::rebuild`], which the caller's process does, or [`Engine::ask_for_rebuild`], for the process that runs the
//! view, and [`Engine::cancel_build`] while it is not done. [`Engine::verify`] builds a generation only to
//! stop it at the same position as what serves and to compare both. [`Engine::roll_back`] lets the generation before
//! serve again. [`Engine::pause`] keeps all generations of a view where they are, whoever writes them: the checkpoint
//! itself refuses to move. What they say is kept in `projections.views`, `projections.skipped` and
//! `projections.requests`, and found by the process that writes.

mod aside;
mod batch;
mod beyond;
mod build;
mod build_commands;
mod catch_up;
mod compare;
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
mod same_place;
mod session;
mod shared;
mod signals;
mod sql_state;
mod stalled;
mod status;
mod swap;
mod tables;
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
pub use migration::migrate;
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
