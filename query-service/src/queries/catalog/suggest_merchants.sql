SELECT business->>'businessName' AS text, merchant_id AS id
FROM read.catalog_merchants
WHERE visible AND search @@ $1::tsquery
ORDER BY product_count DESC, merchant_id
LIMIT $2
