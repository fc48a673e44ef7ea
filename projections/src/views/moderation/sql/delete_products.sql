DELETE FROM products WHERE product_id = ANY($1)
