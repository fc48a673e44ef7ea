-- What must be known of a product, order or conversation to notify about it: its people and its name.
CREATE TABLE things (
    id          uuid PRIMARY KEY,
    -- A product's merchant; an order's customer and merchant.
    owner_id    uuid,
    merchant_id uuid,
    -- A product's name, also of a conversation; an order's number.
    name        text NOT NULL,
    -- An order's merchant.
    merchant    text
);

-- One row per notification and recipient.
CREATE TABLE notifications (
    recipient_id uuid NOT NULL,
    id           text NOT NULL,
    type         text NOT NULL,
    title        text NOT NULL,
    message      text NOT NULL,
    -- The account, product, order or conversation that it is about.
    about_id     uuid NOT NULL,
    position     bigint NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (recipient_id, id)
);

-- Notifications that were read one by one.
CREATE TABLE reads (
    account_id uuid NOT NULL,
    id         text NOT NULL,
    PRIMARY KEY (account_id, id)
);

-- The position up to which a person has read everything.
CREATE TABLE inboxes (
    account_id uuid PRIMARY KEY,
    read_up_to bigint NOT NULL
);
