-- One row per conversation. The read columns have, for each of the two people, the number of the last message that was
-- read by itself or with its conversation. The table `readers` has the position up to which a person has read
-- everything.
CREATE TABLE conversations (
    conversation_id  uuid PRIMARY KEY,
    customer_id      uuid NOT NULL,
    -- `AccountId::SHOP` in a conversation with the shop's support, which is about no product.
    merchant_id      uuid NOT NULL,
    product_id       uuid,
    product_name     text,
    product_price    bigint,
    -- Null after the erasure of the customer.
    subject          text,
    messages         bigint NOT NULL,
    read_by_customer bigint NOT NULL,
    read_by_merchant bigint NOT NULL,
    -- The merchant, or support, has replied.
    answered         boolean NOT NULL,
    last_activity    timestamptz NOT NULL
);

-- `position` is the message's position in the log. A reader has read all messages before the reader's own position.
CREATE TABLE messages (
    conversation_id uuid NOT NULL,
    number          bigint NOT NULL,
    position        bigint NOT NULL,
    sender_id       uuid NOT NULL,
    recipient_id    uuid NOT NULL,
    -- Null after the erasure of the sender and, in a conversation with support, of the customer.
    content         text,
    -- The message opens a conversation about the product, and is not a reply.
    starts          boolean NOT NULL,
    sent_at         timestamptz NOT NULL,
    PRIMARY KEY (conversation_id, number)
);

CREATE TABLE readers (
    account_id uuid PRIMARY KEY,
    position   bigint NOT NULL
);
