DELETE FROM reads WHERE account_id = ANY($1)
