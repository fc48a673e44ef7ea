//! Turns a page of news into frames. The items of each kind are read from their views in one statement per page.

use std::collections::HashMap;

use postgres_kit::Pool;
use serde::Serialize;
use shared_events::{
    Position,
    ids::{AccountId, MessageId, OrderId},
};

use super::frame::Frame;
use crate::{
    model::{Message, Notification, Order},
    queries::{
        accounts, conversations,
        live::{Kind, News},
        notifications, orders,
    },
};

/// The views that contain items of this kind.
pub(super) const fn views(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Notification => &[notifications::VIEW],
        Kind::Message => &[conversations::VIEW, accounts::VIEW],
        Kind::Order => &[orders::VIEW],
        Kind::Session => &[],
    }
}

/// The frames for these news, in their order: one per account and position. An item is in its present state, as its
/// account sees it. An item that no longer exists, or that does not belong to the account, is left out.
pub(super) async fn frames(pool: &Pool, news: &[News]) -> sqlx::Result<Vec<(AccountId, Frame)>> {
    let contents = Contents::load(pool, news).await?;
    let mut frames = Vec::new();
    for together in news.chunk_by(|one, next| (one.position, one.account) == (next.position, next.account)) {
        let (position, account): (Position, AccountId) = (together[0].position, together[0].account);
        let items: Vec<(Kind, String)> =
            together.iter().filter_map(|one| Some((one.kind, contents.json(one)?))).collect();
        if !items.is_empty() {
            frames.push((account, Frame::of(position, &items)));
        }
    }
    Ok(frames)
}

struct Contents {
    notifications: HashMap<(AccountId, String), Notification>,
    messages: HashMap<String, Message>,
    orders: HashMap<(AccountId, OrderId), Order>,
}

impl Contents {
    async fn load(pool: &Pool, news: &[News]) -> sqlx::Result<Self> {
        let of = |kind| news.iter().filter(move |one| one.kind == kind);
        let ids: Vec<(AccountId, String)> =
            of(Kind::Notification).map(|one| (one.account, one.thing.clone())).collect();
        let messages: Vec<MessageId> = of(Kind::Message).filter_map(|one| one.thing.parse().ok()).collect();
        let orders: Vec<OrderId> = of(Kind::Order).filter_map(|one| one.thing.parse().ok()).collect();
        Ok(Self {
            notifications: notifications::by_id(pool, &ids).await?,
            messages: conversations::by_id(pool, &messages).await?,
            orders: orders::of_both(pool, &orders).await?,
        })
    }

    fn json(&self, one: &News) -> Option<String> {
        match one.kind {
            Kind::Notification => self.notifications.get(&(one.account, one.thing.clone())).map(json),
            // Both participants see the same message; the feed names their accounts.
            Kind::Message => self.messages.get(&one.thing).map(json),
            Kind::Order => self.orders.get(&(one.account, one.thing.parse().ok()?)).map(json),
            Kind::Session => None,
        }
    }
}

fn json(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("answers are plain data")
}
