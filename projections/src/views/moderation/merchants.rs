//! A batch's changes to the table `merchants`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    events::AccountEvent,
    shop::{Address, BusinessProfile},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::{
    columns::{column, json_column},
    erasing::erase,
    reading::known,
};
use crate::engine::ApplyError;

/// A merchant who signed up in this batch.
struct Opened {
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    address: Option<Address>,
    business: BusinessProfile,
    at: DateTime<Utc>,
}

/// What was decided, with the admin's words.
type Decision = (&'static str, Option<String>);

/// What a batch says about one merchant.
#[derive(Default)]
struct Change {
    opened: Option<Opened>,
    decision: Option<Decision>,
}

/// What a batch says about all merchants.
#[derive(Default)]
pub(super) struct MerchantChanges {
    changes: HashMap<Uuid, Change>,
    erased: Vec<Uuid>,
}

impl MerchantChanges {
    pub(super) fn fold(&mut self, at: DateTime<Utc>, event: AccountEvent) {
        match event {
            AccountEvent::AccountOpened { account_id, role: _, name, email, phone, address, business } => {
                let Some(business) = business else { return };
                let opened = Opened {
                    name: name.into_inner(),
                    email: email.into_inner(),
                    phone: known(phone),
                    address: known(address),
                    business,
                    at,
                };
                self.changes.insert(account_id.uuid(), Change { opened: Some(opened), decision: None });
            }
            AccountEvent::MerchantApproved { account_id, reason } => {
                self.changes.entry(account_id.uuid()).or_default().decision = Some(("approved", reason));
            }
            AccountEvent::MerchantRejected { account_id, reason } => {
                self.changes.entry(account_id.uuid()).or_default().decision =
                    Some(("rejected", Some(reason)));
            }
            AccountEvent::NameChanged { .. }
            | AccountEvent::EmailChanged { .. }
            | AccountEvent::PhoneChanged { .. }
            | AccountEvent::HomeAddressChanged { .. }
            | AccountEvent::AddressAdded { .. }
            | AccountEvent::AddressChanged { .. }
            | AccountEvent::AddressRemoved { .. }
            | AccountEvent::BusinessProfileChanged { .. }
            | AccountEvent::BusinessPapersChanged { .. }
            | AccountEvent::BusinessPhotoChosen { .. }
            | AccountEvent::BusinessPhotoRemoved { .. }
            | AccountEvent::EmailPreferencesChosen { .. }
            | AccountEvent::AccountDeactivated { .. }
            | AccountEvent::AccountReactivated { .. } => {}
            AccountEvent::AccountErased { account_id } => self.erased.push(account_id.uuid()),
        }
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut new = Vec::new();
        let mut decided = Vec::new();
        for (id, change) in self.changes {
            match (change.opened, change.decision) {
                (Some(opened), decision) => new.push((id, opened, decision.unwrap_or(("pending", None)))),
                (None, Some(decision)) => decided.push((id, decision)),
                (None, None) => {}
            }
        }
        insert(tx, &new).await?;
        update(tx, &decided).await?;
        erase(tx, &self.erased, include_str!("erase_merchants.sql")).await
    }
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Opened, Decision)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_merchants.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, opened, _)| opened.name.as_deref()))
        .bind(column(rows, |(_, opened, _)| opened.email.as_deref()))
        .bind(column(rows, |(_, opened, _)| opened.phone.as_deref()))
        .bind(json_column(rows, |(_, opened, _)| opened.address.as_ref()))
        .bind(json_column(rows, |(_, opened, _)| &opened.business))
        .bind(column(rows, |(.., (approval, _))| *approval))
        .bind(column(rows, |(.., (_, reason))| reason.as_deref()))
        .bind(column(rows, |(_, opened, _)| opened.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Decision)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("update_merchants.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, (approval, _))| *approval))
        .bind(column(rows, |(_, (_, reason))| reason.as_deref()))
        .execute(tx)
        .await?;
    Ok(())
}
