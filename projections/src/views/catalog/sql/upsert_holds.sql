INSERT INTO holds (product_id, checkout_id, quantity)
SELECT product_id, checkout_id, quantity
FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS new (product_id, checkout_id, quantity)
ON CONFLICT (product_id, checkout_id) DO UPDATE SET quantity = excluded.quantity
