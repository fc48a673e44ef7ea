DELETE FROM api_keys WHERE key_id = ANY($1)
