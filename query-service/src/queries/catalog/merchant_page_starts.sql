SELECT merchant_id
FROM (
    SELECT merchant_id, row_number() OVER (ORDER BY merchant_id) - 1 AS place
    FROM read.catalog_merchants
    WHERE visible
) AS public
WHERE place % $1 = 0
ORDER BY merchant_id
