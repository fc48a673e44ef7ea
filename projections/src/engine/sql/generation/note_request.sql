UPDATE projections.generations SET asked_by = $2, held = $3, asked_at = $4
WHERE id = $1 AND state = 'building' AND asked_by IS NULL
