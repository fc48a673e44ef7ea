SELECT product_id, on_hand, held FROM stock WHERE product_id = ANY($1)
