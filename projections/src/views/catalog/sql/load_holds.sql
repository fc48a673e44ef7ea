SELECT product_id, checkout_id, quantity FROM holds
JOIN unnest($1::uuid[], $2::uuid[]) AS wanted (product_id, checkout_id) USING (product_id, checkout_id)
