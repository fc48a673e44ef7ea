INSERT INTO sessions (session_id, account_id, generation, browser, system, opened_at, ended)
SELECT session_id, account_id, generation, browser, system, opened_at, ended
FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[])
    AS new (session_id, account_id, generation, browser, system, opened_at, ended)
