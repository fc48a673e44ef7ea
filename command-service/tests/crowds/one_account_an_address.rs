//! Several processes on one database: concurrent sign-ups with one e-mail address open one account.

use std::collections::HashSet;

use command_service::{
    application::{
        Failure,
        accounts::{LogIn, SignUpRefusal, log_in, sign_up},
    },
    passwords::Asker,
};
use domain::{account::sign_up_form::SignUpForm, email::claim_email::Refusal};
use event_store::Categories;
use shared_events::{Actor, Position, events::UserAgent, ids::AccountId};
use tokio::task::JoinSet;

use super::{database, process};

const PROCESSES: usize = 3;
const ADDRESSES: usize = 8;
const TRIES: usize = 8;

fn form(address: usize, attempt: usize) -> SignUpForm {
    let email = format!("anna{address}@example.com");
    SignUpForm {
        name: format!("Anna {attempt}"),
        email: if (attempt / ADDRESSES).is_multiple_of(2) { email } else { email.to_uppercase() },
        password: format!("Secret-{attempt}!"),
        role: "customer".to_owned(),
        ..SignUpForm::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_the_concurrent_sign_ups_of_an_address_succeeds() {
    let database = database().await;
    let mut processes = Vec::new();
    for _ in 0..PROCESSES {
        processes.push(process(&database).await);
    }
    let mut sign_ups = JoinSet::new();
    for attempt in 0..ADDRESSES * TRIES {
        let app = processes[attempt % PROCESSES].clone();
        sign_ups.spawn(async move {
            let address = attempt % ADDRESSES;
            let form = form(address, attempt);
            let command = app.command_by(Actor::system("sign-up"));
            (
                address,
                form.password.clone(),
                sign_up(&app.account_ports(), &command, Asker::Stranger(None), &form, UserAgent::default())
                    .await,
            )
        });
    }
    let mut opened: Vec<(usize, String, AccountId)> = Vec::new();
    for (address, password, result) in sign_ups.join_all().await {
        match result {
            Ok(signed_up) => opened.push((address, password, signed_up.profile.account_id)),
            Err(Failure::Refused(SignUpRefusal::Email(Refusal::Taken))) => {}
            Err(failure) => panic!("{failure}"),
        }
    }
    let addresses: HashSet<usize> = opened.iter().map(|(address, ..)| *address).collect();
    assert_eq!((opened.len(), addresses.len()), (ADDRESSES, ADDRESSES));

    let accounts = Categories::Only(std::borrow::Cow::Borrowed(&["account"]));
    let log = processes[0].writer.log.read_all(Position::START, &accounts, 1_000).await.unwrap();
    let opened_accounts = log.events.iter().filter(|event| event.event.event_type == "AccountOpened").count();
    assert_eq!(opened_accounts, ADDRESSES);
    let streams: HashSet<_> = log.events.iter().map(|event| &event.stream).collect();
    assert_eq!(streams.len(), ADDRESSES, "nobody else left a trace");
    for (address, password, account_id) in opened {
        for app in &processes {
            let email = format!("anna{address}@example.com");
            let command = LogIn { email: &email, password: &password, ..LogIn::default() };
            let logged_in = log_in(&app.account_ports(), &app.attempt(), &command).await;
            assert_eq!(logged_in.map(|found| found.profile.account_id).unwrap(), account_id);
        }
    }
}
