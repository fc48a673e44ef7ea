DELETE FROM decisions WHERE product_id = ANY($1)
