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
-- Since when it fails. Cleared by a success.
alter table automation.agenda add column if not exists failing_since timestamptz;
-- Nothing is tried any more until an operator decides. Later entries of other subjects go on.
alter table automation.agenda add column if not exists parked_at timestamptz;
-- The version of the event in the subject's stream that could not be read: its stream is noted anew from the start when
-- an operator asks for it, and until then nothing that happens in it is noted.
alter table automation.agenda add column if not exists unread_version bigint;

-- The stream in which it happened, of entries about single events; null: the subject's own.
alter table automation.agenda add column if not exists stream uuid;

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

-- What has been mailed by SMTP, so that a step that is repeated mails nothing again.
create table if not exists automation.sent_mail (
    id      uuid primary key,
    sent_at timestamptz not null
);
