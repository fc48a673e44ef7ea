SELECT product_id, merchant_id
FROM read.catalog_changes
WHERE number > $1 AND number <= $2
