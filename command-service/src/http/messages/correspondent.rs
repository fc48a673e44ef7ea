//! Who reads and writes messages.

use domain::conversation::Correspondent;
use service_kit::caller::Caller;
use shared_events::Role;

/// The caller as somebody who reads and writes messages.
pub(super) fn correspondent(caller: &Caller) -> Correspondent {
    Correspondent { account: caller.account, is_admin: caller.role == Role::Admin }
}
