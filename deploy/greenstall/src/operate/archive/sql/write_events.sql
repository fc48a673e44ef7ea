INSERT INTO event_store.events (position, version, recorded_at, stream_id, event_id, correlation_id,
                                causation_id, schema_version, category, event_type, actor, data)
SELECT position, version, recorded_at, stream_id, event_id, correlation_id, causation_id, schema_version,
       category, event_type, actor::json, data::json
FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[],
            $8::smallint[], $9::text[], $10::text[], $11::text[], $12::text[])
    AS e (position, version, recorded_at, stream_id, event_id, correlation_id, causation_id, schema_version,
          category, event_type, actor, data)
