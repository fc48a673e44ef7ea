-- The sales of merchant $1 that match a search, in every status. A parameter that is null does not restrict.
WITH matching AS (
    SELECT o.order_id, o.number, o.status, o.placed_at, o.status IN ('delivered', 'cancelled', 'returned') AS ended
    FROM read.orders_orders o
    WHERE o.merchant_id = $1
      AND ($2::text IS NULL OR strpos(lower(concat_ws(
              E'\n', o.number, o.customer_name,
              (SELECT string_agg(line->>'name', E'\n') FROM jsonb_array_elements(o.lines) line))), lower($2)) > 0)
      AND ($3::timestamptz IS NULL OR o.placed_at >= $3)
      AND ($4::timestamptz IS NULL OR o.placed_at < $4)
      AND ($5::uuid IS NULL
           OR o.lines @> jsonb_build_array(jsonb_build_object('productId', $5::uuid)))
      AND ($6::uuid IS NULL OR o.customer_id = $6)
)
