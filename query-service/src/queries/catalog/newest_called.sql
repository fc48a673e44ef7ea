SELECT product_id
FROM read.catalog_products
WHERE visible AND sort_name = $1
ORDER BY listed_at DESC, product_id
LIMIT $2
