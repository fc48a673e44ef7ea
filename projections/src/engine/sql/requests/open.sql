SELECT id, stream, action FROM projections.requests
WHERE generation = $1 AND applied IS NULL ORDER BY id
