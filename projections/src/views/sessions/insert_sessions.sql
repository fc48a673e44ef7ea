INSERT INTO sessions (session_id, account_id, generation, opened_at, ended)
SELECT session_id, account_id, generation, opened_at, ended
FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::timestamptz[], $5::boolean[])
    AS new (session_id, account_id, generation, opened_at, ended)
