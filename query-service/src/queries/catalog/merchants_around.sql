-- Visible merchants within $3 miles of the place ($1 degrees north, $2 degrees east), nearest first. Great-circle
-- distance by the haversine formula; 3958.7613 is the earth's mean radius in miles, and a degree of latitude has 69.09.
SELECT merchant_id, product_count, miles
FROM (
    SELECT merchant_id, product_count,
           2 * 3958.7613 * asin(sqrt(least(1, sin(radians(latitude - $1) / 2) ^ 2
               + cos(radians($1)) * cos(radians(latitude)) * sin(radians(longitude - $2) / 2) ^ 2))) AS miles
    FROM read.catalog_merchants
    WHERE visible AND latitude BETWEEN $1 - $3 / 69.0 AND $1 + $3 / 69.0
) AS around
WHERE miles <= $3
ORDER BY miles, merchant_id
