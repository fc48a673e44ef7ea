DELETE FROM api_keys WHERE account_id = ANY($1)
