//! Tests of `/stream` over real connections.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use serde_json::json;
use service_kit::token::SESSION_LIFETIME;
use shared_events::{Position, events::OrderEvent, ids::AccountId};
use tokio::{sync::watch, task::JoinSet, time::timeout};

use crate::{
    live::MAX_STREAMS_PER_ACCOUNT,
    testing::{Market, Person, ReceivedEvent, StreamClient},
};

#[tokio::test]
async fn a_stream_sends_each_thing_in_the_form_that_a_get_returns() {
    let mut market = Market::open().await;
    let (ada, farm) = (market.customer("Ada").await, market.merchant("Green Farm", "05401").await);
    let (address, ..) = market.serve().await;
    market.settled().await;
    let mut client = StreamClient::open(address, &market.token_of(&ada), None).await;
    let mut theirs = StreamClient::open(address, &market.token_of(&farm), None).await;
    assert_eq!((client.status, client.header("content-type")), (200, Some("text/event-stream")));
    assert_eq!(client.header("cache-control"), Some("private, no-store"));
    assert_eq!(client.header("greenstall-position"), Some(&*market.seen().to_string()));

    let order_id = market.checkout(&ada, &[&farm]).await[0];
    let placed = client.next_event().await;
    assert_eq!((&*placed.event, placed.id), ("order", market.seen().0));
    assert_eq!(placed.data, market.get_as(&ada, &format!("/orders/{order_id}")).await.ok());
    let (notification, placed) = (theirs.next_event().await, theirs.next_event().await);
    assert_eq!((&*notification.event, &*placed.event, placed.id), ("notification", "order", market.seen().0));
    assert_eq!(placed.data, market.get_as(&farm, &format!("/orders/{order_id}")).await.ok());
    assert_eq!(placed.data["parent"], json!(null), "a merchant sees its own part");
    assert_eq!(notification.data, market.get_as(&farm, "/notifications").await.ok()["notifications"][0]);

    let conversation = market.conversation(&ada, &farm).await;
    let (notification, message) = (theirs.next_event().await, theirs.next_event().await);
    assert_eq!(
        (&*notification.event, &*message.event, message.id),
        ("notification", "message", market.seen().0)
    );
    let thread = market.get_as(&farm, &format!("/messages/{conversation}")).await.ok();
    assert_eq!(message.data, thread[0]);
    assert_eq!(client.next_event().await.data, thread[0], "it shows in the sender's other windows, too");
    client.expect_only_heartbeats(3).await;
    theirs.expect_only_heartbeats(3).await;
}

#[tokio::test]
async fn messages_to_support_go_to_all_admins_at_once_and_after_a_break() {
    let mut market = Market::open().await;
    let (ada, root) = (market.customer("Ada").await, market.admin().await);
    let (address, ..) = market.serve().await;
    market.settled().await;
    let token = market.token_of(&root);
    let mut client = StreamClient::open(address, &token, None).await;
    let before = market.seen();
    let id = market.support_conversation(&ada).await;
    let asked = client.next_event().await;
    assert_eq!((&*asked.event, asked.id), ("message", market.seen().0));
    let thread = market.get_as(&root, &format!("/messages/{id}")).await.ok();
    assert_eq!(asked.data, thread[0]);
    client.expect_only_heartbeats(2).await;
    let mut again = StreamClient::open(address, &token, Some(&before.to_string())).await;
    assert_eq!(again.next_event().await.data, thread[0]);
    again.expect_only_heartbeats(2).await;
}

#[tokio::test]
async fn a_reconnecting_client_gets_what_it_missed_and_nothing_twice() {
    let mut market = Market::open().await;
    let (ada, farm) = (market.customer("Ada").await, market.merchant("Green Farm", "05401").await);
    let (address, ..) = market.serve().await;
    let token = market.token_of(&farm);
    let id = market.conversation(&ada, &farm).await;
    let before = market.seen();
    for number in 2..5 {
        market.message(id, &ada, &format!("Message {number}")).await;
    }
    market.settled().await;
    let things = async |last: &str, count: usize| {
        let mut client = StreamClient::open(address, &token, Some(last)).await;
        let mut heard = Vec::new();
        for _ in 0..count {
            heard.push(client.next_event().await);
        }
        client.expect_only_heartbeats(2).await;
        heard
    };
    let heard = things(&before.to_string(), 6).await;
    let messages: Vec<&str> =
        heard.iter().filter(|one| one.event == "message").map(ReceivedEvent::thing).collect();
    assert_eq!(messages, [2, 3, 4].map(|number| format!("{id}-{number}")));
    // The connection broke between two items of one position, so both are sent again.
    assert_eq!(things(&heard[2].id.to_string(), 4).await, heard[2..]);
    assert_eq!(things(&heard[3].id.to_string(), 2).await, heard[4..]);
    assert_eq!(things(&heard[5].id.to_string(), 0).await, []);
    // An id that the service never sent, or whose items are no longer kept, is answered with `reload`.
    for odd in ["x", "-1", "18446744073709551616", "1.5"] {
        let heard = things(odd, 1).await;
        assert_eq!((&*heard[0].event, heard[0].id), ("reload", market.seen().0), "{odd}");
        assert_eq!(heard[0].data, json!({ "position": market.seen() }));
    }
    assert_eq!(things("", 0).await, []);
    for number in 5..220 {
        market.message(id, &farm, &format!("Message {number}")).await;
    }
    market.settled().await;
    assert_eq!(things(&before.to_string(), 1).await[0].event, "reload");
    assert_eq!(things(&(market.seen().0 - 1).to_string(), 1).await[0].thing(), format!("{id}-219"));
}

#[tokio::test]
async fn a_stream_waits_for_an_id_beyond_the_log_and_then_reloads() {
    let mut market = Market::open().await;
    let ada = market.customer("Ada").await;
    let (address, ..) = market.serve().await;
    market.settled().await;
    let asked = Instant::now();
    let mut client = StreamClient::open(address, &market.token_of(&ada), Some("18446744073709551615")).await;
    assert!(asked.elapsed() >= Duration::from_secs(2));
    assert_eq!(client.next_event().await.event, "reload");
}

#[tokio::test]
async fn a_stream_ends_with_its_session_and_others_continue() {
    let mut market = Market::open().await;
    let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
    let farm = market.merchant("Green Farm", "05401").await;
    let (address, ..) = market.serve().await;
    let session = market.log_in(&ada).await;
    market.settled().await;
    let [mut adas, mut bobs, mut farms] = [
        StreamClient::open(address, &market.token_of(&ada), None).await,
        StreamClient::open(address, &market.token_of(&bob), None).await,
        StreamClient::open(address, &market.token_of(&farm), None).await,
    ];
    market.end_session(&ada, session).await;
    assert_eq!(adas.until_end().await, []);
    market.settled().await;
    assert_eq!(StreamClient::open(address, &market.token_of(&ada), None).await.status, 401);
    market.deactivate(&bob).await;
    assert_eq!(bobs.until_end().await, []);
    farms.expect_only_heartbeats(2).await;
    let eve = market.customer("Eve").await;
    market.settled().await;
    let mut eves = StreamClient::open(address, &market.token_of(&eve), None).await;
    market.conversation(&eve, &farm).await;
    assert_eq!(eves.next_event().await.event, "message");
    market.erase(&eve).await;
    assert_eq!(eves.until_end().await, []);
    market.end_all_sessions(&farm, None).await;
    let heard = farms.until_end().await;
    assert_eq!(heard.iter().map(|one| &*one.event).collect::<Vec<_>>(), ["notification", "message"]);
}

#[tokio::test]
async fn a_stream_ends_when_its_token_expires() {
    let mut market = Market::open().await;
    let ada = market.customer("Ada").await;
    let (address, ..) = market.serve().await;
    market.settled().await;
    let mut client = StreamClient::open(address, &market.token_of(&ada), None).await;
    market.clock.advance(SESSION_LIFETIME - TimeDelta::seconds(1));
    client.expect_only_heartbeats(2).await;
    market.clock.advance(TimeDelta::seconds(1));
    assert_eq!(client.until_end().await, []);
    assert_eq!(StreamClient::open(address, "", None).await.status, 401);
}

#[tokio::test]
async fn a_rebuilt_view_sends_nothing_again() {
    let mut market = Market::open().await;
    let (ada, farm) = (market.customer("Ada").await, market.merchant("Green Farm", "05401").await);
    let (address, ..) = market.serve().await;
    let id = market.conversation(&ada, &farm).await;
    let before = market.seen();
    market.message(id, &ada, "Hello?").await;
    market.settled().await;
    let mut client = StreamClient::open(address, &market.token_of(&ada), None).await;
    for view in ["live", "conversations", "notifications"] {
        market.rebuild(view).await;
    }
    client.expect_only_heartbeats(2).await;
    market.message(id, &farm, "Yes?").await;
    assert_eq!(client.next_event().await.event, "notification");
    assert_eq!(client.next_event().await.thing(), format!("{id}-3"));
    let mut again = StreamClient::open(address, &market.token_of(&ada), Some(&before.to_string())).await;
    assert_eq!(again.next_event().await.thing(), format!("{id}-2"));
}

#[tokio::test]
async fn streams_end_when_positions_may_go_back_and_lose_no_event() {
    let mut market = Market::open().await;
    let (ada, farm) = (market.customer("Ada").await, market.merchant("Green Farm", "05401").await);
    let (address, ..) = market.serve().await;
    let id = market.conversation(&ada, &farm).await;
    market.settled().await;
    let seen = market.seen().to_string();
    let token = market.token_of(&ada);
    let mut client = StreamClient::open(address, &token, None).await;
    market.break_listeners().await;
    client.until_end().await;
    market.message(id, &farm, "Hello?").await;
    let mut again = StreamClient::open(address, &token, Some(&seen)).await;
    assert_eq!(again.next_event().await.event, "notification");
    assert_eq!(again.next_event().await.thing(), format!("{id}-2"));
}

#[tokio::test]
async fn open_streams_do_not_delay_shutdown() {
    let mut market = Market::open().await;
    let ada = market.customer("Ada").await;
    let (address, _, serving) = market.serve().await;
    market.settled().await;
    let mut clients = Vec::new();
    for _ in 0..MAX_STREAMS_PER_ACCOUNT {
        clients.push(StreamClient::open(address, &market.token_of(&ada), None).await);
    }
    market.stop();
    // Requests that do not end are aborted after ten seconds. The streams must end before that.
    timeout(Duration::from_secs(8), serving).await.expect("it ends in time").expect("it ends in order");
    for client in &mut clients {
        assert_eq!(client.until_end().await, []);
    }
}

#[tokio::test]
async fn one_stream_beyond_the_limit_ends_the_oldest() {
    let mut market = Market::open().await;
    let ada = market.customer("Ada").await;
    let (address, ..) = market.serve().await;
    market.settled().await;
    let mut clients = Vec::new();
    for _ in 0..=MAX_STREAMS_PER_ACCOUNT {
        clients.push(StreamClient::open(address, &market.token_of(&ada), None).await);
    }
    assert_eq!(clients[0].until_end().await, []);
    for client in &mut clients[1..] {
        client.expect_only_heartbeats(2).await;
    }
}

/// An item that a person must receive: its position, its kind and its id.
type Due = (Position, &'static str, String);

/// One connection: the id that it resumed after, and the events that it received.
type Connection = (u64, Vec<(u64, String, String)>);

/// Listens, and reconnects after every few events, until it has received everything up to the position that `end`
/// announces.
///
/// Also reconnects when the server ends the stream, as a browser does: on a busy machine, more events may arrive at
/// once than a stream's queue can hold.
async fn listen(
    address: std::net::SocketAddr,
    token: String,
    mut client: StreamClient,
    mut dice: u64,
    mut end: watch::Receiver<Option<u64>>,
) -> Vec<Connection> {
    let mut last: u64 = client.header("greenstall-position").unwrap().parse().unwrap();
    let mut connections = vec![(last, Vec::new())];
    loop {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        for _ in 0..=(dice >> 33) % 7 {
            let heard = loop {
                if end.borrow_and_update().is_some_and(|end| last >= end) {
                    return connections;
                }
                tokio::select! {
                    heard = client.next_or_end() => break heard,
                    changed = end.changed() => changed.unwrap(),
                }
            };
            let Some(heard) = heard else { break };
            last = heard.id;
            let thing = heard.thing().to_owned();
            connections.last_mut().unwrap().1.push((heard.id, heard.event, thing));
        }
        client = StreamClient::open(address, &token, Some(&last.to_string())).await;
        assert_eq!(client.status, 200);
        connections.push((last, Vec::new()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_person_gets_exactly_their_events_in_order_across_reconnects() {
    const CUSTOMERS: usize = 8;
    const MERCHANTS: usize = 4;
    const ROUNDS: usize = 120;
    let mut market = Market::open().await;
    let mut people: Vec<Person> = Vec::new();
    for number in 0..CUSTOMERS {
        people.push(market.customer(&format!("Customer {number}")).await);
    }
    for number in 0..MERCHANTS {
        people.push(market.merchant(&format!("Farm {number}"), "05401").await);
    }
    let (customers, merchants) = people.split_at(CUSTOMERS);
    let (address, ..) = market.serve().await;
    market.settled().await;
    let mut listeners = JoinSet::new();
    let mut ends = HashMap::new();
    for (number, person) in people.iter().enumerate() {
        // Some people listen in two browser windows.
        for window in 0..1 + number % 2 {
            let token = market.token_of(person);
            let client = StreamClient::open(address, &token, None).await;
            let (end, ended) = watch::channel(None);
            ends.entry(person.id).or_insert_with(Vec::new).push(end);
            let (id, dice) = (person.id, (number * 2 + window) as u64);
            listeners.spawn(async move { (id, listen(address, token, client, dice, ended).await) });
        }
    }

    let mut due: HashMap<AccountId, Vec<Due>> = HashMap::new();
    let mut tell = |person: &Person, position: Position, kind: &'static str, thing: String| {
        due.entry(person.id).or_default().push((position, kind, thing));
    };
    let mut talks: HashMap<(usize, usize), (shared_events::ids::ConversationId, u32)> = HashMap::new();
    let mut dice = 1_u64;
    let mut throw = |sides: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(dice >> 33).unwrap() % sides
    };
    for _ in 0..ROUNDS {
        let (c, m) = (throw(CUSTOMERS), throw(MERCHANTS));
        let (customer, merchant) = (&customers[c], &merchants[m]);
        if throw(2) == 0 {
            let order = market.checkout(customer, &[merchant]).await[0];
            let at = market.seen();
            tell(merchant, at, "notification", format!("order-{order}-1"));
            tell(merchant, at, "order", order.to_string());
            tell(customer, at, "order", order.to_string());
            let confirmed = OrderEvent::OrderConfirmed { order_id: order, note: None };
            market.order_event(merchant, order, confirmed).await;
            let at = market.seen();
            tell(customer, at, "notification", format!("order-{order}-2"));
            tell(customer, at, "order", order.to_string());
            tell(merchant, at, "order", order.to_string());
        } else {
            let (from, to, id, number) = match talks.get_mut(&(c, m)) {
                None => {
                    let id = market.conversation(customer, merchant).await;
                    talks.insert((c, m), (id, 1));
                    (customer, merchant, id, 1)
                }
                Some((id, number)) => {
                    *number += 1;
                    let (from, to) = if throw(2) == 0 { (customer, merchant) } else { (merchant, customer) };
                    market.message(*id, from, "And then?").await;
                    (from, to, *id, *number)
                }
            };
            let at = market.seen();
            // The event that starts a conversation is the first of its stream.
            tell(to, at, "notification", format!("conversation-{id}-{}", number + 1));
            tell(to, at, "message", format!("{id}-{number}"));
            tell(from, at, "message", format!("{id}-{number}"));
        }
    }
    for (person, ends) in &ends {
        let last = due.get(person).and_then(|due| due.last()).map_or(0, |(position, ..)| position.0);
        ends.iter().for_each(|end| end.send(Some(last)).expect("they listen"));
    }
    let mut events = 0;
    let mut total = 0;
    while let Some(outcome) = timeout(Duration::from_secs(120), listeners.join_next()).await.expect("in time")
    {
        let (person, connections) = outcome.expect("a listener that hears everything");
        let due = due.get(&person).map_or(&[][..], Vec::as_slice);
        let expected: Vec<(u64, String, String)> = due
            .iter()
            .enumerate()
            .map(|(index, (position, kind, thing))| {
                let goes_on = due.get(index + 1).is_some_and(|(next, ..)| next == position);
                (position.0 - u64::from(goes_on), (*kind).to_owned(), thing.clone())
            })
            .collect();
        let mut at = 0;
        for (number, (began, got)) in connections.iter().enumerate() {
            let from = due.partition_point(|(position, ..)| position.0 <= *began);
            assert!(from <= at, "something was lost before connection {number} of {person}");
            assert_eq!(got[..], expected[from..from + got.len()], "connection {number} of {person}");
            at = from + got.len();
            events += got.len();
            total += 1;
        }
        assert_eq!(at, expected.len(), "{person} has everything");
    }
    println!("{events} events over {total} connections");
    assert!(total > 100, "{total} connections");
}
