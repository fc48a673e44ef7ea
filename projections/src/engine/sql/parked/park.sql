INSERT INTO projections.parked AS p
    (generation, stream, version, position, event_type, error, may_pass, parked_at, tried_at, attempts)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
ON CONFLICT (generation, stream) DO UPDATE SET
    version = $3, position = $4, event_type = $5, error = $6, may_pass = $7, tried_at = $8, attempts = $9,
    parked_at = CASE WHEN p.version = $3 THEN p.parked_at ELSE $8 END,
    waiting = greatest(p.waiting - ($3 - p.version), 0)
