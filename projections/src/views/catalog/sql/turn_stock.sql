UPDATE products
SET in_stock = turned.in_stock
FROM unnest($1::uuid[], $2::boolean[]) AS turned (product_id, in_stock)
WHERE products.product_id = turned.product_id
