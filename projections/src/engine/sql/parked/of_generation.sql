SELECT stream, version, position, event_type, error, may_pass, tried_at, attempts
FROM projections.parked WHERE generation = $1 ORDER BY position
