SELECT view, code_version, stream, version, position, event_type, error, skipped_at FROM projections.skipped
 WHERE $1 IS NULL OR (view = $1 AND code_version = $2)
ORDER BY view, code_version, position
