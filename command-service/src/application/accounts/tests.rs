//! Tests of behavior that HTTP tests cannot show: crashes between the steps of a use case, and repeated commands.

mod emails;
mod erasing;

use std::convert::Infallible;

use chrono::TimeDelta;
use domain::email::EmailAddress;
use shared_events::{Actor, events::UserAgent, ids::AccountId};

use super::{email_claim::claim_email, *};
use crate::http::testing::{PASSWORD, Shop};

const FORGOTTEN: [&str; 3] = ["AccountOpened", "EmailVerificationRequested", "AccountErased"];
pub(super) const STRANGER: Asker = Asker::Stranger(None);

pub(super) async fn log_in_as(shop: &Shop, email: &str) -> Result<LoggedIn, Failure<LogInRefusal>> {
    log_in(
        &shop.app.account_ports(),
        &shop.app.attempt(),
        &LogIn { email, password: PASSWORD, ..LogIn::default() },
    )
    .await
}

fn form(email: &str) -> SignUpForm {
    SignUpForm {
        name: "Anna Smith".to_owned(),
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        role: "customer".to_owned(),
        ..SignUpForm::default()
    }
}

/// Claims the address and stops, like a process that dies.
async fn crash_after_claiming(shop: &Shop, email: &str) {
    let provenance = shop.app.command_by(Actor::system("crash"));
    let account_id = AccountId::derived(provenance.command_id, "account");
    let address = EmailAddress::parse(email).unwrap();
    claim_email(&shop.app.writer, &provenance, account_id, &address).await.unwrap();
}

fn command(shop: &Shop) -> Provenance {
    shop.app.command_by(Actor::system("sign-up"))
}

async fn sign_up_result(shop: &Shop, email: &str) -> Result<AccountId, String> {
    let signed_up =
        sign_up(&shop.app.account_ports(), &command(shop), STRANGER, &form(email), UserAgent::default())
            .await;
    signed_up.map(|signed_up| signed_up.profile.account_id).map_err(|failure| failure.to_string())
}

#[tokio::test]
async fn a_claim_without_an_account_is_taken_over_after_a_minute() {
    let shop = Shop::open();
    crash_after_claiming(&shop, "anna@example.com").await;
    let taken = Err("An account with this email already exists".to_owned());
    shop.clock.advance(TimeDelta::milliseconds(59_999));
    assert_eq!(sign_up_result(&shop, "anna@example.com").await, taken);
    shop.clock.advance(TimeDelta::milliseconds(1));
    let anna = sign_up_result(&shop, "Anna@example.com").await.unwrap();
    let logged_in = log_in_as(&shop, "anna@example.com").await.unwrap();
    assert_eq!(logged_in.profile.account_id, anna);
    shop.clock.advance(TimeDelta::days(1));
    assert_eq!(sign_up_result(&shop, "anna@example.com").await, taken, "an open account keeps its address");
}

#[tokio::test]
async fn an_account_that_was_never_opened_has_no_log_in() {
    let shop = Shop::open();
    crash_after_claiming(&shop, "anna@example.com").await;
    let result = log_in_as(&shop, "anna@example.com").await.map(|_| ());
    assert!(matches!(result, Err(Failure::Refused(LogInRefusal::WrongPassword))), "{result:?}");
}

#[tokio::test]
async fn the_same_command_opens_one_account() {
    let shop = Shop::open();
    let command = command(&shop);
    let first = sign_up(
        &shop.app.account_ports(),
        &command,
        STRANGER,
        &form("anna@example.com"),
        UserAgent::default(),
    )
    .await
    .unwrap();
    let second = sign_up(
        &shop.app.account_ports(),
        &command,
        STRANGER,
        &form("anna@example.com"),
        UserAgent::default(),
    )
    .await
    .unwrap();
    assert_eq!((first.profile.clone(), first.position), (second.profile, second.position));
    let id = first.profile.account_id.uuid();
    assert_eq!(shop.history("account", id).await, ["AccountOpened", "EmailVerificationRequested"]);
    assert_eq!(shop.history("credential", id).await, ["PasswordSet"]);
}

#[tokio::test]
async fn an_admin_is_opened_by_an_operator_with_the_same_rules() {
    let shop = Shop::open();
    let admin = |name: &str, email: &str, password: &str| {
        let [name, email, password] = [name, email, password].map(str::to_owned);
        NewAdmin { name, email, password }
    };
    for (broken, text) in [
        (admin("", "ada@example.com", PASSWORD), "Name is required"),
        (admin("Ada", "ada", PASSWORD), "Please enter a valid email address"),
        (admin("Ada", "ada@example.com", "short"), "Password must be at least 8 characters long"),
    ] {
        assert_eq!(
            open_admin(&shop.app.account_ports(), &shop.app.attempt(), &broken)
                .await
                .unwrap_err()
                .to_string(),
            text
        );
    }
    let ada = admin("Ada", "ada@example.com", PASSWORD);
    let opened = open_admin(&shop.app.account_ports(), &shop.app.attempt(), &ada).await.unwrap();
    assert_eq!(
        open_admin(&shop.app.account_ports(), &shop.app.attempt(), &ada).await.unwrap_err().to_string(),
        "An account with this email already exists"
    );
    let logged_in = log_in_as(&shop, "ada@example.com").await.unwrap();
    assert_eq!((logged_in.profile.account_id, logged_in.profile.role), (opened.account_id, Role::Admin));
    let history = shop.history("credential", opened.account_id.uuid()).await;
    assert_eq!(history, ["PasswordSet"], "log-ins have streams of their own");
}

#[tokio::test]
async fn equal_seeds_give_equal_accounts() {
    let (one, other) = (Shop::open(), Shop::open());
    let first = sign_up_result(&one, "anna@example.com").await;
    assert_eq!(first, sign_up_result(&other, "anna@example.com").await);
    assert_ne!(first, sign_up_result(&one, "ben@example.com").await);
}

#[tokio::test]
async fn an_erased_person_is_unreadable_and_the_address_is_free_again() {
    let shop = Shop::open();
    let anna = sign_up_result(&shop, "anna@example.com").await.unwrap();
    let address = EmailAddress::parse("anna@example.com").unwrap();
    assert_eq!(holder_of(&shop.app.writer, &address).await.unwrap(), Some(anna));
    let claim = email_claim::fingerprint::<Infallible>(&shop.app.writer, &address).await.unwrap();

    let provenance = shop.app.command_by(Actor::system("person erase"));
    let erased = erase(&shop.app.erasure_ports(), &provenance, anna, &[claim]).await.unwrap();
    let again = shop.app.command_by(Actor::system("person erase"));
    assert_eq!(
        erase(&shop.app.erasure_ports(), &again, anna, &[claim]).await.unwrap(),
        erased,
        "once is enough"
    );
    assert_eq!(shop.history("account", anna.uuid()).await, FORGOTTEN);
    for category in ["account", "credential"] {
        let events =
            shop.app.writer.log.load_raw(&shared_events::StreamId::new(category, anna.uuid())).await.unwrap();
        let stored = format!("{events:?}");
        assert!(
            !stored.contains("anna@") && !stored.contains("Anna") && !stored.contains("argon"),
            "{stored}"
        );
    }
    assert_eq!(holder_of(&shop.app.writer, &address).await.unwrap(), None);
    let result = log_in_as(&shop, "anna@example.com").await.map(|_| ());
    assert!(matches!(result, Err(Failure::Refused(LogInRefusal::WrongPassword))), "{result:?}");

    let another = sign_up_result(&shop, "anna@example.com").await.unwrap();
    assert_ne!(another, anna);
    // The new owner keeps the address, even if the erasure is repeated.
    let again = shop.app.command_by(Actor::system("person erase"));
    erase(&shop.app.erasure_ports(), &again, anna, &[claim]).await.unwrap();
    assert_eq!(holder_of(&shop.app.writer, &address).await.unwrap(), Some(another));
}

#[tokio::test]
async fn an_erasure_interrupted_by_a_crash_is_finished_by_the_next_one() {
    let shop = Shop::open();
    let anna = sign_up_result(&shop, "anna@example.com").await.unwrap();
    shop.app.writer.log.keyring().erase(anna.uuid()).await.unwrap();
    let provenance = shop.app.command_by(Actor::system("person erase"));
    erase(&shop.app.erasure_ports(), &provenance, anna, &[]).await.unwrap();
    assert_eq!(shop.history("account", anna.uuid()).await, FORGOTTEN);
}
