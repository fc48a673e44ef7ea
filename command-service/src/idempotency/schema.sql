-- Commands that were sent with an Idempotency-Key. Safe to run again: it never changes existing tables.

CREATE SCHEMA IF NOT EXISTS commands;

CREATE TABLE IF NOT EXISTS commands.keys (
    id         uuid        PRIMARY KEY, -- a keyed fingerprint of the key and its owner
    request    uuid        NOT NULL,    -- a keyed fingerprint of method, path and body
    begun_at   timestamptz NOT NULL,
    holder     uuid        NOT NULL,    -- the attempt that executes it
    held_until timestamptz NOT NULL,    -- after this the attempt is considered dead
    answer     text                     -- encrypted; null until there is one
);

CREATE INDEX IF NOT EXISTS keys_by_age ON commands.keys (begun_at);
