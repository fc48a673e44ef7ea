-- One row a conversation. Who has read what: the number of the last message that was read by itself or with its
-- conversation; `readers` has what was read all at once.
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

-- Position is the log's: what stands before a reader's position has been read.
CREATE TABLE messages (
    conversation_id uuid NOT NULL,
    number          bigint NOT NULL,
    position        bigint NOT NULL,
    sender_id       uuid NOT NULL,
    recipient_id    uuid NOT NULL,
    -- Null when the sender has been erased.
    content         text,
    -- It turns to the product, and is no reply.
    starts          boolean NOT NULL,
    sent_at         timestamptz NOT NULL,
    PRIMARY KEY (conversation_id, number)
);

CREATE TABLE readers (
    account_id uuid PRIMARY KEY,
    position   bigint NOT NULL
);
