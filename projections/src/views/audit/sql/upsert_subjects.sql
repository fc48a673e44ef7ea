INSERT INTO things (id, type, merchant_id, name, state, details, instructions)
SELECT id, type, merchant_id, name, state, details, instructions
FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::jsonb[], $6::jsonb[], $7::text[])
    AS new (id, type, merchant_id, name, state, details, instructions)
ON CONFLICT (id) DO UPDATE
SET name = excluded.name, state = excluded.state, details = excluded.details, instructions = excluded.instructions
