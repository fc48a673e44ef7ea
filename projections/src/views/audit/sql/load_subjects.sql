SELECT id, type, merchant_id, name, state, details
FROM things
WHERE id = ANY($1)
