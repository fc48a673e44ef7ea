DELETE FROM holds
USING unnest($1::uuid[], $2::uuid[]) AS ended (product_id, checkout_id)
WHERE holds.product_id = ended.product_id AND holds.checkout_id = ended.checkout_id
