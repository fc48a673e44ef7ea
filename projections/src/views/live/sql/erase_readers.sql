DELETE FROM readers WHERE account_id = ANY($1)
