-- The people of a product or an order: a product's merchant; an order's customer and merchant.
CREATE TABLE parties (
    id          uuid PRIMARY KEY,
    owner_id    uuid NOT NULL,
    merchant_id uuid
);

-- Each person's live news: the kind and the id of the subject, without content. The rows of a person are numbered; the
-- last `MAX_ROWS_PER_ACCOUNT` are kept.
CREATE TABLE feed (
    account_id uuid NOT NULL,
    number     bigint NOT NULL,
    position   bigint NOT NULL,
    -- `notification`, `message` or `order`.
    kind       text NOT NULL,
    -- The id of the notification, message or order.
    thing      text NOT NULL,
    PRIMARY KEY (account_id, number)
);

CREATE TABLE readers (
    account_id   uuid PRIMARY KEY,
    last_number  bigint NOT NULL,
    -- The position of the newest deleted row; 0 when none was deleted.
    forgotten_to bigint NOT NULL
);

-- The position at which an account's sessions may last have ended. Services with open connections then check them.
CREATE TABLE endings (
    account_id uuid PRIMARY KEY,
    position   bigint NOT NULL
);
