//! Tests of erasures: they finish even if the caller goes away, and affect only the erased person.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::http::StatusCode;
use serde_json::json;
use shared_events::{
    Actor, StreamId,
    events::{Operated, OperatorAct},
};
use test_support::wait_for;
use uuid::Uuid;

use super::*;
use crate::{
    http::testing::{Person, customer_form},
    mail::{Mail, MailError, Mailer},
    operations::{Failed, NotDone, Operations, Refusal},
};

/// Records the texts that the erasure searches for.
#[derive(Default)]
struct Notebook {
    texts: Mutex<Vec<String>>,
    addresses: Mutex<Vec<EmailAddress>>,
}

#[async_trait]
impl Operations for Notebook {
    async fn find(&self, _name: &str, _stream: Option<&StreamId>) -> Result<Operated, NotDone> {
        Err(Refusal::NotFound.into())
    }

    async fn act(&self, _act: OperatorAct, _on: &Operated, _by: AccountId) -> Result<(), NotDone> {
        Err(Refusal::NotFound.into())
    }

    async fn forget_texts(&self, texts: &[String]) -> Result<(), Failed> {
        self.texts.lock().unwrap().extend_from_slice(texts);
        Ok(())
    }
}

#[async_trait]
impl Mailer for Notebook {
    async fn send(&self, _id: Uuid, _mail: &Mail) -> Result<(), MailError> {
        Ok(())
    }

    async fn forget(&self, _person: Uuid, addresses: &[EmailAddress]) -> Result<(), MailError> {
        self.addresses.lock().unwrap().extend_from_slice(addresses);
        Ok(())
    }
}

async fn erased(shop: &mut Shop, who: &Person) -> Arc<Notebook> {
    let notebook = Arc::new(Notebook::default());
    shop.app.mailer = notebook.clone();
    shop.app.operations = notebook.clone();
    let provenance = shop.app.command_by(Actor::system("test"));
    erase(&shop.app.erasure_ports(), &provenance, AccountId::new(who.id), &[]).await.unwrap();
    notebook
}

#[tokio::test]
async fn only_texts_unique_to_the_person_are_searched_for() {
    let mut shop = Shop::open();
    let mia = shop.merchant().await;
    let entry = json!({
        "name": "Home", "firstName": "Mia", "lastName": "Brook", "address": "7 Dale Lane", "apartment": "Loft",
        "city": "Springfield", "zipCode": "05401",
    });
    shop.post("/users/addresses", Some(&mia), &entry).await.done(StatusCode::CREATED);
    let name = json!({"name": "Timeout"});
    assert_eq!(shop.put("/users/profile", Some(&mia), &name).await.status, StatusCode::OK);
    let notebook = erased(&mut shop, &mia).await;
    let texts = notebook.texts.lock().unwrap();
    let theirs = ["1 Hill Road", "7 Dale Lane", "802-555-0100", "Mia Brook", "Mia Hill", "mia@example.com"];
    assert_eq!(*texts, theirs);
}

#[tokio::test]
async fn mail_to_an_address_that_changed_owners_is_left_alone() {
    let mut shop = Shop::open();
    let anna = shop.customer().await;
    let moved = json!({"email": "anna@dale.example", "currentPassword": PASSWORD});
    assert_eq!(shop.put("/users/profile", Some(&anna), &moved).await.status, StatusCode::OK);
    shop.verify_email(&anna).await.done_for_visitor(StatusCode::OK);
    shop.sign_up(&customer_form("anna@example.com")).await;
    let notebook = erased(&mut shop, &anna).await;
    assert_eq!(*notebook.addresses.lock().unwrap(), [EmailAddress::of_account("anna@dale.example")]);
}

#[tokio::test]
async fn an_erasure_whose_caller_went_away_is_finished() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    let account_id = AccountId::new(anna.id);
    // The account is closed after the key is deleted, once the turn at its stream is free.
    let turn = shop.app.writer.turns.take::<Account>(anna.id).await;
    let provenance = shop.app.command_by(Actor::system("test"));
    let ports = shop.app.erasure_ports();
    let mut erasing = Box::pin(erase(&ports, &provenance, account_id, &[]));
    wait_for("the key to be gone", async || {
        assert!(futures_util::poll!(&mut erasing).is_pending());
        let account = load::<Account, Infallible>(&shop.app.writer.log, anna.id).await.unwrap().state;
        account.profile.is_some_and(|profile| profile.email.get().is_none()).then_some(())
    })
    .await;
    drop(erasing);
    drop(turn);
    wait_for("the account to be closed", async || {
        let history = shop.history("account", anna.id).await;
        history.iter().any(|event| event == "AccountErased").then_some(())
    })
    .await;
}
