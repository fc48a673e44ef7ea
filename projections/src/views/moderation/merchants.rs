//! A batch's changes to the table `merchants`. They depend on its rows, so the rows are read first.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use shared_events::{
    RawEvent, Recorded,
    events::AccountEvent,
    ids::AddressId,
    shop::{Address, BusinessProfile},
};
use sqlx::{FromRow, PgConnection, types::Json};
use uuid::Uuid;

use super::super::{
    columns::{column, json_column},
    erasing::erase,
    reading::known,
};
use crate::engine::ApplyError;

/// A merchant with the decisions about it.
#[derive(FromRow)]
struct Merchant {
    merchant_id: Uuid,
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    home_address: Option<Uuid>,
    address: Option<Json<Address>>,
    business: Json<BusinessProfile>,
    approval: String,
    approval_reason: Option<String>,
    opened_at: DateTime<Utc>,
    approved_name: Option<String>,
    renamed_at: Option<DateTime<Utc>>,
}

impl Merchant {
    fn fold(&mut self, at: DateTime<Utc>, event: AccountEvent) {
        match event {
            AccountEvent::MerchantApproved { reason, .. } => {
                self.decided("approved", reason);
                self.approved_name = Some(self.business.business_name.clone());
            }
            AccountEvent::MerchantRejected { reason, .. } => self.decided("rejected", Some(reason)),
            AccountEvent::NameChanged { name, .. } => self.name = name.into_inner(),
            AccountEvent::EmailChanged { email, .. } => self.email = email.into_inner(),
            AccountEvent::PhoneChanged { phone, .. } => self.phone = known(phone),
            AccountEvent::HomeAddressChanged { address_id, address, .. } => {
                self.home_address = Some(address_id.uuid());
                self.address = address.into_inner().map(Json);
            }
            AccountEvent::AddressRemoved { address_id, .. } => {
                if self.home_address == Some(address_id.uuid()) {
                    self.home_address = None;
                    self.address = None;
                }
            }
            AccountEvent::BusinessProfileChanged { business, .. } => {
                let photo_url = self.business.photo_url.take();
                let renamed = business.business_name != self.business.business_name;
                self.business = Json(BusinessProfile { photo_url, ..business });
                if let Some(approved) = self.approved_name.as_ref().filter(|_| renamed) {
                    self.renamed_at = Some(at).filter(|_| *approved != self.business.business_name);
                }
            }
            AccountEvent::BusinessPhotoChosen { url, .. } => self.business.photo_url = Some(url),
            AccountEvent::BusinessPhotoRemoved { .. } => self.business.photo_url = None,
            AccountEvent::AccountOpened { .. }
            | AccountEvent::AddressAdded { .. }
            | AccountEvent::AddressChanged { .. }
            | AccountEvent::BusinessPapersChanged { .. }
            | AccountEvent::EmailPreferencesChosen { .. }
            | AccountEvent::EmailVerificationRequested { .. }
            | AccountEvent::EmailVerified { .. }
            | AccountEvent::EmailChangeRequested { .. }
            | AccountEvent::EmailChangeWithdrawn { .. }
            | AccountEvent::AccountDeactivated { .. }
            | AccountEvent::AccountReactivated { .. }
            | AccountEvent::AccountErased { .. } => {}
        }
    }

    fn decided(&mut self, approval: &str, reason: Option<String>) {
        approval.clone_into(&mut self.approval);
        self.approval_reason = reason;
        self.approved_name = None;
        self.renamed_at = None;
    }
}

/// A batch's events about accounts, in order.
#[derive(Default)]
pub(super) struct MerchantChanges(Vec<(Uuid, DateTime<Utc>, AccountEvent)>);

/// The people whom a batch erases.
pub(super) struct Erased(Vec<Uuid>);

impl Erased {
    pub(super) async fn forget(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        erase(tx, &self.0, include_str!("sql/erase_merchants.sql")).await?;
        erase(tx, &self.0, include_str!("sql/erase_products.sql")).await
    }
}

impl MerchantChanges {
    pub(super) fn collect(&mut self, recorded: &Recorded<RawEvent>, event: AccountEvent) {
        self.0.push((recorded.stream.id, recorded.recorded_at, event));
    }

    /// Writes all changes except erasures.
    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<Erased, ApplyError> {
        let mut erased = Vec::new();
        if self.0.is_empty() {
            return Ok(Erased(erased));
        }
        let ids: Vec<Uuid> = self.0.iter().map(|(id, ..)| *id).collect();
        let rows: Vec<Merchant> =
            sqlx::query_as(include_str!("sql/load_merchants.sql")).bind(ids).fetch_all(&mut *tx).await?;
        let mut merchants: BTreeMap<Uuid, Merchant> =
            rows.into_iter().map(|row| (row.merchant_id, row)).collect();
        for (id, at, event) in self.0 {
            if let AccountEvent::AccountErased { .. } = event {
                erased.push(id);
            }
            if let Some(opened) = opened(at, &event) {
                merchants.insert(id, opened);
            } else if let Some(merchant) = merchants.get_mut(&id) {
                merchant.fold(at, event);
            }
        }
        store(tx, &merchants.into_values().collect::<Vec<_>>()).await?;
        Ok(Erased(erased))
    }
}

/// The merchant who signed up with this event.
fn opened(at: DateTime<Utc>, event: &AccountEvent) -> Option<Merchant> {
    let AccountEvent::AccountOpened { account_id, role: _, name, email, phone, address, business } = event
    else {
        return None;
    };
    Some(Merchant {
        merchant_id: account_id.uuid(),
        name: name.get().cloned(),
        email: email.get().cloned(),
        phone: known(phone.clone()),
        home_address: Some(AddressId::first_of(*account_id).uuid()),
        address: known(address.clone()).map(Json),
        business: Json(business.clone()?),
        approval: "pending".to_owned(),
        approval_reason: None,
        opened_at: at,
        approved_name: None,
        renamed_at: None,
    })
}

async fn store(tx: &mut PgConnection, rows: &[Merchant]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/upsert_merchants.sql"))
        .bind(column(rows, |row| row.merchant_id))
        .bind(column(rows, |row| row.name.as_deref()))
        .bind(column(rows, |row| row.email.as_deref()))
        .bind(column(rows, |row| row.phone.as_deref()))
        .bind(column(rows, |row| row.home_address))
        .bind(column(rows, |row| row.address.as_ref().map(|Json(address)| Json(address))))
        .bind(json_column(rows, |row| &row.business.0))
        .bind(column(rows, |row| row.approval.as_str()))
        .bind(column(rows, |row| row.approval_reason.as_deref()))
        .bind(column(rows, |row| row.opened_at))
        .bind(column(rows, |row| row.approved_name.as_deref()))
        .bind(column(rows, |row| row.renamed_at))
        .execute(tx)
        .await?;
    Ok(())
}
