SELECT number FROM read.orders_orders
WHERE (customer_id = $1 OR merchant_id = $1) AND status NOT IN ('delivered', 'cancelled', 'returned')
ORDER BY placed_at, order_id
