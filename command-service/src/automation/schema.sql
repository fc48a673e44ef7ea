-- What the process managers remember. Apart from the read models: a rebuild must not send money twice.
-- Several processes may start together.
select pg_advisory_xact_lock(hashtext('automation'));

create schema if not exists automation;

create table if not exists automation.checkpoints (
    manager  text primary key,
    position bigint not null
);

-- The term of the process that runs the managers. Whoever takes the lease begins a new one; writes to checkpoints and
-- agenda lock the row of their term, and change nothing in an earlier one.
create table if not exists automation.lease (
    id       int primary key default 1 check (id = 1),
    term     uuid not null,
    began_at timestamptz not null default now()
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
-- Since when it fails. Cleared by a success.
alter table automation.agenda add column if not exists failing_since timestamptz;
-- Nothing is tried any more until an operator decides. Later entries of other subjects go on.
alter table automation.agenda add column if not exists parked_at timestamptz;
-- The version of the event in the subject's stream that could not be read: its stream is noted anew from the start when
-- an operator asks for it, and until then nothing that happens in it is noted.
alter table automation.agenda add column if not exists unread_version bigint;

-- The stream in which it happened, of entries about single events; null: the subject's own.
alter table automation.agenda add column if not exists stream uuid;

-- A new value whenever the subject is noted: a step that was running meanwhile must not finish the entry.
alter table automation.agenda add column if not exists noted uuid default gen_random_uuid();
-- Rows of a backup that an earlier version has written.
update automation.agenda set noted = gen_random_uuid() where noted is null;
-- When the latest note says that there is something to do.
alter table automation.agenda add column if not exists noted_due_at timestamptz;

create index if not exists agenda_by_due on automation.agenda (manager, due_at);
create index if not exists agenda_parked on automation.agenda (parked_at) where parked_at is not null;

-- What operators have decided not to do: never changed, never deleted.
create table if not exists automation.skips (
    id         bigint generated always as identity primary key,
    manager    text not null,
    subject    uuid not null,
    cause      uuid not null,
    -- The event that is passed over when its stream is noted anew; null for a step.
    version    bigint,
    failures   int not null,
    failure    text,
    skipped_by text not null,
    skipped_at timestamptz not null
);
create index if not exists skips_of_subject on automation.skips (manager, subject);

-- Letters: claimed before they are sent, so that two processes never send the same one, and sent.
create table if not exists automation.sent_mail (
    id      uuid primary key,
    sent_at timestamptz
);
alter table automation.sent_mail alter column sent_at drop not null;
-- The attempt that may send the letter, and since when by the clock of the database.
alter table automation.sent_mail add column if not exists claimed_by uuid;
alter table automation.sent_mail add column if not exists claimed_at timestamptz;
