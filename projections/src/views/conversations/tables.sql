-- One row per conversation. What each person has read: the number of the last message read singly or with its
-- conversation. `readers` records reading all messages at once.
CREATE TABLE conversations (
    conversation_id  uuid PRIMARY KEY,
    customer_id      uuid NOT NULL,
    merchant_id      uuid NOT NULL,
    product_id       uuid NOT NULL,
    product_name     text NOT NULL,
    product_price    bigint NOT NULL,
    -- Null when the customer has been erased.
    subject          text,
    messages         bigint NOT NULL,
    read_by_customer bigint NOT NULL,
    read_by_merchant bigint NOT NULL,
    -- The merchant has written back.
    answered         boolean NOT NULL,
    last_activity    timestamptz NOT NULL
);

-- `position` is that of the log: a reader has read the messages before the reader's position.
CREATE TABLE messages (
    conversation_id uuid NOT NULL,
    number          bigint NOT NULL,
    position        bigint NOT NULL,
    sender_id       uuid NOT NULL,
    recipient_id    uuid NOT NULL,
    -- Null when the sender has been erased.
    content         text,
    -- It starts a conversation about the product, and is no reply.
    starts          boolean NOT NULL,
    sent_at         timestamptz NOT NULL,
    PRIMARY KEY (conversation_id, number)
);

CREATE TABLE readers (
    account_id uuid PRIMARY KEY,
    position   bigint NOT NULL
);
