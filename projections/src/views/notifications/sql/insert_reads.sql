INSERT INTO reads (account_id, id) SELECT * FROM unnest($1::uuid[], $2::text[]) ON CONFLICT DO NOTHING
