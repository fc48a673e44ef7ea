DELETE FROM deliveries WHERE webhook_id = ANY($1)
