INSERT INTO endings (account_id, position) SELECT * FROM unnest($1::uuid[], $2::bigint[])
ON CONFLICT (account_id) DO UPDATE SET position = excluded.position
