//! The password that a new webhook and a new secret need.

/// The password is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Current password is required")]
pub(super) struct PasswordMissing;

impl PasswordMissing {
    pub(super) const FIELD: &str = "currentPassword";
}

/// The password that was given.
pub(super) fn given(password: Option<String>) -> Result<String, PasswordMissing> {
    password.filter(|password| !password.is_empty()).ok_or(PasswordMissing)
}
