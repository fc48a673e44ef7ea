INSERT INTO readers (account_id, position)
SELECT account_id, position FROM unnest($1::uuid[], $2::bigint[]) AS new (account_id, position)
ON CONFLICT (account_id) DO UPDATE SET position = excluded.position
