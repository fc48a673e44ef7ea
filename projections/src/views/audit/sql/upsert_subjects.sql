INSERT INTO things (id, type, merchant_id, name, state, details)
SELECT id, type, merchant_id, name, state, details
FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::jsonb[], $6::jsonb[])
    AS new (id, type, merchant_id, name, state, details)
ON CONFLICT (id) DO UPDATE
SET name = excluded.name, state = excluded.state, details = excluded.details
