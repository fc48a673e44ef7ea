-- One row an account. Personal columns are null when the person has been erased.
CREATE TABLE users (
    account_id       uuid PRIMARY KEY,
    role             text NOT NULL,
    name             text,
    email            text,
    -- The owner has used a link that was mailed to it.
    email_verified   boolean NOT NULL,
    -- The address that the owner wants instead, until the link that was mailed to it is used.
    pending_email    text,
    phone            text,
    -- Merchants only: the business, what nobody but its owner and admins sees of it, and what an admin decided about it.
    business         jsonb,
    photo_url        text,
    website          text,
    business_license text,
    tax_id           text,
    approval         text,
    approval_reason  text,
    -- By the type of notification; what is not there is wanted.
    email_wanted     jsonb NOT NULL,
    is_active        boolean NOT NULL,
    opened_at        timestamptz NOT NULL,
    -- What admins find an account by. Signs that would join words are blanks.
    search           tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', translate(
        coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(business->>'businessName', ''),
        '.@-_/:+<>&;,''', '             '
    ))) STORED
);

-- The address book. One entry of an account at most is its home address.
CREATE TABLE addresses (
    account_id uuid NOT NULL,
    address_id uuid NOT NULL,
    entry      jsonb NOT NULL,
    is_home    boolean NOT NULL,
    -- Where in the log it was added: the order in which the entries are shown.
    added      bigint NOT NULL,
    PRIMARY KEY (account_id, address_id)
);

CREATE TABLE favourites (
    account_id uuid NOT NULL,
    product_id uuid NOT NULL,
    -- Where in the log it was added.
    added      bigint NOT NULL,
    PRIMARY KEY (account_id, product_id)
);
