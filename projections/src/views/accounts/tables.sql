-- One row per account. Personal columns are null after the erasure of the person.
CREATE TABLE users (
    account_id       uuid PRIMARY KEY,
    role             text NOT NULL,
    -- The event in the account's stream that changed the settings last.
    revision         bigint NOT NULL,
    name             text,
    email            text,
    -- The owner has used a link mailed to this address.
    email_verified   boolean NOT NULL,
    -- The requested new address, until the link mailed to it is used.
    pending_email    text,
    phone            text,
    -- Merchants only: the business, its papers (visible to the owner and to admins), and the decision of an admin
    -- about it.
    business         jsonb,
    photo_url        text,
    website          text,
    business_license text,
    tax_id           text,
    approval         text,
    approval_reason  text,
    -- Whether the owner wants e-mail, by type of notification. A missing type counts as wanted.
    email_wanted     jsonb NOT NULL,
    -- The event in the account's stream that chose these last.
    email_wanted_revision bigint NOT NULL,
    is_active        boolean NOT NULL,
    opened_at        timestamptz NOT NULL,
    -- The text in which admins search for accounts. Blanks replace characters that would join words.
    search           tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', translate(
        coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(business->>'businessName', ''),
        '.@-_/:+<>&;,''', '             '
    ))) STORED
);

-- The address book. At most one entry of an account is its home address.
CREATE TABLE addresses (
    account_id uuid NOT NULL,
    address_id uuid NOT NULL,
    entry      jsonb NOT NULL,
    is_home    boolean NOT NULL,
    -- The log position at which it was added: the order in which entries are shown.
    added      bigint NOT NULL,
    -- The event in the account's stream that changed it last.
    revision   bigint NOT NULL,
    PRIMARY KEY (account_id, address_id)
);

CREATE TABLE favourites (
    account_id uuid NOT NULL,
    product_id uuid NOT NULL,
    -- The log position at which it was added.
    added      bigint NOT NULL,
    PRIMARY KEY (account_id, product_id)
);
