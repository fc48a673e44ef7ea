-- What the process managers remember. Apart from the read models: a rebuild must not send money twice.
-- Several processes may start together.
select pg_advisory_xact_lock(hashtext('automation'));

create schema if not exists automation;

create table if not exists automation.checkpoints (
    manager  text primary key,
    position bigint not null
);

create table if not exists automation.open_checkouts (
    checkout_id uuid primary key,
    expires_at  timestamptz not null
);
create index if not exists open_checkouts_by_expiry on automation.open_checkouts (expires_at);
