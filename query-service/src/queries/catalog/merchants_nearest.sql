-- The visible merchants nearest to the place ($1 degrees north, $2 degrees east) that have something to sell.
SELECT merchant_id, product_count,
       2 * 3958.7613 * asin(sqrt(least(1, sin(radians(latitude - $1) / 2) ^ 2
           + cos(radians($1)) * cos(radians(latitude)) * sin(radians(longitude - $2) / 2) ^ 2))) AS miles
FROM read.catalog_merchants
WHERE visible AND product_count > 0 AND latitude IS NOT NULL AND longitude IS NOT NULL
ORDER BY miles, merchant_id
LIMIT $3
