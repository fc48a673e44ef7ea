-- The people that a product or an order belongs to: a product's merchant, an order's customer and merchant.
CREATE TABLE parties (
    id          uuid PRIMARY KEY,
    owner_id    uuid NOT NULL,
    merchant_id uuid
);

-- What people are told live: the kind of news and the id of its subject, without content. The rows of each person are
-- numbered; the last few are kept (see `KEPT`).
CREATE TABLE feed (
    account_id uuid NOT NULL,
    number     bigint NOT NULL,
    position   bigint NOT NULL,
    -- notification, message, order.
    kind       text NOT NULL,
    -- The id of the notification, message or order.
    thing      text NOT NULL,
    PRIMARY KEY (account_id, number)
);

CREATE TABLE readers (
    account_id   uuid PRIMARY KEY,
    last_number  bigint NOT NULL,
    -- The position of the newest deleted row; 0: none was deleted.
    forgotten_to bigint NOT NULL
);

-- When something last happened to an account's sessions. Holders of open connections then check which sessions ended.
CREATE TABLE endings (
    account_id uuid PRIMARY KEY,
    position   bigint NOT NULL
);
