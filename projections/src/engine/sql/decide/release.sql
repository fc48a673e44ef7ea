UPDATE projections.generations SET held = false, asked_by = coalesce(asked_by, $2)
WHERE id = $1 AND state = 'building' AND held
