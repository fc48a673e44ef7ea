INSERT INTO inboxes (account_id, read_up_to) SELECT * FROM unnest($1::uuid[], $2::bigint[])
ON CONFLICT (account_id) DO UPDATE SET read_up_to = excluded.read_up_to
