UPDATE projections.generations SET review = $2, reviewed_at = $3
WHERE id = $1 AND state = 'building' AND held
