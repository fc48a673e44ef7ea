//! A batch's changes to the table `merchants`. They depend on its rows, so the rows are read first.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use service_kit::words::folded;
use shared_events::{
    RawEvent, Recorded,
    events::AccountEvent,
    ids::{AccountId, AddressId},
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

/// A merchant as the public sees it.
#[derive(FromRow)]
struct Merchant {
    merchant_id: Uuid,
    name: Option<String>,
    business: Json<BusinessProfile>,
    home_address: Option<Uuid>,
    city: String,
    state: String,
    zip_code: String,
    latitude: Option<f64>,
    longitude: Option<f64>,
    approved: bool,
    is_active: bool,
    visible: bool,
    opened_at: DateTime<Utc>,
    /// The batch has created it.
    #[sqlx(default)]
    is_new: bool,
}

impl Merchant {
    /// Sets the merchant's address; `None`: unknown.
    fn live_at(&mut self, id: Option<Uuid>, address: Option<Address>) {
        let address = address.unwrap_or_default();
        // Invalid coordinates count as unknown.
        let place = address.latitude.zip(address.longitude);
        let place = place.filter(|(north, east)| north.abs() <= 90.0 && east.abs() <= 180.0);
        self.home_address = id;
        (self.city, self.state, self.zip_code) = (address.city, address.state, address.zip_code);
        (self.latitude, self.longitude) = place.unzip();
    }

    fn fold(&mut self, event: AccountEvent) {
        match event {
            AccountEvent::MerchantApproved { .. } => self.approved = true,
            AccountEvent::MerchantRejected { .. } | AccountEvent::AccountErased { .. } => {
                self.approved = false
            }
            AccountEvent::AccountDeactivated { .. } => self.is_active = false,
            AccountEvent::AccountReactivated { .. } => self.is_active = true,
            AccountEvent::NameChanged { name, .. } => self.name = name.into_inner(),
            AccountEvent::HomeAddressChanged { address_id, address, .. } => {
                self.live_at(Some(address_id.uuid()), address.into_inner());
            }
            AccountEvent::AddressRemoved { address_id, .. } => {
                if self.home_address == Some(address_id.uuid()) {
                    self.live_at(None, None);
                }
            }
            AccountEvent::BusinessProfileChanged { business, .. } => {
                let photo_url = self.business.photo_url.take();
                self.business = Json(BusinessProfile { photo_url, ..business });
            }
            AccountEvent::BusinessPhotoChosen { url, .. } => self.business.photo_url = Some(url),
            AccountEvent::BusinessPhotoRemoved { .. } => self.business.photo_url = None,
            AccountEvent::AccountOpened { .. }
            | AccountEvent::EmailChanged { .. }
            | AccountEvent::EmailVerificationRequested { .. }
            | AccountEvent::EmailVerified { .. }
            | AccountEvent::EmailChangeRequested { .. }
            | AccountEvent::EmailChangeWithdrawn { .. }
            | AccountEvent::PhoneChanged { .. }
            | AccountEvent::AddressAdded { .. }
            | AccountEvent::AddressChanged { .. }
            | AccountEvent::BusinessPapersChanged { .. }
            | AccountEvent::EmailPreferencesChosen { .. } => {}
        }
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
        erase(tx, &self.0, include_str!("sql/erase_certificates.sql")).await
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
        let mut merchants = self.load(tx).await?;
        for (id, at, event) in self.0 {
            if let AccountEvent::AccountErased { .. } = event {
                erased.push(id);
            }
            match event {
                AccountEvent::AccountOpened {
                    account_id, name, address, business: Some(business), ..
                } => {
                    let opened = opened(account_id, name.into_inner(), business, known(address), at);
                    merchants.insert(id, opened);
                }
                event => {
                    if let Some(merchant) = merchants.get_mut(&id) {
                        merchant.fold(event);
                    }
                }
            }
        }
        store(tx, &merchants.into_values().collect::<Vec<_>>()).await?;
        Ok(Erased(erased))
    }

    async fn load(&self, tx: &mut PgConnection) -> Result<BTreeMap<Uuid, Merchant>, ApplyError> {
        let ids: Vec<Uuid> = self.0.iter().map(|(id, ..)| *id).collect();
        let rows: Vec<Merchant> =
            sqlx::query_as(include_str!("sql/load_merchants.sql")).bind(ids).fetch_all(tx).await?;
        Ok(rows.into_iter().map(|row| (row.merchant_id, row)).collect())
    }
}

fn opened(
    id: AccountId,
    name: Option<String>,
    business: BusinessProfile,
    address: Option<Address>,
    at: DateTime<Utc>,
) -> Merchant {
    let mut merchant = Merchant {
        merchant_id: id.uuid(),
        name,
        business: Json(business),
        home_address: None,
        city: String::new(),
        state: String::new(),
        zip_code: String::new(),
        latitude: None,
        longitude: None,
        approved: false,
        is_active: true,
        visible: false,
        opened_at: at,
        is_new: true,
    };
    merchant.live_at(Some(AddressId::first_of(id).uuid()), address);
    merchant
}

async fn store(tx: &mut PgConnection, rows: &[Merchant]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    let visible = |row: &Merchant| row.approved && row.is_active;
    sqlx::query(include_str!("sql/upsert_merchants.sql"))
        .bind(column(rows, |row| row.merchant_id))
        .bind(column(rows, |row| row.name.as_deref()))
        .bind(json_column(rows, |row| &row.business.0))
        .bind(column(rows, |row| row.home_address))
        .bind(column(rows, |row| row.city.as_str()))
        .bind(column(rows, |row| row.state.as_str()))
        .bind(column(rows, |row| row.zip_code.as_str()))
        .bind(column(rows, |row| row.latitude))
        .bind(column(rows, |row| row.longitude))
        .bind(column(rows, |row| row.approved))
        .bind(column(rows, |row| row.is_active))
        .bind(column(rows, visible))
        .bind(column(rows, |row| row.opened_at))
        .bind(column(rows, |row| folded(&row.business.business_name)))
        .execute(&mut *tx)
        .await?;
    let turned: Vec<&Merchant> =
        rows.iter().filter(|row| !row.is_new && row.visible != visible(row)).collect();
    if turned.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/show_merchants.sql"))
        .bind(column(&turned, |row| row.merchant_id))
        .bind(column(&turned, |row| visible(row)))
        .execute(tx)
        .await?;
    Ok(())
}
