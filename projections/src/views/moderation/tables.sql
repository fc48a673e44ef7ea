-- Merchants with what was decided about them. Personal columns are null when the person has been erased.
CREATE TABLE merchants (
    merchant_id     uuid PRIMARY KEY,
    name            text,
    email           text,
    phone           text,
    -- The entry of the address book that the address is.
    home_address    uuid,
    address         jsonb,
    business        jsonb NOT NULL,
    approval        text NOT NULL,
    approval_reason text,
    opened_at       timestamptz NOT NULL,
    -- The business name at the approval; null unless approved.
    approved_name   text,
    -- When an approved business took another name; null while it has the approved one.
    renamed_at      timestamptz,
    -- What admins find its products by. Signs that would join words are blanks.
    search          tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', translate(
        coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || (business->>'businessName'),
        '.@-_/:+<>&;,''', '             '
    ))) STORED
);

-- Products as their merchants wrote them last, with what was decided about them. The price is cents.
CREATE TABLE products (
    product_id  uuid PRIMARY KEY,
    merchant_id uuid NOT NULL,
    details     jsonb NOT NULL,
    -- How often its merchant has written it, from 1.
    revision    bigint NOT NULL,
    price       bigint NOT NULL,
    unit        text NOT NULL,
    fulfillment jsonb NOT NULL,
    approval    text NOT NULL,
    -- Null: nobody needs to decide.
    waits_since timestamptz,
    -- Null: none was handed in.
    certificate jsonb,
    -- Null: nobody needs to decide.
    certificate_waits_since timestamptz,
    is_active   boolean NOT NULL,
    listed_at   timestamptz NOT NULL,
    -- What admins list it by.
    category    text NOT NULL GENERATED ALWAYS AS (details->>'category') STORED,
    is_organic  boolean NOT NULL GENERATED ALWAYS AS (details->'isOrganic' = 'true') STORED,
    search      tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', translate(
        details->>'name', '.@-_/:+<>&;,''', '             '
    ))) STORED
);

-- How many products there are of each kind; a kind without any is not there.
CREATE TABLE totals (
    category   text NOT NULL,
    is_active  boolean NOT NULL,
    is_organic boolean NOT NULL,
    approval   text NOT NULL,
    products   bigint NOT NULL,
    PRIMARY KEY (category, is_active, is_organic, approval)
);
