position, category, stream_id, version, event_id, event_type, schema_version, recorded_at, correlation_id, causation_id,
actor, data
