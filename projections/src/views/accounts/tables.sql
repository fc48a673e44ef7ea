-- One row an account. Personal columns are null when the person has been erased.
CREATE TABLE users (
    account_id      uuid PRIMARY KEY,
    role            text NOT NULL,
    name            text,
    email           text,
    phone           text,
    address         jsonb,
    -- Merchants only: the business, and what an admin decided about it.
    business        jsonb,
    approval        text,
    approval_reason text,
    is_active       boolean NOT NULL,
    opened_at       timestamptz NOT NULL
);
