//! The ports of the use cases of accounts.

use std::sync::Arc;

use blobs::Blobs;
use service_kit::{Clock, token::Tokens};

use super::super::Writer;
use crate::{limits::Limits, mail::Mailer, operations::Operations, passwords::Passwords, sessions::Sessions};

/// What signing up, logging in and changing an account need.
#[derive(Clone)]
pub struct AccountPorts {
    pub writer: Writer,
    pub clock: Arc<dyn Clock>,
    pub tokens: Tokens,
    pub sessions: Sessions,
    pub passwords: Passwords,
    pub limits: Arc<Limits>,
}

/// What erasing a person needs: everything that keeps personal data.
#[derive(Clone)]
pub struct ErasurePorts {
    pub writer: Writer,
    pub sessions: Sessions,
    pub mailer: Arc<dyn Mailer>,
    pub blobs: Blobs,
    pub operations: Arc<dyn Operations>,
}
