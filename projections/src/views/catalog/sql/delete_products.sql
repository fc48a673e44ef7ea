WITH gone AS (
    DELETE FROM products WHERE product_id = ANY($1) RETURNING merchant_id, visible
)
UPDATE merchants
SET product_count = product_count - fewer.count
FROM (SELECT merchant_id, count(*) AS count FROM gone WHERE visible GROUP BY merchant_id) AS fewer
WHERE merchants.merchant_id = fewer.merchant_id
