-- The event store's schema. Safe to run again; it never changes what is there.

CREATE SCHEMA IF NOT EXISTS event_store;

-- Positions. CACHE 1, or a session could use numbers below those that others have used already: the high-water mark
-- (see event_store.append) relies on the order.
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

-- The keys that open personal data. An erased subject keeps its row without a key, so that it never gets a new one.
CREATE TABLE IF NOT EXISTS event_store.subject_keys (
    subject   uuid PRIMARY KEY,
    key       bytea,
    erased_at timestamptz,
    CONSTRAINT key_or_erased CHECK ((key IS NULL) = (erased_at IS NOT NULL))
);

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
    -- The promise to readers: nothing at or below this number will be written by this transaction. It is made before
    -- the first nextval and ends with the transaction. The lock is shared, so nobody waits for it; readers look for
    -- the lowest one in pg_locks. 18259 ("GS") marks the store's locks among other advisory locks. The bitwise "or"
    -- leaves 48 bits for the position.
    PERFORM pg_advisory_xact_lock_shared(
        (18259::bigint << 48) | (SELECT s.last_value - (NOT s.is_called)::int FROM event_store.positions s)
    );

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
