UPDATE reviews SET comment = NULL WHERE customer_id = ANY($1)
