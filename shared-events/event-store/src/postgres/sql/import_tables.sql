CREATE TEMPORARY TABLE given (
    no bigint PRIMARY KEY, version bigint, recorded_at timestamptz, stream_id uuid, event_id uuid,
    correlation_id uuid, causation_id uuid, schema_version smallint, category text COLLATE "C",
    event_type text COLLATE "C", actor json, data json
);
CREATE TEMPORARY TABLE there (
    category text COLLATE "C", stream_id uuid, events bigint, head bigint, known bigint DEFAULT 0, position bigint
);
