WITH forgotten AS (DELETE FROM projections.requests WHERE applied IS NOT NULL AND asked_at < $5)
INSERT INTO projections.requests (generation, stream, action, asked_at)
VALUES ($1, $2, $3, $4) RETURNING id
