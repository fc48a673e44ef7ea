-- The orders of customer $1 that match a search, in every state. A parameter that is null does not restrict.
WITH matching AS (
    SELECT o.parent_number, o.placed_at,
           CASE o.status WHEN 'delivered' THEN 'delivered'
                         WHEN 'cancelled' THEN 'ended'
                         WHEN 'returned' THEN 'ended'
                         ELSE 'open' END AS state
    FROM read.orders_orders o
    WHERE o.customer_id = $1
      AND ($2::text IS NULL OR strpos(lower(concat_ws(
              E'\n', o.number, o.merchant_name,
              (SELECT string_agg(line->>'name', E'\n') FROM jsonb_array_elements(o.lines) line))), lower($2)) > 0)
      AND ($3::uuid IS NULL
           OR o.lines @> jsonb_build_array(jsonb_build_object('productId', $3::uuid)))
      AND ($4::uuid IS NULL OR o.merchant_id = $4)
)
