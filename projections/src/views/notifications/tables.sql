-- The data of a product, order or conversation that its notifications need: its people and its name.
CREATE TABLE things (
    id          uuid PRIMARY KEY,
    -- The merchant of a product; the customer and the merchant of an order.
    owner_id    uuid,
    merchant_id uuid,
    -- The name of a product, also for its conversations; the number of an order.
    name        text NOT NULL,
    -- The business name of an order's merchant.
    merchant    text
);

-- One row per notification and recipient.
CREATE TABLE notifications (
    recipient_id uuid NOT NULL,
    id           text NOT NULL,
    type         text NOT NULL,
    title        text NOT NULL,
    message      text NOT NULL,
    -- The account, product, order or conversation that the notification is about.
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
