//! Property test of e-mail addresses. People sign up and change addresses, appends fail and commands are
//! repeated: an address never belongs to two accounts, an account always has its address, and no address is
//! lost.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use chrono::TimeDelta;
use domain::{
    account::{Account, profile_form::ProfileForm, sign_up_form::SignUpForm},
    email::EmailAddress,
    rate_limits::RateLimit,
};
use event_store::Provenance;
use proptest::{prelude::*, sample::select};
use service_kit::token::VerificationLink;
use shared_events::{
    Actor, Role,
    events::UserAgent,
    ids::{AccountId, VerificationId},
};
use uuid::Uuid;

use super::{STRANGER, log_in_as};
use crate::{
    application::{
        Failure,
        accounts::{
            ProfileRefusal, SignUpRefusal, VerifyRefusal, holder_of, revise_profile, sign_up,
            verify_email::verify_link,
        },
        checkout::tests::faulty::{Fault, FaultyStore},
        load,
    },
    http::testing::{PASSWORD, Shop},
    limiter::Limiter,
    limits::Limits,
};

const ADDRESSES: [&str; 4] = ["anna@example.com", "ben@example.com", "cora@example.com", "Cora@Example.com"];

/// A request.
#[derive(Clone, Copy, Debug)]
enum Wish {
    /// Sign up with the address of this number.
    SignUp(usize),
    /// The person with this number changes to the address with this number.
    Change(usize, usize),
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A request, during which one append may fail.
    Ask(Wish, Option<(usize, Fault)>),
    /// Repeats the command with this number.
    Again(usize),
    /// This many seconds pass.
    Wait(i64),
}

/// Outcome of a step: `None` if the process died.
type Outcome = Option<Result<(), String>>;

struct Village {
    store: Arc<FaultyStore>,
    shop: Shop,
    commands: Vec<(Provenance, Wish)>,
    /// The people, in the order of their sign-ups.
    people: Vec<AccountId>,
}

impl Village {
    fn new() -> Self {
        let store = Arc::<FaultyStore>::default();
        let mut shop = Shop::open_on(store.log());
        // High enough never to interfere.
        let limits = Limits {
            email_changes: Limiter::new(RateLimit::per_hour(1_000)),
            email_links: Limiter::new(RateLimit::per_hour(1_000)),
            ..Limits::default()
        };
        shop.app.limits = Arc::new(limits);
        Self { store, shop, commands: Vec::new(), people: Vec::new() }
    }

    async fn step(&mut self, step: Step) -> Outcome {
        match step {
            Step::Ask(wish, fault) => {
                let provenance = self.shop.app.command_by(Actor::system("test"));
                if matches!(wish, Wish::SignUp(_)) {
                    self.people.push(AccountId::derived(provenance.command_id, "account"));
                }
                self.commands.push((provenance, wish));
                self.run(self.commands.len() - 1, fault).await
            }
            Step::Again(number) if number < self.commands.len() => self.run(number, None).await,
            Step::Again(_) => None,
            Step::Wait(seconds) => {
                self.shop.clock.advance(TimeDelta::seconds(seconds));
                None
            }
        }
    }

    async fn run(&self, number: usize, fault: Option<(usize, Fault)>) -> Outcome {
        let (provenance, wish) = &self.commands[number];
        if let Some((nth, fault)) = fault {
            self.store.fail(nth, fault);
        }
        let outcome = tokio::select! {
            outcome = self.ask(provenance, *wish) => Some(outcome),
            () = self.store.death() => None,
        };
        self.store.restart();
        outcome
    }

    async fn ask(&self, provenance: &Provenance, wish: Wish) -> Result<(), String> {
        let app = &self.shop.app;
        let text = |cause: &dyn std::fmt::Display| cause.to_string();
        match wish {
            Wish::SignUp(address) => {
                let form = SignUpForm {
                    name: "Anna Smith".to_owned(),
                    email: ADDRESSES[address].to_owned(),
                    password: PASSWORD.to_owned(),
                    role: "customer".to_owned(),
                    ..SignUpForm::default()
                };
                let command = Provenance { at: app.clock.now(), ..provenance.clone() };
                let signed_up =
                    sign_up(&app.account_ports(), &command, STRANGER, &form, UserAgent::default()).await;
                signed_up.map(|_| ()).map_err(|failure: Failure<SignUpRefusal>| text(&failure))
            }
            Wish::Change(person, address) => {
                let Some(id) = self.people.get(person).copied() else { return Ok(()) };
                let form =
                    ProfileForm { email: Some(ADDRESSES[address].to_owned()), ..ProfileForm::default() };
                let actor = Actor::Account { id, role: Role::Customer };
                let provenance = Provenance { actor, at: app.clock.now(), ..provenance.clone() };
                let revised =
                    revise_profile(&app.account_ports(), &provenance, id, &form, Some(PASSWORD)).await;
                revised.map_err(|failure: Failure<ProfileRefusal>| text(&failure))?;
                // The link is used at once.
                let request = VerificationId::derived(provenance.command_id, "email change");
                let link = VerificationLink { account: id, request };
                let command_id = Uuid::new_v5(&provenance.command_id, b"verify");
                let provenance = Provenance { command_id, ..provenance };
                let verified = verify_link(&app.writer, &provenance, link).await;
                verified.map(|_| ()).map_err(|failure: Failure<VerifyRefusal>| text(&failure))
            }
        }
    }

    /// The normalized address of each open account.
    async fn addresses(&self) -> BTreeMap<AccountId, String> {
        let mut addresses = BTreeMap::new();
        for id in &self.people {
            let account = load::<Account, ()>(&self.shop.app.writer.log, id.uuid()).await.unwrap().state;
            if let Some(profile) = account.profile {
                let email = EmailAddress::parse(profile.email.get().unwrap()).unwrap();
                addresses.insert(*id, email.normalised());
            }
        }
        addresses
    }

    async fn holder(&self, address: &str) -> Option<AccountId> {
        holder_of(&self.shop.app.writer, &EmailAddress::parse(address).unwrap()).await.unwrap()
    }

    /// Checks the invariants that hold at all times: no two accounts share an address, and an account has claimed its
    /// address.
    async fn keeps_the_rules(&self) -> Result<(), String> {
        let addresses = self.addresses().await;
        let different: BTreeSet<&String> = addresses.values().collect();
        if different.len() != addresses.len() {
            return Err(format!("an address is with two accounts: {addresses:?}"));
        }
        for (id, address) in &addresses {
            let holder = self.holder(address).await;
            if holder != Some(*id) {
                return Err(format!("{address} of {id} is held by {holder:?}"));
            }
        }
        Ok(())
    }

    /// Checks the invariant at the end: exactly the unused addresses can be claimed.
    async fn loses_nothing(&mut self) -> Result<(), String> {
        self.shop.clock.advance(TimeDelta::minutes(1));
        for (number, address) in ADDRESSES.iter().enumerate() {
            let taken = self.addresses().await.values().any(|other| *other == address.to_lowercase());
            let outcome = self.step(Step::Ask(Wish::SignUp(number), None)).await.expect("nobody dies");
            if outcome.is_ok() == taken {
                return Err(format!("signing up with {address}, taken: {taken}: {outcome:?}"));
            }
        }
        self.keeps_the_rules().await
    }

    async fn live(steps: &[Step]) -> Result<(Self, Vec<Outcome>), String> {
        let mut village = Self::new();
        let mut outcomes = Vec::new();
        for step in steps {
            outcomes.push(village.step(*step).await);
            village.keeps_the_rules().await.map_err(|broken| format!("after {step:?}: {broken}"))?;
        }
        Ok((village, outcomes))
    }
}

const ANNA_AND_BEN: [Step; 2] = [Step::Ask(Wish::SignUp(0), None), Step::Ask(Wish::SignUp(1), None)];

/// Changes Anna's address to Cora's.
const CHANGE: Wish = Wish::Change(0, 2);

#[tokio::test]
async fn an_address_change_interrupted_anywhere_is_finished_or_replaced() {
    let later = [
        vec![Step::Again(2)],
        vec![Step::Wait(61), Step::Again(2)],
        vec![Step::Ask(Wish::Change(0, 0), None)],
        vec![Step::Ask(Wish::Change(1, 2), None), Step::Again(2)],
        vec![Step::Wait(61), Step::Ask(Wish::Change(1, 2), None), Step::Again(2)],
        vec![Step::Wait(61), Step::Ask(Wish::Change(1, 0), None), Step::Again(2)],
        vec![Step::Wait(61), Step::Ask(Wish::SignUp(2), None), Step::Wait(61), Step::Again(2)],
        vec![Step::Ask(Wish::Change(0, 0), None), Step::Wait(61), Step::Again(2)],
    ];
    for fault in Fault::ALL {
        // The change succeeds despite a lost message, so no other command follows it. Only the repetition is tested.
        let hidden = matches!(fault, Fault::AnswerLost | Fault::RequestLost);
        for later in &later[..if hidden { 1 } else { later.len() }] {
            let mut nth = 0;
            loop {
                let mut steps = ANNA_AND_BEN.to_vec();
                steps.push(Step::Ask(CHANGE, Some((nth, fault))));
                steps.extend(later);
                let lived = Village::live(&steps).await;
                let (mut village, outcomes) = lived.unwrap_or_else(|broken| panic!("{steps:?}: {broken}"));
                village.loses_nothing().await.unwrap_or_else(|broken| panic!("{steps:?}: {broken}"));
                // The four appends: the request, the claim, the change, the release of the old address.
                if nth == 4 {
                    assert_eq!(outcomes[2], Some(Ok(())), "{steps:?}");
                    break;
                }
                assert_eq!(outcomes[2] == Some(Ok(())), hidden, "{steps:?}");
                nth += 1;
            }
        }
    }
}

#[tokio::test]
async fn a_repeated_command_does_not_own_a_claim_that_was_taken_over() {
    let taken = Some(Err("An account with this email already exists".to_owned()));
    let dies = |wish, nth| Step::Ask(wish, Some((nth, Fault::DiesAfter)));
    let change = [dies(CHANGE, 1), Step::Wait(61), Step::Ask(Wish::Change(1, 2), None), Step::Again(2)];
    let (_, outcomes) = Village::live(&[&ANNA_AND_BEN[..], &change].concat()).await.unwrap();
    assert_eq!(outcomes[4..], [Some(Ok(())), taken.clone()]);
    let sign_up =
        [dies(Wish::SignUp(2), 0), Step::Wait(61), Step::Ask(Wish::SignUp(3), None), Step::Again(0)];
    let (_, outcomes) = Village::live(&sign_up).await.unwrap();
    assert_eq!(outcomes[2..], [Some(Ok(())), taken]);
}

#[tokio::test]
async fn a_repeated_change_that_is_outdated_releases_no_address() {
    let back = Wish::Change(0, 0);
    let steps = [Step::Ask(CHANGE, None), Step::Ask(back, None), Step::Again(2)];
    let (village, _) = Village::live(&[&ANNA_AND_BEN[..], &steps].concat()).await.unwrap();
    let anna = village.people[0];
    assert_eq!(village.addresses().await[&anna], "anna@example.com");
    let logged_in = log_in_as(&village.shop, "Anna@Example.com").await.unwrap();
    assert_eq!(logged_in.profile.account_id, anna);
}

fn step() -> impl Strategy<Value = Step> {
    let address = || 0..ADDRESSES.len();
    let fault = prop::option::of((0_usize..5, select(Fault::ALL.to_vec())));
    let wish = prop_oneof![
        1 => address().prop_map(Wish::SignUp),
        3 => (0_usize..3, address()).prop_map(|(person, address)| Wish::Change(person, address)),
    ];
    prop_oneof![
        5 => (wish, fault).prop_map(|(wish, fault)| Step::Ask(wish, fault)),
        3 => (0_usize..12).prop_map(Step::Again),
        2 => select(vec![1, 59, 60, 61]).prop_map(Step::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn an_address_is_never_with_two_accounts_and_never_lost(steps in prop::collection::vec(step(), 0..16)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let steps = [&ANNA_AND_BEN[..], &steps].concat();
        let lived = runtime.block_on(async {
            let (mut village, _) = Village::live(&steps).await?;
            village.loses_nothing().await
        });
        prop_assert_eq!(lived, Ok(()));
    }
}
