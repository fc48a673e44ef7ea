-- The units to fetch, by product, for the orders of merchant $1 that are not packed yet.
SELECT (line->>'productId')::uuid AS product_id, (array_agg(line->>'name' ORDER BY o.placed_at DESC))[1] AS name,
       line->>'unit' AS unit, sum((line->>'quantity')::bigint)::bigint AS quantity,
       count(DISTINCT o.order_id) AS orders
FROM read.orders_orders o
CROSS JOIN LATERAL jsonb_array_elements(o.lines) AS line
WHERE o.merchant_id = $1 AND o.status IN ('pending', 'confirmed', 'preparing')
GROUP BY 1, line->>'unit'
ORDER BY lower((array_agg(line->>'name' ORDER BY o.placed_at DESC))[1]), 1, unit
