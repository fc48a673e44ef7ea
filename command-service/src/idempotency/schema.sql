-- What is known of commands that were sent with an Idempotency-Key. Safe to run again; it never changes what is there.

CREATE SCHEMA IF NOT EXISTS commands;

CREATE TABLE IF NOT EXISTS commands.keys (
    id         uuid        PRIMARY KEY, -- a keyed fingerprint of the key and of whom it belongs to
    request    uuid        NOT NULL,    -- a keyed fingerprint of method, path and body
    begun_at   timestamptz NOT NULL,
    holder     uuid        NOT NULL,    -- who works on it
    held_until timestamptz NOT NULL,    -- and is taken for dead after this
    answer     text                     -- sealed; null until there is one
);

CREATE INDEX IF NOT EXISTS keys_by_age ON commands.keys (begun_at);
