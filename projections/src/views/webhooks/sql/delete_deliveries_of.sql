DELETE FROM deliveries WHERE account_id = ANY($1)
