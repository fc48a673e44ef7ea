//! Messages, their read state, and favourites.

use chrono::DateTime;
use shared_events::{
    Actor, Cents, Role,
    events::{ConversationEvent, CorrespondenceEvent, FavouriteEvent, InboxEvent, Standing},
    ids::{AccountId, ConversationId, MessageId},
};

use super::{Market, acting, admin, people::Person, pick, places};

pub(super) struct Talk {
    id: ConversationId,
    customer: usize,
    /// `None`: an admin, for the shop's support.
    merchant: Option<usize>,
    standing: Standing,
}

impl Market {
    /// Records a message: a customer writes to a merchant about a product, a person to the shop's support, or one of the
    /// two replies.
    pub(super) fn write_letter(&mut self, who: u8, how: u8) {
        if how.is_multiple_of(15) {
            self.ask_support(who, how);
            return;
        }
        if how.is_multiple_of(3) {
            self.start_talk(who, how);
            return;
        }
        let Some(talk) = pick(&places(&self.talks, |_| true), who) else { return };
        let by_customer = how.is_multiple_of(2);
        self.send(talk, by_customer, None, how);
    }

    fn start_talk(&mut self, who: u8, how: u8) {
        let asking = pick(&places(&self.people, Person::acts), who);
        let about = pick(&places(&self.goods, |good| self.on_sale(good)), how / 3);
        let (Some(customer), Some(good)) = (asking, about) else { return };
        let (product_id, merchant) = (self.goods[good].id, self.goods[good].merchant);
        if merchant == customer {
            return;
        }
        let (customer_id, merchant_id) = (self.people[customer].id, self.people[merchant].id);
        let id = ConversationId::derived(product_id.uuid(), &customer_id.to_string());
        let subject = self.personal(customer_id, format!("About it {how}"));
        let known = self.talks.iter().position(|talk| talk.id == id);
        if let Some(talk) = known {
            self.send(talk, true, Some(format!("Again {how}")), how);
            return;
        }
        let standing =
            Standing { customer_id, merchant_id, messages: 0, read_by_customer: 0, read_by_merchant: 0 };
        let started = ConversationEvent::ConversationStarted {
            conversation_id: id,
            customer_id,
            merchant_id,
            product_id,
            product_name: self.goods[good].name.clone(),
            product_price: Cents(self.goods[good].price.0),
            subject,
            standing,
        };
        self.add(id.uuid(), acting(customer_id, self.people[customer].role), &started);
        self.talks.push(Talk { id, customer, merchant: Some(merchant), standing });
        self.send(self.talks.len() - 1, true, None, how);
    }

    fn ask_support(&mut self, who: u8, how: u8) {
        let asking = places(&self.people, |one| one.acts() && one.role != Role::Admin);
        let Some(customer) = pick(&asking, who) else { return };
        let customer_id = self.people[customer].id;
        let id = ConversationId::derived(customer_id.uuid(), "support");
        if let Some(talk) = self.talks.iter().position(|talk| talk.id == id) {
            self.send(talk, true, Some(format!("Again {how}")), how);
            return;
        }
        let standing = Standing {
            customer_id,
            merchant_id: AccountId::SHOP,
            messages: 0,
            read_by_customer: 0,
            read_by_merchant: 0,
        };
        let started = ConversationEvent::SupportConversationStarted {
            conversation_id: id,
            customer_id,
            subject: self.personal(customer_id, format!("An order {how}")),
            standing,
        };
        self.add(id.uuid(), acting(customer_id, self.people[customer].role), &started);
        self.talks.push(Talk { id, customer, merchant: None, standing });
        self.send(self.talks.len() - 1, true, None, how);
    }

    /// Who acts on this side of a conversation, if the person still does: an admin for the shop's support.
    fn actor_of(&self, side: Option<usize>) -> Option<Actor> {
        let Some(person) = side.map(|place| &self.people[place]) else { return Some(admin()) };
        person.acts().then(|| acting(person.id, person.role))
    }

    fn send(&mut self, talk: usize, by_customer: bool, subject: Option<String>, how: u8) {
        let Talk { id, customer, merchant, mut standing } = self.talks[talk];
        let (sender, recipient) =
            if by_customer { (Some(customer), merchant) } else { (merchant, Some(customer)) };
        let Some(actor) = self.actor_of(sender) else { return };
        if recipient.is_some_and(|person| self.people[person].erased) {
            return;
        }
        let ids = (standing.customer_id, standing.merchant_id);
        let (sender_id, recipient_id) = if by_customer { ids } else { (ids.1, ids.0) };
        let owner = if sender_id == AccountId::SHOP { recipient_id } else { sender_id };
        standing.messages += 1;
        let read = if by_customer { &mut standing.read_by_customer } else { &mut standing.read_by_merchant };
        // Sending a message also reads it, unless an unread one comes before it.
        if *read + 1 == standing.messages {
            *read += 1;
        }
        let sent = ConversationEvent::MessageSent {
            conversation_id: id,
            message_id: MessageId { conversation: id, number: standing.messages },
            sender_id,
            recipient_id,
            subject: subject.map(|subject| self.personal(sender_id, subject)),
            content: self.personal(owner, format!("Letter {how}")),
            standing,
        };
        let notification = self.add(id.uuid(), actor, &sent);
        let planned = CorrespondenceEvent::MessageLetterPlanned {
            account_id: recipient_id,
            message_id: MessageId { conversation: id, number: standing.messages },
            sender_id,
            due_at: DateTime::UNIX_EPOCH,
        };
        self.system(recipient_id.uuid(), &planned);
        self.notified.push((recipient_id, notification));
        self.talks[talk].standing = standing;
    }

    pub(super) fn read_letters(&mut self, who: u8, how: u8) {
        if how.is_multiple_of(4) {
            let Some(place) = pick(&places(&self.people, Person::acts), who) else { return };
            let (account_id, role) = (self.people[place].id, self.people[place].role);
            let read = CorrespondenceEvent::AllMessagesRead { account_id };
            self.add(account_id.uuid(), acting(account_id, role), &read);
            return;
        }
        let Some(talk) = pick(&places(&self.talks, |_| true), who) else { return };
        let Talk { id, customer, merchant, mut standing } = self.talks[talk];
        let by_customer = how.is_multiple_of(2);
        let reader = if by_customer { Some(customer) } else { merchant };
        let read = if by_customer { &mut standing.read_by_customer } else { &mut standing.read_by_merchant };
        let unread = standing.messages - *read;
        let Some(actor) = self.actor_of(reader).filter(|_| unread > 0) else { return };
        *read += u32::from(how) % unread + 1;
        let up_to = *read;
        let reader_id = if by_customer { standing.customer_id } else { standing.merchant_id };
        let read = ConversationEvent::MessagesRead { conversation_id: id, reader_id, up_to, standing };
        self.add(id.uuid(), actor, &read);
        self.talks[talk].standing = standing;
    }

    pub(super) fn read_notifications(&mut self, who: u8, how: u8) {
        let Some(place) = pick(&places(&self.people, Person::acts), who) else { return };
        let (account_id, role) = (self.people[place].id, self.people[place].role);
        let of_person = |(one, _): &(AccountId, _)| *one == account_id;
        let event = match pick(&places(&self.notified, of_person), how / 2) {
            Some(notification) if !how.is_multiple_of(4) => InboxEvent::NotificationRead {
                account_id,
                notification_id: self.notified[notification].1.clone(),
            },
            _ => InboxEvent::AllNotificationsRead { account_id },
        };
        self.add(account_id.uuid(), acting(account_id, role), &event);
    }

    pub(super) fn like(&mut self, who: u8, how: u8) {
        let Some(place) = pick(&places(&self.people, |one| one.acts() && one.role != Role::Admin), who)
        else {
            return;
        };
        let (account_id, role) = (self.people[place].id, self.people[place].role);
        let (all, liked): (Vec<usize>, _) = ((0..self.goods.len()).collect(), &self.people[place].liked);
        let Some(good) = pick(&all, how) else { return };
        let product_id = self.goods[good].id;
        let event = if liked.contains(&product_id) {
            self.people[place].liked.retain(|one| *one != product_id);
            FavouriteEvent::FavouriteRemoved { account_id, product_id }
        } else if self.on_sale(&self.goods[good]) {
            self.people[place].liked.push(product_id);
            FavouriteEvent::FavouriteAdded { account_id, product_id }
        } else {
            return;
        };
        self.add(account_id.uuid(), acting(account_id, role), &event);
    }
}
