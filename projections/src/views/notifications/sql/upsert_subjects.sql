INSERT INTO things (id, owner_id, merchant_id, name, merchant)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[])
ON CONFLICT (id) DO UPDATE SET name = excluded.name
