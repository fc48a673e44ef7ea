//! An account as the view has it, and as the answers show it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::FromRow;
use shared_events::{
    Role,
    shop::{Address, BusinessProfile},
};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    model::{ApprovalStatus, Avatar, DELETED_USER, OwnBusinessInfo, Preferences, User},
    queries::Word,
};

/// An account as the tables of `accounts` and `moderation` have it.
#[derive(Debug, FromRow)]
pub(in crate::queries) struct UserRow {
    account_id: Uuid,
    role: Word<Role>,
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    address: Option<Json<Address>>,
    business: Option<Json<BusinessProfile>>,
    approval: Option<Word<ApprovalStatus>>,
    approval_reason: Option<String>,
    is_active: bool,
    opened_at: DateTime<Utc>,
    #[row(flatten)]
    own: OwnRow,
}

/// The columns that only the view `accounts` has.
#[derive(Debug, Default, FromRow)]
#[row(default)]
struct OwnRow {
    website: Option<String>,
    business_license: Option<String>,
    tax_id: Option<String>,
    email_wanted: Option<Json<BTreeMap<String, bool>>>,
    email_verified: Option<bool>,
    pending_email: Option<String>,
    revision: Option<i64>,
    email_wanted_revision: Option<i64>,
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        let approval = row.approval.map_or(ApprovalStatus::Pending, |Word(approval)| approval);
        let business = row.business.map(|Json(profile)| OwnBusinessInfo {
            website: row.own.website,
            business_license: row.own.business_license,
            tax_id: row.own.tax_id,
            ..OwnBusinessInfo::new(profile, approval, row.approval_reason)
        });
        Self {
            underscore_id: row.account_id,
            id: row.account_id,
            name: row.name.unwrap_or_else(|| DELETED_USER.to_owned()),
            email: row.email.unwrap_or_default(),
            revision: row.own.revision,
            email_verified: row.own.email_verified,
            pending_email: row.own.pending_email,
            role: row.role.0,
            phone: row.phone,
            avatar: business
                .as_ref()
                .and_then(|business| business.business_photo.as_ref())
                .map(|photo| Avatar { url: photo.url.clone() }),
            is_active: row.is_active,
            created_at: row.opened_at,
            address: row.address.map(|Json(address)| address.into()),
            business_name: business.as_ref().map(|business| business.business_name.clone()),
            business_description: business.as_ref().map(|business| business.business_description.clone()),
            business_info: business,
            preferences: row
                .own
                .email_wanted
                .zip(row.own.email_wanted_revision)
                .map(|(Json(chosen), revision)| Preferences::new(&chosen, revision)),
        }
    }
}
