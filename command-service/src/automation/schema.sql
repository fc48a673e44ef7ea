-- What the process managers remember. Apart from the read models: a rebuild must not send money twice.
-- Several processes may start together.
select pg_advisory_xact_lock(hashtext('automation'));

create schema if not exists automation;

create table if not exists automation.checkpoints (
    manager  text primary key,
    position bigint not null
);

-- What each manager has still to do. An operator sees here what fails, how often and why.
create table if not exists automation.agenda (
    manager        text not null,
    subject        uuid not null,
    due_at         timestamptz not null,
    -- The event that put it here, and the request that led to that event.
    cause          uuid not null,
    correlation    uuid not null,
    failures       int not null default 0,
    last_failure   text,
    primary key (manager, subject)
);
create index if not exists agenda_by_due on automation.agenda (manager, due_at);
