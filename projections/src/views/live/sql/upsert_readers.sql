INSERT INTO readers (account_id, last_number, forgotten_to)
SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[])
ON CONFLICT (account_id)
DO UPDATE SET last_number = excluded.last_number, forgotten_to = excluded.forgotten_to
