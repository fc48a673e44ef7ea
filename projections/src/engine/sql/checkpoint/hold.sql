UPDATE projections.generations SET events = events + $3
WHERE id = $1 AND position = $2 AND state <> 'retired'
