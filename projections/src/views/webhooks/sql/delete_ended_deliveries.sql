DELETE FROM deliveries WHERE delivery_id = ANY($1)
