INSERT INTO projections.skipped
    (view, code_version, stream, version, position, event_type, error, skipped_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
