//! What a batch of events says, on its way into the tables.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use shared_events::{
    Position,
    ids::AccountId,
    notification::{NotificationId, NotificationType},
};
use uuid::Uuid;

use super::texts::Text;

/// What must be known of a thing when something happens to it.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    /// A product's merchant, an order's customer.
    pub(super) owner: Option<AccountId>,
    /// An order's merchant.
    pub(super) merchant_id: Option<AccountId>,
    /// A product's name, an order's number.
    pub(super) name: String,
    /// An order's merchant's business.
    pub(super) merchant: Option<String>,
}

/// One notification to one person.
pub(super) struct Row {
    pub(super) recipient: Uuid,
    pub(super) id: NotificationId,
    pub(super) kind: NotificationType,
    pub(super) text: Text,
    pub(super) position: Position,
    pub(super) at: DateTime<Utc>,
}

/// What a batch says.
#[derive(Default)]
pub(super) struct Batch {
    /// All that the batch is about, as it is after it.
    pub(super) things: HashMap<Uuid, Thing>,
    /// Those of them that are to be written.
    pub(super) changed: HashSet<Uuid>,
    pub(super) rows: Vec<Row>,
    pub(super) reads: HashSet<(Uuid, String)>,
    pub(super) read_up_to: HashMap<Uuid, Position>,
    pub(super) erased: HashSet<Uuid>,
}
