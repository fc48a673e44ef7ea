-- One row per line of the orders placed with merchant $1, from $2 on and before $3. Null: no bound.
WITH sold AS (
    SELECT o.order_id, o.placed_at, date_trunc('hour', o.placed_at, 'UTC') AS hour, o.customer_id, o.customer_name,
           o.status IN ('cancelled', 'returned') AS refunded, (line->>'productId')::uuid AS product_id,
           line->>'name' AS name, line->>'unit' AS unit, (line->>'quantity')::bigint AS units,
           (line->>'quantity')::bigint * (line->>'price')::bigint AS amount
    FROM read.orders_orders o
    CROSS JOIN LATERAL jsonb_array_elements(o.lines) AS line
    WHERE o.merchant_id = $1
      AND o.placed_at >= coalesce($2::timestamptz, '-infinity')
      AND o.placed_at < coalesce($3::timestamptz, 'infinity')
)
