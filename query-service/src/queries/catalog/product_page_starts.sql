SELECT product_id
FROM (
    SELECT product_id, row_number() OVER (ORDER BY product_id) - 1 AS place
    FROM read.catalog_products
    WHERE visible
) AS public
WHERE place % $1 = 0
ORDER BY product_id
