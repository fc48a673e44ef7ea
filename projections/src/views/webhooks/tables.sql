-- A webhook that was not removed. One of an erased person has no row.
CREATE TABLE webhooks (
    webhook_id uuid PRIMARY KEY,
    -- The merchant, or the shop itself.
    account_id uuid NOT NULL,
    -- Null while its owner is being erased.
    url        text,
    types      text[] NOT NULL,
    created_at timestamptz NOT NULL,
    -- Why it is paused: owner, failing. Null: it gets messages.
    paused     text,
    paused_at  timestamptz,
    -- How far the last replay is: running, complete, more (it had as many messages as a replay may have, or its owner is
    -- not active), stopped (by a pause). Null: there was none.
    replay          text,
    -- It continues, or another one begins, after this position.
    replay_after    bigint,
    replay_messages integer
);

-- The delivery of a message to a webhook that was not removed, and whose owner is active. It has a row until another one
-- to the same webhook is requested more than 30 days later.
CREATE TABLE deliveries (
    delivery_id  uuid PRIMARY KEY,
    webhook_id   uuid NOT NULL,
    -- The owner of the webhook.
    account_id   uuid NOT NULL,
    message_id   uuid NOT NULL,
    message_type text NOT NULL,
    requested_at timestamptz NOT NULL,
    -- The position of its own first event: deliveries are listed by it.
    number       bigint NOT NULL,
    attempts     integer NOT NULL,
    attempted_at timestamptz,
    -- The status of the last answer.
    status       integer,
    -- What went wrong in the last attempt, or why there are no more. Null: nothing.
    failure      text,
    -- The next attempt after a failed one.
    retry_at     timestamptz,
    -- waiting, delivered, failed (after too many attempts), given-up (the webhook gets no messages)
    state        text NOT NULL
);

-- Not among the indexes that a build makes at its end: the build itself deletes old deliveries.
CREATE INDEX deliveries_by_age ON deliveries (webhook_id, requested_at);
