UPDATE products
SET views = products.views + new.visitors
FROM unnest($1::uuid[], $2::bigint[]) AS new (product_id, visitors)
WHERE products.product_id = new.product_id
