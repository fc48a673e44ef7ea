-- Tables of the process managers. They are separate from the read models: a rebuild must not send money twice.
-- Several processes may start at the same time.
select pg_advisory_xact_lock(hashtext('automation'));

create schema if not exists automation;

create table if not exists automation.checkpoints (
    manager  text primary key,
    position bigint not null
);

-- The term of the process that runs the managers. Taking the lease begins a new term. Writes to checkpoints and
-- agenda lock the row of their term, and change nothing in an earlier one.
create table if not exists automation.lease (
    id       int primary key default 1 check (id = 1),
    term     uuid not null,
    began_at timestamptz not null default now()
);

-- The steps that each manager still has to do. Operators see here which steps fail, how often and why.
create table if not exists automation.agenda (
    manager        text not null,
    subject        uuid not null,
    due_at         timestamptz not null,
    -- The event that made the step necessary, and the request that led to that event.
    cause          uuid not null,
    correlation    uuid not null,
    failures       int not null default 0,
    last_failure   text,
    primary key (manager, subject)
);
-- Time of the first failure since the last success.
alter table automation.agenda add column if not exists failing_since timestamptz;
-- When the step was parked until an operator decides. Entries of other subjects continue.
alter table automation.agenda add column if not exists parked_at timestamptz;
-- Version of the unreadable event in the subject's stream. The stream is read again from its start when an
-- operator asks for it; until then its events are not noted.
alter table automation.agenda add column if not exists unread_version bigint;

-- The event's stream, for entries about single events; null: the subject's own.
alter table automation.agenda add column if not exists stream uuid;

-- Changes with every note on the subject: a step that was already running must not finish the entry.
alter table automation.agenda add column if not exists noted uuid default gen_random_uuid();
-- Rows of a backup made by an earlier version.
update automation.agenda set noted = gen_random_uuid() where noted is null;
-- Due time of the latest note.
alter table automation.agenda add column if not exists noted_due_at timestamptz;

create index if not exists agenda_by_due on automation.agenda (manager, due_at);
create index if not exists agenda_parked on automation.agenda (parked_at) where parked_at is not null;

-- Steps and events that operators have skipped: never changed, never deleted.
create table if not exists automation.skips (
    id         bigint generated always as identity primary key,
    manager    text not null,
    subject    uuid not null,
    cause      uuid not null,
    -- The event that is skipped when its stream is read again; null for a step.
    version    bigint,
    failures   int not null,
    failure    text,
    skipped_by text not null,
    skipped_at timestamptz not null
);
create index if not exists skips_of_subject on automation.skips (manager, subject);

-- Letters: claimed before they are sent, so that two processes never send the same one, and marked as sent
-- afterwards.
create table if not exists automation.sent_mail (
    id      uuid primary key,
    sent_at timestamptz
);
alter table automation.sent_mail alter column sent_at drop not null;
-- The attempt that may send the letter, and since when by the database's clock.
alter table automation.sent_mail add column if not exists claimed_by uuid;
alter table automation.sent_mail add column if not exists claimed_at timestamptz;
