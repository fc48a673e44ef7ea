-- One row per log-in. A session may also have ended together with all others of its account.
CREATE TABLE sessions (
    session_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    generation integer NOT NULL,
    -- The names of browser and operating system. Null: unknown, from before they were noted, or of an erased account.
    browser    text,
    system     text,
    opened_at  timestamptz NOT NULL,
    ended      boolean NOT NULL
);

-- Accounts whose sessions were ended all at once, or that were deactivated. Sessions of an older generation have
-- ended, except for the survivor.
CREATE TABLE standings (
    account_id uuid PRIMARY KEY,
    generation integer NOT NULL,
    survivor   uuid,
    active     boolean NOT NULL
);
