-- The sandbox provider's books, separate from the shop's log: the shop knows only the provider's answers.
-- Several processes may start at the same time.
select pg_advisory_xact_lock(hashtext('sandbox'));

create schema if not exists sandbox;

create table if not exists sandbox.intents (
    id     text primary key,
    intent jsonb not null
);

-- Null: written by an earlier version of the program.
alter table sandbox.intents add column if not exists opened_at timestamptz;
