INSERT INTO parties (id, owner_id, merchant_id) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
ON CONFLICT DO NOTHING
