SELECT count(*) FROM read.orders_orders WHERE merchant_id = $1 AND status NOT IN ('cancelled', 'returned')
