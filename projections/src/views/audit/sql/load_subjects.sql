SELECT id, type, merchant_id, name, state, details, instructions
FROM things
WHERE id = ANY($1)
