use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    RawEvent, Recorded, Role,
    events::AccountEvent,
    shop::{Address, BusinessProfile},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::{
    columns::{column, json_column},
    erasing::erase,
    reading::{known, read},
};
use crate::engine::ApplyError;

/// An account that was opened in this batch.
struct Opened {
    role: Role,
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    address: Option<Address>,
    business: Option<BusinessProfile>,
    at: DateTime<Utc>,
}

/// What was decided about a merchant, with the admin's words.
type Approval = (&'static str, Option<String>);

/// What a batch says about one account.
#[derive(Default)]
struct Change {
    opened: Option<Opened>,
    approval: Option<Approval>,
}

pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let mut changes: HashMap<Uuid, Change> = HashMap::new();
    let mut erased = Vec::new();
    for recorded in events {
        fold(&mut changes, &mut erased, recorded.recorded_at, read(recorded)?);
    }
    let mut opened = Vec::new();
    let mut decided = Vec::new();
    for (id, change) in changes {
        match (change.opened, change.approval) {
            (Some(account), approval) => opened.push((id, account, approval)),
            (None, Some((approval, reason))) => decided.push((id, approval, reason)),
            (None, None) => {}
        }
    }
    insert(tx, &opened).await?;
    update_approvals(tx, &decided).await?;
    erase(tx, &erased, include_str!("erase_users.sql")).await
}

fn fold(changes: &mut HashMap<Uuid, Change>, erased: &mut Vec<Uuid>, at: DateTime<Utc>, event: AccountEvent) {
    match event {
        AccountEvent::AccountOpened { account_id, role, name, email, phone, address, business } => {
            let approval = (role == Role::Merchant).then_some(("pending", None));
            let opened = Opened {
                role,
                name: name.into_inner(),
                email: email.into_inner(),
                phone: known(phone),
                address: known(address),
                business,
                at,
            };
            changes.insert(account_id.uuid(), Change { opened: Some(opened), approval });
        }
        AccountEvent::MerchantApproved { account_id, reason } => {
            changes.entry(account_id.uuid()).or_default().approval = Some(("approved", reason));
        }
        AccountEvent::MerchantRejected { account_id, reason } => {
            changes.entry(account_id.uuid()).or_default().approval = Some(("rejected", Some(reason)));
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
        AccountEvent::AccountErased { account_id } => erased.push(account_id.uuid()),
    }
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Opened, Option<Approval>)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_users.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, opened, _)| opened.role.as_str()))
        .bind(column(rows, |(_, opened, _)| opened.name.as_deref()))
        .bind(column(rows, |(_, opened, _)| opened.email.as_deref()))
        .bind(column(rows, |(_, opened, _)| opened.phone.as_deref()))
        .bind(json_column(rows, |(_, opened, _)| opened.address.as_ref()))
        .bind(json_column(rows, |(_, opened, _)| opened.business.as_ref()))
        .bind(column(rows, |(.., approval)| approval.as_ref().map(|(approval, _)| *approval)))
        .bind(column(rows, |(.., approval)| approval.as_ref().and_then(|(_, reason)| reason.as_deref())))
        .bind(column(rows, |(_, opened, _)| opened.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update_approvals(
    tx: &mut PgConnection,
    rows: &[(Uuid, &'static str, Option<String>)],
) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("update_approvals.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, approval, _)| *approval))
        .bind(column(rows, |(.., reason)| reason.as_deref()))
        .execute(tx)
        .await?;
    Ok(())
}
