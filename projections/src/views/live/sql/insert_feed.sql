INSERT INTO feed (account_id, number, position, kind, thing)
SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
