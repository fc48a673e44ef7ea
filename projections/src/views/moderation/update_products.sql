UPDATE products
SET approval = decided.approval
FROM unnest($1::uuid[], $2::text[]) AS decided (product_id, approval)
WHERE products.product_id = decided.product_id
