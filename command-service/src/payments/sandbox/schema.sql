-- The sandbox provider's books. They are separate from the shop's log: the shop knows only the provider's answers.

CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE IF NOT EXISTS sandbox.intents (
    id     text PRIMARY KEY,
    intent jsonb NOT NULL
);

-- Null: written by an earlier version of the program.
ALTER TABLE sandbox.intents ADD COLUMN IF NOT EXISTS opened_at timestamptz;
