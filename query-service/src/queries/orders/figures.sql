, count(DISTINCT order_id) AS orders,
coalesce(sum(units), 0)::bigint AS units,
coalesce(sum(amount), 0)::bigint AS gross,
count(DISTINCT order_id) FILTER (WHERE refunded) AS refunded_orders,
coalesce(sum(units) FILTER (WHERE refunded), 0)::bigint AS refunded_units,
coalesce(sum(amount) FILTER (WHERE refunded), 0)::bigint AS refunds
FROM sold
