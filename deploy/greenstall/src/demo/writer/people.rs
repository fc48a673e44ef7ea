//! Writes accounts: the admin, the merchants with the admin's decision, and the customers.

use chrono::{DateTime, Utc};
use command_service::{
    application::accounts::{LogIn, NewAdmin, log_in, open_admin, sign_up, verify_email},
    passwords::Asker,
};
use domain::account::{
    address_form::AddressForm,
    approve_merchant::{self, ApproveMerchant},
    business_form::BusinessForm,
    reject_merchant::{self, RejectMerchant},
    sign_up_form::SignUpForm,
};
use service_kit::token::VerificationLink;
use shared_events::{
    Actor,
    events::{SessionEvent, UserAgent},
    ids::SessionId,
    shop::{Address, BusinessProfile},
};

use super::{
    failures::{done_or_before, failed_at},
    market_writer::{self, ADMIN, MarketWriter},
};
use crate::{
    Outcome,
    demo::market::{Account, Approval, Customer, Merchant},
};

const ADMIN_LOG_IN: &str = "admin looks";
/// Sign-ups in the market come from no particular network address.
const ASKER: Asker = Asker::Stranger(None);

pub(super) async fn admin(writer: &MarketWriter<'_>) -> Outcome<()> {
    let Account { name, email, password, .. } = writer.market.admin.clone();
    let form = NewAdmin { name, email, password: password.to_owned() };
    let app = writer.at(ADMIN, writer.opened_at());
    let opened = open_admin(&app.account_ports(), &app.attempt(), &form).await;
    opened.map(drop).map_err(failed_at(ADMIN))
}

/// Logs the admin in, which is the last command of a filling.
pub(super) async fn log_admin_in(writer: &MarketWriter<'_>) -> Outcome<()> {
    let Account { email, password, .. } = &writer.market.admin;
    let command = LogIn { email, password, ..LogIn::default() };
    let app = writer.at(ADMIN_LOG_IN, writer.now);
    let logged_in = log_in(&app.account_ports(), &app.attempt(), &command).await;
    logged_in.map(drop).map_err(failed_at(ADMIN_LOG_IN))
}

/// Whether the admin has logged in, so that the market is complete.
pub(super) async fn admin_has_logged_in(writer: &MarketWriter<'_>) -> Outcome<bool> {
    let session = SessionId::derived(writer.command(ADMIN_LOG_IN), "session");
    let log = writer.at(ADMIN_LOG_IN, writer.now).writer.log;
    Ok(log.last::<SessionEvent>(session.uuid()).await?.is_some())
}

pub(super) async fn merchant(writer: &MarketWriter<'_>, index: usize) -> Outcome<()> {
    let Merchant { account, profile, address, approval, joined_days_ago, .. } =
        &writer.market.merchants[index];
    let item = market_writer::merchant(index);
    // Half a day before the first product of the newest merchants.
    let joined = writer.ago(*joined_days_ago, 12 * 60 + index * 7 % 120);
    let form =
        SignUpForm { role: "merchant".to_owned(), business: business(profile), ..form(account, address) };
    sign_up_and_verify(writer, &item, joined, &form).await?;
    let (review, minutes) = (format!("review of {item}"), 3 * 60 + index * 11 % 60);
    let reviewed = writer.ago(*joined_days_ago, 12 * 60 - minutes);
    let (app, provenance) = (writer.at(&review, reviewed), writer.by(writer.as_admin(), &review, reviewed));
    let account_id = writer.merchant(index);
    match approval {
        Approval::Pending => Ok(()),
        Approval::Approved => {
            let command = ApproveMerchant { account_id, reason: None };
            let approved = app.writer.execute(&provenance, &command).await;
            done_or_before(approved, &approve_merchant::Refusal::AlreadyApproved, review)
        }
        Approval::Rejected { reason } => {
            let command = RejectMerchant { account_id, reason: reason.clone() };
            let rejected = app.writer.execute(&provenance, &command).await;
            done_or_before(rejected, &reject_merchant::Refusal::AlreadyReviewed, review)
        }
    }
}

pub(super) async fn customer(writer: &MarketWriter<'_>, index: usize) -> Outcome<()> {
    let Customer { account, address, joined_days_ago } = &writer.market.customers[index];
    let item = market_writer::customer(index);
    let joined = writer.ago(*joined_days_ago, 60 + index * 7 % 600);
    let form = SignUpForm { role: "customer".to_owned(), ..form(account, address) };
    sign_up_and_verify(writer, &item, joined, &form).await
}

/// Signs up and follows the link in the verification mail.
async fn sign_up_and_verify(
    writer: &MarketWriter<'_>,
    item: &str,
    joined: DateTime<Utc>,
    form: &SignUpForm,
) -> Outcome<()> {
    let command = writer.by(Actor::system("sign-up"), item, joined);
    let ports = writer.at(item, joined).account_ports();
    let signed_up = sign_up(&ports, &command, ASKER, form, UserAgent::default()).await;
    let profile = signed_up.map_err(failed_at(item))?.profile;
    let Some(link) = profile.verification else { return Ok(()) };
    let link = VerificationLink { account: profile.account_id, request: link.request_id };
    let verification = format!("verification of {item}");
    let app = writer.at(&verification, joined);
    let verified =
        verify_email(&app.account_ports(), &app.attempt(), &app.tokens.verification_token(&link)).await;
    verified.map(drop).map_err(failed_at(verification))
}

fn form(account: &Account, address: &Address) -> SignUpForm {
    let Account { name, email, password, phone } = account.clone();
    let Address { street, city, state, zip_code, country, latitude, longitude } = address.clone();
    SignUpForm {
        name,
        email,
        password: password.to_owned(),
        phone,
        address: AddressForm { street, city, state, zip_code, country, latitude, longitude },
        ..SignUpForm::default()
    }
}

fn business(profile: &BusinessProfile) -> BusinessForm {
    let profile = profile.clone();
    BusinessForm {
        business_name: profile.business_name,
        business_description: profile.business_description,
        business_type: Some(profile.business_type),
        offers_pickup: Some(profile.offers_pickup),
        offers_delivery: Some(profile.offers_delivery),
        same_day_delivery: Some(profile.same_day_delivery),
        delivery_radius: Some(profile.delivery_radius),
        same_day_cutoff: Some(profile.same_day_cutoff),
        photo_url: profile.photo_url,
    }
}
