-- One row per session. A session may also have ended together with all others of its account (see `standings`).
CREATE TABLE sessions (
    session_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    generation integer NOT NULL,
    -- The names of the browser and the operating system. Null: unknown, recorded before the names were, or erased.
    browser    text,
    system     text,
    opened_at  timestamptz NOT NULL,
    ended      boolean NOT NULL
);

-- Accounts whose sessions were all ended at once, or that were deactivated. Sessions of an older generation have
-- ended, except the survivor.
CREATE TABLE standings (
    account_id uuid PRIMARY KEY,
    generation integer NOT NULL,
    survivor   uuid,
    active     boolean NOT NULL
);

-- The API keys that work. A revoked key, and one of an erased person, has no row.
CREATE TABLE api_keys (
    key_id     uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    role       text NOT NULL,
    -- Null while its owner is being erased.
    name       text,
    scopes     text[] NOT NULL,
    -- The SHA-256 of the token, in hexadecimal.
    hash       text NOT NULL,
    created_at timestamptz NOT NULL
);
