SELECT o.number, t.status, t.at, t.note
FROM read.orders_orders o
JOIN read.orders_timeline t USING (order_id)
WHERE o.merchant_id = $1 AND t.actor = 'merchant' AND t.note IS NOT NULL
ORDER BY t.at, o.number, t.version
