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
    business: BusinessProfile,
    address: Address,
    at: DateTime<Utc>,
}

impl Opened {
    /// Degrees north and east, if they are a place on earth.
    fn place(&self) -> Option<(f64, f64)> {
        let place = self.address.latitude.zip(self.address.longitude);
        place.filter(|(latitude, longitude)| latitude.abs() <= 90.0 && longitude.abs() <= 180.0)
    }
}

/// What a batch says about one merchant.
#[derive(Default)]
struct Change {
    opened: Option<Opened>,
    visible: Option<bool>,
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
            AccountEvent::AccountOpened { account_id, name, address, business, .. } => {
                let Some(business) = business else { return };
                let address = known(address).unwrap_or_default();
                let opened = Opened { name: name.into_inner(), business, address, at };
                self.changes.insert(account_id.uuid(), Change { opened: Some(opened), visible: None });
            }
            AccountEvent::MerchantApproved { account_id, .. } => {
                self.changes.entry(account_id.uuid()).or_default().visible = Some(true);
            }
            AccountEvent::MerchantRejected { account_id, .. } => {
                self.changes.entry(account_id.uuid()).or_default().visible = Some(false);
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
            AccountEvent::AccountErased { account_id } => {
                self.changes.entry(account_id.uuid()).or_default().visible = Some(false);
                self.erased.push(account_id.uuid());
            }
        }
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut new = Vec::new();
        let mut shown = Vec::new();
        for (id, change) in self.changes {
            match (change.opened, change.visible) {
                (Some(opened), visible) => new.push((id, opened, visible.unwrap_or(false))),
                (None, Some(visible)) => shown.push((id, visible)),
                (None, None) => {}
            }
        }
        insert(tx, &new).await?;
        show(tx, &shown).await?;
        erase(tx, &self.erased, include_str!("erase_merchants.sql")).await
    }
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Opened, bool)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_merchants.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, opened, _)| opened.name.as_deref()))
        .bind(json_column(rows, |(_, opened, _)| &opened.business))
        .bind(column(rows, |(_, opened, _)| opened.address.city.as_str()))
        .bind(column(rows, |(_, opened, _)| opened.address.state.as_str()))
        .bind(column(rows, |(_, opened, _)| opened.address.zip_code.as_str()))
        .bind(column(rows, |(_, opened, _)| opened.place().map(|(latitude, _)| latitude)))
        .bind(column(rows, |(_, opened, _)| opened.place().map(|(_, longitude)| longitude)))
        .bind(column(rows, |(.., visible)| *visible))
        .bind(column(rows, |(_, opened, _)| opened.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn show(tx: &mut PgConnection, rows: &[(Uuid, bool)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("show_merchants.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, visible)| *visible))
        .execute(tx)
        .await?;
    Ok(())
}
