SELECT product_id, status, reason, notes, reviewed_at
FROM read.catalog_decisions
WHERE product_id = ANY($1)
ORDER BY product_id, version
