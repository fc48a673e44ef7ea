-- The sandbox provider's books. They are not the shop's: the shop knows only what the provider answers.
-- Several processes may start together.
select pg_advisory_xact_lock(hashtext('sandbox'));

create schema if not exists sandbox;

create table if not exists sandbox.intents (
    id     text primary key,
    intent jsonb not null
);

-- Null: written by an earlier version of the program.
alter table sandbox.intents add column if not exists opened_at timestamptz;
