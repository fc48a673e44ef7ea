INSERT INTO projections.parked (generation, stream, version, position, event_type, error, may_pass,
                                parked_at, tried_at, attempts)
SELECT $2, stream, version, position, event_type, error, may_pass, parked_at, tried_at, attempts
FROM projections.parked WHERE generation = $1
