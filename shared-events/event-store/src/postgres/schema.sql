-- The event store's schema. Safe to run again: it leaves what is correct unchanged.

CREATE SCHEMA IF NOT EXISTS event_store;

-- Positions. CACHE must be 1, or a session could use numbers below those that others have used already. The
-- high-water mark (see event_store.append) relies on the order.
CREATE SEQUENCE IF NOT EXISTS event_store.positions AS bigint CACHE 1;

-- The log. Rows are inserted and never updated or deleted.
CREATE TABLE IF NOT EXISTS event_store.events (
    position       bigint      NOT NULL,
    version        bigint      NOT NULL,
    recorded_at    timestamptz NOT NULL,
    stream_id      uuid        NOT NULL,
    event_id       uuid        NOT NULL,
    correlation_id uuid        NOT NULL,
    causation_id   uuid        NOT NULL,
    schema_version smallint    NOT NULL,
    category       text        COLLATE "C" NOT NULL,
    event_type     text        COLLATE "C" NOT NULL,
    actor          json        NOT NULL,
    data           json        NOT NULL,
    CONSTRAINT events_pkey PRIMARY KEY (position),
    CONSTRAINT events_event_id_key UNIQUE (event_id),
    CONSTRAINT events_stream_key UNIQUE (category, stream_id, version)
);

-- Readers of some categories walk this index. The "+ 0" keeps them on it: see page_sql in reader.rs.
CREATE INDEX IF NOT EXISTS events_of_category ON event_store.events (category, (position + 0));

-- The keys that open personal data. An erased subject keeps its row without a key, so that it never gets a new key.
CREATE TABLE IF NOT EXISTS event_store.subject_keys (
    subject   uuid PRIMARY KEY,
    key       bytea,
    erased_at timestamptz,
    CONSTRAINT key_or_erased CHECK ((key IS NULL) = (erased_at IS NOT NULL))
);

-- A writer's promise to readers: this transaction writes nothing at or below the last used position. It is made
-- before the first nextval and ends with the transaction. The lock is shared, so it blocks no other writer; readers
-- look for the lowest one in pg_locks. 18259 ("GS") marks the store's locks among other advisory locks. The bitwise
-- "or" leaves 48 bits for the position.
CREATE OR REPLACE FUNCTION event_store.promise() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(
        (18259::bigint << 48) | (SELECT s.last_value - (NOT s.is_called)::int FROM event_store.positions s)
    );
END
$$;

-- Appends a batch: at most one append for each stream. The first three arrays have an element for each append, the
-- others one for each event, `append_nos` saying to which append (from 1) it belongs and `places` where in it (from 1).
-- Answers a row for each append:
--   appended  version and position of its last event
--   repeated  the same events were appended before: version and position of the last of them
--   empty     the stream's version and the position of its last event
--   conflict  version is the stream's, which is not the expected one; nothing was written
--   reused    the event ids belong to other events; nothing was written
-- A concurrent append to the same stream by another process makes the call fail with unique_violation.
CREATE OR REPLACE FUNCTION event_store.append(
    categories      text[],
    stream_ids      uuid[],
    expecteds       bigint[],
    append_nos      bigint[],
    places          bigint[],
    event_ids       uuid[],
    event_types     text[],
    schema_versions smallint[],
    recorded_ats    timestamptz[],
    correlation_ids uuid[],
    causation_ids   uuid[],
    actors          text[],
    datas           text[]
) RETURNS TABLE (append_no bigint, outcome text, version bigint, "position" bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    PERFORM event_store.promise();

    RETURN QUERY
    WITH given AS MATERIALIZED (
        SELECT *
        FROM unnest(append_nos, places, event_ids, event_types, schema_versions, recorded_ats,
                    correlation_ids, causation_ids, actors, datas)
            WITH ORDINALITY AS g (append_no, place, event_id, event_type, schema_version, recorded_at,
                                  correlation_id, causation_id, actor, data, no)
    ),
    known AS (
        SELECT g.append_no,
               count(*) AS events,
               min(e.version - g.place) = max(e.version - g.place) AS in_order,
               bool_and(e.category = categories[g.append_no] AND e.stream_id = stream_ids[g.append_no]) AS same_stream,
               max(e.version) AS version,
               max(e.position) AS position
        FROM given g
        CROSS JOIN LATERAL (
            SELECT e.category, e.stream_id, e.version, e.position
            FROM event_store.events e WHERE e.event_id = g.event_id OFFSET 0
        ) e
        GROUP BY g.append_no
    ),
    decided AS MATERIALIZED (
        SELECT a.no, a.category, a.stream_id, a.expected,
               coalesce(h.version, 0) AS head, coalesce(h.position, 0) AS head_position,
               coalesce(n.events, 0) AS events, k.version AS known_version, k.position AS known_position,
               CASE
                   WHEN n.events IS NULL THEN 'empty'
                   WHEN k.events = n.events AND k.in_order AND k.same_stream THEN 'repeated'
                   WHEN k.events > 0 THEN 'reused'
                   WHEN a.expected <> coalesce(h.version, 0) THEN 'conflict'
                   ELSE 'appended'
               END AS outcome
        FROM unnest(categories, stream_ids, expecteds) WITH ORDINALITY AS a (category, stream_id, expected, no)
        LEFT JOIN (SELECT g.append_no, count(*) AS events FROM given g GROUP BY g.append_no) n ON n.append_no = a.no
        LEFT JOIN known k ON k.append_no = a.no
        LEFT JOIN LATERAL (
            SELECT e.version, e.position FROM event_store.events e
            WHERE e.category = a.category AND e.stream_id = a.stream_id
            ORDER BY e.version DESC LIMIT 1
        ) h ON true
    ),
    written AS (
        INSERT INTO event_store.events (position, version, recorded_at, stream_id, event_id, correlation_id,
                                        causation_id, schema_version, category, event_type, actor, data)
        SELECT nextval('event_store.positions'), n.version, n.recorded_at, n.stream_id, n.event_id, n.correlation_id,
               n.causation_id, n.schema_version, n.category, n.event_type, n.actor::json, n.data::json
        FROM (
            SELECT g.*, d.category, d.stream_id, d.head + g.place AS version
            FROM given g JOIN decided d ON d.no = g.append_no
            WHERE d.outcome = 'appended'
            ORDER BY g.no
        ) n
        RETURNING category, stream_id, position
    )
    SELECT d.no, d.outcome,
           CASE d.outcome WHEN 'appended' THEN d.head + d.events WHEN 'repeated' THEN d.known_version ELSE d.head END,
           CASE d.outcome WHEN 'appended' THEN w.position WHEN 'repeated' THEN d.known_position ELSE d.head_position END
    FROM decided d
    LEFT JOIN (
        SELECT category, stream_id, max(position) AS position FROM written GROUP BY category, stream_id
    ) w ON w.category = d.category AND w.stream_id = d.stream_id
    ORDER BY d.no;
END
$$;

-- Appends to one stream whose version is as expected: the fast path for a batch of one, which is common at low load.
-- Returns version and position of each event. If the stream is at another version, returns no row and writes nothing;
-- event_store.append then finds out why. Events that exist already make the call fail with unique_violation.
CREATE OR REPLACE FUNCTION event_store.append_alone(
    category        text,
    stream_id       uuid,
    expected        bigint,
    event_ids       uuid[],
    event_types     text[],
    schema_versions smallint[],
    recorded_ats    timestamptz[],
    correlation_ids uuid[],
    causation_ids   uuid[],
    actors          text[],
    datas           text[]
) RETURNS TABLE (version bigint, "position" bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    head bigint;
BEGIN
    PERFORM event_store.promise();
    head := coalesce((
        SELECT e.version FROM event_store.events e
        WHERE e.category = append_alone.category AND e.stream_id = append_alone.stream_id
        ORDER BY e.version DESC LIMIT 1
    ), 0);
    IF expected <> head THEN
        RETURN;
    END IF;
    RETURN QUERY
    INSERT INTO event_store.events (position, version, recorded_at, stream_id, event_id, correlation_id,
                                    causation_id, schema_version, category, event_type, actor, data)
    SELECT nextval('event_store.positions'), head + g.place, g.recorded_at, append_alone.stream_id, g.event_id,
           g.correlation_id, g.causation_id, g.schema_version, append_alone.category, g.event_type, g.actor::json,
           g.data::json
    FROM unnest(event_ids, event_types, schema_versions, recorded_ats, correlation_ids, causation_ids, actors, datas)
        WITH ORDINALITY AS g (event_id, event_type, schema_version, recorded_at, correlation_id, causation_id, actor,
                              data, place)
    RETURNING version, position;
END
$$;

-- Writes whole new streams into the log, from the session's temporary table `given`, which has a row for each event
-- in the order of their positions (`no`). `there` is an empty temporary table for the streams that turn out to exist.
-- The events are sent to the server beforehand, so that readers wait only for this statement, and not for a client
-- that may be slow or gone. Returns one row:
--   imported  position of the last event; streams that were there with these very events were left alone
--   conflict  this stream is there with other events, `version` is its last; nothing was written
--   reused    event ids belong to events of other streams; nothing was written. Looked for when `distrust` says so
-- An append to one of the streams at the same time, or a reused event id, makes the call fail with unique_violation.
CREATE OR REPLACE FUNCTION event_store.import(distrust boolean)
RETURNS TABLE (outcome text, category text, stream_id uuid, version bigint, "position" bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    last_known bigint;
    count_written bigint;
BEGIN
    PERFORM event_store.promise();

    INSERT INTO pg_temp.there (category, stream_id, events, head)
    SELECT s.category, s.stream_id, s.events, h.version
    FROM (
        SELECT g.category, g.stream_id, max(g.version) AS events FROM pg_temp.given g GROUP BY g.category, g.stream_id
    ) s
    CROSS JOIN LATERAL (
        SELECT e.version FROM event_store.events e
        WHERE e.category = s.category AND e.stream_id = s.stream_id
        ORDER BY e.version DESC LIMIT 1
    ) h;
    IF FOUND THEN
        UPDATE pg_temp.there t SET known = k.events, position = k.position
        FROM (
            SELECT g.category, g.stream_id, count(*) AS events, max(e.position) AS position
            FROM pg_temp.given g
            CROSS JOIN LATERAL (
                SELECT e.position FROM event_store.events e
                WHERE e.category = g.category AND e.stream_id = g.stream_id AND e.version = g.version
                  AND e.event_id = g.event_id
                OFFSET 0
            ) e
            GROUP BY g.category, g.stream_id
        ) k
        WHERE k.category = t.category AND k.stream_id = t.stream_id;
        RETURN QUERY
        SELECT 'conflict', t.category, t.stream_id, t.head, 0::bigint FROM pg_temp.there t
        WHERE t.known < t.events ORDER BY t.category, t.stream_id LIMIT 1;
        IF FOUND THEN
            RETURN;
        END IF;
        DELETE FROM pg_temp.given g USING pg_temp.there t
        WHERE g.category = t.category AND g.stream_id = t.stream_id;
        SELECT max(t.position) INTO last_known FROM pg_temp.there t;
    END IF;

    IF distrust THEN
        RETURN QUERY
        SELECT 'reused', g.category, g.stream_id, 0::bigint, 0::bigint
        FROM pg_temp.given g
        WHERE EXISTS (SELECT FROM event_store.events e WHERE e.event_id = g.event_id OFFSET 0) LIMIT 1;
        IF FOUND THEN
            RETURN;
        END IF;
    END IF;

    INSERT INTO event_store.events (position, version, recorded_at, stream_id, event_id, correlation_id,
                                    causation_id, schema_version, category, event_type, actor, data)
    SELECT nextval('event_store.positions'), n.version, n.recorded_at, n.stream_id, n.event_id, n.correlation_id,
           n.causation_id, n.schema_version, n.category, n.event_type, n.actor, n.data
    FROM (SELECT * FROM pg_temp.given g ORDER BY g.no) n;
    GET DIAGNOSTICS count_written = ROW_COUNT;
    RETURN QUERY
    SELECT 'imported', NULL::text, NULL::uuid, NULL::bigint,
           greatest(last_known, CASE WHEN count_written > 0 THEN currval('event_store.positions') END);
END
$$;
