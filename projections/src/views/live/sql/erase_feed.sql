DELETE FROM feed WHERE account_id = ANY($1)
